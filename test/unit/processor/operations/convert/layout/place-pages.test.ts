// Pages with places, laid out: what becomes of tables whose rows cut off their text. PDFium reads real pages.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { placePages, type Wanted } from '../../../../../../processor/operations/convert/layout/place-pages.ts';
import { readWords } from '../../../../../../processor/operations/convert/layout/read-words.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makeCanvas } from '../../../../../../support/documents/drawn-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'place-pages-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await endPdfium();
});

const TABLE = { left: 60, top: 100, right: 360, bottom: 200 };

async function pageOf(name: string, words: readonly string[]): Promise<string> {
  const canvas = await makeCanvas();
  canvas.text('Market days', 60, 80);
  for (const [row, word] of words.entries()) canvas.text(word, 70, 115 + row * 30);
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, await canvas.document.save());
  return path;
}

async function place(paths: { readonly asTable: string; readonly asTexts: string }) {
  const source = await pageOf('source', ['bread', 'honey', 'apples']);
  const words = new Map([[0, await wordsOf(source)]]);
  const laid: Wanted[] = [];
  const placed = await placePages(
    [0],
    async (wanted) => {
      laid.push(wanted);
      const path = wanted.freeTables?.has(0) ? paths.asTexts : paths.asTable;
      return { laidOut: { path, pages: 1, matches: new Map([[0, { ssim: 0.9, more: 0 }]]) } };
    },
    { words, scales: new Map(), tables: new Map([[0, [TABLE]]]) },
  );
  return { placed, laid };
}

async function wordsOf(path: string) {
  for await (const [, words] of readWords(path, [0], new Map())) return words;
  return [];
}

test('a table that shows less of its text than the page does is laid out as texts, and stays so where more is seen', async () => {
  const cut = await pageOf('cut', ['bread', 'honey']);
  const whole = await pageOf('whole', ['bread', 'honey', 'apples']);
  const { placed } = await place({ asTable: cut, asTexts: whole });
  expect([...(placed?.freeTables ?? [])]).toEqual([0]);
  const { placed: kept } = await place({ asTable: cut, asTexts: cut });
  expect([...(kept?.freeTables ?? [])]).toEqual([]);
});

test('a table whose words are all seen, however they are joined, is left as it is', async () => {
  const whole = await pageOf('joined', ['bre ad', 'honey', 'app les']);
  const { placed, laid } = await place({ asTable: whole, asTexts: whole });
  expect([...(placed?.freeTables ?? [])]).toEqual([]);
  expect(laid.some(({ freeTables }) => freeTables !== undefined)).toBe(false);
});
