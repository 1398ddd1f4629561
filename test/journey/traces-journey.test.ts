// A job that is traced: its spans, from every part of the service, are one tree below the caller's; and nothing of what it is about is in them.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeLetter } from '../../support/documents/letter.ts';
import { ApiClient, bodyOf } from '../support/service/api-client.ts';
import { eventually } from '../support/expectations.ts';
import { Receiver } from '../support/service/receiver.ts';
import { type Service, startService } from '../support/service/service.ts';

// The JSON form of ExportTraceServiceRequest (opentelemetry-proto 1.x; identifiers are hexadecimal, 64-bit numbers are texts).
const Attributes = z.array(
  z.strictObject({
    key: z.string(),
    value: z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: z.string().regex(/^-?\d+$/) })]),
  }),
);
const Span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: Attributes,
  status: z.strictObject({ code: z.literal(2).optional() }),
});
const Request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: Attributes }),
      scopeSpans: z.array(z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(Span) })),
    }),
  ),
});

const bodies: string[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/v1/traces' && request.headers['x-collector-key'] === 'k1') bodies.push(Buffer.concat(chunks).toString());
    response.writeHead(200).end('{}');
  });
});
const spans = () =>
  bodies.flatMap((body) =>
    Request.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
  );

const TRACE = 'a'.repeat(31) + '1';
const CALLER = 'b'.repeat(16);
const CANARY = 'Kanarienvogel';
/** Of every part of the service one at least. */
const PARTS = [
  'POST /v1/jobs/ai-edit',
  'job queued',
  'job dispatched',
  'job run',
  'stage fetching',
  'stage sending',
  'stage reporting',
  'GET /internal/attempts/:token/source',
  'PUT /internal/attempts/:token/results/:index',
  'POST /internal/jobs/:job_id/report',
  'webhook delivered',
  'receiver called',
];
let service: Service;
let receiver: Receiver;

beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  receiver = await Receiver.start();
  const settings = {
    OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTLP_HEADERS: 'x-collector-key=k1',
  };
  // Processor and courier take theirs from the environment in which they start.
  Object.assign(process.env, settings);
  service = await startService({ vars: settings }).finally(() => {
    for (const name of Object.keys(settings)) delete process.env[name];
  });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  collector.close();
});

async function runJob(flags: string, trace = TRACE): Promise<{ traceparent: string | null; job_id: string }> {
  const api = new ApiClient(new URL(service.baseUrl).origin, service.key);
  const form = new FormData();
  form.append('file', new File([(await makeLetter(CANARY)).slice()], `${CANARY}.pdf`, { type: 'application/pdf' }));
  const { file_id } = await bodyOf<{ file_id: string }>(await api.request('POST', '/files', { body: form }), 201);
  const response = await api.request('POST', '/jobs/ai-edit', {
    json: { file_id, instruction: `Replace "line 2 of the letter" with "${CANARY}"` },
    headers: { traceparent: `00-${trace}-${CALLER}-${flags}` },
  });
  const { job_id } = await bodyOf<{ job_id: string }>(response, 202);
  await api.jobIn(job_id, 'succeeded');
  return { traceparent: response.headers.get('traceparent'), job_id };
}

test('one tree of all parts, with nothing of the document', async () => {
  const api = new ApiClient(new URL(service.baseUrl).origin, service.key);
  await bodyOf(await api.request('POST', '/webhooks', { json: { url: receiver.url(), events: ['job.succeeded'] } }), 201);
  const { traceparent, job_id } = await runJob('01');
  expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-(?!${CALLER})[0-9a-f]{16}-01$`));
  await eventually(
    () => spans().map(({ name }) => name),
    (names) => PARTS.every((part) => names.includes(part)),
  );
  const all = spans();
  const known = new Set([CALLER, ...all.map(({ spanId }) => spanId)]);
  for (const { traceId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano } of all) {
    expect(traceId).toBe(TRACE);
    expect(known.has(parentSpanId ?? ''), name).toBe(true);
    expect(endTimeUnixNano >= startTimeUnixNano, name).toBe(true);
  }
  expect(new Set(all.map(({ spanId }) => spanId)).size).toBe(all.length);
  // Stages of the operation lie within the attempt.
  const run = all.find(({ name }) => name === 'job run');
  expect(all.filter(({ parentSpanId }) => parentSpanId === run?.spanId).length).toBeGreaterThanOrEqual(6);
  expect(bodies.join('')).toContain(job_id);
  for (const word of [CANARY, 'letter', receiver.url().slice(7), service.key]) expect(bodies.join('')).not.toContain(word);
  // The receiver goes on from there.
  expect(known.has(receiver.received.at(-1)?.headers['traceparent']?.split('-')[2] ?? '')).toBe(true);
});

test('who says that it is not traced is not', async () => {
  const trace = 'c'.repeat(32);
  const { traceparent } = await runJob('00', trace);
  expect(traceparent).toBe(`00-${trace}-${CALLER}-00`);
  expect(bodies.join('')).not.toContain(trace);
});
