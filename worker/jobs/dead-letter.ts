// Stores dead letters, and sends a job's message again when the operator asks for it.

import { isTerminal } from '#contract/jobs.ts';
import { LIMITS } from '#contract/limits.ts';
import { type Actor, auditChange } from '../accounts/audit.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import type { DeadLetterRow } from './dead-letter-table.ts';
import { findJob } from './job-rows.ts';
import { sendJob } from './wake.ts';

const BODY_CHARS_MAX = 1000;

export async function storeDeadLetter(deps: Pick<Deps, 'db' | 'now' | 'newId'>, queue: string, body: unknown): Promise<void> {
  const jobId = (body as { job_id?: unknown } | null)?.job_id;
  await deps.db
    .prepare('INSERT INTO dead_letters (id, queue, job_id, body, received_at) VALUES (?, ?, ?, ?, ?)')
    .bind(
      deps.newId('deadLetter'),
      queue,
      typeof jobId === 'string' ? jobId.slice(0, BODY_CHARS_MAX) : null,
      (JSON.stringify(body) ?? 'null').slice(0, BODY_CHARS_MAX),
      deps.now(),
    )
    .run();
}

interface Resent {
  readonly job_id: string;
  readonly status: string;
  /** False: the job has ended and needs no message, or the queue did not take it and the sweep follows. */
  readonly sent: boolean;
}

type ResendDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'regions' | 'log'>;

/** Sends the job's message again, also for a job that waits in line: the same rules judge it as always. */
export async function resendJob(deps: ResendDeps, actor: Actor, jobId: string): Promise<Result<Resent>> {
  const job = await findJob(deps, jobId);
  if (!job) return refuse('not_found', 'There is no such job.');
  if (isTerminal(job.state)) return ok({ job_id: job.id, status: job.state, sent: false });
  const region = deps.regions.get(job.region);
  if (!region) return refuse('unavailable', `The region ${job.region} is not configured.`);
  // The row first: if the message is lost, the sweep sends it again. A job that waits in line or runs keeps its own time.
  await deps.db.batch([
    deps.db
      .prepare(`UPDATE jobs SET wake_at = CASE WHEN state = 'queued' AND wake_at IS NOT NULL THEN ? ELSE wake_at END WHERE id = ?`)
      .bind(deps.now() + LIMITS.resendAfterMs, job.id),
    auditChange(deps, actor, { accountId: job.account_id, action: 'job.resent', subjectId: job.id }),
  ]);
  return ok({ job_id: job.id, status: job.state, sent: await sendJob(deps, region, job.id) });
}

export async function replayDeadLetter(
  deps: ResendDeps,
  actor: Actor,
  deadLetterId: string,
): Promise<Result<Resent & { dead_letter_id: string }>> {
  const letter = await deps.db.prepare('SELECT * FROM dead_letters WHERE id = ?').bind(deadLetterId).first<DeadLetterRow>();
  if (!letter) return refuse('not_found', 'There is no such dead letter.');
  if (letter.job_id === null) return refuse('invalid_request', 'The message names no job, so there is nothing to replay.');
  const resent = await resendJob(deps, actor, letter.job_id);
  if (!resent.ok) return resent;
  await deps.db.prepare('UPDATE dead_letters SET replayed_at = ? WHERE id = ?').bind(deps.now(), deadLetterId).run();
  return ok({ dead_letter_id: deadLetterId, ...resent.value });
}
