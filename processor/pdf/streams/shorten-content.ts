// Writes a content stream with fewer bytes: the same operations in the same order, without needless separators, numbers in their shortest form and,
// where it is allowed, rounded to what no screen or press can show. Marked content, inline images and unknown operators pass through unchanged.

import { type Operation, OperationReader } from '../syntax/operations.ts';
import type { Operand } from '../syntax/operand.ts';
import { writeNumber } from '../syntax/write-operand.ts';

export interface ShortenOptions {
  /** Points by which a coordinate may be off. Absent: numbers keep their value. */
  readonly toleranceMax?: number;
  /** Device units per unit at the start: more than 1 where the stream is drawn enlarged. */
  readonly scale: number;
}

const OPERANDS_MAX = 1_000_000;
const DECIMALS_MAX = 7;

/** The kind of each operator's numbers; anything else keeps its value. */
const PATH = new Set(['m', 'l', 'c', 'v', 'y', 're', 'w']);
const COLOUR = new Set(['g', 'G', 'rg', 'RG', 'k', 'K', 'sc', 'SC', 'scn', 'SCN']);

/** Undefined when the stream ends in the middle of something: it stays unchanged. */
export function shortenContent(bytes: Uint8Array, options: ShortenOptions): Uint8Array | undefined {
  const reader = new OperationReader(bytes, { operandsMax: OPERANDS_MAX });
  const writer = new ContentWriter(bytes, options);
  let end = 0;
  for (let operation = reader.next(); operation; operation = reader.next()) {
    writer.write(operation);
    end = operation.end;
  }
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset + end, bytes.length - end).toString('latin1');
  return /^[\s\0]*$/.test(rest) ? writer.end() : undefined;
}

class ContentWriter {
  private readonly source: Buffer;
  private readonly tolerance: number | undefined;
  private readonly chunks: string[] = [];
  private last = '';
  private scale: number;
  private readonly saved: number[] = [];

  constructor(bytes: Uint8Array, { toleranceMax, scale }: ShortenOptions) {
    this.source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.tolerance = toleranceMax;
    this.scale = scale;
  }

  end(): Uint8Array {
    return Buffer.from(this.chunks.join(''), 'latin1');
  }

  write(operation: Operation): void {
    const { operator, operands, inlineImage, start, end } = operation;
    if (inlineImage) {
      // Its data ends at white space and EI.
      this.put(`${this.source.toString('latin1', start, end)}\n`);
      return;
    }
    for (const operand of operands) this.put(this.textOf(operand, operator));
    this.put(operator);
    this.follow(operator, operands);
  }

  /** With a line feed between operators, for human readers, and nothing between tokens that delimit themselves. */
  private put(text: string): void {
    const first = text[0] ?? '';
    const meets = this.last !== '' && !'/([<'.includes(first) && !')]>\n'.includes(this.last);
    if (meets) this.chunks.push(' ');
    this.chunks.push(text);
    this.last = text.at(-1) ?? '';
  }

  private follow(operator: string, operands: readonly Operand[]): void {
    const number = (index: number) => {
      const operand = operands[index];
      return operand?.kind === 'number' ? operand.value : 0;
    };
    const stretch = () => Math.max(Math.hypot(number(0), number(1)), Math.hypot(number(2), number(3)));
    if (operator === 'q') this.saved.push(this.scale);
    else if (operator === 'Q') this.scale = this.saved.pop() ?? this.scale;
    else if (operator === 'cm') this.scale *= stretch() || 1;
  }

  private textOf(operand: Operand, operator: string): string {
    switch (operand.kind) {
      case 'number':
        return this.numberOf(operand.value, operator, operand);
      case 'string':
        return literalOf(operand.bytes);
      case 'array': {
        let text = '[';
        for (const item of operand.items) {
          const own = this.textOf(item, operator);
          text += text.length > 1 && !'/([<'.includes(own[0] ?? '') && !')]>'.includes(text.at(-1) ?? '') ? ` ${own}` : own;
        }
        return `${text}]`;
      }
      default:
        return this.source.toString('latin1', operand.start, operand.end);
    }
  }

  private numberOf(value: number, operator: string, { start, end }: Operand): string {
    const decimals = this.tolerance === undefined ? undefined : this.decimalsFor(operator, this.tolerance);
    const written = this.source.toString('latin1', start, end);
    // Readers differ on odd ways to write a number.
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(written) || Math.abs(value) >= 1e9) return written;
    return decimals === undefined ? withoutZeros(written) : shortNumber(value, decimals);
  }

  private decimalsFor(operator: string, tolerance: number): number | undefined {
    const within = (scale: number) => Math.max(0, Math.min(DECIMALS_MAX, Math.ceil(Math.log10(scale / tolerance / 2))));
    if (PATH.has(operator)) return within(this.scale);
    if (COLOUR.has(operator)) return 3;
    // Programs that extract text order it by exact positions: numbers that place text, directly or around it, keep their value.
    return undefined;
  }
}

/** The same digits without redundant ones. */
function withoutZeros(written: string): string {
  const fraction = written.includes('.') ? written.replace(/\.?0*$/, '') : written;
  const bare = fraction
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)0\./, '$1.');
  return bare === '' || bare === '-' || bare === '-0' ? '0' : bare;
}

/** The shortest decimal text within half a unit of the last of `decimals`. */
function shortNumber(value: number, decimals: number): string {
  return withoutZeros(writeNumber(value, { decimals }));
}

function literalOf(bytes: Uint8Array): string {
  let text = '(';
  for (const byte of bytes) {
    if (byte === 0x28 || byte === 0x29 || byte === 0x5c) text += '\\';
    text += byte === 0x0d ? '\\r' : String.fromCharCode(byte);
  }
  return `${text})`;
}
