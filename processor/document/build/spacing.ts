// Vertical measures: the spacing of lines, the spacing of blocks, and where the source went to the next page or column before it
// had to. All from baselines and boxes, not from the fonts' own heights.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Break } from '../model.ts';
import type { DraftBlock, DraftTable, DraftText } from '../drafts.ts';
import { ASCENT_SHARE } from './line-spacing.ts';
import { firstPageOf, type Measure, measureOf, median, sizeOf, stepsOf, toTwips } from './measures.ts';

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

/** By page index. */
export type Frames = Pick<ReadonlyMap<number, PageFrame>, 'get'>;

export interface Flow {
  /** Of blocks that follow each other. */
  readonly measures: Iterable<Measure>;
  readonly columns: number;
  readonly frames: Frames;
  /** The highest thing that begins on a page. */
  readonly topOfPage: (page: number) => number;
  /** Columns before another section are balanced by the viewer. */
  readonly balanced: boolean;
  /** Pages are slides: each stays one. */
  readonly slides?: boolean;
}

const LINE_RATIO = 1.17;
/** The range of a document's ratio; for single lines, whose spacing is unknown, at most the last. */
const RATIO_MAX = 1.5;
const SINGLE_RATIO_MAX = 1.25;
/** Share of the line spacing: a block that overlaps the one before by less follows it. */
const OVERLAP_SHARE = 0.9;
/** In ems: lines are never set closer. */
const CLOSEST_EM = 0.95;
const BEFORE_MAX = 600;

/** Usual distances of baselines in the document, by size. */
export class Leading {
  readonly #steps = new Map<number, number[]>();
  readonly #ratios: number[] = [];
  readonly #bySize = new Map<number, number>();
  #ratio: number | undefined;

  /** All of them are added before the first is asked for. */
  add(block: DraftBlock): void {
    for (const text of textsOf([block])) {
      const size = sizeOf(text);
      for (const step of stepsOf(text)) {
        const key = Math.round(size * 2);
        const same = this.#steps.get(key);
        if (same) same.push(step);
        else this.#steps.set(key, [step]);
        this.#ratios.push(step / size);
      }
    }
  }

  of({ kind, step, size }: Pick<Measure, 'kind' | 'step' | 'size'>): number {
    if (kind !== 'text' || step > 0) return step;
    return this.#usual(Math.round(size * 2)) ?? size * Math.min(this.#usualRatio(), SINGLE_RATIO_MAX);
  }

  #usual(key: number): number | undefined {
    const steps = this.#steps.get(key);
    if (!steps) return undefined;
    const known = this.#bySize.get(key) ?? median(steps);
    this.#bySize.set(key, known);
    return known;
  }

  #usualRatio(): number {
    this.#ratio ??= this.#ratios.length === 0 ? LINE_RATIO : Math.min(RATIO_MAX, Math.max(1, median(this.#ratios)));
    return this.#ratio;
  }
}

/** Places blocks that follow each other. Breaks can be recognised on the pages of `frames`. @param place is called for each, in order */
export function placeFlow(flow: Flow, leading: Leading, place: (placing: Placing) => void): void {
  const { frames } = flow;
  let last: Measure | undefined;
  for (const block of flow.measures) {
    const line = leading.of(block);
    const page = block.firstPage;
    const lastBottom = last ? bottomOf(last, leading.of(last)) : 0;
    const breakBefore = last && breakBetween({ ...last, bottom: lastBottom }, block, line, flow);
    const follows = last !== undefined && last.lastPage === page && topOf(block, line) > lastBottom - Math.max(line, 4) * OVERLAP_SHARE;
    const begins = last === undefined || breakBefore !== undefined;
    const above = follows ? lastBottom : begins ? frames.get(page)?.top : undefined;
    // The first read is not always the highest.
    const top = begins ? Math.min(topOf(block, line), flow.topOfPage(page)) : topOf(block, line);
    const gap = above === undefined ? 0 : top - above;
    // Lines that are closer than usual for their size.
    const closer = follows && gap < 0 && block.lines === 1 ? Math.max(line + gap, block.size * CLOSEST_EM) : line;
    place({
      before: Math.min(BEFORE_MAX, Math.max(0, toTwips(gap))),
      line: closer,
      ...(breakBefore === undefined ? {} : { breakBefore }),
    });
    last = block;
  }
}

/** The highest thing that begins on each page. */
export function topsOfPages(measures: Iterable<Measure>): (page: number) => number {
  const tops = new Map<number, number>();
  for (const { firstPage, boxTop } of measures) tops.set(firstPage, Math.min(tops.get(firstPage) ?? Infinity, boxTop));
  return (page) => tops.get(page) ?? Infinity;
}

/** Places blocks with what their tables hold. */
export function placeBlocks(blocks: readonly DraftBlock[], frames: Frames, leading: Leading, placings: Map<DraftBlock, Placing>): void {
  const measures = blocks.map(measureOf);
  let at = 0;
  placeFlow({ measures, columns: 1, frames, topOfPage: topsOfPages(measures), balanced: false }, leading, (placing) => {
    const block = blocks[at++];
    if (block) placings.set(block, placing);
  });
  for (const block of blocks) if (block.kind === 'table') placeCells(block, leading, placings);
}

/** The first block of a cell keeps its distance from the top of its row. */
export function placeCells(table: DraftTable, leading: Leading, placings: Map<DraftBlock, Placing>): void {
  const tops = rowTops(table);
  const page = firstPageOf(table);
  for (const cell of table.cells) {
    const [first] = cell.blocks;
    const top = tops[cell.row];
    const frames =
      first && top !== undefined && firstPageOf(first) === page
        ? new Map([[firstPageOf(first), { top, bottom: Infinity }]])
        : new Map<number, PageFrame>();
    placeBlocks(cell.blocks, frames, leading, placings);
  }
}

/** Where rows start: by their lines, or by the highest thing in them; undefined where a row is empty or on a later page. */
export function rowTops(table: DraftTable): (number | undefined)[] {
  if (table.ys) return table.ys.slice(0, -1);
  const page = firstPageOf(table);
  const byRow = Map.groupBy(table.cells, ({ row }) => row);
  let known = -Infinity;
  return Array.from({ length: table.rows }, (_, row) => {
    const own = (byRow.get(row) ?? []).flatMap(({ blocks }) => blocks.slice(0, 1));
    if (own.length === 0 || own.some((block) => firstPageOf(block) !== page)) return undefined;
    const top = Math.min(...own.map(({ box }) => box.top));
    if (top <= known) return undefined;
    known = top;
    return top;
  });
}

/** The source ended a page or a column although what came next would still have fitted. */
function breakBetween(last: Measure, next: Measure, line: number, flow: Flow): Break | undefined {
  const [from, to] = [last.lastPage, next.firstPage];
  const frame = flow.frames.get(from);
  if (!frame || from > to) return undefined;
  const need = next.kind === 'text' ? line * Math.min(3, next.lines + 1) : next.need;
  const free = frame.bottom - last.bottom - need;
  if (from !== to) return free > 12 || flow.slides ? 'page' : undefined;
  const toNextColumn = flow.columns > 1 && next.boxLeft > last.boxLeft + 40 && topOf(next, line) < last.bottom - 20;
  return toNextColumn && !flow.balanced && free > 24 ? 'column' : undefined;
}

type Ends = Pick<Measure, 'kind' | 'firstY' | 'bottom' | 'natural' | 'ascent' | 'boxTop'>;

/** Where a word processor begins a block so that its first baseline is in its place. */
export function topOf(block: Ends, line: number): number {
  return block.kind === 'text' ? block.firstY - riseOf(block, line) : block.boxTop;
}

export function bottomOf(block: Ends, line: number): number {
  return block.kind === 'text' ? block.bottom + line - riseOf(block, line) : block.bottom;
}

/** Above the first baseline: more than the natural line goes below it, less is taken from above. */
function riseOf({ natural, ascent }: Ends, line: number): number {
  return natural === 0 ? line * ASCENT_SHARE : ascent - Math.max(0, natural - line);
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
