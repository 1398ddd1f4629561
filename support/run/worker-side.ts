// The Worker's side of the processor protocol as a small HTTP server: serves sources, stores results, answers heartbeats and reports.
// Every signature and every message is checked against the contract. Answers can be scripted to be wrong.

import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { importSecret, signMessage, verifyMessage } from '#contract/internal-signature.ts';
import type { ModelAnswer } from '#contract/planning/model-answer.ts';
import { AskModel, type CancelJob, Heartbeat, INTERNAL_HEADERS, JobReport, type RunJob } from '#contract/processor.ts';

export const TEST_SECRET = 'secret-of-the-processor-tests';

/** A status instead of the usual answer; `drop` resets the connection, `garble` sends damaged bytes (sources only). */
export type ScriptedAnswer = number | 'drop' | 'garble';
type Kind = 'source' | 'result' | 'heartbeat' | 'report' | 'model';

export class WorkerSide implements AsyncDisposable {
  /** Used up in order; without one the usual answer is given. */
  readonly script: Record<Kind, ScriptedAnswer[]> = { source: [], result: [], heartbeat: [], report: [], model: [] };
  /** Answers every call of the kind, as long as it is set. */
  readonly always: Partial<Record<Kind, ScriptedAnswer>> = {};
  readonly calls: Record<Kind, number> = { source: 0, result: 0, heartbeat: 0, report: 0, model: 0 };
  readonly results = new Map<number, { bytes: Buffer; contentType: string | undefined }>();
  readonly heartbeats: Heartbeat[] = [];
  readonly reports: JobReport[] = [];
  readonly asked: AskModel[] = [];
  /** What the region's language model says. */
  modelAnswer: ModelAnswer = { status: 502 };
  /** What did not follow the contract. */
  readonly complaints: string[] = [];
  /** Runs before a report is answered. */
  whileReporting: (() => Promise<void>) | undefined;
  cancelAtHeartbeat = false;
  leaseMs = 30_000;
  readonly #server: Server;
  readonly #sources: Buffer[] = [];
  #listeners: (() => void)[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(port = 0): Promise<WorkerSide> {
    const side = new WorkerSide();
    await new Promise<void>((resolve) => side.#server.listen(port, '127.0.0.1', resolve));
    return side;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A job with one source of these bytes. */
  job(source: string | Buffer, changes: Partial<RunJob> = {}): RunJob {
    const bytes = Buffer.from(source);
    const index = this.#sources.push(bytes) - 1;
    return {
      job_id: `job_${randomBytes(8).toString('hex')}`,
      attempt: 1,
      attempt_token: randomBytes(16).toString('hex'),
      type: 'metadata',
      params: { action: 'read' },
      sources: [
        {
          file_id: 'file_1',
          url: `${this.url}/source/${index}?signature=of-the-source`,
          filename: '../../evil name.pdf',
          content_type: 'application/pdf',
          size_bytes: bytes.length,
          sha256: sha256(bytes),
        },
      ],
      results_url: `${this.url}/results?signature=of-the-results`,
      heartbeat_url: `${this.url}/heartbeat?attempt=1`,
      report_url: `${this.url}/report?attempt=1`,
      limits: { processing_ms: 20_000, pages: 100, output_bytes: 1024 * 1024 },
      lease_ms: this.leaseMs,
      request_id: 'req_of_the_test',
      ...changes,
    };
  }

  /** Fulfils when `holds` is true, looking again at each message. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#listeners.push(resolve));
  }

  async nextReport(): Promise<JobReport> {
    const count = this.reports.length;
    await this.until(() => this.reports.length > count);
    return this.reports[count]!;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const kind = kindOf(`${request.method} ${url.pathname}`);
    if (!kind) return this.#complain(`unknown: ${request.method} ${url.pathname}`, response);
    const body = await buffer(request);
    this.calls[kind]++;
    const scripted = this.script[kind].shift() ?? this.always[kind];
    if (scripted === 'drop') {
      request.socket.resetAndDestroy();
    } else if (typeof scripted === 'number') {
      response.writeHead(scripted).end();
    } else {
      await this.#answerAsUsual(kind, url, request, body, response, scripted === 'garble');
    }
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  async #answerAsUsual(
    kind: Kind,
    url: URL,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    garble: boolean,
  ): Promise<void> {
    const index = Number(url.pathname.split('/').at(-1));
    switch (kind) {
      case 'source': {
        if (url.search !== '?signature=of-the-source') return this.#complain('source without its signature', response);
        const bytes = Buffer.from(this.#sources[index] ?? []);
        if (garble) bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
        response.end(bytes);
        return;
      }
      case 'result': {
        if (url.search !== '?signature=of-the-results') return this.#complain('result without its signature', response);
        if (request.headers['content-length'] !== String(body.length)) return this.#complain('result without its length', response);
        const digest = Buffer.from(sha256(body), 'hex').toString('base64');
        if (request.headers['repr-digest'] !== `sha-256=:${digest}:`) return this.#complain('result without its digest', response);
        this.results.set(index, { bytes: body, contentType: request.headers['content-type'] });
        response.end(JSON.stringify({ sha256: sha256(body), size_bytes: body.length }));
        return;
      }
      case 'heartbeat': {
        const heartbeat = Heartbeat.safeParse(await this.#verified(request, body));
        if (!heartbeat.success) return this.#complain('heartbeat not signed or malformed', response);
        this.heartbeats.push(heartbeat.data);
        response.end(JSON.stringify({ lease_ms: this.leaseMs, cancel: this.cancelAtHeartbeat }));
        return;
      }
      case 'report': {
        const report = JobReport.safeParse(await this.#verified(request, body));
        if (!report.success) return this.#complain('report not signed or malformed', response);
        this.reports.push(report.data);
        await this.whileReporting?.();
        response.end('{}');
        return;
      }
      case 'model': {
        const asked = AskModel.safeParse(await this.#verified(request, body));
        if (!asked.success) return this.#complain('request to the model not signed or malformed', response);
        this.asked.push(asked.data);
        response.end(JSON.stringify(this.modelAnswer));
      }
    }
  }

  async #verified(request: IncomingMessage, body: Buffer): Promise<unknown> {
    const text = body.toString();
    const message = { method: request.method ?? '', path: request.url ?? '', body: text };
    const header = {
      timestamp: String(request.headers[INTERNAL_HEADERS.timestamp]),
      signature: String(request.headers[INTERNAL_HEADERS.signature]),
    };
    return (await verifyMessage(await importSecret(TEST_SECRET), message, header, Date.now())) ? JSON.parse(text) : undefined;
  }

  #complain(complaint: string, response: ServerResponse): void {
    this.complaints.push(complaint);
    response.writeHead(400).end();
  }
}

export interface SignedCall {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

export async function signCall(
  method: string,
  path: string,
  message: unknown,
  secret = TEST_SECRET,
  timestampMs = Date.now(),
): Promise<SignedCall> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const signature = await signMessage(await importSecret(secret), { method, path, body }, timestampMs);
  const headers = { [INTERNAL_HEADERS.timestamp]: String(timestampMs), [INTERNAL_HEADERS.signature]: signature };
  return { method, path, body, headers };
}

export function sendCall(port: number, { method, path, body, headers }: SignedCall): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
}

export async function offerJob(port: number, job: RunJob): Promise<Response> {
  return sendCall(port, await signCall('POST', '/jobs', job));
}

export async function cancelJob(port: number, job: RunJob): Promise<Response> {
  const message: CancelJob = { job_id: job.job_id, attempt: job.attempt, attempt_token: job.attempt_token };
  return sendCall(port, await signCall('DELETE', `/jobs/${job.job_id}`, message));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function kindOf(route: string): Kind | undefined {
  if (/^GET \/source\/\d+$/.test(route)) return 'source';
  if (/^PUT \/results\/\d+$/.test(route)) return 'result';
  if (route === 'POST /heartbeat') return 'heartbeat';
  if (route === 'POST /model') return 'model';
  return route === 'POST /report' ? 'report' : undefined;
}

/** Offers until the processor has a free slot. */
export async function offerUntilTaken(port: number, job: RunJob): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const answer = await offerJob(port, job);
    await answer.body?.cancel();
    if (answer.status === 202) return;
    if (answer.status !== 503) throw new Error(`the offer was answered ${answer.status}`);
    await delay(10);
  }
  throw new Error('no slot became free');
}

/** Runs the job to its report. */
export async function runToReport(port: number, side: WorkerSide, job: RunJob): Promise<JobReport> {
  const report = side.nextReport();
  await offerUntilTaken(port, job);
  return report;
}
