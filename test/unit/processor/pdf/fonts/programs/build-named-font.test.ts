import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildNamedFont } from '../../../../../../processor/pdf/fonts/programs/build-truetype.ts';

const BOX = [
  [
    { x: 0, y: 0, isOn: true },
    { x: 0, y: 1400, isOn: true },
    { x: 900, y: 1400, isOn: true },
    { x: 900, y: 0, isOn: true },
  ],
];

const hasFontconfig = spawnSync('fc-scan', ['--version']).status === 0;

/** @param format of fc-scan */
function scan(bytes: Uint8Array, format: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'named-font-'));
  try {
    writeFileSync(join(folder, 'font.ttf'), bytes);
    return spawnSync('fc-scan', ['--format', format, join(folder, 'font.ttf')], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.runIf(hasFontconfig)('FreeType reads its name, its style and exactly its letters', () => {
  const codes = [0x20, 0x41, 0x42, 0x43, 0xe9, 0x3b1, 0x4e2d, 0xffff, 0x10000, 0x1f600, 0x1f601];
  const letters = new Map(codes.toReversed().map((code) => [code, { contours: code === 0x20 ? [] : BOX, width: 1000 }]));
  const bytes = buildNamedFont({ family: 'Übung Serif', bold: true, italic: true, ascender: 1800, descender: -400, letters });
  expect(scan(bytes, '%{family}|%{style}|%{fontformat}|%{weight}|%{slant}')).toBe('Übung Serif|Bold Italic|TrueType|200|100');
  const ranges = scan(bytes, '%{charset}');
  expect(ranges).toBe('20 41-43 e9 3b1 4e2d ffff-10000 1f600-1f601');
});

test.runIf(hasFontconfig)('a font of one letter', () => {
  const bytes = buildNamedFont({
    family: 'One',
    bold: false,
    italic: false,
    ascender: 1800,
    descender: -400,
    letters: new Map([[0x61, { contours: BOX, width: 900 }]]),
  });
  expect(scan(bytes, '%{family}|%{style}|%{charset}')).toBe('One|Regular|61');
});
