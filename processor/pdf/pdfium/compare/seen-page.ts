// A page of one version as the engine sees it, loaded once for all that the judges of an edit ask: text, places, shape and picture.

import type { Box } from '../../geometry/box.ts';

import { showBox, type ShownBox } from '../../geometry/shown-box.ts';
import { IDENTITY, type Matrix } from '../../geometry/matrix.ts';
import { readLinks } from '../page/read-links.ts';
import type { SeenLink } from './seen-links.ts';
import { drawFields } from '../page/form-fill.ts';
import { Scratch } from '../page/scratch.ts';
import { type SeenThings, seeThings } from './judge-things.ts';
import { drawLoaded, type Drawn, type Pdfium, type PdfiumDocument, readTextOf } from '../pdfium.ts';
import { type Letters, readLetters } from './seen-letters.ts';
import { seeDrawings, type SeenDrawings, seeRows, type Version } from './seen-drawings.ts';
import type { SeenRowLine } from './seen-rows.ts';
import { seeLooks, type SeenLooks } from './seen-looks.ts';
import { countWords, type WordCounts } from './seen-words.ts';

export interface Shape {
  readonly quarterTurns: number;
  /** The visible part of the page, in default user space. */
  readonly box: Box;
}

const RENDER_PIXELS_MAX = 2_500_000;
const SLACK = 0.5;
/** PageToDevice gives whole numbers: pixels are asked for in so many parts. */
const PIXEL_PARTS = 16;
const BOX_BYTES = 32;
/** Units of user space over which the engine is asked for the scale of its picture. */
const MEASURE = 1000;

function isIn([left, bottom, right, top]: Box, x: number, y: number): boolean {
  return x >= left - SLACK && x <= right + SLACK && y >= bottom - SLACK && y <= top + SLACK;
}

export class SeenPage implements Disposable {
  private readonly engine: Pdfium;
  private readonly document: PdfiumDocument;
  private readonly pageIndex: number;
  private page: number;
  private textPage = 0;

  private constructor(engine: Pdfium, document: PdfiumDocument, pageIndex: number, page: number) {
    this.engine = engine;
    this.document = document;
    this.pageIndex = pageIndex;
    this.page = page;
  }

  /** @param pageIndex 0-based. @returns undefined when the page does not load */
  static load(engine: Pdfium, document: PdfiumDocument, pageIndex: number): SeenPage | undefined {
    const page = engine.FPDF_LoadPage(document.handle, pageIndex);
    return page === 0 ? undefined : new SeenPage(engine, document, pageIndex, page);
  }

  text(): string {
    return readTextOf(this.engine, this.loadText());
  }

  /**
   * What the engine reads inside parts of the page, by the places of the single characters.
   * @param regions boxes of default user space
   * @returns for each region the characters whose middle lies in one of its boxes, in the engine's order
   */
  textInside(regions: readonly (readonly Box[])[]): string[] {
    const { FPDFText_CountChars, FPDFText_GetCharBox, FPDFText_GetUnicode } = this.engine.pdfium.wasmExports;
    const textPage = this.loadText();
    using scratch = new Scratch(this.engine);
    const { pointer } = scratch;
    const inside = regions.map(() => '');
    const count = FPDFText_CountChars(textPage);
    for (let index = 0; index < count; index++) {
      if (!FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24)) continue;
      const sides = scratch.doubles;
      const [x, y] = [((sides[0] ?? 0) + (sides[1] ?? 0)) / 2, ((sides[2] ?? 0) + (sides[3] ?? 0)) / 2];
      for (const [at, boxes] of regions.entries())
        if (boxes.some((box) => isIn(box, x, y))) inside[at] += String.fromCodePoint(FPDFText_GetUnicode(textPage, index));
    }
    return inside;
  }

  things(): SeenThings {
    return seeThings(this.engine, this.document.handle, this.page);
  }

  /** In the order of their annotations. */
  links(): SeenLink[] {
    using scratch = new Scratch(this.engine);
    const links = readLinks(this.engine, scratch, this.document.handle, this.page, IDENTITY);
    const texts =
      links.length === 0
        ? []
        : this.textInside(links.map(({ boxes }) => boxes.map(({ left, top, right, bottom }): Box => [left, top, right, bottom])));
    return links.map(({ uri, pageIndex }, index) => ({ target: uri ?? `page ${pageIndex}`, text: texts[index] ?? '' }));
  }

  letters(): Letters {
    using scratch = new Scratch(this.engine);
    return readLetters(this.engine, this.loadText(), scratch);
  }

  /** Of some of the letters. */
  words(letters: Letters, wanted: readonly number[]): WordCounts | undefined {
    using scratch = new Scratch(this.engine);
    return countWords(this.engine, this.loadText(), letters, wanted, scratch);
  }

  /** Of some of the letters. */
  looks(letters: Letters, wanted: readonly number[]): SeenLooks {
    using scratch = new Scratch(this.engine);
    return seeLooks(this.engine, this.loadText(), letters, wanted, scratch);
  }

  /** Around some of the letters, inside boxes of default user space. */
  drawings(letters: Letters, inside: readonly number[], regions: readonly Box[]): SeenDrawings | undefined {
    using scratch = new Scratch(this.engine);
    return seeDrawings(this.version(scratch), letters, inside, regions);
  }

  /** Lines between the sides of boxes of default user space, from the top. */
  rows(letters: Letters, boxes: readonly Box[]): SeenRowLine[][] {
    using scratch = new Scratch(this.engine);
    return seeRows(this.version(scratch), letters, boxes);
  }

  shape(): Shape {
    const { engine } = this;
    const buffer = engine.pdfium.wasmExports.malloc(BOX_BYTES);
    engine.FPDF_GetPageBoundingBox(this.page, buffer);
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(engine.pdfium.HEAPU8.buffer, buffer, 4);
    engine.pdfium.wasmExports.free(buffer);
    const quarterTurns = engine.FPDFPage_GetRotation(this.page);
    return { quarterTurns, box: [left, Math.min(bottom, top), right, Math.max(bottom, top)] };
  }

  /** In the engine's memory only. @returns false when the page does not load again */
  giveShape({ quarterTurns, box }: Shape): boolean {
    this.engine.FPDFPage_SetRotation(this.page, quarterTurns);
    this.engine.FPDFPage_SetCropBox(this.page, ...box);
    this[Symbol.dispose]();
    this.page = this.engine.FPDF_LoadPage(this.document.handle, this.pageIndex);
    return this.page !== 0;
  }

  /** On white, with annotations and what fields show. In the engine's memory until it is disposed. */
  draw(dpi: number): Drawn {
    const { engine, document, page } = this;
    return drawLoaded(engine, page, {
      dpi,
      pixelsMax: RENDER_PIXELS_MAX,
      channels: 3,
      over: (bitmap, size) => drawFields(engine, document, page, bitmap, size),
    });
  }

  /** From default user space to the page as it is drawn, turned and cropped, in pixels. */
  toPixels({ width, height }: Pick<Drawn, 'width' | 'height'>): Matrix {
    const { engine, page } = this;
    const buffer = engine.pdfium.wasmExports.malloc(8);
    const place = (x: number, y: number) => {
      engine.FPDF_PageToDevice(page, 0, 0, width * PIXEL_PARTS, height * PIXEL_PARTS, 0, x, y, buffer, buffer + 4);
      const [left = 0, top = 0] = new Int32Array(engine.pdfium.HEAPU8.buffer, buffer, 2);
      return [left / PIXEL_PARTS, top / PIXEL_PARTS] as const;
    };
    const [[x, y], [x1, y1], [x2, y2]] = [place(0, 0), place(MEASURE, 0), place(0, MEASURE)];
    engine.pdfium.wasmExports.free(buffer);
    return [(x1 - x) / MEASURE, (y1 - y) / MEASURE, (x2 - x) / MEASURE, (y2 - y) / MEASURE, x, y];
  }

  /** Boxes of default user space on the page as it is drawn, turned and cropped, in pixels. */
  shownBoxes(boxes: readonly Box[], drawn: Drawn): ShownBox[] {
    const toPixels = this.toPixels(drawn);
    return boxes.map((box) => showBox(toPixels, box));
  }

  [Symbol.dispose](): void {
    if (this.textPage !== 0) this.engine.FPDFText_ClosePage(this.textPage);
    if (this.page !== 0) this.engine.FPDF_ClosePage(this.page);
    [this.textPage, this.page] = [0, 0];
  }

  private version(scratch: Scratch): Version {
    const { engine, page } = this;
    return { engine, page, textPage: this.loadText(), scratch, toPixels: (size) => this.toPixels(size) };
  }

  private loadText(): number {
    if (this.textPage === 0) this.textPage = this.engine.FPDFText_LoadPage(this.page);
    return this.textPage;
  }
}
