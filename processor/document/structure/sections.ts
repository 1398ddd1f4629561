// Stretches of a document with the same number of columns: each becomes a section.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { DraftBlock } from '../drafts.ts';

export interface Stretch {
  readonly blocks: readonly DraftBlock[];
  readonly columns: number;
  /** Points between two columns; 0 for one. */
  readonly gap: number;
  /** Of each column; none for one. */
  readonly sides: readonly Sides[];
}

/** A block wider than this share of the body spans it. */
const WIDE_SHARE = 0.62;
/** Fewer lines are an inset, not a text in columns. */
const LINES_MIN = 10;
const COLUMN_LINES_MIN = 5;

/** @param body the sides of the document's text */
export function splitByColumns(blocks: readonly DraftBlock[], body: Sides): Stretch[] {
  const width = body.right - body.left;
  const runs: { narrow: boolean; blocks: DraftBlock[] }[] = [];
  for (const block of blocks) {
    const narrow = widthOf(block) < width * WIDE_SHARE;
    const open = runs.at(-1);
    if (open?.narrow === narrow) open.blocks.push(block);
    else runs.push({ narrow, blocks: [block] });
  }
  const stretches: (Omit<Stretch, 'blocks'> & { readonly blocks: DraftBlock[] })[] = [];
  for (const run of runs) {
    const found = run.narrow ? columnsOf(run.blocks, width) : { columns: 1, gap: 0, sides: [] };
    const open = stretches.at(-1);
    if (open?.columns === found.columns) open.blocks.push(...run.blocks);
    else stretches.push({ blocks: run.blocks, ...found });
  }
  return stretches;
}

/** For text, its column; for anything else, its own width. */
function widthOf(block: DraftBlock): number {
  return block.kind === 'text' ? block.right - block.left : block.box.right - block.box.left;
}

function columnsOf(blocks: readonly DraftBlock[], bodyWidth: number): Omit<Stretch, 'blocks'> {
  const texts = blocks.filter((block) => block.kind === 'text');
  const lefts: { left: number; right: number }[] = [];
  for (const { left, right } of texts.toSorted((a, b) => a.left - b.left)) {
    const same = lefts.find((column) => left < column.right - 5);
    if (same) same.right = Math.max(same.right, Math.min(right, same.right + 5));
    else lefts.push({ left, right });
  }
  const lines = texts.reduce((sum, block) => sum + block.lines.length, 0);
  const inColumn = lefts.map((column) =>
    texts.filter(({ left }) => left >= column.left && left < column.right).reduce((sum, block) => sum + block.lines.length, 0),
  );
  const [, second = 0] = inColumn.toSorted((a, b) => b - a);
  if (lefts.length < 2 || lefts.length > 4 || lines < LINES_MIN || second < COLUMN_LINES_MIN) return { columns: 1, gap: 0, sides: [] };
  const gap = (lefts[1]?.left ?? 0) - (lefts[0]?.right ?? 0);
  return { columns: lefts.length, gap: Math.min(Math.max(gap, 8), bodyWidth / 4), sides: lefts };
}
