// Time and memory of the same pages as Markdown by others: liteparse where LITEPARSE names a module of it (it is no dependency of the project), and
// as plain text by pdftotext. Each contestant has a process for itself and goes through all files; they take turns.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median, round } from '../measure.ts';

export interface Spent {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

const RUN = fileURLToPath(new URL('run-contestant.ts', import.meta.url));
const LITEPARSE = process.env['LITEPARSE'];
const CONTESTANTS = ['ours', 'pdftotext', ...(LITEPARSE !== undefined && existsSync(LITEPARSE) ? ['liteparse'] : [])];

/** @param files paths @returns the medians of each contestant */
export function measureBeside(files: readonly string[], rounds: number): object {
  const spent = new Map<string, Spent[]>(CONTESTANTS.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const name of CONTESTANTS) spent.get(name)?.push(runOne(name, files));
  return Object.fromEntries(
    [...spent].map(([name, all]) => {
      const seconds = median(all.map((one) => one.seconds));
      return [
        name,
        {
          files_per_second: round(files.length / seconds, 1),
          cpu_seconds: round(median(all.map(({ cpuSeconds }) => cpuSeconds)), 2),
          peak_mb: Math.round(median(all.map(({ peakMb }) => peakMb))),
        },
      ];
    }),
  );
}

function runOne(name: string, files: readonly string[]): Spent {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, name, ...files], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Spent;
}
