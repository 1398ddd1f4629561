// The second guard of a file that was made PDF/A: a sample of its pages, drawn and read by the second engine, must match the source. Letters in
// another face may look a little different; any other difference of a page fails the job.

import { JobFailure } from '../../failure.ts';
import type { EngineInput } from '../pdfium/pdfium.ts';
import { measureLikenessBounded } from '../pdfium/pdfium-thread.ts';
import { samplePages } from '../verify.ts';

const PAGES_MAX = 6;
const DPI = 60;
const PIXELS_MAX = 600_000;
const COMPARE_MS_MAX = 12_000;
/** Structural similarity of a page. Measured with Helvetica, Times and Courier replaced: 0.96 and more, with dingbats 0.94. */
const SUBSTITUTED_MIN = 0.9;
/** Only CMYK colours are described differently; measured 0.999 and more. */
const SAME_MIN = 0.98;

export interface LikenessRequest {
  readonly before: EngineInput;
  readonly after: EngineInput;
  readonly pages: number;
  readonly hasSubstitutes: boolean;
  /** 0-based: pages that got new text, which is not compared. */
  readonly written?: ReadonlySet<number>;
}

export interface LikenessProof {
  readonly pages_compared: number;
  /** The least alike page, 0–1. */
  readonly similarity_min: number | null;
  readonly text_pages_compared: number;
}

/** @throws JobFailure unsupported_feature for a page that looks or reads differently */
export async function proveLikeness({ before, after, pages, hasSubstitutes, written }: LikenessRequest): Promise<LikenessProof> {
  const sample = samplePages(pages, PAGES_MAX);
  const found = await measureLikenessBounded(
    {
      before,
      after,
      renderPageIndexes: sample,
      textPageIndexes: sample.filter((index) => !written?.has(index)),
      dpi: DPI,
      pixelsMax: PIXELS_MAX,
    },
    COMPARE_MS_MAX,
  );
  const least = hasSubstitutes ? SUBSTITUTED_MIN : SAME_MIN;
  for (const { pageIndex, ssim, textSame, lettersSame } of found ?? []) {
    const readsSame = hasSubstitutes ? lettersSame !== false : textSame !== false;
    if ((ssim === undefined || ssim >= least) && readsSame) continue;
    throw new JobFailure('unsupported_feature', {
      message: readsSame
        ? 'The document cannot be converted to PDF/A-2b: a page would look different.'
        : 'The document cannot be converted to PDF/A-2b: the text of a page would be extracted differently.',
      page: pageIndex + 1,
      details: { similarity: ssim ?? null, similarity_min: least, text_same: readsSame },
    });
  }
  const shown = (found ?? []).flatMap(({ ssim }) => ssim ?? []);
  return {
    pages_compared: shown.length,
    similarity_min: shown.length > 0 ? Math.round(Math.min(...shown) * 10_000) / 10_000 : null,
    text_pages_compared: (found ?? []).filter(({ textSame }) => textSame !== undefined).length,
  };
}
