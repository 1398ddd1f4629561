// Raised signs behind figures (`1º`, `nº 6`, a note's `12³`), which recognition reads as figures of their own: `12`, `n26`, `123`. What stands where in the
// picture tells them. Pure.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RegionPixels } from '../../pdf/pdfium/page/draw-regions.ts';

/** Words that may hold one and say none. */
const MAY_HOLD = /^[("'“«]*(?:\p{Nd}+|[nN]\.?(?=.*\p{Nd}))[\p{Nd}\p{L}]?[^\p{L}]*$/u;
const SAYS_RAISED = /[°ºª²³¹⁰⁴-⁹*"'’”^]/u;
/** Of the height of the figure before it: how far above its foot a raised sign ends, and how tall it is; an apostrophe is lower, a letter ends at the foot. */
const RAISED = { above: 0.2, tall: 0.4, most: 0.9, beside: 0.3 } as const;
/** Of the darkest ink. */
const INK = 0.5;
/** Pixels: less shows nothing. */
const HEIGHT_MIN = 8;

/** @param box pixels of the picture */
export function holdsRaisedSign(text: string, box: ShownBox, picture: RegionPixels): boolean {
  if (text.length < 2 || !MAY_HOLD.test(text) || SAYS_RAISED.test(text)) return false;
  const [first, ...others] = glyphsOf(picture, box);
  if (!first) return false;
  let { top, bottom } = first;
  for (const glyph of others) {
    const height = bottom - top;
    const own = glyph.bottom - glyph.top;
    if (height < HEIGHT_MIN) return false;
    const isHigh = glyph.bottom <= bottom - height * RAISED.above && glyph.top - top <= height * RAISED.beside;
    if (isHigh && own >= height * RAISED.tall && own < height * RAISED.most) return true;
    // The next one stands beside a figure, not beside a dot.
    if (own >= height * RAISED.most) ({ top, bottom } = glyph);
  }
  return false;
}

interface Extent {
  top: number;
  bottom: number;
}

/** From left to right, parted where a column has no ink. */
function glyphsOf({ bgra, widthPixels, heightPixels }: RegionPixels, box: ShownBox): Extent[] {
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))];
  const [right, bottom] = [Math.min(widthPixels, Math.ceil(box.right)), Math.min(heightPixels, Math.ceil(box.bottom))];
  const greyAt = (x: number, y: number) => bgra[(y * widthPixels + x) * 4 + 1] ?? 255;
  let [darkest, lightest] = [255, 0];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) [darkest, lightest] = [Math.min(darkest, greyAt(x, y)), Math.max(lightest, greyAt(x, y))];
  const ink = darkest + (lightest - darkest) * INK;
  const glyphs: Extent[] = [];
  let open: Extent | undefined;
  for (let x = left; x < right; x++) {
    let isEmpty = true;
    for (let y = top; y < bottom; y++) {
      if (greyAt(x, y) > ink) continue;
      isEmpty = false;
      if (!open) glyphs.push((open = { top: y, bottom: y + 1 }));
      open.top = Math.min(open.top, y);
      open.bottom = Math.max(open.bottom, y + 1);
    }
    if (isEmpty) open = undefined;
  }
  return glyphs;
}
