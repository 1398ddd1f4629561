// The evidence of a compression as the customer reads it: sizes, what happened to the pictures, how alike the pages are, what was kept and why.

import type { CompressQuality } from '#contract/params/compress-params.ts';
import type { CompressedPdf, FontOutcome, PictureOutcome } from './compressed.ts';

const PICTURES_LISTED_MAX = 50;
const FONTS_LISTED_MAX = 20;

export function tellCompression(quality: CompressQuality, inputBytes: number, compressed: CompressedPdf): Record<string, unknown> {
  const { result, changed, categories, features, pictures, ssim, kept, merged, verification, fonts } = compressed;
  return {
    quality,
    changed,
    input_bytes: inputBytes,
    output_bytes: result.size,
    ratio: Math.round((result.size / inputBytes) * 10_000) / 10_000,
    categories,
    images: tellPictures(pictures),
    fonts: tellFonts(fonts),
    duplicates_merged: changed ? merged : 0,
    ssim,
    kept,
    features,
    verification,
  };
}

function tellPictures(pictures: readonly PictureOutcome[]): Record<string, unknown> {
  const changed = pictures.filter(({ after }) => after);
  const largest = pictures.toSorted((a, b) => b.before.bytes - a.before.bytes).slice(0, PICTURES_LISTED_MAX);
  return {
    total: pictures.length,
    changed: changed.length,
    resampled: changed.filter(({ before, after }) => after?.width !== before.width).length,
    by_codec: {
      before: countBy(pictures, ({ before }) => before.codec),
      after: countBy(pictures, ({ before, after }) => after?.codec ?? before.codec),
    },
    largest: largest.map(tellPicture),
  };
}

function tellPicture({ before, after }: PictureOutcome): Record<string, unknown> {
  const { object, width, height, dpi, codec, bytes, left } = before;
  return {
    object,
    before: { width, height, dpi, codec, bytes },
    ...(after
      ? {
          after: {
            width: after.width,
            height: after.height,
            dpi: dpi === null ? null : Math.round((dpi * after.width) / width),
            codec: after.codec,
            bytes: after.bytes,
            ...(after.quality === undefined ? {} : { jpeg_quality: after.quality }),
            ssim: Math.round(after.ssim * 10_000) / 10_000,
          },
        }
      : { left: left ?? 'page_would_look_different' }),
  };
}

function tellFonts(fonts: readonly FontOutcome[]): Record<string, unknown> {
  const changed = fonts.filter(({ changed: isChanged }) => isChanged);
  const largest = fonts.toSorted((a, b) => b.told.bytesBefore - a.told.bytesBefore).slice(0, FONTS_LISTED_MAX);
  return {
    total: fonts.length,
    changed: changed.length,
    by_format: {
      before: countBy(fonts, ({ told }) => told.format),
      after: countBy(fonts, ({ told, changed: isChanged }) => (isChanged ? told.formatAfter : told.format)),
    },
    largest: largest.map(({ told, changed: isChanged }) => ({
      object: told.object,
      name: told.name.slice(0, 100),
      format: told.format,
      bytes: told.bytesBefore,
      glyphs_used: told.glyphsUsed,
      ...(isChanged ? { format_after: told.formatAfter, bytes_after: told.bytesAfter } : {}),
      ...(told.left ? { left: told.left } : {}),
    })),
  };
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}
