// `metadata` for PNG: read, remove, set. In memory; the image data stay identical byte for byte; each result is checked for this.

import { createHash } from 'node:crypto';
import type { MetadataValues } from '#contract/params/metadata-params.ts';
import { editExif } from '../images/exif-write.ts';
import {
  chunkKind,
  isKeptForDisplay,
  isPixelData,
  makeInternationalText,
  makePngText,
  parsePng,
  type PngChunk,
  type PngFile,
  readPngText,
  serialisePng,
  stripPngMetadata,
  XMP_KEYWORD,
} from '../images/png-chunks.ts';
import { editXmp } from '../images/xmp.ts';
import type { MetadataFindings } from './evidence.ts';
import { changedNames, countReadBack, exifChanges, findExif, findXmp, xmpChanges } from './image-values.ts';
import { describeRemoval, type ImageDigest, proveSameImage, type RemovedMetadata } from './image-removal.ts';
import { hasOwnDescription } from './jpeg.ts';
import { type FoundValue, type SearchedBytes, toFindings } from './marker-search.ts';

/** How much inflated text is read from all chunks together; the rest is listed by size only. */
const TEXT_BYTES_TOTAL_MAX = 64 * 1024 * 1024;

/** @throws JobFailure as parsePng does. */
export function readPng(bytes: Uint8Array): MetadataFindings {
  return toFindings(findInPng(parsePng(bytes)));
}

/** Every piece of metadata with its whole value. */
export function findInPng(file: PngFile): FoundValue[] {
  let inflated = 0;
  const found = file.chunks.flatMap((chunk): FoundValue[] => {
    const { type, data } = chunk;
    if (type === 'iCCP') return [{ kind: 'icc', location: type, bytes: data.length }];
    if (isKeptForDisplay(type)) return [];
    if (type === 'eXIf') return findExif(data, type);
    if (type === 'tIME' && data.length === 7) return [{ kind: 'time', location: type, value: timeText(data) }];
    const text = inflated < TEXT_BYTES_TOTAL_MAX ? readPngText(chunk) : undefined;
    if (!text) return [{ kind: chunkKind(chunk), location: type, bytes: data.length }];
    inflated += text.raw?.length ?? 0;
    if (text.keyword === XMP_KEYWORD && text.raw) return findXmp(text.raw, `${type} ${XMP_KEYWORD}`);
    const place = { kind: 'text', location: type, name: text.keyword };
    return [text.text === undefined ? { ...place, bytes: data.length } : { ...place, value: text.text }];
  });
  for (const chunk of file.damaged) found.push({ kind: chunkKind(chunk), location: chunk.type, bytes: chunk.data.length });
  if (file.trailer.length > 0) found.push({ kind: 'trailer', location: 'after IEND', bytes: file.trailer.length });
  return found;
}

function timeText(data: Uint8Array): string {
  const [high = 0, low = 0, ...rest] = data;
  const [month, day, hour, minute, second] = rest.map((part) => String(part).padStart(2, '0'));
  return `${(high << 8) | low}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

/**
 * @param _options `removeAuthors` has no meaning for an image: an author is metadata and always removed.
 * @throws JobFailure as parsePng does; internal when the result is not proved clean and identical.
 */
export function removePng(bytes: Uint8Array, _options: { readonly removeAuthors: boolean }): RemovedMetadata {
  const found = findInPng(parsePng(bytes));
  const stripped = stripPngMetadata(bytes);
  const removal = describeRemoval(stripped, found, searchedBytes(parsePng(stripped.bytes)));
  const notes = [...removal.notes];
  if (stripped.repaired) notes.push({ code: 'repaired', message: 'The image had no end mark (IEND); it was added.' });
  return { ...removal, notes, verification: proveSameImage(digestImage(bytes), digestImage(stripped.bytes)) };
}

/** All but pixels, palette and colour profile, which are content. */
function searchedBytes(file: PngFile): SearchedBytes[] {
  const searched = file.chunks.filter(({ type }) => !isPixelData(type) && type !== 'iCCP' && type !== 'PLTE' && type !== 'tRNS');
  return [...searched.map(({ data }) => data), file.trailer].map((bytes) => ({ bytes, decoded: false }));
}

/** Hash of every chunk that makes up the picture. */
function digestImage(bytes: Uint8Array): ImageDigest {
  const hash = createHash('sha256');
  const file = parsePng(bytes);
  for (const { type, data } of file.chunks.filter((chunk) => isKeptForDisplay(chunk.type) && chunk.type !== 'IEND')) {
    hash.update(`${type} ${data.length} `).update(data);
  }
  return { width: file.width, height: file.height, sha256: hash.digest('hex') };
}

/**
 * Writes text chunks and XMP in step, and EXIF where the image has it; other entries stay.
 * @throws JobFailure as parsePng does.
 */
export function setPng(
  bytes: Uint8Array,
  values: MetadataValues,
): { bytes: Uint8Array; written: readonly string[]; verification: Record<string, unknown> } {
  const file = parsePng(bytes);
  const properties = xmpChanges(values);
  const texts = textChanges(values);
  const replaced = new Set(texts.map(({ keyword }) => keyword.toLowerCase()));
  const xmp = file.chunks.find((chunk) => chunkKind(chunk) === 'xmp');
  const exif = file.chunks.find(({ type }) => type === 'eXIf');
  const changes = exif ? exifChanges(values, hasOwnDescription(exif.data)) : [];
  const written: PngChunk[] = texts.filter(({ text }) => text !== '').map(({ keyword, text }) => makePngText(keyword, text));
  const packet = editXmp((xmp && readPngText(xmp))?.raw, properties);
  written.push(makeInternationalText(XMP_KEYWORD, packet));
  if (values.modified_at !== undefined) written.push({ type: 'tIME', data: timeData(values.modified_at) });

  const kept = file.chunks
    .filter((chunk) => {
      if (chunk === xmp || chunk.type === 'IEND' || (chunk.type === 'tIME' && values.modified_at !== undefined)) return false;
      return !replaced.has(readPngText(chunk)?.keyword.toLowerCase() ?? '');
    })
    .map((chunk) => (chunk === exif && changes.length > 0 ? { type: chunk.type, data: editExif(chunk.data, changes) } : chunk));
  const firstData = kept.findIndex(({ type }) => type === 'IDAT');
  kept.splice(firstData, 0, ...written);
  const result = serialisePng([...kept, { type: 'IEND', data: new Uint8Array(0) }]);
  const names = texts.map(({ keyword }) => `PNG:${keyword}`);
  return {
    bytes: result,
    written: [...names, ...changedNames(changes, properties)],
    verification: { ...proveSameImage(digestImage(bytes), digestImage(result)), values_read_back: countReadBack(packet, properties) },
  };
}

/** The keywords that W3C PNG, table 11.3.3.2, registers; `Keywords` is customary. An empty text removes the entry. */
function textChanges(values: MetadataValues): { keyword: string; text: string }[] {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Title', values.title],
    ['Author', values.author],
    ['Description', values.subject],
    ['Keywords', values.keywords],
    ['Software', values.creator],
    ['Creation Time', values.created_at],
  ];
  return rows.flatMap(([keyword, text]) => (text === undefined ? [] : [{ keyword, text }]));
}

/** W3C PNG, 11.3.4.1: universal time. */
function timeData(iso: string): Uint8Array {
  const date = new Date(iso);
  const year = date.getUTCFullYear();
  return Uint8Array.of(
    year >> 8,
    year & 0xff,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  );
}
