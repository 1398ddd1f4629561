// `npm run bench:recognition`: how well are pages read, beside plain tesseract with each segmentation of pages? Order-free errors of words, for the
// pages that recognition was tuned to and for those that were put away. RECOGNITION_CACHE keeps rasters' readings, RECOGNITION_PAGES is a pattern of
// names, RECOGNITION_PART `tuned` or `held`. Writes bench/results/.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { recogniseUpright } from '../processor/recognition/recognise-upright.ts';
import type { RecognisedLine } from '../processor/recognition/recognised.ts';
import { takeTurns } from '../processor/recognition/turns.ts';
import type { TesseractAnswer } from '../processor/tools/tesseract.ts';
import { countWrongWords } from '../support/judges/quality/ocr-score.ts';
import { round, writeResult } from './measure.ts';
import { listPages, type PageOfSet, printOffice } from './recognition/page-sets.ts';
import { CachedReader } from './recognition/read-cached.ts';

const [PART, NAMES] = [process.env['RECOGNITION_PART'] ?? 'all', new RegExp(process.env['RECOGNITION_PAGES'] ?? '')];
const cache = process.env['RECOGNITION_CACHE'] ?? mkdtempSync(join(tmpdir(), 'recognition-'));
const PLAIN = process.env['RECOGNITION_PLAIN'] ?? '3';

interface Row {
  readonly page: PageOfSet;
  readonly words: number;
  readonly wrong: Record<string, number>;
  readonly cpu: Record<string, number>;
  readonly readings: number;
  readonly confidence: number | undefined;
}

const printedDir = join(cache, 'printed');
mkdirSync(printedDir, { recursive: true });
if (readdirSync(printedDir).length === 0) printOffice(printedDir);
const pages = listPages(printedDir).filter((page) => NAMES.test(page.name) && (PART === 'all' || page.isHeld === (PART === 'held')));
const turns = takeTurns(availableParallelism());
const rows = await Promise.all(pages.map(measure));
if (process.env['RECOGNITION_CACHE'] === undefined) rmSync(cache, { recursive: true });

async function measure(page: PageOfSet): Promise<Row> {
  using _turn = await turns();
  const { given, ours } = await page.rasters();
  const wrong: Record<string, number> = {};
  const cpu: Record<string, number> = {};
  const judge = (text: string): number => countWrongWords(page.truth, text).wrong;
  const wordsOfTruth = countWrongWords(page.truth, '').words;
  for (const mode of PLAIN.split(',')) {
    const reader = new CachedReader(cache, page.language);
    const answer = await reader.ask(given, mode);
    wrong[`psm ${mode}`] = judge(plainText(answer));
    cpu[`psm ${mode}`] = reader.costs.cpuSeconds;
  }
  const reader = new CachedReader(cache, page.language);
  const before = performance.now();
  const outcome = await recogniseUpright(reader, ours, 600_000, { languages: [page.language] });
  const lines = 'page' in outcome ? outcome.page.lines : [];
  wrong['ours'] = judge(textOf(lines));
  cpu['ours'] = reader.costs.cpuSeconds;
  const confidence = 'page' in outcome ? outcome.page.confidence : undefined;
  if (process.env['RECOGNITION_SHOW'])
    console.log(
      page.name,
      page.language,
      page.damage,
      'words',
      wordsOfTruth,
      Object.entries(wrong)
        .map(([k, v]) => `${k} ${round(v / wordsOfTruth)}`)
        .join(' '),
      'conf',
      round(confidence ?? 0, 0),
      'reads',
      reader.costs.readings,
      Math.round(performance.now() - before),
      'ms',
    );
  return { page, words: wordsOfTruth, wrong, cpu, readings: reader.costs.readings, confidence };
}

/** Tesseract's own words, nothing joined or mended. */
function plainText(answer: TesseractAnswer): string {
  if (answer.status !== 'read') return '';
  const words = [...answer.text.matchAll(/<span class='ocrx_word'[^>]*>(.*?)<\/span>/gs)].map(([, word = '']) =>
    word.replaceAll(/<[^>]*>/g, ''),
  );
  return words
    .join(' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function textOf(lines: readonly RecognisedLine[]): string {
  return lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n');
}

const total = (some: readonly Row[], of: (row: Row) => number): number => some.reduce((sum, row) => sum + of(row), 0);
const summarise = (some: readonly Row[]): object => {
  const names = Object.keys(some[0]?.wrong ?? {});
  const words = total(some, (row) => row.words);
  const errors = Object.fromEntries(names.map((name) => [name, round(total(some, (row) => row.wrong[name] ?? 0) / words, 4)]));
  const means = Object.fromEntries(
    names.map((name) => [name, round(total(some, (row) => (row.wrong[name] ?? 0) / row.words) / some.length, 4)]),
  );
  const cpu = Object.fromEntries(
    names.map((name) => [
      name,
      round(
        total(some, (row) => row.cpu[name] ?? 0),
        1,
      ),
    ]),
  );
  return {
    pages: some.length,
    words,
    wrong_words: errors,
    ratio: round((errors['ours'] ?? 0) / (errors['psm 3'] ?? 1)),
    mean_of_pages: means,
    ratio_of_means: round((means['ours'] ?? 0) / (means['psm 3'] ?? 1)),
    cpu_seconds: cpu,
    readings_a_page: round(total(some, (row) => row.readings) / some.length, 2),
  };
};
const parts: Record<string, object> = {};
for (const held of [false, true]) {
  const some = rows.filter(({ page }) => page.isHeld === held);
  if (some.length === 0) continue;
  parts[held ? 'held' : 'tuned'] = {
    all: summarise(some),
    ...Object.fromEntries(
      (['scan', 'drawn', 'printed'] as const).map((set) => [set, summarise(some.filter(({ page }) => page.set === set))]),
    ),
    english: summarise(some.filter(({ page }) => page.language === 'eng')),
    others: summarise(some.filter(({ page }) => page.language !== 'eng')),
  };
}
writeResult('recognition', parts);
