// Blocks of a page in the order in which they are read. That of the stream stands while it agrees with the page; where something is drawn after
// what is below it, or left of it, the page is cut along its white space: across, into columns, and those across again.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { DraftBlock } from '../drafts.ts';
import { isMostlyRtl } from '../words/segments.ts';

/** Points by which blocks may overlap and are still one above the other. */
const OVER = 2;
/** Points: the narrowest white space between columns. */
const COLUMN_GAP = 7;
/** Share of the lower of two blocks that is beside the other. */
const BESIDE_SHARE = 0.5;
/** Shares of a column of text, of so many words a line: one that is narrower and has less height holds what is said beside the text. */
const SIDE = { width: 0.6, height: 0.5, words: 5 } as const;
const DEPTH_MAX = 24;

/** @param blocks in the order of the stream */
export function orderBlocks(blocks: readonly DraftBlock[]): DraftBlock[] {
  const settled = settle(blocks);
  const rtl = isMostlyRtl(blocks.flatMap((block) => (block.kind === 'text' ? block.lines.flatMap(({ words }) => words) : [])));
  return isInOrder(settled, rtl) ? settled : cut(settled, rtl, 0);
}

/** What is drawn late but is above what it follows, in the same column, is read first: a title over a table, a header. */
function settle(blocks: readonly DraftBlock[]): DraftBlock[] {
  const settled: DraftBlock[] = [];
  for (const block of blocks) {
    let at = settled.length;
    for (let index = settled.length - 1; index >= 0; index--) {
      const before = settled[index];
      if (!before || shared(before.box, block.box) <= 0) continue;
      if (before.box.top < block.box.bottom - OVER) break;
      at = index;
    }
    settled.splice(at, 0, block);
  }
  return settled;
}

function isInOrder(blocks: readonly DraftBlock[], rtl: boolean): boolean {
  return blocks.every((block, at) => blocks.slice(at + 1).every((later) => !comesBefore(later, block, rtl)));
}

/** It is above, or beside where reading begins. */
function comesBefore({ box: one }: DraftBlock, { box: two }: DraftBlock, rtl: boolean): boolean {
  if (shared(one, two) > 0) return one.bottom <= two.top + OVER;
  if (rtl ? one.left < two.right : one.right > two.left) return false;
  const beside = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return beside > BESIDE_SHARE * Math.min(one.bottom - one.top, two.bottom - two.top);
}

function cut(blocks: readonly DraftBlock[], rtl: boolean, depth: number): DraftBlock[] {
  if (blocks.length < 2 || depth > DEPTH_MAX) return [...blocks];
  const columns = columnsOf(blocks);
  const ordered = (rtl ? columns.toReversed() : columns).map((part) => (columns.length > 1 ? cut(part, rtl, depth + 1) : part));
  if (columns.length === 2) return ordered.reduce(withSide);
  if (columns.length > 2) return ordered.flat();
  const bands = joinBands(split(blocks, ({ box }) => [box.top, box.bottom - OVER], 0));
  return bands.length > 1 ? bands.flatMap((part) => cut(part, rtl, depth + 1)) : [...blocks];
}

/** One column after the other; headings and remarks beside a text stand where it has got to. */
function withSide(one: readonly DraftBlock[], two: readonly DraftBlock[]): DraftBlock[] {
  const [side, main] = isBeside(one, two) ? [one, two] : isBeside(two, one) ? [two, one] : [];
  if (!side || !main) return [...one, ...two];
  const ordered = [...main];
  let last = 0;
  for (const block of side) {
    const at = ordered.findIndex(({ box }, index) => index >= last && box.top >= block.box.top - OVER * 2);
    last = (at < 0 ? ordered.length : at) + 1;
    ordered.splice(last - 1, 0, block);
  }
  return ordered;
}

function isBeside(side: readonly DraftBlock[], main: readonly DraftBlock[]): boolean {
  const width = (of: readonly DraftBlock[]) => Math.max(...of.map(({ box }) => box.right)) - Math.min(...of.map(({ box }) => box.left));
  const height = (of: readonly DraftBlock[]) => of.reduce((sum, { box }) => sum + box.bottom - box.top, 0);
  const lines = main.flatMap((block) => (block.kind === 'text' ? block.lines : []));
  const isText = lines.reduce((sum, { words }) => sum + words.length, 0) > lines.length * SIDE.words;
  return isText && width(side) < width(main) * SIDE.width && height(side) < height(main) * SIDE.height;
}

function columnsOf(blocks: readonly DraftBlock[]): DraftBlock[][] {
  return split(blocks, ({ box }) => [box.left, box.right], COLUMN_GAP);
}

/** Bands that follow each other go together while the same columns run through all of them. */
function joinBands(bands: readonly DraftBlock[][]): DraftBlock[][] {
  const joined: DraftBlock[][] = [];
  for (const band of bands) {
    const open = joined.at(-1);
    if (open && !isFoot(band, bands) && !isFoot(open, bands) && columnsOf([...open, ...band]).length > 1) open.push(...band);
    else joined.push([...band]);
  }
  return joined;
}

/** The first or last band, of single lines beside each other: what stands at the edges of a page is in no column. */
function isFoot(band: readonly DraftBlock[], bands: readonly (readonly DraftBlock[])[]): boolean {
  const isEdge = band[0] === bands.at(-1)?.[0] || band[0] === bands[0]?.[0];
  return isEdge && band.length > 1 && band.every((block) => block.kind === 'text' && block.lines.length === 1);
}

/** Parts that a gap of at least `gapMin` separates along one axis, in order; within each the blocks keep theirs. */
function split(blocks: readonly DraftBlock[], span: (block: DraftBlock) => readonly [number, number], gapMin: number): DraftBlock[][] {
  const parts: Set<DraftBlock>[] = [];
  let end = -Infinity;
  for (const block of blocks.toSorted((a, b) => span(a)[0] - span(b)[0])) {
    const [from, to] = span(block);
    const open = parts.at(-1);
    if (open && from < end + gapMin) open.add(block);
    else parts.push(new Set([block]));
    end = Math.max(end, to);
  }
  return parts.length < 2 ? [[...blocks]] : parts.map((part) => blocks.filter((block) => part.has(block)));
}

function shared(one: Sides, two: Sides): number {
  return Math.min(one.right, two.right) - Math.max(one.left, two.left);
}
