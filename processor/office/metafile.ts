// Windows metafiles (MS-EMF, MS-WMF) without hidden content: comments and escapes can carry a whole SVG, PDF, PostScript file or another
// metafile, which a converter opens in place of the drawing. The records are walked as readers walk them and written again.

import { pictureKind, wmfHeaderAt } from './picture-kind.ts';

const EMR_EOF = 14;
const EMR_COMMENT = 70;
/** DRAWESCAPE, EXTESCAPE, NAMEDESCAPE: data for a printer's driver. */
const EMR_ESCAPES = new Set([105, 106, 110]);
const EMF_PLUS = 0x2b464d45;

/** Undefined when no record can be read. */
export function cleanEmf(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records = [...emfRecords(file)];
  const [first] = records;
  if (first === undefined || records.length < 2) return undefined;
  // EMF+ comes beside plain records that draw the same, or alone; where any of it is not allowed, all of it is removed.
  const keepsPlus = records.every((record) => !isPlusComment(record) || hasSafePlus(record));
  const kept = records.filter((record) => {
    const type = record.readUInt32LE(0);
    return type === EMR_COMMENT ? keepsPlus && isPlusComment(record) : !EMR_ESCAPES.has(type);
  });
  const header = Buffer.from(first);
  const out = Buffer.concat([header, ...kept.slice(1)]);
  out.writeUInt32LE(out.length, 48);
  out.writeUInt32LE(kept.length, 52);
  return out;
}

function* emfRecords(file: Buffer): Generator<Buffer> {
  for (let at = 0; at + 8 <= file.length;) {
    const size = file.readUInt32LE(at + 4);
    if (size < 8 || size % 4 !== 0 || at + size > file.length) return;
    const record = file.subarray(at, at + size);
    yield record;
    if (record.readUInt32LE(0) === EMR_EOF) return;
    at += size;
  }
}

function isPlusComment(record: Buffer): boolean {
  return record.length >= 16 && record.readUInt32LE(0) === EMR_COMMENT && record.readUInt32LE(12) === EMF_PLUS;
}

const PLUS_OBJECT = 0x4008;
/** MS-EMFPLUS 2.1.1.1. What a comment holds, and a private object, no reader draws. */
const [PLUS_FIRST, PLUS_LAST] = [0x4001, 0x403a];
const PLUS_PRIVATE: ReadonlySet<number> = new Set([0x4003, 0x4038]);
/** MS-EMFPLUS 2.1.1.22: beside images, brushes and pens, paths, regions, fonts, formats of strings, attributes of images and caps of lines. */
const PLUS_PLAIN: ReadonlySet<number> = new Set([3, 4, 6, 7, 8, 9]);
/** Bytes of a file of another format, also where what is said of them is damaged, and no reader would take them for one. */
const FOREIGN = /<svg|<!DOCTYPE|%PDF-|%!PS/i;
const PLUS_CONTINUES = 0x8000;
const [PLUS_BRUSH, PLUS_PEN, PLUS_IMAGE] = [1, 2, 5];

/** MS-EMFPLUS 2.3.5.1: images are the only objects that hold files of other formats, and brushes hold images. */
function hasSafePlus(comment: Buffer): boolean {
  if (FOREIGN.test(comment.toString('latin1'))) return false;
  const end = Math.min(comment.length, 12 + comment.readUInt32LE(8));
  let at = 16;
  for (; at + 12 <= end;) {
    const size = comment.readUInt32LE(at + 4);
    const dataSize = comment.readUInt32LE(at + 8);
    if (size < 12 || at + size > end || dataSize > size - 12) return false;
    const [type, flags] = [comment.readUInt16LE(at), comment.readUInt16LE(at + 2)];
    if (type < PLUS_FIRST || type > PLUS_LAST || PLUS_PRIVATE.has(type)) return false;
    if (type === PLUS_OBJECT && !isSafePlusObject(flags, comment.subarray(at + 12, at + 12 + dataSize))) return false;
    at += size;
  }
  return end - at < 4;
}

function isSafePlusObject(flags: number, data: Buffer): boolean {
  const type = (flags >> 8) & 0x7f;
  if (PLUS_PLAIN.has(type)) return true;
  if (type !== PLUS_IMAGE && type !== PLUS_BRUSH && type !== PLUS_PEN) return false;
  // Split into pieces, it is a large picture, and readers differ in how they join the pieces.
  if ((flags & PLUS_CONTINUES) !== 0 || data.length < 8) return false;
  if (type === PLUS_PEN) return isSafeBrush(data.subarray(brushOfPen(data)));
  if (type === PLUS_BRUSH) return isSafeBrush(data);
  const kind = data.readUInt32LE(4);
  if (kind !== 1 || data.length < 28) return false;
  const holdsFile = data.readUInt32LE(24) === 1;
  return holdsFile ? isRaster(data.subarray(28)) : data.readUInt32LE(24) === 0;
}

const PLUS_TEXTURE = 2;

const isSafeBrush = (brush: Buffer): boolean => brush.length >= 8 && brush.readUInt32LE(4) !== PLUS_TEXTURE;

/** MS-EMFPLUS 2.2.2.34: the parts that a pen may have before its brush, in order. Below 0: a number of entries comes first,
 * each of so many bytes. */
const PEN_PARTS = [24, 4, 4, 4, 4, 4, 4, 4, -4, 4, -4, -1, -1];

/** @returns where the brush of a pen begins; the end where the pen is damaged */
function brushOfPen(pen: Buffer): number {
  let at = 20;
  for (const [bit, size] of PEN_PARTS.entries()) {
    if (pen.length < at + 4 || (pen.readUInt32LE(8) & (1 << bit)) === 0) continue;
    at += size > 0 ? size : 4 + pen.readUInt32LE(at) * -size;
  }
  return Math.min(at, pen.length);
}

function isRaster(bytes: Uint8Array): boolean {
  return ['png', 'jpeg', 'gif', 'bmp', 'tiff'].includes(pictureKind(bytes) ?? '');
}

const META_EOF = 0;
/** MS-WMF 2.1.1.1: the byte that counts; the other one gives the length. */
const META_ESCAPE = 0x26;
const WMF_HEADER_BYTES = 18;

/** Undefined when no record can be read. */
export function cleanWmf(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = wmfHeaderAt(file);
  const kept: Buffer[] = [];
  for (let at = start + WMF_HEADER_BYTES; at + 6 <= file.length;) {
    const size = file.readUInt32LE(at) * 2;
    if (size < 6 || at + size > file.length) break;
    const type = file.readUInt16LE(at + 4);
    if (type === META_EOF) break;
    if ((type & 0xff) !== META_ESCAPE) kept.push(file.subarray(at, at + size));
    at += size;
  }
  if (kept.length === 0) return undefined;
  const out = Buffer.concat([file.subarray(0, start + WMF_HEADER_BYTES), ...kept, Buffer.from([3, 0, 0, 0, 0, 0])]);
  out.writeUInt32LE((out.length - start) / 2, start + 6);
  return out;
}
