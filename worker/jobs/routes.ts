// HTTP of jobs for customers.

import { WaitQuery } from '#contract/api.ts';
import { isTerminal } from '#contract/jobs.ts';
import type { OperationName } from '#contract/operations.ts';
import { z } from 'zod';
import type { FileRow } from '../files/file-table.ts';
import { answer, answerRefusal } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { readJson, validate } from '../http/read-body.ts';
import { acceptJob } from './accept.ts';
import { cancelJob, cancelJobsOfFile } from './cancel.ts';
import type { JobView } from './job-rows.ts';
import { jobObject } from './job.ts';
import { sendJob } from './wake.ts';
import { watchJob } from './watch.ts';

const POLL_SECONDS = '1';
/** traceparent of W3C Trace Context, version 00. */
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

export function makeHandleCreateJob(type: OperationName) {
  return async (c: AppContext): Promise<Response> => {
    const deps = c.get('deps');
    const body = await readJson(c.req.raw, z.record(z.string(), z.unknown()));
    if (!body.ok) return answerRefusal(c, body.refusal);
    const traceparent = c.req.header('traceparent');
    const accepted = await acceptJob(deps, c.get('caller'), type, body.value, {
      requestId: c.get('requestId'),
      traceparent: traceparent && TRACEPARENT.test(traceparent) ? traceparent : undefined,
    });
    if (!accepted.ok) return answerRefusal(c, accepted.refusal);
    const { answer: job, region } = accepted.value;
    // The job is accepted; the message may follow the answer, since the sweep stands behind it.
    c.executionCtx.waitUntil(sendJob(deps, region, job.job_id));
    return answer(c, 202, job, { Location: `/v1/jobs/${job.job_id}`, 'Retry-After': POLL_SECONDS });
  };
}

export async function handleReadJob(c: AppContext): Promise<Response> {
  const query = validate(WaitQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  const found = await watchJob(c.get('deps'), c.get('caller').accountId, c.req.param('job_id') ?? '', query.value.wait ?? 0);
  return found.ok ? answerJob(c, 200, found.value) : answerRefusal(c, found.refusal);
}

export async function handleCancelJob(c: AppContext): Promise<Response> {
  const cancelled = await cancelJob(c.get('deps'), c.get('caller').accountId, c.req.param('job_id') ?? '');
  if (!cancelled.ok) return answerRefusal(c, cancelled.refusal);
  return answerJob(c, cancelled.value.done ? 200 : 202, cancelled.value);
}

export async function endJobsOfFile(c: AppContext, file: FileRow): Promise<void> {
  await cancelJobsOfFile(c.get('deps'), file.id);
}

function answerJob(c: AppContext, status: 200 | 202, view: JobView): Response {
  const headers: Record<string, string> = isTerminal(view.job.state) ? {} : { 'Retry-After': POLL_SECONDS };
  return answer(c, status, jobObject(view.job, view.results), headers);
}
