// `npm run bench:structure`: how well is the structure of a page read? The PDFs of a benchmark of others (corpus/dpbench) become Markdown in this
// process, one after the other; the benchmark's own scorer compares them with the known texts. STRUCTURE_KEEP: a folder for the Markdown;
// STRUCTURE_ONLY: names with commas between; STRUCTURE_EACH=1: the scores of each file, worst tables first. Writes bench/results/ (of all files).

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endPdfium, warmUpPdfium } from '../processor/pdf/pdfium/pdfium-thread.ts';
import { CORPUS, listCorpus, readCorpus, requireFiles } from '../support/corpus.ts';
import { round, writeResult } from './measure.ts';
import { makeMarkdown } from './structure/make-markdown.ts';
import { type FileScores, meansOf, readScores } from './structure/scores.ts';

const ONLY = process.env['STRUCTURE_ONLY']?.split(',');
const KEEP = process.env['STRUCTURE_KEEP'];

const all = requireFiles(listCorpus('dpbench/pdf', ['.pdf']));
const names = ONLY ? all.filter((name) => ONLY.includes(basename(name, '.pdf'))) : all;
const workDir = mkdtempSync(join(tmpdir(), 'bench-structure-'));
const folder = KEEP ?? join(workDir, 'md');
mkdirSync(folder, { recursive: true });
try {
  await warmUpPdfium();
  const start = performance.now();
  for (const name of names) await makeMarkdown(readCorpus(name), join(folder, `${basename(name, '.pdf')}.md`), workDir);
  const seconds = (performance.now() - start) / 1000;
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [join(CORPUS, 'dpbench/score.py'), folder, '--each'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The scorer needs python3-lxml: ${stderr}`);
  const scores = readScores(stdout).filter(({ name }) => names.some((one) => basename(one, '.pdf') === name));
  if (process.env['STRUCTURE_EACH'] !== undefined) print(scores);
  const figures = {
    files: scores.length,
    ...meansOf(scores),
    files_per_second: round(names.length / seconds, 2),
    peak_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  if (ONLY) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  else writeResult('structure', figures);
} finally {
  rmSync(workDir, { recursive: true, force: true });
}
await endPdfium();
process.exit(0);

function print(scores: readonly FileScores[]): void {
  for (const { name, ...of } of scores.toSorted((a, b) => (a.teds ?? 2) - (b.teds ?? 2)))
    process.stdout.write(`${name} ${JSON.stringify(of)}\n`);
}
