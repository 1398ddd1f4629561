// The evidence of `flatten`: each page beside what it was, drawn by a second engine, and what is left that could be flattened.

import type { OperationParams } from '#contract/operations.ts';
import { JobFailure } from '../../failure.ts';
import { lookAtPages } from '../../look-at-pages.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import { wholePage } from '../../pdf/geometry/planned-page.ts';
import type { FlattenedLayers } from '../../pdf/layers/flatten-layers.ts';
import { countFeatures, type FeatureCounts } from '../../pdf/pages/count-features.ts';
import type { FlattenedRemarks } from '../../pdf/pages/flatten-remarks.ts';
import type { PageView } from '../../pdf/pages/page-view.ts';
import { openResult } from '../../pdf/verify.ts';
import { countIn } from '../../prove-pages.ts';
import { checkPdf } from '../../tools/check-pdf.ts';
import type { OperationContext } from '../operation.ts';

/** What became part of the pages; absent where it was not asked for. */
export interface Flattened {
  /** Widgets. */
  readonly fields?: number;
  readonly remarks?: FlattenedRemarks;
  readonly layers?: FlattenedLayers;
  readonly links?: number;
}

interface MadeFlat {
  readonly what: OperationParams<'flatten'>['what'];
  readonly source: ByteSource;
  readonly views: readonly PageView[];
  readonly path: string;
  readonly bytes: number;
  readonly before: FeatureCounts;
  readonly flattened: Flattened;
}

/** @throws JobFailure internal when something is left that was to become part of the pages */
export async function tellFlattened(context: OperationContext, made: MadeFlat): Promise<Record<string, unknown>> {
  const { source, views, path, bytes, before, flattened } = made;
  const reopened = await openResult(fileSource(path));
  const after = countFeatures(reopened);
  await refuseLeftovers(made, after);
  const planned = views.map((view, pageIndex) => wholePage(pageIndex, view));
  const losesText = (flattened.layers?.hidden ?? 0) > 0;
  const seen = await lookAtPages({ source, views, planned, path, losesText }, (share) =>
    context.progress({ percent: 50 + Math.floor(share * 45), stage: 'verifying' }),
  );
  const isSame = seen.different.length === 0;
  if (!isSame)
    context.warn({
      code: 'pages_look_different',
      message: `${seen.different.length} of the compared pages are not drawn as in the source: ${seen.different.slice(0, 20).join(', ')}.`,
    });
  if (seen.compared < views.length)
    context.warn({
      code: 'pages_not_compared',
      message: `The second engine compared ${seen.compared} of ${views.length} pages in its time.`,
    });
  warn(context, flattened);
  const { fields, remarks, layers, links } = flattened;
  return {
    pages: views.length,
    bytes,
    flattened: {
      ...(fields === undefined ? {} : { fields }),
      ...(remarks ? { annotations: remarks.drawn } : {}),
      ...(layers ? { layers: layers.layers } : {}),
    },
    removed: {
      ...(remarks ? { annotations_hidden: remarks.hidden, icons: remarks.icons } : {}),
      ...(layers
        ? { layers_hidden: layers.hidden, contents_cut: layers.contentsCut, annotations_in_hidden_layers: layers.annotationsHidden }
        : {}),
      ...(links === undefined ? {} : { links }),
    },
    before: shown(before),
    after: shown(after),
    verification: {
      result: isSame ? (seen.compared === views.length ? 'verified' : 'incomplete') : 'differs',
      drawn_by: 'pdfium',
      pages_compared: seen.compared,
      pages_alike: seen.compared - seen.different.length,
      largest_difference: seen.largest,
      qpdf_check: await checkPdf(path, context.workDir),
    },
  };
}

/** Both we and the second engine must find nothing of it. */
async function refuseLeftovers({ what, path, flattened }: MadeFlat, after: FeatureCounts): Promise<void> {
  const counted = await countIn(fileSource(path));
  const kept = flattened.remarks?.kept ?? 0;
  const left = [
    what.includes('forms') && (after.fields > 0 || (counted?.fields ?? 0) > 0) ? 'fields' : '',
    what.includes('layers') && after.layers > 0 ? 'layers' : '',
    what.includes('links') && (after.links > 0 || (counted?.links ?? 0) > 0) ? 'links' : '',
    what.includes('annotations') && counted && counted.annotations - counted.links - counted.fields > kept ? 'annotations' : '',
  ].filter((part) => part !== '');
  if (left.length > 0) throw new JobFailure('internal', { cause: new Error(`left in the result: ${left.join(', ')}`) });
}

function warn(context: OperationContext, { remarks }: Flattened): void {
  if (!remarks) return;
  if (remarks.icons > 0)
    context.warn({
      code: 'icons_removed',
      message: `${remarks.icons} notes have no appearance of their own, only an icon that readers draw; they were removed with their texts.`,
    });
  if (remarks.media > 0)
    context.warn({
      code: 'media_removed',
      message: `${remarks.media} annotations held files, sounds or films; what they showed stays, what they held is gone.`,
    });
  if (remarks.kept > 0)
    context.warn({
      code: 'annotations_kept',
      message: `${remarks.kept} annotations have no appearance of their own, and every reader draws their kind in another way; they stay annotations.`,
    });
}

function shown({ fields, annotations, links, layers, tags, outlines, attachments }: FeatureCounts): Record<string, number> {
  return { fields, annotations, links, layers, tags, outlines, attachments };
}
