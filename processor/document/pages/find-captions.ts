// The captions among the blocks of a page.

import { shownBy } from './caption-place.ts';
import type { PageBlock, PictureBlock, TableBlock, TextBlock } from './page-model.ts';

const PLAIN_LINES_MAX = 2;

/** The same blocks; a caption has that kind, and its picture its id. */
export function findCaptions(blocks: readonly PageBlock[]): PageBlock[] {
  const shown = blocks.filter((block): block is PictureBlock | TableBlock => block.kind === 'picture' || block.kind === 'table');
  const captions = new Map<PageBlock, PictureBlock | TableBlock>();
  for (const block of blocks) {
    if (block.kind !== 'paragraph' && block.kind !== 'heading') continue;
    const { text, box, kind, lines } = block;
    const nearest = shownBy({ text, box, isShort: kind === 'paragraph' && lines.length <= PLAIN_LINES_MAX }, shown);
    if (nearest) captions.set(block, nearest);
  }
  const idOf = new Map([...captions].map(([caption, of]) => [of, caption.id]));
  return blocks.map((block): PageBlock => {
    if (captions.has(block)) {
      const { level: _, ...text } = block as TextBlock;
      return { ...text, kind: 'caption' };
    }
    const caption = block.kind === 'picture' ? idOf.get(block) : undefined;
    return block.kind === 'picture' && caption !== undefined ? { ...block, caption } : block;
  });
}
