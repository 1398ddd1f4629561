// What the spacing of blocks is worked out from: a few numbers a block, so that those of a whole document can be held at once.

import type { DraftBlock, DraftTable, DraftText } from '../drafts.ts';
import { naturalLineOf } from './line-spacing.ts';

export interface Measure {
  readonly kind: DraftBlock['kind'];
  /** The sides of its column for text, of its box for anything else. */
  readonly left: number;
  readonly right: number;
  readonly boxLeft: number;
  readonly boxRight: number;
  readonly boxTop: number;
  /** 0-based: where it begins; where it is counted; where its last line is. */
  readonly firstPage: number;
  readonly pageIndex: number;
  readonly lastPage: number;
  /** Its first baseline; for what has none, the top of its box. */
  readonly firstY: number;
  /** Below its last line; of text, that depends on its spacing. */
  readonly bottom: number;
  /** Points: the natural line of its font and what of it is above the baseline; 0 where lines are set in points. */
  readonly natural: number;
  readonly ascent: number;
  /** Points: of its largest letters. */
  readonly size: number;
  /** Points from one of its baselines to the next; 0 where it does not show that. */
  readonly step: number;
  readonly lines: number;
  /** Points that must go to the next page together; of text, that depends on its spacing. */
  readonly need: number;
}

/** In ems: steps between lines of a block; others are between columns or pages. */
const STEP_EM = { least: 0.6, most: 3.5 } as const;

export function measureOf(block: DraftBlock): Measure {
  const { box, pageIndex } = block;
  const base = { kind: block.kind, boxLeft: box.left, boxRight: box.right, boxTop: box.top, pageIndex };
  if (block.kind === 'text') return { ...base, ...measuresOfText(block) };
  return {
    ...base,
    left: box.left,
    right: box.right,
    firstPage: firstPageOf(block),
    lastPage: pageIndex,
    firstY: box.top,
    bottom: box.bottom,
    natural: 0,
    ascent: 0,
    size: 0,
    step: 0,
    lines: 0,
    need: block.kind === 'table' ? needOfTable(block) : box.bottom - box.top,
  };
}

function measuresOfText(block: DraftText) {
  const { lines, left, right, box, pageIndex } = block;
  const [first, last] = [lines[0], lines.at(-1)];
  const size = sizeOf(block);
  return {
    left,
    right,
    firstPage: first?.pageIndex ?? pageIndex,
    lastPage: last?.pageIndex ?? pageIndex,
    firstY: first?.y ?? box.top,
    bottom: last?.y ?? box.bottom,
    ...naturalOf(block, size),
    size,
    step: median(stepsOf(block)),
    lines: lines.length,
    need: 0,
  };
}

function naturalOf({ lines }: DraftText, size: number): Pick<Measure, 'natural' | 'ascent'> {
  const { family = '' } = lines[0]?.words[0]?.style ?? {};
  const isOne = lines.every(({ words }) => words.every(({ style }) => style.family === family));
  const line = isOne ? naturalLineOf(family, lines.map(({ words }) => words.map(({ text }) => text).join('')).join('')) : undefined;
  return { natural: (line?.height ?? 0) * size, ascent: (line?.ascent ?? 0) * size };
}

/** Its first row. */
function needOfTable({ box, ys }: DraftTable): number {
  const [first = box.top, second = box.bottom] = ys ?? [];
  return Math.max(20, second - first);
}

/** Points from each line of a block to the next, where both are below each other on one page. */
export function stepsOf({ lines }: DraftText): number[] {
  return lines.slice(1).flatMap((line, index) => {
    const last = lines[index];
    const step = last && last.pageIndex === line.pageIndex ? line.y - last.y : 0;
    return step > line.size * STEP_EM.least && step < line.size * STEP_EM.most ? [step] : [];
  });
}

export function sizeOf({ lines }: DraftText): number {
  return lines.reduce((most, { size }) => Math.max(most, size), 1);
}

export function firstPageOf(block: DraftBlock): number {
  if (block.kind === 'text') return block.lines[0]?.pageIndex ?? block.pageIndex;
  if (block.kind === 'image') return block.pageIndex;
  let first = Infinity;
  for (const { blocks } of block.cells) for (const inner of blocks) first = Math.min(first, firstPageOf(inner));
  return first === Infinity ? block.pageIndex : first;
}

/** Points as word processors count them: in twentieths. */
export function toTwips(points: number): number {
  return Math.round(points * 20) / 20;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const KINDS = ['text', 'table', 'image'] as const;
const NUMBERS = [
  'left',
  'right',
  'boxLeft',
  'boxRight',
  'boxTop',
  'firstPage',
  'pageIndex',
  'lastPage',
  'firstY',
  'bottom',
  'natural',
  'ascent',
  'size',
  'step',
  'lines',
  'need',
] as const satisfies readonly (keyof Measure)[];
const WIDTH = NUMBERS.length + 1;
const ROOM = 16;

/** Measures one after the other, as rows of numbers. */
export class MeasureTable implements Iterable<Measure> {
  length = 0;
  #rows = new Float64Array(ROOM * WIDTH);

  add(measure: Measure): void {
    const start = this.length * WIDTH;
    if (start === this.#rows.length) {
      const wider = new Float64Array(this.#rows.length * 2);
      wider.set(this.#rows);
      this.#rows = wider;
    }
    this.#rows[start] = KINDS.indexOf(measure.kind);
    for (let at = 0; at < NUMBERS.length; at++) this.#rows[start + 1 + at] = measure[NUMBERS[at] ?? 'left'];
    this.length++;
  }

  /** @throws RangeError behind the end */
  at(place: number): Measure {
    if (place >= this.length) throw new RangeError('no such block');
    const [rows, start] = [this.#rows, place * WIDTH];
    const number = (column: number) => rows[start + column] ?? 0;
    return {
      kind: KINDS[number(0)] ?? 'text',
      left: number(1),
      right: number(2),
      boxLeft: number(3),
      boxRight: number(4),
      boxTop: number(5),
      firstPage: number(6),
      pageIndex: number(7),
      lastPage: number(8),
      firstY: number(9),
      bottom: number(10),
      natural: number(11),
      ascent: number(12),
      size: number(13),
      step: number(14),
      lines: number(15),
      need: number(16),
    };
  }

  *[Symbol.iterator](): Generator<Measure, void, void> {
    yield* this.slice(0, this.length);
  }

  *slice(start: number, end: number): Generator<Measure, void, void> {
    for (let place = start; place < end; place++) yield this.at(place);
  }
}
