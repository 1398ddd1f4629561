// Vertical measures: the spacing of lines, the spacing of blocks, and where the source went to the next page or column before it
// had to. All from baselines and boxes, not from the fonts' own heights.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Break } from '../model.ts';
import type { DraftBlock, DraftTable, DraftText } from '../drafts.ts';

export interface Placing {
  /** Points between the block and what is above it. */
  readonly before: number;
  /** Points from one baseline to the next; 0 for what has no lines. */
  readonly line: number;
  readonly breakBefore?: Break;
}

/** The room of a page for its text. */
export interface PageFrame {
  readonly top: number;
  readonly bottom: number;
}

export interface Flow {
  readonly blocks: readonly DraftBlock[];
  readonly columns: number;
  /** By page index. */
  readonly frames: ReadonlyMap<number, PageFrame>;
  /** Columns before another section are balanced by the viewer. */
  readonly balanced: boolean;
  /** Pages are slides: each stays one. */
  readonly slides?: boolean;
}

/** Below the baseline, in ems. */
const DESCENT = 0.21;
const LINE_RATIO = 1.17;
/** The range of a document's ratio; for single lines, whose spacing is unknown, at most the last. */
const RATIO_MAX = 1.5;
const SINGLE_RATIO_MAX = 1.25;
/** Share of the line spacing: a block that overlaps the one before by less follows it. */
const OVERLAP_SHARE = 0.9;
/** In ems: lines are never set closer. */
const CLOSEST_EM = 0.95;
/** In ems: steps between lines of a block; others are between columns or pages. */
const STEP_EM = { least: 0.6, most: 3.5 } as const;
const BEFORE_MAX = 600;

/** Usual distances of baselines in the document, by size. */
export class Leading {
  readonly #bySize = new Map<number, number>();
  readonly #ratio: number;

  constructor(blocks: readonly DraftBlock[]) {
    const steps = new Map<number, number[]>();
    const ratios: number[] = [];
    for (const block of textsOf(blocks)) {
      for (const step of stepsOf(block)) {
        const size = sizeOf(block);
        const key = Math.round(size * 2);
        const same = steps.get(key);
        if (same) same.push(step);
        else steps.set(key, [step]);
        ratios.push(step / size);
      }
    }
    for (const [key, all] of steps) this.#bySize.set(key, median(all));
    this.#ratio = ratios.length === 0 ? LINE_RATIO : Math.min(RATIO_MAX, Math.max(1, median(ratios)));
  }

  of(block: DraftText): number {
    const own = stepsOf(block);
    if (own.length > 0) return median(own);
    const size = sizeOf(block);
    return this.#bySize.get(Math.round(size * 2)) ?? size * Math.min(this.#ratio, SINGLE_RATIO_MAX);
  }
}

/** Places blocks that follow each other. Breaks can be recognised on the pages of `frames`. */
export function placeFlow(flow: Flow, leading: Leading, placings: Map<DraftBlock, Placing>): void {
  const { blocks, frames } = flow;
  let last: DraftBlock | undefined;
  let lastBottom = 0;
  for (const block of blocks) {
    const line = block.kind === 'text' ? leading.of(block) : 0;
    const page = firstPageOf(block);
    const breakBefore = last && breakBetween(last, lastBottom, block, line, flow);
    const follows = last !== undefined && lastPageOf(last) === page && topOf(block, line) > lastBottom - Math.max(line, 4) * OVERLAP_SHARE;
    const above = follows ? lastBottom : last === undefined || breakBefore !== undefined ? frames.get(page)?.top : undefined;
    // The first read is not always the highest.
    const top =
      last === undefined || breakBefore !== undefined ? Math.min(topOf(block, line), topOfPage(blocks, page)) : topOf(block, line);
    const gap = above === undefined ? 0 : top - above;
    // Lines that are closer than usual for their size.
    const closer =
      follows && gap < 0 && block.kind === 'text' && block.lines.length === 1 ? Math.max(line + gap, sizeOf(block) * CLOSEST_EM) : line;
    placings.set(block, {
      before: Math.min(BEFORE_MAX, Math.max(0, Math.round(gap * 2) / 2)),
      line: closer,
      ...(breakBefore === undefined ? {} : { breakBefore }),
    });
    if (block.kind === 'table') placeCells(block, leading, placings);
    last = block;
    lastBottom = bottomOf(block);
  }
}

function topOfPage(blocks: readonly DraftBlock[], page: number): number {
  return Math.min(...blocks.filter((block) => firstPageOf(block) === page).map(({ box }) => box.top));
}

/** The first block of a cell keeps its distance from the top of its row. */
function placeCells(table: DraftTable, leading: Leading, placings: Map<DraftBlock, Placing>): void {
  const tops = rowTops(table);
  const page = firstPageOf(table);
  for (const cell of table.cells) {
    const [first] = cell.blocks;
    const top = tops[cell.row];
    const frames =
      first && top !== undefined && firstPageOf(first) === page
        ? new Map([[firstPageOf(first), { top, bottom: Infinity }]])
        : new Map<number, PageFrame>();
    placeFlow({ blocks: cell.blocks, columns: 1, frames, balanced: false }, leading, placings);
  }
}

/** Where rows start: by their lines, or by the highest thing in them; undefined where a row is empty or on a later page. */
export function rowTops(table: DraftTable): (number | undefined)[] {
  if (table.ys) return table.ys.slice(0, -1);
  const page = firstPageOf(table);
  let known = -Infinity;
  return Array.from({ length: table.rows }, (_, row) => {
    const own = table.cells.filter((cell) => cell.row === row).flatMap(({ blocks }) => blocks.slice(0, 1));
    if (own.length === 0 || own.some((block) => firstPageOf(block) !== page)) return undefined;
    const top = Math.min(...own.map(({ box }) => box.top));
    if (top <= known) return undefined;
    known = top;
    return top;
  });
}

/** The source ended a page or a column although what came next would still have fitted. */
function breakBetween(last: DraftBlock, lastBottom: number, next: DraftBlock, line: number, flow: Flow): Break | undefined {
  const [from, to] = [lastPageOf(last), firstPageOf(next)];
  const frame = flow.frames.get(from);
  if (!frame || from > to) return undefined;
  const free = frame.bottom - lastBottom - needOf(next, line);
  if (from !== to) return free > 12 || flow.slides ? 'page' : undefined;
  const toNextColumn = flow.columns > 1 && next.box.left > last.box.left + 40 && topOf(next, line) < lastBottom - 20;
  return toNextColumn && !flow.balanced && free > 24 ? 'column' : undefined;
}

/** The height that must go to the next page together. */
function needOf(block: DraftBlock, line: number): number {
  if (block.kind === 'text') return line * Math.min(3, block.lines.length + 1);
  if (block.kind === 'image') return block.box.bottom - block.box.top;
  const [first = block.box.top, second = block.box.bottom] = block.ys ?? [];
  return Math.max(20, second - first);
}

export function topOf(block: DraftBlock, line: number): number {
  const [first] = block.kind === 'text' ? block.lines : [];
  return first && block.kind === 'text' ? first.y - line + sizeOf(block) * DESCENT : block.box.top;
}

export function bottomOf(block: DraftBlock): number {
  const last = block.kind === 'text' ? block.lines.at(-1) : undefined;
  return last && block.kind === 'text' ? last.y + sizeOf(block) * DESCENT : block.box.bottom;
}

export function firstPageOf(block: DraftBlock): number {
  if (block.kind === 'text') return block.lines[0]?.pageIndex ?? block.pageIndex;
  if (block.kind === 'image') return block.pageIndex;
  const pages = block.cells.flatMap(({ blocks }) => blocks.map(firstPageOf));
  return pages.length > 0 ? Math.min(...pages) : block.pageIndex;
}

function lastPageOf(block: DraftBlock): number {
  return block.kind === 'text' ? (block.lines.at(-1)?.pageIndex ?? block.pageIndex) : block.pageIndex;
}

function stepsOf({ lines }: DraftText): number[] {
  return lines.slice(1).flatMap((line, index) => {
    const last = lines[index];
    const step = last && last.pageIndex === line.pageIndex ? line.y - last.y : 0;
    return step > line.size * STEP_EM.least && step < line.size * STEP_EM.most ? [step] : [];
  });
}

function sizeOf({ lines }: DraftText): number {
  return Math.max(1, ...lines.map(({ size }) => size));
}

export function textsOf(blocks: readonly DraftBlock[]): DraftText[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block];
    return block.kind === 'table' ? block.cells.flatMap((cell) => textsOf(cell.blocks)) : [];
  });
}

export function boxOf(blocks: readonly DraftBlock[]): ShownBox {
  return boxAround(blocks.map(({ box }) => box));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
