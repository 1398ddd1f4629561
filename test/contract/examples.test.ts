// The examples of the API document come from the service: they are made here by running it, written down (`vitest -u` writes them again), and
// each is what its schema says.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { SHOWN } from '#contract/reference/examples.ts';
import { openApiDocument } from '#contract/reference/openapi.ts';
import { pdfBytes, putBytes } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { INTRODUCTION } from '../support/service/introduction.ts';
import { type Names, pathOf, requestOf } from '../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();

interface Written {
  readonly routes: Record<string, { request?: unknown; answers: Record<string, unknown> }>;
  readonly errors: Partial<Record<ErrorCode, unknown>>;
}
const written: Written = { routes: {}, errors: {} };

/** Identifiers, times, keys and addresses, each the same in every run. */
function settle(value: unknown): unknown {
  const seen = new Map<string, string>();
  const text = JSON.stringify(value)
    .replaceAll(edge.url, 'https://api.example.com')
    .replace(/\b(acct|acr|aud|batch|evt|file|job|key|req|whk)_[0-9A-Za-z]{22}\b/g, (id, kind: string) => {
      if (/_0{22}$/.test(id)) return id;
      seen.set(id, seen.get(id) ?? `${kind}_0${seen.size % 10}kT9xQ2mB7vR4nW6pL1sJ`);
      return seen.get(id) ?? id;
    })
    .replace(/\bdlv_[0-9a-f]{32}\b/g, 'dlv_5f0c1d9e8b7a46352413021f0e9d8c7b')
    .replace(/pdfk_live_\w+/g, 'pdfk_live_0123456789abcdefghijABCDEFGHIJabcdef')
    .replace(/"prefix":"[^"]+"/g, '"prefix":"pdfk_live_0123"')
    .replace(/"last4":"\w+"/g, '"last4":"cdef"')
    .replace(/"queue_ms":\d+/g, '"queue_ms":12')
    .replace(/whsec_[\w+/=]+/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    .replace(/\/v1\/(uploads|downloads)\/[\w.~-]+/g, '/v1/$1/eyJzIjoiZmlsZSJ9.signature')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-01T09:30:00.000Z')
    .replace(/\b20\d\d-\d\d-\d\d"/g, '2026-11-01"');
  return JSON.parse(text);
}

async function keepError(call: Promise<Response>): Promise<void> {
  const body = settle(await (await call).json()) as { error: { code: ErrorCode } };
  written.errors[body.error.code] = body;
}

async function makeNames(): Promise<Required<Names>> {
  const fileId = await api.upload(pdfBytes('example'), { filename: 'letter.pdf' });
  const { job_id } = await api.createJob({ file_id: fileId });
  const run = await edge.processor.nextRun(job_id);
  const report = {
    action: 'remove',
    removed: ['Info:Author'],
    verification: { pages_before: 4, pages_after: 4, streams_identical: true, text_identical: true },
  };
  await edge.processor.succeed(run, [pdfBytes('result')], report);
  const id = async (call: Promise<Response>, field: string) => String(((await (await call).json()) as Record<string, unknown>)[field]);
  const batch = { operation: 'compress', items: [{ file_id: await api.upload(pdfBytes('batch')) }] };
  const batchId = await id(api.post('/batches', batch), 'batch_id');
  await edge.processor.nextRun();
  const webhookId = await id(api.post('/webhooks', { url: 'https://example.com/events', events: ['job.succeeded'] }), 'webhook_id');
  const deliveryId = await id(api.post(`/webhooks/${webhookId}/test`), 'delivery_id');
  const keyId = await id(api.post('/keys', { name: 'Scanner', scopes: ['files:write', 'jobs:write'] }), 'key_id');
  return { fileId, jobId: job_id, batchId, webhookId, deliveryId, keyId, token: '' };
}

async function makeErrors(names: Required<Names>): Promise<void> {
  const fresh = { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 10 };
  const waiting = await api.createFile(pdfBytes('never sent'));
  const small = await edge.createAccount({ overrides: { file_bytes: 100, jobs_per_month: 1, requests_per_minute: 4 } });
  await keepError(fetch(`${edge.url}/v1/files`));
  await keepError((await edge.createAccount()).issueKey({ scopes: ['files:read'] }).then(async (key) => key.api.post('/files', fresh)));
  await keepError(api.post('/jobs/convert', { file_id: names.fileId, format: 'docx' }));
  await keepError(api.get('/files/file_0000000000000000000000'));
  await keepError(api.request('PUT', '/files'));
  await keepError(api.request('POST', '/files', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }));
  await keepError(api.post('/files', { ...fresh, content_type: 'application/msword', filename: 'a.doc' }));
  await keepError(api.post('/files', { ...fresh, filename: 'x'.repeat(70_000) }));
  await keepError(api.post('/jobs/compress', { file_id: waiting.file_id }));
  await keepError(putBytes(waiting, pdfBytes('')));
  await keepError(api.post(`/jobs/${names.jobId}/cancel`));
  await keepError(api.post('/jobs/ai-edit', { file_id: names.fileId, instruction: 'Delete page 2 and make it prettier' }));
  await keepError(api.post('/jobs/ai-edit', { file_id: names.fileId, instruction: 'Change the balance on my bank statement to 9,000' }));
  await keepError(small.api.post('/files', { ...fresh, size_bytes: 101 }));
  const once = { 'idempotency-key': 'once' };
  await api.post('/files', fresh, once);
  await keepError(api.post('/files', { ...fresh, size_bytes: 11 }, once));
  for (let i = 0; i < 3; i++) await small.api.get('/files');
  await keepError(small.api.get('/files'));
  const gone = await api.upload();
  await api.request('DELETE', `/files/${gone}`);
  await keepError(api.get(`/files/${gone}/download`));
}

/** Those whose call needs another party, or ends what others use, come last or are shown by their equals. */
const LAST = ['deleteFile', 'cancelBatch', 'rotateWebhookSecret', 'deleteWebhook', 'rotateKey', 'revokeKey'];
const APART: readonly string[] = [
  'fetchFile',
  'uploadFile',
  'uploadPart',
  'listParts',
  'completeUpload',
  'run',
  'cancelJob',
  'recoverDeliveries',
  'requestAccess',
];

test('every example is what the service says', async () => {
  const names = await makeNames();
  await makeErrors(names);
  const routes = SHOWN.filter(([name]) => !APART.includes(name)).toSorted(([a], [b]) => LAST.indexOf(a) - LAST.indexOf(b));
  for (const [name, route] of routes) {
    const own = { ...names, ...(route.operation ? { fileId: await api.upload(pdfBytes(name)) } : {}) };
    const request = requestOf(name, route, own);
    const options = request.body ? { body: request.body as string, headers: { 'content-type': 'application/json' } } : {};
    const response = await api.request(route.method, pathOf(route, own).replace(/^\/v1/, ''), options);
    const answer: unknown = await response.json();
    expect([name, Object.keys(route.success), answer]).toEqual([
      name,
      expect.arrayContaining([String(response.status)]),
      expect.anything(),
    ]);
    const { request: sent, answer: told } = settle({
      request: request.body ? (JSON.parse(request.body as string) as unknown) : null,
      answer,
    }) as {
      request: unknown;
      answer: unknown;
    };
    written.routes[name] = { ...(sent === null ? {} : { request: sent }), answers: { [response.status]: told } };
  }
  await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot('../../contract/reference/examples.json');
}, 60_000);

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Record<string, { readonly $ref: string }>;
}

function mediaOf(node: unknown, place = ''): [string, Media][] {
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, inner]) =>
    key === 'application/json' ? [[place, inner as Media]] : mediaOf(inner, `${place} ${key}`),
  );
}

const document = JSON.parse(JSON.stringify(openApiDocument('https://api.example.com', INTRODUCTION))) as {
  paths: object;
  components: { schemas: object; examples: Record<string, { value: unknown }> };
};

test('every example is what its schema says', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: false });
  ajv.addSchema({ $id: 'https://api.example.com/openapi', components: document.components }, 'document');
  const judge = (place: string, schema: object, example: unknown) => {
    const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://api.example.com/openapi#/')) as object;
    const validate = ajv.compile(whole);
    expect([place, validate(example), validate.errors]).toEqual([place, true, null]);
  };
  const shown = mediaOf(document.paths).filter(([, { example }]) => example !== undefined);
  expect(shown.length).toBeGreaterThan(40);
  for (const [place, { schema, example }] of shown) judge(place, schema, example);
  for (const [code, { value }] of Object.entries(document.components.examples))
    judge(code, { $ref: '#/components/schemas/ApiError' }, value);
});
