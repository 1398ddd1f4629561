// A loop that checks itself: the Word document is laid out, and its pages are compared with those of the source. A page that looks other when its text
// flows is written with places for all that is on it, where that looks more alike. Only what changes is laid out again.

import { fileSource } from '../../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { countWordsBounded, readPagesBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import { breaksElsewhere, type Drifts, findDrifts, type WordDrift } from '../../../document/build/drifts.ts';
import { makeWords, type Word } from '../../../document/words/words.ts';
import { drawSmall, type MatchedPage, matchPages, turnPage } from './page-likeness.ts';

/** Beyond so many pages the loop would take longer than the conversion may. */
export const CHECKED_PAGES_MAX = 60;
/** SSIM: a page that flows and is so much alike stays so. */
const ALIKE = 0.92;
/** SSIM: below it a page looks other, and nearly always better with places. */
const FAR = 0.8;
/** SSIM: text that flows is worth this much. */
const FLOW_WORTH = 0.015;
/** SSIM: lines that end where they ended, and are not printed over others, are worth this much. */
const LINES_WORTH = 0.03;

/** SSIM: boxes and lines are worth this much. */
const RULES_WORTH = 0.03;

/** What is written of a document. */
export interface Wanted {
  /** By page index (0-based). */
  readonly isPlaced: (pageIndex: number) => boolean;
  readonly drifts?: Drifts;
  /** Letters in tables are as far apart as their fonts have them. */
  readonly plainCells?: boolean;
  /** Nothing but these pages, all of which keep their places. */
  readonly only?: ReadonlySet<number>;
}

/** The same document, written each time. */
export interface WriteLayout<Made> {
  readonly write: (wanted: Wanted) => Promise<Made>;
  /** The document as pages; undefined where it cannot be laid out. @param path of what `write` made */
  readonly layOut: (made: Made) => Promise<string | undefined>;
  /** Of the source, by page index. */
  readonly words: ReadonlyMap<number, readonly Word[]>;
  /** Degrees, clockwise, by which a page of the source was turned, by page index; others were not. */
  readonly turned: ReadonlyMap<number, number>;
  /** Pages with boxes and lines that no table has: flowing text is without them. By index. */
  readonly ruled: ReadonlySet<number>;
  /** By which pages are smaller than in the source (`scaleOfPage`), by index. */
  readonly scales: ReadonlyMap<number, number>;
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

interface LaidOut<Made> {
  readonly path: string;
  readonly made: Made;
  readonly pages: number;
  /** By page index. */
  readonly matches: ReadonlyMap<number, MatchedPage>;
}

const COUNT_MS_MAX = 10_000;
const FLOWING: Wanted = { isPlaced: () => false };

export interface Fitted<Made> {
  readonly made: Made;
  /** Absent where it could not be laid out. */
  readonly layout?: LayoutEvidence;
}

/** @param pageIndexes of the source, in the order of the document */
export async function fitLayout<Made>(
  source: OpenedPdf,
  pageIndexes: readonly number[],
  { write, layOut, words, turned, ruled, scales }: WriteLayout<Made>,
): Promise<Fitted<Made>> {
  const drawn = await drawSmall(source.source, pageIndexes);
  const pictures = new Map(pageIndexes.map((pageIndex, at) => [pageIndex, turnPage(drawn[at], turned.get(pageIndex) ?? 0)]));
  const lay = async (wanted: Wanted): Promise<{ readonly made: Made; readonly laidOut?: LaidOut<Made> }> => {
    const made = await write(wanted);
    const path = await layOut(made);
    if (path === undefined) return { made };
    const own = pageIndexes.filter((pageIndex) => wanted.only?.has(pageIndex) ?? true);
    const pages = await drawPages(path);
    const found = matchPages(
      own.map((pageIndex) => pictures.get(pageIndex)),
      pages,
    );
    return {
      made,
      laidOut: { made, path, pages: pages.length, matches: new Map(own.map((pageIndex, at) => [pageIndex, found[at] ?? MISSING])) },
    };
  };
  const flow = await lay(FLOWING);
  if (!flow.laidOut) return { made: flow.made };
  const broken = await findBroken(flow.laidOut, pageIndexes, { words, scales });
  const wantsPlaces = (pageIndex: number) => ruled.has(pageIndex) || broken.has(pageIndex);
  const poor = pageIndexes.filter((pageIndex) => wantsPlaces(pageIndex) || !isGood(flow.laidOut?.matches.get(pageIndex)));
  const asItFlows = { made: flow.made, layout: evidenceOf(flow.laidOut.matches, [pageIndexes.length, flow.laidOut.pages], []) };
  if (poor.length === 0) return asItFlows;
  const fixed = await placePages(poor, lay, { words, scales });
  const flowing = flow.laidOut.matches;
  // What takes too long to lay out keeps its places unseen, where flowing it is far from the source.
  if (!fixed) {
    const isMoved = flow.laidOut.pages !== pageIndexes.length;
    const far = new Set(poor.filter((pageIndex) => isMoved || isFar(flowing.get(pageIndex))));
    return far.size === 0 ? asItFlows : { made: await write({ isPlaced: (pageIndex) => far.has(pageIndex) }) };
  }
  const better = new Set(
    poor.filter((pageIndex) => {
      const found = [flowing.get(pageIndex), fixed.matches.get(pageIndex)] as const;
      return isBetter(...found, ruled.has(pageIndex)) || (broken.has(pageIndex) && isAsAlike(...found));
    }),
  );
  if (better.size === 0) return asItFlows;
  const wanted: Wanted = { isPlaced: (pageIndex) => better.has(pageIndex), drifts: fixed.drifts, plainCells: fixed.plainCells };
  // Pages that keep their places are what they were, alone or together.
  if (better.size === pageIndexes.length)
    return { made: await write(wanted), layout: evidenceOf(fixed.matches, [better.size, better.size], [...better]) };
  // What flows between pages that do not may have moved.
  const lines = (ruled.size * RULES_WORTH) / Math.max(1, pageIndexes.length);
  const flowWorth = worthOf(flowing, flow.laidOut.pages, 0);
  // Texts that go from one page to the next may be lost between both kinds: then all pages keep their places.
  for (const placed of [better, new Set(pageIndexes)]) {
    const { made, laidOut } = await lay({ ...wanted, isPlaced: (pageIndex) => placed.has(pageIndex) });
    if (!laidOut) return asItFlows;
    const { matches, pages } = laidOut;
    if (worthOf(matches, pages, placed.size) + lines >= flowWorth)
      return { made, layout: evidenceOf(matches, [pageIndexes.length, pages], [...placed]) };
  }
  return asItFlows;
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

interface PlacedPages {
  readonly matches: ReadonlyMap<number, MatchedPage>;
  /** Of the pages that are more alike when they are written with them. */
  readonly drifts: Drifts;
  readonly plainCells: boolean;
}

type SourceWords = Pick<WriteLayout<unknown>, 'words' | 'scales'>;

type Lay = (wanted: Wanted) => Promise<{ readonly laidOut?: Omit<LaidOut<unknown>, 'made'> }>;

/** Pages with places, and those again whose lines broke elsewhere. Undefined where they cannot be laid out. */
async function placePages(pageIndexes: readonly number[], lay: Lay, source: SourceWords): Promise<PlacedPages | undefined> {
  const only = new Set(pageIndexes);
  const isPlaced = (pageIndex: number) => only.has(pageIndex);
  const { laidOut, plainCells } = await layWhole({ isPlaced, only }, pageIndexes.length, lay);
  if (!laidOut) return undefined;
  const { matches, pages, path } = laidOut;
  const drifts = pages === pageIndexes.length ? await readDrifts(path, pageIndexes, source) : NONE;
  const away = new Set([...drifts].filter(([, own]) => own.some((word) => word.isAway)).map(([pageIndex]) => pageIndex));
  if (away.size === 0) return { matches, drifts: NONE, plainCells };
  const { laidOut: mended } = await lay({ isPlaced, only: away, drifts, plainCells });
  if (mended?.pages !== away.size) return { matches, drifts: NONE, plainCells };
  const isMended = ([pageIndex]: readonly [number, unknown]) =>
    (mended.matches.get(pageIndex)?.ssim ?? 0) + LINES_WORTH >= (matches.get(pageIndex)?.ssim ?? 0);
  return {
    matches: new Map([...matches, ...[...mended.matches].filter(isMended)]),
    drifts: new Map([...drifts].filter(([pageIndex]) => away.has(pageIndex)).filter(isMended)),
    plainCells,
  };
}

/** LibreOffice breaks some large tables far above the end of their page, depending on distances between letters in them: then there are none. */
async function layWhole(
  wanted: Wanted,
  pages: number,
  lay: Lay,
): Promise<{ readonly laidOut: Awaited<ReturnType<Lay>>['laidOut']; readonly plainCells: boolean }> {
  const { laidOut } = await lay(wanted);
  if (!laidOut || laidOut.pages <= pages) return { laidOut, plainCells: false };
  const { laidOut: plain } = await lay({ ...wanted, plainCells: true });
  return plain && plain.pages < laidOut.pages ? { laidOut: plain, plainCells: true } : { laidOut, plainCells: false };
}

const NONE: Drifts = new Map();
const PAGE_MS_MAX = 5_000;

/** @param path of the document as pages, as many as the source */
async function readDrifts(path: string, pageIndexes: readonly number[], { words, scales }: SourceWords): Promise<Drifts> {
  const drifts = new Map<number, readonly WordDrift[]>();
  for await (const [pageIndex, result] of readWords(path, pageIndexes, scales))
    drifts.set(pageIndex, findDrifts(words.get(pageIndex) ?? [], result));
  return drifts;
}

/** @param pageIndexes of the source: each page of the document is the next of these. Pages that cannot be read are left out. */
async function* readWords(
  path: string,
  pageIndexes: readonly number[],
  scales: SourceWords['scales'],
): AsyncGenerator<readonly [number, readonly Word[]], void, void> {
  const request = { input: engineInput(fileSource(path)), imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };
  const wanted = pageIndexes.map((_, pageIndex) => ({ pageIndex, widgets: undefined }));
  let at = 0;
  for await (const page of readPagesBounded(request, wanted, PAGE_MS_MAX)) {
    const pageIndex = pageIndexes[at++] ?? 0;
    if (!page) continue;
    const scale = scales.get(pageIndex) ?? 1;
    const words = makeWords(page.characters, page.rules);
    yield [pageIndex, scale === 1 ? words : words.map((word) => asInSource(word, scale))];
  }
}

/** Where a word of a smaller page is on that of the source. */
function asInSource(word: Word, scale: number): Word {
  const { box, style } = word;
  const [left, top, right, bottom] = [box.left / scale, box.top / scale, box.right / scale, box.bottom / scale];
  return { ...word, y: word.y / scale, box: { left, top, right, bottom }, style: { ...style, size: style.size / scale } };
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
  { path, pages }: Pick<LaidOut<unknown>, 'path' | 'pages'>,
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
    pages_placed: placed.map((pageIndex) => pageIndex + 1),
    likeness: Math.round((1000 * sumOf(matches)) / Math.max(1, matches.size)) / 1000,
  };
}
