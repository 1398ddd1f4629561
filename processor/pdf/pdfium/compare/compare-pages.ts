// Compares two versions of a document page by page in PDFium: the text, and the picture at a low resolution, pixel for pixel.

import { type EngineInput, openInPdfium, type Pdfium, type PdfiumDocument, readPageText, renderPage } from '../pdfium.ts';
import type { PageCounts, Versions } from './open-pair.ts';

export interface ComparisonRequest extends Versions {
  /** 0-based. */
  readonly textPageIndexes: readonly number[];
  readonly renderPageIndexes: readonly number[];
  /** Where a page of the first version is in the second; the same place where absent. */
  readonly placeOf?: ReadonlyMap<number, number>;
}

export interface PageComparison extends PageCounts {
  readonly textPagesCompared: number;
  /** 1-based. */
  readonly textPagesDifferent: readonly number[];
  readonly renderedPagesCompared: number;
  readonly renderedPagesDifferent: readonly number[];
}

const RENDER_DPI = 50;
const RENDER_PIXELS_MAX = 400_000;
const NOTHING = new Uint8Array(0);

export function comparePages(engine: Pdfium, request: ComparisonRequest): PageComparison {
  using before = new Version(engine, request.before);
  using after = new Version(engine, request.after);
  const placeOf = (index: number) => (request.placeOf ? (request.placeOf.get(index) ?? Infinity) : index);
  const inBoth = (index: number) => index < (before.pageCount ?? 0) && placeOf(index) < (after.pageCount ?? 0);
  const textPages = request.textPageIndexes.filter(inBoth);
  const renderPages = request.renderPageIndexes.filter(inBoth);
  const textOf = (version: Version, index: number) => version.read((document) => readPageText(engine, document, index));
  const pictureOf = (version: Version, index: number) =>
    version.read((document) => renderPage(engine, document, index, RENDER_DPI, RENDER_PIXELS_MAX));
  const looksDifferent = (index: number) => {
    const [one, two] = [pictureOf(before, index), pictureOf(after, placeOf(index))];
    if (one?.width !== two?.width || one?.height !== two?.height) return true;
    return Buffer.compare(one?.pixels ?? NOTHING, two?.pixels ?? NOTHING) !== 0;
  };
  return {
    ...(before.pageCount === undefined ? {} : { pagesBefore: before.pageCount }),
    ...(after.pageCount === undefined ? {} : { pagesAfter: after.pageCount }),
    textPagesCompared: textPages.length,
    textPagesDifferent: textPages.filter((index) => textOf(before, index) !== textOf(after, placeOf(index))).map((index) => index + 1),
    renderedPagesCompared: renderPages.length,
    renderedPagesDifferent: renderPages.filter(looksDifferent).map((index) => index + 1),
  };
}

/** The engine keeps every stream of a page that it loaded until the document is closed: a large one is opened for each page anew. */
const KEPT_OPEN_BYTES_MAX = 32 * 1024 * 1024;

class Version implements Disposable {
  /** Undefined when PDFium does not open it. */
  readonly pageCount: number | undefined;
  private readonly engine: Pdfium;
  private readonly input: EngineInput;
  private open: PdfiumDocument | undefined;

  constructor(engine: Pdfium, input: EngineInput) {
    this.engine = engine;
    this.input = input;
    this.pageCount = this.read((document) => document.pageCount);
  }

  read<T>(use: (document: PdfiumDocument) => T): T | undefined {
    if (!this.open) {
      const opened = openInPdfium(this.engine, this.input);
      this.open = typeof opened === 'number' ? undefined : opened;
    }
    const value = this.open && use(this.open);
    const size = this.input instanceof Uint8Array ? 0 : this.input.size;
    if (size > KEPT_OPEN_BYTES_MAX) this[Symbol.dispose]();
    return value;
  }

  [Symbol.dispose](): void {
    this.open?.[Symbol.dispose]();
    this.open = undefined;
  }
}
