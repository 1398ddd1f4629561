// HTTP of the processor: source and results over addresses signed for one attempt; heartbeat, report and questions to the language model as
// signed messages.
// A stale attempt gets 409 everywhere; the processor then stops and discards.

import { Hono } from 'hono';
import type { z } from 'zod';
import { fromHex, verifyMessage } from '#contract/internal-signature.ts';
import { LIMITS } from '#contract/limits.ts';
import { AskModel, Heartbeat, type HeartbeatAnswer, INTERNAL_HEADERS, JobReport } from '#contract/processor.ts';
import { cellOf } from '../cells/find-cell.ts';
import type { Deps, Region } from '../deps.ts';
import { resultKey } from '../files/file.ts';
import type { AppContext, AppTypes } from '../http/context.ts';
import { readBounded } from '../http/read-body.ts';
import { askPlanner } from '../planning/ask-planner.ts';
import { verifyAttempt } from './attempt-address.ts';
import { currentSource, endModelTurn, extendLease, findJob, isCurrentAttempt, takeModelTurn } from './job-rows.ts';
import type { JobRow } from './job-table.ts';
import { settleJob } from './settle.ts';

const RESULT_INDEX_MAX = 20_000;
/** For what comes before and after the model's answer. */
const MODEL_TURN_SLACK_MS = 5000;

export function internalRoutes(): Hono<AppTypes> {
  const app = new Hono<AppTypes>();
  app.get('/attempts/:token/source', handleSource);
  app.get('/attempts/:token/source/:position', handleSource);
  app.put('/attempts/:token/results/:index', handleResult);
  app.post('/jobs/:job_id/heartbeat', handleHeartbeat);
  app.post('/jobs/:job_id/report', handleReport);
  app.post('/jobs/:job_id/model', handleAskModel);
  return app;
}

function status(code: 200 | 400 | 401 | 404 | 409 | 413 | 422 | 429, body: object = {}): Response {
  return Response.json(body, { status: code });
}

interface CurrentJob {
  readonly deps: Deps;
  readonly job: JobRow;
  readonly region: Region;
  readonly resultBytesMax: number;
}

async function currentJob(c: AppContext): Promise<CurrentJob | Response> {
  const attempt = await verifyAttempt(c.get('deps'), c.req.param('token') ?? '');
  if (!attempt.ok) return status(401);
  const deps = await cellOf(c.get('deps'), 'job', attempt.value.jobId);
  const job = await isCurrentAttempt(deps, attempt.value.jobId, attempt.value.attempt);
  const region = job && deps.regions.get(job.region);
  return job && region ? { deps, job, region, resultBytesMax: attempt.value.resultBytesMax } : status(409);
}

async function handleSource(c: AppContext): Promise<Response> {
  const attempt = await verifyAttempt(c.get('deps'), c.req.param('token') ?? '');
  if (!attempt.ok) return status(401);
  const deps = await cellOf(c.get('deps'), 'job', attempt.value.jobId);
  const position = Number(c.req.param('position') ?? 0);
  if (!Number.isSafeInteger(position) || position < 0) return status(400);
  const source = await currentSource(deps, attempt.value.jobId, attempt.value.attempt, position);
  const bucket = source && deps.regions.get(source.region)?.bucket;
  const object = source?.object_key && bucket ? await bucket.get(source.object_key) : null;
  if (!source || !object) return status(409);
  return new Response(object.body, { headers: { 'Content-Type': source.content_type, 'Content-Length': String(object.size) } });
}

async function handleResult(c: AppContext): Promise<Response> {
  const current = await currentJob(c);
  if (current instanceof Response) return current;
  const { deps, job, region, resultBytesMax } = current;
  const index = Number(c.req.param('index'));
  const sizeBytes = Number(c.req.header('content-length'));
  const sha256 = /^sha-256=:([A-Za-z0-9+/]{43}=):$/.exec(c.req.header('repr-digest') ?? '')?.[1];
  if (!Number.isInteger(index) || index < 0 || index > RESULT_INDEX_MAX || !Number.isInteger(sizeBytes) || !sha256) return status(400);
  if (sizeBytes > resultBytesMax) return status(413);
  const key = resultKey(job.id, job.attempt, index);
  const object = await region.bucket.put(key, c.req.raw.body ?? new Uint8Array(), { sha256: hexOfBase64(sha256) });
  // The attempt may have ended while the bytes came in; nobody would ask for them then.
  if (!(await isCurrentAttempt(deps, job.id, job.attempt))) {
    await region.bucket.delete(key);
    return status(409);
  }
  return status(200, { sha256: hexOfBase64(sha256), size_bytes: object?.size ?? sizeBytes });
}

async function handleHeartbeat(c: AppContext): Promise<Response> {
  const message = await readSigned(c, Heartbeat);
  if (message instanceof Response) return message;
  const deps = await cellOf(c.get('deps'), 'job', message.job_id);
  const ref = { jobId: message.job_id, attempt: message.attempt, token: message.attempt_token };
  const extended = await extendLease(deps, ref, deps.now() + deps.config.leaseMs, message.progress);
  if (!extended) return status(409);
  return status(200, { lease_ms: deps.config.leaseMs, cancel: extended.cancel } satisfies HeartbeatAnswer);
}

async function handleReport(c: AppContext): Promise<Response> {
  const message = await readSigned(c, JobReport);
  if (message instanceof Response) return message;
  const settled = await settleJob(await cellOf(c.get('deps'), 'job', message.job_id), message);
  switch (settled) {
    case 'accepted':
      return status(200);
    case 'stale':
      return status(409);
    case 'result_missing':
      return status(422);
  }
}

const BUSY_SECONDS = '1';

async function handleAskModel(c: AppContext): Promise<Response> {
  const message = await readSigned(c, AskModel);
  if (message instanceof Response) return message;
  const deps = await cellOf(c.get('deps'), 'job', message.job_id);
  const ref = { jobId: message.job_id, attempt: message.attempt, token: message.attempt_token };
  const region = (await findJob(deps, ref.jobId))?.region;
  const planner = region === undefined ? undefined : deps.regions.get(region)?.planner;
  if (region === undefined) return status(409);
  if (!planner) return status(404);
  const nowMs = deps.now();
  const turn = await takeModelTurn(deps, ref, {
    region,
    nowMs,
    untilMs: nowMs + Math.min(message.within_ms, LIMITS.modelRequestMsMax) + MODEL_TURN_SLACK_MS,
    perJobMax: LIMITS.modelRequestsPerJob,
    atOnceMax: planner.requestsAtOnce,
  });
  if (turn === 'stale') return status(409);
  if (turn === 'used_up') return status(429);
  if (turn === 'busy') return new Response(null, { status: 503, headers: { 'Retry-After': BUSY_SECONDS } });
  const answer = await askPlanner(deps, planner, { id: ref.jobId, region, ...turn }, message.request, message.within_ms);
  return (await endModelTurn(deps, ref)) ? status(200, answer) : status(409);
}

async function readSigned<S extends z.ZodType<{ job_id: string }>>(c: AppContext, schema: S): Promise<z.output<S> | Response> {
  const deps = c.get('deps');
  const bytes = await readBounded(c.req.raw, LIMITS.reportBytesMax);
  if (!bytes) return status(413);
  const body = new TextDecoder().decode(bytes);
  const url = new URL(c.req.url);
  const header = {
    timestamp: c.req.header(INTERNAL_HEADERS.timestamp) ?? null,
    signature: c.req.header(INTERNAL_HEADERS.signature) ?? null,
  };
  const signed = { method: c.req.method, path: url.pathname + url.search, body };
  if (!(await verifyMessage(await deps.config.processorSecret, signed, header, deps.now()))) return status(401);
  const parsed = schema.safeParse(parseJson(body));
  if (!parsed.success || parsed.data.job_id !== c.req.param('job_id')) {
    deps.log.error('processor.bad_message', parsed.error ?? new Error('the path names another job'), { path: url.pathname });
    return status(400);
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hexOfBase64(text: string): string {
  const hex = Array.from(atob(text), (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return fromHex(hex) ? hex : '';
}
