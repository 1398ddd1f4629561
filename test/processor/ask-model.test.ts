// A job's process has no network, and still plans with a language model: the processor asks for it, its own endpoint or the Worker, with a key
// that the job never sees.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { askEndpoint } from '../../processor/ask-model.ts';
import { startChatServer } from '../support/service/chat-server.ts';
import { type ProcessorUnderTest, processorUnderTest, source } from '../../support/run/processor-under-test.ts';
import { makePdf, plainObjects } from '../../support/documents/make-pdf.ts';
import { runToReport, WorkerSide } from '../../support/run/worker-side.ts';
import { BUNDLED_CHILD } from '../../scripts/bundle-processor.ts';

/** Only a model knows what is to be put right. */
const because = 'Acme Ltd is called Globex plc now, so kindly put that right';
const PLAN = {
  operations: [{ id: 'op1', op: 'replace_text', because, match: { text: 'Acme Ltd' }, value: 'Globex plc' }],
  unresolved: [],
};
const REQUEST = { messages: [{ role: 'user' as const, content: 'anything' }] };
const document = Buffer.from(makePdf({ objects: plainObjects('An agreement with Acme Ltd of London') }));
const edit = { type: 'ai_edit' as const, params: { instruction: `${because}.`, dry_run: true } };

/** Without a model of its own. */
let processor: ProcessorUnderTest;
beforeAll(async () => {
  processor = await processorUnderTest({}, Date.now, BUNDLED_CHILD);
});
afterAll(() => processor[Symbol.asyncDispose]());

test('an edit is planned by the language model through the processor', { tags: 'long' }, async () => {
  await using model = await startChatServer(PLAN);
  const planner = { baseUrl: model.baseUrl, apiKey: 'key-of-the-operator', model: 'm' };
  await using own = await processorUnderTest({ planner }, Date.now, BUNDLED_CHILD);
  await using side = await WorkerSide.start();
  const report = await runToReport(own.port, side, side.job(document, edit));
  expect(report).toMatchObject({
    outcome: 'succeeded',
    report: { planner: { kind: 'llm', version: 'm' }, model: { model: 'm', requests: 1, input_tokens: 100, output_tokens: 20 } },
  });
  expect(model.requests.map(({ authorization }) => authorization)).toEqual(['Bearer key-of-the-operator']);
});

test('without an endpoint of its own the processor asks the Worker, and names the attempt', async () => {
  await using side = await WorkerSide.start();
  side.script.model.push(503);
  const usage = { input_tokens: 7, output_tokens: 5 };
  side.modelAnswer = { status: 200, completion: { model: 'of-the-region', text: JSON.stringify(PLAN), calls: [], cut: false, usage } };
  const job = side.job(document, { ...edit, model_url: `${side.url}/model` });
  const report = await runToReport(processor.port, side, job);
  expect(report).toMatchObject({ outcome: 'succeeded', report: { planner: { kind: 'llm', version: 'of-the-region' }, model: usage } });
  expect(side.asked).toHaveLength(1);
  expect(side.asked[0]).toMatchObject({ job_id: job.job_id, attempt: 1, attempt_token: job.attempt_token });
  expect(side.asked[0]?.within_ms).toBeGreaterThan(0);
  expect(side.complaints).toEqual([]);
  expect(JSON.stringify(processor.log)).not.toMatch(/Acme|Globex|London/);
});

test.each([
  ['409: the attempt is stale', 409],
  ['429: too much was asked for the job', 429],
  ['404: the region has no model any more', 404],
])('the Worker answers %s, and the job ends with a reason', async (_name, status) => {
  await using side = await WorkerSide.start();
  side.always.model = status;
  const report = await runToReport(processor.port, side, side.job(document, { ...edit, model_url: `${side.url}/model` }));
  expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'ai_unavailable', retryable: true } });
});

test('where nobody has a model, it is refused, and nobody is asked', async () => {
  await using side = await WorkerSide.start();
  const report = await runToReport(processor.port, side, side.job(document, edit));
  expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'ambiguous_match' } });
  expect(side.calls.model).toBe(0);
});

test('the key is not in the job’s process', async () => {
  const planner = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key-of-the-operator', model: 'm' };
  await using own = await processorUnderTest({ planner });
  await using side = await WorkerSide.start();
  const report = await runToReport(own.port, side, side.job(source({ does: 'tell' })));
  expect(report.outcome).toBe('succeeded');
  expect(JSON.stringify(report)).not.toContain('key-of-the-operator');
});

test('a job asks so many times at most, and hears of an endpoint that is away', async () => {
  await using model = await startChatServer('anything');
  const { signal } = new AbortController();
  const ask = askEndpoint({ baseUrl: model.baseUrl, apiKey: undefined, model: 'm' }, signal);
  const statuses: number[] = [];
  for (let i = 0; i < LIMITS.modelRequestsPerJob + 2; i++) statuses.push((await ask(REQUEST, 1000)).status);
  expect(statuses.slice(-3)).toEqual([200, 429, 429]);
  expect(model.requests).toHaveLength(LIMITS.modelRequestsPerJob);
  const away = askEndpoint({ baseUrl: 'http://127.0.0.1:9', apiKey: undefined, model: 'm' }, signal);
  expect((await away(REQUEST, 1000)).status).toBe(502);
});

test('a connection that the endpoint closes while the job plans is no failure', async () => {
  const used = new WeakSet<object>();
  let closed = 0;
  const server = createServer((request, response) => {
    // One that was kept open is closed when it is used again.
    if (used.has(request.socket) && closed === 0) {
      closed++;
      request.socket.destroy();
      return;
    }
    used.add(request.socket);
    request.resume().on('end', () => response.end(JSON.stringify({ choices: [{ message: { content: '{}' } }] })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = askEndpoint({ baseUrl: `http://127.0.0.1:${port}`, apiKey: undefined, model: 'm' }, new AbortController().signal);
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push((await ask(REQUEST, 1000)).status);
  expect([...statuses, closed]).toEqual([200, 200, 200, 200, 200, 1]);
  server.closeAllConnections();
  server.close();
});

test('an endpoint that hangs is given up in time', async () => {
  await using model = await startChatServer(() => {});
  const ask = askEndpoint({ baseUrl: model.baseUrl, apiKey: undefined, model: 'm' }, new AbortController().signal);
  expect((await ask(REQUEST, 200)).status).toBe(504);
});
