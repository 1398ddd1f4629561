// Removes rows about what ended long ago. A file's row stays as long as a job's row names it.

import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { removeEventsOf } from '../webhooks/event-table.ts';

const ROWS_PER_RUN = 200;

/** @returns how many rows were removed. */
export async function forgetRows(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = deps.now() - LIMITS.rowsKeptMs;
  const answersBefore = deps.now() - LIMITS.modelAnswersKeptMs;
  const files = await deps.db
    .prepare(
      `SELECT id FROM files WHERE deleted_at <= ? AND state IN ('deleted', 'expired')
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.file_id = files.id)
         AND NOT EXISTS (SELECT 1 FROM job_sources WHERE job_sources.file_id = files.id) ORDER BY deleted_at LIMIT ?`,
    )
    .bind(before, ROWS_PER_RUN)
    .all<{ id: string }>();
  const fileIds = files.results.map(({ id }) => id);
  const [, ...removed] = await deps.db.batch([
    removeEventsOf(deps.db, fileIds),
    deps.db.prepare('DELETE FROM files WHERE id IN (SELECT value FROM json_each(?))').bind(JSON.stringify(fileIds)),
    deps.db
      .prepare('DELETE FROM dead_letters WHERE id IN (SELECT id FROM dead_letters WHERE received_at <= ? LIMIT ?)')
      .bind(before, ROWS_PER_RUN),
    deps.db
      .prepare('DELETE FROM model_answers WHERE key IN (SELECT key FROM model_answers WHERE created_at <= ? LIMIT ?)')
      .bind(answersBefore, ROWS_PER_RUN),
  ]);
  return removed.reduce((sum, result) => sum + result.meta.changes, 0);
}
