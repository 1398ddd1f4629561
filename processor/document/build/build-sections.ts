// Blocks of a group of pages of one size → sections of the model: margins, header and footer, stretches of columns, and in each stretch the blocks
// with their indents, spacing and breaks.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import type { Block, Image, Margins, SectionHead } from '../model.ts';
import { arrangeBlocks, arrangeFlow } from './arrange.ts';
import { buildBlocks, floatOf } from './build.ts';
import type { BuildContext } from './build-paragraph.ts';
import type { Line } from '../words/lines.ts';
import type { DraftBlock, DraftImage, DraftText } from '../drafts.ts';
import type { Running, RunningLine } from '../structure/running.ts';
import { type Measure, measureOf, MeasureTable, toTwips } from './measures.ts';
import { Leading, type PageFrame, placeBlocks, placeFlow, type Placing, bottomOf, topOf, topsOfPages } from './spacing.ts';
import { splitByColumns, type Stretch } from './split-by-columns.ts';

/** A slide is so much wider than high. */
const SLIDE_RATIO = 1.2;
/** Share of the pages that may exceed the limits of the others. */
const OUTLIERS_SHARE = 0.1;
/** Share of the blocks that may stick out of the sides of the text. */
const STICKING_OUT_SHARE = 0.05;
/** The margins of an empty page, as a share of the page. */
const EMPTY_MARGIN = { side: 0.12, top: 0.15 } as const;
/** Share of the page: the widest margins; the right one is at most so many times the left one. */
const MARGIN_MAX = { side: 0.35, top: 0.3, bottom: 0.12, rightToLeft: 1.6 } as const;
/** In ems: below the baseline of a footer. */
const DESCENT_EM = 0.25;

/** Without what is known only after blocks are placed. */
export type SectionContext = Omit<BuildContext, 'placings' | 'columns'>;

/** Consecutive pages of one size. */
export interface PageGroup {
  readonly width: number;
  readonly height: number;
  /** Places in the sequence of pages. */
  readonly start: number;
  readonly end: number;
  readonly words: number;
  readonly isFirst: boolean;
  /** One page, whose blocks keep their places. */
  readonly placed?: true;
}

/** The blocks of a group, one after the other: what its sections are worked out from. */
export class GroupSurvey {
  readonly #group: PageGroup;
  readonly #sides: SidesFinder;
  readonly #leading = new Leading();
  /** As read, and as arranged. */
  readonly #read = new MeasureTable();
  readonly #arranged = new MeasureTable();

  /** @param sides of all pages of its size: one page between others that keep their places does not show how wide the text is */
  constructor(group: PageGroup, sides: SidesFinder) {
    this.#group = group;
    this.#sides = sides;
  }

  /** All of them, in order. */
  add(blocks: Iterable<DraftBlock>): void {
    for (const block of arrangeFlow(this.#measure(blocks), { left: 0, right: 0 })) this.#arranged.add(measureOf(block));
  }

  *#measure(blocks: Iterable<DraftBlock>): Generator<DraftBlock, void, void> {
    for (const block of blocks) {
      this.#sides.add(block);
      this.#leading.add(block);
      this.#read.add(measureOf(block));
      yield block;
    }
  }

  /** @param noteTops where the notes of each page start, by page index */
  plan(running: Running, noteTops: ReadonlyMap<number, number>): GroupPlan {
    const { width, height } = this.#group;
    const body = this.#sides.find(width);
    const frames = framesOf(this.#read, this.#leading, noteTops, usualBottomOf(running, height));
    const margins = marginsOf(body, frames, width, height);
    const found = splitByColumns(this.#arranged, body);
    const stretches: readonly Stretch[] = found.length > 0 ? found : [{ start: 0, end: 0, columns: 1, gap: 0, sides: [] }];
    const placings: Placing[] = [];
    const around = {
      frames,
      tops: { top: margins.top, bottom: height - margins.bottom },
      slides: areSlides(this.#group),
      blocks: this.#arranged,
      leading: this.#leading,
    };
    for (const index of stretches.keys()) placings.push(...placeStretch(stretches, index, around));
    return { group: this.#group, leading: this.#leading, margins, stretches, placings };
  }
}

/** Where the blocks of a group go, in the order of its arranged blocks. */
export interface GroupPlan {
  readonly group: PageGroup;
  readonly leading: Leading;
  readonly margins: Margins;
  readonly stretches: readonly Stretch[];
  readonly placings: readonly Placing[];
}

/** The sides between which the blocks of a group lie. */
export function innerSides({ group, margins }: GroupPlan): Sides {
  return { left: margins.left, right: group.width - margins.right };
}

/** One section for each stretch of columns. @param sides of the document's text */
export function sectionsOf(
  { group, margins, stretches }: GroupPlan,
  running: Running,
  sides: Sides,
  context: SectionContext,
): SectionHead[] {
  const { width: pageWidth, height: pageHeight, isFirst } = group;
  const base = { pageWidth, pageHeight, margins, ...buildRunning(running, { sides, pageHeight }, context) };
  return stretches.map(({ columns, gap }, index) => ({
    ...base,
    ...(index === 0 && isFirst && running.numberStart !== undefined ? { numberStart: running.numberStart } : {}),
    bareFirstPage:
      index === 0 && isFirst
        ? { header: !running.onFirstPage.header, footer: !running.onFirstPage.footer }
        : { header: false, footer: false },
    columns,
    columnGap: gap,
    newPage: index === 0,
  }));
}

/** Wider than high, with few words. */
function areSlides({ width, height, words, start, end }: PageGroup): boolean {
  return width > height * SLIDE_RATIO && words < (end - start) * SLIDE_WORDS_MAX;
}

const SLIDE_WORDS_MAX = 150;

interface Surroundings {
  readonly frames: ReadonlyMap<number, PageFrame>;
  /** What is common to all pages. */
  readonly tops: PageFrame;
  readonly slides: boolean;
  readonly blocks: MeasureTable;
  readonly leading: Leading;
}

/** The first block of a stretch is below the stretch before it, whatever its columns. */
function placeStretch(stretches: readonly Stretch[], index: number, around: Surroundings): Placing[] {
  const { frames, tops, slides, blocks, leading } = around;
  const stretch = stretches[index];
  if (!stretch || stretch.start === stretch.end) return [];
  const own = () => blocks.slice(stretch.start, stretch.end);
  const first = blocks.at(stretch.start);
  const topOfPage = topsOfPages(own());
  let goesOn = false;
  for (const { firstPage } of own()) goesOn ||= firstPage !== first.firstPage;
  const placings: Placing[] = [];
  const flow = {
    measures: own(),
    columns: stretch.columns,
    frames: { get: (page: number) => underTop(frames.get(page), tops.top) },
    topOfPage,
    balanced: index < stretches.length - 1 && !goesOn,
    slides,
  };
  placeFlow(flow, leading, (placing) => placings.push(placing));
  const [placing] = placings;
  if (placing) placings[0] = placeFirst({ first, placing, top: topOfPage(first.firstPage) }, stretches[index - 1], around);
  return placings;
}

function underTop(frame: PageFrame | undefined, top: number): PageFrame | undefined {
  return frame && { ...frame, top };
}

interface FirstOfStretch {
  readonly first: Measure;
  readonly placing: Placing;
  /** Of what begins on its page. */
  readonly top: number;
}

function placeFirst(
  { first, placing, top }: FirstOfStretch,
  before: Stretch | undefined,
  { frames, tops, slides, blocks, leading }: Surroundings,
): Placing {
  const page = first.firstPage;
  let [lastPage, above, lastUsed] = [-1, -Infinity, -Infinity];
  for (const block of before ? blocks.slice(before.start, before.end) : []) {
    const { pageIndex } = block;
    const bottom = bottomOf(block, leading.of(block));
    if (pageIndex === page) above = Math.max(above, bottom);
    if (pageIndex > lastPage) [lastPage, lastUsed] = [pageIndex, bottom];
    else if (pageIndex === lastPage) lastUsed = Math.max(lastUsed, bottom);
  }
  const startsPage = before !== undefined && above === -Infinity;
  const gap = Math.max(0, Math.min(topOf(first, placing.line), top) - (above === -Infinity ? tops.top : above));
  const frame = frames.get(lastPage);
  const endsEarly = frame !== undefined && frame.bottom - lastUsed > 48;
  const ended = startsPage && lastPage >= 0 && lastPage < page && (slides || endsEarly);
  return { ...placing, before: startsPage && !ended ? 0 : toTwips(gap), ...(ended ? { breakBefore: 'page' } : {}) };
}

/** Text ends some lines above the footer, or leaves a margin of three quarters of an inch. */
function usualBottomOf({ footer }: Running, height: number): number {
  const tops = footer.map(({ line }) => line.y - line.size);
  return Math.min(height - 54, ...tops.map((top) => top - 20));
}

const SAME_BOTTOM = 16;

/** The area where each page could have held text: down to the lowest end of all pages, or to its notes. */
function framesOf(
  blocks: Iterable<Measure>,
  leading: Leading,
  noteTops: ReadonlyMap<number, number>,
  usualBottom: number,
): Map<number, PageFrame> {
  const found = new Map<number, { top: number; bottom: number }>();
  const add = (page: number, top: number, bottom: number) => {
    const known = found.get(page);
    if (known) [known.top, known.bottom] = [Math.min(known.top, top), Math.max(known.bottom, bottom)];
    else found.set(page, { top, bottom });
  };
  for (const block of blocks) {
    const isOnOne = block.firstPage === block.lastPage;
    const line = leading.of(block);
    const bottom = bottomOf(block, line);
    add(block.firstPage, topOf(block, line), isOnOne ? bottom : -Infinity);
    if (!isOnOne) add(block.lastPage, Infinity, bottom);
  }
  const bottoms = [...found.values()].map(({ bottom }) => bottom).toSorted((a, b) => b - a);
  const observed = bottoms[Math.floor(bottoms.length * OUTLIERS_SHARE)] ?? 0;
  // A single page does not show how far pages go.
  const agreed = bottoms.filter((bottom) => Math.abs(bottom - observed) < SAME_BOTTOM).length > 1;
  const lowest = agreed ? observed : Math.max(observed, usualBottom);
  return new Map(
    [...found].map(([page, { top, bottom }]) => [
      page,
      { top, bottom: Math.max(bottom, Math.min(lowest, (noteTops.get(page) ?? Infinity) - 8)) },
    ]),
  );
}

/** The sides of most blocks. */
export class SidesFinder {
  readonly #lefts: number[] = [];
  readonly #rights: number[] = [];

  add({ box }: DraftBlock): void {
    this.#lefts.push(box.left);
    this.#rights.push(box.right);
  }

  /** @param width of the page */
  find(width: number): Sides {
    const count = this.#lefts.length;
    if (count === 0) return { left: width * EMPTY_MARGIN.side, right: width * (1 - EMPTY_MARGIN.side) };
    const at = (values: readonly number[], place: number) => values.toSorted((a, b) => a - b)[Math.floor(place)];
    return {
      left: at(this.#lefts, count * STICKING_OUT_SHARE) ?? 0,
      right: at(this.#rights, count * (1 - STICKING_OUT_SHARE)) ?? width,
    };
  }
}

const MARGIN_MIN = 14;
/** Points that the text may run lower than in the source: fonts differ. */
const BOTTOM_SLACK = 6;
/** Nothing comes after a single page. */
const SINGLE_SLACK = 36;

function marginsOf(sides: Sides, frames: ReadonlyMap<number, PageFrame>, width: number, height: number): Margins {
  const tops = [...frames.values()]
    .map(({ top }) => top)
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  const bottoms = [...frames.values()]
    .map(({ bottom }) => bottom)
    .filter(Number.isFinite)
    .toSorted((a, b) => b - a);
  const top = tops[Math.floor(tops.length * OUTLIERS_SHARE)] ?? height * EMPTY_MARGIN.top;
  const slack = frames.size === 1 ? SINGLE_SLACK : BOTTOM_SLACK;
  const bottom = height - (bottoms[Math.floor(bottoms.length * OUTLIERS_SHARE)] ?? height * (1 - MARGIN_MAX.bottom)) - slack;
  const within = (value: number, most: number) => toTwips(Math.min(most, Math.max(MARGIN_MIN, value)));
  const left = within(sides.left, width * MARGIN_MAX.side);
  return {
    left,
    top: within(top, height * MARGIN_MAX.top),
    right: within(width - sides.right, Math.min(width * MARGIN_MAX.side, left * MARGIN_MAX.rightToLeft)),
    bottom: within(bottom, height * MARGIN_MAX.bottom),
  };
}

interface RunningPlace {
  readonly sides: Sides;
  readonly pageHeight: number;
}

type RunningSection = Pick<SectionHead, 'header' | 'footer' | 'headerDistance' | 'footerDistance'>;

function buildRunning(running: Running, { sides, pageHeight }: RunningPlace, context: SectionContext): RunningSection {
  const fields = new Map([...running.header, ...running.footer].flatMap((line) => [...line.fields]));
  const build = (lines: readonly RunningLine[], images: readonly PlacedImage[]): Block[] => {
    const own = { ...context, fields, headings: new Map(), lists: { flow: () => ({ read: () => new Map() }) }, fills: new Map() };
    return [...buildAnchored(images, sides, own), ...buildLines(lines, sides, own)];
  };
  const tops = running.header.map(({ line }) => line.y - line.size);
  const bottoms = running.footer.map(({ line }) => line.y + line.size * DESCENT_EM);
  const near = (points: number) => Math.max(10, Math.min(pageHeight / 3, Math.round(points)));
  return {
    header: build(running.header, running.images.header),
    footer: build(running.footer, running.images.footer),
    headerDistance: near(tops.length > 0 ? Math.min(...tops) : 36),
    footerDistance: near(bottoms.length > 0 ? pageHeight - Math.max(...bottoms) : 36),
  };
}

function buildLines(lines: readonly RunningLine[], sides: Sides, context: SectionContext): Block[] {
  const blocks = arrangeBlocks(
    lines.map(({ line }) => draftOfLine(line, sides)),
    sides,
  );
  const placings = new Map<DraftBlock, Placing>();
  const leading = new Leading();
  for (const block of blocks) leading.add(block);
  placeBlocks(blocks, new Map(), leading, placings);
  return buildBlocks(blocks, { ...context, placings, columns: [sides] });
}

/** Pictures on every page stay in place, whatever is beside them. */
function buildAnchored(images: readonly PlacedImage[], sides: Sides, context: SectionContext): Image[] {
  return images.flatMap((image) =>
    buildBlocks([draftImage(image, sides)], { ...context, placings: new Map(), columns: [sides] })
      .filter((block) => block.kind === 'image')
      .map((block): Image => ({ ...block, float: floatOf(image) })),
  );
}

export function draftImage(image: PlacedImage, column: Sides): DraftImage {
  return { kind: 'image', image, box: image.box, pageIndex: 0, column };
}

function draftOfLine(line: Line, sides: Sides): DraftText {
  const place = { left: Math.min(sides.left, line.box.left), right: Math.max(sides.right, line.box.right) };
  return { kind: 'text', lines: [line], ...place, spaceBefore: 0, box: line.box, pageIndex: 0 };
}
