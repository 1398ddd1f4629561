// `compress` for PDF: opened, stored smaller and compared (settle.ts), then read again and proved whole. When the result is not proved or not
// smaller, the source is returned. The two documents are never in memory together.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { JobFailure } from '../../failure.ts';
import { type ByteSource, fileSource, memorySource } from '../../pdf/byte-source.ts';
import { countFeatures, type FeatureCounts } from '../../pdf/pages/count-features.ts';
import { type BytesByCategory, measureBytes } from '../../pdf/streams/measure-bytes.ts';
import { openSource } from '../../open-source.ts';
import { openPdf } from '../../pdf/open.ts';
import { checkSource } from '../../tools/check-pdf.ts';
import { isWritten, linearizePdf, type QpdfVerdict } from '../../tools/qpdf.ts';
import type { CompressedPdf } from './compressed.ts';
import type { PageVerdict } from './guard.ts';
import { LEVELS } from './levels.ts';
import { type CompressOptions, PERCENT, settle, type Settled, tellProgress } from './settle.ts';

/**
 * The result lies in the work directory.
 * @throws JobFailure as openPdf; internal when neither the result nor the source can be returned
 */
export async function compressPdf(file: Uint8Array | ByteSource, options: CompressOptions): Promise<CompressedPdf> {
  const source = file instanceof Uint8Array ? memorySource(file) : file;
  const settled = await openAndSettle(source, options);
  tellProgress(options, 'verifying', PERCENT.compared);
  const result = fileSource(await linearized(settled.path, options));
  const proved = result.size < source.size ? await prove(result, settled, options) : 'not_smaller';
  return typeof proved === 'string' ? tellUnchanged(source, settled, proved) : tellChanged(result, settled, proved);
}

/** A function of its own: when it returns, the document is no longer held. */
async function openAndSettle(source: ByteSource, options: CompressOptions): Promise<Settled> {
  return settle(await openSource(source, 'modify', options), source.size, options);
}

async function linearized(path: string, { linearize, workDir }: CompressOptions): Promise<string> {
  if (!linearize) return path;
  const result = join(workDir, `compress-${randomUUID()}.pdf`);
  return isWritten(await linearizePdf(path, result, { workDir })) ? result : path;
}

interface Proved {
  readonly categories: BytesByCategory;
  readonly features: FeatureCounts;
  readonly qpdf: QpdfVerdict;
}

/** A string names what is wrong with the result. */
async function prove(result: ByteSource, { verdicts, before, source }: Settled, options: CompressOptions): Promise<Proved | string> {
  const { pageSsimMin } = LEVELS[options.quality];
  const all = [...verdicts.values()];
  if (all.some(({ textSame }) => textSame === false)) return 'text_differs';
  if (all.some(({ ssim }) => ssim !== undefined && ssim < pageSsimMin)) return 'pages_look_different';
  const measured = await measureResult(result);
  if (!measured) return 'not_readable';
  const { features } = measured;
  const lost = Object.entries(before.features).filter(([name, count]) => features[name as keyof FeatureCounts] !== count);
  if (lost.length > 0) return `features_differ: ${lost.map(([name]) => name).join(', ')}`;
  const qpdf = await checkSource(result, options.workDir);
  if (qpdf === 'errors' && (await checkSource(source, options.workDir)) !== 'errors') return 'not_sound';
  return { ...measured, qpdf };
}

/** Undefined when it does not open as it is. */
async function measureResult(result: ByteSource): Promise<Omit<Proved, 'qpdf'> | undefined> {
  try {
    const reopened = await openPdf(result, { needs: 'read', pagesMax: Number.MAX_SAFE_INTEGER, strict: true });
    return { categories: measureBytes(reopened.context, result.size), features: countFeatures(reopened) };
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

function tellUnchanged(source: ByteSource, settled: Settled, why: string): CompressedPdf {
  const { pages, before, fonts, merged, kept } = settled;
  const notes = [...settled.notes];
  if (why !== 'not_smaller')
    notes.push({
      code: 'kept_as_it_was',
      message: 'The compressed file could not be proved complete; the source is returned unchanged.',
    });
  return {
    result: source,
    pages,
    changed: false,
    categories: { before: before.categories, after: before.categories },
    features: { before: before.features, after: before.features },
    pictures: [],
    fonts,
    merged,
    notes,
    ssim: { pages_compared: 0, mean: null, worst: null, worst_page: null },
    kept: [...kept, { what: 'document', why, count: 1 }],
    verification: { result: why, identical_to_source: true },
  };
}

function tellChanged(result: ByteSource, settled: Settled, { categories, features, qpdf }: Proved): CompressedPdf {
  const { pages, before, pictures, fonts, merged, notes, kept, verdicts } = settled;
  return {
    result,
    pages,
    changed: true,
    categories: { before: before.categories, after: categories },
    features: { before: before.features, after: features },
    pictures,
    fonts,
    merged,
    notes,
    ssim: tellSsim(verdicts),
    kept,
    verification: tellVerification(verdicts, qpdf),
  };
}

function tellSsim(verdicts: ReadonlyMap<number, PageVerdict>): CompressedPdf['ssim'] {
  const compared = [...verdicts].flatMap(([index, { ssim }]) => (ssim === undefined ? [] : [{ page: index + 1, ssim }]));
  const worst = compared.reduce<{ page: number; ssim: number } | undefined>(
    (low, one) => (!low || one.ssim < low.ssim ? one : low),
    undefined,
  );
  const mean = compared.length === 0 ? null : compared.reduce((sum, { ssim }) => sum + ssim, 0) / compared.length;
  return { pages_compared: compared.length, mean: round(mean), worst: round(worst?.ssim ?? null), worst_page: worst?.page ?? null };
}

function tellVerification(verdicts: ReadonlyMap<number, PageVerdict>, qpdf: QpdfVerdict): Record<string, unknown> {
  const texts = [...verdicts.values()].filter(({ textSame }) => textSame !== undefined);
  return {
    result: 'verified',
    page_count_same: true,
    text_pages_compared: texts.length,
    text_identical: texts.length > 0 ? true : null,
    features_identical: true,
    qpdf_check: qpdf,
  };
}

function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000;
}
