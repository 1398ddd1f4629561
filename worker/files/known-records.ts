// The classes of records that a file is known to be: a result has those of its sources and those that its job found, and keeps them through
// every further job; the same bytes uploaded again are the same record.

import { RECORD_CLASS_NAMES } from '#contract/edit-policy.ts';

/** A column for a query over `jobs j`: the classes of the job's sources, separated by commas. */
export const SOURCE_RECORDS = `(SELECT group_concat(k.records) FROM files s
  JOIN files k ON k.account_id = s.account_id AND k.sha256 = s.sha256 AND k.records IS NOT NULL
  WHERE s.id IN (SELECT j.file_id UNION ALL SELECT x.file_id FROM job_sources x WHERE x.job_id = j.id)) AS source_records`;

/** @param sources of the column. @param found what a processor reports, in any form. @returns null where there is none */
export function joinRecords(sources: string | null, found: unknown = []): string | null {
  const said = new Set<unknown>([...splitRecords(sources), ...(Array.isArray(found) ? found : [])]);
  return RECORD_CLASS_NAMES.filter((name) => said.has(name)).join(',') || null;
}

export function splitRecords(records: string | null): readonly string[] {
  return records === null ? [] : [...new Set(records.split(','))];
}
