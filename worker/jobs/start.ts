// What a queue message does: claims the job and hands it to the instance that the claim chose. The processor answers 202 and reports by callback;
// the message itself comes back after the lease and checks whether that happened.

import { LIMITS } from '#contract/limits.ts';
import { parseTraceparent, type SpanAttributes } from '#contract/traces.ts';
import { isTerminal } from '#contract/jobs.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { limitsOf } from '#contract/source-limits.ts';
import { budgetOf, stepsOf } from '#contract/steps.ts';
import type { RunJob } from '#contract/processor.ts';
import { type Plan, planOf } from '../plan.ts';
import type { Deps, Region } from '../deps.ts';
import { bothRecords, recordsElsewhere, SOURCE_RECORDS, splitRecords } from '../files/known-records.ts';
import { unseal } from '../seal.ts';
import { signAttempt } from './attempt-address.ts';
import { putSecrets } from './job-secrets.ts';
import { findRoomToRun } from './find-room.ts';
import { readFurtherSources } from './further-sources.ts';
import { giveUpIfDone } from './give-up.ts';
import { BUSY_MS, noteBusy, noteTaken, noteUnreachable } from '../gateways/instance-rows.ts';
import { claimJob, type ClaimedInstance, parkJob, releaseAttempt } from './job-rows.ts';
import type { JobRow } from './job-table.ts';
import { sendJob, wakeAfter, wakeParked } from './wake.ts';

/** What to do with the queue message. */
export type Verdict = { readonly kind: 'ack' } | { readonly kind: 'retry'; readonly delaySeconds: number };

const ACK: Verdict = { kind: 'ack' };
/** At most one message for each instance that is away comes back this often (poolRows). */
const UNREACHABLE_SECONDS = 2;
/** How long after its processing budget an attempt may still fetch, send and report. */
const ADDRESS_SLACK_MS = 10 * 60_000;

type StartDeps = Pick<
  Deps,
  | 'cell'
  | 'cells'
  | 'gates'
  | 'replicas'
  | 'db'
  | 'now'
  | 'newId'
  | 'randomBytes'
  | 'config'
  | 'regions'
  | 'deliveryQueue'
  | 'log'
  | 'traces'
>;

interface StartRow extends JobRow {
  readonly filename: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly plan: string;
  readonly plan_overrides: string | null;
  readonly source_records: string | null;
}

export async function startJob(deps: StartDeps, jobId: string): Promise<Verdict> {
  const job = await findStart(deps, jobId);
  if (!job) return ACK;
  const region = deps.regions.get(job.region);
  // A job that was cancelled or given up while it waited may have carried the second look (dispatch) that others wait for.
  if ((job.state === 'cancelled' || job.state === 'expired') && region) await wakeParked(deps, region);
  if (isTerminal(job.state)) return ACK;
  const nowMs = deps.now();
  if (job.lease_until !== null && job.lease_until > nowMs) return retryAfter(job.lease_until - nowMs);
  if (!region) throw new Error(`job ${jobId} is in the region ${job.region}, which is not configured`);
  if (await giveUpIfDone(deps, region, job)) {
    await wakeAfter(deps, region, job.account_id);
    return ACK;
  }

  const token = deps.newId('request');
  const plan = planOf(deps.config.plans, job);
  const claim = { token, nowMs, leaseUntil: nowMs + deps.config.leaseMs, runningMax: plan.running_jobs, pool: region.pool };
  let instance = await claimJob(deps, job, claim);
  if (!instance && (await findRoomToRun(deps, { accountId: job.account_id, plan }))) instance = await claimJob(deps, job, claim);
  if (!instance) {
    // What ended in another cell before this job was in line did not see it there.
    if (await parkJob(deps, job, nowMs)) await wakeParked(deps, region, (accountId) => accountId === job.account_id);
    return ACK;
  }
  if (job.parked > 0) await wakeParked(deps, region);
  return dispatch(deps, region, job, plan, { attempt: job.attempt + 1, token, instance });
}

async function findStart(deps: StartDeps, jobId: string): Promise<StartRow | undefined> {
  const row = await deps.db
    .prepare(
      `SELECT j.*, f.filename, f.content_type, f.size_bytes, f.sha256, a.plan, a.plan_overrides, ${SOURCE_RECORDS}
       FROM jobs j JOIN files f ON f.id = j.file_id JOIN accounts a ON a.id = j.account_id WHERE j.id = ?`,
    )
    .bind(jobId)
    .first<StartRow>();
  return row ?? undefined;
}

async function dispatch(
  deps: StartDeps,
  region: Region,
  job: StartRow,
  plan: Plan,
  claim: { attempt: number; token: string; instance: ClaimedInstance },
): Promise<Verdict> {
  const ref = { jobId: job.id, attempt: claim.attempt, token: claim.token };
  const { name, known } = claim.instance;
  const startMs = deps.now();
  const message = await runJobMessage(deps, job, plan, { ...claim, hasModel: region.planner !== undefined });
  const answer = await region.pool.reach(name).dispatch(message);
  recordStart(deps, job, { attempt: claim.attempt, startMs, outcome: answer.kind });
  if (answer.kind === 'taken') {
    // It has more slots than was known, or answers again: the jobs that wait in line have their turn.
    if (await noteTaken(deps, region.pool, name, answer.slots, known)) await wakeParked(deps, region);
    return retryAfter(deps.config.leaseMs);
  }

  // Recorded before the job is released, so that no job chooses this instance in between.
  if (answer.kind === 'busy') await noteBusy(deps, region.pool, name, answer.slots);
  else await noteUnreachable(deps, region.pool, name);
  await releaseAttempt(deps, ref, deps.now() + LIMITS.resendAfterMs, false);
  const fields = { job_id: job.id, region: region.name, instance: name };
  if (answer.kind === 'busy') {
    deps.log.info('processor.busy', fields);
    // No job ends when an attempt that was given up frees its slot: a second message checks, and wakes the next job.
    await sendJob(deps, region, job.id, Math.ceil(BUSY_MS / 1000));
    return { kind: 'retry', delaySeconds: answer.retryAfterSeconds };
  }
  deps.log.error('processor.unreachable', answer.cause, fields);
  return { kind: 'retry', delaySeconds: UNREACHABLE_SECONDS };
}

interface Started {
  readonly attempt: number;
  readonly startMs: number;
  readonly outcome: string;
}

/** How long the job has waited, and how long its processor took to take it. */
function recordStart({ traces, now }: StartDeps, job: StartRow, { attempt, startMs, outcome }: Started): void {
  const parent = parseTraceparent(job.traceparent);
  const attributes = { 'job.id': job.id, 'job.type': job.type, 'job.attempt': attempt, 'cloud.region': job.region };
  const span = (name: string, fromMs: number, untilMs: number, more: SpanAttributes) => {
    const context = traces?.begin(job.traceparent ?? undefined);
    if (traces && context && parent)
      traces.record({
        name,
        kind: 'consumer',
        context,
        parentId: parent.spanId,
        startMs: fromMs,
        endMs: untilMs,
        attributes: { ...attributes, ...more },
      });
  };
  // A later attempt waits for another reason.
  if (attempt === 1) span('job queued', job.created_at, startMs, {});
  span('job dispatched', startMs, now(), { 'job.outcome': outcome });
}

async function runJobMessage(
  deps: StartDeps,
  job: StartRow,
  plan: Plan,
  claim: { attempt: number; token: string; hasModel: boolean },
): Promise<RunJob> {
  const open = JSON.parse(job.params) as Record<string, unknown>;
  const budgetMs = budgetOf(job.type, open, OPERATIONS[job.type].processingMsMax);
  const base = deps.config.internalBaseUrl.replace(/\/$/, '');
  const resultBytesMax = LIMITS.resultBytesFactor * plan.file_bytes;
  const address = await signAttempt(
    deps,
    { jobId: job.id, attempt: claim.attempt, resultBytesMax },
    deps.now() + budgetMs + ADDRESS_SLACK_MS,
  );
  const further = await readFurtherSources(deps, job.type, job.id);
  const records = bothRecords(job.source_records, await recordsElsewhere(deps, job));
  const secrets =
    job.password_sealed === null ? undefined : await unseal(deps.config.sealingSecret, 'job password', job.id, job.password_sealed);
  const params = secrets === undefined ? open : putSecrets(job.type, open, secrets);
  return {
    job_id: job.id,
    attempt: claim.attempt,
    attempt_token: claim.token,
    type: job.type,
    params,
    sources: [{ ...job, id: job.file_id }, ...further].map(({ id, filename, content_type, size_bytes, sha256 }, position) => ({
      file_id: id,
      url: `${base}/internal/attempts/${address}/source${position === 0 ? '' : `/${position}`}`,
      filename,
      content_type,
      size_bytes: size_bytes ?? 0,
      sha256: sha256 ?? '',
    })),
    account_id: job.account_id,
    results_url: `${base}/internal/attempts/${address}/results`,
    heartbeat_url: `${base}/internal/jobs/${job.id}/heartbeat`,
    report_url: `${base}/internal/jobs/${job.id}/report`,
    ...(claim.hasModel && stepsOf(job.type, open).some(({ operation }) => operation === 'ai_edit')
      ? { model_url: `${base}/internal/jobs/${job.id}/model` }
      : {}),
    limits: {
      processing_ms: budgetMs,
      pages: Math.min(plan.pages, limitsOf(OPERATIONS[job.type], params).pagesMax ?? plan.pages),
      output_bytes: resultBytesMax,
      ...(plan.editable_records ? { editable_records: plan.editable_records } : {}),
      ...(records === null ? {} : { source_records: [...splitRecords(records)] }),
      planning_ms: LIMITS.planningMs[job.attempts] ?? LIMITS.planningMs.at(-1),
    },
    lease_ms: deps.config.leaseMs,
    ...(job.request_id === null ? {} : { request_id: job.request_id }),
    ...(job.traceparent === null ? {} : { traceparent: job.traceparent }),
  };
}

function retryAfter(ms: number): Verdict {
  return { kind: 'retry', delaySeconds: Math.max(1, Math.ceil(ms / 1000)) };
}
