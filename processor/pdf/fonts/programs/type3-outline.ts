// The outlines of glyphs that a Type 3 font draws itself (ISO 32000-2 9.6.4): procedures that fill one or more paths, and nothing else.

import type { PDFRawStream } from 'pdf-lib';
import { type Matrix, transform } from '../../geometry/matrix.ts';
import { tryDecodeWhole } from '../../streams/decode-stream.ts';
import { numbersOf } from '../../syntax/operand.ts';
import { readOperations } from '../../syntax/operations.ts';
import { windEvenOdd } from './even-odd.ts';
import type { PathSegment, Point } from './quadratic.ts';

const PROCEDURE_BYTES_MAX = 1024 * 1024;
const WIDTH = new Set(['d0', 'd1']);
const FILL = new Set(['f', 'F', 'f*']);

/** @param matrix from glyph space to that of the outline @returns undefined for a procedure that does more than fill paths */
export function readType3Outline(procedure: PDFRawStream, matrix: Matrix): PathSegment[] | undefined {
  const bytes = tryDecodeWhole(procedure, PROCEDURE_BYTES_MAX);
  if (!bytes) return undefined;
  const path: PathSegment[] = [];
  let [current, first]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  let filled = 0;
  let isEvenOdd = false;
  for (const { operator, operands } of readOperations(bytes)) {
    if (WIDTH.has(operator)) continue;
    if (FILL.has(operator)) {
      if (operator === 'f*') isEvenOdd = true;
      filled = path.length;
      continue;
    }
    const drawn = segmentsOf(operator, numbersOf(operands), current);
    if (!drawn) return undefined;
    if (operator === 'm' || operator === 're') first = drawn[0]?.to ?? first;
    current = operator === 'h' || operator === 're' ? first : (drawn.at(-1)?.to ?? current);
    path.push(...drawn);
  }
  const at = ([x, y]: Point): Point => transform(matrix, x, y);
  const outline = path
    .slice(0, filled)
    .map((one): PathSegment =>
      one.kind === 'curve' ? { ...one, one: at(one.one), two: at(one.two), to: at(one.to) } : { ...one, to: at(one.to) },
    );
  return isEvenOdd ? windEvenOdd(outline) : outline;
}

/** Undefined for an operator that builds no path. */
function segmentsOf(
  operator: string,
  [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[],
  current: Point,
): PathSegment[] | undefined {
  switch (operator) {
    case 'm':
      return [{ kind: 'move', to: [a, b] }];
    case 'l':
      return [{ kind: 'line', to: [a, b] }];
    case 'c':
      return [{ kind: 'curve', one: [a, b], two: [c, d], to: [e, f] }];
    case 'v':
      return [{ kind: 'curve', one: current, two: [a, b], to: [c, d] }];
    case 'y':
      return [{ kind: 'curve', one: [a, b], two: [c, d], to: [c, d] }];
    case 're':
      return [
        { kind: 'move', to: [a, b] },
        { kind: 'line', to: [a + c, b] },
        { kind: 'line', to: [a + c, b + d] },
        { kind: 'line', to: [a, b + d] },
      ];
    case 'h':
      return [];
    default:
      return undefined;
  }
}
