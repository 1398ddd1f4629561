// `POST /run/{operation}`: a job in one call. The files of a form are stored, the job on them is accepted as any other, and the answer is its
// result, if that comes in time. A client that goes away takes its job with it, unless an Idempotency-Key says that it may come back.

import type { AcceptedJob } from '#contract/api.ts';
import { RunForm } from '#contract/api.ts';
import { isTerminal } from '#contract/jobs.ts';
import { LIMITS } from '#contract/limits.ts';
import type { OperationName } from '#contract/operations.ts';
import type { z } from 'zod';
import { cellOf } from '../cells/find-cell.ts';
import type { Deps } from '../deps.ts';
import { deleteFile } from '../files/erase.ts';
import type { FileRow } from '../files/file-table.ts';
import { receiveFiles, withdrawFiles } from '../files/receive-form.ts';
import { actorOf, type AppContext } from '../http/context.ts';
import { answerIsKept, formKeyOf, keepAnswer, releaseForm, reserveForm } from '../http/idempotency.ts';
import { isForm } from '../http/multipart.ts';
import { readBounded, refuseMediaType, validate } from '../http/read-body.ts';
import { acceptJob } from '../jobs/accept.ts';
import { cancelJob, cancelJobsOfFile } from '../jobs/cancel.ts';
import { bodyWithFiles, readsSeveral } from '../jobs/further-sources.ts';
import { findOwnJob, type JobView } from '../jobs/job-rows.ts';
import { headersOf, traceparentOf } from '../jobs/routes.ts';
import { sendJob } from '../jobs/wake.ts';
import { readState } from '../jobs/watch.ts';
import { ok, type Result } from '../result.ts';

type Fields = z.output<typeof RunForm>;

/** What a run came to: the job as it is at the end of the wait. */
export interface Ran extends JobView {
  readonly isReplay: boolean;
}

/** @param waitMs How long it waits for the job, from its acceptance. */
export async function run(c: AppContext, type: OperationName, waitMs: number): Promise<Result<Ran>> {
  const { accountId } = c.get('caller');
  const started = await startRun(c, type);
  if (!started.ok) return started;
  const { jobId, files } = started.value;
  const deps = await cellOf(c.get('deps'), 'job', jobId);
  c.set('deps', deps);
  const { signal } = c.req.raw;
  await waitForEnd(deps, jobId, deps.now() + waitMs, signal);
  if (signal.aborted && c.req.header('idempotency-key') === undefined) await undo(c, jobId, files);
  const found = await findOwnJob(deps, accountId, jobId);
  return found.ok ? ok({ ...found.value, isReplay: files.length === 0 }) : found;
}

interface Started {
  readonly jobId: string;
  /** Empty where an equal request has started the job. */
  readonly files: readonly FileRow[];
}

async function startRun(c: AppContext, type: OperationName): Promise<Result<Started>> {
  const key = formKeyOf(c);
  if (!key.ok) {
    // A client that is still sending a small form reads the answer rather than a closed connection.
    await readBounded(c.req.raw, LIMITS.jsonBodyBytesMax);
    return key;
  }
  const received = await receiveRun(c, type);
  if (!received.ok) return received;
  const { files, fields } = received.value;
  const deps = await cellOf(c.get('deps'), 'file', files[0]?.id ?? '');
  c.set('deps', deps);
  const sources = files.map(({ filename, content_type, sha256 }) => ({ filename, content_type, sha256 }));
  const known = await reserveForm(c, { ...fields, sources });
  if (!known.ok || known.value) {
    await withdrawFiles(deps, files);
    return known.ok ? ok({ jobId: (JSON.parse(known.value?.body ?? '') as AcceptedJob).job_id, files: [] }) : known;
  }
  const jobId = await acceptRun(c, type, fields, files);
  if (!jobId.ok) {
    await withdrawFiles(deps, files);
    await releaseForm(c);
    return jobId;
  }
  return ok({ jobId: jobId.value, files });
}

async function receiveRun(c: AppContext, type: OperationName): Promise<Result<{ files: readonly FileRow[]; fields: Fields }>> {
  const contentType = c.req.header('content-type') ?? '';
  if (!isForm(contentType)) return refuseMediaType('multipart/form-data', contentType);
  let fields: Fields | undefined;
  const files = await receiveFiles(
    c.get('deps'),
    c.get('caller'),
    { contentType, body: c.req.raw.body },
    {
      fields: new Set(Object.keys(RunForm.shape)),
      json: ['params', 'metadata'],
      filesMax: readsSeveral(type) ? LIMITS.runFilesMax : 1,
      late: new Set(['params', 'metadata']),
      describeFiles: (texts) => {
        const read = validate(RunForm, texts);
        if (!read.ok) return read;
        fields = read.value;
        return ok({ region: fields.region });
      },
    },
  );
  return files.ok && fields ? ok({ files: files.value, fields }) : (files as Result<never>);
}

/** @returns the job's identifier. */
async function acceptRun(c: AppContext, type: OperationName, fields: Fields, files: readonly FileRow[]): Promise<Result<string>> {
  const deps = c.get('deps');
  const { params, metadata } = fields;
  const ids = files.map(({ id }) => id);
  const body = { ...bodyWithFiles(type, params, ids), ...(metadata === undefined ? {} : { metadata }) };
  const request = { type, body, requestId: c.get('requestId'), traceparent: traceparentOf(c) };
  const accepted = await acceptJob(deps, c.get('caller'), request, async (job) => {
    const stored = { status: 202, body: JSON.stringify(job), headers: headersOf(job) };
    return keepAnswer(c, stored, { sql: 'EXISTS (SELECT 1 FROM jobs WHERE id = ?)', values: [job.job_id] });
  });
  if (!accepted.ok) return accepted;
  await answerIsKept(c);
  const { answer: job, region } = accepted.value;
  deps.log.info('job.accepted', { job_id: job.job_id, type, request_id: request.requestId, run: true });
  await sendJob(deps, region, job.job_id);
  return ok(job.job_id);
}

/**
 * A pause between two looks: a share of the time that the job has taken, so that a quick job is answered at once, and a minute takes fewer looks
 * than the thousand queries that one request may make.
 */
function pauseAfter(elapsedMs: number): number {
  return Math.min(120, Math.max(15, elapsedMs * 0.03));
}

async function waitForEnd(deps: Pick<Deps, 'db' | 'now'>, jobId: string, untilMs: number, signal: AbortSignal): Promise<void> {
  const startMs = deps.now();
  for (;;) {
    const state = await readState(deps, jobId);
    const nowMs = deps.now();
    if (state === null || isTerminal(state) || signal.aborted || nowMs >= untilMs) return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseAfter(nowMs - startMs), untilMs - nowMs)));
  }
}

/** Nobody waits for the job: it is cancelled, and its files are deleted. */
async function undo(c: AppContext, jobId: string, files: readonly FileRow[]): Promise<void> {
  const deps = c.get('deps');
  deps.log.info('run.abandoned', { job_id: jobId });
  await cancelJob(deps, c.get('caller').accountId, jobId);
  const view = await findOwnJob(deps, c.get('caller').accountId, jobId);
  for (const file of [...files, ...(view.ok ? view.value.results : [])]) {
    await deleteFile(deps, actorOf(c), file);
    await cancelJobsOfFile(deps, file.id);
  }
}
