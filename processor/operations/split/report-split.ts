// The evidence of `split`: what each result holds, counted by a second engine, and its pages beside those of the source.

import { JobFailure } from '../../failure.ts';
import type { Assembled } from '../../pdf/assembly/assembly.ts';
import type { SourceIndex } from '../../pdf/assembly/source-index.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import type { PartCounts } from '../../pdf/pdfium/compare/count-parts.ts';
import { samplePages } from '../../pdf/verify.ts';
import {
  type ComparedPages,
  comparePlaces,
  countIn,
  countInSource,
  differingShapes,
  looksOfEach,
  noPages,
  shapesOnce,
  tellCompared,
  verdictOf,
} from '../../prove-pages.ts';
import { checkPdf, isWorse } from '../../tools/check-pdf.ts';
import type { QpdfVerdict } from '../../tools/qpdf.ts';
import type { OperationContext } from '../operation.ts';
import type { PlannedPart } from './plan-parts.ts';

export interface WrittenPart {
  readonly path: string;
  readonly part: PlannedPart;
  readonly assembled: Assembled;
  readonly bytes: number;
}

const COUNTED_PARTS_MAX = 200;
const COMPARED_PARTS_MAX = 12;
const CHECKED_PARTS_MAX = 10;
const TOLD_PARTS_MAX = 1000;
const TEXTS_OF_PART = 4;

/** @throws JobFailure internal when a result is not what it was to be */
export async function tellSplit(
  context: OperationContext,
  index: SourceIndex,
  written: readonly WrittenPart[],
): Promise<Record<string, unknown>> {
  const counted = await countResults(written);
  const compared = await compareResults(index, written);
  const { before, differences } = await compareCounts(index, written, counted);
  if (differences.length > 0) {
    const message = `A second engine counts other things in the results than in the source: ${differences.join(', ')}.`;
    context.warn({ code: 'counts_differ', message });
  }
  if (compared.looksDiffer.length > 0)
    context.warn({
      code: 'pages_look_different',
      message: `${compared.looksDiffer.length} of the compared pages are not drawn as in the source.`,
    });
  tellLeft(context, written);
  const isCounted = before !== undefined && counted.size === Math.min(written.length, COUNTED_PARTS_MAX);
  return {
    results: written.length,
    parts: written.slice(0, TOLD_PARTS_MAX).map((one, at) => tellPart(one, counted.get(at))),
    source: { pages: index.opened.pages.length, ...(before ? shown(before) : {}) },
    links_to_other_results: written.reduce((sum, { assembled: { left } }) => sum + left.links + left.inertLinks, 0),
    verification: {
      result: verdictOf(compared, differences, isCounted),
      counted_by: 'pdfium',
      results_counted: counted.size,
      ...tellCompared(compared),
      qpdf_check: await checkResults(context, written),
    },
  };
}

/** By the position of the result. */
async function countResults(written: readonly WrittenPart[]): Promise<ReadonlyMap<number, PartCounts>> {
  const counted = new Map<number, PartCounts>();
  for (const at of samplePages(written.length, COUNTED_PARTS_MAX)) {
    const one = written[at];
    const counts = one && (await countIn(fileSource(one.path)));
    if (!one || !counts) continue;
    if (counts.pages !== one.part.pageIndexes.length)
      throw new JobFailure('internal', {
        cause: new Error(`result ${at + 1} has ${counts.pages} pages, not ${one.part.pageIndexes.length}`),
      });
    counted.set(at, counts);
  }
  return counted;
}

async function compareResults({ opened }: SourceIndex, written: readonly WrittenPart[]): Promise<ComparedPages> {
  const all = noPages();
  const chosen = samplePages(written.length, COMPARED_PARTS_MAX);
  const most = { text: TEXTS_OF_PART, looks: looksOfEach(chosen.length) };
  for (const at of chosen) {
    const one = written[at];
    if (!one) continue;
    const places = new Map(one.part.pageIndexes.map((pageIndex, place) => [pageIndex, place]).toReversed() as [number, number][]);
    await comparePlaces(one.path, { source: opened.source, places }, most, all);
  }
  if (all.textDiffers.length > 0) throw new JobFailure('internal', { cause: new Error(`another text on ${all.textDiffers.length} pages`) });
  return all;
}

/** Only where every page of the results is there once. */
async function compareCounts(
  index: SourceIndex,
  written: readonly WrittenPart[],
  counted: ReadonlyMap<number, PartCounts>,
): Promise<{ readonly before?: PartCounts; readonly differences: readonly string[] }> {
  const pages = written.flatMap(({ part }) => part.pageIndexes);
  const isOnce = new Set(pages).size === pages.length;
  const before = await countInSource(index.opened.source, isOnce ? pages : undefined);
  if (!before) return { differences: [] };
  const shapes = shapesApart(
    written,
    counted,
    isOnce ? new Map(pages.map((page, at) => [page, before.shapes[at]])) : new Map(before.shapes.entries()),
  );
  if (!isOnce || counted.size < written.length) return { before, differences: shapes };
  const after = [...counted.values()];
  const sum = (key: 'annotations' | 'links' | 'fields' | 'tags' | 'outlines') => after.reduce((total, counts) => total + counts[key], 0);
  const dropped = written.reduce((total, { assembled }) => total + assembled.left.links, 0);
  const outlines = written.reduce((total, { assembled }) => total + assembled.outlines, 0);
  const expected = {
    annotations: before.annotations - dropped,
    links: before.links - dropped,
    fields: before.fields,
    tags: before.tags,
    outlines,
  };
  const keys = Object.keys(expected) as (keyof typeof expected)[];
  const differences = keys
    .filter((key) => sum(key) !== expected[key])
    .map((key) => `${key} (${expected[key]} expected, ${sum(key)} found)`);
  differences.push(...shapes);
  if (index.labels && after.flatMap(({ labels }) => labels).join('\n') !== before.labels.join('\n')) differences.push('page labels');
  return { before, differences };
}

/** @param shapeOf by page of the source, from 0 */
function shapesApart(
  written: readonly WrittenPart[],
  counted: ReadonlyMap<number, PartCounts>,
  shapeOf: ReadonlyMap<number, string | undefined>,
): string[] {
  const parts = [...counted].map(([at, { shapes }]) => ({ pages: written[at]?.part.pageIndexes ?? [], shapes }));
  const before = parts.flatMap(({ pages }) => pages.map((page) => shapeOf.get(page)));
  return differingShapes(
    before,
    parts.flatMap(({ pages, shapes }) => shapesOnce(pages, shapes)),
  );
}

async function checkResults(
  { workDir }: OperationContext,
  written: readonly WrittenPart[],
): Promise<{ results: number; verdict: QpdfVerdict }> {
  const chosen = samplePages(written.length, CHECKED_PARTS_MAX);
  let verdict: QpdfVerdict = 'clean';
  for (const at of chosen) {
    const own = await checkPdf(written[at]?.path ?? '', workDir);
    if (own === 'missing') return { results: 0, verdict: own };
    if (isWorse(verdict, own)) verdict = own;
  }
  return { results: chosen.length, verdict };
}

function tellLeft(context: OperationContext, written: readonly WrittenPart[]): void {
  const attachments = written[0]?.assembled.left.attachments ?? 0;
  const later = written.slice(1).some(({ assembled }) => assembled.left.attachments > 0);
  if (attachments > 0 || later)
    context.warn({ code: 'attachments_in_first', message: 'Files that are attached to the document are in the first result only.' });
  if (written.some(({ assembled }) => assembled.hasXfa))
    context.warn({ code: 'xfa_removed', message: 'The XFA form was removed; the fields of the plain form stay.' });
}

function tellPart({ part, bytes }: WrittenPart, counts: PartCounts | undefined): Record<string, unknown> {
  const { pageIndexes, title, separator } = part;
  return {
    pages: rangesOf(pageIndexes),
    page_count: pageIndexes.length,
    bytes,
    ...(title === undefined ? {} : { title: title.slice(0, 200) }),
    ...(separator ? { barcode: { page: separator.pageIndex + 1, format: separator.format, text: separator.text.slice(0, 200) } } : {}),
    ...(counts ? shown(counts) : {}),
  };
}

function shown({ outlines, destinations, attachments, annotations, links, fields, tags }: PartCounts): Record<string, number> {
  return { outlines, destinations, attachments, annotations, links, fields, tags };
}

const RANGES_MAX = 20;

/** `1-3,5`, from 1. */
function rangesOf(pageIndexes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of pageIndexes) {
    const last = ranges.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else ranges.push([index + 1, index + 1]);
  }
  const told = ranges.slice(0, RANGES_MAX).map(([from, to]) => (from === to ? String(from) : `${from}-${to}`));
  return ranges.length > RANGES_MAX ? `${told.join(',')},…` : told.join(',');
}
