// Replacement text (ISO 32000-1 14.9.4) of a span in several fonts, such as an icon and an address: the engine gives all of its characters the place and
// the type of the span's first piece. What is drawn is read instead. A span in one font keeps its replacement: its glyphs may have no other meaning.

import type { Pdfium } from '../pdfium.ts';
import type { Scratch } from './scratch.ts';
import { OBJECT, walkObjects } from './walk-objects.ts';

const KEY = 'ActualText';
/** FPDF_OBJECT_… of fpdfview.h. */
const STRING = 3;

interface Span {
  /** A text object in it. */
  readonly object: number;
  readonly fonts: Set<number>;
}

/** Before the text of the page is loaded. @param page handle, which is changed; its document is not */
export function forgetSpokenSpans(engine: Pdfium, scratch: Scratch, page: number): void {
  const { wasmExports: calls } = engine.pdfium;
  // By their marks, which the objects of a span share.
  const spans = new Map<number, Span | undefined>();
  walkObjects({ engine, scratch }, page, (object, type) => {
    if (type !== OBJECT.text) return;
    const count = calls.FPDFPageObj_CountMarks(object);
    for (let index = 0; index < count; index++) {
      const mark = calls.FPDFPageObj_GetMark(object, index);
      if (!spans.has(mark)) {
        spans.set(mark, isSpokenMark(engine, mark) ? { object, fonts: new Set() } : undefined);
      }
      spans.get(mark)?.fonts.add(calls.FPDFTextObj_GetFont(object));
    }
  });
  for (const [mark, span] of spans) if (span && span.fonts.size > 1) engine.FPDFPageObjMark_RemoveParam(span.object, mark, KEY);
}

/** Its characters are those of a replacement. @param object of text */
export function isSpoken(engine: Pdfium, object: number): boolean {
  const { wasmExports: calls } = engine.pdfium;
  const count = calls.FPDFPageObj_CountMarks(object);
  for (let index = 0; index < count; index++) if (isSpokenMark(engine, calls.FPDFPageObj_GetMark(object, index))) return true;
  return false;
}

function isSpokenMark(engine: Pdfium, mark: number): boolean {
  return engine.FPDFPageObjMark_GetParamValueType(mark, KEY) === STRING;
}
