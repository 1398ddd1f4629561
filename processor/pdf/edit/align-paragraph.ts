// Sets the lines of a paragraph to the left, to the right, in the middle or on both sides of their column. Words stay on their lines; only the spaces
// between them change, where lines were stretched or are to be.

import { type Box, unite } from '../geometry/box.ts';
import { writeSource } from '../content/write-source.ts';
import type { TextMatch } from './find.ts';
import { followText } from './layout/followers.ts';
import { isVisible, linesOfPage, type TextLine } from './layout/lines.ts';
import { type Paragraph, paragraphOf } from './layout/paragraph.ts';
import { joined } from './layout/row-boxes.ts';
import { describeLine, type Line } from './line.ts';
import { type PageText, type PlacedGlyph, SAME_ANGLE, WORD_GAP_EMS } from './page-text.ts';
import { type EditedPage, type EditOutcome, fidelityOf, refusalOf } from './replace-text.ts';
import { rewriteText } from './rewrite-text.ts';

export type ParagraphAlignment = 'left' | 'center' | 'right' | 'justify';

/** Spaces of a stretched line are not wider (ems); and the usual one, where a paragraph does not show it. */
const [STRETCH_EMS, SPACE_EMS] = [0.95, 0.25];
/** Ems of an indent, at most. */
const INDENT_EMS = 3;
/** Points by which ink reaches out of its box. */
const INK_PT = 2;

export function alignParagraph(on: EditedPage, match: TextMatch, alignment: ParagraphAlignment): EditOutcome {
  const { document, pageIndex, text: page } = on;
  const source = match.glyphs[0]?.event.source;
  const { of } = linesOfPage(page);
  const asked = new Set(match.glyphs.filter(isVisible).flatMap((glyph) => of(glyph) ?? []));
  const [line] = asked;
  const refusal = refusalOf(page, match) ?? (page.directed.length > 0 ? 'right_to_left' : undefined);
  if (refusal || !source || !line || line.isLeader || Math.abs(line.angle) > SAME_ANGLE)
    return { ok: false, refusal: refusal ?? 'no_unit', match };
  const described = describeLine(page, line.glyphs.filter(isVisible), document.pages[pageIndex]?.mediaBox);
  const paragraph = paragraphOf(page, line, described.wrapMax, asked);
  const sides = measureOf(page, paragraph, described);
  const shifts = new Map<PlacedGlyph, number>();
  for (const [index, one] of paragraph.lines.entries()) {
    const isStretched = alignment === 'justify' && index < paragraph.lines.length - 1;
    for (const [glyph, by] of shiftsOf(page, one, { alignment, sides, paragraph, isStretched })) shifts.set(glyph, by);
  }
  const glyphs = [...shifts.keys()];
  if (glyphs.some(({ event }) => event.source !== source)) return { ok: false, refusal: 'split_over_contents', match };
  const edits = rewriteText(page, { source, removed: new Set(), shiftOf: (glyph) => shifts.get(glyph) ?? 0 });
  const moves = { page, match: match.glyphs.slice(0, 1), removed: new Set<PlacedGlyph>(), insertions: [], shifts, rises: new Map() };
  const followed = followText(moves);
  writeSource(document, page.page, source, [...edits, ...followed.edits]);
  const boxes = [...joined(glyphs.map((glyph) => movedBox(glyph.box, shifts.get(glyph) ?? 0))), ...match.boxes, ...followed.boxes];
  return {
    ok: true,
    change: {
      pageIndex,
      before: match.text,
      after: match.text,
      bbox: boxes.reduce(unite),
      boxes,
      removed: '',
      isRow: false,
      fidelity: fidelityOf({ encoded: [], fitting: 'as_it_is', isOverflowing: false, scale: 1 }, new Map()),
    },
  };
}

function movedBox([left, bottom, right, top]: Box, by: number): Box {
  return [left + Math.min(0, by) - INK_PT, bottom - INK_PT, right + Math.max(0, by) + INK_PT, top + INK_PT];
}

/** Of a paragraph its own; a line that stands alone has the room of the page's other lines. */
function measureOf(page: PageText, { lines, start, end }: Paragraph, { startMin, limit }: Line): readonly [number, number] {
  const [least, most] = [Math.min(start, ...lines.map((line) => line.start)), Math.max(end, ...lines.map((line) => line.end))];
  if (lines.length > 1) return [least, most];
  const others = linesOfPage(page).all.filter((line) => Math.abs(line.angle) < SAME_ANGLE && line.glyphs.some(isVisible));
  const from = Math.max(startMin, Math.min(least, ...others.map((line) => line.start)));
  return [Math.min(least, from), Math.max(most, Math.min(limit, Math.max(...others.map((line) => line.end))))];
}

interface Wanted {
  readonly alignment: ParagraphAlignment;
  readonly sides: readonly [number, number];
  readonly paragraph: Paragraph;
  readonly isStretched: boolean;
}

function shiftsOf(page: PageText, line: TextLine, { alignment, sides, paragraph, isStretched }: Wanted): ReadonlyMap<PlacedGlyph, number> {
  const words = wordsOf(page, line);
  const gaps = words.slice(1).map((word, index) => word.start - (words[index]?.end ?? word.start));
  const width = words.reduce((sum, { start, end }) => sum + end - start, 0);
  const usual = usualSpace(paragraph, line.size);
  const [left, right] = sides;
  const from = isIndented(line, paragraph, left) && (alignment === 'left' || alignment === 'justify') ? line.start : left;
  const wide = gaps.length > 0 ? (right - from - width) / gaps.length : 0;
  const stretched = isStretched && wide > 0 && wide < line.size * STRETCH_EMS ? wide : undefined;
  const wasStretched = paragraph.alignment === 'justify' && line !== paragraph.lines.at(-1);
  const now = gaps.map((gap) => stretched ?? (wasStretched ? usual : gap));
  const free = right - from - width - now.reduce((sum, gap) => sum + gap, 0);
  let at = from + { left: 0, justify: 0, center: free / 2, right: free }[alignment];
  const shifts = new Map<PlacedGlyph, number>();
  for (const [index, word] of words.entries()) {
    for (const glyph of word.glyphs) shifts.set(glyph, at - word.start);
    at += word.end - word.start + (now[index] ?? 0);
  }
  return shifts;
}

/** The first of several lines that begin at one side. */
function isIndented(line: TextLine, { lines, alignment }: Paragraph, left: number): boolean {
  return (
    lines.length > 1 && line === lines[0] && alignment !== 'center' && alignment !== 'right' && line.start - left < line.size * INDENT_EMS
  );
}

function usualSpace({ lines }: Paragraph, size: number): number {
  const spaces = lines.flatMap(({ glyphs }) =>
    glyphs.filter(({ shown }) => shown.glyph.unicode === ' ').map(({ start, end }) => end - start),
  );
  return spaces.toSorted((one, two) => one - two)[spaces.length >> 1] ?? size * SPACE_EMS;
}

interface LineWord {
  readonly start: number;
  end: number;
  /** With the spaces after it, and what is drawn again over it. */
  readonly glyphs: PlacedGlyph[];
}

function wordsOf(page: PageText, { glyphs }: TextLine): LineWord[] {
  const words: LineWord[] = [];
  for (const glyph of glyphs.filter((one) => !page.repeats.has(one)).toSorted((one, two) => one.start - two.start)) {
    const last = words.at(-1);
    const drawn = [glyph, ...(page.drawings.get(glyph) ?? [])];
    if (last && (!isVisible(glyph) || glyph.start - last.end < glyph.size * WORD_GAP_EMS)) last.glyphs.push(...drawn);
    else if (isVisible(glyph)) words.push({ start: glyph.start, end: glyph.end, glyphs: [...drawn] });
    if (isVisible(glyph) && words.at(-1)) (words.at(-1) as LineWord).end = Math.max(words.at(-1)?.end ?? 0, glyph.end);
  }
  return words;
}
