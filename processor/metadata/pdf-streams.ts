// Classifies the streams of a PDF: those drawn, played, run or attached, and those of fonts and colours, are content.
// Any other must not repeat a removed value.

import type { PDFDict, PDFRawStream } from 'pdf-lib';
import { PdfDamage } from '../pdf/bounds.ts';
import { decodeStream, filtersOf, isGeneralFilter } from '../pdf/streams/decode-stream.ts';
import { lookup, nameOf } from '../pdf/syntax/dictionary.ts';
import type { Visit } from '../pdf/syntax/walk.ts';

/** The keys that lead to streams which are drawn, played, run, attached, or part of a font, a colour or a function. */
const CONTENT_STREAM_KEYS = new Set(
  (
    'Contents FontFile FontFile2 FontFile3 ToUnicode CIDToGIDMap CIDSet Encoding UseCMap CharProcs Pattern Shading Function XFA JS AP N R D ' +
    'SMask Mask Alternates ColorSpace DestOutputProfile EF UF F HT TR BG UCR Default Lookup G Sound JBIG2Globals RC RV Resources V DV ' +
    '3DD OnInstantiate Assets AF Prefix Private Fonts'
  ).split(' '),
);

/** A test for one walk; dictionaries come before the streams in them. */
export function makeContentStreamTest(): (visit: Visit) => boolean {
  const glyphs = new Set<PDFDict>();
  return (visit) => {
    if (visit.key === 'CharProcs') glyphs.add(visit.dict);
    return visit.stream !== undefined && isContent(visit, glyphs);
  };
}

function isContent({ dict, stream, key, parent }: Visit, glyphs: ReadonlySet<PDFDict>): boolean {
  if (key === 'Metadata') return false;
  if (CONTENT_STREAM_KEYS.has(key)) return true;
  if (['Image', 'Form', 'PS', 'U3D', 'PRC'].includes(nameOf(dict, 'Subtype') ?? '')) return true;
  if (['EmbeddedFile', 'XObject', 'Pattern', 'CMap', 'Font'].includes(nameOf(dict, 'Type') ?? '')) return true;
  if (['FunctionType', 'PatternType', 'ShadingType', 'HalftoneType', 'BBox', 'Length1'].some((name) => lookup(dict, name) !== undefined))
    return true;
  // The profile of an ICC colour space is in an array; its number of components identifies it.
  if (lookup(dict, 'N') !== undefined && stream) return true;
  // Glyph procedures are under names of the writer's choice.
  return parent !== undefined && glyphs.has(parent);
}

/** Whether the first of its filters can be undone here: what is not decoded need not be read whole. */
export function isDecodable(stream: PDFRawStream): boolean {
  const [first] = filtersOf(stream.dict);
  return first !== undefined && isGeneralFilter(first);
}

/** The stream's data; still encoded where they cannot be decoded. @throws JobFailure decompression_limit */
export function decodeQuietly(stream: PDFRawStream, bytesMax: number): Uint8Array {
  if (filtersOf(stream.dict).length === 0) return stream.getContents();
  try {
    return decodeStream(stream, Math.max(1, bytesMax)).bytes;
  } catch (error) {
    if (error instanceof PdfDamage) return stream.getContents();
    throw error;
  }
}
