// Whether a text has room between its East Asian letters and its Latin letters and digits, as word processors and typesetters add it without a space.

import { isWide, type Word } from '../words/words.ts';
import type { Line } from '../words/lines.ts';

/** Ems. */
const ROOM = { least: 0.08, most: 0.4 } as const;
const BETWEEN = /[\p{L}\p{N}]/u;

/** By most of the places where both meet; without any it has none. */
export function hasScriptGaps(lines: readonly Line[]): boolean {
  let balance = 0;
  for (const { words } of lines) {
    for (const [index, word] of words.entries()) {
      if (isMixed(word.text)) balance += word.scriptGaps ? 1 : -1;
      const previous = words[index - 1];
      if (!previous || word.spaceBefore || !areOfTwo(previous.text.at(-1) ?? '', word.text.at(0) ?? '')) continue;
      balance += isRoom(word.box.left - previous.box.right, word) ? 1 : -1;
    }
  }
  return balance > 0;
}

function isRoom(points: number, { style }: Word): boolean {
  return points > style.size * ROOM.least && points < style.size * ROOM.most;
}

function isMixed(text: string): boolean {
  const letters = Array.from(text);
  return letters.some((letter, index) => index > 0 && areOfTwo(letters[index - 1] ?? '', letter));
}

function areOfTwo(one: string, two: string): boolean {
  return BETWEEN.test(one) && BETWEEN.test(two) && isWide(one) !== isWide(two);
}
