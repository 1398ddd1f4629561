/*
 * What recognition says of a page, and the engine that says it: the border
 * between reading a raster and writing a PDF. Types only; nothing here knows
 * a program, a library or a document.
 */

/** Boxes in pixels of the upright raster, origin top left, x1/y1 exclusive. */
export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface RecognisedWord {
  readonly text: string;
  readonly box: PixelBox;
  /** 0..100 */
  readonly confidence: number;
}

/** Baseline: two points in pixels. */
export interface RecognisedLine {
  readonly words: readonly RecognisedWord[];
  readonly box: PixelBox;
  readonly baseline: PixelBox;
  readonly isRightToLeft: boolean;
  readonly block: number;
  readonly paragraph: number;
}

export interface RecognisedPage {
  /** of the upright raster */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Clockwise turn that made the raster upright: the raster given was turned by this before reading. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly lines: readonly RecognisedLine[];
  /** mean word confidence 0..100, undefined without words */
  readonly confidence: number | undefined;
  readonly ms: number;
}

/** An 8-bit grey raster. */
export interface Raster {
  readonly pixels: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
}

export type RecognisedOutcome =
  | { readonly status: 'ocr' | 'blank'; readonly page: RecognisedPage }
  | { readonly status: 'timeout' | 'error'; readonly cause?: unknown };

export interface OcrEngine extends AsyncDisposable {
  readonly name: 'native' | 'wasm';
  readonly version: string;
  readonly workers: number;
  /** never rejects for what the page is; the caller keeps at most 2 × workers under way */
  readonly recognise: (
    raster: Raster,
    options: { readonly languages: readonly string[]; readonly timeMs: number; readonly signal?: AbortSignal },
  ) => Promise<RecognisedOutcome>;
}
