// The hostile files of our own: small enough to lay out, the same each time, and of every kind that the corpus tests look for.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { HOSTILE_FILES, layOutHostile } from '../../../scripts/corpus/hostile.ts';
import { zipOf, zlibOf } from '../../../scripts/corpus/repeated.ts';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();

test('repeated data is what zlib and ZIP say it is', () => {
  const content = { before: 'head ', unit: 'unit of some length ', count: 3000, after: ' tail' };
  const whole = `head ${'unit of some length '.repeat(3000)} tail`;
  // Both check the sum at the end.
  expect(inflateSync(zlibOf(content)).toString()).toBe(whole);
  const zip = zipOf([{ name: 'a', content }], ['b']);
  expect(inflateRawSync(zip.subarray(31)).toString()).toBe(whole);
  expect(zip.readUInt16LE(zip.length - 12)).toBe(2);
});

test('the files are laid out with what each must lead to, and are the same in each run', { timeout: 180_000 }, async () => {
  await layOutHostile(workDir);
  const table = readFileSync(join(workDir, 'bad.expect.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  const sorted = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b));
  expect(sorted(table.map((row) => row.split('\t')[0] ?? ''))).toEqual(sorted(readdirSync(join(workDir, 'bad'))));
  for (const { name, make } of HOSTILE_FILES) {
    const bytes = readFileSync(join(workDir, 'bad', name));
    // The large ones have nothing in them that could differ.
    if (bytes.length < 200_000) expect(Buffer.from(await make()).equals(bytes), name).toBe(true);
  }
  const extensions = new Set(HOSTILE_FILES.map(({ name }) => name.split('.').at(-1) ?? ''));
  expect(sorted([...extensions])).toEqual(['docx', 'html', 'jpg', 'pdf', 'png', 'txt']);
});
