// The courier's HTTP side: signed messages from the Worker, and a health check. It keeps nothing between two calls.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import { COURIER_MESSAGE_BYTES_MAX, Deliver, type Delivered, FetchSource, PutResult } from '#contract/courier.ts';
import { importSecret, type SigningKey, verifyMessage } from '#contract/internal-signature.ts';
import { INTERNAL_HEADERS } from '#contract/processor.ts';
import type { CourierConfig } from './config.ts';
import { deliver } from './deliver.ts';
import { makeCarrier } from './carry-bytes.ts';
import type { ResolveName } from './resolve.ts';
import { makeRecordCall } from './traces.ts';

interface CourierParts {
  readonly resolveName: ResolveName;
  readonly now: () => number;
  /** Takes one structured line. It never holds a URL, a body or an answer. */
  readonly log: (line: Readonly<Record<string, unknown>>) => void;
}

export interface Courier {
  readonly port: number;
  /** Lets calls in progress end, which takes at most as long as one call may. */
  readonly stop: () => Promise<void>;
}

interface Answer {
  readonly status: 200 | 400 | 401 | 404 | 413 | 422 | 429 | 500 | 502 | 503;
  readonly body: object;
}

export async function startCourier(config: CourierConfig, parts: CourierParts): Promise<Courier> {
  const key = await importSecret(config.secret);
  const deps = { resolveName: parts.resolveName, allowLoopback: config.allowLoopback };
  let calls = 0;
  const recordCall = makeRecordCall(config.traces, (count) => parts.log({ level: 'info', event: 'spans_lost', count }));
  const carrier = makeCarrier(deps, config.callsMax / 2, parts.log);
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    handle(request, response).then(
      (answer) => answer && write(request, response, answer),
      (cause: unknown) => {
        parts.log({ level: 'error', event: 'request_failed', cause: cause instanceof Error ? (cause.stack ?? cause.name) : typeof cause });
        if (response.headersSent) response.destroy();
        else write(request, response, { status: 500, body: {} });
      },
    );
  });

  /** Undefined: it has answered. */
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<Answer | undefined> {
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /healthz') return { status: 200, body: { status: 'ok' } };
    if (route === 'POST /fetch') {
      const message = await readMessage(request, key, parts.now(), FetchSource);
      return 'answer' in message ? message.answer : carrier.fetch(message.value, response);
    }
    if (route === 'POST /put') {
      const message = await readMessage(request, key, parts.now(), PutResult);
      return 'answer' in message ? message.answer : carrier.put(message.value);
    }
    if (route !== 'POST /deliver') return { status: 404, body: {} };
    const message = await readMessage(request, key, parts.now(), Deliver);
    if ('answer' in message) return message.answer;
    if (calls >= config.callsMax) return { status: 503, body: {} };
    calls += 1;
    try {
      const startMs = parts.now();
      const delivered = await deliver(deps, message.value);
      recordCall(message.value, delivered, startMs, parts.now());
      parts.log({ level: 'info', event: 'called', event_id: message.value.headers['webhook-id'], ...told(delivered) });
      return { status: 200, body: delivered };
    } finally {
      calls -= 1;
    }
  }

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(config.port, config.host, resolve));
  const { port } = server.address() as AddressInfo;
  parts.log({ level: 'info', event: 'listening', port, allow_loopback: config.allowLoopback });
  return {
    port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
    },
  };
}

function told(delivered: Delivered): object {
  return delivered.outcome === 'answered'
    ? { outcome: delivered.outcome, status: delivered.status, duration_ms: delivered.duration_ms }
    : delivered;
}

/** The signature is checked before anything in the body. */
async function readMessage<T>(
  request: IncomingMessage,
  key: SigningKey,
  nowMs: number,
  schema: z.ZodType<T>,
): Promise<{ readonly value: T } | { readonly answer: Answer }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > COURIER_MESSAGE_BYTES_MAX) return { answer: { status: 413, body: {} } };
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString('utf8');
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  const signed = await verifyMessage(
    key,
    { method: request.method ?? '', path: request.url ?? '', body },
    { timestamp: header(INTERNAL_HEADERS.timestamp), signature: header(INTERNAL_HEADERS.signature) },
    nowMs,
  );
  if (!signed) return { answer: { status: 401, body: {} } };
  const parsed = schema.safeParse(parseJson(body));
  return parsed.success ? { value: parsed.data } : { answer: { status: 400, body: {} } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function write(request: IncomingMessage, response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  // The unread rest of a body would be taken for the next request.
  const close = request.complete ? {} : { connection: 'close' };
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...close });
  response.end(text);
}
