// Usage: counted when a job ends, in the batch that ends it; read by day. Running jobs are not in it.

import { USAGE_COUNTS, type Usage, type UsageCounts, type UsageQuery } from '#contract/keys.ts';
import { LIMITS } from '#contract/limits.ts';
import type { OperationName } from '#contract/operations.ts';
import type { z } from 'zod';
import { dayOf } from '../calendar.ts';
import { cellsOf } from '../cells/find-cell.ts';
import type { Deps } from '../deps.ts';
import { ok, refuseField, type Result } from '../result.ts';
import type { UsageDayRow } from './usage-table.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS_DEFAULT = 30;

interface EndedJob {
  readonly id: string;
  readonly account_id: string;
  readonly key_id: string | null;
  readonly type: OperationName;
}

/** For the place directly behind the statement that ends the job: counts if and only if that one changed the row. */
export function countEnd(
  deps: Pick<Deps, 'db'>,
  job: EndedJob,
  state: 'succeeded' | 'failed' | 'cancelled' | 'expired',
  nowMs: number,
): D1PreparedStatement {
  const sum = (name: string) => `${name} = ${name} + excluded.${name}`;
  const metric = (name: string) => `CAST(coalesce(json_extract(metrics, '$.${name}'), 0) AS INTEGER)`;
  return deps.db
    .prepare(
      `INSERT INTO usage_days (account_id, day, key_id, type, jobs, ${state}, pages, input_bytes, output_bytes, processing_ms)
       SELECT ?, ?, ?, ?, steps, steps, ${metric('pages')}, ${metric('input_bytes')}, ${metric('output_bytes')}, ${metric('processing_ms')}
       FROM jobs WHERE id = ? AND changes() > 0
       ON CONFLICT (account_id, day, key_id, type) DO UPDATE SET ${['jobs', state, 'pages', 'input_bytes', 'output_bytes', 'processing_ms'].map(sum).join(', ')}`,
    )
    .bind(job.account_id, dayOf(nowMs), job.key_id ?? '', job.type, job.id);
}

type CountedRow = UsageCounts & Pick<UsageDayRow, 'day'> & Partial<Pick<UsageDayRow, 'key_id' | 'type'>>;

/** Of each cell in the order of its keys. */
function addUp(parts: readonly CountedRow[][]): CountedRow[] {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const rows = new Map<string, CountedRow>();
  for (const row of parts.flat()) {
    const name = [row.day, row.key_id ?? '', row.type ?? ''].join(' ');
    const known = rows.get(name);
    const sums = known && Object.fromEntries(USAGE_COUNTS.map((count) => [count, known[count] + row[count]]));
    rows.set(name, sums ? { ...row, ...sums } : row);
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

export async function readUsage(
  deps: Pick<Deps, 'cells' | 'now'>,
  accountId: string,
  query: z.output<typeof UsageQuery>,
): Promise<Result<Usage>> {
  const to = query.to ?? dayOf(deps.now());
  const from = query.from ?? dayOf(Date.parse(to) - (DAYS_DEFAULT - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return refuseField('from', 'range', '`from` is later than `to`.');
  if (days > LIMITS.usageDaysMax) return refuseField('from', 'range', `At most ${LIMITS.usageDaysMax} days are answered at once.`);
  const group = query.group_by === 'key' ? ['key_id'] : query.group_by === 'type' ? ['type'] : [];
  const keys = ['day', ...group].join(', ');
  const parts = await Promise.all(
    (await cellsOf(deps, accountId)).map(({ db }) =>
      db
        .prepare(
          `SELECT ${keys}, ${USAGE_COUNTS.map((name) => `sum(${name}) AS ${name}`).join(', ')}
           FROM usage_days WHERE account_id = ? AND day >= ? AND day <= ? GROUP BY ${keys} ORDER BY ${keys}`,
        )
        .bind(accountId, from, to)
        .all<CountedRow>(),
    ),
  );
  const results = addUp(parts.map((part) => part.results));
  const totals = Object.fromEntries(
    USAGE_COUNTS.map((name) => [name, results.reduce((sum, row) => sum + row[name], 0)]),
  ) as unknown as UsageCounts;
  // A job from before keys were counted names none.
  return ok({ from, to, totals, data: results.map(({ key_id, ...row }) => (key_id ? { ...row, key_id } : row)) });
}
