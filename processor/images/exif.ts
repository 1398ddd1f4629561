// Reads the tags of an EXIF block: a TIFF structure (TIFF 6.0; CIPA DC-008) as found in JPEG APP1 and PNG eXIf.
// Bounded and safe against loops; invalid offsets are skipped, never followed.

export type ExifDirectory = 'IFD0' | 'ExifIFD' | 'GPS' | 'Interop' | 'IFD1';

interface ExifTag {
  readonly directory: ExifDirectory;
  readonly tag: number;
  readonly name: string;
  readonly type: number;
  readonly count: number;
  /** As text; absent for binary data. */
  readonly value?: string;
  /** The bytes of the value as stored. */
  readonly data: Uint8Array;
  /** Where the value lies in the TIFF structure. */
  readonly dataOffset: number;
}

export interface ExifBlock {
  readonly littleEndian: boolean;
  readonly tags: readonly ExifTag[];
  /** The embedded preview (IFD1), where there is one. */
  readonly thumbnail?: Uint8Array;
  /** Offset and number of entries of each directory that was read. */
  readonly directories: ReadonlyMap<ExifDirectory, { readonly offset: number; readonly count: number }>;
}

const TAGS_MAX = 2000;
/** Bytes of one value that are turned into text. */
const VALUE_BYTES_MAX = 65_536;
/** TIFF 6.0, section 2, and DC-008 type 129 (UTF-8). */
export const TYPE_BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  129: 1,
};
const POINTERS: Readonly<Record<number, ExifDirectory>> = { 0x8769: 'ExifIFD', 0x8825: 'GPS', 0xa005: 'Interop' };

// prettier-ignore
const TAG_NAMES: Readonly<Record<number, string>> = {
  0x000b: 'ProcessingSoftware', 0x010d: 'DocumentName', 0x010e: 'ImageDescription', 0x010f: 'Make', 0x0110: 'Model', 0x0112: 'Orientation',
  0x011a: 'XResolution', 0x011b: 'YResolution', 0x0128: 'ResolutionUnit', 0x0131: 'Software', 0x0132: 'DateTime', 0x013b: 'Artist',
  0x013c: 'HostComputer', 0x0201: 'ThumbnailOffset', 0x0202: 'ThumbnailLength', 0x0213: 'YCbCrPositioning', 0x02bc: 'XMP', 0x83bb: 'IPTC',
  0x8298: 'Copyright', 0x829a: 'ExposureTime', 0x829d: 'FNumber', 0x8822: 'ExposureProgram', 0x8827: 'ISO', 0x8830: 'SensitivityType',
  0x9000: 'ExifVersion', 0x9003: 'DateTimeOriginal', 0x9004: 'DateTimeDigitized', 0x9010: 'OffsetTime', 0x9011: 'OffsetTimeOriginal',
  0x9012: 'OffsetTimeDigitized', 0x9201: 'ShutterSpeedValue', 0x9202: 'ApertureValue', 0x9204: 'ExposureBiasValue', 0x9207: 'MeteringMode',
  0x9208: 'LightSource', 0x9209: 'Flash', 0x920a: 'FocalLength', 0x927c: 'MakerNote', 0x9286: 'UserComment', 0x9290: 'SubSecTime',
  0x9291: 'SubSecTimeOriginal', 0x9292: 'SubSecTimeDigitized', 0x9c9b: 'XPTitle', 0x9c9c: 'XPComment', 0x9c9d: 'XPAuthor',
  0x9c9e: 'XPKeywords', 0x9c9f: 'XPSubject', 0xa000: 'FlashpixVersion', 0xa001: 'ColorSpace', 0xa002: 'PixelXDimension',
  0xa003: 'PixelYDimension', 0xa004: 'RelatedSoundFile', 0xa420: 'ImageUniqueID', 0xa430: 'CameraOwnerName', 0xa431: 'BodySerialNumber',
  0xa432: 'LensSpecification', 0xa433: 'LensMake', 0xa434: 'LensModel', 0xa435: 'LensSerialNumber', 0xa436: 'ImageTitle',
  0xa437: 'Photographer', 0xa438: 'ImageEditor', 0xea1c: 'Padding',
};
// prettier-ignore
const GPS_NAMES: Readonly<Record<number, string>> = {
  0: 'GPSVersionID', 1: 'GPSLatitudeRef', 2: 'GPSLatitude', 3: 'GPSLongitudeRef', 4: 'GPSLongitude', 5: 'GPSAltitudeRef', 6: 'GPSAltitude',
  7: 'GPSTimeStamp', 8: 'GPSSatellites', 11: 'GPSDOP', 12: 'GPSSpeedRef', 13: 'GPSSpeed', 16: 'GPSImgDirectionRef', 17: 'GPSImgDirection',
  18: 'GPSMapDatum', 27: 'GPSProcessingMethod', 28: 'GPSAreaInformation', 29: 'GPSDateStamp', 31: 'GPSHPositioningError',
};

/** The directory entries of one IFD as numbers, without reading their values. */
interface RawEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly offset: number;
}

/** @param tiff The structure from its byte order mark on. @returns undefined when it is no TIFF structure. */
export function readExif(tiff: Uint8Array): ExifBlock | undefined {
  if (tiff.length < 8) return undefined;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const mark = view.getUint16(0);
  if (mark !== 0x4949 && mark !== 0x4d4d) return undefined;
  const littleEndian = mark === 0x4949;
  if (view.getUint16(2, littleEndian) !== 42) return undefined;

  const tags: ExifTag[] = [];
  const directories = new Map<ExifDirectory, { offset: number; count: number }>();
  const visited = new Set<number>();
  const waiting: { directory: ExifDirectory; offset: number }[] = [{ directory: 'IFD0', offset: view.getUint32(4, littleEndian) }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { directory, offset } = next;
    if (visited.has(offset) || directories.has(directory) || offset < 8 || offset + 2 > tiff.length) continue;
    visited.add(offset);
    const count = Math.min(view.getUint16(offset, littleEndian), Math.floor((tiff.length - offset - 2) / 12));
    directories.set(directory, { offset, count });
    for (let index = 0; index < count && tags.length < TAGS_MAX; index++) {
      const entry = readEntry(view, offset + 2 + index * 12, littleEndian);
      if (entry === undefined) continue;
      const data = tiff.subarray(entry.offset, entry.offset + entry.count * (TYPE_BYTES[entry.type] ?? 1));
      const pointer = directory === 'IFD0' || directory === 'ExifIFD' ? POINTERS[entry.tag] : undefined;
      if (pointer !== undefined && data.length >= 4) {
        waiting.push({ directory: pointer, offset: view.getUint32(entry.offset, littleEndian) });
        continue;
      }
      const value = valueText(entry, data, littleEndian);
      tags.push({
        directory,
        tag: entry.tag,
        name: tagName(directory, entry.tag),
        type: entry.type,
        count: entry.count,
        data,
        dataOffset: entry.offset,
        ...(value === undefined ? {} : { value }),
      });
    }
    const after = offset + 2 + count * 12;
    if (directory === 'IFD0' && after + 4 <= tiff.length) waiting.push({ directory: 'IFD1', offset: view.getUint32(after, littleEndian) });
  }
  const thumbnail = readThumbnail(tiff, tags);
  return { littleEndian, tags, directories, ...(thumbnail ? { thumbnail } : {}) };
}

function readEntry(view: DataView, at: number, littleEndian: boolean): RawEntry | undefined {
  const type = view.getUint16(at + 2, littleEndian);
  const count = view.getUint32(at + 4, littleEndian);
  const bytes = count * (TYPE_BYTES[type] ?? 0);
  if (bytes === 0) return undefined;
  const offset = bytes <= 4 ? at + 8 : view.getUint32(at + 8, littleEndian);
  if (offset + bytes > view.byteLength) return undefined;
  return { tag: view.getUint16(at, littleEndian), type, count, offset };
}

/** Name of a tag of IFD0 or ExifIFD; its number in hexadecimal when it is not one of the usual ones. */
export function exifTagName(tag: number): string {
  return tagName('IFD0', tag);
}

function tagName(directory: ExifDirectory, tag: number): string {
  const known = directory === 'GPS' ? GPS_NAMES[tag] : TAG_NAMES[tag];
  return known ?? `0x${tag.toString(16).padStart(4, '0')}`;
}

function readThumbnail(tiff: Uint8Array, tags: readonly ExifTag[]): Uint8Array | undefined {
  const value = (tag: number) => Number(tags.find((one) => one.directory === 'IFD1' && one.tag === tag)?.value);
  const start = value(0x0201);
  const length = value(0x0202);
  return start > 0 && length > 0 && start + length <= tiff.length ? tiff.subarray(start, start + length) : undefined;
}

function valueText(entry: RawEntry, whole: Uint8Array, littleEndian: boolean): string | undefined {
  const data = whole.subarray(0, VALUE_BYTES_MAX);
  if (entry.tag >= 0x9c9b && entry.tag <= 0x9c9f) return trimNul(Buffer.from(data).toString('utf16le'));
  if (entry.type === 2 || entry.type === 129) return trimNul(decodeText(data));
  if (entry.tag === 0x9286 || entry.tag === 27 || entry.tag === 28) return commentText(data, littleEndian);
  if (entry.type === 7 || entry.type === 1) {
    if (entry.count <= 4 && entry.type === 1) return [...data].join(' ');
    return data.length <= 64 && data.every((byte) => byte >= 0x20 && byte < 0x7f) ? Buffer.from(data).toString('latin1') : undefined;
  }
  return entry.count <= 64 ? numbers(entry, data, littleEndian).join(' ') : undefined;
}

/** DC-008 4.6.5, UserComment: eight bytes name the character code. */
function commentText(data: Uint8Array, littleEndian: boolean): string {
  const code = Buffer.from(data.subarray(0, 8)).toString('latin1');
  const body = data.subarray(8);
  if (!code.startsWith('UNICODE')) return trimNul(decodeText(code.startsWith('ASCII') || code.startsWith('\0') ? body : data));
  const even = Buffer.from(body.subarray(0, body.length - (body.length % 2)));
  return trimNul((littleEndian ? even : even.swap16()).toString('utf16le'));
}

function numbers(entry: RawEntry, data: Uint8Array, littleEndian: boolean): number[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const size = TYPE_BYTES[entry.type] ?? 1;
  return Array.from({ length: Math.floor(data.length / size) }, (_, index) => {
    const at = index * size;
    if (entry.type === 3) return view.getUint16(at, littleEndian);
    if (entry.type === 4 || entry.type === 13) return view.getUint32(at, littleEndian);
    if (entry.type === 5) return ratio(view.getUint32(at, littleEndian), view.getUint32(at + 4, littleEndian));
    if (entry.type === 6) return view.getInt8(at);
    if (entry.type === 8) return view.getInt16(at, littleEndian);
    if (entry.type === 9) return view.getInt32(at, littleEndian);
    if (entry.type === 10) return ratio(view.getInt32(at, littleEndian), view.getInt32(at + 4, littleEndian));
    return entry.type === 11 ? view.getFloat32(at, littleEndian) : view.getFloat64(at, littleEndian);
  });
}

function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : Math.round((numerator / denominator) * 1e6) / 1e6;
}

function decodeText(data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return Buffer.from(data).toString('latin1');
  }
}

function trimNul(text: string): string {
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).trim();
}
