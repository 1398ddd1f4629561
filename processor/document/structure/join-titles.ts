// Titles of several lines. A line of a title often ends long before its column does, so each came as a paragraph of its own: lines of one large look,
// close to each other and set alike, are one. So is the number of a chapter with the title below it.

import { boxAround } from '../../pdf/geometry/shown-box.ts';
import type { DraftBlock, DraftText } from '../drafts.ts';
import { SAME_SIZE_PT, textOfLine } from '../words/lines.ts';
import { startsWithLabel } from './paragraphs.ts';
import type { TextLook } from './text-look.ts';

/** Times the size of the body's text, from which type is large. */
const LARGE = 1.15;
/** In ems, from one baseline to the next; from a number to its title. */
const STEP_EM = 1.55;
const NUMBER_STEP_EM = 2.4;
/** In ems: a step this small is that of one text; about a space. */
const CLOSE_EM = 1.55;
const SPACE_EM = 0.25;
/** In ems: starts or middles of the lines that are as near are the same. */
const ALIKE_EM = 0.7;
/** Share of its column: a line of a title that goes on is longer. */
const FILLED_SHARE = 0.5;
const LINES_MAX = 3;
const CHARS_MAX = 200;

const NUMBER_ALONE = /^(?:\d{1,3}|[IVXLC]{1,6})\.?$/;

/** @param blocks in reading order */
export function* joinTitles(blocks: Iterable<DraftBlock>, look: Pick<TextLook, 'size'>): Generator<DraftBlock, void, void> {
  let open: DraftBlock | undefined;
  for (const block of blocks) {
    if (open?.kind === 'text' && block.kind === 'text' && isOneTitle(open, block, look)) open = joined(open, block);
    else {
      if (open) yield open;
      open = block;
    }
  }
  if (open) yield open;
}

function isOneTitle(one: DraftText, two: DraftText, look: Pick<TextLook, 'size'>): boolean {
  const [last, next] = [one.lines.at(-1), two.lines[0]];
  if (
    one.inPicture ||
    two.inPicture ||
    !last ||
    !next ||
    last.pageIndex !== next.pageIndex ||
    one.lines.length + two.lines.length > LINES_MAX
  )
    return false;
  const isLarge = [...one.lines, ...two.lines].every((line) => line.size >= look.size * LARGE && line.segments.length === 1);
  const step = next.y - last.y;
  if (!isLarge || step <= 0 || !isSetAlike(one, two, next.size)) return false;
  const [above, below] = [textOf(one), textOf(two)];
  if (NUMBER_ALONE.test(above)) return step <= Math.max(last.size, next.size) * NUMBER_STEP_EM && /^\p{Lu}/u.test(below);
  return (
    step <= last.size * STEP_EM &&
    looksAlike(last, next) &&
    (fills(last, one) || (wraps(last, next) && !areSingleWords(one, two))) &&
    !startsWithLabel(next) &&
    !/[.!?:]$/.test(above) &&
    above.length + below.length <= CHARS_MAX
  );
}

type Line = DraftText['lines'][number];

function looksAlike(one: Line, two: Line): boolean {
  if (Math.abs(one.size - two.size) > SAME_SIZE_PT || isCapitals(one) !== isCapitals(two)) return false;
  const [first, second] = [one.words[0]?.style, two.words[0]?.style];
  const isSameType = first?.family === second?.family && first?.italic === second?.italic;
  return isSameType && one.bold === two.bold && one.colour === two.colour && one.rtl === two.rtl;
}

function isCapitals(line: Line): boolean {
  const text = textOfLine(line);
  return text === text.toUpperCase();
}

/** Lines of a cover end long before its sides: each says something of its own. */
function fills({ box }: Line, { left, right }: Pick<DraftText, 'left' | 'right'>): boolean {
  return box.right - box.left >= (right - left) * FILLED_SHARE;
}

/** Set close, and the first word of the next line would have made it the longer of the two. */
function wraps(last: Line, next: Line): boolean {
  const [word] = next.words;
  const widest = Math.max(last.box.right - last.box.left, next.box.right - next.box.left);
  return (
    word !== undefined &&
    next.y - last.y <= last.size * CLOSE_EM &&
    last.box.right - last.box.left + last.size * SPACE_EM + word.box.right - word.box.left > widest
  );
}

/** One under the other, each may be something of its own. */
function areSingleWords({ lines: one }: DraftText, { lines: two }: DraftText): boolean {
  return [...one, ...two].every(({ words }) => words.length === 1) && one.length + two.length === 2;
}

/** Flush at one side, or around one middle. */
function isSetAlike({ lines: one }: DraftText, { lines: two }: DraftText, size: number): boolean {
  const [above, below] = [boxAround(one.map(({ box }) => box)), boxAround(two.map(({ box }) => box))];
  const sides = [above.left - below.left, above.right - below.right, (above.left + above.right - below.left - below.right) / 2];
  return sides.some((distance) => Math.abs(distance) <= size * ALIKE_EM);
}

function textOf({ lines }: DraftText): string {
  return lines.map(textOfLine).join(' ').trim();
}

function joined(one: DraftText, two: DraftText): DraftText {
  return {
    ...one,
    lines: [...one.lines, ...two.lines],
    left: Math.min(one.left, two.left),
    right: Math.max(one.right, two.right),
    box: boxAround([one.box, two.box]),
  };
}
