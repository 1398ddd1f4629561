// The processor's HTTP side: offers and cancellations, signed by the Worker, and health, readiness and metrics for monitoring.
// It answers at once and never waits for a job.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import type { ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import type { SigningKey } from '#contract/internal-signature.ts';
import { CancelJob, RunJob } from '#contract/processor.ts';
import { describeError, type Log } from '../log.ts';
import { readSigned } from './read-signed.ts';
import type { RunningJobs } from './running-jobs.ts';

export interface IntakeDeps {
  readonly key: SigningKey;
  readonly now: () => number;
  readonly log: Log;
  readonly jobs: RunningJobs;
  readonly readiness: () => { readonly ready: boolean };
  readonly capabilities: ProcessorCapabilities;
  readonly printMetrics: () => string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const RETRY_AFTER_SECONDS = { full: 2, draining: 5 } as const;

/** Listens on `host` and `port`. @returns the server and its port. */
export async function serveIntake(deps: IntakeDeps, host: string, port: number): Promise<{ server: Server; port: number }> {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    answer(deps, request).then(
      (result) => write(request, response, result),
      (error: unknown) => {
        deps.log.error('request_failed', { cause: describeError(error) });
        write(request, response, refusal(500, 'internal_error'));
      },
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

async function answer(deps: IntakeDeps, request: IncomingMessage): Promise<Answer> {
  const route = `${request.method} ${request.url}`;
  if (route === 'POST /jobs') return offerJob(deps, request);
  if (request.method === 'DELETE' && request.url?.startsWith('/jobs/')) return cancelJob(deps, request, request.url.slice('/jobs/'.length));
  if (route === 'GET /healthz') return { status: 200, body: { status: 'ok' } };
  if (route === 'GET /readyz') {
    const readiness = deps.readiness();
    return { status: readiness.ready ? 200 : 503, body: readiness };
  }
  if (route === 'GET /capabilities') return { status: 200, body: deps.capabilities };
  if (route === 'GET /metrics') {
    return { status: 200, body: deps.printMetrics(), headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } };
  }
  return refusal(404, 'not_found');
}

async function offerJob(deps: IntakeDeps, request: IncomingMessage): Promise<Answer> {
  const message = await readMessage(deps, request, RunJob);
  if (!message.ok) return message.answer;
  const job = message.value;
  const acceptance = deps.jobs.accept(job);
  deps.log.info('job_offered', { job_id: job.job_id, attempt: job.attempt, request_id: job.request_id, acceptance });
  switch (acceptance) {
    case 'accepted':
    case 'already_here':
    // An attempt older than the one that runs here is over; the answer stops further offers.
    case 'older_attempt':
      return { status: 202, body: { job_id: job.job_id, slots: deps.jobs.slots } };
    case 'full':
    case 'draining':
      return {
        status: 503,
        body: { error: { code: acceptance }, slots: deps.jobs.slots },
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS[acceptance]) },
      };
  }
}

async function cancelJob(deps: IntakeDeps, request: IncomingMessage, jobId: string): Promise<Answer> {
  const message = await readMessage(deps, request, CancelJob);
  if (!message.ok) return message.answer;
  if (message.value.job_id !== jobId) return refusal(400, 'invalid_request');
  const found = deps.jobs.cancel(message.value);
  deps.log.info('cancel_asked', { job_id: jobId, attempt: message.value.attempt, found });
  return { status: 202, body: { job_id: jobId } };
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: Answer };

async function readMessage<T>(deps: IntakeDeps, request: IncomingMessage, schema: z.ZodType<T>): Promise<Read<T>> {
  const signed = await readSigned(request, deps.key, deps.now());
  if (!signed.ok) {
    deps.log.error('message_refused', { status: signed.status });
    return { ok: false, answer: refusal(signed.status, signed.status === 401 ? 'unauthorized' : 'request_too_large') };
  }
  const parsed = schema.safeParse(parseJson(signed.body));
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, answer: refusal(400, 'invalid_request') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(status: number, code: string): Answer {
  return { status, body: { error: { code } } };
}

function write(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // The unread rest of a body would be taken for the next request.
  const close = request.complete ? {} : { connection: 'close' };
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...close, ...headers });
  response.end(text);
}
