// Content streams as operations that know their bytes. Reading loses nothing: the bytes between operations stay in the source, so a
// program written without edits is its source, and an edit changes only the bytes of its span.

import { CONTENT_BOUNDS } from './content-bounds.ts';
import { findInlineImageData } from './inline-image.ts';
import { Lexer } from './lexer.ts';
import type { DictOperand, Operand, Span } from './operand.ts';

export interface Operation extends Span {
  /** `BI` stands for a whole inline image, from BI to EI. */
  readonly operator: string;
  /** At most the last CONTENT_BOUNDS.operandsMax. `start` is that of the first operand that was read. */
  readonly operands: readonly Operand[];
  /** The place of the operator itself. */
  readonly operatorSpan: Span;
  readonly inlineImage?: { readonly dict: DictOperand; readonly dataStart: number; readonly dataEnd: number };
}

export interface ReadOptions {
  readonly operandsMax?: number;
}

/** Reads one operation after the other, in linear time; nothing of earlier ones is kept. Operands at the end without an operator are left out. */
export class OperationReader {
  private readonly lexer: Lexer;
  private readonly operandsMax: number;
  /** How often data of inline images may be scanned in vain. */
  private readonly budget;

  constructor(bytes: Uint8Array, options: ReadOptions = {}) {
    this.lexer = new Lexer(bytes);
    this.operandsMax = options.operandsMax ?? CONTENT_BOUNDS.operandsMax;
    this.budget = { bytes: bytes.length * 4 + 65_536 };
  }

  next(): Operation | undefined {
    let operands: Operand[] = [];
    let start = -1;
    for (;;) {
      const token = this.lexer.next();
      if (!token) return undefined;
      if (start < 0) start = token.start;
      if (token.kind !== 'keyword') {
        operands.push(token);
        if (operands.length >= this.operandsMax * 2) operands = operands.slice(-this.operandsMax);
        continue;
      }
      if (operands.length > this.operandsMax) operands = operands.slice(-this.operandsMax);
      if (token.value === 'BI') return this.readInlineImage(start, operands, token);
      return { operator: token.value, operands, start, end: token.end, operatorSpan: { start: token.start, end: token.end } };
    }
  }

  private readInlineImage(start: number, operands: readonly Operand[], operatorSpan: Span): Operation {
    const { lexer } = this;
    const entries = new Map<string, Operand>();
    const dictStart = lexer.position;
    let key: string | undefined;
    for (;;) {
      const token = lexer.next();
      const head = { operator: 'BI', operands, start, operatorSpan: { start: operatorSpan.start, end: operatorSpan.end } };
      const dict: DictOperand = { kind: 'dict', start: dictStart, end: token?.start ?? lexer.position, entries };
      // EI without ID, or nothing more: an image without data.
      if (!token || (token.kind === 'keyword' && token.value !== 'ID')) {
        return { ...head, end: lexer.position, inlineImage: { dict, dataStart: lexer.position, dataEnd: lexer.position } };
      }
      if (token.kind === 'keyword') {
        const { dataStart, dataEnd, end } = findInlineImageData(lexer.bytes, token.end, dict, this.budget);
        lexer.position = end;
        return { ...head, end, inlineImage: { dict, dataStart: Math.min(dataStart, end), dataEnd } };
      }
      if (key === undefined) key = token.kind === 'name' ? token.value : undefined;
      else {
        entries.set(key, token);
        key = undefined;
      }
    }
  }
}

/** All operations, up to the bound. */
export function readOperations(bytes: Uint8Array, options: ReadOptions = {}): Operation[] {
  const reader = new OperationReader(bytes, options);
  const operations: Operation[] = [];
  for (let next = reader.next(); next && operations.length < CONTENT_BOUNDS.programOperationsMax; next = reader.next())
    operations.push(next);
  return operations;
}

export interface ContentEdit extends Span {
  readonly replacement: Uint8Array | string;
}

/**
 * The source with the bytes of each span replaced; spans of edits must not overlap. Everything else is copied byte for byte. Where a delimiter
 * of the old bytes separated tokens (`Tf[(a)]TJ`) and the new bytes have none, a space is added.
 */
export function writeContent(source: Uint8Array, edits: readonly ContentEdit[]): Uint8Array {
  if (edits.length === 0) return source;
  const parts: Uint8Array[] = [];
  let position = 0;
  for (const { start, end, replacement } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < position) throw new RangeError('edits overlap');
    const bytes = typeof replacement === 'string' ? Buffer.from(replacement, 'latin1') : replacement;
    const [before, after] = [isRegular(source[start - 1]), isRegular(source[end])];
    parts.push(source.subarray(position, start));
    if (bytes.length > 0 && before && isRegular(bytes[0])) parts.push(SPACE);
    parts.push(bytes);
    if (after && (bytes.length > 0 ? isRegular(bytes.at(-1)) : before)) parts.push(SPACE);
    position = end;
  }
  parts.push(source.subarray(position));
  return Buffer.concat(parts);
}

const SPACE = Buffer.from(' ');

/** Neither white space nor a delimiter (7.2.3). */
function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && byte > 32 && !'()<>[]{}/%'.includes(String.fromCharCode(byte));
}
