// Finds where the data of an inline image ends (ISO 32000-2 8.9.7): by its length where known or given by the filter, else by an EI
// followed by content. Linear over all images of a stream: `budget` bounds what may be scanned more than once.

import { inflateSync } from 'node:zlib';
import { isRegular, isSpace } from './lexer.ts';
import type { DictOperand, Operand } from './operand.ts';

export interface ScanBudget {
  bytes: number;
}

export interface InlineImageData {
  readonly dataStart: number;
  readonly dataEnd: number;
  /** After EI; where EI is missing, the end of the bytes. */
  readonly end: number;
}

/** @param from the position after `ID` */
export function findInlineImageData(bytes: Buffer, from: number, dict: DictOperand, budget: ScanBudget): InlineImageData {
  // One white space belongs to ID; some writers put CR LF.
  const dataStart = bytes[from] === 13 && bytes[from + 1] === 10 ? from + 2 : isSpace(bytes[from]) ? from + 1 : from;
  const known = knownEnd(bytes, dataStart, dict, budget);
  if (known !== undefined) {
    const end = endAfter(bytes, known);
    if (end !== undefined) return { dataStart, dataEnd: known, end };
  }
  return scanForEnd(bytes, dataStart);
}

/** The position after an EI that follows white space at `position`. */
function endAfter(bytes: Buffer, position: number): number | undefined {
  let at = position;
  while (at < bytes.length && at < position + 16 && isSpace(bytes[at])) at++;
  return bytes[at] === 0x45 && bytes[at + 1] === 0x49 && !isRegular(bytes[at + 2]) ? at + 2 : undefined;
}

function knownEnd(bytes: Buffer, start: number, dict: DictOperand, budget: ScanBudget): number | undefined {
  const length = numberIn(dict, 'L', 'Length');
  if (length !== undefined && length > 0 && start + length <= bytes.length) return start + length;
  const filter = entry(dict, 'F', 'Filter');
  const first = filter?.kind === 'array' ? filter.items[0] : filter;
  if (first?.kind !== 'name') {
    const size = rawSize(dict);
    return size !== undefined && start + size <= bytes.length ? start + size : undefined;
  }
  switch (first.value) {
    case 'AHx':
    case 'ASCIIHexDecode':
      return after(bytes.indexOf(0x3e, start), 1);
    case 'A85':
    case 'ASCII85Decode':
      return after(bytes.indexOf('~>', start, 'latin1'), 2);
    case 'Fl':
    case 'FlateDecode':
      return flateEnd(bytes, start, budget);
    case 'RL':
    case 'RunLengthDecode':
      return runLengthEnd(bytes, start, budget);
    default:
      return undefined;
  }
}

function flateEnd(bytes: Buffer, start: number, budget: ScanBudget): number | undefined {
  const limit = Math.min(bytes.length, start + budget.bytes);
  try {
    const { engine } = inflateSync(bytes.subarray(start, limit), { info: true, maxOutputLength: 64 * 1024 * 1024 }) as unknown as {
      engine: { bytesWritten: number };
    };
    budget.bytes -= engine.bytesWritten;
    return start + engine.bytesWritten;
  } catch {
    budget.bytes -= limit - start;
    return undefined;
  }
}

function runLengthEnd(bytes: Buffer, start: number, budget: ScanBudget): number | undefined {
  let at = start;
  while (at < bytes.length && at - start < budget.bytes) {
    const length = bytes[at++] ?? 128;
    if (length === 128) {
      budget.bytes -= at - start;
      return at;
    }
    at += length < 128 ? length + 1 : 1;
  }
  budget.bytes -= at - start;
  return undefined;
}

const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  CalGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
  I: 1,
};

/** Bytes of the samples without a filter, where the dictionary alone gives it. */
function rawSize(dict: DictOperand): number | undefined {
  const [width, height] = [numberIn(dict, 'W', 'Width'), numberIn(dict, 'H', 'Height')];
  if (width === undefined || height === undefined || width <= 0 || height <= 0) return undefined;
  const mask = entry(dict, 'IM', 'ImageMask');
  if (mask?.kind === 'constant' && mask.value === true) return Math.ceil(width / 8) * height;
  const space = entry(dict, 'CS', 'ColorSpace');
  const components =
    space?.kind === 'name' ? COMPONENTS[space.value] : space?.kind === 'array' && isIndexed(space.items[0]) ? 1 : undefined;
  if (components === undefined) return undefined;
  return Math.ceil((width * components * (numberIn(dict, 'BPC', 'BitsPerComponent') ?? 8)) / 8) * height;
}

function isIndexed(operand: Operand | undefined): boolean {
  return operand?.kind === 'name' && (operand.value === 'I' || operand.value === 'Indexed');
}

/** The first EI between white space that is followed by what can be content. */
function scanForEnd(bytes: Buffer, dataStart: number): InlineImageData {
  for (let at = bytes.indexOf('EI', dataStart, 'latin1'); at >= 0; at = bytes.indexOf('EI', at + 1, 'latin1')) {
    const before = at === dataStart || isSpace(bytes[at - 1]);
    if (!before || isRegular(bytes[at + 2]) || !looksLikeContent(bytes, at + 2)) continue;
    return { dataStart, dataEnd: at > dataStart ? at - 1 : at, end: at + 2 };
  }
  return { dataStart, dataEnd: bytes.length, end: bytes.length };
}

const LOOKED_AT_BYTES = 24;

function looksLikeContent(bytes: Buffer, from: number): boolean {
  for (let at = from; at < Math.min(bytes.length, from + LOOKED_AT_BYTES); at++) {
    const byte = bytes[at] ?? 0;
    // A string may hold anything.
    if (byte === 0x28) return true;
    if (byte > 0x7e || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) return false;
  }
  return true;
}

function entry(dict: DictOperand, short: string, long: string): Operand | undefined {
  return dict.entries.get(short) ?? dict.entries.get(long);
}

function numberIn(dict: DictOperand, short: string, long: string): number | undefined {
  const found = entry(dict, short, long);
  return found?.kind === 'number' ? found.value : undefined;
}

function after(position: number, count: number): number | undefined {
  return position < 0 ? undefined : position + count;
}
