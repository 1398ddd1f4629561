// The account's own administration of its API keys.

import { afterAll, describe, expect, test } from 'vitest';
import { KeyObject, NewKey, RevokedKey, RotatedKey } from '#contract/keys.ts';
import { LIMITS } from '#contract/limits.ts';
import { mayGrant, type Scope, SCOPES } from '#contract/scopes.ts';
import { bodyOf } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { eventually, expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { UNKNOWN_KEY } from '../../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);
const account = await edge.createAccount();
const { api } = account;
const valid = { name: 'A key', scopes: ['files:read'] };

async function create(fields: Record<string, unknown> = {}): Promise<NewKey> {
  return NewKey.parse(await bodyOf(await api.post('/keys', { ...valid, ...fields }), 201));
}

async function read(keyId: string): Promise<KeyObject> {
  return KeyObject.strict().parse(await bodyOf(await api.get(`/keys/${keyId}`), 200));
}

const isAccepted = async (key: string) => (await edge.client(key).get('/files/x')).status !== 401;

describe('createKey 201', () => {
  test('answers the key this once; it works at once, for its scopes', async () => {
    const response = await api.post('/keys', { ...valid, mode: 'test' });
    expectJsonHeaders(response);
    const made = NewKey.strict().parse(await bodyOf(response, 201));
    expect(response.headers.get('location')).toBe(`/v1/keys/${made.key_id}`);
    expect(made).toMatchObject({ ...valid, mode: 'test', status: 'active', last4: made.key.slice(-4) });
    expect(made.key).toMatch(/^pdfk_test_/);
    const client = edge.client(made.key);
    expect((await client.get('/files')).status).toBe(200);
    await expectError(await client.get('/jobs'), 'forbidden');
    expect(JSON.stringify(await read(made.key_id))).not.toContain(made.key);
  });

  test('a key that ends is refused from then on', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const made = await create({ expires_at });
    expect(made.expires_at).toBe(expires_at);
    expect(await isAccepted(made.key)).toBe(true);
    await edge.sql('UPDATE api_keys SET expires_at = ? WHERE id = ?', Date.now() - 1, made.key_id);
    await account.change({});
    await expectError(await edge.client(made.key).get('/files'), 'unauthorized');
    expect((await read(made.key_id)).status).toBe('expired');
  });

  test.each(SCOPES.map((scope) => [scope]))('a key of keys:manage and %s hands out exactly what it has', async (scope: Scope) => {
    const scopes: Scope[] = [...new Set<Scope>(['keys:manage', scope])];
    const holder = await account.issueKey({ scopes });
    for (const wanted of SCOPES) {
      const response = await holder.api.post('/keys', { name: 'k', scopes: [wanted] });
      expect([wanted, response.status]).toEqual([wanted, mayGrant(scopes, wanted) ? 201 : 403]);
      await response.body?.cancel();
    }
    expect(SCOPES.filter((wanted) => mayGrant(scopes, wanted)).every((wanted) => scopes.includes(wanted) || scope === 'jobs:write')).toBe(
      true,
    );
  });
});

describe('createKey 403 forbidden', () => {
  test('names the scopes that the caller cannot hand out', async () => {
    const holder = await account.issueKey({ scopes: ['keys:manage', 'files:read'] });
    const error = await expectError(await holder.api.post('/keys', { name: 'k', scopes: ['files:read', 'audit:read'] }), 'forbidden');
    expect(error.message).toContain('audit:read');
    expect(error.message).not.toContain('files:read');
  });
});

/** A key that may manage keys and ends in so many seconds, and a client with it. */
async function endingKey(seconds: number) {
  const expires_at = new Date(Date.now() + seconds * 1000).toISOString();
  return { expires_at, ...(await account.issueKey({ scopes: ['keys:manage', 'files:read'], expires_at })) };
}
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

describe('no key makes one that lives longer than itself', () => {
  test('a later end is refused, naming both ends', async () => {
    const holder = await endingKey(60);
    const wanted = inSeconds(3600);
    const error = await expectError(await holder.api.post('/keys', { ...valid, expires_at: wanted }), 'forbidden');
    for (const text of ['expires_at', holder.expires_at, wanted]) expect(error.message).toContain(text);
    const offset = wanted.replace('Z', '-12:00');
    await expectError(await holder.api.post('/keys', { ...valid, expires_at: offset }), 'forbidden');
    expect(await edge.sql('SELECT id FROM api_keys WHERE name = ? AND expires_at > ?', valid.name, Date.parse(wanted) - 1000)).toEqual([]);
  });

  test('an earlier or equal end is taken; without one the new key ends with its maker, and the answer says so', async () => {
    const holder = await endingKey(60);
    const earlier = inSeconds(30);
    for (const [asked, given] of [
      [{ expires_at: earlier }, earlier],
      [{ expires_at: holder.expires_at }, holder.expires_at],
      [{}, holder.expires_at],
    ] as const) {
      const made = NewKey.parse(await bodyOf(await holder.api.post('/keys', { ...valid, ...asked }), 201));
      expect(made.expires_at).toBe(given);
      expect((await read(made.key_id)).expires_at).toBe(given);
    }
  });

  test('nor through a chain of keys, each made by the last', async () => {
    const holder = await endingKey(60);
    let client = holder.api;
    for (let depth = 0; depth < 3; depth++) {
      const made = await bodyOf<NewKey>(await client.post('/keys', { ...valid, scopes: ['keys:manage', 'files:read'] }), 201);
      expect(made.expires_at).toBe(holder.expires_at);
      client = edge.client(made.key);
      await expectError(await client.post('/keys', { ...valid, expires_at: inSeconds(120) }), 'forbidden');
    }
  });

  test('rotating itself keeps its end, also that of its successor', async () => {
    const holder = await endingKey(60);
    const made = await bodyOf<RotatedKey>(await holder.api.post(`/keys/${holder.keyId}/rotate`, { grace_seconds: 30 }), 201);
    expect(made.expires_at).toBe(holder.expires_at);
    const next = await bodyOf<RotatedKey>(await edge.client(made.key).post(`/keys/${made.key_id}/rotate`, {}), 201);
    expect(next.expires_at).toBe(holder.expires_at);
  });

  test('rotating another key that lives longer, or for ever, is refused and ends nothing', async () => {
    const holder = await endingKey(60);
    for (const fields of [{}, { expires_at: inSeconds(3600) }]) {
      const other = await create(fields);
      const error = await expectError(await holder.api.post(`/keys/${other.key_id}/rotate`, {}), 'forbidden');
      expect(error.message).toContain(holder.expires_at);
      expect(await isAccepted(other.key)).toBe(true);
    }
    const shorter = await create({ expires_at: inSeconds(30) });
    expect((await bodyOf<RotatedKey>(await holder.api.post(`/keys/${shorter.key_id}/rotate`, {}), 201)).expires_at).toBe(
      shorter.expires_at,
    );
  });

  test('a key in the grace of its rotation makes none beyond that grace, and cannot rotate its successor', async () => {
    const old = await account.issueKey({ scopes: ['keys:manage', 'files:read'] });
    const successor = await bodyOf<RotatedKey>(await old.api.post(`/keys/${old.keyId}/rotate`, { grace_seconds: 60 }), 201);
    await expectError(await old.api.post('/keys', { ...valid, expires_at: inSeconds(3600) }), 'forbidden');
    const made = await bodyOf<NewKey>(await old.api.post('/keys', valid), 201);
    expect(made.expires_at).toBe(successor.replaces.expires_at);
    await expectError(await old.api.post(`/keys/${successor.key_id}/rotate`, {}), 'forbidden');
    expect(await isAccepted(successor.key)).toBe(true);
  });

  test('a key whose end came nearer while its request was on the way makes and rotates none beyond it', async () => {
    const maker = await account.issueKey({ scopes: ['keys:manage', 'files:read'] });
    const other = await create();
    expect((await maker.api.get('/keys')).status).toBe(200);
    // The isolate still has the key as it was: only the statement that writes can know.
    await edge.sql('UPDATE api_keys SET expires_at = ? WHERE id = ?', Date.now() + 60_000, maker.keyId);
    await expectError(await maker.api.post('/keys', valid), 'forbidden');
    expect((await maker.api.post(`/keys/${other.key_id}/rotate`, {})).status).toBeGreaterThanOrEqual(400);
    expect(await isAccepted(other.key)).toBe(true);
  });

  test('the operator is bound by nothing of this', async () => {
    const expires_at = inSeconds(1_000_000);
    const issued = await account.issueKey({ expires_at });
    expect((await read(issued.keyId)).expires_at).toBe(expires_at);
    expect((await read((await account.issueKey()).keyId)).expires_at).toBeUndefined();
  });
});

describe('createKey 400 invalid_request', () => {
  test.each([
    ['name', { name: undefined }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(LIMITS.keyNameCharsMax + 1) }],
    ['scopes', { scopes: undefined }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['files:eat'] }],
    ['scopes', { scopes: ['files:read', 'files:read'] }],
    ['mode', { mode: 'prod' }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['key', { key: 'pdfk_live_mine' }],
  ])('names %s in %j', async (field, fields) => {
    const error = await expectError(await api.post('/keys', { ...valid, ...fields }), 'invalid_request');
    expect(error.details?.[0]?.field.split('.')[0]).toBe(field);
  });
});

describe('createKey 413 request_too_large', () => {
  test('refuses a body over the limit', async () => {
    await expectError(await api.post('/keys', { ...valid, name: 'x'.repeat(LIMITS.jsonBodyBytesMax) }), 'request_too_large');
  });
});

describe('createKey 415 unsupported_media_type', () => {
  test('reads JSON only', async () => {
    await expectError(await api.request('POST', '/keys', { body: JSON.stringify(valid) }), 'unsupported_media_type');
  });
});

describe('listKeys 200', () => {
  test('has every key of the account once, newest first, page by page, and never a key itself', async () => {
    const own = await edge.createAccount();
    const made = [];
    for (let i = 0; i < 4; i++) made.push(await own.issueKey());
    const listed: KeyObject[] = [];
    let path: string | undefined = '/keys?limit=2';
    while (path !== undefined) {
      const response = await own.api.get(path);
      expectJsonHeaders(response);
      path = /^<.*\/v1(\/.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      const { data } = await bodyOf<{ data: unknown[] }>(response, 200);
      listed.push(...data.map((key) => KeyObject.strict().parse(key)));
    }
    expect(listed).toHaveLength(5);
    for (const { keyId, key } of made) {
      expect(listed.filter((row) => row.key_id === keyId && row.last4 === key.slice(-4))).toHaveLength(1);
      expect(JSON.stringify(listed)).not.toContain(key.slice(0, -4));
    }
    expect(listed.map((key) => key.created_at)).toEqual(
      listed
        .map((key) => key.created_at)
        .sort()
        .toReversed(),
    );
  });
});

describe('listKeys 400 invalid_request', () => {
  test.each(['limit=0', 'cursor=x', 'name=a'])('refuses the query %s', async (query) => {
    await expectError(await api.get(`/keys?${query}`), 'invalid_request');
  });
});

describe('readKey 200', () => {
  test('says when the key was last used, with one write for many requests', async () => {
    const made = await create();
    expect(await read(made.key_id)).not.toHaveProperty('last_used_at');
    const startedAt = Date.now();
    const client = edge.client(made.key);
    await Promise.all(Array.from({ length: 20 }, async () => client.get('/files/x')));
    const { last_used_at = '' } = await eventually(
      async () => read(made.key_id),
      (key) => key.last_used_at !== undefined,
    );
    expect(Date.parse(last_used_at)).toBeGreaterThanOrEqual(startedAt);
    for (let i = 0; i < 5; i++) await client.get('/files/x');
    expect((await read(made.key_id)).last_used_at).toBe(last_used_at);
  });
});

describe('readKey 404 not_found', () => {
  test.each([UNKNOWN_KEY, 'x', '__proto__'])('there is no key %s', async (id) => {
    await expectError(await api.get(`/keys/${id}`), 'not_found');
  });
});

describe('rotateKey 201', () => {
  test('both keys work in the grace, the new one alone behind it', async () => {
    const old = await create({ scopes: ['files:read', 'jobs:read'], name: 'rotated' });
    const before = Date.now();
    const response = await api.post(`/keys/${old.key_id}/rotate`, { grace_seconds: 600 });
    expectJsonHeaders(response);
    const made = RotatedKey.strict().parse(await bodyOf(response, 201));
    expect(response.headers.get('location')).toBe(`/v1/keys/${made.key_id}`);
    expect(made).toMatchObject({ name: 'rotated', scopes: old.scopes, status: 'active', replaces: { key_id: old.key_id } });
    expect(made.expires_at).toBeUndefined();
    const endsAt = Date.parse(made.replaces.expires_at);
    expect(endsAt - before).toBeGreaterThanOrEqual(600_000);
    expect(endsAt - Date.now()).toBeLessThanOrEqual(600_000);
    expect([await isAccepted(old.key), await isAccepted(made.key)]).toEqual([true, true]);
    expect(await read(old.key_id)).toMatchObject({ status: 'active', replaced_by: made.key_id, expires_at: made.replaces.expires_at });
    await edge.sql('UPDATE api_keys SET expires_at = ? WHERE id = ?', Date.now() - 1, old.key_id);
    await account.change({});
    expect([await isAccepted(old.key), await isAccepted(made.key)]).toEqual([false, true]);
  });

  test('without a grace the old key is refused at the very next request', async () => {
    for (let times = 0; times < 10; times++) {
      const old = await create();
      expect(await isAccepted(old.key)).toBe(true);
      const made = await bodyOf<RotatedKey>(await api.post(`/keys/${old.key_id}/rotate`, {}), 201);
      expect([await isAccepted(old.key), await isAccepted(made.key)]).toEqual([false, true]);
    }
  });

  test('a key rotates itself, and a key that ends hands its end on', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const old = await create({ scopes: ['keys:manage'], expires_at });
    const made = await bodyOf<RotatedKey>(await edge.client(old.key).post(`/keys/${old.key_id}/rotate`, { grace_seconds: 604_800 }), 201);
    expect([made.expires_at, made.replaces.expires_at]).toEqual([expires_at, expires_at]);
  });

  test('of many rotations at once one is done', async () => {
    const old = await create();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => api.post(`/keys/${old.key_id}/rotate`, { grace_seconds: 60 })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    for (const answer of answers.filter((other) => other.status !== 201)) await expectError(answer, 'expired');
    expect(await edge.sql('SELECT id FROM api_keys WHERE id = (SELECT replaced_by FROM api_keys WHERE id = ?)', old.key_id)).toHaveLength(
      1,
    );
    expect(await edge.sql(`SELECT id FROM audit WHERE subject_id = ? AND action = 'key.rotated'`, old.key_id)).toHaveLength(1);
  });
});

describe('rotateKey 403 forbidden', () => {
  test('nobody gains scopes by rotating a key that has more', async () => {
    const strong = await create({ scopes: ['keys:manage', 'audit:read'] });
    const weak = await account.issueKey({ scopes: ['keys:manage'] });
    const error = await expectError(await weak.api.post(`/keys/${strong.key_id}/rotate`, {}), 'forbidden');
    expect(error.message).toContain('audit:read');
    expect(await isAccepted(strong.key)).toBe(true);
  });
});

describe('rotateKey 400 invalid_request', () => {
  test.each([{ grace_seconds: -1 }, { grace_seconds: LIMITS.keyGraceSecondsMax + 1 }, { grace_seconds: '60' }, { grace: 60 }])(
    'refuses %j',
    async (body) => {
      const old = await create();
      await expectError(await api.post(`/keys/${old.key_id}/rotate`, body), 'invalid_request');
      expect(await isAccepted(old.key)).toBe(true);
    },
  );
});

describe('rotateKey 404 not_found', () => {
  test('there is no such key', async () => {
    await expectError(await api.post(`/keys/${UNKNOWN_KEY}/rotate`, {}), 'not_found');
  });
});

describe('rotateKey 410 expired', () => {
  test('a revoked, an expired and a replaced key are not rotated', async () => {
    const [revoked, ended, replaced] = [await create(), await create(), await create()];
    await bodyOf(await api.request('DELETE', `/keys/${revoked.key_id}`), 200);
    await edge.sql('UPDATE api_keys SET expires_at = 1 WHERE id = ?', ended.key_id);
    await bodyOf(await api.post(`/keys/${replaced.key_id}/rotate`, { grace_seconds: 60 }), 201);
    for (const { key_id } of [revoked, ended, replaced]) await expectError(await api.post(`/keys/${key_id}/rotate`, {}), 'expired');
  });
});

describe('rotateKey 413 request_too_large', () => {
  test('refuses a body over the limit', async () => {
    await expectError(await api.post(`/keys/${UNKNOWN_KEY}/rotate`, { x: 'x'.repeat(LIMITS.jsonBodyBytesMax) }), 'request_too_large');
  });
});

describe('rotateKey 415 unsupported_media_type', () => {
  test('reads JSON only', async () => {
    await expectError(await api.request('POST', `/keys/${UNKNOWN_KEY}/rotate`, { body: '{}' }), 'unsupported_media_type');
  });
});

describe('revokeKey 200', () => {
  test('the key is refused at the very next request, and revoking again says the same', async () => {
    for (let times = 0; times < 10; times++) {
      const made = await create();
      expect(await isAccepted(made.key)).toBe(true);
      const response = await api.request('DELETE', `/keys/${made.key_id}`);
      expectJsonHeaders(response);
      expect(RevokedKey.parse(await bodyOf(response, 200))).toEqual({ key_id: made.key_id, revoked: true });
      await expectError(await edge.client(made.key).get('/files'), 'unauthorized');
      const { revoked_at, status } = await read(made.key_id);
      expect(status).toBe('revoked');
      await bodyOf(await api.request('DELETE', `/keys/${made.key_id}`), 200);
      expect((await read(made.key_id)).revoked_at).toBe(revoked_at);
    }
  });

  test('a key revokes itself', async () => {
    const made = await create({ scopes: ['keys:manage'] });
    await bodyOf(await edge.client(made.key).request('DELETE', `/keys/${made.key_id}`), 200);
    await expectError(await edge.client(made.key).request('DELETE', `/keys/${made.key_id}`), 'unauthorized');
  });
});

describe('revokeKey 404 not_found', () => {
  test('there is no such key', async () => {
    await expectError(await api.request('DELETE', `/keys/${UNKNOWN_KEY}`), 'not_found');
  });
});
