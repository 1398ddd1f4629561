// Which picture or table a text describes, by its place: one that counts it (`Figure 3`, `Tabelle 2`) above or below it, or a short text right
// below a picture.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';

/** In points: the gap between a caption and what it describes; below a picture, without a number. */
const GAP_MAX = 30;
const PLAIN_GAP_MAX = 12;
/** Share of the narrower of the two that lies over the other. */
const OVER_SHARE = 0.5;

const COUNTED =
  /^(?:fig(?:ure|ura|uur)?|table|tab(?:elle|ella|el|la|leau)?|abb(?:ildung)?|chart|exhibit|plate|scheme|photo|map|image|bild|grafik|graphique|gr\u00e1fico|illustration)\.?\s*(?:\d|[ivxlc]+\b|[A-Z]\b)|^(?:\u56fe|\u5716|\u56f3|\u8868)\s*\d/iu;

export interface CaptionText {
  readonly text: string;
  readonly box: ShownBox;
  /** A paragraph of few lines. */
  readonly isShort: boolean;
}

export interface Shown {
  readonly kind: 'picture' | 'table';
  readonly box: ShownBox;
}

/** @param shown pictures and tables of the same page */
export function shownBy<T extends Shown>({ text, box, isShort }: CaptionText, shown: readonly T[]): T | undefined {
  const isCounted = COUNTED.test(text);
  let best: T | undefined;
  let least = Infinity;
  for (const one of shown) {
    if (overShare(box, one.box) < OVER_SHARE) continue;
    const [below, above] = [box.top - one.box.bottom, one.box.top - box.bottom];
    const gap = Math.max(below, above);
    const isCaption = isCounted ? gap <= GAP_MAX : isShort && one.kind === 'picture' && below >= 0 && below <= PLAIN_GAP_MAX;
    if (gap < -2 || !isCaption || gap >= least) continue;
    [best, least] = [one, gap];
  }
  return best;
}

function overShare(one: ShownBox, two: ShownBox): number {
  const shared = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  return shared / Math.max(1, Math.min(one.right - one.left, two.right - two.left));
}
