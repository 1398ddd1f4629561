// The metadata inside the pictures of a PDF: segments of JPEG and boxes of JPEG 2000 streams. The data of the pixels stay byte for byte.

import { type PDFDict, PDFName, type PDFRawStream } from 'pdf-lib';
import { JobFailure } from '../failure.ts';
import { isImageData, jpegParts, keepSegments, MARKER, parseJpeg } from '../images/jpeg-segments.ts';
import { stripJpxMetadata } from '../images/jpx-boxes.ts';
import { PDF_BOUNDS } from '../pdf/bounds.ts';
import { tryDecodeStream, type FilterStep, filtersOf } from '../pdf/streams/decode-stream.ts';
import { type ByteSource, joinedSource, memorySource } from '../pdf/byte-source.ts';
import { replaceContents, sourceOf } from '../pdf/syntax/source-stream.ts';
import { findXmp } from './image-values.ts';
import { findInJpeg } from './jpeg.ts';
import type { PdfFinding } from './pdf-entries.ts';
import type { FoundValue } from './marker-search.ts';

/** Undefined when the picture has none; an unreadable picture is not changed. A picture that must be decoded is read again for its removal. */
export function findInPicture(stream: PDFRawStream, location: string): PdfFinding | 'unreadable' | undefined {
  const found = stripPicture(stream, location);
  if (found === undefined || found === 'unreadable') return found;
  const inPlace = partsInPlace(stream, found);
  return {
    found: found.found,
    remove(keep = memorySource) {
      if (inPlace) return replaceContents(stream, inPlace);
      const again = stripPicture(stream, location);
      if (again === undefined || again === 'unreadable') return;
      replaceContents(stream, keep(Buffer.concat(again.parts())));
      keepFilters(stream.dict, again.left);
    },
  };
}

interface Stripped {
  readonly found: readonly FoundValue[];
  /** What stays, in order. */
  readonly parts: () => readonly Uint8Array[];
}

interface StrippedPicture extends Stripped {
  /** The picture as it is, without filters around its own. */
  readonly bytes: Uint8Array;
  readonly left: readonly FilterStep[];
}

function stripPicture(stream: PDFRawStream, location: string): StrippedPicture | 'unreadable' | undefined {
  const last = filtersOf(stream.dict).at(-1)?.name;
  if (last !== 'DCTDecode' && last !== 'JPXDecode') return undefined;
  const picture = decodeToPicture(stream);
  if (!picture) return 'unreadable';
  const stripped = last === 'DCTDecode' ? stripJpeg(picture.bytes, location) : stripJpx(picture.bytes, location);
  if (stripped === 'unreadable') return stripped;
  return stripped && stripped.found.length > 0 ? { ...picture, ...stripped } : undefined;
}

/** What is not in the file may take so much. */
const COPIED_BYTES_MAX = 4096;

/** What stays as ranges of the file; undefined when more than a few headers is not in the file as it is. */
function partsInPlace(stream: PDFRawStream, { bytes, left, parts }: StrippedPicture): ByteSource | undefined {
  if (left.length !== filtersOf(stream.dict).length) return undefined;
  const [source, all] = [sourceOf(stream), parts()];
  const isWithin = (part: Uint8Array) =>
    part.buffer === bytes.buffer && part.byteOffset >= bytes.byteOffset && part.byteOffset + part.length <= bytes.byteOffset + bytes.length;
  const copied = all.reduce((sum, part) => sum + (isWithin(part) ? 0 : part.length), 0);
  if (copied > COPIED_BYTES_MAX) return undefined;
  const located = all.map((part) =>
    isWithin(part) ? source.part(part.byteOffset - bytes.byteOffset, part.length) : memorySource(Buffer.from(part)),
  );
  return joinedSource(located);
}

function decodeToPicture(stream: PDFRawStream): { readonly bytes: Uint8Array; readonly left: readonly FilterStep[] } | undefined {
  const decoded = tryDecodeStream(stream, PDF_BOUNDS.streamBytesMax);
  return decoded?.left.length === 1 ? decoded : undefined;
}

function stripJpeg(bytes: Uint8Array, location: string): Stripped | 'unreadable' | undefined {
  try {
    const file = parseJpeg(bytes);
    // A decoder stops at a marker that it does not know: without it the picture would look different.
    if (file.segments.some((segment) => !isImageData(segment) && !isKnownMarker(segment.marker))) return 'unreadable';
    const { kept, removed } = keepSegments(file, { keepOrientation: false });
    // Many writers end a stream with white space after the image.
    const told = removed.filter(({ kind }) => kind !== 'trailer' || !/^\s*$/.test(Buffer.from(file.trailer).toString('latin1')));
    if (told.length === 0) return undefined;
    const found = findInJpeg(file).filter(({ kind }) => kind !== 'icc');
    return {
      parts: () => jpegParts(kept, file.complete),
      found: found.map((one) => ({ ...one, location: `${location} ${one.location}` })),
    };
  } catch (error) {
    if (error instanceof JobFailure) return 'unreadable';
    throw error;
  }
}

/** APPn and COM (T.81, table B.1). */
function isKnownMarker(marker: number): boolean {
  return (marker >= MARKER.APP0 && marker <= 0xef) || marker === MARKER.COM;
}

function stripJpx(bytes: Uint8Array, location: string): Stripped {
  const { bytes: clean, removed } = stripJpxMetadata(bytes);
  const found = removed.flatMap(({ kind, location: box, payload }): FoundValue[] => {
    const place = `${location} ${box.trim()}`;
    if (kind === 'comment') return [{ kind, location: place, value: Buffer.from(payload).toString('latin1'), bytes: payload.length }];
    const packet = box === 'uuid' ? payload.subarray(16) : payload;
    return findXmp(packet, place).map((one) => ({ ...one, kind: one.value === undefined ? kind : one.kind }));
  });
  return { parts: () => [clean], found };
}

/** With the outer filters undone, only the picture's own remains. */
function keepFilters(dict: PDFDict, [step]: readonly FilterStep[]): void {
  if (!step || filtersOf(dict).length === 1) return;
  dict.set(PDFName.of('Filter'), PDFName.of(step.name));
  dict.delete(PDFName.of('DecodeParms'));
  if (step.params) dict.set(PDFName.of('DecodeParms'), step.params);
}
