// Captions: text above or below a picture or table that counts it (`Figure 3`, `Tabelle 2`), or a short text right below a picture.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { PageBlock, PictureBlock, TableBlock, TextBlock } from './page-model.ts';

/** In points: the gap between a caption and what it describes; below a picture, without a number. */
const GAP_MAX = 30;
const PLAIN_GAP_MAX = 12;
const PLAIN_LINES_MAX = 2;
/** Share of the narrower of the two that lies over the other. */
const OVER_SHARE = 0.5;

const COUNTED =
  /^(?:fig(?:ure|ura|uur)?|table|tab(?:elle|ella|el|la|leau)?|abb(?:ildung)?|chart|exhibit|plate|scheme|photo|map|image|bild|grafik|graphique|gr\u00e1fico|illustration)\.?\s*(?:\d|[ivxlc]+\b|[A-Z]\b)|^(?:\u56fe|\u5716|\u56f3|\u8868)\s*\d/iu;

/** The same blocks; a caption has that kind, and its picture its id. */
export function findCaptions(blocks: readonly PageBlock[]): PageBlock[] {
  const captions = new Map<PageBlock, PictureBlock | TableBlock>();
  for (const block of blocks) {
    if (block.kind !== 'paragraph' && block.kind !== 'heading') continue;
    const shown = blocks.filter((other): other is PictureBlock | TableBlock => other.kind === 'picture' || other.kind === 'table');
    const nearest = nearestOf(block, shown);
    if (nearest) captions.set(block, nearest);
  }
  const idOf = new Map([...captions].map(([caption, shown]) => [shown, caption.id]));
  return blocks.map((block): PageBlock => {
    if (captions.has(block)) {
      const { level: _, ...text } = block as TextBlock;
      return { ...text, kind: 'caption' };
    }
    const caption = block.kind === 'picture' ? idOf.get(block) : undefined;
    return block.kind === 'picture' && caption !== undefined ? { ...block, caption } : block;
  });
}

function nearestOf(text: TextBlock, shown: readonly (PictureBlock | TableBlock)[]): PictureBlock | TableBlock | undefined {
  const isCounted = COUNTED.test(text.text);
  const isShort = text.kind === 'paragraph' && text.lines.length <= PLAIN_LINES_MAX;
  let best: PictureBlock | TableBlock | undefined;
  let least = Infinity;
  for (const one of shown) {
    if (overShare(text.box, one.box) < OVER_SHARE) continue;
    const [below, above] = [text.box.top - one.box.bottom, one.box.top - text.box.bottom];
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
