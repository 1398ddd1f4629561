// A processor that does what a test says: a real HTTP server that speaks contract/processor.ts, verifies every signature, takes or
// refuses jobs, and can then beat, send results and report, rightly or wrongly. It processes nothing.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Isolation, ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import { importSecret, signMessage, verifyMessage } from '#contract/internal-signature.ts';
import { type CancelJob, CancelJob as CancelJobSchema, INTERNAL_HEADERS, RunJob } from '#contract/processor.ts';
import type { FailureReason } from '#contract/failures.ts';
import type { FetchBody } from './api-client.ts';

const RUN_WAIT_MS = 20_000;

/** `taken` is 202, `busy` is 503, `refused` is 500, `reset` closes the connection without an answer. */
export type DispatchReaction = 'taken' | 'busy' | 'refused' | 'reset';

export interface SignOptions {
  readonly secret?: string;
  readonly timestampMs?: number;
  readonly signature?: string;
}

interface Waiter {
  readonly wants: (run: RunJob) => boolean;
  readonly resolve: (run: RunJob) => void;
}

export class ScriptedProcessor {
  /** Every job message with a good signature, in order of arrival. */
  readonly runs: RunJob[] = [];
  readonly cancels: CancelJob[] = [];
  /** Of the job messages that it answered as busy. */
  readonly turnedAway: string[] = [];
  badSignatures = 0;
  ready = true;
  /** The number that it reports; it takes as many jobs as `react` allows. */
  slots = 1000;
  isolation: Isolation = 'namespaces';
  busy = 0;
  capabilities: ProcessorCapabilities = { programs: { qpdf: true } };
  /** How the next job messages are answered. */
  react: (run: RunJob) => DispatchReaction = () => 'taken';
  private readonly waiters = new Set<Waiter>();
  private readonly handedOut = new Set<RunJob>();
  private readonly secret: string;
  private readonly server: Server;

  private constructor(secret: string) {
    this.secret = secret;
    this.server = createServer((request, response) => {
      this.handle(request, response).catch((cause: unknown) => {
        response.destroy(cause as Error);
      });
    });
  }

  static async start(secret: string): Promise<ScriptedProcessor> {
    const processor = new ScriptedProcessor(secret);
    processor.server.listen(0, '127.0.0.1');
    await once(processor.server, 'listening');
    return processor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Forgets what came, and reacts as at its start. */
  reset(): void {
    this.runs.length = 0;
    this.cancels.length = 0;
    this.turnedAway.length = 0;
    this.ready = true;
    this.busy = 0;
    this.react = () => 'taken';
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (request.method === 'GET' && path === '/readyz') {
      response.writeHead(this.ready ? 200 : 503).end(this.said());
      return;
    }
    if (request.method === 'GET' && path === '/capabilities') {
      response.writeHead(this.ready ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(this.capabilities));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const header = (name: string) => (request.headers[name] as string | undefined) ?? null;
    const signed = await verifyMessage(
      await importSecret(this.secret),
      { method: request.method ?? '', path, body },
      { timestamp: header(INTERNAL_HEADERS.timestamp), signature: header(INTERNAL_HEADERS.signature) },
      Date.now(),
    );
    if (!signed) {
      this.badSignatures += 1;
      response.writeHead(401).end();
      return;
    }
    if (request.method === 'DELETE') {
      this.cancels.push(CancelJobSchema.parse(JSON.parse(body)));
      response.writeHead(202).end();
      return;
    }
    const run = RunJob.parse(JSON.parse(body));
    const reaction = this.react(run);
    if (reaction === 'reset') response.destroy();
    else if (reaction === 'busy') {
      response.writeHead(503, { 'retry-after': '1' }).end(this.said());
      this.turnedAway.push(run.job_id);
    } else if (reaction === 'refused') response.writeHead(500).end();
    else {
      response.writeHead(202).end(this.said());
      this.runs.push(run);
      for (const waiter of this.waiters) if (waiter.wants(run)) waiter.resolve(run);
    }
  }

  private said(): string {
    return JSON.stringify({ slots: this.slots, busy: this.busy, isolation: this.isolation, version: 'scripted' });
  }

  /** The next job message that was taken and that no earlier call has answered; waits for it. */
  async nextRun(jobId?: string): Promise<RunJob> {
    const wants = (run: RunJob) => !this.handedOut.has(run) && (jobId === undefined || run.job_id === jobId);
    const known = this.runs.find(wants);
    const run = known ?? (await this.waitFor(wants));
    this.handedOut.add(run);
    return run;
  }

  private async waitFor(wants: (run: RunJob) => boolean): Promise<RunJob> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        wants,
        resolve: (run) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(run);
        },
      };
      const timer = setTimeout(() => {
        this.waiters.delete(waiter);
        reject(new Error(`no job message arrived within ${RUN_WAIT_MS} ms`));
      }, RUN_WAIT_MS);
      this.waiters.add(waiter);
    });
  }

  async fetchSource(run: RunJob): Promise<Response> {
    return fetch(run.sources[0]?.url ?? '');
  }

  async heartbeat(run: RunJob, percent = 50, sign: SignOptions = {}): Promise<Response> {
    const { job_id, attempt, attempt_token } = run;
    const progress = { percent, stage: 'operate', pages_done: 1, pages_total: 2 };
    return this.post(run.heartbeat_url, { job_id, attempt, attempt_token, progress }, sign);
  }

  async putResult(run: RunJob, index: number, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${run.results_url}/${index}`, {
      method: 'PUT',
      body: bytes as FetchBody,
      headers: { 'repr-digest': `sha-256=:${sha256(bytes, 'base64')}:`, ...headers },
    });
  }

  /** Sends a report unchanged, with the attempt's own identity unless the body names another. */
  async report(run: RunJob, body: Record<string, unknown>, sign: SignOptions = {}): Promise<Response> {
    const { job_id, attempt, attempt_token } = run;
    return this.post(run.report_url, { job_id, attempt, attempt_token, ...body }, sign);
  }

  /** Sends each result and reports success. */
  /** @param evidence the report of the operation */
  async succeed(
    run: RunJob,
    results: readonly Uint8Array[] = [Buffer.from(`result of ${run.job_id}`)],
    evidence?: Record<string, unknown>,
  ): Promise<Response> {
    for (const [index, bytes] of results.entries()) await this.putResult(run, index, bytes);
    return this.report(run, { ...successReport(results), ...(evidence ? { report: evidence } : {}) });
  }

  /** Asks the language model for the attempt. */
  async askModel(
    run: RunJob,
    request: unknown,
    { within_ms = 5000, ...sign }: SignOptions & { readonly within_ms?: number } = {},
  ): Promise<Response> {
    const { job_id, attempt, attempt_token, model_url = '' } = run;
    return this.post(model_url, { job_id, attempt, attempt_token, request, within_ms }, sign);
  }

  async fail(run: RunJob, reason: FailureReason, retryable = false): Promise<Response> {
    return this.report(run, {
      outcome: 'failed',
      error: { reason, message: `because of ${reason}`, retryable },
      warnings: [],
      metrics: {},
    });
  }

  async post(url: string, message: unknown, sign: SignOptions = {}): Promise<Response> {
    const body = JSON.stringify(message);
    const { pathname, search } = new URL(url);
    const timestamp = sign.timestampMs ?? Date.now();
    const key = await importSecret(sign.secret ?? this.secret);
    const signature = sign.signature ?? (await signMessage(key, { method: 'POST', path: pathname + search, body }, timestamp));
    const headers = { [INTERNAL_HEADERS.timestamp]: String(timestamp), [INTERNAL_HEADERS.signature]: signature };
    return fetch(url, { method: 'POST', body, headers });
  }
}

export function successReport(results: readonly Uint8Array[]): Record<string, unknown> {
  return {
    outcome: 'succeeded',
    results: results.map((bytes, index) => ({
      index,
      filename: `result-${index}.pdf`,
      content_type: 'application/pdf',
      size_bytes: bytes.byteLength,
      sha256: sha256(bytes, 'hex'),
    })),
    report: { verified: true },
    warnings: [{ code: 'repaired', message: 'The cross-reference table was rebuilt.' }],
    metrics: { input_bytes: 1, output_bytes: 2, pages: 3, processing_ms: 4.5 },
  };
}

export function sha256(bytes: Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash('sha256').update(bytes).digest(encoding);
}
