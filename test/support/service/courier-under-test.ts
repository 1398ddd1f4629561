// The courier in this process, with names that a test resolves as it likes, and the signed way to it.

import { type Deliver, Delivered, FetchFailed, type FetchSource, type PutResult } from '#contract/courier.ts';
import { importSecret, signMessage } from '#contract/internal-signature.ts';
import { INTERNAL_HEADERS } from '#contract/processor.ts';
import type { ResolveName } from '../../../courier/resolve.ts';
import { startCourier } from '../../../courier/start-courier.ts';

export const COURIER_SECRET = 'dev-test-courier-0000000000';

export interface CourierUnderTest extends AsyncDisposable {
  readonly port: number;
  /** Lines of its log, as JSON. */
  readonly log: string[];
}

export interface CourierOptions {
  readonly allowLoopback?: boolean;
  readonly resolveName?: ResolveName;
  readonly callsMax?: number;
}

export async function openCourier(options: CourierOptions = {}): Promise<CourierUnderTest> {
  const log: string[] = [];
  const config = {
    port: 0,
    host: '127.0.0.1',
    secret: COURIER_SECRET,
    callsMax: options.callsMax ?? 100,
    allowLoopback: options.allowLoopback ?? false,
  };
  const parts = {
    resolveName: options.resolveName ?? (async () => []),
    now: Date.now,
    log: (line: object) => void log.push(JSON.stringify(line)),
  };
  const courier = await startCourier(config, parts);
  return { port: courier.port, log, [Symbol.asyncDispose]: courier.stop };
}

export function deliverMessage(fields: Partial<Deliver> = {}): Deliver {
  return { url: 'https://example.com/', headers: { 'content-type': 'application/json' }, body: '{}', timeout_ms: 2000, ...fields };
}

export async function post(
  port: number,
  body: string,
  { path = '/deliver', ...sign }: { secret?: string; timestampMs?: number; path?: string } = {},
): Promise<Response> {
  const timestampMs = sign.timestampMs ?? Date.now();
  const key = await importSecret(sign.secret ?? COURIER_SECRET);
  const headers = {
    [INTERNAL_HEADERS.timestamp]: String(timestampMs),
    [INTERNAL_HEADERS.signature]: await signMessage(key, { method: 'POST', path, body }, timestampMs),
  };
  return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers });
}

export async function callBy(port: number, fields: Partial<Deliver>): Promise<Delivered> {
  const response = await post(port, JSON.stringify(deliverMessage(fields)));
  if (response.status !== 200) throw new Error(`the courier answered ${response.status}`);
  return Delivered.parse(await response.json());
}

/** Asks for a source. @returns the error, or the bytes as text */
export async function fetchBy(port: number, fields: Partial<FetchSource>): Promise<FetchFailed | { text: string } | { http: number }> {
  const message: FetchSource = { url: 'https://example.com/', account_id: 'acct_1', bytes_max: 1_000_000, timeout_ms: 2000, ...fields };
  const response = await post(port, JSON.stringify(message), { path: '/fetch' });
  if (response.status === 200) return { text: await response.text() };
  return response.status === 422 ? FetchFailed.parse(await response.json()) : { http: response.status };
}

/** Has a result put; its bytes are at `source_url`. */
export async function putBy(port: number, fields: Partial<PutResult>): Promise<Delivered | { http: number }> {
  const message: PutResult = {
    url: 'https://example.com/',
    headers: {},
    source_url: 'http://127.0.0.1:1/',
    size_bytes: 1,
    account_id: 'acct_1',
    timeout_ms: 2000,
    ...fields,
  };
  const response = await post(port, JSON.stringify(message), { path: '/put' });
  return response.status === 200 ? Delivered.parse(await response.json()) : { http: response.status };
}
