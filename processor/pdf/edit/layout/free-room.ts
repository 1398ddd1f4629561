// The room below a paragraph: how many lines it could have beyond its own before it comes to other text, a rule, a picture, its clip or the margin.

import type { Box } from '../../geometry/box.ts';
import { type PageText, type PlacedGlyph, SAME_ANGLE } from '../page-text.ts';
import { isVisible } from './lines.ts';
import type { Paragraph } from './paragraph.ts';

/** Ems that letters reach above and below their baseline, and that are kept free below the last line. */
const [ASCENT, DESCENT, APART] = [0.75, 0.25, 0.35];
/** Share of the page's height that stays free at its end, where no other text stands lower. */
const MARGIN_SHARE = 0.05;
const LINES_MAX = 30;

export function linesBelow(page: PageText, { lines, start, end, leading }: Paragraph, pageBox: Box | undefined): number {
  const last = lines.at(-1);
  const [glyph] = last?.glyphs ?? [];
  if (!last || !glyph || !(leading > 0)) return 0;
  const own = new Set(lines.flatMap((line) => line.glyphs));
  const floor = floorOf(page, glyph, pageBox);
  let count = 0;
  while (count < LINES_MAX) {
    const baseline = last.baseline - leading * (count + 1);
    const band: Box = [start, baseline - last.size * (DESCENT + APART), end, baseline + last.size * ASCENT];
    if (band[1] < floor || !isFree(page, own, band, last.angle, last.baseline - last.size * DESCENT)) break;
    count++;
  }
  return count;
}

/** Across the baseline: the end of the clip and of the page, and of its other text. */
function floorOf(page: PageText, first: PlacedGlyph, pageBox: Box | undefined): number {
  // Turned text has no margin that is known.
  if (Math.abs(first.angle) > SAME_ANGLE || !pageBox) return Infinity;
  const clip = first.event.state.clip;
  const lowest = page.glyphs.filter(isVisible).reduce((least, { baseline, size }) => Math.min(least, baseline - size * DESCENT), Infinity);
  const margin = pageBox[1] + (pageBox[3] - pageBox[1]) * MARGIN_SHARE;
  return Math.max(Math.min(margin, lowest), pageBox[1], Number.isFinite(clip[1]) ? clip[1] : -Infinity);
}

/** @param from across the baseline: edges above it belong to what the paragraph stands on */
function isFree(
  { glyphs, rules }: PageText,
  own: ReadonlySet<PlacedGlyph>,
  [left, bottom, right, top]: Box,
  angle: number,
  from: number,
): boolean {
  const isText = glyphs.some(
    (glyph) =>
      !own.has(glyph) &&
      isVisible(glyph) &&
      Math.abs(glyph.angle - angle) < SAME_ANGLE &&
      glyph.end > left &&
      glyph.start < right &&
      glyph.baseline + glyph.size * ASCENT > bottom &&
      glyph.baseline - glyph.size * DESCENT < top,
  );
  if (isText) return false;
  return rules.every(([x1, y1, x2, y2]) => {
    if (x2 <= left || x1 >= right) return true;
    const isEdge = (y: number) => y > bottom && y < from;
    const isBeside = [x1, x2].some((x) => x > left + 1 && x < right - 1) && y2 > bottom && y1 < top;
    return !isEdge(y1) && !isEdge(y2) && !isBeside;
  });
}
