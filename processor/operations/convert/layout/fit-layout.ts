// A loop that checks itself: the Word document is laid out, and its pages are compared with those of the source. A page that looks other when its text
// flows is written with places for all that is on it, where that looks more alike. At most three documents are written.

import { fileSource } from '../../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { countWordsBounded, readPagesBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import { type Drifts, findDrifts, type WordDrift } from '../../../document/build/drifts.ts';
import { makeWords, type Word } from '../../../document/words/words.ts';
import { drawSmall, type MatchedPage, matchPages } from './page-likeness.ts';

/** Beyond so many pages the loop would take longer than the conversion may. */
export const CHECKED_PAGES_MAX = 40;
/** SSIM: a page that flows and is so much alike stays so. */
const ALIKE = 0.92;
/** SSIM: text that flows is worth this much. */
const FLOW_WORTH = 0.04;
/** SSIM: lines that end where they ended, and are not printed over others, are worth this much. */
const LINES_WORTH = 0.03;

/** The same document, written each time. */
export interface WriteLayout<Made> {
  /** @param isPlaced by page index (0-based) */
  readonly write: (isPlaced: (pageIndex: number) => boolean, drifts?: Drifts) => Promise<Made>;
  /** The document as pages; undefined where it cannot be laid out. @param path of what `write` made */
  readonly layOut: (made: Made) => Promise<string | undefined>;
  /** Of the source, by page index. */
  readonly words: ReadonlyMap<number, readonly Word[]>;
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
  readonly matches: readonly MatchedPage[];
  readonly placed: ReadonlySet<number>;
}

const COUNT_MS_MAX = 10_000;

/** @param pageIndexes of the source, in the order of the document */
export async function fitLayout<Made>(
  source: OpenedPdf,
  pageIndexes: readonly number[],
  { write, layOut, words }: WriteLayout<Made>,
): Promise<{ readonly made: Made; readonly layout?: LayoutEvidence }> {
  const pictures = await drawSmall(source.source, pageIndexes);
  const lay = async (placed: ReadonlySet<number>, made: Made): Promise<LaidOut<Made> | undefined> => {
    const path = await layOut(made);
    if (path === undefined) return undefined;
    const file = fileSource(path);
    const pages = (await countWordsBounded(engineInput(file), 0, COUNT_MS_MAX))?.pages ?? 0;
    const drawn = await drawSmall(
      file,
      Array.from({ length: pages }, (_, index) => index),
    );
    return { path, made, pages, matches: matchPages(pictures, drawn), placed };
  };
  const writeWith = async (placed: ReadonlySet<number>, drifts?: Drifts) =>
    lay(placed, await write((pageIndex) => placed.has(pageIndex), drifts));
  const flowing = await write(() => false);
  const flow = await lay(new Set(), flowing);
  if (!flow) return { made: flowing };
  const isGood = ({ ssim, more }: MatchedPage) => ssim >= ALIKE && more === 0;
  if (flow.matches.every(isGood)) return { made: flow.made, layout: evidenceOf(flow, pageIndexes) };
  const fixed = await writeWith(new Set(pageIndexes));
  if (!fixed) return { made: flow.made, layout: evidenceOf(flow, pageIndexes) };
  const better = pageIndexes.filter((_, at) => isBetter(flow.matches[at], fixed.matches[at]));
  if (better.length === 0) return { made: flow.made, layout: evidenceOf(flow, pageIndexes) };
  const drifts = fixed.pages === pageIndexes.length ? await readDrifts(fixed.path, pageIndexes, words) : NONE;
  const isAway = better.some((pageIndex) => drifts.get(pageIndex)?.some((word) => word.isAway));
  const mixed = better.length === pageIndexes.length && !isAway ? fixed : await writeWith(new Set(better), drifts);
  // What flows between pages that do not may have moved.
  const worths = new Map([
    [flow, worthOf(flow)],
    [fixed, worthOf(fixed)],
  ]);
  if (mixed) worths.set(mixed, worthOf(mixed) + (isAway ? LINES_WORTH : 0));
  const [[chosen] = [flow]] = [...worths].toSorted(([, one], [, two]) => two - one);
  return { made: chosen.made, layout: evidenceOf(chosen, pageIndexes) };
}

const NONE: Drifts = new Map();
const PAGE_MS_MAX = 5_000;

/** Pages that cannot be read are left out. @param path of the document as pages, as many as the source */
async function readDrifts(path: string, pageIndexes: readonly number[], words: ReadonlyMap<number, readonly Word[]>): Promise<Drifts> {
  const request = { input: engineInput(fileSource(path)), imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };
  const wanted = pageIndexes.map((_, pageIndex) => ({ pageIndex, widgets: undefined }));
  const drifts = new Map<number, readonly WordDrift[]>();
  let at = 0;
  for await (const page of readPagesBounded(request, wanted, PAGE_MS_MAX)) {
    const pageIndex = pageIndexes[at++] ?? 0;
    if (page) drifts.set(pageIndex, findDrifts(words.get(pageIndex) ?? [], makeWords(page.characters)));
  }
  return drifts;
}

/** Of a document: as many pages as the source, alike, and text that flows. */
function worthOf({ matches, pages, placed }: LaidOut<unknown>): number {
  const flowing = matches.length - placed.size;
  const sum = matches.reduce((all, { ssim }) => all + ssim, 0);
  return (sum + flowing * FLOW_WORTH - Math.abs(pages - matches.length)) / Math.max(1, matches.length);
}

function isBetter(flow: MatchedPage | undefined, placed: MatchedPage | undefined): boolean {
  if (!flow || !placed) return false;
  if (flow.more > 0) return placed.more < flow.more;
  return flow.ssim < ALIKE && placed.ssim > flow.ssim + FLOW_WORTH;
}

function evidenceOf({ pages, matches, placed }: LaidOut<unknown>, pageIndexes: readonly number[]): LayoutEvidence {
  const sum = matches.reduce((all, { ssim }) => all + ssim, 0);
  return {
    pages_source: pageIndexes.length,
    pages_result: pages,
    pages_placed: pageIndexes.filter((pageIndex) => placed.has(pageIndex)).map((pageIndex) => pageIndex + 1),
    likeness: Math.round((1000 * sum) / Math.max(1, matches.length)) / 1000,
  };
}
