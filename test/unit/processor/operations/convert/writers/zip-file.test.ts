// Archives that are written entry by entry, read back by two other programs: fflate and unzip.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { ZipFile } from '../../../../../../processor/archive/zip-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'zip-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;

/** @returns its path */
function archive(write: (zip: ZipFile) => void, bytesMax = 1e9): string {
  const path = join(folder, `${++made}.zip`);
  using zip = new ZipFile(path, bytesMax);
  write(zip);
  zip.end();
  return path;
}

const long = 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. '.repeat(20_000);

function mixed(zip: ZipFile): void {
  zip.add('small.txt', 'small');
  zip.open('long.txt');
  for (let at = 0; at < long.length; at += 1000) zip.write(long.slice(at, at + 1000));
  zip.writeBytes(Buffer.from('bytes'));
  zip.close();
  zip.store('stored/ü.bin', new Uint8Array([1, 2, 3]));
  zip.open('empty.txt');
  zip.close();
}

test('entries of every kind are read back whole, and the same entries give the same bytes', () => {
  const path = archive(mixed);
  const bytes = readFileSync(path);
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toEqual(['small.txt', 'long.txt', 'stored/ü.bin', 'empty.txt']);
  expect(strFromU8(files['long.txt']!)).toBe(`${long}bytes`);
  expect([...files['stored/ü.bin']!]).toEqual([1, 2, 3]);
  expect(files['empty.txt']).toHaveLength(0);
  expect(readFileSync(archive(mixed))).toEqual(bytes);
});

const hasUnzip = spawnSync('unzip', ['-v']).status === 0;

test.skipIf(!hasUnzip)('unzip finds no error, neither in one with more entries than its last record can count', () => {
  const many = archive((zip) => {
    for (let index = 0; index < 66_000; index++) zip.store(`${index}`, new Uint8Array([index & 255]));
  });
  for (const path of [archive(mixed), many]) expect(spawnSync('unzip', ['-tqq', path], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  const listed = spawnSync('unzip', ['-Z1', many], { encoding: 'utf8', maxBuffer: 1e8 }).stdout.trim().split('\n');
  expect(listed).toHaveLength(66_000);
});

test('an archive that would be too large ends with output_limit, and never exceeds it by more than a piece', () => {
  const noise = Array.from({ length: 100_000 }, (_, index) => String((index * 7919) % 104_729)).join(' ');
  const tooMuch = () =>
    archive((zip) => {
      zip.open('noise.txt');
      for (;;) zip.write(noise);
    }, 500_000);
  expect(tooMuch).toThrow(expect.objectContaining({ reason: 'output_limit' }));
  expect(readFileSync(join(folder, `${made}.zip`)).length).toBeLessThan(1_500_000);
});
