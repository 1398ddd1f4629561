// `metadata` for JPEG: read, remove, set. In memory; the image data stay identical byte for byte; each result is checked for this.

import { createHash } from 'node:crypto';
import type { MetadataValues } from '#contract/params/metadata-params.ts';
import { readExif } from '../images/exif.ts';
import { editExif } from '../images/exif-write.ts';
import { PHOTOSHOP_HEADER } from '../images/iptc.ts';
import {
  EXIF_HEADER,
  EXTENDED_XMP_HEADER,
  hasHeader,
  isIccProfile,
  isImageData,
  type JpegFile,
  type JpegSegment,
  MARKER,
  parseJpeg,
  segmentKind,
  segmentName,
  serialiseJpeg,
  stripJpegMetadata,
  XMP_HEADER,
} from '../images/jpeg-segments.ts';
import { editXmp } from '../images/xmp.ts';
import { describeRemoval, type ImageDigest, proveSameImage, type RemovedMetadata } from './image-removal.ts';
import type { MetadataFindings } from './evidence.ts';
import {
  changedNames,
  countReadBack,
  editImageResources,
  exifChanges,
  findExif,
  findImageResources,
  findXmp,
  xmpChanges,
} from './image-values.ts';
import { type FoundValue, type SearchedBytes, toFindings } from './marker-search.ts';

/** @throws JobFailure as parseJpeg does. */
export function readJpeg(bytes: Uint8Array): MetadataFindings {
  return toFindings(findInJpeg(parseJpeg(bytes)));
}

/** Every piece of metadata with its whole value. */
export function findInJpeg(file: JpegFile): FoundValue[] {
  const extended = joinExtendedXmp(file.segments);
  const found = file.segments.filter((segment) => !isImageData(segment)).flatMap(findInSegment);
  for (const packet of extended) found.push(...findXmp(packet, 'APP1 extended XMP'));
  if (file.trailer.length > 0) found.push({ kind: 'trailer', location: 'after EOI', bytes: file.trailer.length });
  if (file.strayBytes > 0) found.push({ kind: 'stray_bytes', location: 'between segments', bytes: file.strayBytes });
  return found;
}

function findInSegment(segment: JpegSegment): FoundValue[] {
  const { payload } = segment;
  const location = segmentName(segment.marker);
  const kind = segmentKind(segment);
  if (kind === 'jfif') return payload.length > 14 ? [{ kind: 'thumbnail', location, bytes: payload.length - 14 }] : [];
  if (kind === 'adobe') return payload.length > 12 ? [{ kind: 'application', location, bytes: payload.length - 12 }] : [];
  if (kind === 'exif') return findExif(payload.subarray(6), location);
  if (kind === 'xmp') return hasHeader(segment, XMP_HEADER) ? findXmp(payload.subarray(XMP_HEADER.length), location) : [];
  if (kind === 'iptc' && hasHeader(segment, PHOTOSHOP_HEADER))
    return findImageResources(payload.subarray(PHOTOSHOP_HEADER.length), location);
  if (kind === 'comment')
    return [{ kind, location, value: Buffer.from(payload).toString('utf8').replaceAll('\0', ''), bytes: payload.length }];
  return [{ kind, location, bytes: payload.length }];
}

/** XMP part 3, 1.1.3.1: portions of 40 bytes of header (GUID, length, offset) and data, joined by GUID. */
function joinExtendedXmp(segments: readonly JpegSegment[]): Uint8Array[] {
  const byGuid = new Map<string, { offset: number; data: Uint8Array }[]>();
  for (const segment of segments) {
    if (segment.marker !== MARKER.APP1 || !hasHeader(segment, EXTENDED_XMP_HEADER)) continue;
    const body = Buffer.from(segment.payload.subarray(EXTENDED_XMP_HEADER.length));
    if (body.length < 40) continue;
    const guid = body.toString('latin1', 0, 32);
    byGuid.set(guid, [...(byGuid.get(guid) ?? []), { offset: body.readUInt32BE(36), data: body.subarray(40) }]);
  }
  return [...byGuid.values()].map((portions) => Buffer.concat(portions.toSorted((a, b) => a.offset - b.offset).map(({ data }) => data)));
}

/**
 * @param _options `removeAuthors` has no meaning for an image: an author is metadata and always removed.
 * @throws JobFailure as parseJpeg does; internal when the result is not proved clean and identical.
 */
export function removeJpeg(bytes: Uint8Array, _options: { readonly removeAuthors: boolean }): RemovedMetadata {
  const source = parseJpeg(bytes);
  const found = findInJpeg(source);
  const stripped = stripJpegMetadata(bytes);
  const removal = describeRemoval(stripped, found, searchedBytes(parseJpeg(stripped.bytes)));
  const notes = [...removal.notes];
  if (stripped.truncated) notes.push({ code: 'truncated_image', message: 'The image ends early; its image data were kept as they are.' });
  if (stripped.removed.some(({ kind }) => kind === 'multi_picture')) {
    notes.push({
      code: 'secondary_images_removed',
      message: 'Further images behind the main one (previews, depth or gain maps) were removed.',
    });
  }
  return { ...removal, notes, verification: proveSameImage(digestImage(bytes), digestImage(stripped.bytes)) };
}

/** All but image data and the colour profile, which are content; of the Adobe segment, only what may vary. */
function searchedBytes(file: JpegFile): SearchedBytes[] {
  const headers = file.segments.filter((segment) => !isImageData(segment) && !isIccProfile(segment));
  return [...headers.map(({ payload }) => payload), file.trailer].map((bytes) => ({ bytes, decoded: false }));
}

/** Hash of tables, frame and scans. */
function digestImage(bytes: Uint8Array): ImageDigest {
  const hash = createHash('sha256');
  const file = parseJpeg(bytes);
  for (const { marker, payload, coded } of file.segments.filter(isImageData)) {
    hash.update(Uint8Array.of(marker)).update(payload);
    if (coded) hash.update(coded);
  }
  return { width: file.width, height: file.height, sha256: hash.digest('hex') };
}

/**
 * Writes EXIF and XMP in step; entries that are not named stay.
 * @throws JobFailure as parseJpeg does; unsupported_feature when the values do not fit into a segment of 65,533 bytes.
 */
export function setJpeg(
  bytes: Uint8Array,
  values: MetadataValues,
): { bytes: Uint8Array; written: readonly string[]; verification: Record<string, unknown> } {
  const file = parseJpeg(bytes);
  const exif = file.segments.find((segment) => segment.marker === MARKER.APP1 && hasHeader(segment, EXIF_HEADER));
  const xmp = file.segments.find((segment) => segment.marker === MARKER.APP1 && hasHeader(segment, XMP_HEADER));
  const tiff = exif?.payload.subarray(EXIF_HEADER.length);
  const changes = exifChanges(values, tiff !== undefined && hasOwnDescription(tiff));
  const properties = xmpChanges(values);
  const written: Pick<JpegSegment, 'marker' | 'payload' | 'coded'>[] = [];
  if (changes.length > 0) written.push(app1(EXIF_HEADER, editExif(tiff, changes)));
  else if (exif) written.push(exif);
  const packet = editXmp(xmp?.payload.subarray(XMP_HEADER.length), properties);
  written.push(app1(XMP_HEADER, packet));

  const others = file.segments
    .filter((segment) => segment !== exif && segment !== xmp)
    .map((segment) => {
      if (segment.marker !== MARKER.APP13 || !hasHeader(segment, PHOTOSHOP_HEADER)) return segment;
      const resources = editImageResources(segment.payload.subarray(PHOTOSHOP_HEADER.length), values);
      return { ...segment, payload: Buffer.concat([Buffer.from(PHOTOSHOP_HEADER, 'latin1'), resources]) };
    });
  const jfif = others[0]?.marker === MARKER.APP0 ? 1 : 0;
  const image = serialiseJpeg([...others.slice(0, jfif), ...written, ...others.slice(jfif)], file.complete);
  const result = Buffer.concat([image, file.trailer]);
  return {
    bytes: result,
    written: changedNames(changes, properties),
    verification: { ...proveSameImage(digestImage(bytes), digestImage(result)), values_read_back: countReadBack(packet, properties) },
  };
}

/** The description, unless it only repeats the title. */
export function hasOwnDescription(tiff: Uint8Array): boolean {
  const tags = readExif(tiff)?.tags ?? [];
  const value = (tag: number) => tags.find((one) => one.directory === 'IFD0' && one.tag === tag)?.value ?? '';
  return value(0x010e) !== '' && value(0x010e) !== value(0x9c9b);
}

function app1(header: string, body: Uint8Array): Pick<JpegSegment, 'marker' | 'payload'> {
  return { marker: MARKER.APP1, payload: Buffer.concat([Buffer.from(header, 'latin1'), body]) };
}
