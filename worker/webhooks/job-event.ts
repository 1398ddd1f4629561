// The event of a job's state: its payload, and the guarded statement that writes it in the same batch as the change.

import { type JobEvent, STATE_EVENTS } from '#contract/events.ts';
import type { JobState } from '#contract/jobs.ts';
import type { Deps } from '../deps.ts';

export interface EventSubject {
  readonly id: string;
  readonly account_id: string;
  readonly type: string;
  readonly file_id: string;
  readonly metadata: string | null;
}

export interface EventFacts {
  readonly resultFileId?: string;
  readonly error?: JobEvent['error'];
}

/** Says that the change happened: a condition on the job's row that only the statement before it in the batch can have made true. */
export interface EventGuard {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Writes nothing when the guard does not hold, or when this state of this job was announced before. */
export function announceState(
  deps: Pick<Deps, 'db' | 'newId'>,
  job: EventSubject,
  state: JobState,
  nowMs: number,
  guard: EventGuard,
  facts: EventFacts = {},
): D1PreparedStatement {
  const { event, sequence } = STATE_EVENTS[state];
  const body: JobEvent = {
    event,
    event_id: deps.newId('event'),
    created_at: new Date(nowMs).toISOString(),
    job_id: job.id,
    job_type: job.type,
    status: state,
    sequence,
    file_id: job.file_id,
    ...(facts.resultFileId === undefined ? {} : { result_file_id: facts.resultFileId }),
    ...(facts.error === undefined ? {} : { error: facts.error }),
    ...(job.metadata === null ? {} : { metadata: JSON.parse(job.metadata) as Record<string, string> }),
  };
  return deps.db
    .prepare(
      `INSERT OR IGNORE INTO events (id, account_id, event, cause, job_id, file_id, created_at, body)
       SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM jobs WHERE id = ? AND ${guard.sql})`,
    )
    .bind(
      body.event_id,
      job.account_id,
      event,
      `${job.id}:${state}`,
      job.id,
      job.file_id,
      nowMs,
      JSON.stringify(body),
      job.id,
      ...guard.values,
    );
}
