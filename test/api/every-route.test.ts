// What holds for every route of the contract's table: who may call it, whose identifiers it knows, and how it answers when the world fails.

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { BASE_PATH } from '#contract/api.ts';
import { importSecret } from '#contract/internal-signature.ts';
import { idPattern } from '#contract/ids.ts';
import { errorsOf } from '#contract/reference/openapi.ts';
import { SCOPES } from '#contract/scopes.ts';
import { makeApiKey } from '../../worker/accounts/api-key.ts';
import { signAddress } from '../../worker/http/signed-address.ts';
import { bodyOf } from '../support/service/api-client.ts';
import { openEdge, type TestEdge } from '../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../support/expectations.ts';
import { ALL_ROUTES, BEARER_ROUTES, type Names, pathOf, requestOf, UNKNOWN_FILE } from '../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);
const owner = await edge.createAccount();
const stranger = await edge.createAccount();

function withKey(key: string | undefined, init: RequestInit): RequestInit {
  return { ...init, headers: { ...(init.headers as Record<string, string>), ...(key === undefined ? {} : { authorization: key }) } };
}

describe.each(BEARER_ROUTES)('every bearer route 401 unauthorized (%s)', (name, route) => {
  test('one and the same answer for every key that is none', async () => {
    const revoked = await owner.issueKey();
    await edge.operator('DELETE', `/keys/${revoked.keyId}`);
    const expired = await owner.issueKey({ expires_at: '2020-01-01T00:00:00Z' });
    const known = await owner.issueKey();
    const keys = [
      undefined,
      '',
      'Bearer',
      'Bearer x',
      `Basic ${Buffer.from('a:b').toString('base64')}`,
      known.key,
      `Bearer ${known.key}x`,
      `Bearer ${known.key} x`,
      `Bearer ${makeApiKey('live', new Uint8Array(22).fill(7))}`,
      `Bearer ${revoked.key}`,
      `Bearer ${expired.key}`,
      `Bearer ${edge.secrets.OPERATOR_KEY}`,
    ];
    const messages = new Set<string>();
    for (const key of keys) {
      const response = await fetch(edge.url + pathOf(route), withKey(key, requestOf(name, route)));
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      messages.add((await expectError(response, 'unauthorized')).message);
    }
    expect(messages.size).toBe(1);
  });
});

describe.each(BEARER_ROUTES)('every bearer route 403 forbidden (%s)', (name, route) => {
  test('a key with every scope but those of the route is refused, with one of them it is not', async () => {
    const send = async (key: string, names = {}) =>
      fetch(edge.url + pathOf(route, names), withKey(`Bearer ${key}`, requestOf(name, route, names)));
    const others = await owner.issueKey({ scopes: SCOPES.filter((scope) => !route.scopes.includes(scope)) });
    const error = await expectError(await send(others.key), 'forbidden');
    for (const scope of route.scopes) expect(error.message).toContain(scope);
    // Also for what exists: the scope is asked before the identifier.
    const fileId = await owner.api.upload();
    await expectError(await send(others.key, { fileId }), 'forbidden');
    for (const scope of route.scopes) {
      const one = await owner.issueKey({ scopes: [scope] });
      expect([401, 403]).not.toContain((await send(one.key)).status);
    }
  });

  test('a suspended account is refused', async () => {
    const account = await edge.createAccount();
    const { key } = await account.issueKey();
    await account.change({ suspended: true });
    await expectError(await fetch(edge.url + pathOf(route), withKey(`Bearer ${key}`, requestOf(name, route))), 'forbidden');
  });
});

describe.each(BEARER_ROUTES)('every bearer route 429 rate_limited (%s)', (name, route) => {
  test('the request beyond the budget is refused with the time to wait', async () => {
    const account = await edge.createAccount({ overrides: { requests_per_minute: 1 } });
    const { key } = await account.issueKey();
    const send = async () => fetch(edge.url + pathOf(route), withKey(`Bearer ${key}`, requestOf(name, route)));
    expect((await send()).status).not.toBe(429);
    const response = await send();
    const wait = Number(response.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(response.headers.get('ratelimit')).toBe(`"requests";r=0;t=${wait}`);
    await expectError(response, 'rate_limited');
  });
});

/** An endpoint for every event; recreated after a test has used it up. */
async function strangersWebhook(): Promise<string> {
  const [known] = await edge.sql<{ id: string }>('SELECT id FROM webhooks WHERE account_id = ?', stranger.id);
  if (known) return known.id;
  const created = await stranger.api.post('/webhooks', { url: 'https://example.com/hook', events: ['*'] });
  return (await bodyOf<{ webhook_id: string }>(created, 201)).webhook_id;
}

const NAMING_ROUTES = BEARER_ROUTES.filter(
  ([name, route]) => route.operation !== undefined || name === 'createBatch' || /\{(file|job|batch|webhook|key)_id\}/.test(route.path),
);

describe.each(NAMING_ROUTES)('%s with another account’s identifier', (name, route) => {
  test('answers what it answers to an unknown one, and changes nothing', async () => {
    const webhookId = await strangersWebhook();
    const { file_id: fileId, job_id: jobId } = await stranger.api.createJob();
    await edge.processor.nextRun(jobId);
    const batch = { operation: 'metadata', params: { action: 'remove' }, items: [{ file_id: fileId }] };
    const { batch_id: batchId } = await bodyOf<{ batch_id: string }>(await stranger.api.post('/batches', batch), 202);
    const [{ id: itemId } = { id: '' }] = await edge.sql<{ id: string }>('SELECT id FROM jobs WHERE batch_id = ?', batchId);
    await edge.processor.nextRun(itemId);
    // Jobs of the tests before lapse after a while, are started again and end as failed: their deliveries are nothing of this test.
    const deliveries = async () =>
      edge.sql<{ id: string }>(
        `SELECT id, event, state, step FROM deliveries WHERE webhook_id = ? AND event_id NOT IN
           (SELECT id FROM events WHERE account_id = ? AND job_id IS NOT NULL AND job_id NOT IN (?, ?)) ORDER BY seq`,
        webhookId,
        stranger.id,
        jobId,
        itemId,
      );
    const deliveryId = (await deliveries()).at(-1)?.id ?? '';
    expect(deliveryId).toMatch(idPattern('delivery'));
    const { keyId } = await stranger.issueKey();
    const { key } = await owner.issueKey();
    const ask = async (names: Names) => {
      const response = await fetch(edge.url + pathOf(route, names), withKey(`Bearer ${key}`, requestOf(name, route, names)));
      const { request_id: _, ...error } = await expectError(response, 'not_found');
      return error;
    };
    const rows = async () => [
      await edge.sql('SELECT * FROM files WHERE id = ?', fileId),
      await edge.sql('SELECT * FROM jobs WHERE id IN (?, ?)', jobId, itemId),
      await edge.sql('SELECT * FROM batches WHERE id = ?', batchId),
      await edge.sql('SELECT * FROM api_keys WHERE id = ?', keyId),
      await edge.sql('SELECT * FROM webhooks WHERE id = ?', webhookId),
      await deliveries(),
    ];
    const before = await rows();
    expect(await ask({ fileId, jobId, batchId, webhookId, deliveryId, keyId })).toEqual(await ask({}));
    expect(await rows()).toEqual(before);
  });
});

describe('every route 500 internal_error', () => {
  test.each(ALL_ROUTES)(
    '%s answers the shape and an identifier, and nothing of the cause, when the configuration is unusable',
    async (name, route) => {
      const broken = await brokenEdge();
      const response = await fetch(broken.url + pathOf(route), withKey('Bearer x', requestOf(name, route)));
      const error = await expectError(response, 'internal_error');
      expect(error.message).toBe('An unexpected error happened on our side.');
      expect(broken.logs.join('\n')).toContain(error.request_id);
    },
  );

  test('a table that is gone is an error of ours that names nothing', async () => {
    const account = await edge.createAccount();
    await edge.sql('ALTER TABLE files RENAME TO files_gone');
    try {
      const error = await expectError(await account.api.get(`/files/${UNKNOWN_FILE}`), 'internal_error');
      expect(error.message).not.toMatch(/files|table|SQL/i);
    } finally {
      await edge.sql('ALTER TABLE files_gone RENAME TO files');
    }
  });
});

const TOUCHING_ROUTES = ALL_ROUTES.filter(([, route]) => errorsOf(route).includes('unavailable'));

describe('every route 503 unavailable', () => {
  test.each(TOUCHING_ROUTES)('%s says to come again when the database is overloaded', async (name, route) => {
    const overloaded = await overloadedEdge();
    const key = makeApiKey('live', new Uint8Array(22).fill(9));
    const purpose = route.path.startsWith('/uploads') ? 'upload' : 'download';
    const secret = await importSecret(overloaded.secrets.ADDRESS_SECRET);
    const token = await signAddress(secret, { purpose, subject: UNKNOWN_FILE, expiresAt: Date.now() + 60_000 });
    const response = await fetch(overloaded.url + pathOf(route, { token }), withKey(`Bearer ${key}`, requestOf(name, route)));
    expect(response.headers.get('retry-after')).toBe('5');
    await expectError(response, 'unavailable');
  });

  test('the operator is told the same where the query builder wraps the cause', async () => {
    const overloaded = await overloadedEdge();
    const response = await overloaded.operator('POST', '/accounts', { name: 'a private name', plan: 'enterprise' });
    await expectError(response, 'unavailable');
    expect(overloaded.logs.join('\n')).not.toContain('a private name');
  });

  test('a file of a region that is not configured is not served from elsewhere', async () => {
    const { api } = owner;
    const fileId = await api.upload();
    const created = await api.createFile(Buffer.from('%PDF-1.7\n'));
    const url = await api.downloadUrl(fileId);
    await edge.sql(`UPDATE files SET region = 'us' WHERE id IN (?, ?)`, fileId, created.file_id);
    const answers = [
      await api.get(`/files/${fileId}/download`),
      await api.post('/jobs/metadata', { file_id: fileId, action: 'remove' }),
      await fetch(url),
      await fetch(created.upload_url, { method: 'PUT', headers: created.upload_headers, body: '%PDF-1.7\n' }),
    ];
    for (const answer of answers) await expectError(answer, 'unavailable');
  });
});

describe('every response', () => {
  test.each(ALL_ROUTES)('%s has an identifier of ours, whatever the client sent as its own', async (name, route) => {
    for (const sent of ['mine-1', 'x'.repeat(500)]) {
      const init = requestOf(name, route);
      const response = await fetch(edge.url + pathOf(route), { ...init, headers: { ...(init.headers as object), 'x-request-id': sent } });
      expect(response.headers.get('x-request-id')).toMatch(idPattern('request'));
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      await response.body?.cancel();
    }
  });
});

describe('method_not_allowed', () => {
  test.each(ALL_ROUTES)('the path of %s names its methods to the others', async (_, route) => {
    const response = await fetch(edge.url + pathOf(route), { method: 'PROPFIND' });
    const allowed = response.headers.get('allow')?.split(', ');
    expect(allowed).toContain(route.method);
    expect(allowed?.includes('HEAD')).toBe(allowed?.includes('GET'));
    await expectError(response, 'method_not_allowed');
  });
});

describe('unknown paths', () => {
  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/files',
    '/v1/files/',
    '/v1/jobs/unheard-of/of',
    '/v1//files',
    '/V1/files',
    '/internal',
    '/v1/files/%2e%2e/x/y',
  ])('there is nothing at %s', async (path) => {
    const response = await fetch(edge.url + path);
    expectJsonHeaders(response);
    await expectError(response, 'not_found');
  });

  test('a preflight of a browser is granted nothing', async () => {
    const response = await fetch(`${edge.url}${BASE_PATH}/files`, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    await expectError(response, 'method_not_allowed');
  });
});

let broken: Promise<TestEdge> | undefined;
let overloaded: Promise<TestEdge> | undefined;

/** An edge whose secret is too short to be one. */
async function brokenEdge(): Promise<TestEdge> {
  broken ??= openEdge({ secrets: { KEY_PEPPER: 'short' } });
  return broken;
}

/** An edge whose D1 answers as D1 does when it has too much to do. */
async function overloadedEdge(): Promise<TestEdge> {
  overloaded ??= (async () => openEdge({ databaseUrl: await startOverloadedDatabase() }))();
  return overloaded;
}

const database = createServer((request, response) => {
  request.resume();
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: false, error: 'D1 DB is overloaded. Requests queued for too long.' }));
});

async function startOverloadedDatabase(): Promise<string> {
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  return `http://127.0.0.1:${(database.address() as AddressInfo).port}/`;
}

afterAll(async () => {
  await (await broken)?.close();
  await (await overloaded)?.close();
  database.closeAllConnections();
  database.close();
});
