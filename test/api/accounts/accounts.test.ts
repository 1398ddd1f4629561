// Accounts, plans and keys: the operator's changes count from the next request on, although keys are cached.

import { afterAll, describe, expect, test } from 'vitest';
import { bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';

const edge = await openEdge();
afterAll(edge.close);

describe('a key', () => {
  test('that is revoked is refused at the very next request, and other keys of the account are not', async () => {
    const account = await edge.createAccount();
    const { api, keyId } = await account.issueKey();
    for (let times = 0; times < 20; times++) {
      const next = await account.issueKey();
      expect((await next.api.get('/files/x')).status).toBe(404);
      expect((await edge.operator('DELETE', `/keys/${next.keyId}`)).status).toBe(200);
      await expectError(await next.api.get('/files/x'), 'unauthorized');
      expect((await api.get('/files/x')).status).toBe(404);
    }
    expect((await edge.operator('DELETE', `/keys/${keyId}`)).status).toBe(200);
    expect((await edge.operator('DELETE', `/keys/${keyId}`)).status).toBe(200);
    await expectError(await api.get('/files/x'), 'unauthorized');
  });

  test('that expires is refused from then on', async () => {
    const account = await edge.createAccount();
    const { api, keyId } = await account.issueKey({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await api.get('/files/x')).status).toBe(404);
    await edge.sql('UPDATE api_keys SET expires_at = 1 WHERE id = ?', keyId);
    await account.change({});
    await expectError(await api.get('/files/x'), 'unauthorized');
  });

  test('is stored as a hash and its last four characters, and never logged', async () => {
    const account = await edge.createAccount();
    const { key, api } = await account.issueKey();
    await api.get('/files/x');
    const rows = JSON.stringify(await edge.sql('SELECT * FROM api_keys'));
    expect(key).toMatch(/^pdfk_live_[0-9A-Za-z]{36}$/);
    expect(rows).toContain(`"last4":"${key.slice(-4)}"`);
    expect(rows).not.toContain(key.slice(10, 40));
    expect(edge.logs.join('\n')).not.toContain(key.slice(10, 40));
  });
});

describe('an account', () => {
  test('that is suspended is refused at once, and let in at once when it is not any more', async () => {
    const account = await edge.createAccount();
    expect((await account.api.get('/files/x')).status).toBe(404);
    for (let times = 0; times < 5; times++) {
      await account.change({ suspended: true });
      await expectError(await account.api.get('/files/x'), 'forbidden');
      await account.change({ suspended: false });
      expect((await account.api.get('/files/x')).status).toBe(404);
    }
  });

  test('has the limits and the budget of its new plan at the very next request', async () => {
    const account = await edge.createAccount({ plan: 'private_beta' });
    const large = { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 60_000_000 };
    const before = await account.api.post('/files', large);
    expect(before.headers.get('ratelimit-policy')).toBe('"requests";q=60;w=60');
    await expectError(before, 'file_too_large');
    await account.change({ plan: 'business' });
    const after = await account.api.post('/files', large);
    expect([after.status, after.headers.get('ratelimit-policy')]).toEqual([201, '"requests";q=300;w=60']);
    await account.change({ plan_overrides: { file_bytes: 10, requests_per_minute: 77 } });
    const overridden = await account.api.post('/files', large);
    expect(overridden.headers.get('ratelimit-policy')).toBe('"requests";q=77;w=60');
    await expectError(overridden, 'file_too_large');
    await account.change({ plan_overrides: null });
    expect((await account.api.post('/files', large)).status).toBe(201);
  });

  test('keeps its content as long as its plan says', async () => {
    const account = await edge.createAccount({ overrides: { retention_hours: 48 } });
    const { job_id } = await account.api.createJob();
    await edge.processor.succeed(await edge.processor.nextRun(job_id));
    const job = await account.api.jobIn(job_id, 'succeeded');
    expect(Date.parse(job.expires_at ?? '') - Date.parse(job.completed_at ?? '')).toBe(48 * 3_600_000);
  });
});

describe('the operator', () => {
  test.each(['', 'Bearer x', `Bearer ${'dev-'.repeat(13)}`])('is nobody with the credential %j', async (authorization) => {
    for (const [method, path] of [
      ['POST', '/accounts'],
      ['PATCH', '/accounts/acct_x'],
      ['POST', '/accounts/acct_x/keys'],
      ['DELETE', '/keys/key_x'],
      ['GET', '/unheard-of'],
    ] as const) {
      const response = await fetch(`${edge.url}/v1/operator${path}`, { method, headers: { authorization } });
      await expectError(response, 'unauthorized');
    }
  });

  test('is no customer, and a customer is no operator', async () => {
    const { api } = await edge.createAccount();
    await expectError(await api.post('/operator/accounts', { name: 'a', plan: 'business' }), 'unauthorized');
  });

  test('is told what it got wrong', async () => {
    const { id } = await edge.createAccount();
    await expectError(await edge.operator('POST', '/accounts', { name: 'a', plan: 'gold' }), 'invalid_request');
    await expectError(await edge.operator('POST', '/accounts', { name: '', plan: 'business' }), 'invalid_request');
    await expectError(await edge.operator('PATCH', `/accounts/${id}`, { plan: 'gold' }), 'invalid_request');
    await expectError(await edge.operator('PATCH', `/accounts/${id}`, { plan_overrides: { file_bytes: -1 } }), 'invalid_request');
    await expectError(await edge.operator('PATCH', '/accounts/acct_x', { suspended: true }), 'not_found');
    await expectError(await edge.operator('POST', `/accounts/${id}/keys`, { name: 'k', scopes: ['files:eat'] }), 'invalid_request');
    await expectError(await edge.operator('POST', '/accounts/acct_x/keys', { name: 'k' }), 'not_found');
    await expectError(await edge.operator('DELETE', '/keys/key_x'), 'not_found');
  });
});

describe('request budgets', () => {
  test('are told in every authenticated answer and count down', async () => {
    const account = await edge.createAccount({ overrides: { requests_per_minute: 5 } });
    const answers = [
      await account.api.createFile(pdfBytes()).then(async () => account.api.get('/files/x')),
      await account.api.get('/files/x'),
    ];
    expect(answers.map((answer) => answer.headers.get('ratelimit-policy'))).toEqual(['"requests";q=5;w=60', '"requests";q=5;w=60']);
    expect(answers.map((answer) => /^"requests";r=(\d+);t=\d+$/.exec(answer.headers.get('ratelimit') ?? '')?.[1])).toEqual(['3', '2']);
    expect(answers.some((answer) => [...answer.headers.keys()].some((name) => name.startsWith('x-ratelimit')))).toBe(false);
  });

  test('are shared by the keys of an account and by nobody else', async () => {
    const account = await edge.createAccount({ overrides: { requests_per_minute: 4 } });
    const second = await account.issueKey();
    const answers = await Promise.all(Array.from({ length: 10 }, async (_, i) => (i % 2 ? account.api : second.api).get('/files/x')));
    expect(answers.filter((answer) => answer.status === 404)).toHaveLength(4);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(6);
    expect((await (await edge.createAccount()).api.get('/files/x')).status).toBe(404);
  });

  test('of callers without a key are counted by address, and a caller with a key does not pay for them', async () => {
    const strict = await openEdge({ vars: { UNAUTHENTICATED_PER_MINUTE: 5 } });
    try {
      const { api } = await strict.createAccount();
      const answers = [];
      for (let i = 0; i < 8; i++) answers.push(await fetch(`${strict.url}/v1/files/x`));
      expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
      const last = answers.at(-1) as Response;
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
      await expectError(last, 'rate_limited');
      // Guessing the operator's credential pays from the same budget.
      const guess = await fetch(`${strict.url}/v1/operator/accounts`, { method: 'POST', headers: { authorization: 'Bearer guess' } });
      await expectError(guess, 'rate_limited');
      expect((await api.get('/files/x')).status).toBe(404);
      expect(
        (await bodyOf<{ account_id: string }>(await strict.operator('POST', '/accounts', { name: 'a', plan: 'business' }), 201)).account_id,
      ).toMatch(/^acct_/);
    } finally {
      await strict.close();
    }
  });
});
