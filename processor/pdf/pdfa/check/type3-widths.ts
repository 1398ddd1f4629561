// The width in the first operation of a Type 3 glyph procedure, d0 or d1 (ISO 32000-1, 9.6.5).

import type { PDFRawStream } from 'pdf-lib';
import { numberAt } from '../../syntax/operand.ts';
import { type Operation, OperationReader } from '../../syntax/operations.ts';
import { decodeContent } from '../../content/source.ts';

function widthOperation(proc: PDFRawStream): Operation | undefined {
  const first = new OperationReader(decodeContent(proc).bytes).next();
  return first?.operator === 'd0' || first?.operator === 'd1' ? first : undefined;
}

/** In glyph space; undefined where it does not begin that way. */
export function procWidth(proc: PDFRawStream): number | undefined {
  const first = widthOperation(proc);
  return first && numberAt(first.operands, 0);
}
