// HTTP of jobs for customers.

import { type AcceptedJob, JobListQuery, WaitQuery } from '#contract/api.ts';
import { parseTraceparent, printTraceparent } from '#contract/traces.ts';
import { isTerminal } from '#contract/jobs.ts';
import type { OperationName } from '#contract/operations.ts';
import { z } from 'zod';
import { cellOf, cellsOf } from '../cells/find-cell.ts';
import type { FileRow } from '../files/file-table.ts';
import { answer, answerRefusal } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { answerIsKept, keepAnswer } from '../http/idempotency.ts';
import { answerPage, readPage } from '../http/list.ts';
import { readJson, validate } from '../http/read-body.ts';
import { acceptJob } from './accept.ts';
import { cancelJob, cancelJobsOfFile } from './cancel.ts';
import type { JobView } from './job-rows.ts';
import { jobObject, jobSummary } from './job.ts';
import { jobList, type JobSummaryRow } from './list.ts';
import { sendJob } from './wake.ts';
import { watchJob } from './watch.ts';

const POLL_SECONDS = '1';

export function makeHandleCreateJob(type: OperationName) {
  return async (c: AppContext): Promise<Response> => {
    const deps = c.get('deps');
    const body = await readJson(c.req.raw, z.record(z.string(), z.unknown()));
    if (!body.ok) return answerRefusal(c, body.refusal);
    const traceparent = traceparentOf(c);
    const { requestId, clientRequestId } = c.var;
    const accepted = await acceptJob(deps, c.get('caller'), { type, body: body.value, requestId, traceparent }, async (job) => {
      const stored = { status: 202, body: JSON.stringify(job), headers: headersOf(job) };
      return keepAnswer(c, stored, { sql: 'EXISTS (SELECT 1 FROM jobs WHERE id = ?)', values: [job.job_id] });
    });
    if (!accepted.ok) return answerRefusal(c, accepted.refusal);
    await answerIsKept(c);
    const { answer: job, region } = accepted.value;
    deps.log.info('job.accepted', { job_id: job.job_id, type, request_id: requestId, client_request_id: clientRequestId, traceparent });
    // The job is accepted; the message may follow the answer, since the sweep sends a lost one again.
    c.executionCtx.waitUntil(sendJob(deps, region, job.job_id));
    return answer(c, 202, job, { ...headersOf(job), ...(traceparent === undefined ? {} : { traceparent }) });
  };
}

export function headersOf(job: AcceptedJob): Record<string, string> {
  return { Location: `/v1/jobs/${job.job_id}`, 'Retry-After': POLL_SECONDS };
}

/** Of the request's own span where it is traced, else the caller's. */
export function traceparentOf(c: AppContext): string | undefined {
  const own = c.get('trace');
  if (own) return printTraceparent(own);
  const header = c.req.header('traceparent');
  return parseTraceparent(header) && header;
}

export async function handleListJobs(c: AppContext): Promise<Response> {
  const query = validate(JobListQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  const deps = c.get('deps');
  const { accountId } = c.get('caller');
  const { file_id } = query.value;
  const cells = file_id === undefined ? await cellsOf(deps, accountId) : [await cellOf(deps, 'file', file_id)];
  const page = await readPage<JobSummaryRow>(cells, jobList(accountId, query.value));
  return page.ok ? answerPage(c, page.value, jobSummary) : answerRefusal(c, page.refusal);
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
  return answer(c, status, jobObject(view.job, view.results, view.delivery), headers);
}
