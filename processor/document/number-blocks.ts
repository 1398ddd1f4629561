// The parts of a document → its blocks one by one, each with an id that is the same in every format that is made of the same source with the
// same pages. What only holds things side by side is taken apart. A caption stands beside what it describes.

import type { Block, DocumentPart, Image, Paragraph, SectionHead, Table } from './model.ts';
import { shownBy } from './pages/caption-place.ts';

export interface NumberedBlock {
  readonly kind: 'block';
  /** `b12` is the twelfth block of the document, `i3` its third picture. */
  readonly id: string;
  readonly block: Block;
  /** It stands beside the block before: no list goes on over that. */
  readonly startsSide: boolean;
  /** The id of the picture or table that it describes. */
  readonly captionOf?: string;
}

interface NumberedNote {
  readonly kind: 'note';
  /** `n3` is the third note. */
  readonly id: string;
  readonly number: number;
  readonly paragraphs: readonly Paragraph[];
}

interface NumberedSection {
  readonly kind: 'section';
  readonly section: SectionHead;
}

/** In lines of usual distance: a caption without a number is short. */
const PLAIN_LINES_MAX = 2;
/** In lines: the box of one line is less high than two. */
const LINE_SHARE = 1.5;

export async function* numberBlocks(
  parts: AsyncIterable<DocumentPart>,
): AsyncGenerator<NumberedBlock | NumberedNote | NumberedSection, void, void> {
  const counts = { b: 0, i: 0 };
  for await (const part of parts) {
    if (part.kind === 'section') yield part;
    else if (part.kind === 'footnote') yield { ...part, kind: 'note', id: `n${part.number}` };
    else if (part.kind === 'blocks') {
      const ids = new Map<Block, string>();
      const blocks = [...takeApart(part.blocks)];
      const captions = captionsAmong(blocks.map(({ block }) => block));
      const ordered = besideTheirs(blocks, captions);
      for (const { block } of ordered) {
        const letter = block.kind === 'image' ? 'i' : 'b';
        ids.set(block, `${letter}${++counts[letter]}`);
      }
      for (const { block, startsSide } of ordered) {
        const captionOf = ids.get(captions.get(block) ?? block);
        yield {
          kind: 'block',
          id: ids.get(block) ?? '',
          block,
          startsSide,
          ...(captions.has(block) && captionOf !== undefined && { captionOf }),
        };
      }
    }
  }
}

interface Apart {
  readonly block: Block;
  readonly startsSide: boolean;
}

function* takeApart(blocks: readonly Block[], startsSide = false): Generator<Apart, void, void> {
  let starts = startsSide;
  for (const block of blocks) {
    if (block.kind === 'table' && block.layout) {
      for (const cell of block.cells) yield* takeApart(cell.blocks, true);
      starts = true;
    } else {
      yield { block, startsSide: starts };
      starts = false;
    }
  }
}

/** Each caption with what it describes. */
function captionsAmong(blocks: readonly Block[]): Map<Block, Image | Table> {
  const shown = blocks.flatMap((block) => {
    const [place] = block.boxes ?? [];
    if (block.kind === 'paragraph' || !place || (block.kind === 'image' && block.float?.from === 'page')) return [];
    return [{ kind: block.kind === 'image' ? ('picture' as const) : ('table' as const), box: place.box, page: place.page, block }];
  });
  const captions = new Map<Block, Image | Table>();
  for (const block of shown.length === 0 ? [] : blocks) {
    const [place] = block.boxes ?? [];
    if (block.kind !== 'paragraph' || !place || block.heading !== undefined || block.list) continue;
    const text = block.runs.map((run) => run.text).join('');
    const isShort = place.box.bottom - place.box.top < block.lineHeight * (PLAIN_LINES_MAX - 1 + LINE_SHARE);
    const found = shownBy(
      { text, box: place.box, isShort },
      shown.filter(({ page }) => page === place.page),
    );
    if (found) captions.set(block, found.block);
  }
  return captions;
}

/** A caption that other blocks part from its picture follows it, or comes before it where it stands above. */
function besideTheirs(blocks: readonly Apart[], captions: ReadonlyMap<Block, Image | Table>): readonly Apart[] {
  if (captions.size === 0) return blocks;
  const ordered = [...blocks];
  for (const [caption, shown] of captions) {
    const from = ordered.findIndex(({ block }) => block === caption);
    const to = ordered.findIndex(({ block }) => block === shown);
    const between = ordered.slice(Math.min(from, to) + 1, Math.max(from, to));
    if (between.every(({ block }) => captions.get(block) === shown) || between.some(({ block }) => isBetween(block, caption, shown)))
      continue;
    const [moved] = ordered.splice(from, 1);
    if (!moved) continue;
    const isAbove = (caption.boxes?.[0]?.box.top ?? 0) < (shown.boxes?.[0]?.box.top ?? 0);
    ordered.splice(ordered.findIndex(({ block }) => block === shown) + (isAbove ? 0 : 1), 0, moved);
  }
  return ordered;
}

/** On their page, and neither above nor below both. */
function isBetween({ boxes: [place] = [] }: Block, { boxes: [one] = [] }: Block, { boxes: [two] = [] }: Block): boolean {
  if (!place || !one || !two || place.page !== one.page) return false;
  return place.box.top > Math.min(one.box.top, two.box.top) && place.box.bottom < Math.max(one.box.bottom, two.box.bottom);
}
