// Undoes the predictors of LZW and Flate streams (ISO 32000-1 7.4.4.4): PNG filters and TIFF predictor 2 with 8-bit components.

import type { PDFDict } from 'pdf-lib';
import { PdfDamage } from '../bounds.ts';
import { numberOf } from '../syntax/dictionary.ts';

/** @throws PdfDamage where the parameters make no sense */
export function undoPredictor(bytes: Uint8Array, params: PDFDict | undefined, bytesMax: number): Uint8Array {
  const predictor = numberOf(params, 'Predictor') ?? 1;
  if (predictor <= 1) return bytes;
  const colors = numberOf(params, 'Colors') ?? 1;
  const bits = numberOf(params, 'BitsPerComponent') ?? 8;
  const columns = numberOf(params, 'Columns') ?? 1;
  const rowBytes = Math.ceil((colors * bits * columns) / 8);
  const pixelBytes = Math.max(1, (colors * bits) >> 3);
  if (!(rowBytes >= 1 && rowBytes <= bytesMax)) throw new PdfDamage('predictor parameters out of range');
  if (predictor >= 10) return undoPngFilters(bytes, rowBytes, pixelBytes);
  if (predictor === 2 && bits === 8) return undoTiff(bytes, rowBytes, colors);
  throw new PdfDamage('predictor not known');
}

function undoTiff(bytes: Uint8Array, rowBytes: number, colors: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  for (let position = 0; position < out.length; position++) {
    if (position % rowBytes >= colors) out[position] = ((out[position] ?? 0) + (out[position - colors] ?? 0)) & 255;
  }
  return out;
}

/** Rows of one filter type byte and `rowBytes` bytes each (W3C PNG, 9.2). */
export function undoPngFilters(bytes: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const out = new Uint8Array(Math.max(0, bytes.length - rows));
  for (let row = 0; row < rows; row++) {
    const type = bytes[row * (rowBytes + 1)] ?? 0;
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    const length = Math.min(rowBytes, bytes.length - from);
    for (let column = 0; column < length; column++) {
      const left = column >= pixelBytes ? (out[to + column - pixelBytes] ?? 0) : 0;
      const up = row > 0 ? (out[to + column - rowBytes] ?? 0) : 0;
      const upLeft = row > 0 && column >= pixelBytes ? (out[to + column - rowBytes - pixelBytes] ?? 0) : 0;
      out[to + column] = ((bytes[from + column] ?? 0) + predicted(type, left, up, upLeft)) & 255;
    }
  }
  return out;
}

function predicted(type: number, left: number, up: number, upLeft: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const estimate = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
