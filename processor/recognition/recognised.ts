/*
 * The result of recognising a page, and the interface of the engine: the border
 * between reading a raster and writing a PDF. Types only; nothing here depends on
 * a program, a library or a document.
 */

import type { Raster } from '../images/raster.ts';
import type { ShownBox } from '../pdf/geometry/shown-box.ts';
import type { Rotation } from '../pdf/pages/page-box.ts';

/** Two points in pixels of the upright raster: where a line of text starts and ends. */
export interface Baseline {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface RecognisedWord {
  readonly text: string;
  /** Pixels of the upright raster; right and bottom are exclusive. */
  readonly box: ShownBox;
  /** 0..100 */
  readonly confidence: number;
  /** A number that was something else when it was read again. */
  readonly isUnproven?: boolean;
}

export interface RecognisedLine {
  readonly words: readonly RecognisedWord[];
  readonly box: ShownBox;
  readonly baseline: Baseline;
  readonly isRightToLeft: boolean;
  readonly block: number;
  readonly paragraph: number;
}

export interface RecognisedPage {
  /** of the upright raster */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Clockwise turn that made the raster upright: the given raster was turned by this before reading. */
  readonly rotation: Rotation;
  readonly lines: readonly RecognisedLine[];
  /** mean word confidence 0..100, undefined without words */
  readonly confidence: number | undefined;
  /** Of a page whose words are doubtful: the likely script, by Tesseract's name for it. */
  readonly script?: string;
  /** Of its letters, those in words that were read with some confidence; absent where it has few. */
  readonly sureLetters?: number;
  /** Its paper is mostly darker than its lightest places: a camera took it. */
  readonly isPhotograph?: boolean;
  readonly ms: number;
}

export interface GreyRaster extends Raster<1> {
  readonly dpi: number;
}

export type RecognisedOutcome =
  | { readonly status: 'ocr' | 'blank'; readonly page: RecognisedPage }
  | { readonly status: 'timeout' | 'error'; readonly cause?: unknown };

export interface OcrEngine extends AsyncDisposable {
  readonly name: 'native' | 'wasm';
  readonly version: string;
  readonly workers: number;
  /** never rejects because of a page; the caller keeps at most 2 × workers running */
  readonly recognise: (
    raster: GreyRaster,
    options: {
      readonly languages: readonly string[];
      readonly timeMs: number;
      readonly signal?: AbortSignal;
      /** Asked when a page's words are doubtful: is there time to read it again in other ways? Default: always. */
      readonly hasTimeToSpare?: () => boolean;
      /** Numbers are read again, and marked where they are something else then. */
      readonly provesNumbers?: boolean;
    },
  ) => Promise<RecognisedOutcome>;
}
