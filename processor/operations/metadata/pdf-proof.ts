// Proves on the finished file that what was found is gone: the result is surveyed like a source, and searched for every removed value
// wherever a value could hide. What a page shows, what a reader reads and what the document works by is content and may repeat a value.

import type { PDFDict, PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../../pdf/bounds.ts';
import { decodeStream, filtersOf } from '../../pdf/decode-stream.ts';
import { lookup, nameOf } from '../../pdf/dictionary.ts';
import type { OpenedPdf } from '../../pdf/open.ts';
import { type Visit, walkLive } from '../../pdf/walk.ts';
import type { AbsenceProof } from './evidence.ts';
import { proveAbsence, type SearchedBytes } from './marker-search.ts';
import { longMarkers, looseStrings, repeatsMarker } from './pdf-strings.ts';
import { surveyPdf } from './pdf-survey.ts';

export interface PdfProof extends AbsenceProof {
  readonly strings_searched: number;
  /** Pieces of metadata that a second survey finds in the result, the new file identifier and what was asked to be kept left out. */
  readonly findings_left: number;
}

export interface KeptOnRequest {
  readonly authors: boolean;
  readonly layerNames: boolean;
}

export function provePdfClean(result: OpenedPdf, markers: ReadonlySet<string>, kept: KeptOnRequest): PdfProof {
  const searched: SearchedBytes[] = bytesOutsideObjects(result);
  const long = longMarkers(markers);
  const loose = new Set<string>();
  let strings = 0;
  let budget: number = PDF_BOUNDS.streamBytesMax;
  const glyphs = new Set<PDFDict>();
  walkLive(result.context, (visit) => {
    if (visit.key === 'CharProcs') glyphs.add(visit.dict);
    for (const { text } of looseStrings(visit.dict, visit.key)) {
      strings++;
      if (repeatsMarker(text, markers, long)) loose.add(text);
    }
    if (!visit.stream || isContentStream(visit, glyphs)) return;
    const bytes = decodeQuietly(visit.stream as PDFRawStream, budget);
    budget -= bytes.length;
    searched.push({ bytes, decoded: true });
  });
  const { left, ...proof } = proveAbsence(markers, searched);
  const findings = surveyPdf(result, false).filter(({ found, onRequest }) => {
    if (onRequest === 'authors') return !kept.authors;
    if (onRequest === 'layer_names') return !kept.layerNames;
    return found.some(({ kind }) => kind !== 'file_id' && kind !== 'orphan_object');
  });
  return { ...proof, markers_left: left.length + loose.size, strings_searched: strings, findings_left: findings.length };
}

function bytesOutsideObjects({ bytes, loader }: OpenedPdf): SearchedBytes[] {
  const outside: SearchedBytes[] = [];
  let at = 0;
  for (const [start, end] of [...loader.spans(), [bytes.length, bytes.length] as const]) {
    if (start > at) outside.push({ bytes: bytes.subarray(at, start), decoded: false });
    at = Math.max(at, end);
  }
  return outside;
}

/** The keys that lead to streams which are drawn, played, run, attached, or part of a font, a colour or a function. */
const CONTENT_STREAM_KEYS = new Set(
  (
    'Contents FontFile FontFile2 FontFile3 ToUnicode CIDToGIDMap CIDSet Encoding UseCMap CharProcs Pattern Shading Function XFA JS AP N R D ' +
    'SMask Mask Alternates ColorSpace DestOutputProfile EF UF F HT TR BG UCR Default Lookup G Sound JBIG2Globals RC RV Resources V DV ' +
    '3DD OnInstantiate Assets AF Prefix Private Fonts'
  ).split(' '),
);

function isContentStream({ dict, stream, key, parent }: Visit, glyphs: ReadonlySet<PDFDict>): boolean {
  if (key === 'Metadata') return false;
  if (CONTENT_STREAM_KEYS.has(key)) return true;
  if (['Image', 'Form', 'PS', 'U3D', 'PRC'].includes(nameOf(dict, 'Subtype') ?? '')) return true;
  if (['EmbeddedFile', 'XObject', 'Pattern', 'CMap', 'Font'].includes(nameOf(dict, 'Type') ?? '')) return true;
  if (['FunctionType', 'PatternType', 'ShadingType', 'HalftoneType', 'BBox', 'Length1'].some((name) => lookup(dict, name) !== undefined))
    return true;
  // A profile of an ICC colour space hangs in an array; its number of components tells it.
  if (lookup(dict, 'N') !== undefined && stream) return true;
  // Glyph procedures hang under names of the writer's choice.
  return parent !== undefined && glyphs.has(parent);
}

function decodeQuietly(stream: PDFRawStream, bytesMax: number): Uint8Array {
  if (filtersOf(stream.dict).length === 0) return stream.getContents();
  try {
    return decodeStream(stream, Math.max(1, bytesMax)).bytes;
  } catch (error) {
    if (error instanceof PdfDamage) return stream.getContents();
    throw error;
  }
}
