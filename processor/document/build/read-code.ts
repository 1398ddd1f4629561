// Text in type of one width → its lines as they stand: each word at its letter's place, as in a program or a listing.

import type { CodeLine } from '../model.ts';
import type { Line } from '../words/lines.ts';
import type { Word } from '../words/words.ts';

/** In ems, the least and the greatest width of a letter in type of one width: what is measured from a short word may be off. */
const LETTER_EM = { least: 0.45, most: 0.7 } as const;

/** Undefined where a word is in other type. */
export function readCode(lines: readonly Line[]): CodeLine[] | undefined {
  const words = lines.flatMap((line) => line.words);
  if (words.length === 0 || !words.every(({ style }) => style.fixedPitch && style.angle === 0)) return undefined;
  const letter = letterWidth(words);
  const step = Math.min(...lines.map((line, index) => stepTo(line, lines[index - 1])));
  return lines.flatMap((line, index) => {
    const blank = Math.round(stepTo(line, lines[index - 1]) / step) - 1;
    const above = Array.from({ length: Number.isFinite(blank) ? Math.max(0, blank) : 0 }, () => BLANK);
    return [...above, { indent: Math.round(line.box.left / letter), text: textAt(line, letter) }];
  });
}

const BLANK: CodeLine = { indent: 0, text: '' };

/** Points; Infinity for the first line of a page. */
function stepTo(line: Line, before: Line | undefined): number {
  const step = before?.pageIndex === line.pageIndex ? line.y - before.y : Infinity;
  return step > 0 ? step : Infinity;
}

/** Points. Of the longest word: its box may be a part of a letter narrower than its letters are. */
function letterWidth(words: readonly Word[]): number {
  const longest = words.reduce((best, word) => (word.text.length > best.text.length ? word : best));
  const { size } = longest.style;
  const width = (longest.box.right - longest.box.left) / Array.from(longest.text).length;
  return Math.min(size * LETTER_EM.most, Math.max(size * LETTER_EM.least, width));
}

function textAt({ words, box }: Line, letter: number): string {
  let text = '';
  for (const word of words) {
    const at = Math.round((word.box.left - box.left) / letter);
    const gap = word.spaceBefore && text !== '' ? Math.max(1, at - Array.from(text).length) : 0;
    text += ' '.repeat(gap) + word.text;
  }
  return text;
}
