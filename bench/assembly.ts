// `npm run bench:assembly`: `split` by page and `merge` of many files beside qpdf, on documents of text and of forms. Ours is measured twice: the
// assembling alone, as qpdf does it, and the whole job with its proof. Each run is a process of its own. Prints and writes bench/results/.
//
//   ASSEMBLY_PAGES=100,1000        pages of the document that is divided
//   ASSEMBLY_FILES=10x50,100x500   files × pages that are merged

import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleProcessor } from '../scripts/bundle-processor.ts';
import { mergesAsJobs } from './assembly/jobs.ts';
import { inputOfPages } from './large/inputs.ts';
import { type Cost, endedChildrenSeconds, median, round, writeResult } from './measure.ts';

const RUN = join(import.meta.dirname, 'assembly/run.ts');
const LOOK_MS = 5;

interface Row {
  readonly task: string;
  readonly kind: string;
  readonly cpu_seconds: Readonly<Record<string, number>>;
  readonly peak_mb: Readonly<Record<string, number>>;
  /** CPU of assembling, as a multiple of qpdf's. */
  readonly assembling_beside_qpdf: number;
}

const ROUNDS = 5;
const JOBS = 8;

/** The same merge one time after the other in one process, as jobs of the service are: CPU of each as a multiple of qpdf's, medians of rounds. */
async function mergesOfOneProcess(paths: readonly string[]): Promise<readonly number[]> {
  const [ours, theirs]: [number[][], number[]] = [[], []];
  for (let at = 0; at < ROUNDS; at++) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-assembly-'));
    ours.push(JSON.parse(spawnSync('node', [RUN, 'repeat-merge', folder, ...paths], { encoding: 'utf8' }).stdout) as number[]);
    const out = join(folder, 'q.pdf');
    for (let one = 0; one < ROUNDS; one++) theirs.push((await costOf('qpdf', ['--empty', '--pages', ...paths, '--', out])).cpuSeconds);
    rmSync(folder, { recursive: true });
  }
  // Of clock ticks of 10 ms the mean.
  const qpdf = theirs.reduce((sum, seconds) => sum + seconds, 0) / theirs.length;
  return (ours[0] ?? []).map((_, at) => round(median(ours.map((times) => times[at] ?? Number.NaN)) / qpdf, 2));
}

/** As jobs of the service, in a child that its pool has started and warmed: beside qpdf, medians of rounds. */
async function mergesOfJobs(paths: readonly string[]): Promise<Record<'assembling' | 'whole', readonly number[]>> {
  const rounds: (readonly { assembling: number; whole: number }[])[] = [];
  const theirs: number[] = [];
  const out = join(mkdtempSync(join(tmpdir(), 'bench-assembly-')), 'q.pdf');
  for (let at = 0; at < ROUNDS; at++) {
    rounds.push(await mergesAsJobs(paths, JOBS));
    for (let one = 0; one < ROUNDS; one++) theirs.push((await costOf('qpdf', ['--empty', '--pages', ...paths, '--', out])).cpuSeconds);
  }
  rmSync(dirname(out), { recursive: true });
  const qpdf = theirs.reduce((sum, seconds) => sum + seconds, 0) / theirs.length;
  const beside = (part: 'assembling' | 'whole') =>
    Array.from({ length: JOBS }, (_, at) => round(median(rounds.map((costs) => costs[at]?.[part] ?? Number.NaN)) / qpdf, 2));
  return { assembling: beside('assembling'), whole: beside('whole') };
}

async function costOf(command: string, args: readonly string[]): Promise<Cost> {
  const cpuBefore = endedChildrenSeconds();
  const start = performance.now();
  let peakBytes = 0;
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, residentOf(child.pid))), LOOK_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: endedChildrenSeconds() - cpuBefore, peakBytes };
}

function residentOf(pid: number | undefined): number {
  const run = spawnSync('sh', ['-c', `grep VmHWM /proc/${pid}/status`], { encoding: 'latin1' });
  return Number(/(\d+) kB/.exec(run.stdout)?.[1] ?? 0) * 1024;
}

async function compare(task: string, kind: string, ours: readonly string[], qpdf: (folder: string) => readonly string[]): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-assembly-'));
  try {
    const costs = {
      start: await costOf('node', [RUN, 'nothing', folder]),
      assembling: await costOf('node', [RUN, `assemble-${ours[0]}`, folder, ...ours.slice(1)]),
      job: await costOf('node', [RUN, `job-${ours[0]}`, folder, ...ours.slice(1)]),
      qpdf: await costOf('qpdf', qpdf(folder)),
    };
    const cpu = Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, round(cost.cpuSeconds, 2)]));
    const peak = Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, Math.round(cost.peakBytes / 1e6)]));
    // A process of the service is warm when a job comes.
    const own = costs.assembling.cpuSeconds - costs.start.cpuSeconds;
    const row = { task, kind, cpu_seconds: cpu, peak_mb: peak, assembling_beside_qpdf: round(own / costs.qpdf.cpuSeconds, 2) };
    process.stderr.write(`${JSON.stringify(row)}\n`);
    return row;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What takes long is long whether its code is warm or not. */
const REPEATED_PAGES_MAX = 10_000;
await bundleProcessor();
const rows: Row[] = [];
const repeated: { readonly task: string; readonly beside_qpdf: readonly number[]; readonly as_jobs: object }[] = [];
for (const pages of (process.env['ASSEMBLY_PAGES'] ?? '100,1000').split(',').filter(Boolean).map(Number)) {
  for (const kind of ['text', 'forms'] as const) {
    const { path } = await inputOfPages(kind, pages);
    rows.push(
      await compare(`split of ${pages} pages`, kind, ['split', path], (folder) => ['--split-pages=1', path, join(folder, 'q-%d.pdf')]),
    );
  }
}
for (const [files = 0, pages = 0] of (process.env['ASSEMBLY_FILES'] ?? '10x50,100x500')
  .split(',')
  .map((one) => one.split('x').map(Number))) {
  const { path } = await inputOfPages('text', pages);
  // Copies: a program that knows a name again reads that file once.
  const sources = mkdtempSync(join(tmpdir(), 'bench-assembly-'));
  const paths = Array.from({ length: files }, (_, at) => join(sources, `${at}.pdf`));
  for (const copy of paths) copyFileSync(path, copy);
  const task = `merge of ${files} files of ${pages} pages`;
  rows.push(await compare(task, 'text', ['merge', ...paths], (folder) => ['--empty', '--pages', ...paths, '--', join(folder, 'q.pdf')]));
  if (files * pages <= REPEATED_PAGES_MAX) {
    repeated.push({ task, beside_qpdf: await mergesOfOneProcess(paths), as_jobs: await mergesOfJobs(paths) });
    process.stderr.write(`${JSON.stringify(repeated.at(-1))}\n`);
  }
  rmSync(sources, { recursive: true });
}
writeResult('assembly', { rows, merges_of_one_process: repeated });
