// Things side by side on a page (addresses beside dates, authors beside authors, a picture beside text) are held together by a table
// without lines. The reading order stays: where a table would change it, the blocks simply follow each other.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { DraftBlock, DraftCell, DraftTable } from '../drafts.ts';
import { firstPageOf } from './measures.ts';
import { boxOf, textsOf } from './spacing.ts';

/** Share of the lower of two blocks that is beside the other. */
const BESIDE_SHARE = 0.3;

/** Points needed between two things to separate them. */
const GAP_MIN = 7;
/** Points by which stacked boxes may overlap. */
const OVERLAP = 2;
const SAME_X = 5;
const DEPTH_MAX = 4;
/** Fewer lines beside others are an inset. */
const COLUMN_LINES_MIN = 10;

/** @param blocks that follow each other in one column @param sides they decide about widths alone, not about what goes beside what */
export function arrangeBlocks(blocks: Iterable<DraftBlock>, sides: Sides, depth = 0): DraftBlock[] {
  return [...arrangeFlow(blocks, sides, depth)];
}

/** Page by page. */
export function* arrangeFlow(blocks: Iterable<DraftBlock>, sides: Sides, depth = 0): Generator<DraftBlock, void, void> {
  for (const page of runsOfPage(blocks)) yield* mergeRows(bandsOf(page).flatMap((band) => arrangeBand(band, sides, depth)));
}

/** Neighbours on one page. */
function* runsOfPage(blocks: Iterable<DraftBlock>): Generator<readonly DraftBlock[], void, void> {
  let open: DraftBlock[] = [];
  let page: number | undefined;
  for (const block of blocks) {
    const own = isOnOnePage(block) ? firstPageOf(block) : undefined;
    if (open.length > 0 && (own === undefined || own !== page)) {
      yield open;
      open = [];
    }
    page = own;
    open.push(block);
  }
  if (open.length > 0) yield open;
}

function isOnOnePage(block: DraftBlock): boolean {
  if (block.kind === 'table') return firstPageOf(block) === block.pageIndex;
  return block.kind !== 'text' || block.lines.every(({ pageIndex }) => pageIndex === block.pageIndex);
}

/** Neighbours whose boxes overlap in height. */
function bandsOf(blocks: readonly DraftBlock[]): DraftBlock[][] {
  const bands: { blocks: DraftBlock[]; top: number; bottom: number }[] = [];
  for (const block of blocks) {
    let merged = { blocks: [block], top: block.box.top, bottom: block.box.bottom };
    for (let open = bands.at(-1); open && shares(open, merged); open = bands.at(-1)) {
      merged = {
        blocks: [...open.blocks, ...merged.blocks],
        top: Math.min(open.top, merged.top),
        bottom: Math.max(open.bottom, merged.bottom),
      };
      bands.pop();
    }
    bands.push(merged);
  }
  return bands.map((band) => band.blocks);
}

function shares(one: { readonly top: number; readonly bottom: number }, two: { readonly top: number; readonly bottom: number }): boolean {
  const shared = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return (
    shared > Math.min(OVERLAP + 1, (one.bottom - one.top) * BESIDE_SHARE, (two.bottom - two.top) * BESIDE_SHARE) ||
    one.top > two.bottom + OVERLAP
  );
}

function arrangeBand(band: readonly DraftBlock[], sides: Sides, depth: number): DraftBlock[] {
  if (band.length < 2 || depth >= DEPTH_MAX) return [...band];
  const stacks = stacksOf(band);
  if (!stacks || stacks.length < 2) return [...band];
  if (areColumns(stacks)) return stacks.flatMap((stack) => arrangeBlocks(stack, boxOf(stack), depth + 1));
  return [sideBySide(stacks, sides, depth)];
}

/** Text in columns: it continues from one to the next, and becomes a section of its own. */
function areColumns(stacks: readonly DraftBlock[][]): boolean {
  return stacks.filter((stack) => linesOf(stack) >= COLUMN_LINES_MIN).length >= 2;
}

function linesOf(blocks: readonly DraftBlock[]): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'text' ? block.lines.length : 0), 0);
}

/** Stacks of blocks, from side to side; undefined where that is not the reading order. */
function stacksOf(band: readonly DraftBlock[]): DraftBlock[][] | undefined {
  const stacks: { blocks: Set<DraftBlock>; left: number; right: number }[] = [];
  const rtl = isRtl(band);
  for (const block of band.toSorted((a, b) => a.box.left - b.box.left)) {
    const open = stacks.at(-1);
    if (open && block.box.left < open.right + GAP_MIN) {
      open.blocks.add(block);
      open.right = Math.max(open.right, block.box.right);
    } else stacks.push({ blocks: new Set([block]), left: block.box.left, right: block.box.right });
  }
  if (rtl) stacks.reverse();
  // A picture has no place in the order of a text.
  const order = band.filter(({ kind }) => kind !== 'image').map((block) => stacks.findIndex(({ blocks }) => blocks.has(block)));
  const rising = order.every((at, index) => index === 0 || at >= (order[index - 1] ?? 0));
  if (!rising) return undefined;
  const ordered = stacks.map(({ blocks }) => {
    const own = band.filter((block) => blocks.has(block));
    return own.every(({ kind }) => kind === 'image') ? own.toSorted((a, b) => a.box.top - b.box.top) : own;
  });
  // In each stack, the first read is the highest.
  const settled = ordered.every((stack) =>
    stack.every((block, index) => index === 0 || block.box.top >= (stack[index - 1]?.box.top ?? 0) - OVERLAP),
  );
  return settled ? ordered : undefined;
}

function isRtl(blocks: readonly DraftBlock[]): boolean {
  const lines = textsOf(blocks).flatMap((block) => block.lines);
  return lines.filter((line) => line.rtl).length * 2 > lines.length;
}

/** @param read in reading order */
function sideBySide(read: readonly DraftBlock[][], sides: Sides, depth: number): DraftTable {
  const stacks = read.toSorted((a, b) => boxOf(a).left - boxOf(b).left);
  const boxes = stacks.map(boxOf);
  const whole = boxOf(stacks.flat());
  const xs = [...boxes.map(({ left }) => left), Math.max(whole.right, sides.right)];
  const cells = stacks.map((stack, column): DraftCell => {
    const { left, right } = boxes[column] ?? whole;
    const inner = { left, right };
    const own = stack.map((block) =>
      block.kind === 'text'
        ? { ...block, left, right, source: block.source ?? block }
        : block.kind === 'image'
          ? { ...block, column: inner }
          : block,
    );
    return { row: 0, column, rowSpan: 1, columnSpan: 1, blocks: arrangeBlocks(own, inner, depth + 1) };
  });
  return {
    kind: 'table',
    xs,
    ys: [whole.top, whole.bottom],
    rows: 1,
    cells,
    bordered: false,
    layout: true,
    colour: 0,
    box: whole,
    pageIndex: stacks[0]?.[0]?.pageIndex ?? 0,
    rtl: read[0] !== stacks[0],
  };
}

/** Bands with the same cuts are rows of one table. */
function mergeRows(blocks: readonly DraftBlock[]): DraftBlock[] {
  const merged: DraftBlock[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (
      block.kind !== 'table' ||
      last?.kind !== 'table' ||
      !block.layout ||
      !last.layout ||
      block.rtl !== last.rtl ||
      !hasSameColumns(last, block)
    ) {
      merged.push(block);
      continue;
    }
    const cells = block.cells.map((cell) => ({ ...cell, row: cell.row + last.rows }));
    const ys = [...(last.ys ?? []).slice(0, -1), ...(block.ys ?? [])];
    merged[merged.length - 1] = {
      ...last,
      ys,
      rows: last.rows + block.rows,
      cells: [...last.cells, ...cells],
      box: boxOf([last, block]),
    };
  }
  return merged;
}

function hasSameColumns(one: DraftTable, two: DraftTable): boolean {
  return one.xs.length === two.xs.length && one.xs.slice(0, -1).every((x, index) => Math.abs(x - (two.xs[index] ?? 0)) < SAME_X);
}
