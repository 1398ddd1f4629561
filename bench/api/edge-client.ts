// A keep-alive HTTP client of the least possible cost, and the accounts that a benchmark needs.

import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export async function call(method: string, url: string, headers: Record<string, string> = {}, body?: string | Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, agent, headers: body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export function jsonHeaders(key: string): Record<string, string> {
  return { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
}

/** @throws Error when the answer is not a success. */
export async function callJson<T>(method: string, url: string, key: string, body?: object): Promise<T> {
  const answer = await call(method, url, jsonHeaders(key), body === undefined ? undefined : JSON.stringify(body));
  if (answer.status >= 300) throw new Error(`${method} ${url} answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body) as T;
}

/** An account whose limits are too high to affect a measurement. */
export async function makeAccount(baseUrl: string, operatorKey: string): Promise<{ accountId: string; key: string }> {
  const { account_id } = await callJson<{ account_id: string }>('POST', `${baseUrl}/operator/accounts`, operatorKey, {
    name: 'Benchmark',
    plan: 'enterprise',
  });
  await callJson('PATCH', `${baseUrl}/operator/accounts/${account_id}`, operatorKey, {
    plan_overrides: { requests_per_minute: 10_000_000, queued_jobs: 1_000_000 },
  });
  const { key } = await callJson<{ key: string }>('POST', `${baseUrl}/operator/accounts/${account_id}/keys`, operatorKey, {
    name: 'Benchmark',
  });
  return { accountId: account_id, key };
}

/** @param fields further ones of the file, such as its region */
export async function uploadFile(baseUrl: string, key: string, bytes: Uint8Array, fields: object = {}): Promise<string> {
  const file = await callJson<{ file_id: string; upload_url: string }>('POST', `${baseUrl}/files`, key, {
    filename: 'bench.pdf',
    content_type: 'application/pdf',
    size_bytes: bytes.length,
    ...fields,
  });
  const put = await call('PUT', file.upload_url, { 'Content-Type': 'application/pdf' }, bytes);
  if (put.status !== 200) throw new Error(`the upload answered ${put.status}: ${put.body}`);
  return file.file_id;
}
