// What JPEG and PNG have in common: turning EXIF, XMP and IPTC blocks into findings, and customers' values into EXIF and XMP changes.

import type { MetadataValues } from '#contract/params/metadata-params.ts';
import { JobFailure } from '../failure.ts';
import { exifTagName, readExif } from '../images/exif.ts';
import type { ExifChange } from '../images/exif-write.ts';
import {
  dropIptcDatasets,
  IPTC_DIGEST_RESOURCE,
  IPTC_RESOURCE,
  readImageResources,
  readIptc,
  writeImageResources,
} from '../images/iptc.ts';
import { holdsXmp, readXmp, type XmpChange } from '../images/xmp.ts';
import type { FoundValue } from './marker-search.ts';

/** Values that cameras and editors repeat in the image data's own headers, so they prove nothing. */
const CONSTANTS = new Set(['sRGB', 'Adobe', 'JFIF', 'Exif', 'ASCII', 'None', 'True', 'False', 'x-default']);

export function findExif(tiff: Uint8Array, location: string): FoundValue[] {
  const block = readExif(tiff);
  if (!block) return [{ kind: 'exif', location, bytes: tiff.length }];
  const found: FoundValue[] = block.tags.flatMap(({ directory, name, type, value, data, tag }) => {
    if (tag === 0x02bc && directory === 'IFD0') return findXmp(data, `${location} XMP`);
    if (tag === 0x83bb && directory === 'IFD0') return findIptc(data, `${location} IPTC`);
    const isText = type === 2 || type === 129 || type === 7 || (tag >= 0x9c9b && tag <= 0x9c9f);
    const place = { kind: directory === 'GPS' ? 'gps' : 'exif', location: `${location} ${directory}`, name };
    return value === undefined
      ? { ...place, bytes: data.length }
      : { ...place, value, isMarker: isText && !CONSTANTS.has(value) && tag !== 0x9000 && tag !== 0xa000 };
  });
  if (block.thumbnail) found.push({ kind: 'thumbnail', location: `${location} IFD1`, bytes: block.thumbnail.length });
  return found.length > 0 ? found : [{ kind: 'exif', location, bytes: tiff.length }];
}

export function findXmp(packet: Uint8Array, location: string): FoundValue[] {
  const properties = readXmp(packet);
  if (!properties || properties.length === 0) return [{ kind: 'xmp', location, bytes: packet.length }];
  return properties.map(({ name, value }) => ({ kind: 'xmp', location, name, value, isMarker: !CONSTANTS.has(value) }));
}

/** @param bytes What follows the Photoshop header of an APP13 segment. */
export function findImageResources(bytes: Uint8Array, location: string): FoundValue[] {
  const { resources } = readImageResources(bytes);
  if (resources.length === 0) return [{ kind: 'iptc', location, bytes: bytes.length }];
  return resources.flatMap(({ id, data }): FoundValue[] => {
    if (id === IPTC_RESOURCE) return findIptc(data, location);
    if (id === 0x040c || id === 0x0409) return [{ kind: 'thumbnail', location, bytes: data.length }];
    return [{ kind: 'photoshop', location, name: `0x${id.toString(16).padStart(4, '0')}`, bytes: data.length }];
  });
}

function findIptc(iim: Uint8Array, location: string): FoundValue[] {
  const datasets = readIptc(iim);
  if (datasets.length === 0) return [{ kind: 'iptc', location, bytes: iim.length }];
  return datasets.map(({ name, value, data }) => ({
    kind: 'iptc',
    location,
    name,
    ...(value === undefined ? { bytes: data.length } : { value }),
  }));
}

/** Metadata Working Group guidance 2.0: description ↔ ImageDescription ↔ dc:description, author ↔ Artist ↔ dc:creator, creator tool ↔ Software. */
export function exifChanges(values: MetadataValues, hasDescription: boolean): ExifChange[] {
  const changes: ExifChange[] = [];
  const put = (tag: number, text: string | undefined, directory: ExifChange['directory'] = 'IFD0') => {
    if (text !== undefined) changes.push({ directory, tag, type: 2, ...(text === '' ? {} : { data: asciiz(text) }) });
  };
  const putWindows = (tag: number, text: string | undefined) => {
    if (text !== undefined)
      changes.push({ directory: 'IFD0', tag, type: 1, ...(text === '' ? {} : { data: Buffer.from(`${text}\0`, 'utf16le') }) });
  };
  putWindows(0x9c9b, values.title);
  putWindows(0x9c9d, values.author);
  putWindows(0x9c9e, values.keywords);
  putWindows(0x9c9f, values.subject);
  // Where there is no description, viewers show the title in its place.
  put(0x010e, values.subject ?? (hasDescription || values.title === '' ? undefined : values.title));
  put(0x013b, values.author);
  put(0x0131, values.creator);
  const created = values.created_at === undefined ? undefined : exifDate(values.created_at);
  put(0x9003, created?.date, 'ExifIFD');
  put(0x9004, created?.date, 'ExifIFD');
  put(0x9011, created?.offset, 'ExifIFD');
  put(0x9012, created?.offset, 'ExifIFD');
  const modified = values.modified_at === undefined ? undefined : exifDate(values.modified_at);
  put(0x0132, modified?.date);
  put(0x9010, modified?.offset, 'ExifIFD');
  return changes;
}

/** Readers take UTF-8 in ASCII fields (DC-008 2023 allows it as type 129, which few know). */
function asciiz(text: string): Uint8Array {
  return Buffer.from(`${text.toWellFormed().replaceAll('\0', '')}\0`, 'utf8');
}

function exifDate(iso: string): { date: string; offset: string } {
  const offset = /[+-]\d\d:\d\d$/.exec(iso)?.[0] ?? '+00:00';
  const time = /T(\d\d:\d\d)(:\d\d)?/.exec(iso);
  return { date: `${iso.slice(0, 10).replaceAll('-', ':')} ${time?.[1] ?? '00:00'}${time?.[2] ?? ':00'}`, offset };
}

export function xmpChanges(values: MetadataValues): XmpChange[] {
  const one = (text: string) => (text === '' ? [] : [text]);
  const changes: XmpChange[] = [];
  if (values.title !== undefined) changes.push({ name: 'dc:title', values: one(values.title) });
  if (values.author !== undefined) changes.push({ name: 'dc:creator', values: one(values.author) });
  if (values.subject !== undefined) changes.push({ name: 'dc:description', values: one(values.subject) });
  if (values.keywords !== undefined) {
    changes.push({ name: 'dc:subject', values: splitKeywords(values.keywords) }, { name: 'pdf:Keywords', values: [] });
  }
  if (values.creator !== undefined) changes.push({ name: 'xmp:CreatorTool', values: one(values.creator) });
  if (values.producer !== undefined) changes.push({ name: 'pdf:Producer', values: one(values.producer) });
  if (values.created_at !== undefined) changes.push({ name: 'xmp:CreateDate', values: [values.created_at] });
  if (values.modified_at !== undefined) changes.push({ name: 'xmp:ModifyDate', values: [values.modified_at] });
  return changes;
}

/**
 * How many values were written, from reading the packet again.
 * @throws JobFailure internal when one is not there as given.
 */
export function countReadBack(packet: Uint8Array, changes: readonly XmpChange[]): number {
  if (!holdsXmp(packet, changes)) throw new JobFailure('internal', { cause: new Error('a value was not written as given') });
  return changes.reduce((total, { values }) => total + values.length, 0);
}

/** The names of the entries that were written or removed: `EXIF:Artist`, `XMP:dc:creator`. */
export function changedNames(changes: readonly ExifChange[], properties: readonly XmpChange[]): string[] {
  const shown = properties.filter(({ name }) => name !== 'pdf:Keywords');
  return [...changes.map(({ tag }) => `EXIF:${exifTagName(tag)}`), ...shown.map(({ name }) => `XMP:${name}`)];
}

function splitKeywords(keywords: string): string[] {
  return keywords
    .split(/[,;]/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');
}

/** The datasets that would contradict the values; XMP holds their information. */
function contradictedIptc(values: MetadataValues): Set<number> {
  const rows: readonly (readonly [unknown, readonly number[]])[] = [
    [values.title, [5]],
    [values.author, [80]],
    [values.subject, [120]],
    [values.keywords, [25]],
    [values.creator, [65, 70]],
    [values.created_at, [55, 60, 62, 63]],
  ];
  return new Set(rows.flatMap(([value, datasets]) => (value === undefined ? [] : datasets)));
}

/** The image resources of an APP13 segment without the datasets that contradict `values`. */
export function editImageResources(bytes: Uint8Array, values: MetadataValues): Uint8Array {
  const { resources, complete } = readImageResources(bytes);
  const dropped = contradictedIptc(values);
  if (!complete || dropped.size === 0 || !resources.some(({ id }) => id === IPTC_RESOURCE)) return bytes;
  return writeImageResources(
    resources
      .filter(({ id }) => id !== IPTC_DIGEST_RESOURCE)
      .map((resource) => (resource.id === IPTC_RESOURCE ? { ...resource, data: dropIptcDatasets(resource.data, dropped) } : resource)),
  );
}
