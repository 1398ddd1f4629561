// Reads one page into page-content.ts's shape. Runs where PDFium runs (a thread of its own, see pdfium-thread.ts); starts nothing.

import type { Pdfium, PdfiumDocument } from '../pdfium.ts';
import type { Box, Drawing, Fill, PageContent, PlacedImage, Rule } from './page-content.ts';
import { multiply, type Matrix } from '../matrix.ts';
import { applyToBox, pageMatrix } from './page-space.ts';
import { readCharacters } from './read-characters.ts';
import { type ImageBudget, readImage } from './read-images.ts';
import { readLinks } from './read-links.ts';
import { clipped, readClip, readPath } from './read-paths.ts';
import { Scratch } from './scratch.ts';

/** FPDF_PAGEOBJ_… of fpdf_edit.h. */
const OBJECT = { path: 2, image: 3, shading: 4, form: 5 } as const;
const CHARACTERS_MAX = 200_000;
const OBJECTS_MAX = 200_000;
const FORM_DEPTH_MAX = 12;

/** @returns undefined when the page does not load; `pageIndex` is 0-based */
export function readPage(engine: Pdfium, document: PdfiumDocument, pageIndex: number, budget: ImageBudget): PageContent | undefined {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return undefined;
  using scratch = new Scratch(engine);
  const textPage = engine.FPDFText_LoadPage(page);
  try {
    engine.FPDF_GetPageBoundingBox(page, scratch.pointer);
    const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats(4);
    const toPage = pageMatrix([left, top, right, bottom], engine.FPDFPage_GetRotation(page));
    const walk = new ObjectWalk({ engine, scratch, document: document.handle, page, budget });
    // Before the pictures are drawn: that gives them another matrix.
    const links = readLinks(engine, scratch, document.handle, page, toPage);
    walk.number(page);
    const characters = textPage === 0 ? [] : readCharacters(engine, scratch, { textPage, toPage, order: walk.order }, CHARACTERS_MAX);
    walk.read(page, toPage);
    const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
    const { rules, fills, drawings, images } = walk;
    return { pageIndex, width, height, characters, rules, fills, drawings, images, links };
  } finally {
    if (textPage !== 0) engine.FPDFText_ClosePage(textPage);
    engine.FPDF_ClosePage(page);
  }
}

class ObjectWalk {
  readonly order = new Map<number, number>();
  readonly rules: Rule[] = [];
  readonly fills: Fill[] = [];
  readonly drawings: Drawing[] = [];
  readonly images: PlacedImage[] = [];
  readonly #context: ConstructorParameters<typeof ObjectWalk>[0];
  #left = OBJECTS_MAX;

  constructor(context: Parameters<typeof readImage>[0]) {
    this.#context = context;
  }

  /** Numbers every object in stream order, forms where they are drawn. */
  number(page: number): void {
    this.#each(page, (handle) => this.order.set(handle, this.order.size));
  }

  read(page: number, toPage: Matrix): void {
    const { engine, scratch } = this.#context;
    this.#each(page, (handle, type, outer) => {
      const place = multiply(outer, toPage);
      if (type === OBJECT.path) {
        readPath(engine, scratch, handle, multiply(this.#matrixOf(handle), place), readClip(engine, scratch, handle, place), this);
      } else if (type === OBJECT.shading) {
        const box = this.#boundsOf(handle, place);
        if (box) this.drawings.push({ box, mcid: engine.FPDFPageObj_GetMarkedContentID(handle) });
      } else if (type === OBJECT.image) {
        const image = readImage(this.#context, handle, multiply(this.#matrixOf(handle), place), this.order.get(handle) ?? -1);
        if (image) this.images.push(image);
      }
    });
  }

  #each(page: number, visit: (handle: number, type: number, outer: Matrix) => void): void {
    const { engine } = this.#context;
    this.#left = OBJECTS_MAX;
    const inside = (handle: number, outer: Matrix, depth: number): void => {
      if (this.#left-- <= 0) return;
      const type = engine.FPDFPageObj_GetType(handle);
      visit(handle, type, outer);
      if (type !== OBJECT.form || depth >= FORM_DEPTH_MAX) return;
      const matrix = multiply(this.#matrixOf(handle), outer);
      const count = engine.FPDFFormObj_CountObjects(handle);
      for (let index = 0; index < count; index++) inside(engine.FPDFFormObj_GetObject(handle, index), matrix, depth + 1);
    };
    const count = engine.FPDFPage_CountObjects(page);
    for (let index = 0; index < count; index++) inside(engine.FPDFPage_GetObject(page, index), [1, 0, 0, 1, 0, 0], 0);
  }

  #boundsOf(handle: number, toShown: Matrix): Box | undefined {
    const { engine, scratch } = this.#context;
    const at = scratch.pointer;
    if (!engine.FPDFPageObj_GetBounds(handle, at, at + 4, at + 8, at + 12)) return undefined;
    const [left = 0, bottom = 0, right = 0, top = 0] = scratch.floats(4);
    const clip = readClip(engine, scratch, handle, toShown);
    const box = applyToBox(toShown, left, top, right, bottom);
    return clip ? clipped(box, clip) : box;
  }

  #matrixOf(handle: number): Matrix {
    const { engine, scratch } = this.#context;
    if (!engine.FPDFPageObj_GetMatrix(handle, scratch.pointer)) return [1, 0, 0, 1, 0, 0];
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = scratch.floats(6);
    return [a, b, c, d, e, f];
  }
}
