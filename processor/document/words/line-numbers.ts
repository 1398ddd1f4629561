// The numbers of lines that drafts, laws and transcripts have in their margin: they count the lines of the page and say nothing of the text. A
// numbered list or the first column of a table is none: there, no text goes on from one line to the next.

import type { Word } from './words.ts';

const LINES_MIN = 8;
/** Points within which numbers end, or begin, at one place. */
const ALIGNED_POINTS = 1.5;
/** Ems of the text beside them: a baseline this near is the same; text beside a number is further away than a label's. */
const LEVEL_EM = 0.3;
/** Share of the numbers with a line of text beside them, and of those lines that go on in the middle of a sentence. */
const TEXT_SHARE = 0.5;
const GOES_ON_SHARE = 0.15;

export function findLineNumbers(words: readonly Word[]): Word[] {
  const numbers = words.filter(({ text, style }) => style.angle === 0 && /^\d{1,4}$/.test(text));
  if (numbers.length < LINES_MIN) return [];
  for (const side of ['right', 'left'] as const) {
    for (const group of alignedAt(numbers, side)) {
      const counted = longestCount(group);
      if (counted.length >= LINES_MIN && standBeforeText(counted, words)) return counted;
    }
  }
  return [];
}

function alignedAt(numbers: readonly Word[], side: 'left' | 'right'): Word[][] {
  const groups: Word[][] = [];
  for (const number of numbers.toSorted((a, b) => a.box[side] - b.box[side])) {
    const open = groups.at(-1);
    if (open?.[0] && number.box[side] - open[0].box[side] <= ALIGNED_POINTS) open.push(number);
    else groups.push([number]);
  }
  return groups.filter(({ length }) => length >= LINES_MIN).map((group) => group.toSorted((a, b) => a.y - b.y));
}

/** The longest run from top to bottom in which each number is one more than that above. */
function longestCount(numbers: readonly Word[]): Word[] {
  let [best, run]: [Word[], Word[]] = [[], []];
  for (const number of numbers) {
    const last = run.at(-1);
    run = last && Number(number.text) === Number(last.text) + 1 ? [...run, number] : [number];
    if (run.length > best.length) best = run;
  }
  return best;
}

/** All text beside them is on their right, each line in one piece, and some lines go on from the line above. */
function standBeforeText(numbers: readonly Word[], words: readonly Word[]): boolean {
  const own = new Set(numbers);
  const right = Math.max(...numbers.map(({ box }) => box.right));
  const [top, bottom] = [numbers[0]?.y ?? 0, numbers.at(-1)?.y ?? 0];
  const beside = words.filter((word) => !own.has(word) && word.style.angle === 0 && word.y > top - 1 && word.y < bottom + 1);
  if (beside.some(({ box }) => box.left < right)) return false;
  const lines = numbers.flatMap((number) => {
    const line = beside.filter(({ y, style }) => Math.abs(y - number.y) < style.size * LEVEL_EM);
    const first = line.toSorted((a, b) => a.box.left - b.box.left)[0];
    return first && first.box.left - number.box.right > first.style.size * LEVEL_EM ? [first] : [];
  });
  const going = lines.filter(({ text }) => /^\p{Ll}/u.test(text)).length;
  return lines.length >= numbers.length * TEXT_SHARE && going >= lines.length * GOES_ON_SHARE;
}
