// A proxy between a customer and the service, over plain sockets of HTTP, that fails as networks and services in trouble do. It chooses a
// fault per request; the addresses that the service answers lead through it too, as it passes the Host header on.

import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { passOn, startRelay } from './relay.ts';

/**
 * reset: the connection is closed before anything is passed on. limited: 429. unavailable: 503, as a proxy says it. cut_upload: half of the
 * body is passed on, then both connections are closed. lose_answer: the service does it, and the answer never arrives. cut_answer: half of
 * the answer arrives.
 */
export const PROXY_FAULTS = ['reset', 'limited', 'unavailable', 'cut_upload', 'lose_answer', 'cut_answer'] as const;
/** stall_answer: half of it arrives, and the connection stands still. late_answer: it arrives a second late. */
const SLOW_FAULTS = ['stall_answer', 'late_answer'] as const;
export type ProxyFault = (typeof PROXY_FAULTS | typeof SLOW_FAULTS)[number];

const LATE_MS = 1000;

export interface FaultyProxy {
  readonly url: string;
  /** How often each fault was made, and what was passed on. */
  readonly counts: Record<ProxyFault | 'passed', number>;
  /** Undefined: no fault. */
  choose: (method: string, path: string) => ProxyFault | undefined;
  readonly close: () => Promise<void>;
}

interface Passing {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const counts = Object.fromEntries([...PROXY_FAULTS, ...SLOW_FAULTS, 'passed'].map((name) => [name, 0])) as FaultyProxy['counts'];
  const { url, close } = await startRelay(handle);
  const proxy: FaultyProxy = { url, counts, choose: () => undefined, close };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> {
    const passing = { incoming, outgoing, body };
    const chosen = proxy.choose(incoming.method ?? 'GET', incoming.url ?? '/');
    // Nothing can be cut where nothing is.
    const fault = chosen === 'cut_upload' && passing.body.length < 2 ? 'reset' : chosen;
    counts[fault ?? 'passed']++;
    if (fault === 'reset') return void incoming.socket.destroy();
    if (fault === 'limited') return void outgoing.writeHead(429, { 'retry-after': '1' }).end('slow down');
    if (fault === 'unavailable') return void outgoing.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>');
    if (fault === 'cut_upload') return cutUpload(target, passing);
    return answerOf(target, passing, fault);
  }
  return proxy;
}

async function cutUpload(target: string, { incoming, body }: Passing): Promise<void> {
  const { method, headers, url } = incoming;
  const sent = request(`${target}${url}`, { method: method ?? 'GET', headers: { ...headers, 'content-length': body.length } });
  sent.on('error', () => undefined);
  sent.write(body.subarray(0, Math.floor(body.length / 2)));
  await new Promise((resolve) => setTimeout(resolve, 5));
  sent.destroy();
  incoming.socket.destroy();
}

async function answerOf(target: string, { incoming, outgoing, body }: Passing, fault?: ProxyFault): Promise<void> {
  const { status, headers, body: bytes } = await passOn(`${target}${incoming.url}`, incoming.method ?? 'GET', incoming.headers, body);
  if (fault === 'lose_answer') return void incoming.socket.destroy();
  if (fault === 'late_answer') await new Promise((resolve) => setTimeout(resolve, LATE_MS));
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length });
  if ((fault !== 'cut_answer' && fault !== 'stall_answer') || bytes.length === 0) return void outgoing.end(bytes);
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  if (fault === 'stall_answer') return undefined;
  await new Promise((resolve) => setTimeout(resolve, 5));
  incoming.socket.destroy();
}
