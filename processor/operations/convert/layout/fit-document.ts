// A document is compared with its source as a whole, or, where it is long, part by part: only so much of it is held, and laid out, at a time. Each
// part begins a section, so that what flows in one moves nothing in the next.

import { join } from 'node:path';
import { chooseStructure } from '../../../document/choose-structure.ts';
import { hasInitials } from '../../../document/build/initials.ts';
import { scaleOfPage } from '../../../document/build/page-scale.ts';
import type { KeptPage } from '../../../document/kept-page.ts';
import { findFormulas } from '../../../document/pictures/formulas.ts';
import type { Sequence } from '../../../document/page-sequence.ts';
import { PageStore } from '../../../document/page-store.ts';
import type { PictureFiles } from '../../../document/pictures/pictures.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import type { StructureElement } from '../../../pdf/pages/structure-tree.ts';
import { hasAlternates } from './alternate-glyphs.ts';
import { fitLayout, type Fitted, type LayoutEvidence } from './fit-layout.ts';
import { hasFreeLines } from './free-lines.ts';
import type { Wanted } from './place-pages.ts';
import { drawPlacedPages, withBulletPictures } from './placed-pages.ts';
import { hasSlantedText } from './slanted-text.ts';

/** Beyond so many pages comparing would take longer than the conversion may: all of them flow. */
export const LAID_OUT_PAGES_MAX = 240;
/** 69 pages took 750 MB beside LibreOffice. */
const PART_PAGES_MAX = 60;
/** Of the job's time: parts that come later are not compared. */
const TIME_SHARE = 0.5;

interface Pages {
  /** As they flow. */
  readonly pages: Sequence<KeptPage>;
  readonly structure: StructureElement | undefined;
}

interface FittedPages extends Pages {
  readonly source: OpenedPdf;
  readonly files: PictureFiles;
  /** The same pages with their content: what they are where they keep their places. */
  readonly whole: Sequence<KeptPage>;
}

/** @param wanted `isPlaced`: pages are given as they are with places */
export type WritePages<Made> = (document: Pages, wanted: Partial<Wanted>) => Promise<Made>;

interface Context {
  readonly workDir: string;
  readonly limits: { readonly processing_ms: number };
}

type LayOut = (path: string) => Promise<string | undefined>;

export async function fitDocument<Made extends { readonly path: string }>(
  document: FittedPages,
  write: WritePages<Made>,
  layOut: LayOut,
  { workDir, limits }: Context,
): Promise<Pick<Fitted<Made>, 'made' | 'layout'>> {
  if (document.pages.length <= PART_PAGES_MAX) return (await fitPart({ ...document, whole: [...document.whole] }, write, layOut)).fitted;
  const end = performance.now() + limits.processing_ms * TIME_SHARE;
  using chosen = new PageStore(join(workDir, 'convert-chosen-pages'));
  const parts: { readonly indexes: readonly number[]; readonly wanted: Wanted; readonly layout?: LayoutEvidence | undefined }[] = [];
  for (const [from, to] of partsOf(document.pages.length)) {
    const part = { ...document, pages: sliceOf(document.pages, from, to), whole: sliceOf(document.whole, from, to) };
    const indexes = part.pages.map(({ words }) => words.pageIndex);
    const own = { ...part, structure: chooseStructure(document.source, indexes) };
    const seen = performance.now() < end ? await fitPart(own, write, layOut) : undefined;
    const { wanted, layout } = seen?.fitted ?? { wanted: unseen(parts) };
    const pageOf = seen?.pageOf ?? placedPages(own);
    for (const page of part.pages) chosen.add(wanted.isPlaced(page.words.pageIndex) ? await pageOf(page) : page);
    parts.push({ indexes, wanted, layout });
  }
  const made = await write({ pages: chosen.pages, structure: document.structure }, togetherOf(parts));
  const layout = evidenceOf(parts.flatMap((part) => part.layout ?? []));
  return { made, ...(layout && { layout }) };
}

/** As many pages each as can be. */
function partsOf(pages: number): [from: number, to: number][] {
  const count = Math.ceil(pages / PART_PAGES_MAX);
  return Array.from({ length: count }, (_, at) => [Math.round((at * pages) / count), Math.round(((at + 1) * pages) / count)]);
}

function sliceOf(pages: Sequence<KeptPage>, from: number, to: number): KeptPage[] {
  return Array.from({ length: to - from }, (_, at) => pages.at(from + at)).filter((page) => page !== undefined);
}

/** Pages that nobody saw keep their places where most of the others do. */
function unseen(parts: readonly { readonly indexes: readonly number[]; readonly wanted: Wanted }[]): Wanted {
  const all = parts.flatMap(({ indexes, wanted }) => indexes.map(wanted.isPlaced));
  const isPlaced = all.filter(Boolean).length * 2 > all.length;
  return { isPlaced: () => isPlaced };
}

function togetherOf(parts: readonly { readonly indexes: readonly number[]; readonly wanted: Wanted }[]): Wanted {
  const placed = new Set(parts.flatMap(({ indexes, wanted }) => indexes.filter(wanted.isPlaced)));
  return {
    isPlaced: (pageIndex) => placed.has(pageIndex),
    drifts: new Map(parts.flatMap(({ wanted }) => [...(wanted.drifts ?? [])])),
    plainCells: parts.some(({ wanted }) => wanted.plainCells === true),
    freeTables: new Set(parts.flatMap(({ wanted }) => [...(wanted.freeTables ?? [])])),
    starts: new Set(parts.flatMap(({ indexes }) => indexes.slice(0, 1))),
  };
}

function evidenceOf(parts: readonly LayoutEvidence[]): LayoutEvidence | undefined {
  if (parts.length === 0) return undefined;
  const sumOf = (valueOf: (part: LayoutEvidence) => number) => parts.reduce((sum, part) => sum + valueOf(part), 0);
  const pages = sumOf((part) => part.pages_source);
  return {
    pages_source: pages,
    pages_result: sumOf((part) => part.pages_result),
    pages_placed: parts.flatMap((part) => part.pages_placed),
    likeness: Math.round((1000 * sumOf((part) => part.likeness * part.pages_source)) / pages) / 1000,
  };
}

interface FittedPart<Made> {
  readonly fitted: Fitted<Made>;
  /** A page as it is with places. */
  readonly pageOf: (page: KeptPage) => Promise<KeptPage>;
}

async function fitPart<Made extends { readonly path: string }>(
  { source, files, whole, pages, structure }: FittedPages & { readonly whole: readonly KeptPage[] },
  write: WritePages<Made>,
  layOut: LayOut,
): Promise<FittedPart<Made>> {
  const byIndex = <T>(valueOf: (page: KeptPage) => T) => new Map(whole.map((page) => [page.words.pageIndex, valueOf(page)] as const));
  const needsPlaces = (page: KeptPage) =>
    hasFreeLines(page.words) ||
    hasInitials(page.words.words) ||
    isFramed(page) ||
    isAskew(page) ||
    hasFormulas(page) ||
    hasAlternates(page);
  const placed = placedPages({ source, files, whole });
  const fitted = await fitLayout(
    source,
    [...pages].map(({ words }) => words.pageIndex),
    {
      write: async ({ sample, ...wanted }) => {
        const own: KeptPage[] = [];
        for (const page of pages) {
          const { pageIndex } = page.words;
          if (sample?.has(pageIndex) ?? true) own.push(wanted.isPlaced(pageIndex) ? await placed(page) : page);
        }
        return write({ pages: own, structure: sample ? chooseStructure(source, [...sample]) : structure }, wanted);
      },
      layOut: ({ path }) => layOut(path),
      words: byIndex((page) => page.words.words),
      turned: byIndex(({ reading }) => reading?.rotation ?? 0),
      ruled: new Set(whole.filter(needsPlaces).map(({ words }) => words.pageIndex)),
      scales: byIndex(({ words }) => scaleOfPage(words)),
      tables: byIndex(({ words }) => words.grids.map(({ box }) => box)),
    },
  );
  return { fitted, pageOf: placed };
}

function isFramed({ content }: KeptPage): boolean {
  return content?.links.some(({ border }) => border !== undefined) ?? false;
}

function isAskew({ content }: KeptPage): boolean {
  return content !== undefined && hasSlantedText(content);
}

function hasFormulas({ content, words }: KeptPage): boolean {
  return content !== undefined && findFormulas(words, content.rules).length > 0;
}

/** Pages as they are with places, drawn once one is asked for. One without drawings is as it was read. */
function placedPages({
  source,
  files,
  whole,
}: Pick<FittedPages, 'source' | 'files'> & { readonly whole: readonly KeptPage[] }): (page: KeptPage) => Promise<KeptPage> {
  const read = new Map(whole.map((page) => [page.words.pageIndex, page]));
  const plain = new Map(whole.flatMap((page) => (page.content?.drawings.length === 0 ? [[page.words.pageIndex, page]] : [])));
  let drawn: ReturnType<typeof drawPlacedPages> | undefined;
  return async (page) => {
    drawn ??= drawPlacedPages(source, whole, files);
    const { pageIndex } = page.words;
    return withBulletPictures((await drawn).get(pageIndex) ?? plain.get(pageIndex) ?? page, read.get(pageIndex));
  };
}
