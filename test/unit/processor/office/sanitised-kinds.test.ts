// Whatever bytes the parts of a document have, what a converter gets holds only XML, fonts and pictures of known kinds. The judges are `file` and an
// own look at the first bytes; the packages are read by fflate, Rich Text and base64 by plain patterns.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { JobFailure } from '../../../../processor/failure.ts';
import { makeSafeDocx } from '../../../../processor/office/safe-docx.ts';
import { makeSafeOdt } from '../../../../processor/office/safe-odt.ts';
import { makeSafeRtf } from '../../../../processor/office/safe-rtf.ts';
import { disguisedPictures, emfWith, wmfWith } from '../../../../support/documents/disguised-pictures.ts';
import { makeDocx, plainFiles, relationshipsXml } from '../../../../support/documents/make-docx.ts';
import { makeOdt } from '../../../../support/documents/make-odt.ts';
import { damage } from '../../../../support/documents/mutations.ts';
import { picturedRtf } from '../../../../support/documents/pictured-documents.ts';
import { makeRandom, type Random } from '../../../../support/documents/random.ts';

const PARTS = 24;
const ROUNDS = Number(process.env['SANITISE_ROUNDS'] ?? 12);
const NAMES = ['png', 'jpeg', 'emf', 'wmf', 'gif', 'bin', 'svg', 'xml', 'rels', 'odttf', 'eps', 'tiff', 'html', ''];
const KINDS = ['image', 'image', 'image', 'font', 'header', 'theme', 'chart', 'customXml', 'oleObject', 'unknown'];

/** Magic numbers of what may be there, at offset 0, in hexadecimal: pictures of pixels, EMF, WMF with and without a head, fonts. */
const MAGIC = [
  /^89504e470d0a1a0a/,
  /^ffd8ff[c-f]/,
  /^474946383[79]61/,
  /^424d/,
  /^(?:49492a00|4d4d002a)/,
  /^01000000[0-9a-f]{72}20454d46/,
  /^(?:d7cdc69a[0-9a-f]{36})?01000900/,
  /^(?:00010000|4f54544f|74727565)/,
];
const XML = /^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\n</;
/** What `file` calls what must not be there. */
const REFUSED = /svg|pdf|postscript|gzip|zip|html|rtf|ole|msword|pict|text\/plain|x-empty/;

async function seeds(): Promise<Buffer[]> {
  const raw = sharp({ create: { width: 9, height: 7, channels: 3, background: { r: 200, g: 30, b: 90 } } });
  const encoded = await Promise.all([raw.png(), raw.jpeg(), raw.gif(), raw.tiff(), raw.webp()].map((one) => one.toBuffer()));
  const bmp = Buffer.alloc(14 + 40 + 12);
  bmp.write('BM', 'latin1');
  [bmp.length, 0, 54, 40, 1, 1].forEach((value, index) => bmp.writeUInt32LE(value, 2 + index * 4));
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  const hostile = Object.values(disguisedPictures('file:///etc/passwd')).map((one) => Buffer.from(one));
  return [
    ...encoded,
    bmp,
    emfWith([]),
    wmfWith(emfWith([])),
    ...hostile,
    Buffer.from('<html><body>x</body></html>'),
    Buffer.from('{\\rtf1 x}'),
  ];
}

/** A seed, two glued together, one behind the head of another, one behind noise, each damaged or not. */
function makeBytes(from: readonly Buffer[], random: Random): Buffer {
  const noise = () => Buffer.from(Array.from({ length: 1 + random.below(600) }, () => random.below(256)));
  const [one, other] = [random.pick(from), random.pick(from)];
  const made = random.pick([
    () => one,
    () => Buffer.concat([one, other]),
    () => Buffer.concat([one.subarray(0, random.below(48)), other]),
    () => Buffer.concat([noise(), one]),
    () => Buffer.concat([one.subarray(0, random.below(one.length + 1)), noise()]),
    () => Buffer.from(`${random.pick(['', '\ufeff', '\n', '<!--x-->'])}${one.toString('latin1')}`, 'latin1'),
  ])();
  return random.next() < 0.5 ? Buffer.from(damage(made, random.next)) : made;
}

/** Undefined when a document is refused. */
async function partsOf(make: () => Promise<{ bytes: Uint8Array }>): Promise<Buffer[] | undefined> {
  try {
    const { bytes } = await make();
    return Object.entries(unzipSync(bytes)).flatMap(([name, part]) => (name === 'mimetype' ? [] : [Buffer.from(part)]));
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

/** Undefined when the head of a damaged picture says that it is larger than any may be. */
async function unlessHuge(make: () => Promise<{ bytes: Uint8Array }>): Promise<Uint8Array | undefined> {
  try {
    return (await make()).bytes;
  } catch (error) {
    if (error instanceof JobFailure && error.reason === 'pixel_limit') return undefined;
    throw error;
  }
}

function judge(parts: readonly Buffer[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'kinds-'));
  try {
    const binary = parts.filter((part) => !XML.test(part.toString('latin1', 0, 200)));
    binary.forEach((part, index) => {
      const head = part.toString('hex', 0, 64);
      expect(
        MAGIC.some((magic) => magic.test(head)),
        head,
      ).toBe(true);
      if (/^(?:0100|d7cd)/.test(head)) expect(hidden(part).toString('latin1')).not.toMatch(/<svg|%PDF-|%!PS/);
      writeFileSync(join(folder, `part${index}`), part);
    });
    if (binary.length === 0) return;
    const run = spawnSync('file', ['-b', '--mime-type', ...binary.map((_, index) => join(folder, `part${index}`))]);
    if (run.error) return;
    expect(run.stdout.toString()).not.toMatch(REFUSED);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All that a metafile holds beside what it draws: comments of an EMF, escapes of a WMF. */
function hidden(file: Buffer): Buffer {
  const isEmf = file.readUInt32LE(0) === 1;
  const found: Buffer[] = [];
  let at = isEmf ? 0 : file.readUInt16LE(0) === 1 ? 18 : 40;
  while (at + 6 <= file.length) {
    const size = isEmf ? file.readUInt32LE(at + 4) : file.readUInt32LE(at) * 2;
    const type = isEmf ? file.readUInt32LE(at) : file[at + 4];
    if (size < 6) break;
    if (type === (isEmf ? 70 : 0x26)) found.push(file.subarray(at, at + size));
    at += size;
  }
  // Nobody reads what comes after the last record, so it must not be there.
  return Buffer.concat([...found, file.subarray(at)]);
}

function docxOf(parts: readonly Buffer[], random: Random): Uint8Array {
  const names = parts.map((_, index) => `media/part${index}.${random.pick(NAMES)}`);
  const relationships = names.map((name, index) => [`rId${index + 1}`, random.pick(KINDS), name] as const);
  const files = Object.fromEntries(names.map((name, index) => [`word/${name}`, parts[index] ?? Buffer.alloc(0)]));
  return makeDocx({ ...plainFiles(), 'word/_rels/document.xml.rels': relationshipsXml(relationships), ...files });
}

describe('whatever bytes its parts have, a document made safe holds only known kinds', () => {
  it('docx and odt', async () => {
    const random = makeRandom('sanitised kinds');
    const from = await seeds();
    const all: Buffer[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // A part with an XML name that is not XML makes the whole document fail: most rounds have no such name.
      const parts = Array.from({ length: PARTS }, () => makeBytes(from, random));
      const isStrict = random.next() < 0.2;
      const named = docxOf(
        parts,
        isStrict ? random : { ...random, pick: (items) => random.pick(items.filter((one) => one !== 'xml' && one !== 'rels')) },
      );
      const odt = makeOdt('<text:p/>', Object.fromEntries(parts.map((part, index) => [`Pictures/${index}.${random.pick(NAMES)}`, part])));
      for (const found of [await partsOf(() => makeSafeDocx(named, 100)), await partsOf(() => makeSafeOdt(odt))]) {
        all.push(...(found ?? []));
      }
    }
    judge(all);
    // A sanitiser that drops everything would pass, too.
    expect(all.filter((part) => !XML.test(part.toString('latin1', 0, 200))).length).toBeGreaterThan(ROUNDS * 2);
  });

  it('rtf, and pictures as base64 inside an odt', async () => {
    const random = makeRandom('sanitised kinds, inner');
    const from = await seeds();
    const found: Buffer[] = [];
    for (let round = 0; round < ROUNDS * 4; round++) {
      const picture = makeBytes(from, random);
      const kind = random.pick(['pngblip', 'emfblip', 'wmetafile8', 'jpegblip', 'dibitmap0']);
      const bytes = await unlessHuge(() => makeSafeRtf(picturedRtf(picture, from[0] ?? Buffer.alloc(0), kind)));
      if (!bytes) continue;
      const written = Buffer.from(bytes).toString('latin1');
      expect(written).not.toMatch(/\\bin|[^\n\r\t\x20-\x7e]/);
      const hex = [...written.matchAll(/\\pict[^{}]*? ([0-9a-f]{8,})\}/g)].map((match) => Buffer.from(match[1] ?? '', 'hex'));
      expect(hex.length).toBe(written.match(/\\pict(?![^{}]* \})/g)?.length);
      const inner = `<text:p><draw:frame><draw:image><office:binary-data>${picture.toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`;
      const safe = await unlessHuge(() => makeSafeOdt(makeOdt(inner)));
      if (!safe) continue;
      const odt = unzipSync(safe);
      const content = Buffer.from(odt['content.xml'] ?? new Uint8Array(0)).toString();
      const base64 = [...content.matchAll(/binary-data>([^<]+)</g)].map((match) => Buffer.from(match[1] ?? '', 'base64'));
      found.push(...hex, ...base64);
    }
    judge(found);
    expect(found.length).toBeGreaterThan(ROUNDS * 4);
  });
});
