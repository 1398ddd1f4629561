// Idempotency-Key: of any number of equal requests one does the work, and the others get its answer.

import { afterAll, describe, expect, test } from 'vitest';
import { BASE_PATH, type AcceptedJob, type Route } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { type ApiClient, bodyOf, pdfBytes } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { eventually, expectError, expectJsonHeaders } from '../support/expectations.ts';
import { pathOf, POST_ROUTES, requestOf } from '../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api, id: accountId, issueKey } = await edge.createAccount();
const fileId = await api.upload();
const job = { file_id: fileId, action: 'remove' };

let keys = 0;
const freshKey = () => `a key of its own ${(keys += 1)}`;

async function post(path: string, json: unknown, key: string, client: ApiClient = api): Promise<Response> {
  return client.post(path, json, { 'idempotency-key': key });
}

async function jobCount(): Promise<number> {
  const [row] = await edge.sql<{ n: number }>('SELECT count(*) AS n FROM jobs WHERE account_id = ?', accountId);
  return row?.n ?? 0;
}

const shortOf = (path: string) => path.slice(BASE_PATH.length);

describe.each(POST_ROUTES)('every post route 409 idempotency_in_progress (%s)', (name, route) => {
  test('an equal request is told to come again while the first is at work, and does the work once its lease is over', async () => {
    const key = freshKey();
    const send = async () => {
      const { body, headers } = requestOf(name, route, { fileId });
      return api.request('POST', shortOf(pathOf(route)), {
        ...(body === undefined ? {} : { body: body as string }),
        headers: { ...(headers as Record<string, string>), 'idempotency-key': key },
      });
    };
    const first = await send();
    expect(first.status).toBeLessThan(500);
    // As if the isolate had died after the insert.
    await edge.sql('UPDATE idempotent_requests SET status = NULL, answer = NULL WHERE key = ?', key);
    const second = await send();
    expect(second.headers.get('retry-after')).toBe('1');
    await expectError(second, 'idempotency_in_progress');
    await edge.sql('UPDATE idempotent_requests SET lease_until = ? WHERE key = ?', Date.now() - 1, key);
    const third = await send();
    expect(third.status).toBe(first.status);
    expect(third.headers.get('idempotent-replayed')).toBeNull();
    const fourth = await send();
    expect([fourth.status, fourth.headers.get('idempotent-replayed')]).toEqual([first.status, 'true']);
  });
});

describe.each(POST_ROUTES)('every post route 422 idempotency_key_reused (%s)', (_, route) => {
  test('another payload under the same key is refused, at work or done', async () => {
    const path = shortOf(pathOf(route));
    const key = freshKey();
    await (await post(path, { file_id: fileId, action: 'none' }, key)).body?.cancel();
    await expectError(await post(path, { file_id: fileId, action: 'nothing' }, key), 'idempotency_key_reused');
    await edge.sql('UPDATE idempotent_requests SET status = NULL, answer = NULL, lease_until = 1 WHERE key = ?', key);
    await expectError(await post(path, { file_id: fileId, action: 'nothing' }, key), 'idempotency_key_reused');
  });
});

describe.each(POST_ROUTES)('every post route 400 invalid_request (%s)', (_, route) => {
  test.each([[''], ['x'.repeat(LIMITS.idempotencyKeyCharsMax + 1)], ['""'], ['clé'], ['a\tb']])('the key %j is none', async (key) => {
    const error = await expectError(await post(shortOf(pathOf(route)), {}, key), 'invalid_request');
    expect(error.details?.[0]?.field).toBe('Idempotency-Key');
  });
});

describe.each(POST_ROUTES)('every post route 413 request_too_large (%s)', (_, route: Route) => {
  test('a body over the limit is refused and nothing of it kept', async () => {
    const key = freshKey();
    await expectError(
      await post(shortOf(pathOf(route)), { x: 'x'.repeat(route.bodyBytesMax ?? LIMITS.jsonBodyBytesMax) }, key),
      'request_too_large',
    );
    expect(await edge.sql('SELECT * FROM idempotent_requests WHERE key = ?', key)).toEqual([]);
  });
});

describe('a repeated request', () => {
  test('is answered what the first was, and does nothing', async () => {
    const key = freshKey();
    const first = await post('/jobs/metadata', job, key);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const body = await bodyOf<AcceptedJob>(first, 202);
    const count = await jobCount();
    const again = await post('/jobs/metadata', { action: 'remove', file_id: fileId }, `"${key}"`);
    expectJsonHeaders(again);
    for (const name of ['location', 'retry-after']) expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('ratelimit')).not.toBeNull();
    expect(await bodyOf(again, 202)).toEqual(body);
    expect(await jobCount()).toBe(count);
  });

  test('is one of fifty at once, and they make one job and one answer', async () => {
    const key = freshKey();
    const count = await jobCount();
    const answers = await Promise.all(Array.from({ length: 50 }, async () => post('/jobs/metadata', job, key)));
    expect(await jobCount()).toBe(count + 1);
    const accepted = answers.filter((answer) => answer.status === 202);
    expect(accepted.length).toBeGreaterThan(0);
    const bodies = await Promise.all(accepted.map(async (answer) => JSON.stringify(await answer.json())));
    expect(new Set(bodies).size).toBe(1);
    expect(accepted.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    const others = answers.filter((answer) => answer.status !== 202);
    for (const other of others) await expectError(other, 'idempotency_in_progress');
    expect((await post('/jobs/metadata', job, key)).headers.get('idempotent-replayed')).toBe('true');
  });

  test('is answered the refusal of the first, under its own request id', async () => {
    const key = freshKey();
    const { file_id } = await api.createFile(pdfBytes());
    const first = await expectError(await post('/jobs/metadata', { file_id, action: 'remove' }, key), 'file_not_ready');
    const response = await post('/jobs/metadata', { file_id, action: 'remove' }, key);
    expect([response.headers.get('idempotent-replayed'), response.headers.get('retry-after')]).toEqual(['true', '1']);
    const again = await expectError(response, 'file_not_ready');
    expect(again.request_id).not.toBe(first.request_id);
    expect(again.message).toBe(first.message);
  });

  test('is a new one to another account, another path, and after a day', async () => {
    const key = freshKey();
    const first = await bodyOf<AcceptedJob>(await post('/jobs/metadata', job, key), 202);
    const stranger = await edge.createAccount();
    const own = { ...job, file_id: await stranger.api.upload() };
    expect((await bodyOf<AcceptedJob>(await post('/jobs/metadata', own, key, stranger.api), 202)).file_id).toBe(own.file_id);
    await bodyOf(await post('/files', { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 9 }, key), 201);
    await edge.sql('UPDATE idempotent_requests SET created_at = created_at - ? WHERE key = ?', LIMITS.idempotencyKeptMs, key);
    const next = await post('/jobs/metadata', { ...job, metadata: { day: '2' } }, key);
    expect(next.headers.get('idempotent-replayed')).toBeNull();
    expect((await bodyOf<AcceptedJob>(next, 202)).job_id).not.toBe(first.job_id);
  });

  test.each([
    [
      '403',
      async (key: string) => post('/keys', { name: 'k', scopes: ['jobs:write'] }, key, (await issueKey({ scopes: ['keys:manage'] })).api),
      403,
    ],
    [
      '429',
      async (key: string) => {
        const account = await edge.createAccount({ overrides: { queued_jobs: 1, running_jobs: 1 } });
        const body = { ...job, file_id: await account.api.upload() };
        const running = await bodyOf<AcceptedJob>(await account.api.post('/jobs/metadata', body), 202);
        await edge.processor.nextRun(running.job_id);
        await bodyOf(await account.api.post('/jobs/metadata', body), 202);
        return post('/jobs/metadata', body, key, account.api);
      },
      429,
    ],
  ] as const)('is tried again after a %s', async (_, send, status) => {
    const key = freshKey();
    expect((await send(key)).status).toBe(status);
    expect(await edge.sql('SELECT * FROM idempotent_requests WHERE key = ?', key)).toEqual([]);
  });

  test('finds a job and its answer together or neither: a failure of the one leaves none of the other', async () => {
    const key = freshKey();
    const count = await jobCount();
    await edge.sql(`CREATE TRIGGER broken BEFORE UPDATE ON idempotent_requests BEGIN SELECT RAISE(ABORT, 'broken'); END`);
    try {
      await expectError(await post('/jobs/metadata', job, key), 'internal_error');
      expect(await jobCount()).toBe(count);
    } finally {
      await edge.sql('DROP TRIGGER broken');
    }
    const retried = await bodyOf<AcceptedJob>(await post('/jobs/metadata', job, key), 202);
    expect(await jobCount()).toBe(count + 1);
    // As if the isolate had died after that batch: the answer is in it.
    expect(await bodyOf(await post('/jobs/metadata', job, key), 202)).toEqual(retried);
  });

  test('an answer that holds a key is not readable at rest, and neither is what was sent', async () => {
    const key = freshKey();
    const made = await bodyOf<{ key: string }>(await post('/keys', { name: 'a', scopes: ['jobs:read'] }, key), 201);
    await bodyOf(await post('/jobs/metadata', { ...job, password: 'open sesame' }, key), 202);
    const rows = JSON.stringify(await edge.sql('SELECT * FROM idempotent_requests WHERE key = ?', key));
    expect(rows).not.toContain(made.key);
    expect(rows).not.toContain('sesame');
    expect((await bodyOf<{ key: string }>(await post('/keys', { name: 'a', scopes: ['jobs:read'] }, key), 201)).key).toBe(made.key);
  });

  test('is answered to the API key that asked and to no other: not even one with the same scopes reads a new key', async () => {
    const key = freshKey();
    const body = { name: 'a', scopes: ['jobs:read', 'keys:manage'] };
    const made = await bodyOf<{ key: string; key_id: string }>(await post('/keys', body, key), 201);
    const lesser = await issueKey({ scopes: ['keys:manage'] });
    const equal = await issueKey();
    for (const { api: other } of [lesser, equal, { api: edge.client(made.key) }]) {
      const response = await post('/keys', body, key, other);
      const text = await response.clone().text();
      const error = await expectError(response, 'idempotency_key_reused');
      expect(error.message).toContain('another API key');
      expect(text).not.toContain(made.key);
      expect(text).not.toContain(made.key_id);
    }
    // Nor is the work taken over by another key when the first has not been heard of.
    await edge.sql('UPDATE idempotent_requests SET status = NULL, answer = NULL, lease_until = 1 WHERE key = ?', key);
    await expectError(await post('/keys', body, key, equal.api), 'idempotency_key_reused');
    expect((await post('/keys', body, key)).status).toBe(201);
  });

  test('of a rotated key is answered to it in its grace, and refused to its successor rather than done twice', async () => {
    const old = await issueKey();
    const [forJob, forRotation] = [freshKey(), freshKey()];
    const first = await bodyOf<AcceptedJob>(await post('/jobs/metadata', job, forJob, old.api), 202);
    const rotation = `/keys/${old.keyId}/rotate`;
    const rotated = await bodyOf<{ key: string }>(await post(rotation, { grace_seconds: 60 }, forRotation, old.api), 201);
    expect(await bodyOf(await post(rotation, { grace_seconds: 60 }, forRotation, old.api), 201)).toEqual(rotated);
    expect(await bodyOf<AcceptedJob>(await post('/jobs/metadata', job, forJob, old.api), 202)).toEqual(first);
    const count = await jobCount();
    await expectError(await post('/jobs/metadata', job, forJob, edge.client(rotated.key)), 'idempotency_key_reused');
    expect(await jobCount()).toBe(count);
  });

  test('is not answered to a key that lacks the scope of the route', async () => {
    const key = freshKey();
    const maker = await issueKey();
    await bodyOf(await post('/keys', { name: 'a', scopes: ['jobs:read'] }, key, maker.api), 201);
    await edge.sql('UPDATE api_keys SET scopes = ? WHERE id = ?', JSON.stringify(['files:read']), maker.keyId);
    // Another change of the account makes every isolate read its keys again.
    await edge.operator('PATCH', `/accounts/${accountId}`, { suspended: false });
    await expectError(await post('/keys', { name: 'a', scopes: ['jobs:read'] }, key, maker.api), 'forbidden');
  });

  test('a form is refused with the way that can be repeated', async () => {
    const form = new FormData();
    form.append('file', new File([pdfBytes().slice()], 'a.pdf', { type: 'application/pdf' }));
    const response = await api.request('POST', '/files', { body: form, headers: { 'idempotency-key': freshKey() } });
    const error = await expectError(response, 'invalid_request');
    expect(error.details?.[0]).toMatchObject({ field: 'Idempotency-Key', issue: 'unsupported' });
    expect(error.message).toContain('JSON');
  });

  test('the sweep forgets keys after a day, and only those', async () => {
    const [old, young] = [freshKey(), freshKey()];
    for (const key of [old, young]) await bodyOf(await post('/jobs/metadata', job, key), 202);
    await edge.sql('UPDATE idempotent_requests SET created_at = ? WHERE key = ?', Date.now() - LIMITS.idempotencyKeptMs, old);
    await edge.runSweep();
    await eventually(
      async () => (await edge.sql('SELECT key FROM idempotent_requests WHERE key IN (?, ?)', old, young)).length,
      (n) => n === 1,
    );
    expect(await edge.sql('SELECT key FROM idempotent_requests WHERE key IN (?, ?)', old, young)).toEqual([{ key: young }]);
  });
});
