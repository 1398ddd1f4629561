// What a picture is by its own bytes, never by its name or declared type. The magic must stand at offset 0 and the header behind it must make sense,
// so that every reader agrees with the kind found here: converters also find SVG, EPS, PDF and PICT behind some bytes of anything else.

export type PictureKind = 'png' | 'jpeg' | 'gif' | 'bmp' | 'tiff' | 'webp' | 'emf' | 'wmf';

export const METAFILES: ReadonlySet<PictureKind> = new Set(['emf', 'wmf']);

/** Undefined: not allowed to reach a converter. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return KINDS.find(([, is]) => is(file))?.[0];
}

const KINDS: readonly (readonly [PictureKind, (file: Buffer) => boolean])[] = [
  ['png', isPng],
  ['jpeg', isJpeg],
  ['gif', isGif],
  ['bmp', isBmp],
  ['tiff', isTiff],
  ['webp', isWebp],
  ['emf', isEmf],
  ['wmf', isWmf],
];

/** W3C PNG, 5.2 and 11.2.1 */
function isPng(file: Buffer): boolean {
  return (
    file.length >= 33 &&
    file.readUInt32BE(0) === 0x89504e47 &&
    file.readUInt32BE(4) === 0x0d0a1a0a &&
    file.readUInt32BE(8) === 13 &&
    file.toString('latin1', 12, 16) === 'IHDR' &&
    file.readUInt32BE(16) > 0 &&
    file.readUInt32BE(20) > 0
  );
}

/** ITU-T T.81, B.1: the start of an image, then another marker. */
function isJpeg(file: Buffer): boolean {
  return file.length >= 4 && file.readUInt16BE(0) === 0xffd8 && file[2] === 0xff && (file[3] ?? 0) >= 0xc0;
}

function isGif(file: Buffer): boolean {
  return file.length >= 13 && /^GIF8[79]a$/.test(file.toString('latin1', 0, 6)) && file.readUInt16LE(6) > 0 && file.readUInt16LE(8) > 0;
}

/** Sizes of the headers of OS/2 and Windows bitmaps. */
const BMP_HEADERS = new Set([12, 40, 52, 56, 64, 108, 124]);
/** A presentation metafile of OS/2 (MET) is a chain of fields; where a bitmap begins with `BM`, the second one would be here. */
const MET_SECOND_FIELD = 0x424d + 2;

function isBmp(file: Buffer): boolean {
  return (
    file.length >= 26 &&
    file.toString('latin1', 0, 2) === 'BM' &&
    file.readUInt32LE(6) === 0 &&
    BMP_HEADERS.has(file.readUInt32LE(14)) &&
    !(file[2] === 0xd3 && file[MET_SECOND_FIELD] === 0xd3)
  );
}

/** TIFF 6.0, 2: the first directory lies in the file and has entries. */
function isTiff(file: Buffer): boolean {
  if (file.length < 14) return false;
  const order = file.readUInt32BE(0);
  if (order !== 0x49492a00 && order !== 0x4d4d002a) return false;
  const isLittle = order === 0x49492a00;
  const directory = isLittle ? file.readUInt32LE(4) : file.readUInt32BE(4);
  if (directory < 8 || directory + 2 > file.length) return false;
  const count = isLittle ? file.readUInt16LE(directory) : file.readUInt16BE(directory);
  return count > 0 && directory + 2 + count * 12 <= file.length;
}

function isWebp(file: Buffer): boolean {
  return file.length >= 20 && file.toString('latin1', 0, 4) === 'RIFF' && /^WEBPVP8[ LX]$/.test(file.toString('latin1', 8, 16));
}

/** MS-EMF 2.3.4.2 */
function isEmf(file: Buffer): boolean {
  if (file.length < 88 || file.readUInt32LE(0) !== 1 || file.toString('latin1', 40, 44) !== ' EMF') return false;
  const headerSize = file.readUInt32LE(4);
  return headerSize >= 88 && headerSize % 4 === 0 && headerSize <= file.length;
}

const PLACEABLE_BYTES = 22;

/** Where the header of a Windows metafile stands (MS-WMF 2.3.2): after the placeable one where there is one. */
export function wmfHeaderAt(file: Buffer): number {
  return file.length >= 4 && file.readUInt32LE(0) === 0x9ac6cdd7 ? PLACEABLE_BYTES : 0;
}

function isWmf(file: Buffer): boolean {
  const at = wmfHeaderAt(file);
  return file.length >= at + 18 && file.readUInt16LE(at) === 1 && file.readUInt16LE(at + 2) === 9;
}
