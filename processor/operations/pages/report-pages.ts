// The evidence of `pages`: each page of the result beside what it was to be, drawn by a second engine, and what else is in the document, counted by it.

import { JobFailure } from '../../failure.ts';
import type { Assembled } from '../../pdf/assembly/assembly.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import type { PlannedPage } from '../../pdf/geometry/planned-page.ts';
import type { LaidOut } from '../../pdf/imposition/lay-out-pages.ts';
import type { PartCounts } from '../../pdf/pdfium/compare/count-parts.ts';
import { countIn, countInSource } from '../../prove-pages.ts';
import { checkPdf } from '../../tools/check-pdf.ts';
import type { OperationContext } from '../operation.ts';
import { type LookedAt, lookAtPages, type SeenPages } from '../../look-at-pages.ts';

export interface MadePages extends LookedAt {
  readonly bytes: number;
  readonly assembled: Assembled;
  readonly laidOut: LaidOut;
}

const TOLD_PAGES_MAX = 500;

/** @throws JobFailure internal when the result is not what it was to be */
export async function tellPages(context: OperationContext, made: MadePages): Promise<Record<string, unknown>> {
  const { source, views, planned, path, bytes, assembled } = made;
  const after = await countIn(fileSource(path));
  if (after && after.pages !== planned.length)
    throw new JobFailure('internal', { cause: new Error(`the result has ${after.pages} pages, not ${planned.length}`) });
  const before = await countInSource(source);
  const seen = await lookAtPages(made, (share) => context.progress({ percent: 50 + Math.floor(share * 45), stage: 'verifying' }));
  const differences = before && after ? differ(before, after, made) : [];
  warn(context, made, seen, differences);
  return {
    pages_before: views.length,
    pages: planned.length,
    bytes,
    made: planned.slice(0, TOLD_PAGES_MAX).map(tellPage),
    ...(before ? { before: shown(before) } : {}),
    ...(after ? { after: shown(after) } : {}),
    left_behind: {
      links: assembled.left.links + assembled.left.inertLinks,
      outlines: assembled.left.outlines,
      fields: assembled.left.fields,
      destinations: assembled.left.destinations,
    },
    verification: {
      result: verdictOf(seen, differences, planned.length),
      drawn_by: 'pdfium',
      pages_compared: seen.compared,
      pages_as_planned: seen.compared - seen.different.length,
      largest_difference: seen.largest,
      qpdf_check: await checkPdf(path, context.workDir),
    },
  };
}

/** `incomplete`: nothing differs, and not every page was compared. */
function verdictOf(seen: SeenPages, differences: readonly string[], pages: number): 'verified' | 'incomplete' | 'differs' {
  if (differences.length > 0 || seen.different.length > 0) return 'differs';
  return seen.compared === pages ? 'verified' : 'incomplete';
}

function tellPage({ width, height, placed }: PlannedPage): Record<string, unknown> {
  return {
    from: placed.map(({ pageIndex }) => pageIndex + 1),
    width_pt: Math.round(width * 100) / 100,
    height_pt: Math.round(height * 100) / 100,
  };
}

/** Only where every page of the source is there once. */
function differ(before: PartCounts, after: PartCounts, { planned, views, assembled, laidOut }: MadePages): string[] {
  const pages = planned.flatMap(({ placed }) => placed.map(({ pageIndex }) => pageIndex));
  if (pages.length !== views.length || new Set(pages).size < pages.length) return [];
  const gone = assembled.left.links + laidOut.annotationsCut;
  const expected = {
    annotations: before.annotations - gone,
    outlines: before.outlines,
    attachments: before.attachments,
    destinations: before.destinations,
    // Of a sheet, elements that several of its pages have are counted once.
    ...(laidOut.hasSheets ? {} : { links: before.links - assembled.left.links, fields: before.fields, tags: before.tags }),
  };
  const keys = Object.keys(expected) as (keyof typeof expected)[];
  return keys.filter((key) => after[key] !== expected[key]).map((key) => `${key} (${expected[key]} expected, ${after[key]} found)`);
}

function warn(
  context: OperationContext,
  { assembled, laidOut, planned }: MadePages,
  seen: SeenPages,
  differences: readonly string[],
): void {
  if (differences.length > 0) {
    const message = `A second engine counts other things in the result than in the source: ${differences.join(', ')}.`;
    context.warn({ code: 'counts_differ', message });
  }
  if (seen.different.length > 0)
    context.warn({
      code: 'pages_look_different',
      message: `${seen.different.length} of the compared pages are not drawn as planned: ${seen.different.slice(0, 20).join(', ')}.`,
    });
  if (seen.compared < planned.length)
    context.warn({
      code: 'pages_not_compared',
      message: `The second engine compared ${seen.compared} of ${planned.length} pages in its time.`,
    });
  if (laidOut.hadLabels)
    context.warn({
      code: 'page_labels_removed',
      message: 'Sheets that hold several pages have no page labels; those of the source were removed.',
    });
  if (laidOut.annotationsCut > 0)
    context.warn({
      code: 'annotations_cut',
      message: `${laidOut.annotationsCut} annotations are on parts of pages that are cropped away and are not on the sheets.`,
    });
  if (assembled.hasXfa) context.warn({ code: 'xfa_removed', message: 'The XFA form was removed; the fields of the plain form stay.' });
}

function shown({ outlines, destinations, attachments, annotations, links, fields, tags }: PartCounts): Record<string, number> {
  return { outlines, destinations, attachments, annotations, links, fields, tags };
}
