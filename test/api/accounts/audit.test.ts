// GET /audit: who did what to what, written with the change or not at all, and kept.

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { AuditEntry } from '#contract/keys.ts';
import { LIMITS } from '#contract/limits.ts';
import { type ApiClient, bodyOf } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { UNKNOWN_KEY } from '../../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);

async function read(api: ApiClient, query = ''): Promise<AuditEntry[]> {
  const response = await api.get(`/audit${query}`);
  expectJsonHeaders(response);
  const { data } = await bodyOf<{ data: unknown[] }>(response, 200);
  return data.map((entry) => AuditEntry.strict().parse(entry));
}

describe('listAudit 200', () => {
  test('tells what the operator and what a key did, each with its request', async () => {
    const account = await edge.createAccount();
    const { api } = account;
    const issued = await account.issueKey({ scopes: ['files:read'] });
    await account.change({ plan: 'business', suspended: false });
    const { keyId: self } = await account.issueKey();
    const created = await api.post('/keys', { name: 'made', scopes: ['jobs:read'] });
    const made = await bodyOf<{ key_id: string }>(created, 201);
    const rotated = await bodyOf<{ key_id: string }>(await api.post(`/keys/${issued.keyId}/rotate`, { grace_seconds: 5 }), 201);
    await api.request('DELETE', `/keys/${made.key_id}`);
    await edge.operator('DELETE', `/keys/${self}`);
    const fileId = await api.upload();
    const deleted = await api.request('DELETE', `/files/${fileId}`);

    const entries = await read(api);
    const told = entries.map(({ action, actor, subject_id }) => [action, actor.type, subject_id]);
    const firstKey = entries.find((entry) => entry.subject_id === fileId)?.actor.key_id ?? '';
    expect(told).toHaveLength(11);
    for (const one of [
      ['account.created', 'operator', account.id],
      ['key.issued', 'operator', firstKey],
      ['key.issued', 'operator', issued.keyId],
      ['account.changed', 'operator', account.id],
      ['key.issued', 'key', made.key_id],
      ['key.rotated', 'key', issued.keyId],
      ['key.issued', 'key', rotated.key_id],
      ['key.revoked', 'key', made.key_id],
      ['key.revoked', 'operator', self],
      ['file.deleted', 'key', fileId],
    ]) {
      expect(told).toContainEqual(one);
    }
    const of = (action: string, subject: string) => entries.find((entry) => entry.action === action && entry.subject_id === subject);
    expect(of('file.deleted', fileId)?.request_id).toBe(deleted.headers.get('x-request-id'));
    expect(of('key.issued', made.key_id)).toMatchObject({
      request_id: created.headers.get('x-request-id'),
      details: { name: 'made', scopes: ['jobs:read'] },
    });
    expect(of('key.rotated', issued.keyId)?.details).toEqual({ replaced_by: rotated.key_id, grace_seconds: 5 });
    expect(of('account.changed', account.id)?.details).toMatchObject({ plan: 'business', suspended: false });
    expect(JSON.stringify(entries)).not.toContain(issued.key.slice(10, 40));
  });

  test('what changed nothing is not told, and what is told is told once', async () => {
    const account = await edge.createAccount();
    const fileId = await account.api.upload();
    const { keyId } = await account.issueKey();
    const before = new Set((await read(account.api)).map((entry) => entry.audit_id));
    for (let times = 0; times < 3; times++) {
      await account.api.request('DELETE', `/files/${fileId}`);
      await account.api.request('DELETE', `/keys/${keyId}`);
      await account.api.request('DELETE', `/keys/${UNKNOWN_KEY}`);
    }
    await edge.operator('PATCH', '/accounts/acct_x', { suspended: true });
    const added = (await read(account.api)).filter((entry) => !before.has(entry.audit_id));
    expect(added.map((entry) => entry.action).sort()).toEqual(['file.deleted', 'key.revoked']);
    expect(await edge.sql(`SELECT * FROM audit WHERE account_id = 'acct_x'`)).toEqual([]);
  });

  test('a change that cannot be told is not made', async () => {
    const account = await edge.createAccount();
    const fileId = await account.api.upload();
    const { keyId } = await account.issueKey();
    await edge.sql(`CREATE TRIGGER untold BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'untold'); END`);
    try {
      await expectError(await account.api.request('DELETE', `/files/${fileId}`), 'internal_error');
      await expectError(await account.api.request('DELETE', `/keys/${keyId}`), 'internal_error');
      await expectError(await account.api.post('/keys', { name: 'k', scopes: ['jobs:read'] }), 'internal_error');
      await expectError(await account.change({ suspended: true }), 'internal_error');
    } finally {
      await edge.sql('DROP TRIGGER untold');
    }
    expect((await account.api.readFile(fileId)).status).toBe('uploaded');
    expect((await bodyOf<{ status: string }>(await account.api.get(`/keys/${keyId}`), 200)).status).toBe('active');
    expect(await edge.sql('SELECT id FROM api_keys WHERE account_id = ?', account.id)).toHaveLength(2);
  });

  test('is filtered by action and time, in pages, and shows nobody else’s', async () => {
    const account = await edge.createAccount();
    for (let i = 0; i < 3; i++) await account.issueKey();
    const issued = await read(account.api, '?action=key.issued');
    expect(issued).toHaveLength(4);
    expect(issued.every((entry) => entry.action === 'key.issued')).toBe(true);
    expect(await read(account.api, '?action=policy.refused')).toEqual([]);
    expect(await read(account.api, `?created_after=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    const page = await bodyOf<{ data: AuditEntry[]; next_cursor: string }>(await account.api.get('/audit?limit=3'), 200);
    const rest = await read(account.api, `?limit=3&cursor=${page.next_cursor}`);
    expect(new Set([...page.data, ...rest].map((entry) => entry.audit_id)).size).toBe(5);
    const stranger = await edge.createAccount();
    expect((await read(stranger.api)).map((entry) => entry.subject_id)).not.toContain(account.id);
  });

  test('nothing changes an entry, and only the sweep removes one, after its 400 days', async () => {
    const sources = readdirSync(`${import.meta.dirname}/../../../worker`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(`${import.meta.dirname}/../../../worker/${name}`, 'utf8'));
    expect(sources.filter((text) => /INSERT (OR \w+ )?INTO audit\b/.test(text))).toHaveLength(1);
    expect(sources.filter((text) => /UPDATE audit\b|(update|delete|insert)\(audit\)/.test(text))).toEqual([]);
    const removals = sources.flatMap((text) => [...text.matchAll(/DELETE FROM audit\b[^`]*/g)].map(([statement]) => statement));
    expect(removals).toEqual([expect.stringMatching(/ORDER BY rowid LIMIT \?\) WHERE created_at <= \?\)$/)]);
    const account = await edge.createAccount();
    const [oldest, young] = [(await account.issueKey()).keyId, (await account.issueKey()).keyId];
    await edge.sql('UPDATE audit SET created_at = ? WHERE subject_id = ?', Date.now() - LIMITS.auditKeptMs, oldest);
    await edge.sql('UPDATE audit SET created_at = ? WHERE subject_id = ?', Date.now() - LIMITS.auditKeptMs + 60_000, young);
    await edge.runSweep();
    const subjects = (await read(account.api)).map((entry) => entry.subject_id);
    expect(subjects).toContain(young);
    expect(subjects).not.toContain(oldest);
  });
});

describe('listAudit 400 invalid_request', () => {
  test.each(['action=key.lost', 'limit=101', 'cursor=x', 'actor=operator'])('refuses the query %s', async (query) => {
    const error = await expectError(await (await edge.createAccount()).api.get(`/audit?${query}`), 'invalid_request');
    expect(error.details?.[0]?.field).toBe(query.split('=')[0]);
  });
});
