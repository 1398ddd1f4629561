// The evidence of a compression as the customer reads it: sizes, what happened to the pictures, how alike the pages are, what was kept and why.

import type { CompressQuality } from '#contract/params/compress-params.ts';
import type { CompressedFont } from './font-programs.ts';
import type { CompressedPdf } from './pdf.ts';
import type { CompressedPicture } from './pictures.ts';

const PICTURES_LISTED_MAX = 50;
const FONTS_LISTED_MAX = 20;

export function tellCompression(quality: CompressQuality, inputBytes: number, compressed: CompressedPdf): Record<string, unknown> {
  const { bytes, changed, categories, features, pictures, ssim, kept, merged, verification, fonts } = compressed;
  return {
    quality,
    changed,
    input_bytes: inputBytes,
    output_bytes: bytes.length,
    ratio: Math.round((bytes.length / inputBytes) * 10_000) / 10_000,
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

function tellPictures(pictures: readonly CompressedPicture[]): Record<string, unknown> {
  const changed = pictures.filter((picture) => picture.chosen());
  const largest = pictures.toSorted((a, b) => b.before.bytes - a.before.bytes).slice(0, PICTURES_LISTED_MAX);
  return {
    total: pictures.length,
    changed: changed.length,
    resampled: changed.filter(({ before, chosen }) => chosen()?.width !== before.width).length,
    by_codec: {
      before: countBy(pictures, ({ before }) => before.codec),
      after: countBy(pictures, ({ before, chosen }) => chosen()?.codec ?? before.codec),
    },
    largest: largest.map(tellPicture),
  };
}

function tellPicture({ before, chosen }: CompressedPicture): Record<string, unknown> {
  const { object, width, height, dpi, codec, bytes, left } = before;
  const now = chosen();
  return {
    object,
    before: { width, height, dpi, codec, bytes },
    ...(now
      ? {
          after: {
            width: now.width,
            height: now.height,
            dpi: dpi === null ? null : Math.round((dpi * now.width) / width),
            codec: now.codec,
            bytes: now.bytes.length,
            ...(now.quality === undefined ? {} : { jpeg_quality: now.quality }),
            ssim: Math.round(now.ssim * 10_000) / 10_000,
          },
        }
      : { left: left ?? 'page_would_look_different' }),
  };
}

function tellFonts(fonts: readonly CompressedFont[]): Record<string, unknown> {
  const changed = fonts.filter((font) => font.isChanged());
  const largest = fonts.toSorted((a, b) => b.told.bytesBefore - a.told.bytesBefore).slice(0, FONTS_LISTED_MAX);
  return {
    total: fonts.length,
    changed: changed.length,
    by_format: {
      before: countBy(fonts, ({ told }) => told.format),
      after: countBy(fonts, (font) => (font.isChanged() ? font.told.formatAfter : font.told.format)),
    },
    largest: largest.map(({ told, isChanged }) => ({
      object: told.object,
      name: told.name.slice(0, 100),
      format: told.format,
      bytes: told.bytesBefore,
      glyphs_used: told.glyphsUsed,
      ...(isChanged() ? { format_after: told.formatAfter, bytes_after: told.bytesAfter } : {}),
      ...(told.left ? { left: told.left } : {}),
    })),
  };
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}
