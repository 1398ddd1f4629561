// Large first letters that hang into the lines of their paragraph (drop caps).

import { boxAround } from '../../pdf/geometry/shown-box.ts';
import type { DraftText } from '../drafts.ts';
import { lineOf } from '../words/lines.ts';
import { segmentOf } from '../words/segments.ts';
import type { Word } from '../words/words.ts';
import { sourceOf } from './build-paragraph.ts';

/** Times the size of the text beside it. */
const LARGER = 1.6;
/** Ems of that text: how far below its first baseline the letter stands. */
const BELOW_EM = 0.5;
const INITIAL = /^\p{P}?\p{L}\p{P}?$/u;

/** A letter that stands on a later line is a text of its own: in one line with the text beside it, it would stand on that one's baseline. */
export function withoutInitial(draft: DraftText): DraftText[] {
  const [line, ...others] = draft.lines;
  const [segment, ...segments] = line?.segments ?? [];
  const [initial, ...words] = segment?.words ?? [];
  const next = words[0] ?? segments[0]?.words[0];
  if (!line || !initial || !next || draft.turned || !isInitial(initial, next)) return [draft];
  const beside = lineOf([...(words.length > 0 ? [segmentOf(words)] : []), ...segments], line.pageIndex);
  const lines = [beside, ...others];
  const box = boxAround(lines.map((one) => one.box));
  const source = sourceOf(draft);
  return [
    { ...draft, lines: [lineOf([segmentOf([initial])], line.pageIndex)], box: initial.box, ...sidesOf(initial.box), source },
    { ...draft, lines, box, ...sidesOf(box), source },
  ];
}

function sidesOf({ left, right }: DraftText['box']) {
  return { left, right };
}

/** @param words in their order */
export function hasInitials(words: readonly Word[]): boolean {
  return words.some((word, at) => {
    const next = words[at + 1];
    return next !== undefined && word.style.angle === 0 && next.box.left - word.box.right < next.style.size && isInitial(word, next);
  });
}

function isInitial({ text, style, y }: Word, next: Word): boolean {
  return INITIAL.test(text) && style.size > next.style.size * LARGER && y - next.y > next.style.size * BELOW_EM;
}
