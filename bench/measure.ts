// What the benchmarks share: medians, interleaving, CPU time, and the dated result file.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { ROOT } from '../scripts/local/edge.ts';

const TICKS_A_SECOND = 100;

/** What one run of a program or a job took. */
export interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

/** Linear interpolation between the two nearest ranks. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function round(value: number, digits = 3): number {
  return Number(value.toFixed(digits));
}

/**
 * Runs every contestant once per round, in turn, so that a machine that slows down affects all of them.
 * @returns milliseconds per contestant, one value per round, warm-up rounds left out.
 */
export async function interleave(
  contestants: Readonly<Record<string, () => Promise<unknown>>>,
  rounds: number,
  warmUp: number,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let i = -warmUp; i < rounds; i++) {
    for (const [name, run] of Object.entries(contestants)) {
      const start = performance.now();
      await run();
      if (i >= 0) times[name]?.push(performance.now() - start);
    }
  }
  return times;
}

/** CPU seconds of all children of this process that have ended and were waited for (clock ticks of 10 ms). */
export function endedChildrenSeconds(): number {
  const [user, system] = statOf(process.pid).slice(13, 15);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

/** CPU seconds of the processes and of the children that they waited for. Of one that has ended nothing can be read any more. */
export function cpuSecondsOf(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) for (const field of statOf(pid).slice(11, 15)) ticks += Number(field);
  return ticks / TICKS_A_SECOND;
}

/** The fields behind the program's name, which may hold anything (proc(5)); the first is the state. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Writes bench/results/<date>-<name>.json with the machine beside the figures, and prints it. */
export function writeResult(name: string, figures: object): void {
  const result = {
    name,
    date: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    machine: { cpu: cpus()[0]?.model ?? '', cores: cpus().length, memory_gib: Math.round(totalmem() / 2 ** 30), node: process.version },
    figures,
  };
  mkdirSync(`${ROOT}bench/results`, { recursive: true });
  writeFileSync(`${ROOT}bench/results/${result.date.slice(0, 10)}-${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}
