// Replacement text (ISO 32000-1 14.9.4) of a span in several fonts, such as an icon and an address: the engine gives all of its characters the place and
// the type of the span's first piece. What is drawn is read instead. A span in one font keeps its replacement, as its glyphs may have no other meaning,
// unless it is the same word in other letters (a typesetter that sets capitals says how they were typed), or the name of an icon.

import type { Pdfium } from '../pdfium.ts';
import type { Scratch } from './scratch.ts';
import { clusterOf, type SpokenCluster } from './spoken-clusters.ts';
import { OBJECT, walkObjects } from './walk-objects.ts';

const KEY = 'ActualText';
/** FPDF_OBJECT_… of fpdfview.h. */
const STRING = 3;

interface Span {
  /** Text objects in it. */
  readonly objects: number[];
  /** Its replacement: a text string (7.9.2.2). */
  readonly spoken: Buffer;
  readonly fonts: Set<number>;
}

interface Loaded {
  /** Handle. */
  readonly document: number;
  /** Handle, of what is changed; its document is not. */
  readonly page: number;
}

/** Before the text of the page is loaded. @returns those that are left to be said, as the engine does not say them well */
export function forgetSpokenSpans(engine: Pdfium, scratch: Scratch, { document, page }: Loaded): readonly SpokenCluster[] {
  const { wasmExports: calls } = engine.pdfium;
  // By their marks, which the objects of a span share.
  const spans = new Map<number, Span | undefined>();
  walkObjects({ engine, scratch }, page, (object, type) => {
    if (type !== OBJECT.text) return;
    const count = calls.FPDFPageObj_CountMarks(object);
    for (let index = 0; index < count; index++) {
      const mark = calls.FPDFPageObj_GetMark(object, index);
      if (!spans.has(mark)) {
        spans.set(
          mark,
          isSpokenMark(engine, mark) ? { objects: [], spoken: spokenBy(engine, scratch, mark), fonts: new Set() } : undefined,
        );
      }
      const span = spans.get(mark);
      span?.fonts.add(calls.FPDFTextObj_GetFont(object));
      span?.objects.push(object);
    }
  });
  const words: (readonly [mark: number, span: Span])[] = [];
  const clusters: SpokenCluster[] = [];
  for (const [mark, span] of spans) {
    const isWord = span !== undefined && /^\p{L}+$/u.test(textOf(span.spoken));
    const cluster = span && span.fonts.size < 2 ? clusterOf(span.objects, textOf(span.spoken)) : undefined;
    const isIcon = span !== undefined && isNameOfIcon(engine, scratch, span);
    if (!span || (span.fonts.size < 2 && !isWord && !cluster && !isIcon)) continue;
    engine.FPDFPageObjMark_RemoveParam(span.objects[0] ?? 0, mark, KEY);
    if (cluster) clusters.push(cluster);
    else if (isIcon) continue;
    else if (span.fonts.size < 2) words.push([mark, span]);
  }
  if (words.length > 0) keepOthers({ engine, scratch }, { document, page }, words);
  return clusters;
}

/** Letters of a name; and their share of the room that they would have beside each other, where they are as high as what is drawn. */
const ICON = { lettersMin: 7, room: 0.15 } as const;

/** Fonts of icons say `keyboard_arrow_down` of one glyph: what is drawn has no room for so many letters. */
function isNameOfIcon(engine: Pdfium, scratch: Scratch, { objects: [object = 0, ...others], spoken }: Span): boolean {
  const letters = textOf(spoken).length;
  if (others.length > 0 || letters < ICON.lettersMin) return false;
  const at = scratch.pointer;
  if (engine.pdfium.wasmExports.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) return false;
  const [left = 0, bottom = 0, right = 0, top = 0] = scratch.floats;
  const sides = [right - left, top - bottom].toSorted((one, two) => one - two);
  const [short = 0, long = 0] = sides;
  return short > 0 && long / short < letters * ICON.room;
}

/** Those that say more than in which letters it was typed get their replacement again. */
function keepOthers(
  { engine, scratch }: { readonly engine: Pdfium; readonly scratch: Scratch },
  { document, page }: Loaded,
  words: readonly (readonly [mark: number, span: Span])[],
): void {
  const textPage = engine.FPDFText_LoadPage(page);
  for (const [mark, { objects, spoken }] of words) {
    const drawn = objects.map((object) => drawnBy(engine, scratch, object, textPage)).join('');
    if (drawn.trim().toLowerCase() === textOf(spoken).toLowerCase()) continue;
    engine.pdfium.HEAPU8.set(spoken, scratch.pointer);
    engine.FPDFPageObjMark_SetBlobParam(document, objects[0] ?? 0, mark, KEY, scratch.pointer, spoken.length);
  }
  if (textPage !== 0) engine.FPDFText_ClosePage(textPage);
}

function drawnBy(engine: Pdfium, scratch: Scratch, object: number, textPage: number): string {
  const bytes = scratch.bytes((into, room) => engine.FPDFTextObj_GetText(object, textPage, into, room), TEXT_BYTES_MAX);
  return bytes ? Buffer.from(bytes).toString('utf16le').replace(/\0+$/, '') : '';
}

const TEXT_BYTES_MAX = 4096;

function spokenBy(engine: Pdfium, scratch: Scratch, mark: number): Buffer {
  const at = scratch.pointer;
  const found = engine.FPDFPageObjMark_GetParamBlobValue(mark, KEY, at + 8, SPOKEN_BYTES_MAX, at);
  const length = scratch.integers[0] ?? 0;
  return Buffer.from(engine.pdfium.HEAPU8.slice(at + 8, at + 8 + (found && length <= SPOKEN_BYTES_MAX ? length : 0)));
}

function textOf(spoken: Buffer): string {
  const isWide = spoken.length % 2 === 0 && spoken[0] === 0xfe && spoken[1] === 0xff;
  return isWide ? Buffer.from(spoken).swap16().toString('utf16le').slice(1) : spoken.toString('latin1');
}

/** Longer ones are no words. */
const SPOKEN_BYTES_MAX = 128;

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
