// Writes EXIF blocks: a minimal one that holds only the orientation, and an edit of an existing one that keeps every entry not named.
// Values that are replaced are overwritten with zeros, so that no old author remains in the bytes.

import { readExif, TYPE_BYTES, type ExifBlock, type ExifDirectory } from './exif.ts';

export interface ExifChange {
  readonly directory: 'IFD0' | 'ExifIFD';
  readonly tag: number;
  /** TIFF type of `data`: 1 BYTE, 2 ASCII, 7 UNDEFINED. */
  readonly type: 1 | 2 | 7;
  /** Absent: the entry is removed. */
  readonly data?: Uint8Array;
}

const EXIF_POINTER = 0x8769;

/** @param orientation 2–8 (DC-008 4.6.5, tag 0112h). @returns A TIFF structure of 26 bytes. */
export function makeOrientationExif(orientation: number): Uint8Array {
  const bytes = new Uint8Array(26);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x4d4d002a);
  view.setUint32(4, 8);
  view.setUint16(8, 1);
  view.setUint16(10, 0x0112);
  view.setUint16(12, 3);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return bytes;
}

/**
 * The structure with `changes` applied: changed directories are written again at its end, everything else keeps its place,
 * because maker notes hold absolute offsets.
 * @param tiff An existing structure; without one, or when it cannot be read, a new one is made.
 */
export function editExif(tiff: Uint8Array | undefined, changes: readonly ExifChange[]): Uint8Array {
  const known = tiff && readExif(tiff);
  const base = known && known.directories.has('IFD0') ? new Uint8Array(tiff) : Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 0);
  const block = known && known.directories.has('IFD0') ? known : undefined;
  const output = new Appender(base, block?.littleEndian ?? false);
  if (block) eraseReplaced(base, block, changes);

  const exifChanges = changes.filter(({ directory }) => directory === 'ExifIFD');
  const rootChanges = changes.filter(({ directory }) => directory === 'IFD0');
  const exifOld = directoryEntries(base, block, 'ExifIFD');
  let exifOffset: number | undefined;
  if (exifChanges.some(({ data }) => data !== undefined) || (exifChanges.length > 0 && exifOld.length > 0)) {
    exifOffset = output.appendDirectory(merge(exifOld, exifChanges, output), 0);
  }
  const root = merge(directoryEntries(base, block, 'IFD0'), rootChanges, output);
  if (exifOffset !== undefined) {
    const pointer = output.entry(EXIF_POINTER, 4, 1, output.number(exifOffset));
    root.splice(0, root.length, ...root.filter(({ tag }) => tag !== EXIF_POINTER), { tag: EXIF_POINTER, bytes: pointer });
  }
  const rootDirectory = block?.directories.get('IFD0');
  const next = rootDirectory ? output.readNumber(rootDirectory.offset + 2 + rootDirectory.count * 12) : 0;
  const rootOffset = output.appendDirectory(root, next);
  for (const name of ['IFD0', ...(exifOffset === undefined ? [] : ['ExifIFD'])] as ExifDirectory[]) {
    const old = block?.directories.get(name);
    if (old) output.erase(old.offset, old.offset + 2 + old.count * 12 + 4);
  }
  return output.finish(rootOffset);
}

interface Entry {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

function directoryEntries(tiff: Uint8Array, block: ExifBlock | undefined, name: ExifDirectory): Entry[] {
  const directory = block?.directories.get(name);
  if (!directory || !block) return [];
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  return Array.from({ length: directory.count }, (_, index) => {
    const at = directory.offset + 2 + index * 12;
    return { tag: view.getUint16(at, block.littleEndian), bytes: tiff.slice(at, at + 12) };
  });
}

function merge(old: readonly Entry[], changes: readonly ExifChange[], output: Appender): Entry[] {
  const named = new Set(changes.map(({ tag }) => tag));
  const written = changes.flatMap(({ tag, type, data }) =>
    data === undefined ? [] : [{ tag, bytes: output.entry(tag, type, data.length, data) }],
  );
  return [...old.filter(({ tag }) => !named.has(tag)), ...written];
}

/** A value that another entry shares is not changed. */
function eraseReplaced(tiff: Uint8Array, block: ExifBlock, changes: readonly ExifChange[]): void {
  const isNamed = (directory: ExifDirectory, tag: number) => changes.some((one) => one.directory === directory && one.tag === tag);
  const directories = [...block.directories.values()].map(({ offset, count }) => ({ start: offset, end: offset + 2 + count * 12 + 4 }));
  const kept = block.tags.filter(({ directory, tag }) => !isNamed(directory, tag));
  for (const { directory, tag, dataOffset: start, data } of block.tags) {
    const end = start + data.length;
    if (!isNamed(directory, tag) || data.length <= 4 || start < 8) continue;
    if (directories.some((one) => one.start < end && start < one.end)) continue;
    if (kept.some((one) => one.dataOffset < end && start < one.dataOffset + one.data.length)) continue;
    tiff.fill(0, start, end);
  }
}

class Appender {
  private readonly base: Uint8Array;
  private readonly littleEndian: boolean;
  private readonly tail: Uint8Array[] = [];
  private length: number;

  constructor(base: Uint8Array, littleEndian: boolean) {
    this.base = base;
    this.littleEndian = littleEndian;
    this.length = base.length;
  }

  number(value: number): Uint8Array {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value, this.littleEndian);
    return bytes;
  }

  readNumber(at: number): number {
    if (at + 4 > this.base.length) return 0;
    return new DataView(this.base.buffer, this.base.byteOffset, this.base.byteLength).getUint32(at, this.littleEndian);
  }

  entry(tag: number, type: number, count: number, data: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(12);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, tag, this.littleEndian);
    view.setUint16(2, type, this.littleEndian);
    view.setUint32(4, count, this.littleEndian);
    const inline = count * (TYPE_BYTES[type] ?? 1) <= 4;
    bytes.set(inline ? data : this.number(this.append(data)), 8);
    return bytes;
  }

  appendDirectory(entries: readonly Entry[], next: number): number {
    const bytes = new Uint8Array(2 + entries.length * 12 + 4);
    new DataView(bytes.buffer).setUint16(0, entries.length, this.littleEndian);
    const sorted = entries.toSorted((a, b) => a.tag - b.tag);
    for (const [index, entry] of sorted.entries()) bytes.set(entry.bytes, 2 + index * 12);
    bytes.set(this.number(next), bytes.length - 4);
    return this.append(bytes);
  }

  erase(start: number, end: number): void {
    this.base.fill(0, start, Math.min(end, this.base.length));
  }

  finish(rootOffset: number): Uint8Array {
    this.base.set(this.number(rootOffset), 4);
    return Buffer.concat([this.base, ...this.tail]);
  }

  /** Values begin on a word boundary (TIFF 6.0, section 2). */
  private append(bytes: Uint8Array): number {
    if (this.length % 2 === 1) {
      this.tail.push(new Uint8Array(1));
      this.length += 1;
    }
    const at = this.length;
    this.tail.push(bytes);
    this.length += bytes.length;
    return at;
  }
}
