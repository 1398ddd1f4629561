// The language model of a region, as processors reach it: the Worker asks, for the current attempt of a job and nobody else, within bounds. One
// region has the binding of Workers AI, which a Worker stands for that asks a server on this machine; the other an endpoint; a third has none.

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Capabilities } from '#contract/capabilities.ts';
import { LIMITS } from '#contract/limits.ts';
import { ModelAnswer } from '#contract/planning/model-answer.ts';
import type { RunJob } from '#contract/processor.ts';
import { bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { type ChatAnswer, startChatServer } from '../../support/service/chat-server.ts';
import { openEdge, type TestAccount } from '../../support/service/edge.ts';
import { standInAi } from '../../support/service/stand-in-ai.ts';
import type { ScriptedProcessor } from '../../support/service/scripted-processor.ts';

/** What the next requests get, the last one for all that follow. */
let answers: ChatAnswer[] = [];
const server = await startChatServer((response, request) => {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (typeof answer === 'function') answer(response, request);
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
const edge = await openEdge({
  regions: ['eu', 'us'],
  standIns: { AI: standInAi(server.baseUrl) },
  vars: {
    PLANNERS: {
      eu: { model: '@cf/some/model', binding: 'AI', gateway: 'our-gateway', requests_at_once: 2 },
      us: { model: 'other-model', base_url: server.baseUrl },
    },
    PLANNER_KEY_US: 'key-of-the-operator',
    PLANNER_GATEWAY_TOKEN_US: 'token-of-the-gateway',
  },
});
afterAll(async () => {
  await edge.close();
  await server[Symbol.asyncDispose]();
});
for (const processor of Object.values(edge.processors)) processor.capabilities = { programs: {}, ai_edit: { planners: ['grammar'] } };

const account = await edge.createAccount();
let count = 0;
const request = (text = `what ${++count}`) => ({ messages: [{ role: 'user', content: `A secret text, ${text}` }] });
const said = (content: string) => ({
  choices: [{ message: { content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 11, completion_tokens: 3 },
});

beforeEach(() => {
  answers = [said('an answer')];
  edge.logs.length = 0;
  (server.requests as unknown[]).length = 0;
});

async function startEdit(region: 'eu' | 'us' = 'eu', owner: TestAccount = account, bytes = pdfBytes('the same')): Promise<RunJob> {
  const fileId = await owner.api.upload(bytes, { region });
  const { job_id } = await bodyOf<{ job_id: string }>(
    await owner.api.post('/jobs/ai-edit', { file_id: fileId, instruction: 'kindly put that right, it is called Acme GmbH now' }),
    202,
  );
  return processorOf(region).nextRun(job_id);
}

function processorOf(region: string): ScriptedProcessor {
  const found = edge.processors[region];
  if (!found) throw new Error(`there is no region ${region}`);
  return found;
}

async function ask(run: RunJob, asked: unknown = request(), region = 'eu', within_ms = 5000): Promise<ModelAnswer> {
  return ModelAnswer.parse(await bodyOf(await processorOf(region).askModel(run, asked, { within_ms }), 200));
}

describe('a request of the current attempt', () => {
  test('goes to Workers AI through the gateway, with the model of the region', async () => {
    answers = [{ response: 'an answer', usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 } }];
    const run = await startEdit();
    const tools = [{ type: 'function', function: { name: 'read_page', description: 'x', parameters: { type: 'object' } } }];
    expect(await ask(run, { messages: [{ role: 'user', content: 'hello' }], tools })).toEqual({
      status: 200,
      completion: { model: '@cf/some/model', text: 'an answer', calls: [], cut: false, usage: { input_tokens: 11, output_tokens: 3 } },
    });
    expect(server.requests[0]?.body).toEqual({
      model: '@cf/some/model',
      messages: [{ role: 'user', content: 'hello' }],
      tools,
      temperature: 0,
      max_tokens: LIMITS.modelOutputTokensMax,
      options: { gateway: { id: 'our-gateway', skipCache: true, collectLog: false } },
    });
  });

  test('goes to an endpoint with its key and the gateway’s token', async () => {
    const run = await startEdit('us');
    answers = [
      { choices: [{ message: { content: null, tool_calls: [{ id: 'a', function: { name: 'read_page', arguments: '{"page":1}' } }] } }] },
    ];
    expect(await ask(run, request(), 'us')).toMatchObject({
      status: 200,
      completion: { model: 'other-model', text: '', calls: [{ id: 'a', name: 'read_page', arguments: '{"page":1}' }] },
    });
    const [sent] = server.requests;
    expect(sent?.body.model).toBe('other-model');
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer key-of-the-operator',
      'cf-aig-authorization': 'Bearer token-of-the-gateway',
    });
  });

  test('is logged with its numbers, and without a word of it', async () => {
    answers = [said('a secret answer')];
    await ask(await startEdit());
    const lines = edge.logs.filter((line) => line.includes('planner.asked'));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ model: '@cf/some/model', status: 200, input_tokens: 11, output_tokens: 3 });
    expect(edge.logs.join('\n')).not.toContain('secret');
  });
});

describe('what an endpoint does wrong has a status, and never hangs', () => {
  const status =
    (code: number, headers = {}) =>
    (response: Parameters<Extract<ChatAnswer, Function>>[0]) =>
      void response.writeHead(code, headers).end('{}');
  const says = (body: string) => (response: Parameters<Extract<ChatAnswer, Function>>[0]) => void response.writeHead(200).end(body);
  test.each([
    ['429', status(429, { 'retry-after': '7' }), { status: 429, retry_after_ms: 7000 }],
    ['429 without a time', status(429, { 'retry-after': 'tomorrow' }), { status: 429 }],
    ['500', status(500), { status: 500 }],
    ['401', status(401), { status: 401 }],
    ['a redirect', status(307, { location: `${server.baseUrl}/elsewhere` }), { status: 502 }],
    ['no JSON', says('<html>'), { status: 502 }],
    ['JSON that is cut off', says('{"choices":[{"message":'), { status: 502 }],
    ['another protocol', says('{"output":[]}'), { status: 502 }],
    ['an answer without end', says(' '.repeat(LIMITS.modelAnswerBytesMax + 1)), { status: 502 }],
    ['a closed connection', (response: { destroy: () => void }) => response.destroy(), { status: 502 }],
    ['no answer', () => {}, { status: 504 }],
    [
      'a beginning without an end',
      (response: Parameters<Extract<ChatAnswer, Function>>[0]) => void response.writeHead(200).write('{"choices"'),
      { status: 504 },
    ],
  ] as const)('%s', async (_name, answer, expected) => {
    answers = [answer];
    const run = await startEdit('us');
    expect(await ask(run, request(), 'us', 400)).toEqual(expected);
    expect(server.requests).toHaveLength(1);
    // The turn has ended: the job may ask again.
    answers = [said('better')];
    expect(await ask(run, request(), 'us')).toMatchObject({ status: 200 });
  });

  test.each([
    ['throws', status(500), { status: 502 }],
    ['never answers', () => {}, { status: 504 }],
    ['answers nonsense', says('[]'), { status: 502 }],
  ] as const)('a binding that %s', async (_name, answer, expected) => {
    answers = [answer];
    expect(await ask(await startEdit(), request(), 'eu', 400)).toEqual(expected);
  });
});

describe('who may not ask', () => {
  test('without the right signature nobody', async () => {
    const run = await startEdit();
    expect((await edge.processor.askModel(run, request(), { secret: 'another-secret-of-16' })).status).toBe(401);
    expect((await edge.processor.askModel(run, request(), { timestampMs: Date.now() - 3_600_000 })).status).toBe(401);
    expect((await fetch(run.model_url ?? '', { method: 'POST', body: '{}' })).status).toBe(401);
    expect(server.requests).toHaveLength(0);
  });

  test('an attempt that is not the current one, and a job that is over', async () => {
    const old = await startEdit();
    await edge.lapseLease(old.job_id);
    const current = await edge.processor.nextRun(old.job_id);
    expect((await edge.processor.askModel(old, request())).status).toBe(409);
    expect((await edge.processor.askModel({ ...current, attempt_token: old.attempt_token }, request())).status).toBe(409);
    expect(await ask(current)).toMatchObject({ status: 200 });
    await edge.processor.fail(current, 'plan_invalid');
    expect((await edge.processor.askModel(current, request())).status).toBe(409);
    expect(server.requests).toHaveLength(1);
  });

  test('an attempt that ends while the model answers does not get the answer', async () => {
    const run = await startEdit();
    answers = [
      (response) => {
        void edge.lapseLease(run.job_id).then(() => response.end(JSON.stringify(said('too late'))));
      },
    ];
    expect((await edge.processor.askModel(run, request())).status).toBe(409);
  });

  test('a job for another one', async () => {
    const [one, two] = [await startEdit(), await startEdit()];
    expect((await edge.processor.askModel({ ...one, model_url: two.model_url }, request())).status).toBe(400);
    const unknown = { ...one, job_id: 'job_unknown', model_url: (one.model_url ?? '').replace(one.job_id, 'job_unknown') };
    expect((await edge.processor.askModel(unknown, request())).status).toBe(409);
    expect(server.requests).toHaveLength(0);
  });
});

describe('bounds', () => {
  test.each([
    ['tokens', { messages: [{ role: 'user', content: '12 '.repeat(12_000) }] }],
    ['bytes', { messages: [{ role: 'user', content: 'a'.repeat(LIMITS.modelRequestBytesMax + 1) }] }],
    ['another model', { ...request(), model: 'a-dearer-one' }],
    ['a limit of its own', { ...request(), max_tokens: 1_000_000 }],
    ['another role', { messages: [{ role: 'developer', content: 'x' }] }],
    ['no message', { messages: [] }],
  ])('%s: the request is not passed on', async (_name, asked) => {
    expect((await edge.processor.askModel(await startEdit(), asked)).status).toBe(400);
    expect(server.requests).toHaveLength(0);
  });

  test('a job asks so many times at most, by all its attempts', async () => {
    const run = await startEdit();
    await edge.sql('UPDATE jobs SET model_requests = ? WHERE id = ?', LIMITS.modelRequestsPerJob - 1, run.job_id);
    expect(await ask(run)).toMatchObject({ status: 200 });
    await edge.lapseLease(run.job_id);
    expect((await edge.processor.askModel(await edge.processor.nextRun(run.job_id), request())).status).toBe(429);
  });

  test('no more jobs of a region ask at once than the operator allows; a job asks once at a time', async () => {
    const runs = [await startEdit(), await startEdit(), await startEdit()];
    const open: (() => void)[] = [];
    answers = [(response) => void open.push(() => response.end(JSON.stringify(said('at last'))))];
    const first = runs.slice(0, 2).map((run) => ask(run));
    while (open.length < 2) await new Promise(setImmediate);
    const [one, , three] = runs;
    for (const run of [one, three]) {
      const busy = await edge.processor.askModel(run as RunJob, request());
      expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1']);
    }
    for (const answer of open) answer();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    answers = [said('free again')];
    expect(await ask(three as RunJob)).toMatchObject({ status: 200 });
  });
});

describe('the same request of the same account on the same file', () => {
  test('is asked once in a day', async () => {
    const asked = request();
    expect(await ask(await startEdit(), asked)).toMatchObject({ completion: { text: 'an answer', usage: { input_tokens: 11 } } });
    answers = [said('another answer')];
    const again = await startEdit();
    expect(await ask(again, asked)).toMatchObject({
      completion: { text: 'an answer', cached: true, usage: { input_tokens: 0, output_tokens: 0 } },
    });
    expect(server.requests).toHaveLength(1);
    await edge.sql('UPDATE model_answers SET created_at = created_at - ?', LIMITS.modelAnswersKeptMs);
    expect(await ask(again, asked)).toMatchObject({ completion: { text: 'another answer' } });
    await edge.sql('UPDATE model_answers SET created_at = created_at - ?', LIMITS.modelAnswersKeptMs);
    await edge.runSweep();
    expect(await edge.sql('SELECT count(*) AS n FROM model_answers')).toEqual([{ n: 0 }]);
  });

  test('another account, file or region has its own answer', async () => {
    const asked = request();
    await ask(await startEdit(), asked);
    const stranger = await edge.createAccount();
    answers = [said('a second')];
    expect(await ask(await startEdit('eu', stranger), asked)).toMatchObject({ completion: { text: 'a second' } });
    answers = [said('a third')];
    expect(await ask(await startEdit('eu', account, pdfBytes('another')), asked)).toMatchObject({ completion: { text: 'a third' } });
    answers = [said('a fourth')];
    expect(await ask(await startEdit('us'), asked, 'us')).toMatchObject({ completion: { text: 'a fourth' } });
    expect(server.requests).toHaveLength(4);
  });

  test('an answer moved to another account’s row is not read', async () => {
    const asked = request();
    await ask(await startEdit(), asked);
    const stranger = await edge.createAccount();
    await ask(await startEdit('eu', stranger), asked);
    const rows = await edge.sql<{ key: string; account_id: string }>('SELECT key, account_id FROM model_answers');
    const [own, theirs] = [rows.find((row) => row.account_id === account.id), rows.find((row) => row.account_id === stranger.id)];
    await edge.sql(
      'UPDATE model_answers SET answer_sealed = (SELECT answer_sealed FROM model_answers WHERE key = ?) WHERE key = ?',
      own?.key ?? '',
      theirs?.key ?? '',
    );
    answers = [said('asked anew')];
    expect(await ask(await startEdit('eu', stranger), asked)).toMatchObject({ completion: { text: 'asked anew' } });
  });

  test('what was no plan is asked for again', async () => {
    const asked = request();
    const run = await startEdit();
    await ask(run, asked);
    await edge.processor.report(run, {
      outcome: 'failed',
      error: { reason: 'plan_invalid', message: 'no plan', retryable: false, details: { check: 'schema' } },
      warnings: [],
      metrics: {},
    });
    answers = [said('better')];
    expect(await ask(await startEdit(), asked)).toMatchObject({ completion: { text: 'better' } });
  });

  test('neither request nor answer can be read in the database', async () => {
    answers = [said('the answer with Acme GmbH')];
    await ask(await startEdit(), request('Acme Ltd'));
    const rows = await edge.sql('SELECT * FROM model_answers');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/Acme|secret/);
  });
});

test('capabilities say which regions have a model, and only edits are told where to ask', async () => {
  const { regions } = Capabilities.parse(await bodyOf(await fetch(`${edge.url}/v1/capabilities`), 200));
  expect(regions['eu']?.ai_edit?.planners).toEqual(['grammar', 'llm']);
  expect(regions['us']?.ai_edit?.planners).toEqual(['grammar', 'llm']);
  const { job_id } = await account.api.createJob({});
  expect((await edge.processor.nextRun(job_id)).model_url).toBeUndefined();
  expect((await startEdit()).model_url).toContain('/internal/jobs/');
});
