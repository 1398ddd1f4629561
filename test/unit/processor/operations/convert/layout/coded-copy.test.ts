// The outlines of letters that several glyphs are drawn for: the one that is drawn most, not the one that the engine finds for a letter.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { openPdf } from '../../../../../../processor/pdf/open.ts';
import { engineInput } from '../../../../../../processor/pdf/pdfium/pdfium.ts';
import { endPdfium, readGlyphsBounded } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { writeCodedCopy } from '../../../../../../processor/operations/convert/layout/coded-copy.ts';
import { makeEmbeddedText } from '../../../../../../support/documents/embedded-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'coded-copy-'));

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await endPdfium();
});

/** What is drawn as a capital means a small letter, as small capitals do. */
function withSmallCapitals(bytes: Uint8Array): Promise<Uint8Array> {
  const toSmall = (_: string, hex: string) => `<00${(parseInt(hex, 16) + 32).toString(16)}>`;
  return withMeanings(bytes, /<00(4[1-9a-f]|5[0-9a])>(?=\s*$)/gim, toSmall);
}

type Replacement = (whole: string, group: string) => string;

/** @param meaning UTF-16 in the rows of its maps */
async function withMeanings(bytes: Uint8Array, meaning: RegExp, other: string | Replacement): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes);
  for (const [, font] of document.context.enumerateIndirectObjects()) {
    const map = font instanceof PDFDict ? font.lookup(PDFName.of('ToUnicode')) : undefined;
    if (!(font instanceof PDFDict) || !(map instanceof PDFRawStream)) continue;
    const text = Buffer.from(decodePDFRawStream(map).decode()).toString('latin1');
    const changed = text.replaceAll(meaning, typeof other === 'string' ? () => other : other);
    font.set(PDFName.of('ToUnicode'), document.context.register(document.context.stream(changed)));
  }
  return document.save();
}

async function outlinesOf(bytes: Uint8Array, isCoded = true): Promise<ReadonlyMap<string, string>> {
  const source = await openPdf(bytes, { needs: 'read', pagesMax: 10 });
  const coded = isCoded ? writeCodedCopy(source, mkdtempSync(join(folder, 'copy-'))) : undefined;
  const request = { input: engineInput(source.source), coded, pageIndexes: [0], glyphsMax: 100 };
  const [font] = (await readGlyphsBounded(request, 20_000)) ?? [];
  return new Map(
    font?.letters.filter(({ code }) => code > 0x20).map(({ code, segments }) => [String.fromCodePoint(code), segments.join(' ')]),
  );
}

describe('outlines by code', () => {
  it('are those of the glyphs that are drawn', async () => {
    const plain = await makeEmbeddedText([{ lines: ['ANNA', 'anna'] }]);
    const known = await outlinesOf(plain);
    expect([...known.keys()].toSorted()).toEqual(['A', 'N', 'a', 'n']);
    expect(known).toEqual(await outlinesOf(plain, false));
    // Three small capitals and two small letters.
    const mixed = await outlinesOf(await withSmallCapitals(await makeEmbeddedText([{ lines: ['ANANAN', 'anna'] }])));
    expect([...mixed.keys()].toSorted()).toEqual(['a', 'n']);
    expect(mixed.get('a')).toBe(known.get('A'));
    expect(mixed.get('n')).toBe(known.get('N'));
    const small = await outlinesOf(await withSmallCapitals(await makeEmbeddedText([{ lines: ['AN', 'annan'] }])));
    expect(small.get('a')).toBe(known.get('a'));
    expect(small.get('n')).toBe(known.get('n'));
  });

  it('are there for a letter that is written with its marks', async () => {
    const bytes = await withMeanings(await makeEmbeddedText([{ lines: ['Ana'] }]), /<0041>(?=\s*$)/gim, '<00410300>');
    const letters = await outlinesOf(bytes);
    expect([...letters.keys()].toSorted()).toEqual(['a', 'n', 'À']);
    // The letters of a ligature have no outlines of their own.
    const ligature = await outlinesOf(await withMeanings(await makeEmbeddedText([{ lines: ['Ana'] }]), /<0041>(?=\s*$)/gim, '<00660069>'));
    expect([...ligature.keys()].toSorted()).toEqual(['a', 'n']);
  });

  it('are empty for a letter that only moves on, whatever it is called', async () => {
    const bytes = await withMeanings(await makeEmbeddedText([{ lines: ['An a'] }]), /<0020>(?=\s*$)/gim, '<0024>');
    const letters = await outlinesOf(bytes);
    expect([...letters.keys()].toSorted()).toEqual(['$', 'A', 'a', 'n']);
    expect([letters.get('$'), letters.get('A') === '']).toEqual(['', false]);
  });

  it('of letters that are no characters are all there, each for its places', async () => {
    const letters = 'abcdefgh';
    const lost = await withMeanings(
      await makeEmbeddedText([{ lines: [letters, letters] }]),
      /<00(6[1-8])>(?=\s*$)/gim,
      (_, hex) => `<000${Number(hex) - 60}>`,
    );
    const source = await openPdf(lost, { needs: 'read', pagesMax: 10 });
    const coded = writeCodedCopy(source, mkdtempSync(join(folder, 'copy-')));
    const [font] = (await readGlyphsBounded({ input: engineInput(source.source), coded, pageIndexes: [0], glyphsMax: 100 }, 20_000)) ?? [];
    const shown = (outlines: readonly { readonly code: number; readonly segments: Float32Array }[] = []) =>
      outlines.filter(({ code }) => code === 0xfffd).map(({ segments }) => segments.join(' '));
    const alternates = font?.alternates ?? [];
    expect(new Set([...shown(font?.letters), ...alternates.flatMap((one) => shown(one.letters))]).size).toBe(letters.length);
    expect(alternates.map(({ places }) => places.get(0)?.length)).toEqual(Array.from({ length: letters.length - 1 }, () => 4));
  });

  it('leave the document as it was', async () => {
    const source = await openPdf(await makeEmbeddedText([{ lines: ['Anna'] }]), { needs: 'read', pagesMax: 10 });
    const maps = () =>
      source.context
        .enumerateIndirectObjects()
        .flatMap(([, font]) => (font instanceof PDFDict ? [String(font.get(PDFName.of('ToUnicode')))] : []));
    const before = maps();
    expect(writeCodedCopy(source, mkdtempSync(join(folder, 'copy-')))).toBeDefined();
    expect(maps()).toEqual(before);
  });
});
