// Proves on the finished file that what was found is gone: the result is surveyed like a source, and searched for every removed value
// wherever a value could hide. What a page shows, what a reader reads and what the document works by is content and may repeat a value.

import { PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS } from '../../pdf/bounds.ts';
import type { OpenedPdf } from '../../pdf/open.ts';
import { walkLive } from '../../pdf/walk.ts';
import type { AbsenceProof } from './evidence.ts';
import { proveAbsence, type SearchedBytes } from './marker-search.ts';
import { decodeQuietly, makeContentStreamTest } from './pdf-streams.ts';
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
  const isContentStream = makeContentStreamTest();
  walkLive(result.context, (visit) => {
    for (const { text } of looseStrings(visit.dict, visit.key)) {
      strings++;
      if (repeatsMarker(text, markers, long)) loose.add(text);
    }
    if (isContentStream(visit) || !(visit.stream instanceof PDFRawStream)) return;
    const bytes = decodeQuietly(visit.stream, budget);
    budget -= bytes.length;
    searched.push({ bytes, decoded: true });
  });
  const { left, ...proof } = proveAbsence(markers, searched);
  const findings = surveyPdf(result, false).filter(({ found, onRequest }) => {
    if (onRequest === 'authors') return !kept.authors;
    if (onRequest === 'layer_names') return !kept.layerNames;
    if (onRequest === 'never') return false;
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
