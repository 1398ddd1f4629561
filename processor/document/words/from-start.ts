// Lines as they are from where they begin: one from the right is turned around, so that what follows a word is at the right of it.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Line } from './lines.ts';
import type { Segment } from './segments.ts';
import type { Word } from './words.ts';

/** @returns the same where it begins at the left */
export function fromStart(line: Line): Line {
  if (!line.rtl) return line;
  const turned = new Map(line.words.map((word): [Word, Word] => [word, { ...word, box: turnBox(word.box) }]));
  const wordsOf = (words: readonly Word[]) => words.map((word) => turned.get(word) ?? word);
  const segmentOf = (segment: Segment): Segment => ({ ...segment, words: wordsOf(segment.words), box: turnBox(segment.box) });
  return { ...line, segments: line.segments.map(segmentOf), words: wordsOf(line.words), box: turnBox(line.box) };
}

/** Latin words within text from the right stand the other way. */
export function standInOrder({ words }: Line): boolean {
  return words.every(({ box }, at) => at === 0 || box.left >= (words[at - 1]?.box.left ?? -Infinity));
}

function turnBox({ left, right, ...across }: ShownBox): ShownBox {
  return { ...across, left: -right, right: -left };
}
