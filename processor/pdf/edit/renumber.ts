// The numbers of the items that follow one which comes or goes, on its page: they count on, where each can be written in the place of the old one.

import type { Box } from '../geometry/box.ts';
import { countedOn, startOfMark } from './list-marks.ts';
import { isVisible, linesOfPage, type TextLine } from './layout/lines.ts';
import { type FoundUnit, markOf } from './layout/units.ts';
import type { EncodedText } from './new-text.ts';
import type { PlacedGlyph } from './page-text.ts';
import type { EditedPage } from './replace-text.ts';
import { type Insertion, textScale } from './rewrite-text.ts';
import { encoderFor, markOfUnit } from './set-unit.ts';

export interface Renumbering {
  readonly removed: readonly PlacedGlyph[];
  readonly insertions: readonly Insertion[];
  readonly encoded: readonly EncodedText[];
  readonly boxes: readonly Box[];
  readonly marks: readonly { readonly before: string; readonly after: string }[];
}

interface Recount {
  /** 1 for an item that comes, −1 for one that goes. */
  readonly step: 1 | -1;
  /** The found item is counted again, too: the new one stands before it. */
  readonly withOwn: boolean;
  /** What moves, and how far upwards. */
  readonly moving: ReadonlySet<TextLine>;
  readonly by: number;
}

export const NOT_RENUMBERED: Renumbering = { removed: [], insertions: [], encoded: [], boxes: [], marks: [] };
/** Ems: marks that begin, or end, within it stand under each other; from a mark to its text. */
const [UNDER_EMS, APART_EMS] = [0.3, 0.15];
/** Ems of letters above and below their baseline, and points around them. */
const [ASCENT, DESCENT, SLACK] = [0.85, 0.3, 2];

interface Mark {
  readonly glyphs: readonly PlacedGlyph[];
  readonly text: string;
  readonly line: TextLine;
}

export async function renumber(on: EditedPage, found: FoundUnit, { step, withOwn, moving, by }: Recount): Promise<Renumbering> {
  const marks = marksFrom(on, found, withOwn);
  const changes: Renumbering[] = [];
  for (const mark of marks) {
    const change = await recounted(on, mark, { step, rise: moving.has(mark.line) ? by : 0 });
    // All of them, or none: a list with gaps in its numbers is worse than one that counts as it did.
    if (!change) return NOT_RENUMBERED;
    changes.push(change);
  }
  return {
    removed: changes.flatMap((one) => one.removed),
    insertions: changes.flatMap((one) => one.insertions),
    encoded: changes.flatMap((one) => one.encoded),
    boxes: changes.flatMap((one) => one.boxes),
    marks: changes.flatMap((one) => one.marks),
  };
}

/** The marks that count on from the found one, as far as they do. */
function marksFrom({ text: page }: EditedPage, found: FoundUnit, withOwn: boolean): Mark[] {
  const own = markOfUnit(page, found);
  const [first, last] = [own?.glyphs[0], own?.glyphs.at(-1)];
  let next = own && countedOn(page, own.text, 1);
  if (!own || !first || !last || next === undefined) return [];
  const isUnder = ({ glyphs }: Pick<Mark, 'glyphs'>) =>
    Math.abs((glyphs[0]?.start ?? Infinity) - first.start) < first.size * UNDER_EMS ||
    Math.abs((glyphs.at(-1)?.end ?? Infinity) - last.end) < first.size * UNDER_EMS;
  const below = linesOfPage(page)
    .all.filter((line) => line.baseline < found.bottom - found.size * UNDER_EMS)
    .toSorted((one, two) => two.baseline - one.baseline);
  const marks: Mark[] = [];
  const ownLine = found.lines.find((line) => markOf(page, line));
  if (withOwn && ownLine) marks.push({ ...own, line: ownLine });
  for (const line of below) {
    const mark = markOf(page, line);
    // What leaders lead to stands beside the same mark.
    const isKnown = marks.some(({ glyphs }) => glyphs[0] === mark?.glyphs[0]);
    const following = mark && !isKnown && isUnder(mark) ? countedOn(page, mark.text, 1) : undefined;
    if (!mark || following === undefined) continue;
    if (mark.text !== next) break;
    marks.push({ ...mark, line });
    next = following;
  }
  return marks;
}

async function recounted(
  on: EditedPage,
  { glyphs, text, line }: Mark,
  { step, rise }: { readonly step: 1 | -1; readonly rise: number },
): Promise<Renumbering | undefined> {
  const [first, last] = [glyphs[0], glyphs.at(-1)];
  const after = countedOn(on.text, text, step);
  if (
    !first ||
    !last ||
    after === undefined ||
    glyphs.some((glyph) => on.text.drawings.has(glyph) || glyph.event.source !== first.event.source)
  )
    return undefined;
  const encoded = (await encoderFor(on, first, after))(after, first.event.state.fontSize);
  if (!encoded) return undefined;
  const width = encoded.advance * textScale(first.event);
  const start = startOfMark(on.text, glyphs, width);
  const end = start + width;
  const own = new Set(glyphs);
  const beside = line.glyphs.filter((glyph) => isVisible(glyph) && !own.has(glyph) && glyph.start >= first.start).map(({ start }) => start);
  if (end > last.end && end > Math.min(...beside) - first.size * APART_EMS) return undefined;
  const box: Box = [
    Math.min(first.start, start) - SLACK,
    Math.min(first.baseline, first.baseline + rise) - first.size * DESCENT - SLACK,
    Math.max(last.end, end) + SLACK,
    Math.max(first.baseline, first.baseline + rise) + first.size * ASCENT + SLACK,
  ];
  return {
    removed: glyphs,
    insertions: [{ at: first, pieces: encoded.pieces, before: '', after: '', shift: start - first.start, rise }],
    encoded: [encoded],
    boxes: [box],
    marks: [{ before: text, after }],
  };
}
