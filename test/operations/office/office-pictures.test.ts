// No picture of a document leads a converter to a file of its machine, under any name. The judge is a LibreOffice of its own that may read
// every file of this machine: what is safe here is safe by what it was given, not by where it runs.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SafeDocument } from '../../../processor/office/neutralise.ts';
import { makeSafeDocx } from '../../../processor/office/safe-docx.ts';
import { makeSafeOdt } from '../../../processor/office/safe-odt.ts';
import { makeSafeRtf } from '../../../processor/office/safe-rtf.ts';
import { disguisedPictures, svgOf } from '../../../support/documents/disguised-pictures.ts';
import { coloursOfPdf, GOOD, type PageColours, SECRET, solidPng } from '../../../support/judges/page-colours.ts';
import { binaryRtf, innerOdt, picturedDocx, picturedOdt, picturedRtf } from '../../../support/documents/pictured-documents.ts';
import { thinned } from '../../../support/everything.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';

const folder = mkdtempSync(join(tmpdir(), 'office-canary-'));
const secretPath = join(folder, 'secret.png');

interface Case {
  readonly title: string;
  readonly extension: 'docx' | 'odt' | 'rtf';
  readonly source: Uint8Array;
}
const cases: Case[] = [];

beforeAll(async () => {
  writeFileSync(secretPath, await solidPng(SECRET));
  const good = await solidPng(GOOD);
  const address = `file://${secretPath}`;
  for (const [kind, picture] of Object.entries(disguisedPictures(address))) {
    cases.push({ title: `docx: ${kind}`, extension: 'docx', source: picturedDocx(picture, good) });
    // The bytes are judged by the same code in all formats: of each family one.
    if (!/^plain|gzip$|^PDF|PNG$|EMF\+|escape/.test(kind)) continue;
    cases.push(
      { title: `odt: ${kind}`, extension: 'odt', source: picturedOdt(picture, good) },
      { title: `rtf: ${kind}`, extension: 'rtf', source: picturedRtf(picture, good) },
    );
    if (!/^plain|EMF\+/.test(kind)) continue;
    cases.push(
      { title: `odt, inside the text: ${kind}`, extension: 'odt', source: innerOdt(picture, good) },
      { title: `rtf, as bytes: ${kind}`, extension: 'rtf', source: binaryRtf(picture, good) },
    );
  }
  const svg = Buffer.from(svgOf(address));
  for (const name of thinned(
    ['media/image1.bin', 'media/image1.emf', 'media/image1.jpeg', 'header1.xml', 'styles.xml', 'media/image1', 'media/i.svg'],
    3,
  ))
    cases.push({ title: `docx: SVG named ${name}`, extension: 'docx', source: picturedDocx(svg, good, name) });
  for (const name of thinned(['ObjectReplacements/Object 1', 'Pictures/a.emf', 'media/a', 'layout.xml', 'Object 1/content.xml'], 3))
    cases.push({ title: `odt: SVG named ${name}`, extension: 'odt', source: picturedOdt(svg, good, name) });
  for (const type of thinned(['emfblip', 'wmetafile8', 'dibitmap0', 'jpegblip', 'macpict'], 3))
    cases.push({ title: `rtf: SVG as ${type}`, extension: 'rtf', source: picturedRtf(svg, good, type) });
});
afterAll(() => rmSync(folder, { recursive: true }));

function makeSafe({ extension, source }: Case): SafeDocument | Promise<SafeDocument> {
  return extension === 'docx' ? makeSafeDocx(source, 100) : extension === 'odt' ? makeSafeOdt(source) : makeSafeRtf(source);
}

/** Which of the two colours the pages show, by title. */
function coloursOf(files: ReadonlyMap<Case, Uint8Array>): Map<string, PageColours> {
  const named = [...files].map(([one, bytes], index) => ({ one, bytes, stem: `case${index}` }));
  const made = convertWithSoffice({
    files: Object.fromEntries(named.map(({ one, bytes, stem }) => [`${stem}.${one.extension}`, bytes])),
    to: 'pdf',
    timeMsMax: 120_000,
  });
  const seen = new Map<string, PageColours>();
  for (const { one, stem } of named) {
    const pdf = made[stem];
    if (pdf) seen.set(one.title, coloursOfPdf(pdf));
  }
  return seen;
}

describe.runIf(hasSoffice)('a disguised picture', { timeout: 150_000 }, () => {
  test('as it came, leads the converter to the secret file: the canary lives', async () => {
    const seen = coloursOf(new Map(cases.map((one) => [one, one.source])));
    const led = [...seen].filter(([, { secret }]) => secret).map(([title]) => title);
    for (const kind of ['plain SVG', 'SVG in gzip', 'PDF', 'EMF with SVG in EMF+', 'WMF with an EMF in an escape']) {
      expect(led).toEqual(expect.arrayContaining([`docx: ${kind}`, `odt: ${kind}`, `rtf: ${kind}`]));
    }
    for (const format of ['odt, inside the text', 'rtf, as bytes']) expect(led).toContain(`${format}: plain SVG`);
  });

  test('does not lead there once the document is made safe; it is told, and the picture beside it stays', async () => {
    const safe = new Map<Case, Uint8Array>();
    for (const one of cases) {
      const made = await makeSafe(one);
      // Metafiles stay, without what was hidden in them.
      if (!/[EW]MF with/.test(one.title)) expect(`${one.title}: ${made.removed.get('picture')}`).toBe(`${one.title}: 1`);
      safe.set(one, made.bytes);
    }
    const seen = coloursOf(safe);
    expect([...seen].filter(([, { secret }]) => secret).map(([title]) => title)).toEqual([]);
    expect([...seen].filter(([, { good }]) => !good).map(([title]) => title)).toEqual([]);
    expect(seen.size).toBe(cases.length);
  });
});
