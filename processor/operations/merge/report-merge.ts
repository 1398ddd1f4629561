// The evidence of `merge`: what the result holds, counted by a second engine, beside what its files held, and pages of both compared.

import { JobFailure } from '../../failure.ts';
import type { Assembled } from '../../pdf/assembly/assembly.ts';
import { type ByteSource, fileSource, memorySource } from '../../pdf/byte-source.ts';
import type { PartCounts } from '../../pdf/pdfium/compare/count-parts.ts';
import type { EngineInput } from '../../pdf/pdfium/pdfium.ts';
import { endPdfium } from '../../pdf/pdfium/pdfium-thread.ts';
import { samplePages } from '../../pdf/verify.ts';
import {
  type ComparedPages,
  comparePlaces,
  countIn,
  countInSource,
  differingShapes,
  looksOfEach,
  noPages,
  type Shape,
  shapesOnce,
  tellCompared,
  verdictOf,
} from '../../prove-pages.ts';
import { releaseMemory } from '../../sandbox/release-memory.ts';
import { checkPdf } from '../../tools/check-pdf.ts';
import type { OperationContext } from '../operation.ts';

export interface MergedSource {
  readonly filename: string;
  /** Without encryption; a file is not held open. */
  readonly origin: EngineInput;
  /** 0-based, in the order of the result. */
  readonly pages: readonly number[];
  /** An empty page follows them. */
  readonly padded: boolean;
  /** 0-based in the result. */
  readonly firstPage: number;
  /** Of each of them, 0-based in the result, where they do not follow each other. */
  readonly places?: readonly number[];
}

interface Merged {
  readonly path: string;
  readonly bytes: number;
  readonly assembled: Assembled;
  readonly sources: readonly MergedSource[];
  /** The table of contents. */
  readonly contents?: MergedSource;
}

/** The result is opened anew beside each. */
const FILES_COMPARED_MAX = 12;
const TEXTS_OF_FILE = 5;
const OF_CONTENTS = { text: 20, looks: 3 } as const;
/** Of so many pages the second engine counts what is on them; of more, those of some of the files. */
const PAGES_COUNTED_MAX = 5000;
const COUNTED = ['annotations', 'links', 'fields', 'tags'] as const;

/** @throws JobFailure internal when the result is not what it was to be */
export async function tellMerge(context: OperationContext, merged: Merged): Promise<Record<string, unknown>> {
  const { path, bytes, assembled, sources, contents } = merged;
  if (assembled.pages > PAGES_COUNTED_MAX) releaseMemory();
  const { before, after, differences, pagesCounted, isCounted, isRead } = await countBoth(merged);
  const { compared, files: filesCompared } = await compareFiles(merged);
  if (differences.length > 0) {
    const message = `A second engine counts other things in the result than in the files: ${differences.join(', ')}.`;
    context.warn({ code: 'counts_differ', message });
  }
  if (compared.looksDiffer.length > 0)
    context.warn({
      code: 'pages_look_different',
      message: `${compared.looksDiffer.length} of the compared pages are not drawn as in their files.`,
    });
  tellChanges(context, assembled);
  if (before.tags > 0) tellTags(context, merged);
  // What it keeps of so many pages is not needed while qpdf has them too.
  if (assembled.pages > PAGES_COUNTED_MAX) await endPdfium();
  const qpdf = await checkPdf(path, context.workDir, assembled.pages);
  return {
    pages: assembled.pages,
    bytes,
    files: sources.map(({ filename, pages, firstPage, padded }) => ({
      filename,
      pages: pages.length,
      first_page: firstPage + 1,
      ...(padded ? { padded } : {}),
    })),
    ...(contents ? { toc: { pages: contents.pages.length, entries: sources.length } } : {}),
    before: shown(before),
    ...(after ? { after: shown(after) } : {}),
    left_behind: tellLeft(assembled),
    fields_renamed: assembled.renamedFields.slice(0, 100),
    verification: {
      result: verdictOf(compared, differences, isRead),
      counted_by: 'pdfium',
      counted: isCounted,
      pages_counted: pagesCounted,
      files_compared: filesCompared,
      ...tellCompared(compared),
      qpdf_check: qpdf,
    },
  };
}

type Counts = Pick<PartCounts, (typeof COUNTED)[number] | 'outlines' | 'destinations' | 'attachments'>;

interface Counted {
  readonly counts: Counts;
  /** Of each page that was counted, by its place in the result. */
  readonly shapes: Readonly<Record<number, Shape>>;
  /** They can be compared with those of the result. */
  readonly isWhole: boolean;
  /** The second engine has counted in each of the files. */
  readonly isRead: boolean;
}

interface BothCounted {
  /** Of the files of the customer. */
  readonly before: Counts;
  readonly after: PartCounts | undefined;
  readonly differences: readonly string[];
  readonly pagesCounted: number;
  readonly isCounted: boolean;
  /** The second engine has counted in the result and in each of the files. */
  readonly isRead: boolean;
}

/** @throws JobFailure internal when the result has another number of pages */
async function countBoth(merged: Merged): Promise<BothCounted> {
  const { path, assembled, sources, contents } = merged;
  const made = contents ? [contents] : [];
  const chosen = chooseCounted(sources);
  const places = [...made, ...sources.filter((source) => chosen.has(source))].flatMap(placesOf);
  const after = await countIn(fileSource(path), places);
  if (after && after.pages !== assembled.pages)
    throw new JobFailure('internal', { cause: new Error(`the result has ${after.pages} pages, not ${assembled.pages}`) });
  const before = await countSources(sources, chosen);
  const front = await countSources(made, new Set(made));
  const shapes = { ...before.shapes, ...front.shapes };
  const shapesBefore = places.map((place) => shapes[place]);
  const isComparable = before.isWhole && front.isWhole && after !== undefined;
  return {
    before: before.counts,
    after,
    differences: [
      ...(isComparable ? differ(plus(before.counts, front.counts), after, merged, chosen.size === sources.length) : []),
      ...differingShapes(shapesBefore, after?.shapes ?? []),
    ],
    pagesCounted: after ? places.length : 0,
    isCounted: before.isWhole && after !== undefined,
    isRead: before.isRead && front.isRead && after !== undefined,
  };
}

/** @throws JobFailure internal when a page says something else */
async function compareFiles({ path, sources, contents }: Merged): Promise<{ readonly compared: ComparedPages; readonly files: number }> {
  const compared = noPages();
  if (contents) await comparePlaces(path, originOf(contents), OF_CONTENTS, compared);
  const chosen = samplePages(sources.length, FILES_COMPARED_MAX);
  for (const at of chosen) {
    const source = sources[at];
    if (source) await comparePlaces(path, originOf(source), { text: TEXTS_OF_FILE, looks: looksOfEach(chosen.length) }, compared);
  }
  if (compared.textDiffers.length > 0)
    throw new JobFailure('internal', { cause: new Error(`another text on ${compared.textDiffers.length} pages`) });
  return { compared, files: chosen.length };
}

/** Files from all over the result whose pages are counted together. */
function chooseCounted(sources: readonly MergedSource[]): ReadonlySet<MergedSource> {
  const pages = sources.reduce((sum, source) => sum + source.pages.length, 0);
  const files = Math.floor((sources.length * PAGES_COUNTED_MAX) / Math.max(1, pages));
  return new Set(samplePages(sources.length, Math.max(1, files)).flatMap((at) => sources[at] ?? []));
}

/** What all files together hold, and what is on those of their pages that went into the result. @param counted files whose pages are looked at */
async function countSources(sources: readonly MergedSource[], counted: ReadonlySet<MergedSource>): Promise<Counted> {
  const counts = { annotations: 0, links: 0, fields: 0, tags: 0, outlines: 0, destinations: 0, attachments: 0 };
  const shapes: Record<number, Shape> = {};
  let [isWhole, isRead] = [true, true];
  for (const source of sources) {
    const { origin } = source;
    const pages = counted.has(source) ? source.pages : [];
    const places = placesOf(source);
    const own = await countInSource(sourceOf(origin), pages);
    // A page that comes twice has its fields drawn the second time, and no tags.
    if (!own) isRead = false;
    for (const [at, shape] of shapesOnce(pages, own?.shapes).entries()) shapes[places[at] ?? 0] = shape;
    if (!own || new Set(pages).size < pages.length) isWhole = false;
    for (const key of Object.keys(counts) as (keyof Counts)[]) counts[key] += own?.[key] ?? 0;
  }
  return { counts, shapes, isWhole, isRead };
}

function plus(one: Counts, two: Counts): Counts {
  const keys = Object.keys(one) as (keyof Counts)[];
  return Object.fromEntries(keys.map((key) => [key, one[key] + two[key]])) as unknown as Counts;
}

function differ(before: Counts, after: PartCounts, { assembled }: Merged, isEach: boolean): string[] {
  const { links, attachments } = assembled.left;
  const expected = {
    // From which files links were left behind is not known.
    ...(isEach || links === 0 ? { annotations: before.annotations - links, links: before.links - links } : {}),
    fields: before.fields,
    // The second engine looks for tags only where a file says that it is tagged.
    tags: assembled.isMarked ? before.tags : 0,
    outlines: assembled.outlines,
    attachments: before.attachments - attachments,
  };
  const keys = Object.keys(expected) as (keyof typeof expected)[];
  return keys.filter((key) => after[key] !== expected[key]).map((key) => `${key} (${expected[key]} expected, ${after[key]} found)`);
}

function placesOf({ pages, firstPage, places }: MergedSource): readonly number[] {
  return places ?? pages.map((_, at) => firstPage + at);
}

function originOf(merged: MergedSource): {
  readonly source: ByteSource;
  readonly places: ReadonlyMap<number, number>;
} {
  // Of a page that comes twice the first is the page itself.
  const ownPlaces = placesOf(merged);
  const places = merged.pages.map((pageIndex, at) => [pageIndex, ownPlaces[at] ?? 0] as const).toReversed();
  return { source: sourceOf(merged.origin), places: new Map(places) };
}

function sourceOf(origin: EngineInput): ByteSource {
  return origin instanceof Uint8Array ? memorySource(origin) : fileSource(origin.path).part(origin.start, origin.size);
}

function tellChanges(context: OperationContext, { renamedFields, calculationsAtRisk, hasXfa, roleConflicts }: Assembled): void {
  if (renamedFields.length > 0)
    context.warn({
      code: 'fields_renamed',
      message: `${renamedFields.length} form fields have the name of a field of an earlier file and were renamed.`,
    });
  if (calculationsAtRisk > 0)
    context.warn({
      code: 'calculations_may_differ',
      message: `${calculationsAtRisk} calculated fields are in files whose fields were renamed; scripts may still use the old names.`,
    });
  if (hasXfa) context.warn({ code: 'xfa_removed', message: 'The XFA form was removed; the fields of the plain form stay.' });
  if (roleConflicts > 0)
    context.warn({
      code: 'roles_differ',
      message: `${roleConflicts} roles of tags mean something else in a later file; the meaning in the earlier one holds.`,
    });
}

function tellTags(context: OperationContext, { assembled, sources }: Merged): void {
  if (!assembled.isMarked)
    context.warn({
      code: 'partly_tagged',
      message: 'Some of the files are not tagged: the tags of the others stay, but the result does not say that it is tagged.',
    });
  if (sources.some(({ places }) => places !== undefined))
    context.warn({
      code: 'tags_not_collated',
      message: 'The tags of the files follow each other; who reads by them hears one file after the other.',
    });
}

function tellLeft({ left }: Assembled): Record<string, number> {
  return { links: left.links + left.inertLinks, outlines: left.outlines, fields: left.fields, destinations: left.destinations };
}

function shown({ outlines, destinations, attachments, annotations, links, fields, tags }: Counts): Counts {
  return { outlines, destinations, attachments, annotations, links, fields, tags };
}
