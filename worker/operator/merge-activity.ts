// What cells say of their jobs, as one: sums are added, and percentiles, which cannot be, are found again among the times of all of them.

import { DURATION_BOUNDS_MS, LAST_FAILURES } from '#contract/activity.ts';
import type { OperationName } from '#contract/operations.ts';

export interface TimesRow {
  readonly type: OperationName;
  readonly queue_ms: number;
  readonly run_ms: number;
}

type OfTimes<N extends string> = Record<`${N}_p50` | `${N}_p95` | `${N}_sum`, number> & Record<`${N}_counts`, string>;
/** Empty: of all operations. */
export type DurationRow = { readonly type: OperationName | ''; readonly jobs: number } & OfTimes<'queue'> & OfTimes<'run'>;

/** As the statement of one database counts (statements.ts). */
export function durationsOf(rows: readonly TimesRow[]): DurationRow[] {
  const byType = Map.groupBy<OperationName | '', TimesRow>(rows, ({ type }) => type);
  if (rows.length > 0) byType.set('', [...rows]);
  return [...byType]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, own]) => ({
      type,
      jobs: own.length,
      ...summed(
        'queue',
        own.map(({ queue_ms }) => queue_ms),
      ),
      ...summed(
        'run',
        own.map(({ run_ms }) => run_ms),
      ),
    }));
}

function summed<N extends 'queue' | 'run'>(name: N, times: readonly number[]): OfTimes<N> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (percent: number) => sorted[Math.floor((sorted.length * percent + 99) / 100) - 1] ?? 0;
  const counts = [...DURATION_BOUNDS_MS, Infinity].map((bound, i) => {
    const above = DURATION_BOUNDS_MS[i - 1] ?? -Infinity;
    return sorted.filter((ms) => ms > above && ms <= bound).length;
  });
  return {
    [`${name}_p50`]: at(50),
    [`${name}_p95`]: at(95),
    [`${name}_sum`]: sorted.reduce((sum, ms) => sum + ms, 0),
    [`${name}_counts`]: JSON.stringify(counts),
  } as unknown as OfTimes<N>;
}

/** Rows with the same key become one, whose figures are added. */
export function addUpBy<R extends object>(rows: readonly R[], keys: readonly (keyof R)[], figures: readonly (keyof R)[]): R[] {
  const sums = new Map<string, R>();
  for (const row of rows) {
    const name = JSON.stringify(keys.map((key) => row[key]));
    const known = sums.get(name);
    const added = known && Object.fromEntries(figures.map((figure) => [figure, Number(known[figure]) + Number(row[figure])]));
    sums.set(name, added ? { ...row, ...added } : row);
  }
  return [...sums.values()];
}

export interface FailureRow {
  readonly reason: string;
  readonly jobs: number;
  /** JSON of the latest ones. */
  readonly last: string;
}

export function addUpFailures(rows: readonly FailureRow[]): FailureRow[] {
  const byReason = Map.groupBy(rows, ({ reason }) => reason);
  const merged = [...byReason].map(([reason, own]) => {
    const last = own
      .flatMap((row) => JSON.parse(row.last) as { completed_at: number }[])
      .toSorted((a, b) => b.completed_at - a.completed_at);
    return { reason, jobs: own.reduce((sum, { jobs }) => sum + jobs, 0), last: JSON.stringify(last.slice(0, LAST_FAILURES)) };
  });
  return merged.toSorted((a, b) => b.jobs - a.jobs || (a.reason < b.reason ? -1 : 1));
}
