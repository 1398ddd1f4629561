// A word of a real page is replaced by another: the old one is gone and the new one is there for PDFium and poppler, nothing outside the
// declared boxes looks different in either, qpdf finds nothing; or the edit is refused with a reason. Runs only where the corpus is.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import type { Box } from '../../processor/pdf/geometry/box.ts';
import { readPageTextEvents } from '../../processor/pdf/edit/page-text.ts';
import { replaceOnPage } from '../support/replace-on-page.ts';
import type { OpenedPdf } from '../../processor/pdf/opened.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { loadPdfium, openInPdfium, readPageText, renderPage, type Pdfium, type PdfiumDocument } from '../../processor/pdf/pdfium/pdfium.ts';
import { savePdf } from '../../processor/pdf/save.ts';
import { listFolder, pickFor, readCorpus, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { hasPdfJudges, qpdfCheck } from '../../support/judges/judge-pdf.ts';

const list = listFolder('pdf', ['.pdf']);
/** A pixel is another one when a channel differs by more than this. */
const CHANNEL_SLACK = 8;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly bytesPerPixel: number;
}

/** Left, top, right, bottom, as parts of the picture. */
type Part = readonly [number, number, number, number];

function differsOutside(one: Picture, two: Picture, parts: readonly Part[]): number {
  if (one.width !== two.width || one.height !== two.height) return Infinity;
  let count = 0;
  for (let at = 0; at < one.width * one.height; at++) {
    const byte = at * one.bytesPerPixel;
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((one.pixels[byte + channel] ?? 0) - (two.pixels[byte + channel] ?? 0)) > CHANNEL_SLACK,
    );
    if (!differs) continue;
    const [x, y] = [((at % one.width) + 0.5) / one.width, (Math.floor(at / one.width) + 0.5) / one.height];
    const [dx, dy] = [1.5 / one.width, 1.5 / one.height];
    if (!parts.some(([left, top, right, bottom]) => x >= left - dx && x <= right + dx && y >= top - dy && y <= bottom + dy)) count++;
  }
  return count;
}

/** Boxes of page space on the page as it is shown, turned and cropped: PDFium knows how. */
function shownParts(engine: Pdfium, document: PdfiumDocument, pageIndex: number, boxes: readonly Box[]): Part[] {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  const buffer = engine.pdfium.wasmExports.malloc(8);
  const scale = 10_000;
  const place = (x: number, y: number) => {
    engine.FPDF_PageToDevice(page, 0, 0, scale, scale, 0, x, y, buffer, buffer + 4);
    const [left = 0, top = 0] = new Int32Array(engine.pdfium.HEAPU8.buffer, buffer, 2);
    return [left / scale, top / scale] as const;
  };
  const parts = boxes.map(([left, bottom, right, top]): Part => {
    const corners = [place(left, bottom), place(right, bottom), place(right, top), place(left, top)];
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  engine.pdfium.wasmExports.free(buffer);
  engine.FPDF_ClosePage(page);
  return parts;
}

function popplerPicture(path: string, page: string): Picture | undefined {
  const { stdout } = spawnSync('pdftoppm', ['-r', '72', '-cropbox', '-f', page, '-l', page, path], { maxBuffer: 256 * 1024 * 1024 });
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString('latin1', 0, 40));
  return head ? { width: Number(head[1]), height: Number(head[2]), pixels: stdout.subarray(head[0].length), bytesPerPixel: 3 } : undefined;
}

const count = (text: string, part: string) => text.split(part).length - 1;

async function open(name: string): Promise<OpenedPdf | undefined> {
  try {
    return await openPdf(readCorpus(`pdf/${name}`), { needs: 'read', pagesMax: 500 });
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

describeCorpus('replacing a word of real pages', list, hasPdfJudges, () => {
  const folder = mkdtempSync(join(tmpdir(), 'edit-'));
  const outcomes: string[] = [];
  afterAll(() => {
    rmSync(folder, { recursive: true });
    console.log([...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, of]) => `${outcome} ${of.length}`).join(', '));
  });

  test.each(sampleCorpus(list, 5))('%s: clean, or refused with a reason', async (name) => {
    const opened = await open(name);
    const engine = await loadPdfium();
    const source = opened && openInPdfium(engine, opened.bytes);
    if (!opened || source === undefined || typeof source === 'number') return;
    using before = source;
    const words = opened.pages
      .slice(0, 3)
      .map(({ dict }) => readPageTextEvents(dict).text.match(/(?<![\p{L}\p{N}])[A-Za-zÀ-ž]{4,12}(?![\p{L}\p{N}])/gu) ?? []);
    const pageIndex = words.findIndex(({ length }) => length > 0);
    if (pageIndex < 0) return;
    const word = pickFor(name, words[pageIndex] ?? []);
    const value = pickFor(name, [`${Array.from(word).toReversed().join('')}x`, 'Qu7zeJ', `${word.slice(0, 2)}ko`]);
    const results = await replaceOnPage(opened, pageIndex, { text: word }, value, { fit: 'overflow' });
    const changes = results.flatMap((result) => (result.ok ? [result.change] : []));
    for (const result of results) if (!result.ok) outcomes.push(result.refusal);
    if (changes.length === 0) return;
    const bytes = await savePdf(opened.context, { packed: true });
    const [old, edited] = [join(folder, 'old.pdf'), join(folder, 'new.pdf')];
    writeFileSync(old, opened.bytes);
    writeFileSync(edited, bytes);
    const result = openInPdfium(engine, bytes);
    expect(result).toBeTypeOf('object');
    using after = result as PdfiumDocument;
    const page = String(pageIndex + 1);
    const poppler = (path: string) => spawnSync('pdftotext', ['-f', page, '-l', page, path, '-']).stdout.toString('utf8');
    const pdfium = (document: PdfiumDocument) => readPageText(engine, document, pageIndex) ?? '';
    for (const [was, is] of [
      // In a line from right to left PDFium divides a Latin word at its digits, and reads the parts in the wrong order.
      ...(RIGHT_TO_LEFT.test(pdfium(after)) && /\d/.test(value) ? [] : [[pdfium(before), pdfium(after)] as const]),
      [poppler(old), poppler(edited)],
    ] as const) {
      const seen = count(was, word);
      // An engine that does not see the word cannot judge.
      if (seen === 0) continue;
      expect(count(is, word), `${word} in ${name}`).toBeLessThanOrEqual(results.length - changes.length);
      if (!value.startsWith(word.slice(0, 4)))
        expect(count(is, value)).toBeGreaterThanOrEqual(Math.min(changes.length, seen) + count(was, value));
    }
    const parts = shownParts(
      engine,
      before,
      pageIndex,
      changes.map(({ bbox }) => bbox),
    );
    // PDFium puts letters on whole pixels: one on the edge between two jumps at one resolution when its place changes by rounding.
    const pixels = [80, 101.3, 131.7].map((dpi) => {
      const [drawn, redrawn] = [before, after].map((document) => renderPage(engine, document, pageIndex, dpi, 4_000_000));
      return drawn && redrawn ? differsOutside({ ...drawn, bytesPerPixel: 4 }, { ...redrawn, bytesPerPixel: 4 }, parts) : 0;
    });
    expect(Math.min(...pixels), name).toBe(0);
    // Poppler 22.12 now and then draws one and the same file in two ways, where a font is not embedded.
    const drawings = Array.from({ length: 3 }, () => [popplerPicture(old, page), popplerPicture(edited, page)] as const);
    const differences = drawings.map(([one, two]) => (one && two ? differsOutside(one, two, parts) : 0));
    expect(Math.min(...differences), name).toBe(0);
    const checked = qpdfCheck(bytes);
    if (checked.status !== 0) expect(qpdfCheck(opened.bytes).status, checked.output).toBe(checked.status);
    outcomes.push(...changes.map(({ fidelity }) => (fidelity.font_preserved ? 'own font' : 'substituted')));
  });
});
