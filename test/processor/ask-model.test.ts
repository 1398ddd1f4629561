// A job's process has no network, and still plans with a language model: the processor asks for it, with a key that the job never sees.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeAskModel } from '../../processor/ask-model.ts';
import { startChatServer } from '../support/service/chat-server.ts';
import { processorUnderTest, source } from '../../support/run/processor-under-test.ts';
import { makePdf, plainObjects } from '../../support/documents/make-pdf.ts';
import { runToReport, WorkerSide } from '../../support/run/worker-side.ts';

const REAL_CHILD = fileURLToPath(new URL('../../processor/child.ts', import.meta.url));
const because = 'rename Acme Ltd to Globex plc everywhere, it is called so since May';

test('an edit is planned by the language model through the processor', async () => {
  await using model = await startChatServer({
    operations: [{ id: 'op1', op: 'replace_text', because, match: { text: 'Acme Ltd' }, value: 'Globex plc' }],
    unresolved: [],
  });
  const planner = { baseUrl: model.baseUrl, apiKey: 'key-of-the-operator', model: 'm' };
  await using processor = await processorUnderTest({ planner }, Date.now, REAL_CHILD);
  await using side = await WorkerSide.start();
  const document = Buffer.from(makePdf({ objects: plainObjects('An agreement with Acme Ltd of London') }));
  const job = side.job(document, { type: 'ai_edit', params: { instruction: `Kindly ${because}.`, dry_run: true } });
  const report = await runToReport(processor.port, side, job);
  expect(report).toMatchObject({ outcome: 'succeeded', report: { planner: { kind: 'llm', version: 'm' } } });
  expect(model.requests.map(({ authorization }) => authorization)).toEqual(['Bearer key-of-the-operator']);
});

test('the key is not in the job’s process', async () => {
  const planner = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key-of-the-operator', model: 'm' };
  await using processor = await processorUnderTest({ planner });
  await using side = await WorkerSide.start();
  const report = await runToReport(processor.port, side, side.job(source({ does: 'tell' })));
  expect(report.outcome).toBe('succeeded');
  expect(JSON.stringify(report)).not.toContain('key-of-the-operator');
});

test('a job asks four times at most, and hears of an endpoint that is away', async () => {
  await using model = await startChatServer('anything');
  const { signal } = new AbortController();
  const ask = makeAskModel({ baseUrl: model.baseUrl, apiKey: undefined }, signal);
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await ask('{"messages":[]}')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  expect(model.requests).toHaveLength(4);
  const away = makeAskModel({ baseUrl: 'http://127.0.0.1:9', apiKey: undefined }, signal);
  expect((await away('{}')).status).toBe(503);
});
