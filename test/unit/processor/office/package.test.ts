import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ENTRIES_MAX, makeEntry, openPackage, readEntry, writePackage } from '../../../../processor/office/package.ts';
import { failureReason } from '../../../support/expect-failure.ts';

const content = Buffer.from('content '.repeat(100));
const file = Buffer.from(zipSync({ 'a.xml': content, 'b/c.bin': [Uint8Array.of(1, 2, 3), { level: 0 }] }));
const central = file.indexOf('PK\u0001\u0002');
const end = file.indexOf('PK\u0005\u0006');
const open = (bytes: Uint8Array) => failureReason(() => openPackage(bytes).entries.map(readEntry));

/** A copy with one field overwritten. */
function patched(write: (copy: Buffer) => unknown): Buffer {
  const copy = Buffer.from(file);
  write(copy);
  return copy;
}

describe('openPackage', () => {
  it('reads what another program wrote', () => {
    const { entries } = openPackage(file);
    expect(entries.map(({ name }) => name)).toEqual(['a.xml', 'b/c.bin']);
    expect(entries.map((entry) => Buffer.from(readEntry(entry)).toString('hex'))).toEqual([content.toString('hex'), '010203']);
  });

  it('lists comments, dates and bytes that no entry has', () => {
    const packed = zipSync({ a: [content, { comment: 'hello' }] });
    expect(openPackage(packed).extras).toMatchObject({ comments: ['hello'], datedEntries: 1, unusedBytes: 0 });
  });

  it('refuses more output than was declared, and other output', () => {
    expect(open(patched((copy) => copy.writeUInt32LE(10, central + 24)))).toBe('decompression_limit');
    expect(open(patched((copy) => copy.writeUInt32LE(5000, central + 24)))).toBe('corrupt_file');
    expect(open(patched((copy) => copy.writeUInt32LE(1, central + 16)))).toBe('corrupt_file');
  });

  it('refuses declared sizes beyond the bound, and overlapping entries', () => {
    expect(open(patched((copy) => copy.writeUInt32LE(0x7fffffff, central + 24)))).toBe('decompression_limit');
    const second = file.indexOf('PK\u0001\u0002', central + 1);
    expect(open(patched((copy) => copy.writeUInt32LE(0, second + 42)))).toBe('decompression_limit');
  });

  it('refuses too many entries', () => {
    const names = Array.from({ length: ENTRIES_MAX + 1 }, (_, index) => [`f${index}`, new Uint8Array(0)] as const);
    expect(open(zipSync(Object.fromEntries(names), { level: 0 }))).toBe('decompression_limit');
  });

  it.each(['../x', 'a/../../x', '/etc/passwd', 'a\\b', 'C:x', 'a\nb'])('refuses the name %j', (name) => {
    expect(open(zipSync({ [name]: content }))).toBe('corrupt_file');
  });

  it('refuses repeated names, encryption and records that contradict each other', () => {
    expect(open(zipSync({ a: content, A: content }))).toBe('corrupt_file');
    expect(open(patched((copy) => copy.writeUInt16LE(1, central + 8)))).toBe('corrupt_file');
    expect(open(patched((copy) => copy.write('z', central + 46)))).toBe('corrupt_file');
    expect(open(patched((copy) => copy.writeUInt16LE(9, end + 10)))).toBe('corrupt_file');
    expect(open(patched((copy) => copy.writeUInt32LE(0xfffffff0, end + 16)))).toBe('corrupt_file');
    expect(open(file.subarray(0, end + 10))).toBe('corrupt_file');
  });

  it('reads what has bytes behind its end record, and counts them', () => {
    const file = writePackage([makeEntry('a.txt', Buffer.from('text'))]);
    const padded = openPackage(Buffer.concat([file, Buffer.from('behind')]));
    expect(padded.entries.map(({ name }) => name)).toEqual(['a.txt']);
    expect(padded.extras.unusedBytes).toBe(6);
    // A second record that ends with the file is the one that counts.
    const other = writePackage([makeEntry('b.txt', Buffer.from('other'))]);
    expect(() => openPackage(Buffer.concat([file, other.subarray(-22)]))).toThrow(/damaged/);
    expect(() => openPackage(Buffer.concat([file, Buffer.alloc(70_000)]))).toThrow(/damaged/);
  });

  it('reads a ZIP64 end record and refuses one that lies', () => {
    const wide = (count: bigint) => {
      const record = Buffer.alloc(56);
      record.write('PK\u0006\u0006', 'latin1');
      record.writeBigUInt64LE(44n, 4);
      record.writeBigUInt64LE(count, 24);
      record.writeBigUInt64LE(count, 32);
      record.writeBigUInt64LE(BigInt(end - central), 40);
      record.writeBigUInt64LE(BigInt(central), 48);
      const locator = Buffer.alloc(20);
      locator.write('PK\u0006\u0007', 'latin1');
      locator.writeBigUInt64LE(BigInt(end), 8);
      const tail = Buffer.from(file.subarray(end));
      tail.fill(0xff, 8, 20);
      return Buffer.concat([file.subarray(0, end), record, locator, tail]);
    };
    expect(openPackage(wide(2n)).entries).toHaveLength(2);
    expect(open(wide(3n))).toBe('corrupt_file');
    expect(open(wide(2n ** 60n))).toBe('decompression_limit');
  });
});

describe('writePackage', () => {
  it('writes what another program reads, without dates or extra fields', () => {
    const { entries } = openPackage(file);
    const written = writePackage([...entries, makeEntry('ü.xml', content)]);
    const read = unzipSync(written);
    expect(Object.keys(read)).toEqual(['a.xml', 'b/c.bin', 'ü.xml']);
    expect(Buffer.from(read['ü.xml'] ?? []).equals(content)).toBe(true);
    expect(openPackage(written).extras).toEqual({ comments: [], extraFieldBytes: 0, datedEntries: 0, unusedBytes: 0 });
  });

  it('copies entries that were not changed in their compressed form', () => {
    const before = openPackage(file).entries;
    const after = openPackage(writePackage(before)).entries;
    expect(after.map(({ stored }) => Buffer.from(stored).toString('hex'))).toEqual(
      before.map(({ stored }) => Buffer.from(stored).toString('hex')),
    );
  });
});
