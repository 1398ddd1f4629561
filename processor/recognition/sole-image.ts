// Finds the one image that a scanned page consists of, by walking its content stream (ISO 32000-1 8.2, annex A). It knows the operators of
// scans; anything else that could mark the page ends the search, and the page is rendered instead.

import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS } from '../pdf/bounds.ts';
import { tryDecodeWhole } from '../pdf/streams/decode-stream.ts';
import { arrayOf, dictOf, lookup, nameOf, numberOf } from '../pdf/syntax/dictionary.ts';
import { inherited } from '../pdf/syntax/inherited.ts';
import { multiply, IDENTITY, type Matrix } from '../pdf/geometry/matrix.ts';

export interface SoleImage {
  readonly stream: PDFRawStream;
  /** From the unit square to default user space. */
  readonly matrix: Matrix;
}

interface Rectangle {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

interface State {
  readonly matrix: Matrix;
  /** Text rendering mode; 3 is invisible (9.3.6). */
  readonly textMode: number;
  /** Everything outside is clipped away; undefined: nothing is. */
  readonly clip: Rectangle | undefined;
}

const CONTENT_BYTES_MAX = 1024 * 1024;
/** Numbers, names, strings without nesting, hexadecimal strings, delimiters, operators; comments and white space are skipped. */
const TOKEN =
  /%[^\r\n]*|[-+]?(?:\d+\.?\d*|\.\d+)|\/[^\s()<>[\]{}/%]*|\((?:\\[^]|[^()\\])*\)|<<|>>|<[\dA-Fa-f\s]*>|[[\]]|[A-Za-z'"*][A-Za-z0-9*]*/g;
const HARMLESS = new Set(
  'w J j M d ri i g G rg RG k K cs CS sc SC scn SCN BT ET Tc Tw Tz TL Tf Ts Td TD Tm T* BMC EMC MP DP BX EX'.split(' '),
);
const TEXT_SHOWING = new Set(['Tj', 'TJ', "'", '"']);

/** Undefined when the page is anything but one unmasked image, plainly drawn. */
export function findSoleImage(page: PDFDict): SoleImage | undefined {
  const content = readContent(page);
  const resources = inherited(page, 'Resources');
  if (content === undefined || !(resources instanceof PDFDict)) return undefined;
  const found = walk(content, resources);
  return found && isPlain(found.stream.dict) && (!found.clip || contains(found.clip, boundsOf(found.matrix))) ? found : undefined;
}

function walk(content: string, resources: PDFDict): (SoleImage & { readonly clip: Rectangle | undefined }) | undefined {
  let state: State = { matrix: IDENTITY, textMode: 0, clip: undefined };
  const stack: State[] = [];
  let operands: string[] = [];
  let rectangles: Rectangle[] = [];
  let isClipping = false;
  let found: (SoleImage & { readonly clip: Rectangle | undefined }) | undefined;
  let end = 0;
  for (const { 0: token, index } of content.matchAll(TOKEN)) {
    // What the expression does not know, such as nested parentheses, is not skipped over.
    if (content.slice(end, index).trim() !== '') return undefined;
    end = index + token.length;
    if (token.startsWith('%')) continue;
    if (!/^[A-Za-z'"]/.test(token)) {
      if (operands.length < 64) operands.push(token);
      continue;
    }
    const numbers = operands.map(Number);
    if (token === 'q') stack.push(state);
    else if (token === 'Q') state = stack.pop() ?? state;
    else if (token === 'cm') {
      if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return undefined;
      state = { ...state, matrix: multiply(numbers as unknown as Matrix, state.matrix) };
    } else if (token === 'Tr') state = { ...state, textMode: numbers[0] ?? 0 };
    else if (TEXT_SHOWING.has(token)) {
      if (state.textMode !== 3) return undefined;
    } else if (token === 're') {
      const [x = 0, y = 0, width = 0, height = 0] = numbers;
      rectangles.push(boundsOf(multiply([width, 0, 0, height, x, y], state.matrix)));
    } else if (token === 'W' || token === 'W*') isClipping = true;
    else if (token === 'n') {
      const [only] = rectangles;
      if (isClipping) {
        if (rectangles.length !== 1 || !only || !isAxisAligned(state.matrix)) return undefined;
        state = { ...state, clip: state.clip ? intersect(state.clip, only) : only };
      }
      [rectangles, isClipping] = [[], false];
    } else if (token === 'gs') {
      if (!isOpaque(resourceAt(resources, 'ExtGState', operands[0]))) return undefined;
    } else if (token === 'BDC') {
      // Marked content may belong to a layer that is switched off (8.11).
      if (operands[0] === '/OC') return undefined;
    } else if (token === 'Do') {
      const stream = resourceAt(resources, 'XObject', operands[0]);
      if (found || !(stream instanceof PDFRawStream) || nameOf(stream.dict, 'Subtype') !== 'Image') return undefined;
      found = { stream, matrix: state.matrix, clip: state.clip };
    } else if (!HARMLESS.has(token)) return undefined;
    operands = [];
  }
  return content.slice(end).trim() === '' ? found : undefined;
}

/** No mask of any kind, and not part of a layer. */
function isPlain(dict: PDFDict): boolean {
  return ['SMask', 'Mask', 'OC'].every((key) => lookup(dict, key) === undefined) && lookup(dict, 'ImageMask')?.toString() !== 'true';
}

function isOpaque(object: PDFObject | undefined): boolean {
  const state = dictOf(object);
  if (!state) return false;
  const mode = nameOf(state, 'BM') ?? 'Normal';
  const mask = lookup(state, 'SMask');
  const isMasked = mask !== undefined && !(mask instanceof PDFName && mask.decodeText() === 'None');
  return (
    !isMasked && (numberOf(state, 'ca') ?? 1) === 1 && (mode === 'Normal' || mode === 'Compatible') && arrayOf(state, 'BM') === undefined
  );
}

function resourceAt(resources: PDFDict, category: string, name: string | undefined): PDFObject | undefined {
  const entries = lookup(resources, category);
  if (!(entries instanceof PDFDict) || name === undefined) return undefined;
  return lookup(entries, PDFName.of(name.slice(1)).decodeText());
}

function readContent(page: PDFDict): string | undefined {
  const contents = lookup(page, 'Contents');
  const parts = contents instanceof PDFArray ? contents.asArray().map((part) => page.context.lookup(part)) : [contents];
  let text = '';
  for (const part of parts) {
    if (!(part instanceof PDFRawStream)) return undefined;
    const bytes = tryDecodeWhole(part, PDF_BOUNDS.streamBytesMax);
    if (bytes === undefined || text.length + bytes.length > CONTENT_BYTES_MAX) return undefined;
    text += `${Buffer.from(bytes).toString('latin1')}\n`;
  }
  return text;
}

export function isAxisAligned([a, b, c, d]: Matrix): boolean {
  const [upright, lying] = [Math.hypot(a, d), Math.hypot(b, c)];
  return Math.min(upright, lying) <= Math.max(upright, lying) / 2000;
}

/** Of the unit square. */
export function boundsOf([a, b, c, d, e, f]: Matrix): Rectangle {
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

export function intersect(one: Rectangle, two: Rectangle): Rectangle {
  return { x0: Math.max(one.x0, two.x0), y0: Math.max(one.y0, two.y0), x1: Math.min(one.x1, two.x1), y1: Math.min(one.y1, two.y1) };
}

/** With a hundredth of the inner one's size to spare. */
function contains(outer: Rectangle, inner: Rectangle): boolean {
  const [x, y] = [(inner.x1 - inner.x0) / 100, (inner.y1 - inner.y0) / 100];
  return outer.x0 <= inner.x0 + x && outer.y0 <= inner.y0 + y && outer.x1 >= inner.x1 - x && outer.y1 >= inner.y1 - y;
}

/** /CropBox within /MediaBox, corners in order (14.11.2). */
export function readCropBox(page: PDFDict, mediaBox: Rectangle): Rectangle {
  const box = inherited(page, 'CropBox');
  const sides = box instanceof PDFArray ? box.asArray().map((side) => page.context.lookup(side)) : [];
  const [x1, y1, x2, y2] = sides.map((side) => (side instanceof PDFNumber ? side.asNumber() : Number.NaN));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || Number.isNaN(x1 + y1 + x2 + y2)) return mediaBox;
  const crop = intersect({ x0: Math.min(x1, x2), y0: Math.min(y1, y2), x1: Math.max(x1, x2), y1: Math.max(y1, y2) }, mediaBox);
  return crop.x1 > crop.x0 && crop.y1 > crop.y0 ? crop : mediaBox;
}
