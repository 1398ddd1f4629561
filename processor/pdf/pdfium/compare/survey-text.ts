// The text of a page before its picture is read: visible or not, mapped to characters or not, and where. Runs where PDFium runs.

import type { Box } from '../../geometry/box.ts';
import { Syllables } from '../page/false-syllables.ts';
import { utf8Character } from '../page/utf8-codes.ts';
import { type EngineInput, openInPdfium, type Pdfium } from '../pdfium.ts';

export interface SurveyRequest {
  readonly input: EngineInput;
  /** 0-based. */
  readonly pageIndexes: readonly number[];
  /** Whether the words are requested too. */
  readonly withWords: boolean;
}

/** In default user space units; y grows upwards. */
interface SurveyedWord {
  readonly text: string;
  readonly box: Box;
}

export interface PageSurvey {
  readonly pageIndex: number;
  /** Characters that are visible and have a meaning. */
  readonly visible: number;
  /** Characters in rendering mode 3: the text layer of an earlier recognition. */
  readonly invisible: number;
  /** Characters whose font does not map them to Unicode. */
  readonly unmapped: number;
  /** Objects that the page draws, and annotations. */
  readonly objects: number;
  /** The largest picture's share of the page's area, 0 to 1. */
  readonly pictureShare: number;
  /** Words by line, in the order of the content; empty unless requested or few. */
  readonly lines: readonly (readonly SurveyedWord[])[];
}

/** White space, and a hyphen at a line's end. */
const BLANK = new Set([0x02, 0x09, 0x0a, 0x0d, 0x20, 0xa0]);
/** FPDF_TEXTRENDERMODE_INVISIBLE and _CLIP of fpdf_edit.h. */
const INVISIBLE_MODES = new Set([3, 7]);
const OBJECT_IMAGE = 3;
const OBJECT_FORM = 5;
const CHARACTERS_MAX = 500_000;
const OBJECTS_MAX = 100_000;
/** With so few characters their places are returned even if not requested. */
const FEW_CHARACTERS = 400;

/** One entry for each page that loads. */
export function surveyText(engine: Pdfium, { input, pageIndexes, withWords }: SurveyRequest): PageSurvey[] {
  const opened = openInPdfium(engine, input);
  if (typeof opened === 'number') return [];
  using document = opened;
  return pageIndexes.flatMap((pageIndex) => {
    if (document.isHeavy) document.reopen();
    const page = engine.FPDF_LoadPage(document.handle, pageIndex);
    if (page === 0) return [];
    const textPage = engine.FPDFText_LoadPage(page);
    try {
      return [surveyPage(engine, { page, textPage, pageIndex, withWords })];
    } finally {
      engine.FPDFText_ClosePage(textPage);
      engine.FPDF_ClosePage(page);
    }
  });
}

interface LoadedPage {
  readonly page: number;
  readonly textPage: number;
  readonly pageIndex: number;
  readonly withWords: boolean;
}

function surveyPage(engine: Pdfium, { page, textPage, pageIndex, withWords }: LoadedPage): PageSurvey {
  const count = Math.min(engine.FPDFText_CountChars(textPage), CHARACTERS_MAX);
  const modes = new Map<number, number>();
  let [visible, invisible, unmapped] = [0, 0, 0];
  const syllables = new Syllables();
  for (let index = 0; index < count; index++) {
    if (engine.FPDFText_IsGenerated(textPage, index) === 1) continue;
    const code = engine.FPDFText_GetUnicode(textPage, index);
    if (BLANK.has(code)) continue;
    const object = engine.FPDFText_GetTextObject(textPage, index);
    let mode = modes.get(object);
    if (mode === undefined) {
      mode = engine.FPDFTextObj_GetTextRenderMode(object);
      modes.set(object, mode);
    }
    if (INVISIBLE_MODES.has(mode)) invisible++;
    else if (hasNoMeaning(engine, textPage, index, code)) unmapped++;
    else {
      visible++;
      syllables.add(code);
    }
  }
  const untrue = syllables.areFalse ? syllables.letters : 0;
  return {
    pageIndex,
    visible: visible - untrue,
    invisible,
    unmapped: unmapped + untrue,
    objects: engine.FPDFPage_CountObjects(page) + engine.FPDFPage_GetAnnotCount(page),
    pictureShare: shareOfPictures(engine, page),
    lines: withWords || count <= FEW_CHARACTERS ? readWords(engine, textPage, count) : [],
  };
}

function hasNoMeaning(engine: Pdfium, textPage: number, index: number, code: number): boolean {
  return isUnmapped(code) || (engine.FPDFText_HasUnicodeMapError(textPage, index) === 1 && utf8Character(code) === undefined);
}

function isUnmapped(code: number): boolean {
  return code < 0x20 || code === 0xfffd || code >= 0xfffe || (code >= 0xe000 && code <= 0xf8ff);
}

function shareOfPictures(engine: Pdfium, page: number): number {
  const area = engine.FPDF_GetPageWidthF(page) * engine.FPDF_GetPageHeightF(page);
  const pointer = engine.pdfium.wasmExports.malloc(16);
  let largest = 0;
  const count = Math.min(engine.FPDFPage_CountObjects(page), OBJECTS_MAX);
  for (let index = 0; index < count; index++) {
    const object = engine.FPDFPage_GetObject(page, index);
    const type = engine.FPDFPageObj_GetType(object);
    if (type !== OBJECT_IMAGE && type !== OBJECT_FORM) continue;
    if (type === OBJECT_FORM && !holdsPicture(engine, object)) continue;
    if (!engine.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(engine.pdfium.HEAPU8.buffer, pointer, 4);
    largest = Math.max(largest, (right - left) * (top - bottom));
  }
  engine.pdfium.wasmExports.free(pointer);
  return area > 0 ? Math.min(1, largest / area) : 0;
}

function holdsPicture(engine: Pdfium, form: number): boolean {
  const count = Math.min(engine.FPDFFormObj_CountObjects(form), OBJECTS_MAX);
  for (let index = 0; index < count; index++) {
    if (engine.FPDFPageObj_GetType(engine.FPDFFormObj_GetObject(form, index)) === OBJECT_IMAGE) return true;
  }
  return false;
}

function readWords(engine: Pdfium, textPage: number, count: number): SurveyedWord[][] {
  const pointer = engine.pdfium.wasmExports.malloc(16);
  const lines: SurveyedWord[][] = [[]];
  let [text, left, bottom, right, top] = ['', Infinity, Infinity, -Infinity, -Infinity];
  const endWord = () => {
    if (text !== '' && right > left && top > bottom) lines.at(-1)?.push({ text, box: [left, bottom, right, top] });
    [text, left, bottom, right, top] = ['', Infinity, Infinity, -Infinity, -Infinity];
  };
  for (let index = 0; index < count; index++) {
    const code = engine.FPDFText_GetUnicode(textPage, index);
    if (code <= 0x20 && code !== 2) {
      endWord();
      if (code === 10 && lines.at(-1)?.length !== 0) lines.push([]);
      continue;
    }
    text += textOf(code);
    if (!engine.FPDFText_GetLooseCharBox(textPage, index, pointer)) continue;
    const [x0 = 0, y1 = 0, x1 = 0, y0 = 0] = new Float32Array(engine.pdfium.HEAPU8.buffer, pointer, 4);
    [left, bottom, right, top] = [Math.min(left, x0), Math.min(bottom, y0), Math.max(right, x1), Math.max(top, y1)];
  }
  endWord();
  engine.pdfium.wasmExports.free(pointer);
  return lines.filter((line) => line.length > 0);
}

/** PDFium reports a hyphen at a line's end as U+0002. */
function textOf(code: number): string {
  if (code === 2) return '-';
  const isLone = code >= 0xd800 && code <= 0xdfff;
  return code > 0x10ffff || isLone ? '\ufffd' : String.fromCodePoint(code);
}
