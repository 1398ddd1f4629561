// `npm run bench:large`: documents of many pages and of many bytes, through each operation with the limits of a real job, beside pdftotext, mutool,
// qpdf and Ghostscript on the same files in the same run. What is measured, and how: bench/large/run-job.ts, bench/large/programs.ts. Ratios
// are of CPU time and hold on any machine. Prints a table and writes bench/results/.
//
//   LARGE_PAGES=10,100,1000       also 2000, 10000       LARGE_KINDS=text,forms,scanned,pictures,one_picture,attachment
//   LARGE_MB=45                   also 200,500,1074      LARGE_OPERATIONS=txt,docx,html,jpg,ai_edit,compress,metadata,flatten,merge,ocr
//   LARGE_ROUNDS=1                LARGE_SECONDS=60: no run takes longer, whatever the operation may
//   LARGE_CACHE=…                 where the documents are kept

import { bundleProcessor } from '../scripts/bundle-processor.ts';
import { writeResult } from './measure.ts';
import { BYTE_KINDS, type Input, inputOfMegabytes, inputOfPages, isByteKind, isPageKind, PAGE_KINDS } from './large/inputs.ts';
import { BENCH_OPERATIONS, isTriedWith } from './large/operations.ts';
import { installedPrograms, runInstalled } from './large/programs.ts';
import { JOB_MEMORY_BYTES, runJob } from './large/run-job.ts';
import { growthOf, type Measured, printRow, type Row, summarise } from './large/summary.ts';

const list = (name: string, otherwise: readonly (string | number)[]): string[] =>
  (process.env[name] ?? otherwise.join(',')).split(',').filter(Boolean);
const ROUNDS = Number(process.env['LARGE_ROUNDS'] ?? 1);
const TIME_MS_MAX = 1000 * Number(process.env['LARGE_SECONDS'] ?? 60);
const kinds = list('LARGE_KINDS', [...Object.keys(PAGE_KINDS), ...Object.keys(BYTE_KINDS)]);
const operations = list('LARGE_OPERATIONS', Object.keys(BENCH_OPERATIONS)).map((name) => {
  const operation = BENCH_OPERATIONS[name];
  if (!operation) throw new Error(`no operation named ${name}`);
  return [name, operation] as const;
});
const programs = installedPrograms();

async function* inputs(): AsyncIterable<Input> {
  for (const kind of kinds) {
    if (isPageKind(kind)) for (const pages of list('LARGE_PAGES', [10, 100, 1000])) yield inputOfPages(kind, Number(pages));
    else if (isByteKind(kind)) for (const megabytes of list('LARGE_MB', [45])) yield inputOfMegabytes(kind, Number(megabytes));
    else throw new Error(`no kind named ${kind}`);
  }
}

async function measureInput(input: Input): Promise<Measured> {
  const measured: Measured = { input, programs: {}, operations: {} };
  for (let i = 0; i < ROUNDS; i++) {
    for (const name of programs) (measured.programs[name] ??= []).push(await runInstalled(name, input.path, TIME_MS_MAX));
    for (const [name, operation] of operations) {
      if (isTriedWith(operation, input)) (measured.operations[name] ??= []).push(await runJob(operation, input, TIME_MS_MAX));
    }
  }
  return measured;
}

await bundleProcessor();
const rows: Row[] = [];
for await (const input of inputs()) {
  const ofInput = summarise(await measureInput(input));
  rows.push(...ofInput);
  process.stderr.write(ofInput.map((row) => `${printRow(row)}\n`).join(''));
}
writeResult('large', {
  rounds: ROUNDS,
  seconds_max: TIME_MS_MAX / 1000,
  job_memory_mb: JOB_MEMORY_BYTES / 1e6,
  growth: growthOf(rows),
  rows,
});
