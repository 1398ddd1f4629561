// HTTP of `POST /run/{operation}`: the result of a job as bytes, its evidence as headers.

import { isTerminal } from '#contract/jobs.ts';
import { LIMITS } from '#contract/limits.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '#contract/operations.ts';
import type { JobError } from '#contract/processor.ts';
import { openBytes, sendWhole } from '../files/send.ts';
import { uniqueNames, zipStream } from '../files/zip-stream.ts';
import { contentDisposition } from '../files/addresses.ts';
import { answer, answerRefusal } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { refuseOperation } from '../http/unknown-path.ts';
import type { JobRow } from '../jobs/job-table.ts';
import { jobObject } from '../jobs/job.ts';
import { type Ran, run } from './run.ts';

export async function handleRun(c: AppContext): Promise<Response> {
  const type = OPERATION_NAMES.find((name) => OPERATIONS[name].path === c.req.param('operation'));
  if (!type) return answerRefusal(c, refuseOperation(c.req.param('operation') ?? ''));
  // Goes on for a moment when the client has gone, so that nothing of the run stays.
  const response = handle(c, type);
  c.executionCtx.waitUntil(response.catch(() => undefined));
  return response;
}

async function handle(c: AppContext, type: OperationName): Promise<Response> {
  const ran = await run(c, type, waitOf(c) * 1000);
  if (!ran.ok) return answerRefusal(c, ran.refusal);
  const { job, results, isReplay } = ran.value;
  c.header('Link', `</v1/jobs/${job.id}>; rel="describedby"`);
  c.header('Job-Id', job.id);
  if (isReplay) c.header('Idempotent-Replayed', 'true');
  if (!isTerminal(job.state)) return answer(c, 202, jobObject(job, results), { Location: `/v1/jobs/${job.id}`, 'Retry-After': '1' });
  const usable = results.filter((file) => file.state === 'uploaded');
  if (job.state !== 'succeeded' || usable.length === 0) return answerRefusal(c, refusalOf(job));
  return sendResults(c, ran.value);
}

/** Seconds, RFC 7240, section 4.3. */
function waitOf(c: AppContext): number {
  const wait = /(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])/i.exec(c.req.header('prefer') ?? '')?.[1];
  return Math.min(LIMITS.runWaitSecondsMax, Number(wait ?? LIMITS.runWaitSecondsMax));
}

function refusalOf(job: JobRow): Parameters<typeof answerRefusal>[1] {
  if (job.error === null) return { code: 'job_failed', message: `The job is ${job.state}, and has no result.` };
  const { reason, message } = JSON.parse(job.error) as JobError;
  return { code: 'job_failed', message, details: [{ field: 'file', issue: reason, message }] };
}

async function sendResults(c: AppContext, { job, results }: Ran): Promise<Response> {
  const deps = c.get('deps');
  const [first] = results;
  if (first && results.length === 1) return withEvidence(c, await sendWhole(deps, first), job);
  const names = uniqueNames(results.map(({ filename }) => filename));
  const entries = results.map((file, i) => ({
    name: names[i] ?? file.id,
    modifiedMs: file.created_at,
    open: async () => openBytes(deps, file),
  }));
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('results.zip'),
    'Cache-Control': 'no-store',
  };
  return withEvidence(c, new Response(zipStream(entries), { headers }), job);
}

/** Headers hold ASCII: what is beyond is escaped, as JSON allows. */
function withEvidence(c: AppContext, response: Response, job: JobRow): Response {
  const report = (job.report ?? '{}').replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const summary = JSON.stringify({
    verification: (JSON.parse(job.report ?? '{}') as { verification?: unknown }).verification,
    truncated: true,
  });
  const told = [report, summary].find((text) => text.length <= LIMITS.reportHeaderBytesMax && /^[\x20-\x7e]*$/.test(text));
  if (told !== undefined) response.headers.set('Job-Report', told);
  response.headers.set('X-Content-Type-Options', 'nosniff');
  return c.newResponse(response.body, response);
}
