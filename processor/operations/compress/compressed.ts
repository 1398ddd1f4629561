// What a compression comes to, in figures: nothing here holds an object of the document.

import type { Warning } from '#contract/processor.ts';
import type { ByteSource } from '../../pdf/byte-source.ts';
import type { FeatureCounts } from '../../pdf/pages/count-features.ts';
import type { BytesByCategory } from '../../pdf/streams/measure-bytes.ts';
import type { FontTold } from './font-programs.ts';
import type { ChosenForm, PictureTold } from './pictures.ts';

export interface PictureOutcome {
  readonly before: PictureTold;
  /** Undefined when it is as it was. */
  readonly after: ChosenForm | undefined;
}

export interface FontOutcome {
  readonly told: FontTold;
  readonly changed: boolean;
}

export interface Kept {
  readonly what: string;
  readonly why: string;
  readonly count: number;
}

export interface CompressedPdf {
  /** In a file where the source was in one. */
  readonly result: ByteSource;
  readonly pages: number;
  /** False: `result` is the source. */
  readonly changed: boolean;
  readonly categories: { readonly before: BytesByCategory; readonly after: BytesByCategory };
  readonly features: { readonly before: FeatureCounts; readonly after: FeatureCounts };
  readonly pictures: readonly PictureOutcome[];
  readonly fonts: readonly FontOutcome[];
  readonly ssim: {
    readonly pages_compared: number;
    readonly mean: number | null;
    readonly worst: number | null;
    readonly worst_page: number | null;
  };
  readonly kept: readonly Kept[];
  readonly merged: number;
  readonly verification: Record<string, unknown>;
  readonly notes: readonly Warning[];
}
