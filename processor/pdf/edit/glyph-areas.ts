// Where a glyph's ink is likely to be. Fonts declare an ascent and a descent for whole lines, often more than the distance of two lines: what
// is measured by those reaches into the neighbours.

import { boundsOf, type Box, transformBox } from '../box.ts';
import { glyphMatrix, glyphQuad, type ShownGlyph, type TextEvent } from '../content/events.ts';
import { verticalExtent } from '../fonts/font.ts';
import { boxesOf } from './find.ts';
import type { PlacedGlyph } from './page-text.ts';

const [ASCENT_MAX, DESCENT_MIN] = [0.8, -0.25];
/** Of letters without ascenders. */
const X_HEIGHT = 0.5;

/** Capitals, ascenders and descenders. */
export function inkBox({ event, shown }: { readonly event: TextEvent; readonly shown: ShownGlyph }): Box {
  if (!event.font || event.font.type3) return boundsOf(glyphQuad(event, shown));
  const { ascent, descent } = verticalExtent(event.font);
  const box: Box = [0, Math.max(descent, DESCENT_MIN), shown.glyph.width, Math.min(ascent, ASCENT_MAX)];
  return boundsOf(transformBox(glyphMatrix(event, shown), box));
}

/** The part that is surely the glyph's own: an area that touches it means the glyph. */
export function coreBox({ event, shown }: { readonly event: TextEvent; readonly shown: ShownGlyph }): Box {
  const { width } = shown.glyph;
  if (!event.font || event.font.type3) {
    const [left, bottom, right, top] = boundsOf(glyphQuad(event, shown));
    const [aside, above] = [(right - left) * 0.2, (top - bottom) * 0.05];
    return [left + aside, bottom + above, Math.max(right - aside, left + aside + 0.01), top - above];
  }
  return boundsOf(transformBox(glyphMatrix(event, shown), [width * 0.2, 0, Math.max(width * 0.8, width * 0.2 + 0.001), X_HEIGHT]));
}

/**
 * What the glyphs take up, a box for each line. Of invisible ones all that they declare: they stand for letters of a picture, whose size only
 * the declaration tells.
 */
export function inkBoxes(glyphs: readonly PlacedGlyph[]): Box[] {
  return boxesOf(glyphs, (glyph) => (INVISIBLE.has(glyph.event.state.renderMode) ? glyph.box : inkBox(glyph)));
}

/** Table 104. */
const INVISIBLE = new Set([3, 7]);
