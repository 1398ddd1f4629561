// `npm run bench:structure`: how well is the structure of a page read? The PDFs of a benchmark of others (corpus/dpbench) become Markdown in this
// process, one after the other; the benchmark's own scorer compares them with the known texts: of the text alone, and (`as_product`) with the
// pages recognised that have none, as `convert` does it. STRUCTURE_KEEP: a folder for the Markdown; STRUCTURE_ONLY: names with commas between;
// STRUCTURE_EACH=1: the scores of each file, worst tables first; STRUCTURE_TEXT=1: of the text alone; LITEPARSE: the module of liteparse, to be
// measured beside (bench/structure/beside.ts). Writes bench/results/ (of all files).

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endPdfium, warmUpPdfium } from '../processor/pdf/pdfium/pdfium-thread.ts';
import { CORPUS, listCorpus, readCorpus, requireFiles } from '../support/corpus.ts';
import { round, writeResult } from './measure.ts';
import { measureBeside } from './structure/beside.ts';
import { makeMarkdown } from './structure/make-markdown.ts';
import { type FileScores, meansOf, readScores } from './structure/scores.ts';

const ONLY = process.env['STRUCTURE_ONLY']?.split(',');
const KEEP = process.env['STRUCTURE_KEEP'];
/** Of the contestants beside each other. */
const ROUNDS = 3;
const TEXT_ONLY = process.env['STRUCTURE_TEXT'] !== undefined;

const all = requireFiles(listCorpus('dpbench/pdf', ['.pdf']));
const names = ONLY ? all.filter((name) => ONLY.includes(basename(name, '.pdf'))) : all;
const folder = mkdtempSync(join(tmpdir(), 'bench-structure-'));
try {
  await warmUpPdfium();
  const text = await scoreAll(join(KEEP ?? folder, 'text'), false);
  const beside = () =>
    measureBeside(
      names.map((name) => join(CORPUS, name)),
      ROUNDS,
    );
  const figures = TEXT_ONLY
    ? text
    : { ...text, as_product: await scoreAll(join(KEEP ?? folder, 'as-product'), true), ...(ONLY ? {} : { beside: beside() }) };
  if (ONLY || TEXT_ONLY) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  else writeResult('structure', figures);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
await endPdfium();
process.exit(0);

function print(scores: readonly FileScores[]): void {
  for (const { name, ...of } of scores.toSorted((a, b) => (a.teds ?? 2) - (b.teds ?? 2)))
    process.stdout.write(`${name} ${JSON.stringify(of)}\n`);
}

/** @param into a folder for the results: what it holds is replaced */
async function scoreAll(into: string, recognises: boolean): Promise<object> {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const start = performance.now();
  for (const name of names) {
    const workDir = mkdtempSync(join(folder, 'job-'));
    await makeMarkdown(readCorpus(name), join(into, `${basename(name, '.pdf')}.md`), { workDir, recognises });
  }
  const seconds = (performance.now() - start) / 1000;
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [join(CORPUS, 'dpbench/score.py'), into, '--each'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The scorer needs python3-lxml: ${stderr}`);
  const scores = readScores(stdout).filter(({ name }) => names.some((one) => basename(one, '.pdf') === name));
  if (process.env['STRUCTURE_EACH'] !== undefined) print(scores);
  return {
    files: scores.length,
    ...meansOf(scores),
    files_per_second: round(names.length / seconds, 2),
    peak_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}
