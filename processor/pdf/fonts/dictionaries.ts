// What the kinds of font dictionaries have in common: the descriptor, ToUnicode, embedded CMaps and arrays of numbers.

import { type PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import { decodeStream } from '../streams/decode-stream.ts';
import { lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import { parseCMap, type CMap } from './cmap.ts';
import { predefinedCMap } from './predefined-cmaps.ts';

/** ISO 32000-2 table 120. In 1/1000 of the em. */
export interface FontDescriptor {
  readonly dict: PDFDict | undefined;
  readonly isSymbolic: boolean;
  readonly isFixedPitch: boolean;
  readonly isSerif: boolean;
  readonly isItalic: boolean;
  /** ForceBold, or a weight of 600 and more. */
  readonly isBold: boolean;
  readonly ascent: number | undefined;
  readonly descent: number | undefined;
  readonly isEmbedded: boolean;
}

export function readDescriptor(font: PDFDict): FontDescriptor {
  const found = lookup(font, 'FontDescriptor');
  const dict = found instanceof PDFDict ? found : undefined;
  const flags = numberOf(dict, 'Flags') ?? 0;
  return {
    dict,
    isSymbolic: (flags & 4) !== 0,
    isFixedPitch: (flags & 1) !== 0,
    isSerif: (flags & 2) !== 0,
    isItalic: (flags & 64) !== 0 || (numberOf(dict, 'ItalicAngle') ?? 0) !== 0,
    isBold: (flags & 0x40000) !== 0 || (numberOf(dict, 'FontWeight') ?? 400) >= 600,
    ascent: numberOf(dict, 'Ascent'),
    descent: numberOf(dict, 'Descent'),
    isEmbedded: ['FontFile', 'FontFile2', 'FontFile3'].some((key) => lookup(dict, key) instanceof PDFRawStream),
  };
}

const CMAP_STEPS_MAX = 6;

/** @throws JobFailure decompression_limit */
export function readCMapStream(stream: PDFRawStream, steps = 0): CMap | undefined {
  try {
    const { bytes } = decodeStream(stream, PDF_BOUNDS.streamBytesMax);
    const used = steps < CMAP_STEPS_MAX ? lookup(stream.dict, 'UseCMap') : undefined;
    const base =
      used instanceof PDFRawStream
        ? readCMapStream(used, steps + 1)
        : used instanceof PDFName
          ? predefinedCMap(used.decodeText())?.map
          : undefined;
    const map = parseCMap(bytes, (name) => predefinedCMap(name)?.map, base);
    if (numberOf(stream.dict, 'WMode') === 1) map.vertical = true;
    if (map.name === '') map.name = nameOf(stream.dict, 'CMapName') ?? '';
    return map;
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}

export function readToUnicode(font: PDFDict): CMap | undefined {
  const found = lookup(font, 'ToUnicode');
  if (found instanceof PDFRawStream) return readCMapStream(found);
  // Identity-H here means that codes are UTF-16.
  return undefined;
}

/** Anything other than a number counts as 0, so that positions stay. */
export function numbersIn(array: PDFArray | undefined): number[] {
  return (array?.asArray() ?? []).map((_, index) => {
    const value = array?.lookup(index);
    return value instanceof PDFNumber && Number.isFinite(value.asNumber()) ? value.asNumber() : 0;
  });
}
