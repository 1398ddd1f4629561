// Blocks of a group of pages of one size → sections of the model: margins, header and footer, stretches of columns, and in each stretch the blocks
// with their indents, spacing and breaks.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import type { Block, Image, Margins, Section } from '../model.ts';
import { arrangeBlocks } from './arrange.ts';
import { buildBlocks } from './build.ts';
import type { BuildContext } from './build-paragraph.ts';
import type { Line } from '../words/lines.ts';
import type { PageWords } from '../structure/page-words.ts';
import type { DraftBlock, DraftImage, DraftText } from '../drafts.ts';
import type { Running, RunningLine } from '../structure/running.ts';
import { splitByColumns, type Stretch } from '../structure/sections.ts';
import { bottomOf, firstPageOf, Leading, type PageFrame, placeFlow, type Placing, topOf } from './spacing.ts';

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

export interface PageGroup {
  readonly blocks: readonly DraftBlock[];
  readonly pages: readonly PageWords[];
  /** Where the notes of each page start, by page index. */
  readonly noteTops: ReadonlyMap<number, number>;
  readonly isFirst: boolean;
}

export function buildSections(group: PageGroup, running: Running, sides: Sides, context: SectionContext): Section[] {
  const { pages, noteTops, isFirst } = group;
  const { pageWidth, pageHeight } = sizeOf(pages);
  const leading = new Leading(group.blocks);
  const body = bodySides(group.blocks, pageWidth);
  const frames = framesOf(group.blocks, leading, noteTops, usualBottomOf(running, pageHeight));
  const margins = marginsOf(body, frames, pageWidth, pageHeight);
  const inner = { left: margins.left, right: pageWidth - margins.right };
  const blocks = arrangeBlocks(group.blocks, inner);
  const stretches = splitByColumns(blocks, body);
  const whole: readonly Stretch[] = stretches.length > 0 ? stretches : [{ blocks, columns: 1, gap: 0, sides: [] }];
  const tops = { top: margins.top, bottom: pageHeight - margins.bottom };
  const base = {
    pageWidth,
    pageHeight,
    margins,
    ...buildRunning(running, { sides, pageHeight }, context),
    bareFirstPage: { header: isFirst && !running.onFirstPage.header, footer: isFirst && !running.onFirstPage.footer },
  };
  const placings = new Map<DraftBlock, Placing>();
  return whole.map((stretch, index) => {
    placeStretch(
      { stretch, before: whole[index - 1]?.blocks, isLast: index === whole.length - 1 },
      { frames, tops, slides: areSlides(pages) },
      leading,
      placings,
    );
    return {
      ...base,
      ...(index === 0 && isFirst && running.numberStart !== undefined ? { numberStart: running.numberStart } : {}),
      bareFirstPage: index === 0 ? base.bareFirstPage : { header: false, footer: false },
      columns: stretch.columns,
      columnGap: stretch.gap,
      newPage: index === 0,
      blocks: buildBlocks(stretch.blocks, { ...context, placings, columns: stretch.columns === 1 ? [inner] : stretch.sides }),
    };
  });
}

/** Consecutive pages of one size, as places in the list. */
export function groupPages(pages: readonly PageWords[]): number[][] {
  const groups: number[][] = [];
  for (const [index, page] of pages.entries()) {
    const open = groups.at(-1);
    const first = open === undefined ? undefined : pages[open[0] ?? 0];
    if (open && first && Math.abs(first.width - page.width) < 3 && Math.abs(first.height - page.height) < 3) open.push(index);
    else groups.push([index]);
  }
  return groups;
}

/** Wider than high, with few words. */
function areSlides(pages: readonly PageWords[]): boolean {
  const words = pages.reduce((sum, page) => sum + page.words.length, 0);
  return pages.every(({ width, height }) => width > height * SLIDE_RATIO) && words < pages.length * SLIDE_WORDS_MAX;
}

const SLIDE_WORDS_MAX = 150;

function sizeOf([page]: readonly PageWords[]): { pageWidth: number; pageHeight: number } {
  return { pageWidth: page?.width ?? 595, pageHeight: page?.height ?? 842 };
}

interface PlacedStretch {
  readonly before: readonly DraftBlock[] | undefined;
  readonly stretch: Stretch;
  readonly isLast: boolean;
}

interface Frames {
  readonly frames: ReadonlyMap<number, PageFrame>;
  /** What is common to all pages. */
  readonly tops: PageFrame;
  readonly slides: boolean;
}

/** The first block of a stretch is below the stretch before it, whatever its columns. */
function placeStretch(
  { before, stretch, isLast }: PlacedStretch,
  { frames, tops, slides }: Frames,
  leading: Leading,
  placings: Map<DraftBlock, Placing>,
): void {
  const own = stretch.blocks;
  const [first] = own;
  if (!first) return;
  const page = firstPageOf(first);
  const above = (before ?? []).filter((block) => block.pageIndex === page).map((block) => bottomOf(block));
  const pageTops = new Map([...frames].map(([index, frame]) => [index, { ...frame, top: tops.top }]));
  const goesOn = own.some((block) => firstPageOf(block) !== page);
  placeFlow({ blocks: own, columns: stretch.columns, frames: pageTops, balanced: !isLast && !goesOn, slides }, leading, placings);
  const placing = placings.get(first);
  if (!placing) return;
  const startsPage = before !== undefined && above.length === 0;
  const from = above.length > 0 ? Math.max(...above) : tops.top;
  const top = Math.min(topOf(first, placing.line), ...own.filter((block) => firstPageOf(block) === page).map(({ box }) => box.top));
  const gap = Math.max(0, top - from);
  const lastPage = Math.max(-1, ...(before ?? []).map((block) => block.pageIndex));
  const ended = startsPage && lastPage >= 0 && lastPage < page && (slides || endsEarly(before ?? [], lastPage, frames));
  placings.set(first, {
    ...placing,
    before: startsPage && !ended ? 0 : Math.round(gap * 2) / 2,
    ...(ended ? { breakBefore: 'page' } : {}),
  });
}

/** Text ends some lines above the footer, or leaves a margin of three quarters of an inch. */
function usualBottomOf({ footer }: Running, height: number): number {
  const tops = footer.map(({ line }) => line.y - line.size);
  return Math.min(height - 54, ...tops.map((top) => top - 20));
}

function endsEarly(blocks: readonly DraftBlock[], pageIndex: number, frames: ReadonlyMap<number, PageFrame>): boolean {
  const frame = frames.get(pageIndex);
  const used = Math.max(...blocks.filter((block) => block.pageIndex === pageIndex).map((block) => bottomOf(block)));
  return frame !== undefined && frame.bottom - used > 48;
}

const SAME_BOTTOM = 16;

/** The area where each page could have held text: down to the lowest end of all pages, or to its notes. */
function framesOf(
  blocks: readonly DraftBlock[],
  leading: Leading,
  noteTops: ReadonlyMap<number, number>,
  usualBottom: number,
): Map<number, PageFrame> {
  const found = new Map<number, { top: number; bottom: number }>();
  for (const block of blocks) {
    const top = topOf(block, block.kind === 'text' ? leading.of(block) : 0);
    const [first, last] = [
      firstPageOf(block),
      block.kind === 'text' ? (block.lines.at(-1)?.pageIndex ?? block.pageIndex) : block.pageIndex,
    ];
    const one = found.get(first) ?? { top: Infinity, bottom: -Infinity };
    found.set(first, { top: Math.min(one.top, top), bottom: Math.max(one.bottom, first === last ? bottomOf(block) : -Infinity) });
    if (first === last) continue;
    const other = found.get(last) ?? { top: Infinity, bottom: -Infinity };
    found.set(last, { ...other, bottom: Math.max(other.bottom, bottomOf(block)) });
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

export function bodySides(blocks: readonly DraftBlock[], width: number): Sides {
  if (blocks.length === 0) return { left: width * EMPTY_MARGIN.side, right: width * (1 - EMPTY_MARGIN.side) };
  const lefts = blocks.map(({ box }) => box.left).toSorted((a, b) => a - b);
  const rights = blocks.map(({ box }) => box.right).toSorted((a, b) => a - b);
  const [left, right] = [
    lefts[Math.floor(lefts.length * STICKING_OUT_SHARE)],
    rights[Math.floor(rights.length * (1 - STICKING_OUT_SHARE))],
  ];
  return { left: left ?? 0, right: right ?? width };
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
  const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(MARGIN_MIN, value)) * 2) / 2;
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

type RunningSection = Pick<Section, 'header' | 'footer' | 'headerDistance' | 'footerDistance'>;

function buildRunning(running: Running, { sides, pageHeight }: RunningPlace, context: SectionContext): RunningSection {
  const fields = new Map([...running.header, ...running.footer].flatMap((line) => [...line.fields]));
  const build = (lines: readonly RunningLine[], images: readonly PlacedImage[]): Block[] => {
    const own = { ...context, fields, headings: new Map(), lists: { read: () => new Map() }, fills: new Map() };
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
  placeFlow({ blocks, columns: 1, frames: new Map(), balanced: false }, new Leading(blocks), placings);
  return buildBlocks(blocks, { ...context, placings, columns: [sides] });
}

/** Pictures on every page stay in place, whatever is beside them. */
function buildAnchored(images: readonly PlacedImage[], sides: Sides, context: SectionContext): Image[] {
  return images.flatMap((image) =>
    buildBlocks([draftImage(image, sides)], { ...context, placings: new Map(), columns: [sides] })
      .filter((block) => block.kind === 'image')
      .map((block): Image => ({ ...block, float: { from: 'page', left: image.box.left, top: image.box.top } })),
  );
}

export function draftImage(image: PlacedImage, column: Sides): DraftImage {
  return { kind: 'image', image, box: image.box, pageIndex: 0, column };
}

function draftOfLine(line: Line, sides: Sides): DraftText {
  const place = { left: Math.min(sides.left, line.box.left), right: Math.max(sides.right, line.box.right) };
  return { kind: 'text', lines: [line], ...place, spaceBefore: 0, box: line.box, pageIndex: 0 };
}
