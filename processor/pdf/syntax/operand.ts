// The operands of content-stream operations, each with its byte range, and readings of them that never throw.

import type { Matrix } from '../geometry/matrix.ts';

export interface Span {
  /** Position of the first byte. */
  readonly start: number;
  /** Position after the last byte. */
  readonly end: number;
}

interface NumberOperand extends Span {
  readonly kind: 'number';
  readonly value: number;
}
export interface StringOperand extends Span {
  readonly kind: 'string';
  /** Decoded: without escapes, or the bytes of the hexadecimal digits. */
  readonly bytes: Uint8Array;
  readonly hex: boolean;
}
interface NameOperand extends Span {
  readonly kind: 'name';
  /** Without the slash; `#xx` decoded. */
  readonly value: string;
}
export interface ArrayOperand extends Span {
  readonly kind: 'array';
  readonly items: readonly Operand[];
}
export interface DictOperand extends Span {
  readonly kind: 'dict';
  readonly entries: ReadonlyMap<string, Operand>;
}
interface ConstantOperand extends Span {
  readonly kind: 'constant';
  readonly value: boolean | null;
}
export type Operand = NumberOperand | StringOperand | NameOperand | ArrayOperand | DictOperand | ConstantOperand;

/** The number of the operand at `index`, 0 where it is missing or of another kind, as PDF readers take it. */
export function numberAt(operands: readonly Operand[], index: number): number {
  const operand = operands[index];
  return operand?.kind === 'number' ? operand.value : 0;
}

export function nameAt(operands: readonly Operand[], index: number): string | undefined {
  const operand = operands[index];
  return operand?.kind === 'name' ? operand.value : undefined;
}

export function numbersOf(operands: readonly Operand[]): number[] {
  return operands.flatMap((operand) => (operand.kind === 'number' ? [operand.value] : []));
}

export function matrixAt(operands: readonly Operand[]): Matrix {
  return [
    numberAt(operands, 0),
    numberAt(operands, 1),
    numberAt(operands, 2),
    numberAt(operands, 3),
    numberAt(operands, 4),
    numberAt(operands, 5),
  ];
}
