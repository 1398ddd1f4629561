// A document open in the thread that calls, whose pages are read one by one: the other side of readPagesBounded (pdfium-thread.ts).

import { type EngineInput, heapBytes, openInPdfium, type Pdfium, type PdfiumDocument } from '../pdfium.ts';
import type { PageContent } from './page-content.ts';
import type { ImageBudget } from './read-images.ts';
import { readPage } from './read-page.ts';
import type { PageWidgets } from './widgets.ts';

export interface PagesRequest {
  /** Without encryption. */
  readonly input: EngineInput;
  /** Of so many pages that follow each other. None: pictures come without their pixels. */
  readonly imagePixelsMax: number;
  readonly imageBytesMax: number;
  readonly imageMsMax: number;
  /** See ImageBudget. */
  readonly maskedJpegBytes: readonly number[];
  /** Text of which nothing is seen is flagged: see covered-texts.ts. */
  readonly marksCovered?: true;
}

export interface PageToRead {
  /** 0-based. */
  readonly pageIndex: number;
  readonly widgets: PageWidgets | undefined;
}

/** Pages that share a budget for their pictures. */
const BUDGET_PAGES = 12;
/** The engine keeps what pages share; when its heap has grown by so much, the document is opened again, which frees that. */
const GROWTH_BYTES_MAX = 16 * 1024 * 1024;

export class PageReader implements Disposable {
  readonly #engine: Pdfium;
  readonly #document: PdfiumDocument;
  readonly #fresh: ImageBudget;
  readonly #marksCovered: boolean;
  /** Pages that reading has changed. */
  readonly #changed = new Set<number>();
  #budget: ImageBudget | undefined;
  #count = 0;
  #heapBytes: number;

  private constructor(engine: Pdfium, request: PagesRequest, document: PdfiumDocument) {
    this.#engine = engine;
    this.#document = document;
    this.#marksCovered = request.marksCovered === true;
    this.#fresh = {
      pixelsLeft: request.imagePixelsMax,
      bytesLeft: request.imageBytesMax,
      msLeft: request.imageMsMax,
      maskedBytes: new Set(request.maskedJpegBytes),
    };
    this.#heapBytes = heapBytes(engine);
  }

  /** Undefined when the document does not open. */
  static open(engine: Pdfium, request: PagesRequest): PageReader | undefined {
    const document = openInPdfium(engine, request.input);
    return typeof document === 'number' ? undefined : new PageReader(engine, request, document);
  }

  read({ pageIndex, widgets }: PageToRead): PageContent | undefined {
    const hasGrown = heapBytes(this.#engine) > this.#heapBytes + GROWTH_BYTES_MAX;
    if (this.#changed.has(pageIndex) || hasGrown || this.#document.isHeavy) this.#reopen();
    if (widgets) this.#changed.add(pageIndex);
    const budget = this.#count++ % BUDGET_PAGES === 0 || !this.#budget ? { ...this.#fresh } : this.#budget;
    this.#budget = budget;
    return readPage(this.#engine, this.#document, { pageIndex, budget, widgets, marksCovered: this.#marksCovered });
  }

  [Symbol.dispose](): void {
    this.#document[Symbol.dispose]();
  }

  #reopen(): void {
    this.#document.reopen();
    this.#changed.clear();
    this.#heapBytes = heapBytes(this.#engine);
  }
}

/** What a page holds outside the objects themselves, to be handed over instead of copied. */
export function buffersOf({ characters, images }: PageContent): ArrayBuffer[] {
  const pictures = images.flatMap(({ jpeg, bgra }) => [jpeg, bgra].filter((bytes) => bytes !== undefined));
  return [characters.left.buffer, ...pictures.map(({ buffer }) => buffer)];
}
