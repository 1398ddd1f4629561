// A processor that does nothing: it takes a job, fetches nothing, sends a few bytes as its result and says that it has succeeded. What the service
// carries with it is its own floor on this machine. PORT, SECRET.

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { importSecret, signMessage } from '#contract/internal-signature.ts';
import { INTERNAL_HEADERS, RunJob } from '#contract/processor.ts';
import { call } from '../api/edge-client.ts';

const SLOTS = 1000;
const RESULT = Buffer.from('%PDF-1.7\n');
const key = await importSecret(process.env['SECRET'] ?? '');
const digest = createHash('sha256').update(RESULT);
const [base64, hex] = [digest.copy().digest('base64'), digest.digest('hex')];
const report = JSON.stringify({
  outcome: 'succeeded',
  results: [{ index: 0, filename: 'empty.pdf', content_type: 'application/pdf', size_bytes: RESULT.length, sha256: hex }],
  report: { verified: true },
  warnings: [],
  metrics: { input_bytes: 1, output_bytes: RESULT.length, pages: 1, processing_ms: 0 },
});

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/capabilities') return response.end('{"programs":{}}');
    if (request.method !== 'POST') return response.end(said());
    response.writeHead(202).end(said());
    void carry(RunJob.parse(JSON.parse(Buffer.concat(chunks).toString())));
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

function said(): string {
  return JSON.stringify({ slots: SLOTS, busy: 0, isolation: 'namespaces', version: 'empty' });
}

async function carry({ job_id, attempt, attempt_token, results_url, report_url }: RunJob): Promise<void> {
  const put = await call('PUT', `${results_url}/0`, { 'repr-digest': `sha-256=:${base64}:` }, RESULT);
  if (put.status >= 300) throw new Error(`the result was answered with ${put.status}: ${put.body}`);
  const body = `${JSON.stringify({ job_id, attempt, attempt_token }).slice(0, -1)},${report.slice(1)}`;
  const { pathname, search } = new URL(report_url);
  const timestamp = Date.now();
  const signature = await signMessage(key, { method: 'POST', path: pathname + search, body }, timestamp);
  const headers = { [INTERNAL_HEADERS.timestamp]: String(timestamp), [INTERNAL_HEADERS.signature]: signature };
  const told = await call('POST', report_url, headers, body);
  if (told.status >= 300) throw new Error(`the report was answered with ${told.status}: ${told.body}`);
}
