// Judges an edited document beside its source in PDFium: old text gone, new text there, and no pixel changed outside the declared boxes.
// What the engine did not see before the edit it cannot judge after it: that is left out, never guessed.

import type { Box } from './box.ts';
import { openInPdfium, type Pdfium, type PdfiumDocument, type Raster, readPageText, renderPage } from './pdfium.ts';

export interface TextExpectation {
  /** As it was on the page; undefined for text that is only added. */
  readonly old: string | undefined;
  /** Undefined for text that only goes. */
  readonly new: string | undefined;
}

export interface JudgedPage {
  /** 0-based, in the source and in the result. */
  readonly before: number;
  readonly after: number;
  readonly texts: readonly TextExpectation[];
  /** Where the page may look different, in default user space; undefined where it is not compared, being turned or cut. */
  readonly boxes: readonly Box[] | undefined;
}

export interface EditJudgementRequest {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly pages: readonly JudgedPage[];
}

export interface EditJudgement {
  /** Absent when PDFium does not open the version. */
  readonly pagesBefore?: number;
  readonly pagesAfter?: number;
  readonly textsChecked: number;
  /** 1-based pages of the result. */
  readonly textPagesWrong: readonly number[];
  readonly renderedPagesCompared: number;
  readonly renderedPagesWrong: readonly number[];
}

const RENDER_DPI = 72;
const RENDER_PIXELS_MAX = 1_000_000;
/** Anti-aliasing differs by a shade where a glyph is placed by a rounded number. */
const CHANNEL_SLACK = 8;
const EDGE_PIXELS = 1.5;

export function judgeEdit(engine: Pdfium, request: EditJudgementRequest): EditJudgement {
  const openedBefore = openInPdfium(engine, request.before);
  using before = typeof openedBefore === 'number' ? undefined : openedBefore;
  const openedAfter = openInPdfium(engine, request.after);
  using after = typeof openedAfter === 'number' ? undefined : openedAfter;
  const [textPagesWrong, renderedPagesWrong]: [number[], number[]] = [[], []];
  let [textsChecked, renderedPagesCompared] = [0, 0];
  if (before && after) {
    for (const page of request.pages) {
      const [was, is] = [readPageText(engine, before, page.before), readPageText(engine, after, page.after)];
      if (was !== undefined && is === undefined) textPagesWrong.push(page.after + 1);
      if (was === undefined || is === undefined) continue;
      const judged = judgeTexts(was, is, page.texts);
      textsChecked += judged.checked;
      if (judged.isWrong) textPagesWrong.push(page.after + 1);
      if (!page.boxes) continue;
      renderedPagesCompared++;
      if (looksDifferent(engine, before, after, page, page.boxes)) renderedPagesWrong.push(page.after + 1);
    }
  }
  return {
    ...(before ? { pagesBefore: before.pageCount } : {}),
    ...(after ? { pagesAfter: after.pageCount } : {}),
    textsChecked,
    textPagesWrong,
    renderedPagesCompared,
    renderedPagesWrong,
  };
}

/** Engines part words in different ways: white space and division at the end of a line say nothing. */
function bare(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Cc}\u00ad\ufffe-]+/gu, '');
}

function count(text: string, part: string): number {
  return part === '' ? 0 : text.split(part).length - 1;
}

function judgeTexts(
  pageBefore: string,
  pageAfter: string,
  texts: readonly TextExpectation[],
): { readonly checked: number; readonly isWrong: boolean } {
  const [was, is] = [bare(pageBefore), bare(pageAfter)];
  // An untouched page says what it said.
  if (texts.length === 0) return { checked: 1, isWrong: was !== is };
  const old = texts.map((text) => bare(text.old ?? ''));
  const fresh = texts.map((text) => bare(text.new ?? ''));
  let checked = 0;
  let isWrong = false;
  for (const word of new Set(old.filter((text) => text !== ''))) {
    const before = count(was, word);
    if (before === 0) continue;
    checked++;
    const gone = old.filter((text) => text === word).length;
    const come = fresh.reduce((sum, text) => sum + count(text, word), 0);
    const inOthers = old.filter((text) => text !== word).reduce((sum, text) => sum + count(text, word), 0);
    if (gone <= before && count(is, word) > Math.max(0, before - gone - inOthers) + come + inOthers) isWrong = true;
  }
  for (const word of new Set(fresh.filter((text) => text !== ''))) {
    const wanted = texts.filter((text, index) => fresh[index] === word && (text.old === undefined || was.includes(old[index] ?? '')));
    if (wanted.length === 0) continue;
    checked++;
    if (!is.includes(word)) isWrong = true;
  }
  return { checked, isWrong };
}

function looksDifferent(engine: Pdfium, before: PdfiumDocument, after: PdfiumDocument, page: JudgedPage, boxes: readonly Box[]): boolean {
  const one = renderPage(engine, before, page.before, RENDER_DPI, RENDER_PIXELS_MAX);
  const two = renderPage(engine, after, page.after, RENDER_DPI, RENDER_PIXELS_MAX);
  if (!one || !two) return one !== two;
  if (one.width !== two.width || one.height !== two.height) return true;
  return differsOutside(one, two, shownBoxes(engine, before, page.before, boxes, one));
}

/** Boxes of default user space on the page as it is drawn, turned and cropped: left, top, right, bottom in pixels. */
function shownBoxes(engine: Pdfium, document: PdfiumDocument, pageIndex: number, boxes: readonly Box[], raster: Raster): Box[] {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  const buffer = engine.pdfium.wasmExports.malloc(8);
  const scale = 16;
  const place = (x: number, y: number) => {
    engine.FPDF_PageToDevice(page, 0, 0, raster.width * scale, raster.height * scale, 0, x, y, buffer, buffer + 4);
    const [left = 0, top = 0] = new Int32Array(engine.pdfium.HEAPU8.buffer, buffer, 2);
    return [left / scale, top / scale] as const;
  };
  const shown = boxes.map(([left, bottom, right, top]): Box => {
    const corners = [place(left, bottom), place(right, bottom), place(right, top), place(left, top)];
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [Math.min(...xs) - EDGE_PIXELS, Math.min(...ys) - EDGE_PIXELS, Math.max(...xs) + EDGE_PIXELS, Math.max(...ys) + EDGE_PIXELS];
  });
  engine.pdfium.wasmExports.free(buffer);
  engine.FPDF_ClosePage(page);
  return shown;
}

function differsOutside(one: Raster, two: Raster, boxes: readonly Box[]): boolean {
  if (Buffer.compare(one.pixels, two.pixels) === 0) return false;
  for (let at = 0; at < one.width * one.height; at++) {
    const byte = at * 4;
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((one.pixels[byte + channel] ?? 0) - (two.pixels[byte + channel] ?? 0)) > CHANNEL_SLACK,
    );
    if (!differs) continue;
    const [x, y] = [(at % one.width) + 0.5, Math.floor(at / one.width) + 0.5];
    if (!boxes.some(([left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom)) return true;
  }
  return false;
}
