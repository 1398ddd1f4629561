// The event of a file's end: once for each upload and each result, whether it was deleted or expired.

import type { FileEvent } from '#contract/events.ts';
import type { Deps } from '../deps.ts';
import type { NewEvent } from './announce.ts';

interface EndedFile {
  readonly id: string;
  readonly account_id: string;
  readonly job_id: string | null;
}

/** Written only if the row has just entered that state, and never twice for one file. */
export function fileExpired(deps: Pick<Deps, 'newId'>, file: EndedFile, state: 'deleted' | 'expired', nowMs: number): NewEvent {
  const body: FileEvent = {
    event: 'file.expired',
    event_id: deps.newId('event'),
    created_at: new Date(nowMs).toISOString(),
    file_id: file.id,
    ...(file.job_id === null ? {} : { job_id: file.job_id }),
    reason: state === 'deleted' ? 'deleted' : 'retention',
  };
  return {
    accountId: file.account_id,
    cause: `${file.id}:ended`,
    jobId: file.job_id,
    fileId: file.id,
    createdAt: nowMs,
    body,
    guard: {
      sql: 'EXISTS (SELECT 1 FROM files WHERE id = ? AND state = ? AND deleted_at = ?)',
      values: [file.id, state, nowMs],
    },
  };
}
