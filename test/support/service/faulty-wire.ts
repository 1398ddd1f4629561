// A wire between processor and Worker that can fail: an HTTP proxy in front of the Worker's internal routes. A fault is chosen per
// request by its kind; everything else passes unchanged.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, passOn, startRelay } from './relay.ts';

export type WireKind = 'source' | 'result' | 'heartbeat' | 'report';

export interface WireRequest {
  readonly kind: WireKind;
  /** How many requests of this kind came before. */
  readonly nth: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/**
 * pass: forward. drop: close the connection unanswered. fail: answer 503. lose_answer: forward, then close the connection.
 * twice: forward two times, answer with the first.
 */
export type Fault = 'pass' | 'drop' | 'fail' | 'lose_answer' | 'twice';

export interface FaultyWire {
  readonly url: string;
  readonly seen: WireRequest[];
  /** Answers of the Worker to requests that were forwarded, in order. */
  readonly answers: { kind: WireKind; status: number }[];
  /** May do something before it chooses, such as kill the processor. */
  onRequest: (wireRequest: WireRequest) => Fault;
  /** Sends a recorded request again, as it was. */
  readonly replay: (wireRequest: WireRequest) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** @param target Where the Worker listens; may be set later, before the first request. */
export async function startFaultyWire(target: { url: string }): Promise<FaultyWire> {
  const seen: WireRequest[] = [];
  const answers: { kind: WireKind; status: number }[] = [];
  const { url, close } = await startRelay(handle);
  const wire: FaultyWire = {
    url,
    seen,
    answers,
    onRequest: () => 'pass',
    replay: async (wireRequest) => (await forward(wireRequest)).status,
    close,
  };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> {
    const kind = kindOf(incoming.url ?? '');
    const wireRequest: WireRequest = {
      kind,
      nth: seen.filter((earlier) => earlier.kind === kind).length,
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: incoming.headers as Record<string, string>,
      body,
    };
    seen.push(wireRequest);
    const fault = wire.onRequest(wireRequest);
    if (fault === 'drop') return void incoming.socket.destroy();
    if (fault === 'fail') return void outgoing.writeHead(503, { 'retry-after': '1' }).end();
    const answer = await forward(wireRequest);
    if (fault === 'twice') await forward(wireRequest);
    if (fault === 'lose_answer') return void incoming.socket.destroy();
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    return undefined;
  }

  async function forward({ kind, path, method, headers: received, body }: WireRequest): Promise<Answer> {
    const { host: _, ...headers } = received;
    const answer = await passOn(`${target.url}${path}`, method, headers, body);
    answers.push({ kind, status: answer.status });
    return answer;
  }
  return wire;
}

function kindOf(path: string): WireKind {
  if (path.includes('/source')) return 'source';
  if (path.includes('/results/')) return 'result';
  return path.endsWith('/heartbeat') ? 'heartbeat' : 'report';
}
