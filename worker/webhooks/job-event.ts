// The event of a job's state.

import { type AnnouncedState, type JobEvent, STATE_EVENTS } from '#contract/events.ts';
import type { Deps } from '../deps.ts';
import type { NewEvent } from './announce.ts';

interface EventSubject {
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

/** Holds if the change happened: a condition on the job's row that only the statement before it in the batch can make true. */
interface EventGuard {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

interface StateChange {
  readonly state: AnnouncedState;
  readonly nowMs: number;
  readonly guard: EventGuard;
  readonly facts?: EventFacts | undefined;
}

/** Not written when the guard does not hold, or when this state of this job was announced before. */
export function jobEvent(deps: Pick<Deps, 'newId'>, job: EventSubject, { state, nowMs, guard, facts = {} }: StateChange): NewEvent {
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
  return {
    accountId: job.account_id,
    cause: `${job.id}:${state}`,
    jobId: job.id,
    fileId: job.file_id,
    createdAt: nowMs,
    body,
    guard: { sql: `EXISTS (SELECT 1 FROM jobs WHERE id = ? AND ${guard.sql})`, values: [job.id, ...guard.values] },
  };
}
