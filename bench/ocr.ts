// `npm run bench:ocr`: how fast and how well are scanned pages read, compared with OCRmyPDF and plain tesseract, in turn on the same file? Contestants
// that are not installed are left out. Prints ratios, which hold on any machine, and writes bench/results/.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeNativeTesseract } from '../processor/tools/tesseract-native.ts';
import { runProgram } from '../processor/sandbox/run-program.ts';
import { median, round, writeResult } from './measure.ts';
import { type Contestant, ocrmypdf, ownOperation, plainTesseract, type Reading } from './ocr/contestants.ts';
import { measureMixed } from './ocr/mixed.ts';
import { makeScannedPages } from './ocr/pages.ts';
import { scoreText, sumScores } from './quality/ocr-score.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);

const native = await probeNativeTesseract();
const peer = (await runProgram('ocrmypdf', ['--version'], { timeMsMax: 20_000 })).stdout.toString('utf8').trim();
const contestants: Record<string, Contestant> = {
  ...(native && { native: ownOperation('native') }),
  wasm: ownOperation('wasm'),
  ...(peer && { ocrmypdf_O0: ocrmypdf(['-O', '0']), ocrmypdf_defaults: ocrmypdf([]) }),
  ...(native && { tesseract: plainTesseract }),
};

const dir = mkdtempSync(join(tmpdir(), 'bench-ocr-'));
try {
  const { pdf, truths, names } = await makeScannedPages();
  const path = join(dir, 'scans.pdf');
  writeFileSync(path, pdf);
  const readings: Record<string, Reading[]> = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let i = 0; i < ROUNDS; i++) {
    for (const [name, read] of Object.entries(contestants)) readings[name]?.push(await read(path, dir));
  }
  const figures = Object.entries(readings).map(([name, rounds]) => {
    const scores = truths.map((truth, index) => scoreText(truth, rounds[0]?.texts[index] ?? ''));
    const total = sumScores(scores);
    const worst = scores.map((score, index) => [names[index], round(score.missedWords)] as const).filter(([, missed]) => missed > 0.1);
    const ratioTo = (other: string, of: (reading: Reading) => number) => {
      const others = readings[other];
      // Round by round, so that a disturbance of the machine affects all contestants alike.
      return others && name !== other ? round(median(rounds.map((reading, i) => of(others[i] ?? reading) / of(reading)))) : undefined;
    };
    return {
      name,
      speed_beside_ocrmypdf_O0: ratioTo('ocrmypdf_O0', ({ seconds }) => seconds),
      speed_beside_ocrmypdf_defaults: ratioTo('ocrmypdf_defaults', ({ seconds }) => seconds),
      speed_beside_tesseract: ratioTo('tesseract', ({ seconds }) => seconds),
      cpu_of_ocrmypdf_O0: ratioTo('ocrmypdf_O0', ({ cpuSeconds }) => 1 / cpuSeconds),
      cpu_of_tesseract: ratioTo('tesseract', ({ cpuSeconds }) => 1 / cpuSeconds),
      character_error: round(total.characterError, 4),
      word_error: round(total.wordError, 4),
      missed_words: round(total.missedWords, 4),
      pages_missing_much: Object.fromEntries(worst),
      memory_mb: round(median(rounds.map(({ memoryBytes }) => memoryBytes)) / 1e6, 0),
    };
  });
  const mixed = await measureMixed(dir, ROUNDS);
  writeResult('ocr', { pages: truths.length, rounds: ROUNDS, versions: { tesseract: native?.version, ocrmypdf: peer }, mixed, figures });
} finally {
  rmSync(dir, { recursive: true, force: true });
}
