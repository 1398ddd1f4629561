// A loop that checks itself: the Word document is laid out, and its pages are compared with those of the source. A page that looks other when its text
// flows is written with places for all that is on it, where that looks more alike. Only what changes is laid out again.

import { fileSource } from '../../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { countWordsBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import { breaksElsewhere } from '../../../document/build/drifts.ts';
import { drawSmall, type MatchedPage, matchPages, turnPage } from './page-likeness.ts';
import { type LaidOutPages, type PlacedPages, placePages, type Wanted } from './place-pages.ts';
import { readWords, type SourceWords } from './read-words.ts';

/** SSIM: a page that flows and is so much alike stays so. */
const ALIKE = 0.92;
/** SSIM: below it a page looks other, and nearly always better with places. */
const FAR = 0.8;
/** SSIM: text that flows is worth this much. */
const FLOW_WORTH = 0.015;
/** SSIM: boxes and lines are worth this much. */
const RULES_WORTH = 0.03;

/** Pages: shorter documents are seen flowing as a whole at once. */
const SAMPLED_PAGES_MIN = 7;
/** Shares of the document at which its samples are. */
const SAMPLE_AT = [0.25, 0.5, 0.75];

/** The same document, written each time. */
export interface WriteLayout<Made> extends SourceWords {
  readonly write: (wanted: Wanted) => Promise<Made>;
  /** The document as pages; undefined where it cannot be laid out. @param path of what `write` made */
  readonly layOut: (made: Made) => Promise<string | undefined>;
  /** Degrees, clockwise, by which a page of the source was turned, by page index; others were not. */
  readonly turned: ReadonlyMap<number, number>;
  /** Pages with boxes, lines that no table has, or drop caps: flowing text is without them. By index. */
  readonly ruled: ReadonlySet<number>;
}

/** For the job's report. */
export interface LayoutEvidence {
  readonly pages_source: number;
  readonly pages_result: number;
  /** 1-based: what is on them keeps its place. */
  readonly pages_placed: readonly number[];
  /** Structural similarity of the pages (0 to 1), on average. */
  readonly likeness: number;
}

const COUNT_MS_MAX = 10_000;
const FLOWING: Wanted = { isPlaced: () => false };

export interface Fitted<Made> {
  readonly made: Made;
  /** As it was written. */
  readonly wanted: Wanted;
  /** Absent where it could not be laid out. */
  readonly layout?: LayoutEvidence;
}

/** @param pageIndexes of the source, in the order of the document */
export async function fitLayout<Made>(source: OpenedPdf, pageIndexes: readonly number[], layout: WriteLayout<Made>): Promise<Fitted<Made>> {
  const { write, ruled } = layout;
  const lay = layWith(source, pageIndexes, layout);
  const soon = await placeAll(pageIndexes, lay, layout);
  if (soon) return soon;
  const flow = await lay(FLOWING);
  if (!flow.laidOut) return { made: flow.made, wanted: FLOWING };
  const broken = await findBroken(flow.laidOut, pageIndexes, layout);
  const { matches: flowing, pages } = flow.laidOut;
  const poor = pageIndexes.filter((pageIndex) => ruled.has(pageIndex) || broken.has(pageIndex) || !isGood(flowing.get(pageIndex)));
  const asItFlows = { made: flow.made, wanted: FLOWING, layout: evidenceOf(flowing, [pageIndexes.length, pages], []) };
  if (poor.length === 0) return asItFlows;
  const fixed = await placePages(poor, lay, layout);
  // What takes too long to lay out keeps its places unseen, where flowing it is far from the source.
  if (!fixed) {
    const far = new Set(poor.filter((pageIndex) => pages !== pageIndexes.length || isFar(flowing.get(pageIndex))));
    const unseen: Wanted = { isPlaced: (pageIndex) => far.has(pageIndex) };
    return far.size === 0 ? asItFlows : { made: await write(unseen), wanted: unseen };
  }
  const better = new Set(
    poor.filter((pageIndex) => {
      const found = [flowing.get(pageIndex), fixed.matches.get(pageIndex)] as const;
      return isBetter(...found, ruled.has(pageIndex)) || (broken.has(pageIndex) && isAsAlike(...found));
    }),
  );
  if (better.size === 0) return asItFlows;
  // Pages that keep their places are what they were, alone or together.
  if (better.size === pageIndexes.length) {
    const wanted = wantedOf(fixed, better);
    return { made: await write(wanted), wanted, layout: evidenceOf(fixed.matches, [better.size, fixed.pages], [...better]) };
  }
  return (await layTogether(pageIndexes, { lay, layout, flow: flow.laidOut, placed: better, fixed })) ?? asItFlows;
}

/**
 * A longer document of which no page of a sample would flow as it is keeps all of its places at once, where all of them then look right.
 * Undefined: all of it is to be seen flowing.
 */
async function placeAll<Made>(
  pageIndexes: readonly number[],
  lay: LayMade<Made>,
  layout: WriteLayout<Made>,
): Promise<Fitted<Made> | undefined> {
  if (pageIndexes.length < SAMPLED_PAGES_MIN) return undefined;
  const sample = SAMPLE_AT.flatMap((share) => pageIndexes[Math.floor(pageIndexes.length * share)] ?? []);
  const { laidOut } = await lay({ isPlaced: () => false, sample: new Set(sample), starts: new Set(sample) });
  if (!laidOut) return undefined;
  const broken = await findBroken(laidOut, sample, layout);
  if (!sample.every((pageIndex) => broken.has(pageIndex) || !isGood(laidOut.matches.get(pageIndex)))) return undefined;
  const fixed = await placePages(pageIndexes, lay, layout);
  if (fixed?.pages !== pageIndexes.length || pageIndexes.some((pageIndex) => isFar(fixed.matches.get(pageIndex)))) return undefined;
  if (!sample.every((pageIndex) => isAsAlike(laidOut.matches.get(pageIndex), fixed.matches.get(pageIndex)))) return undefined;
  const wanted = wantedOf(fixed, new Set(pageIndexes));
  return { made: await layout.write(wanted), wanted, layout: evidenceOf(fixed.matches, [pageIndexes.length, fixed.pages], pageIndexes) };
}

type LayMade<Made> = (wanted: Wanted) => Promise<{ readonly made: Made; readonly laidOut?: LaidOutPages }>;

/** While the flowing document is laid out, the one in which all pages keep their places is written: most of those that have several pages need it. */
function layWith<Made>(
  source: OpenedPdf,
  pageIndexes: readonly number[],
  { write, layOut, turned }: Pick<WriteLayout<Made>, 'write' | 'layOut' | 'turned'>,
): LayMade<Made> {
  const pictures = drawSource(source, pageIndexes, turned);
  const all = new Set(pageIndexes);
  let ahead: Promise<Made | undefined> | undefined;
  return async (wanted) => {
    const made = (isPlain(wanted, all) ? await ahead : undefined) ?? (await write(wanted));
    const laying = layOut(made);
    if (wanted === FLOWING || wanted.sample)
      ahead ??= write({ isPlaced: (pageIndex) => all.has(pageIndex), only: all }).catch(() => undefined);
    // What draws pages does not do so for two at a time.
    const [path, drawn] = await Promise.all([laying, pictures, ahead]);
    if (path === undefined) return { made };
    const own = pageIndexes.filter((pageIndex) => (wanted.only ?? wanted.sample)?.has(pageIndex) ?? true);
    const pages = await drawPages(path);
    const found = matchPages(
      own.map((pageIndex) => drawn.get(pageIndex)),
      pages,
    );
    return {
      made,
      laidOut: { path, pages: pages.length, matches: new Map(own.map((pageIndex, at) => [pageIndex, found[at] ?? MISSING])) },
    };
  };
}

/** All pages in their places, as they are written first. */
function isPlain({ only, drifts, plainCells, freeTables }: Wanted, all: ReadonlySet<number>): boolean {
  return only?.size === all.size && drifts === undefined && plainCells === undefined && freeTables === undefined;
}

async function drawSource({ source }: OpenedPdf, pageIndexes: readonly number[], turned: ReadonlyMap<number, number>) {
  const drawn = await drawSmall(source, pageIndexes);
  return new Map(pageIndexes.map((pageIndex, at) => [pageIndex, turnPage(drawn[at], turned.get(pageIndex) ?? 0)]));
}

function wantedOf({ drifts, plainCells, freeTables }: PlacedPages, placed: ReadonlySet<number>): Wanted {
  return { isPlaced: (pageIndex) => placed.has(pageIndex), drifts, plainCells, freeTables };
}

interface Together<Made> {
  readonly lay: LayMade<Made>;
  readonly layout: WriteLayout<Made>;
  /** All pages, flowing. */
  readonly flow: LaidOutPages;
  /** Pages that look better with places, and how they are written. */
  readonly placed: ReadonlySet<number>;
  readonly fixed: PlacedPages;
}

/**
 * Some pages flow and others do not. What flows between those may have moved, and texts that go from one page to the next may be lost: then more
 * pages keep their places. Undefined where all of them flowing are better.
 */
async function layTogether<Made>(
  pageIndexes: readonly number[],
  { lay, layout, flow, ...start }: Together<Made>,
): Promise<Fitted<Made> | undefined> {
  const lines = (layout.ruled.size * RULES_WORTH) / Math.max(1, pageIndexes.length);
  const flowWorth = worthOf(flow.matches, flow.pages, 0);
  let { placed, fixed } = start;
  for (;;) {
    const wanted = wantedOf(fixed, placed);
    const { made, laidOut } = await lay(wanted);
    if (!laidOut) return undefined;
    const { matches, pages } = laidOut;
    const left = pageIndexes.filter((pageIndex) => !placed.has(pageIndex));
    const hasGrown = pages > pageIndexes.length;
    const moved = left.filter(
      (pageIndex) => isMoved(flow.matches.get(pageIndex), matches.get(pageIndex)) || (hasGrown && (matches.get(pageIndex)?.more ?? 0) > 0),
    );
    const isWorth = worthOf(matches, pages, placed.size) + lines >= flowWorth;
    if (isWorth && moved.length === 0) return { made, wanted, layout: evidenceOf(matches, [pageIndexes.length, pages], [...placed]) };
    if (left.length === 0) return undefined;
    const next = isWorth ? moved : left;
    const more = await placePages(next, lay, layout);
    placed = new Set([...placed, ...next]);
    if (more)
      fixed = {
        ...fixed,
        drifts: new Map([...fixed.drifts, ...more.drifts]),
        freeTables: new Set([...fixed.freeTables, ...more.freeTables]),
      };
  }
}

/** A page that flows is no longer what it was when all pages did. */
function isMoved(before: MatchedPage | undefined, now: MatchedPage | undefined): boolean {
  return before === undefined || now === undefined || now.more > before.more || now.ssim < before.ssim - FLOW_WORTH;
}

const MISSING: MatchedPage = { ssim: 0, more: 0 };

function isGood(match: MatchedPage | undefined): boolean {
  return match !== undefined && match.ssim >= ALIKE && match.more === 0;
}

function isFar(match: MatchedPage | undefined): boolean {
  return match === undefined || match.ssim < FAR || match.more > 0;
}

async function drawPages(path: string): ReturnType<typeof drawSmall> {
  const file = fileSource(path);
  const pages = (await countWordsBounded(engineInput(file), 0, COUNT_MS_MAX))?.pages ?? 0;
  return drawSmall(
    file,
    Array.from({ length: pages }, (_, index) => index),
  );
}

/** Of a document: as many pages as the source, alike, and text that flows. */
function worthOf(matches: ReadonlyMap<number, MatchedPage>, pages: number, placed: number): number {
  return (sumOf(matches) + (matches.size - placed) * FLOW_WORTH - Math.abs(pages - matches.size)) / Math.max(1, matches.size);
}

function sumOf(matches: ReadonlyMap<number, MatchedPage>): number {
  let sum = 0;
  for (const { ssim } of matches.values()) sum += ssim;
  return sum;
}

function isBetter(flow: MatchedPage | undefined, placed: MatchedPage | undefined, isRuled: boolean): boolean {
  if (!flow || !placed) return false;
  if (flow.more > 0) return placed.more < flow.more;
  // Thin lines are little of a page, and much of its look.
  if (isRuled) return placed.more === 0 && placed.ssim > flow.ssim - RULES_WORTH;
  return flow.ssim < ALIKE && placed.ssim > flow.ssim + FLOW_WORTH;
}

function isAsAlike(flow: MatchedPage | undefined, placed: MatchedPage | undefined): boolean {
  return flow !== undefined && placed !== undefined && placed.more <= flow.more && placed.ssim >= flow.ssim;
}

/** Pages on which a line of flowing text ends elsewhere; all where there are more or fewer pages than in the source. By index. */
async function findBroken(
  { path, pages }: LaidOutPages,
  pageIndexes: readonly number[],
  { words, scales }: SourceWords,
): Promise<ReadonlySet<number>> {
  if (pages !== pageIndexes.length) return new Set(pageIndexes);
  const broken = new Set<number>();
  for await (const [pageIndex, result] of readWords(path, pageIndexes, scales))
    if (breaksElsewhere(words.get(pageIndex) ?? [], result)) broken.add(pageIndex);
  return broken;
}

function evidenceOf(
  matches: ReadonlyMap<number, MatchedPage>,
  [source, result]: readonly [number, number],
  placed: readonly number[],
): LayoutEvidence {
  return {
    pages_source: source,
    pages_result: result,
    pages_placed: placed.map((pageIndex) => pageIndex + 1).toSorted((one, other) => one - other),
    likeness: Math.round((1000 * sumOf(matches)) / Math.max(1, matches.size)) / 1000,
  };
}
