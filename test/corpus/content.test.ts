// The interpreter over real and hostile files, judged by PDFium and poppler: the same characters, in the same places. Runs only where the
// corpus is.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import { collectFontUse } from '../../processor/pdf/content/collect.ts';
import { glyphMatrix } from '../../processor/pdf/content/events.ts';
import { interpretPage } from '../../processor/pdf/content/interpret.ts';
import { readOperations, writeContent } from '../../processor/pdf/syntax/operations.ts';
import { joinPageContents } from '../../processor/pdf/content/source.ts';
import type { OpenedPdf } from '../../processor/pdf/opened.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { loadPdfium, openInPdfium, readPageText, type Pdfium, type PdfiumDocument } from '../../processor/pdf/pdfium/pdfium.ts';
import { CORPUS, listCorpus, readCorpus, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { onBusyMachine } from '../support/busy-machine.ts';

const PAGES_MAX = 4;
const real = sampleCorpus(listCorpus('pdf', ['.pdf']), 24);
const hostile = sampleCorpus(listCorpus('bad', ['.pdf']), 16);
/** A share of fewer says nothing. */
const SHARE_OF_MIN = 10;

async function open(name: string): Promise<OpenedPdf | undefined> {
  try {
    return await openPdf(readCorpus(name), { needs: 'read', pagesMax: 5000 });
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

/** How often each character occurs, without those that engines add or drop themselves. */
function countCharacters(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of text.normalize('NFKC').replaceAll(/[\s\p{C}\p{Pd}]/gu, ''))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

/** 1 when both have the same characters equally often. */
function agreement(one: ReadonlyMap<string, number>, two: ReadonlyMap<string, number>): number {
  let [shared, total] = [0, 0];
  for (const [character, count] of one) {
    shared += Math.min(count, two.get(character) ?? 0);
    total += count;
  }
  for (const count of two.values()) total += count;
  return total === 0 ? 1 : (2 * shared) / total;
}

/** Where PDFium puts the origins of each character. */
function originsOf(engine: Pdfium, document: PdfiumDocument, pageIndex: number): Map<string, (readonly [number, number])[]> {
  const origins = new Map<string, (readonly [number, number])[]>();
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  const text = engine.FPDFText_LoadPage(page);
  const buffer = engine.pdfium.wasmExports.malloc(16);
  for (let index = 0; index < engine.FPDFText_CountChars(text); index++) {
    const character = String.fromCodePoint(engine.FPDFText_GetUnicode(text, index));
    if (engine.FPDFText_IsGenerated(text, index) === 1 || !engine.FPDFText_GetCharOrigin(text, index, buffer, buffer + 8)) continue;
    const [x = 0, y = 0] = new Float64Array(engine.pdfium.HEAPU8.buffer, buffer, 2);
    origins.set(character, [...(origins.get(character) ?? []).slice(-500), [x, y]]);
  }
  engine.pdfium.wasmExports.free(buffer);
  engine.FPDFText_ClosePage(text);
  engine.FPDF_ClosePage(page);
  return origins;
}

describeCorpus('the interpreter over real PDFs', real, true, () => {
  const rows: { readonly name: string; readonly pdfium: number; readonly poppler: number }[] = [];
  const cpu = { ours: 0, pdfium: 0, pages: 0 };
  const distances = { near: 0, all: 0 };
  afterAll(() => {
    const mean = (key: 'pdfium' | 'poppler') => (rows.reduce((sum, row) => sum + row[key], 0) / rows.length).toFixed(4);
    const whole = rows.filter(({ pdfium, poppler }) => Math.max(pdfium, poppler) >= 0.99).length;
    console.log(
      `${rows.length} files: characters as PDFium ${mean('pdfium')}, as poppler ${mean('poppler')}; ${whole} at .99 or more with one of them`,
    );
    console.log(
      `${cpu.pages} pages: ${(cpu.ours / cpu.pages / 1000).toFixed(2)} ms CPU each, PDFium ${(cpu.pdfium / cpu.pages / 1000).toFixed(2)}`,
    );
    console.log(`${distances.all} glyphs: ${((100 * distances.near) / distances.all).toFixed(2)} % within half a point of PDFium's origin`);
  });

  test.each(real)('%s: every content is written as it was read, and read as other engines read it', async (name) => {
    const opened = await open(name);
    if (!opened) return;
    const engine = await loadPdfium();
    const document = openInPdfium(engine, opened.bytes);
    if (typeof document === 'number') return;
    using judge = document;
    const agreements: (readonly [number, number])[] = [];
    for (const [index, { dict }] of opened.pages.slice(0, PAGES_MAX).entries()) {
      const { bytes } = joinPageContents(dict);
      const operations = readOperations(bytes);
      for (const [at, { start, end }] of operations.entries()) {
        if (!(start >= (operations[at - 1]?.end ?? 0) && end > start && end <= bytes.length))
          expect([name, at, start, end]).toBe('in order');
      }
      expect(Buffer.compare(writeContent(bytes, []), bytes)).toBe(0);
      const origins = originsOf(engine, judge, index);
      const began = process.cpuUsage().user;
      let text = '';
      interpretPage(dict, (event) => {
        if (event.kind !== 'text') return;
        for (const { glyph } of event.glyphs) text += glyph.unicode;
      });
      cpu.ours += process.cpuUsage().user - began;
      const middle = process.cpuUsage().user;
      const theirs = readPageText(engine, judge, index) ?? '';
      cpu.pdfium += process.cpuUsage().user - middle;
      cpu.pages++;
      interpretPage(dict, (event) => {
        if (event.kind !== 'text') return;
        for (const shown of event.glyphs) {
          const known = origins.get(shown.glyph.unicode);
          // Of spaces in a row PDFium keeps one.
          if (!known || known.length > 400 || shown.glyph.unicode.trim() === '') continue;
          const matrix = glyphMatrix(event, shown);
          distances.all++;
          if (known.some(([x, y]) => Math.hypot(x - matrix[4], y - matrix[5]) < 0.5)) distances.near++;
        }
      });
      const page = String(index + 1);
      const poppler = spawnSync('pdftotext', ['-raw', '-f', page, '-l', page, join(CORPUS, name), '-']).stdout.toString('utf8');
      const own = countCharacters(text);
      agreements.push([agreement(own, countCharacters(theirs)), agreement(own, countCharacters(poppler))]);
    }
    const mean = (side: 0 | 1) => agreements.reduce((sum, row) => sum + row[side], 0) / agreements.length;
    rows.push({ name, pdfium: mean(0), poppler: mean(1) });
  });

  test.skipIf(real.length < SHARE_OF_MIN)(
    'nine of ten files agree with one of the two in 99 of 100 characters, and glyphs stand where PDFium has them',
    () => {
      const whole = rows.filter(({ pdfium, poppler }) => Math.max(pdfium, poppler) >= 0.99);
      expect(whole.length / rows.length).toBeGreaterThan(0.9);
      expect(distances.near / distances.all).toBeGreaterThan(0.995);
    },
  );
});

describeCorpus('the interpreter over hostile PDFs', hostile, true, () => {
  test.each(hostile)('%s: ends in bounded time', async (name) => {
    const opened = await open(name);
    if (!opened) return;
    const began = process.cpuUsage();
    try {
      collectFontUse(opened);
    } catch (error) {
      expect(error).toBeInstanceOf(JobFailure);
    }
    // Of the processor, which takes longer for the same where its other half is busy.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(onBusyMachine(10_000));
  });
});
