// Finds the one image that a scanned page consists of, by walking its content stream (ISO 32000-1 8.2, annex A). It knows the operators of
// scans; anything else that could mark the page ends the search, and the page is rendered instead.

import { PDFArray, PDFDict, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS } from '../pdf/bounds.ts';
import { tryDecodeWhole } from '../pdf/streams/decode-stream.ts';
import { arrayOf, dictOf, lookup, nameOf, numberOf } from '../pdf/syntax/dictionary.ts';
import { inherited } from '../pdf/syntax/inherited.ts';
import { type Box, boundsOf, contains, intersect, transformBox, UNIT_SQUARE } from '../pdf/geometry/box.ts';
import { multiply, IDENTITY, type Matrix } from '../pdf/geometry/matrix.ts';

export interface SoleImage {
  readonly stream: PDFRawStream;
  /** From the unit square to default user space. */
  readonly matrix: Matrix;
}

interface State {
  readonly matrix: Matrix;
  /** Text rendering mode; 3 is invisible (9.3.6). */
  readonly textMode: number;
  /** Everything outside is clipped away; undefined: nothing is. */
  readonly clip: Box | undefined;
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
  return found && isPlain(found.stream.dict) && (!found.clip || reaches(found.clip, boundsOf(transformBox(found.matrix, UNIT_SQUARE))))
    ? found
    : undefined;
}

function walk(content: string, resources: PDFDict): (SoleImage & { readonly clip: Box | undefined }) | undefined {
  let state: State = { matrix: IDENTITY, textMode: 0, clip: undefined };
  const stack: State[] = [];
  let operands: string[] = [];
  let rectangles: Box[] = [];
  let isClipping = false;
  let found: (SoleImage & { readonly clip: Box | undefined }) | undefined;
  let end = 0;
  for (const { 0: token, index } of content.matchAll(TOKEN)) {
    // What the expression does not match, such as nested parentheses, is not skipped.
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
      rectangles.push(boundsOf(transformBox(state.matrix, [x, y, x + width, y + height])));
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

/** With a tolerance of a hundredth of the inner one's size. */
function reaches(outer: Box, inner: Box): boolean {
  const [x, y] = [(inner[2] - inner[0]) / 100, (inner[3] - inner[1]) / 100];
  return contains(outer, [inner[0] + x, inner[1] + y, inner[2] - x, inner[3] - y]);
}
