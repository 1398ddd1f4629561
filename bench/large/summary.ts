// From runs to a table: medians over the rounds, and ratios to the programs, each of the same round.

import { type Cost, median, round } from '../measure.ts';
import type { Input, Kind } from './inputs.ts';
import { BENCH_OPERATIONS } from './operations.ts';
import type { ProgramName } from './programs.ts';
import type { JobRun } from './run-job.ts';

/** A value for each round. */
export interface Measured {
  readonly input: Input;
  /** Undefined where the program failed. */
  readonly programs: Partial<Record<ProgramName, (Cost | undefined)[]>>;
  readonly operations: Record<string, JobRun[]>;
}

export interface Row {
  readonly kind: Kind;
  readonly pages?: number;
  readonly megabytes: number;
  /** An operation of ours, or a program. */
  readonly name: string;
  readonly outcome: string;
  readonly seconds: number;
  readonly cpu_seconds: number;
  readonly cpu_ms_a_page?: number;
  readonly peak_mb: number;
  /** Our CPU time by that of the program. */
  readonly cpu_beside?: Readonly<Record<string, number>>;
}

/** Fewer pages say more of the start of a process than of pages. */
const GROWTH_PAGES_MIN = 100;

export function summarise(measured: Measured): Row[] {
  const { input, programs, operations } = measured;
  const ofPrograms = Object.entries(programs).map(([name, rounds]) => {
    const runs = rounds.filter((run) => run !== undefined);
    return rowOf(input, name, runs.length === rounds.length ? 'succeeded' : 'failed', runs);
  });
  const ofOperations = Object.entries(operations).map(([name, runs]) => {
    const outcomes = [...new Set(runs.map(({ outcome }) => outcome))].join(', ');
    const beside = outcomes === 'succeeded' ? ratiosOf(runs, programs, BENCH_OPERATIONS[name]?.beside ?? []) : {};
    return { ...rowOf(input, name, outcomes, runs), cpu_beside: beside };
  });
  return [...ofPrograms, ...ofOperations];
}

/** The time of a page of the longest document by that of the shortest that is long enough; 1 where the time is linear. */
export function growthOf(rows: readonly Row[]): Record<string, string> {
  const groups = Object.groupBy(
    rows.filter(({ outcome, pages = 0 }) => outcome === 'succeeded' && pages >= GROWTH_PAGES_MIN),
    ({ kind, name }) => `${kind} ${name}`,
  );
  const growth: Record<string, string> = {};
  for (const [key, group = []] of Object.entries(groups)) {
    const [first, last] = [group[0], group.at(-1)];
    if (!first?.cpu_ms_a_page || !last?.cpu_ms_a_page || first === last) continue;
    growth[key] = `${round(last.cpu_ms_a_page / first.cpu_ms_a_page, 2)} (${first.pages} to ${last.pages} pages)`;
  }
  return growth;
}

export function printRow({ kind, pages, megabytes, name, outcome, seconds, cpu_ms_a_page, peak_mb, cpu_beside = {} }: Row): string {
  const size = pages === undefined ? `${round(megabytes, 0)} MB` : `${pages} pages`;
  const beside = Object.entries(cpu_beside).map(([program, ratio]) => `${ratio} × ${program}`);
  const page = cpu_ms_a_page === undefined ? '' : `${cpu_ms_a_page} ms a page`;
  const cells = [kind.padEnd(12), size.padStart(12), name.padEnd(18), outcome.padEnd(14), `${seconds} s`.padStart(9), page.padStart(19)];
  return `${cells.join('  ')}  ${`${peak_mb} MB`.padStart(8)}  ${beside.join(', ')}`.trimEnd();
}

function rowOf({ kind, pages, bytes }: Input, name: string, outcome: string, runs: readonly Cost[]): Row {
  const of = (value: (cost: Cost) => number, digits: number): number => round(runs.length === 0 ? 0 : median(runs.map(value)), digits);
  // Of a job that failed nobody knows how many pages it read.
  const pagesRead = pages !== undefined && outcome === 'succeeded' ? Math.min(pages, pagesReadBy(name)) : undefined;
  return {
    kind,
    ...(pages === undefined ? {} : { pages }),
    megabytes: round(bytes / 1e6, 1),
    name,
    outcome,
    seconds: of(({ seconds }) => seconds, 2),
    cpu_seconds: of(({ cpuSeconds }) => cpuSeconds, 2),
    ...(pagesRead === undefined ? {} : { cpu_ms_a_page: of(({ cpuSeconds }) => (1000 * cpuSeconds) / pagesRead, 1) }),
    peak_mb: of(({ peakBytes }) => peakBytes / 1e6, 0),
  };
}

/** To those programs that took long enough to be measured. */
function ratiosOf(runs: readonly JobRun[], programs: Measured['programs'], names: readonly ProgramName[]): Record<string, number> {
  const ratios: Record<string, number> = {};
  for (const name of names) {
    const rounds = programs[name] ?? [];
    const values = runs.flatMap(({ cpuSeconds }, index) => {
      const peer = rounds[index]?.cpuSeconds ?? 0;
      return peer > 0 ? [cpuSeconds / peer] : [];
    });
    if (values.length > 0) ratios[name] = round(median(values), 1);
  }
  return ratios;
}

function pagesReadBy(name: string): number {
  return (name === 'pdftoppm_10_pages' ? BENCH_OPERATIONS['jpg'] : BENCH_OPERATIONS[name])?.pagesRead ?? Number.POSITIVE_INFINITY;
}
