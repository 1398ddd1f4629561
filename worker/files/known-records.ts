// The classes of records that a file is known to be: a result has those of its sources and those that its job found, and keeps them through
// every further job; the same bytes uploaded again are the same record.

import { RECORD_CLASS_NAMES } from '#contract/edit-policy.ts';
import { cellsOf } from '../cells/find-cell.ts';
import type { Deps } from '../deps.ts';

/** A column for a query over `jobs j`: the classes of the job's sources, separated by commas. */
export const SOURCE_RECORDS = `(SELECT group_concat(k.records) FROM files s
  JOIN files k ON k.account_id = s.account_id AND k.sha256 = s.sha256 AND k.records IS NOT NULL
  WHERE s.id IN (SELECT j.file_id UNION ALL SELECT x.file_id FROM job_sources x WHERE x.job_id = j.id)) AS source_records`;

/** The classes of a job's sources that are known from the account's other cells: the same bytes there are the same record. */
export async function recordsElsewhere(
  deps: Pick<Deps, 'cell' | 'cells' | 'db'>,
  job: { readonly id: string; readonly account_id: string; readonly file_id: string },
): Promise<string | null> {
  if (!deps.cells.areSeveral) return null;
  const hashes = await deps.db
    .prepare(
      'SELECT sha256 FROM files WHERE sha256 IS NOT NULL AND id IN (SELECT ? UNION SELECT file_id FROM job_sources WHERE job_id = ?)',
    )
    .bind(job.file_id, job.id)
    .all<{ sha256: string }>();
  const list = JSON.stringify(hashes.results.map(({ sha256 }) => sha256));
  const others = (await cellsOf(deps, job.account_id)).filter(({ cell }) => cell.name !== deps.cell.name);
  const known = await Promise.all(
    others.map(async ({ db }) =>
      db
        .prepare(
          `SELECT group_concat(records) AS records FROM files
           WHERE account_id = ? AND records IS NOT NULL AND sha256 IN (SELECT value FROM json_each(?))`,
        )
        .bind(job.account_id, list)
        .first<string | null>('records'),
    ),
  );
  return known.flatMap((records) => records ?? []).join(',') || null;
}

/** Two lists of classes as one. */
export function bothRecords(a: string | null, b: string | null): string | null {
  return [a, b].flatMap((records) => records ?? []).join(',') || null;
}

/** @param sources of the column. @param found what a processor reports, in any form. @returns null where there is none */
export function joinRecords(sources: string | null, found: unknown = []): string | null {
  const said = new Set<unknown>([...splitRecords(sources), ...(Array.isArray(found) ? found : [])]);
  return RECORD_CLASS_NAMES.filter((name) => said.has(name)).join(',') || null;
}

export function splitRecords(records: string | null): readonly string[] {
  return records === null ? [] : [...new Set(records.split(','))];
}
