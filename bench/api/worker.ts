// The Worker with two reference routes in the same process: `/hello` is a bare Hono answer, `/floor/*` makes the same Durable Object,
// D1 and queue calls as the real route and does nothing else. Its queue consumer only acknowledges, so that only the edge is measured.

import { Hono } from 'hono';
import { LIMITS } from '#contract/limits.ts';
import { depsOf, type Env, type JobMessage } from '../../worker/deps.ts';
import worker from '../../worker/index.ts';
import { batchWithEvents } from '../../worker/webhooks/announce.ts';
import { jobEvent } from '../../worker/webhooks/job-event.ts';
import { gateOf } from '../../worker/limits/gate.ts';

export { CourierContainer, Gate, ProcessorEu, ProcessorUs, Sweeper } from '../../worker/index.ts';

const hello = new Hono<{ Bindings: Env }>();
hello.get('/hello', (c) => c.json({ hello: true }));

const BUDGET = { capacity: 1_000_000, windowSeconds: 60 };

async function floorPost(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const deps = depsOf(env);
  const { account_id, file_id } = await request.json<{ account_id: string; file_id: string }>();
  await gateOf(env.GATES, account_id).take(BUDGET);
  await env.DB.prepare('SELECT * FROM files WHERE id = ? AND account_id = ?').bind(file_id, account_id).first();
  const id = deps.newId('job');
  const now = Date.now();
  const job = { id, account_id, type: 'metadata', file_id, metadata: null };
  const insert = env.DB.prepare(
    `INSERT INTO jobs (id, account_id, type, file_id, region, params, state, wake_at, created_at)
     SELECT ?, ?, 'metadata', ?, 'eu', '{"action":"remove"}', 'queued', ?, ?
     WHERE (SELECT count(*) FROM jobs WHERE account_id = ? AND state = 'queued') < ?
       AND EXISTS (SELECT 1 FROM files WHERE id = ? AND state = 'uploaded')`,
  ).bind(id, account_id, file_id, now + LIMITS.resendAfterMs, now, account_id, 1_000_000, file_id);
  const guard = { sql: `state = 'queued'`, values: [] };
  await batchWithEvents(deps, [insert], [jobEvent(deps, job, { state: 'queued', nowMs: now, guard })]);
  ctx.waitUntil((env['QUEUE_EU'] as Queue<JobMessage>).send({ job_id: id }));
  return Response.json({ job_id: id }, { status: 202 });
}

async function floorGet(url: URL, env: Env): Promise<Response> {
  await gateOf(env.GATES, url.searchParams.get('account') ?? '').take(BUDGET);
  const job = await env.DB.prepare('SELECT * FROM jobs WHERE id = ? AND account_id = ?')
    .bind(url.searchParams.get('job'), url.searchParams.get('account'))
    .first();
  return Response.json(job);
}

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === '/hello') return hello.fetch(request, env, ctx);
    if (url.pathname === '/floor/jobs') return request.method === 'POST' ? floorPost(request, env, ctx) : floorGet(url, env);
    return worker.fetch(request, env, ctx);
  },
  async queue(batch: MessageBatch<JobMessage>): Promise<void> {
    batch.ackAll();
  },
} satisfies ExportedHandler<Env, JobMessage>;
