// The sides of a text that has something beside it: on a slide, or around a picture. It ends before what stands there, wherever other lines of the
// document end; so its own longest line shows how long a full one is.

import type { ShownBox, Sides } from '../../pdf/geometry/shown-box.ts';
import { type Line, SAME_SIZE_PT, textOfLine } from '../words/lines.ts';
import { boxOfLines } from './columns.ts';

/** In ems: lines further apart are not of one text; starts that differ by more neither. */
const STEP_EM = 1.9;
const START_EM = 0.3;
/** So many lines, each full but the last, are a text; fewer only where one goes on within a sentence. */
const LINES_MIN = 4;
/** A line of fewer words may be an item of a list. */
const WORDS_MIN = 5;
/** In ems: about a space. */
const SPACE_EM = 0.25;

interface Surroundings {
  /** Lines of one flow, with those that the column is asked for. */
  readonly group: readonly Line[];
  /** What else stands beside them. */
  readonly others: () => readonly ShownBox[];
}

/** @param column where full lines would end, by the rest of the document @param lines that follow each other */
export function narrowColumn(column: Sides, lines: readonly Line[], { group, others }: Surroundings): Sides {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || first.rtl || lines.some(({ box }) => column.right - box.right < first.size)) return column;
  const box = boxOfLines(lines);
  const goesOn = goesOnWithin(lines);
  if (!goesOn && !others().some((other) => isBeside(other, box, column))) return column;
  const run = runAround(group, first, last);
  const own = boxOfLines(run);
  const isText = run.length >= LINES_MIN && run.every((line, at) => at === run.length - 1 || isFull(line, run[at + 1], own));
  return isText || goesOn ? { left: own.left, right: own.right } : column;
}

function isBeside(other: ShownBox, box: ShownBox, column: Sides): boolean {
  const height = Math.min(other.bottom, box.bottom) - Math.max(other.top, box.top);
  return other.left >= box.right && other.left < column.right && height > 0;
}

/** Those of one look at one start, without a gap. */
function runAround(group: readonly Line[], first: Line, last: Line): Line[] {
  const run = group.slice(group.indexOf(first), group.indexOf(last) + 1);
  for (let at = group.indexOf(first) - 1; at >= 0; at--) {
    const [before, next] = [group[at], run[0]];
    if (!before || !next || !isNext(before, next)) break;
    run.unshift(before);
  }
  for (let at = group.indexOf(last) + 1; at < group.length; at++) {
    const [before, next] = [run.at(-1), group[at]];
    if (!before || !next || !isNext(before, next)) break;
    run.push(next);
  }
  return run;
}

function isNext(one: Line, two: Line): boolean {
  return (
    two.y - one.y < one.size * STEP_EM &&
    Math.abs(one.size - two.size) < SAME_SIZE_PT &&
    one.bold === two.bold &&
    Math.abs(one.box.left - two.box.left) < one.size * START_EM
  );
}

/** The first word of the next line has no room on it. */
function isFull(line: Line, next: Line | undefined, { right }: Sides): boolean {
  const word = next?.words[0];
  return word !== undefined && line.box.right + line.size * SPACE_EM + word.box.right - word.box.left > right;
}

/** A line of several words, and the next, of the same look at the same start, goes on small. */
function goesOnWithin([first, next]: readonly Line[]): boolean {
  if (!first || !next || first.words.length < WORDS_MIN || !isNext(first, next)) return false;
  return /^\p{Ll}/u.test(textOfLine(next)) && !/[.!?:;]$/.test(textOfLine(first));
}
