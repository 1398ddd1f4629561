// ZIP packages (PKWARE APPNOTE 6.3.10; ISO/IEC 29500-2) read in memory with hard bounds, and written with nothing but names and content.
// Entries that were not changed are copied in their compressed form. Nothing is ever written to a path that a package names.

import { isUtf8 } from 'node:buffer';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { JobFailure } from '../failure.ts';

export interface PackageEntry {
  readonly name: string;
  readonly method: 0 | 8;
  readonly crc32: number;
  /** Expanded size in bytes. */
  readonly size: number;
  readonly stored: Uint8Array;
}

export interface OfficePackage {
  readonly entries: readonly PackageEntry[];
  /** What a package carries beside names and content. */
  readonly extras: {
    readonly comments: readonly string[];
    readonly extraFieldBytes: number;
    readonly datedEntries: number;
    /** Bytes that belong to no entry. */
    readonly unusedBytes: number;
  };
}

export const ENTRIES_MAX = 10_000;
/** All entries together. */
const EXPANDED_BYTES_MAX = 256 * 1024 * 1024;
/** Real documents stay below 100:1; deflate can reach 1,032:1. Small parts may be as repetitive as they are. */
const RATIO_MAX = 200;
const RATIO_FREE_BYTES = 16 * 1024 * 1024;

const END_SIGNATURE = 0x06054b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR64_SIGNATURE = 0x07064b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
/** S_IFLNK of POSIX: its content would be the name of another file. */
const SYMBOLIC_LINK = 0xa000;
/** 1980-01-01 00:00, the earliest date a ZIP can hold. */
const DATE_NONE = 0x0021;

interface CentralEntry {
  readonly name: string;
  readonly nameBytes: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly localOffset: number;
  /** Permissions and kind, where Unix wrote it; else 0. */
  readonly unixMode: number;
}

/**
 * @throws JobFailure empty_file; type_mismatch (no ZIP); corrupt_file (records that contradict each other, unsafe or repeated names, encryption);
 * decompression_limit (too many entries, too much expanded, overlapping entries).
 */
export function openPackage(bytes: Uint8Array): OfficePackage {
  if (bytes.length === 0) throw new JobFailure('empty_file');
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 4 || file.readUInt32LE(0) !== LOCAL_SIGNATURE) throw wrongType(file);
  const end = findEnd(file);
  if (end.count > ENTRIES_MAX) throw tooLarge();
  const comments: string[] = end.comment === '' ? [] : [end.comment];
  const central: CentralEntry[] = [];
  let extraFieldBytes = 0;
  let datedEntries = 0;
  let at = end.offset;
  for (let index = 0; index < end.count; index++) {
    if (at + 46 > end.offset + end.size || file.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw corrupt();
    const nameLength = file.readUInt16LE(at + 28);
    const extraLength = file.readUInt16LE(at + 30);
    const commentLength = file.readUInt16LE(at + 32);
    const next = at + 46 + nameLength + extraLength + commentLength;
    if (next > end.offset + end.size) throw corrupt();
    central.push(readCentral(file, at, nameLength, extraLength));
    extraFieldBytes += extraLength;
    if (file.readUInt16LE(at + 14) !== DATE_NONE || file.readUInt16LE(at + 12) !== 0) datedEntries += 1;
    if (commentLength > 0) comments.push(file.toString('utf8', next - commentLength, next));
    at = next;
  }
  refuseUnsafeNames(central);
  const total = central.reduce((sum, { size }) => sum + size, 0);
  const compressed = central.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  if (total > EXPANDED_BYTES_MAX || (total > RATIO_FREE_BYTES && total > compressed * RATIO_MAX)) throw tooLarge();

  let used = 0;
  let previousEnd = 0;
  const located = new Map<CentralEntry, PackageEntry>();
  for (const one of central.toSorted((a, b) => a.localOffset - b.localOffset)) {
    if (one.localOffset < previousEnd) throw tooLarge();
    const { entry, extraLength } = locate(file, one, end.offset);
    located.set(one, entry);
    extraFieldBytes += extraLength;
    const dataEnd = entry.stored.byteOffset - file.byteOffset + entry.stored.length;
    used += dataEnd - one.localOffset;
    previousEnd = dataEnd;
  }
  const entries = central.flatMap((one) => located.get(one) ?? []);
  const unusedBytes = Math.max(0, end.offset - used) + end.bytesBehind;
  return { entries, extras: { comments, extraFieldBytes, datedEntries, unusedBytes } };
}

interface End {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
  readonly comment: string;
  /** Of the file, behind the record and its comment. */
  readonly bytesBehind: number;
}

/** The record that ends with the file; without such a one the last that fits, with bytes behind it: senders pad and truncate comments. */
function findEnd(file: Buffer): End {
  const last = file.length - 22;
  let padded: number | undefined;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    if (file.readUInt32LE(at) !== END_SIGNATURE) continue;
    const end = at + 22 + file.readUInt16LE(at + 20);
    if (end === file.length) return readEnd(file, at);
    if (end < file.length) padded ??= at;
  }
  if (padded === undefined) throw corrupt();
  return readEnd(file, padded);
}

function readEnd(file: Buffer, at: number): End {
  let count = file.readUInt16LE(at + 10);
  let size = file.readUInt32LE(at + 12);
  let offset = file.readUInt32LE(at + 16);
  let limit = at;
  if (file.readUInt16LE(at + 4) !== 0 || file.readUInt16LE(at + 6) !== 0 || file.readUInt16LE(at + 8) !== count) throw corrupt();
  if (at >= 20 && file.readUInt32LE(at - 20) === LOCATOR64_SIGNATURE) {
    const record = Number(file.readBigUInt64LE(at - 12));
    if (record + 56 > at - 20 || file.readUInt32LE(record) !== END64_SIGNATURE) throw corrupt();
    const wide = [count, size, offset];
    count = Number(file.readBigUInt64LE(record + 32));
    size = Number(file.readBigUInt64LE(record + 40));
    offset = Number(file.readBigUInt64LE(record + 48));
    limit = record;
    // A narrow field that is not "see the wide one" must agree with it, or two readers see two packages.
    const disagrees = [count, size, offset].some(
      (value, index) => wide[index] !== value && wide[index] !== (index === 0 ? 0xffff : 0xffffffff),
    );
    if (disagrees) throw corrupt();
  }
  if (offset + size > limit) throw corrupt();
  const end = at + 22 + file.readUInt16LE(at + 20);
  return { count, size, offset, comment: file.toString('utf8', at + 22, end), bytesBehind: file.length - end };
}

function readCentral(file: Buffer, at: number, nameLength: number, extraLength: number): CentralEntry {
  const flags = file.readUInt16LE(at + 8);
  const nameBytes = file.subarray(at + 46, at + 46 + nameLength);
  const wide = readZip64(file.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
  const widen = (value: number) => (value === 0xffffffff && wide.length > 0 ? (wide.shift() ?? value) : value);
  const size = widen(file.readUInt32LE(at + 24));
  const compressedSize = widen(file.readUInt32LE(at + 20));
  const localOffset = widen(file.readUInt32LE(at + 42));
  const name = nameBytes.toString(isUtf8(nameBytes) ? 'utf8' : 'latin1');
  return {
    name,
    nameBytes,
    flags,
    method: file.readUInt16LE(at + 10),
    crc32: file.readUInt32LE(at + 16),
    compressedSize,
    size,
    localOffset,
    unixMode: file.readUInt16LE(at + 40),
  };
}

/** The numbers of the ZIP64 extra field (APPNOTE 4.5.3), in order: only those whose narrow field is full are present. */
function readZip64(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    const end = at + 4 + length;
    if (end > extra.length) return [];
    if (extra.readUInt16LE(at) === 1) {
      return Array.from({ length: Math.min(3, Math.floor(length / 8)) }, (_, index) => Number(extra.readBigUInt64LE(at + 4 + index * 8)));
    }
    at = end;
  }
  return [];
}

function refuseUnsafeNames(central: readonly CentralEntry[]): void {
  const seen = new Set<string>();
  for (const { name, flags, unixMode } of central) {
    const key = name.toLowerCase();
    // oxlint-disable-next-line no-control-regex
    const isUnsafe = name === '' || /[\0-\u001f\\:]|^\//.test(name) || name.split('/').includes('..');
    if (isUnsafe || seen.has(key) || (flags & 0x2041) !== 0 || (unixMode & 0xf000) === SYMBOLIC_LINK) throw corrupt();
    seen.add(key);
  }
}

/** Local and central header must give the same name and method; sizes are the central ones. */
function locate(file: Buffer, central: CentralEntry, limit: number): { entry: PackageEntry; extraLength: number } {
  const { localOffset: at, name, nameBytes, method, compressedSize, size } = central;
  if (at + 30 > limit || file.readUInt32LE(at) !== LOCAL_SIGNATURE || file.readUInt16LE(at + 8) !== method) throw corrupt();
  if (method !== 0 && method !== 8) throw corrupt();
  const nameLength = file.readUInt16LE(at + 26);
  const extraLength = file.readUInt16LE(at + 28);
  const start = at + 30 + nameLength + extraLength;
  if (start + compressedSize > limit || !file.subarray(at + 30, at + 30 + nameLength).equals(nameBytes)) throw corrupt();
  if (method === 0 && size !== compressedSize) throw corrupt();
  return { entry: { name, method, crc32: central.crc32, size, stored: file.subarray(start, start + compressedSize) }, extraLength };
}

/** @throws JobFailure decompression_limit when more comes out than was declared; corrupt_file when less, or other, comes out. */
export function readEntry(entry: PackageEntry): Uint8Array {
  let content: Uint8Array;
  try {
    content = entry.method === 0 ? entry.stored : inflateRawSync(entry.stored, { maxOutputLength: Math.max(1, entry.size) });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw corrupt(cause);
  }
  if (content.length !== entry.size || crc32(content) !== entry.crc32) throw corrupt();
  return content;
}

export function makeEntry(name: string, content: Uint8Array): PackageEntry {
  const deflated = deflateRawSync(content);
  const isSmaller = deflated.length < content.length;
  return { name, method: isSmaller ? 8 : 0, crc32: crc32(content), size: content.length, stored: isSmaller ? deflated : content };
}

/** No dates, comments, extra fields, attributes or hints of the program that wrote the entries. */
export function writePackage(entries: readonly PackageEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(name.length === entry.name.length ? 0 : 0x800, 2);
    common.writeUInt16LE(entry.method, 4);
    common.writeUInt16LE(DATE_NONE, 8);
    common.writeUInt32LE(entry.crc32, 10);
    common.writeUInt32LE(entry.stored.length, 14);
    common.writeUInt32LE(entry.size, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([number(LOCAL_SIGNATURE, 4), common, name]);
    parts.push(local, entry.stored);
    directory.push(number(CENTRAL_SIGNATURE, 4), number(20, 2), common, Buffer.alloc(10), number(at, 4), name);
    at += local.length + entry.stored.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = number(entries.length, 2);
  return Buffer.concat([
    ...parts,
    ...directory,
    number(END_SIGNATURE, 4),
    number(0, 4),
    count,
    count,
    number(size, 4),
    number(at, 4),
    number(0, 2),
  ]);
}

function number(value: number, bytes: number): Uint8Array {
  const out = Buffer.alloc(bytes);
  for (let index = 0; index < bytes; index++) out[index] = Math.floor(value / 256 ** index) & 0xff;
  return out;
}

/** A protected or pre-2007 document is a compound file (MS-CFB); a protected one has a stream `EncryptedPackage`. */
function wrongType(file: Buffer): JobFailure {
  const isCompound = file.length >= 8 && file.readUInt32BE(0) === 0xd0cf11e0;
  if (isCompound && file.includes(Buffer.from('EncryptedPackage', 'utf16le'))) {
    return new JobFailure('unsupported_feature', { message: 'The document is encrypted with a password; remove the password first.' });
  }
  return new JobFailure('type_mismatch');
}

function corrupt(cause?: unknown): JobFailure {
  return new JobFailure('corrupt_file', { cause });
}

function tooLarge(): JobFailure {
  return new JobFailure('decompression_limit');
}
