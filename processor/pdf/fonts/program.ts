// Questions to an embedded font program of any format: which glyph a name or a character has, and whether it draws anything.
// A program that cannot be read is undefined, never half a program.

import { type PDFDict, PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import { decodeStream } from '../streams/decode-stream.ts';
import { lookup } from '../syntax/dictionary.ts';
import { describeCff } from './cff.ts';
import { describeSfnt } from './sfnt.ts';
import { describeType1 } from './type1.ts';
import type { FontProgram } from './font-program.ts';

/** The program of a font descriptor, or undefined where none is embedded or it cannot be read. */
export function readFontProgram(descriptor: PDFDict | undefined): FontProgram | undefined {
  const bytes = fontProgramBytes(descriptor);
  if (!bytes || bytes.length < 4) return undefined;
  try {
    return parseProgram(bytes);
  } catch (error) {
    // Offsets beyond the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Decoded, of whichever key holds it. @throws JobFailure decompression_limit */
export function fontProgramBytes(descriptor: PDFDict | undefined): Buffer | undefined {
  for (const key of ['FontFile2', 'FontFile3', 'FontFile']) {
    const stream = lookup(descriptor, key);
    if (!(stream instanceof PDFRawStream)) continue;
    try {
      const { bytes } = decodeStream(stream, PDF_BOUNDS.streamBytesMax);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
    }
  }
  return undefined;
}

/** By its first bytes: the key in the descriptor is often wrong. */
function parseProgram(bytes: Buffer): FontProgram | undefined {
  const tag = bytes.readUInt32BE(0);
  if (tag === 0x00010000 || tag === 0x74727565 || tag === 0x4f54544f || tag === 0x74746366) return describeSfnt(bytes);
  if (bytes[0] === 0x80 || bytes.toString('latin1', 0, 2) === '%!') return describeType1(bytes);
  if (bytes[0] === 1 && (bytes[2] ?? 0) >= 4 && (bytes[3] ?? 0) >= 1 && (bytes[3] ?? 0) <= 4) return describeCff(bytes);
  return undefined;
}
