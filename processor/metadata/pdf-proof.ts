// Proves on the finished file that what was found is gone: the result is surveyed like a source, and searched for every removed value
// wherever a value could hide. What a page shows, what a reader reads and what makes the document work is content and may repeat a value.

import { PDFRawStream } from 'pdf-lib';
import { JobFailure } from '../failure.ts';
import { PDF_BOUNDS } from '../pdf/bounds.ts';
import type { OpenedPdf } from '../pdf/opened.ts';
import { sourceOf } from '../pdf/syntax/source-stream.ts';
import { walkLive } from '../pdf/syntax/walk.ts';
import type { AbsenceProof } from './evidence.ts';
import { MarkerSearch } from './marker-search.ts';
import { decodeQuietly, isDecodable, makeContentStreamTest } from './pdf-streams.ts';
import { longMarkers, looseStrings, repeatsMarker } from './pdf-strings.ts';
import { surveyPdf } from './pdf-survey.ts';

export interface PdfProof extends AbsenceProof {
  readonly strings_searched: number;
  /** Pieces of metadata that a second survey finds in the result, without the new file identifier and what was to be kept. */
  readonly findings_left: number;
  /** What is drawn or makes the document work is searched too; a value repeated there is reported, not removed: it is content. */
  readonly content_streams_searched: number;
  readonly content_bytes_searched: number;
  readonly markers_in_content: number;
}

/** Of what is content. It is told, not promised. */
const CONTENT_BYTES_MAX = 32 * 1024 * 1024;

export interface KeptOnRequest {
  readonly authors: boolean;
  readonly layerNames: boolean;
}

export function provePdfClean(result: OpenedPdf, markers: ReadonlySet<string>, kept: KeptOnRequest): PdfProof {
  const outside = new MarkerSearch(markers);
  for (const bytes of bytesOutsideObjects(result)) outside.search({ bytes, decoded: false });
  const long = longMarkers(markers);
  const loose = new Set<string>();
  let strings = 0;
  let budget: number = PDF_BOUNDS.streamBytesMax;
  const isContentStream = makeContentStreamTest();
  const content = new MarkerSearch(markers);
  let contentBudget = CONTENT_BYTES_MAX;
  walkLive(result.context, (visit) => {
    for (const { text } of looseStrings(visit.dict, visit.key)) {
      strings++;
      if (repeatsMarker(text, markers, long)) loose.add(text);
    }
    if (!(visit.stream instanceof PDFRawStream)) return;
    if (!isContentStream(visit)) {
      const bytes = decodeQuietly(visit.stream, budget);
      budget -= bytes.length;
      outside.search({ bytes, decoded: true });
    } else if (markers.size > 0 && contentBudget > 0) {
      const bytes = decodeWithin(visit.stream, contentBudget);
      contentBudget -= bytes.length;
      content.search({ bytes, decoded: true });
    }
  });
  const { left, ...proof } = outside.proof();
  const findings = surveyPdf(result, false).filter(({ found, onRequest }) => {
    if (onRequest === 'authors') return !kept.authors;
    if (onRequest === 'layer_names') return !kept.layerNames;
    if (onRequest === 'never') return false;
    return found.some(({ kind }) => kind !== 'file_id' && kind !== 'orphan_object');
  });
  const repeated = content.proof();
  return {
    ...proof,
    markers_left: left.length + loose.size,
    strings_searched: strings,
    findings_left: findings.length,
    content_streams_searched: repeated.streams_searched,
    content_bytes_searched: repeated.decoded_bytes_searched,
    markers_in_content: repeated.left.length,
  };
}

/** As much as fits: content that expands beyond the budget, and pictures with a compression of their own, are searched as stored in the file. */
function decodeWithin(stream: PDFRawStream, bytesMax: number): Uint8Array {
  const stored = () => sourceOf(stream).read(0, bytesMax);
  if (!isDecodable(stream) || stream.getContentsSize() > bytesMax) return stored();
  try {
    return decodeQuietly(stream, bytesMax).subarray(0, bytesMax);
  } catch (error) {
    if (error instanceof JobFailure) return stored();
    throw error;
  }
}

function* bytesOutsideObjects({ source, objects }: OpenedPdf): Generator<Uint8Array> {
  let at = 0;
  for (const [start, end] of [...objects.spans(), [source.size, source.size] as const]) {
    if (start > at) yield source.read(at, start - at);
    at = Math.max(at, end);
  }
}
