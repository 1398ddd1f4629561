// The three levels in figures. One place, so that the choice per picture, the guard per page and the documentation agree.

import type { CompressQuality } from '#contract/params/compress-params.ts';

export interface Level {
  readonly quality: CompressQuality;
  /** A page below this similarity at 150 dpi goes back to safer candidates. */
  readonly pageSsimMin: number;
  /** Target for a single picture: above the page's, as a page may hold nothing else. */
  readonly imageSsimMin: number;
  /** Pictures placed at 1.15 times one of these or more are resampled to it; ascending. */
  readonly dpis: readonly number[];
  /** Bilevel pictures above 1.5 times this become that. Absent: never. */
  readonly bilevelDpi?: number;
  /** JPEG qualities to choose from, ascending. */
  readonly jpegQualities: readonly number[];
  readonly halveChroma: boolean;
  /** Up to so many levels between the colour components, a picture counts as grey. */
  readonly greyToleranceMax: number;
  /** Points by which a line or a letter may be off: 0.005 is a hundredth of a pixel at 150 dpi. Absent: not at all. */
  readonly toleranceMax?: number;
  /** Hinting instructions for coarse screens are removed from fonts. */
  readonly dropsHints: boolean;
}

export const LEVELS: { readonly [Q in CompressQuality]: Level } = {
  high: {
    quality: 'high',
    pageSsimMin: 0.982,
    imageSsimMin: 0.988,
    dpis: [300],
    jpegQualities: [42, 48, 54, 60, 66, 72, 78, 84, 88, 92, 95],
    halveChroma: false,
    greyToleranceMax: 0,
    dropsHints: true,
  },
  balanced: {
    quality: 'balanced',
    pageSsimMin: 0.96,
    imageSsimMin: 0.972,
    dpis: [150, 200, 300],
    bilevelDpi: 300,
    jpegQualities: [34, 40, 46, 52, 58, 64, 70, 76, 82, 88, 93],
    halveChroma: true,
    greyToleranceMax: 2,
    toleranceMax: 0.005,
    dropsHints: true,
  },
  maximum: {
    quality: 'maximum',
    pageSsimMin: 0.87,
    imageSsimMin: 0.89,
    dpis: [90, 110, 150, 200],
    bilevelDpi: 300,
    jpegQualities: [16, 22, 28, 34, 40, 46, 52, 58, 64, 70, 78, 86],
    halveChroma: true,
    greyToleranceMax: 4,
    toleranceMax: 0.005,
    dropsHints: true,
  },
};

/** The resolution at which pages and pictures are compared. */
export const VIEW_DPI = 150;
