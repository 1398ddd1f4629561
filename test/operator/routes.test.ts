// The operator's routes: what each answers, has the schema of the table, and who else may call it.

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import { makeId } from '#contract/ids.ts';
import {
  type AccessRequest,
  type Account,
  type AccountDetails,
  type DeadLetter,
  OPERATOR_ROUTES,
  type OperatorJob,
  type OperatorRoute,
  type OperatorRouteName,
  type Overview,
  type StuckJob,
} from '#contract/operator.ts';
import { bodyOf, ONE_REQUEST, pdfBytes } from '../support/service/api-client.ts';
import { openEdge, type TestEdge } from '../support/service/edge.ts';
import { eventually, expectError, expectJsonHeaders } from '../support/expectations.ts';
import { VALID_ACCESS_REQUEST } from '../support/service/routes.ts';
import { operatorErrorsOf } from '../support/operator-errors.ts';

const edge = await openEdge({ regions: ['eu', 'us'] });
afterAll(edge.close);
const { eu, us } = edge.processors as { eu: typeof edge.processor; us: typeof edge.processor };

type Ids = Readonly<Record<string, string>>;
const UNKNOWN: Ids = {
  cell: 'mars-1',
  ...Object.fromEntries(
    (['accessRequest', 'account', 'key', 'job', 'deadLetter'] as const).map((kind) => [
      `${kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`,
      makeId(kind, new Uint8Array(16)),
    ]),
  ),
};

const BODIES: Partial<Record<OperatorRouteName, object>> = {
  approveAccess: {},
  declineAccess: {},
  createAccount: { name: 'A name', plan: 'business' },
  changeAccount: { suspended: false },
  issueKey: { name: 'A key' },
  moveToCell: {},
};

function pathOf(route: OperatorRoute, ids: Ids = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? UNKNOWN[name] ?? '');
}

async function send(name: OperatorRouteName, ids: Ids = {}, body?: object, query = ''): Promise<Response> {
  const route: OperatorRoute = OPERATOR_ROUTES[name];
  return edge.operator(route.method, pathOf(route, ids) + query, body ?? BODIES[name]);
}

/** The success of the route, checked against its schema. */
async function done<T>(name: OperatorRouteName, ids: Ids = {}, body?: object, query = ''): Promise<T> {
  const response = await send(name, ids, body, query);
  expectJsonHeaders(response);
  const { status, body: schema } = OPERATOR_ROUTES[name].success as { status: number; body: z.ZodType };
  const answer = await bodyOf<T>(response, status);
  expect(schema.parse(answer)).toEqual(answer);
  return answer;
}

async function askForAccess(fields: object = {}): Promise<string> {
  const response = await fetch(`${edge.url}/v1/access-requests`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'cf-connecting-ip': `10.1.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
    },
    body: JSON.stringify({ ...VALID_ACCESS_REQUEST, ...fields }),
  });
  return (await bodyOf<{ access_request_id: string }>(response, 201)).access_request_id;
}

const ROUTES = Object.entries(OPERATOR_ROUTES) as [OperatorRouteName, OperatorRoute][];
const NAMING = ROUTES.filter(([, route]) => route.errors.includes('not_found'));
const WRITING = ROUTES.filter(([, route]) => route.body !== undefined);
const LISTING = ROUTES.filter(([, route]) => route.query !== undefined);

describe.each(ROUTES)('every operator route 401 unauthorized (%s)', (name, route) => {
  test('is closed to everyone else, customers included, and says nothing', async () => {
    const { key } = await (await edge.createAccount()).issueKey();
    for (const authorization of ['', 'Bearer x', `Bearer ${key}`, edge.secrets.OPERATOR_KEY, `Bearer ${edge.secrets.OPERATOR_KEY}x`]) {
      const response = await fetch(`${edge.url}/v1/operator${pathOf(route)}`, {
        method: route.method,
        headers: { ...ONE_REQUEST, authorization, 'content-type': 'application/json' },
        ...(BODIES[name] ? { body: JSON.stringify(BODIES[name]) } : {}),
      });
      await expectError(response, 'unauthorized');
    }
  });
});

describe.each(ROUTES)('every operator route 429 rate_limited (%s)', (_, route) => {
  test('guesses at the credential are counted by address', async () => {
    const strict = await strictEdge();
    const guess = async () =>
      fetch(`${strict.url}/v1/operator${pathOf(route)}`, { method: route.method, headers: { authorization: 'Bearer x' } });
    await guess();
    await expectError(await guess(), 'rate_limited');
  });
});

describe.each(ROUTES)('every operator route 500 internal_error (%s)', (name) => {
  test('answers the shape when the configuration is unusable, and nothing of the cause', async () => {
    const broken = await brokenEdge();
    const route: OperatorRoute = OPERATOR_ROUTES[name];
    const error = await expectError(await broken.operator(route.method, pathOf(route), BODIES[name]), 'internal_error');
    expect(error.message).toBe('An unexpected error happened on our side.');
  });
});

describe.each(ROUTES)('every operator route 503 unavailable (%s)', (name) => {
  test('says to come again when the database is overloaded', async () => {
    const overloaded = await overloadedEdge();
    const route: OperatorRoute = OPERATOR_ROUTES[name];
    const response = await overloaded.operator(route.method, pathOf(route), BODIES[name]);
    expect(response.headers.get('retry-after')).toBe('5');
    await expectError(response, 'unavailable');
  });
});

describe.each(NAMING)('every naming route 404 not_found (%s)', (name) => {
  test('knows no identifier that does not exist', async () => {
    await expectError(await send(name), 'not_found');
    await expectError(await send(name, Object.fromEntries(Object.keys(UNKNOWN).map((id) => [id, `x'; DROP TABLE jobs--`]))), 'not_found');
  });
});

describe.each(WRITING)('every writing route 400 invalid_request (%s)', (name) => {
  test('names a field that there is not, and a body that is no object', async () => {
    const error = await expectError(await send(name, {}, { ...BODIES[name], unheard_of: 1 }), 'invalid_request');
    expect(error.details).toMatchObject([{ field: 'unheard_of', issue: 'unknown' }]);
    await expectError(await send(name, {}, []), 'invalid_request');
  });
});

describe.each(WRITING)('every writing route 413 request_too_large (%s)', (name) => {
  test('reads no body beyond the bound', async () => {
    await expectError(await send(name, {}, { name: 'x'.repeat(LIMITS.jsonBodyBytesMax) }), 'request_too_large');
  });
});

describe.each(WRITING)('every writing route 415 unsupported_media_type (%s)', (_, route) => {
  test('takes JSON only', async () => {
    const headers = { ...ONE_REQUEST, authorization: `Bearer ${edge.secrets.OPERATOR_KEY}`, 'content-type': 'text/plain' };
    const response = await fetch(`${edge.url}/v1/operator${pathOf(route)}`, { method: route.method, headers, body: '{}' });
    await expectError(response, 'unsupported_media_type');
  });
});

describe.each(LISTING)('every listing route 400 invalid_request (%s)', (name) => {
  test.each(['?limit=0', '?limit=201', '?limit=x', '?unheard_of=1'])('refuses %s', async (query) => {
    await expectError(await send(name, {}, undefined, query), 'invalid_request');
  });
});

describe('replayDeadLetter 400 invalid_request', () => {
  test('a message that names no job cannot be replayed', async () => {
    await edge.sql(`INSERT INTO dead_letters (id, queue, body, received_at) VALUES (?, 'jobs-eu', '{}', 1)`, `dead_${'1'.repeat(22)}`);
    await expectError(await send('replayDeadLetter', { dead_letter_id: `dead_${'1'.repeat(22)}` }), 'invalid_request');
    await edge.sql('DELETE FROM dead_letters');
  });
});

describe('listAccessRequests 200', () => {
  test('the one that waits longest stands on top, and a limit says that there are more', async () => {
    await edge.sql('DELETE FROM access_requests');
    const [first, second] = [await askForAccess({ company_name: 'First' }), await askForAccess({ company_name: 'Second' })];
    await edge.sql('UPDATE access_requests SET created_at = 1 WHERE id = ?', first);
    const all = await done<{ data: AccessRequest[] }>('listAccessRequests');
    expect(all).toMatchObject({ data: [{ access_request_id: first }, { access_request_id: second }], has_more: false });
    expect(await done('listAccessRequests', {}, undefined, '?limit=1')).toMatchObject({
      data: [{ company_name: 'First' }],
      has_more: true,
    });
    await done('declineAccess', { access_request_id: first });
    expect(await done('listAccessRequests', {}, undefined, '?state=pending')).toMatchObject({ data: [{ access_request_id: second }] });
    expect(await done('listAccessRequests', {}, undefined, '?state=declined')).toMatchObject({ data: [{ access_request_id: first }] });
  });
});

describe('readAccessRequest 200', () => {
  test('answers everything that was said', async () => {
    const id = await askForAccess();
    expect(await done('readAccessRequest', { access_request_id: id })).toMatchObject({ ...VALID_ACCESS_REQUEST, state: 'pending' });
  });
});

describe('approveAccess 201', () => {
  test('makes the account on its terms and a key that works, and shows the key nowhere again', async () => {
    const id = await askForAccess({ company_name: 'Approved Limited' });
    const terms = { plan: 'business', plan_overrides: { running_jobs: 7 }, default_region: 'us', key_name: 'Production' };
    const { account_id, key, key_id } = await done<Record<string, string>>('approveAccess', { access_request_id: id }, terms);
    const account = await done<AccountDetails>('readAccount', { account_id: account_id ?? '' });
    expect(account).toMatchObject({
      name: 'Approved Limited',
      plan: 'business',
      default_region: 'us',
      limits: { running_jobs: 7, queued_jobs: 2000 },
    });
    expect(account.keys).toMatchObject([{ key_id, name: 'Production', state: 'active', last4: key?.slice(-4) }]);
    const created = await edge.client(key ?? '').createFile(pdfBytes());
    expect(created.region).toBe('us');
    expect(await done('readAccessRequest', { access_request_id: id })).toMatchObject({ state: 'approved', account_id });
    for (const name of ['readAccount', 'readAccessRequest', 'listAccounts'] as const) {
      expect(JSON.stringify(await done(name, { account_id: account_id ?? '', access_request_id: id }))).not.toContain(key);
    }
  });

  test('happens once, however often it is asked for at once: one account, one key', async () => {
    const id = await askForAccess({ company_name: 'Only Once' });
    const answers = await Promise.all(Array.from({ length: 5 }, async () => send('approveAccess', { access_request_id: id })));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 400, 400, 400, 400]);
    expect(await edge.sql(`SELECT count(*) AS n FROM accounts WHERE name = 'Only Once'`)).toEqual([{ n: 1 }]);
    const error = await expectError(await send('approveAccess', { access_request_id: id }), 'invalid_request');
    expect(error.message).toMatch(/already approved: its account is acct_/);
    await expectError(await send('declineAccess', { access_request_id: id }), 'invalid_request');
  });

  test('on terms that are wrong changes nothing', async () => {
    const id = await askForAccess();
    for (const terms of [
      { plan: 'gold' },
      { plan_overrides: { file_bytes: -1 } },
      { plan_overrides: { colour: 1 } },
      { default_region: 'mars' },
    ]) {
      await expectError(await send('approveAccess', { access_request_id: id }, terms), 'invalid_request');
    }
    expect(await done('readAccessRequest', { access_request_id: id })).toMatchObject({ state: 'pending' });
  });
});

describe('declineAccess 200', () => {
  test('keeps why, and is final', async () => {
    const id = await askForAccess();
    expect(await done('declineAccess', { access_request_id: id }, { note: 'Not our use.' })).toMatchObject({
      state: 'declined',
      decision_note: 'Not our use.',
    });
    await expectError(await send('approveAccess', { access_request_id: id }), 'invalid_request');
  });
});

describe('listAccounts 200', () => {
  test('newest first, found by a part of their name', async () => {
    const made = await done<Account>('createAccount', {}, { name: 'Zebra 100% Limited', plan: 'business' });
    expect(await done('listAccounts', {}, undefined, '?name=zebra%20100%25')).toEqual({ data: [made], has_more: false });
    expect(await done('listAccounts', {}, undefined, '?name=%25')).toMatchObject({ data: [{ account_id: made.account_id }] });
    expect(await done('listAccounts', {}, undefined, '?limit=1')).toMatchObject({ has_more: true });
  });
});

describe('createAccount 201', () => {
  test('with its overrides and its region', async () => {
    const fields = { name: 'Terms', plan: 'business', plan_overrides: { pages: 7 }, default_region: 'us' };
    expect(await done('createAccount', {}, fields)).toMatchObject(fields);
    const before = await edge.sql('SELECT count(*) AS n FROM accounts');
    await expectError(await send('createAccount', {}, { ...fields, default_region: 'mars' }), 'invalid_request');
    expect(await edge.sql('SELECT count(*) AS n FROM accounts')).toEqual(before);
  });
});

describe('readAccount 200', () => {
  test('counts what the account uses now, and says what has become of its keys', async () => {
    const account = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const revoked = await account.issueKey();
    await done('revokeKey', { key_id: revoked.keyId });
    await account.issueKey({ expires_at: '2020-01-01T00:00:00Z' });
    const first = await account.api.createJob();
    await eu.nextRun(first.job_id);
    await account.api.createJob();
    const details = await done<AccountDetails>('readAccount', { account_id: account.id });
    expect(details).toMatchObject({ running_jobs: 1, queued_jobs: 1, stored_files: 2, stored_bytes: 2 * pdfBytes().length });
    expect(details.keys.map((key) => key.state).sort()).toEqual(['active', 'expired', 'revoked']);
  });
});

describe('changeAccount 200', () => {
  test('changes what is named and nothing else', async () => {
    const { account_id } = await done<Account>('createAccount', {}, { name: 'Change', plan: 'business', default_region: 'us' });
    expect(await done('changeAccount', { account_id }, { suspended: true })).toMatchObject({
      plan: 'business',
      default_region: 'us',
      suspended: true,
    });
    expect(await done('changeAccount', { account_id }, { plan_overrides: { pages: 9 } })).toMatchObject({
      plan_overrides: { pages: 9 },
      suspended: true,
    });
    expect(await done('changeAccount', { account_id }, { plan_overrides: null, suspended: false, default_region: null })).toMatchObject({
      plan_overrides: null,
      suspended: false,
      default_region: null,
    });
  });
});

describe('issueKey 201', () => {
  test('with the scopes and the end that are asked for', async () => {
    const { id } = await edge.createAccount();
    const { key } = await done<{ key: string }>('issueKey', { account_id: id }, { name: 'k', scopes: ['files:read'], mode: 'test' });
    expect(key).toMatch(/^pdfk_test_/);
    await expectError(await edge.client(key).post('/files', {}), 'forbidden');
  });
});

describe('revokeKey 200', () => {
  test('again answers the same', async () => {
    const { keyId } = await (await edge.createAccount()).issueKey();
    expect(await done('revokeKey', { key_id: keyId })).toEqual({ key_id: keyId });
    expect(await done('revokeKey', { key_id: keyId })).toEqual({ key_id: keyId });
  });
});

describe('readJob 200', () => {
  test('shows any job, without its password and its token', async () => {
    const { api } = await edge.createAccount();
    const { job_id } = await api.createJob({ password: 'a very secret word' });
    const run = await eu.nextRun(job_id);
    const job = await done<OperatorJob>('readJob', { job_id });
    expect(job).toMatchObject({ status: 'running', attempt: 1, attempts: 1, has_password: true, parked: 'no', region: 'eu' });
    expect(job.lease_until).toBeDefined();
    expect(JSON.stringify(job)).not.toContain(run.attempt_token);
    expect(JSON.stringify(job)).not.toContain('secret');
    await eu.succeed(run);
    expect(await done<OperatorJob>('readJob', { job_id })).toMatchObject({
      status: 'succeeded',
      has_password: false,
      report: { verified: true },
    });
  });
});

describe('stuckJobs 200', () => {
  test('names what is stuck, why and since when, the worst first, and nothing else', async () => {
    await edge.sql(
      `UPDATE jobs SET state = 'cancelled', parked = 0, wake_at = NULL, lease_until = NULL WHERE state IN ('queued', 'running')`,
    );
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const lapsed = await api.createJob();
    await eu.nextRun(lapsed.job_id);
    await edge.sql('UPDATE jobs SET lease_until = 1 WHERE id = ?', lapsed.job_id);
    const parked = await api.createJob();
    await edge.sql('UPDATE jobs SET parked = 1, wake_at = NULL WHERE id = ?', parked.job_id);
    us.react = () => 'busy';
    const other = (await edge.createAccount()).api;
    const waiting = await other.createJob({ file_id: await other.upload(pdfBytes(), { region: 'us' }) });
    await eventually(
      async () => done<{ data: StuckJob[] }>('stuckJobs'),
      ({ data }) => data.map((job) => job.reason).join() === 'lease_lapsed,parked',
    );
    await edge.sql('UPDATE jobs SET created_at = created_at - 660000 WHERE id = ?', waiting.job_id);
    const { data } = await done<{ data: StuckJob[] }>('stuckJobs');
    expect(data.filter((job) => job.status === 'queued' && job.reason === 'queued_long').map((job) => job.job_id)).toEqual([
      waiting.job_id,
    ]);
    expect(await done('stuckJobs', {}, undefined, '?queued_minutes=12')).toMatchObject({
      data: [{ job_id: lapsed.job_id }, { job_id: parked.job_id }],
    });
    us.react = () => 'taken';
    await us.succeed(await us.nextRun(waiting.job_id));
  });
});

describe('resendJob 200', () => {
  test('carries a job whose message was lost, and leaves one that has ended alone', async () => {
    const { api } = await edge.createAccount();
    us.react = () => 'refused';
    const { job_id } = await api.createJob({ file_id: await api.upload(pdfBytes(), { region: 'us' }) });
    us.react = () => 'taken';
    expect(await done('resendJob', { job_id })).toMatchObject({ job_id, sent: true });
    await us.succeed(await us.nextRun(job_id));
    await api.jobIn(job_id, 'succeeded');
    expect(await done('resendJob', { job_id })).toEqual({ job_id, status: 'succeeded', sent: false });
    expect(us.runs.filter((run) => run.job_id === job_id)).toHaveLength(1);
  });
});

/** A message as the platform moves it when it was delivered too often. */
async function die(message: unknown): Promise<DeadLetter> {
  const before = await done<{ data: DeadLetter[] }>('listDeadLetters');
  await edge.sendToDeadLetters('eu', message);
  const { data } = await eventually(
    async () => done<{ data: DeadLetter[] }>('listDeadLetters'),
    ({ data }) => data.length > before.data.length,
  );
  return data.find((letter) => !before.data.some((known) => known.dead_letter_id === letter.dead_letter_id)) as DeadLetter;
}

describe('listDeadLetters 200', () => {
  test('keeps what could not be taken, readable or not, with what became of its job', async () => {
    const { api } = await edge.createAccount();
    const { job_id } = await api.createJob();
    await eu.succeed(await eu.nextRun(job_id));
    await api.jobIn(job_id, 'succeeded');
    expect(await die({ job_id })).toMatchObject({ queue: 'jobs-eu', job_id, job_status: 'succeeded', body: JSON.stringify({ job_id }) });
    const strange = await die({ nonsense: 'x'.repeat(5000) });
    expect(strange.job_id).toBeUndefined();
    expect(strange.body).toHaveLength(1000);
  });
});

describe('replayDeadLetter 200', () => {
  test('sends the job’s message again, and then stands among the replayed', async () => {
    const { api } = await edge.createAccount();
    const { job_id } = await api.createJob();
    await eu.nextRun(job_id);
    // As a Worker leaves it that broke before it could claim the job.
    await edge.sql(
      `UPDATE jobs SET state = 'queued', attempt_token = NULL, lease_until = NULL, wake_at = ? WHERE id = ?`,
      Date.now() + 600_000,
      job_id,
    );
    const { dead_letter_id } = await die({ job_id });
    expect(await done('replayDeadLetter', { dead_letter_id })).toMatchObject({ dead_letter_id, job_id, sent: true });
    await eu.succeed(await eu.nextRun(job_id));
    await api.jobIn(job_id, 'succeeded');
    const open = await done<{ data: DeadLetter[] }>('listDeadLetters');
    expect(open.data.some((letter) => letter.dead_letter_id === dead_letter_id)).toBe(false);
    const replayed = await done<{ data: DeadLetter[] }>('listDeadLetters', {}, undefined, '?replayed=yes');
    expect(replayed.data.find((letter) => letter.dead_letter_id === dead_letter_id)?.replayed_at).toBeDefined();
  });
});

describe('overview 200', () => {
  test('counts what runs, waits and has ended in each region, and names what does not answer', async () => {
    const before = await done<Overview>('overview');
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const first = await api.createJob();
    await eu.succeed(await eu.nextRun(first.job_id));
    await api.jobIn(first.job_id, 'succeeded');
    const second = await api.createJob();
    await eu.nextRun(second.job_id);
    const third = await api.createJob();
    await eventually(
      async () => edge.sql('SELECT parked FROM jobs WHERE id = ?', third.job_id),
      ([row]) => row?.['parked'] === 1,
    );
    await askForAccess();
    await edge.runSweep();
    us.ready = false;
    const after = await done<Overview>('overview');
    us.ready = true;
    const [was, is] = [before, after].map((overview) => overview.regions.find((region) => region.region === 'eu'));
    expect(is).toMatchObject({
      processor: true,
      storage: true,
      slots: 1000,
      running: (was?.running ?? 0) + 1,
      queued: (was?.queued ?? 0) + 1,
      parked: (was?.parked ?? 0) + 1,
      succeeded: (was?.succeeded ?? 0) + 1,
    });
    expect(is?.oldest_queued_at).toBeDefined();
    expect(is?.walk?.finished_at).toBeDefined();
    expect(after.regions.find((region) => region.region === 'us')).toMatchObject({ processor: false, storage: true });
    expect(after.pending_access_requests).toBe(before.pending_access_requests + 1);
    expect(after.sweep.map((step) => step.step)).toEqual(expect.arrayContaining(['resend', 'reconcile']));
  });
});

test('every change that the operator makes is in the audit log, once, and none that was refused or read', async () => {
  const told = async () =>
    (
      await edge.sql<{ action: string; subject_id: string }>(
        `SELECT action, subject_id FROM audit WHERE actor_key_id IS NULL ORDER BY rowid`,
      )
    ).map((row) => `${row.action} ${row.subject_id}`);
  const [approvedId, declinedId] = [await askForAccess(), await askForAccess()];
  const before = (await told()).length;
  const { account_id = '', key_id = '' } = await done<Record<string, string>>('approveAccess', { access_request_id: approvedId });
  await expectError(await send('approveAccess', { access_request_id: approvedId }), 'invalid_request');
  await done('declineAccess', { access_request_id: declinedId });
  await expectError(await send('declineAccess', { access_request_id: declinedId }), 'invalid_request');
  const made = await done<Account>('createAccount', {}, { name: 'Told', plan: 'business' });
  await done('changeAccount', { account_id }, { suspended: true });
  await done('changeAccount', { account_id }, { suspended: false });
  const issued = await done<{ key_id: string; key: string }>('issueKey', { account_id }, { name: 'k' });
  await done('revokeKey', { key_id });
  await done('revokeKey', { key_id });
  await done('readAccount', { account_id });
  const { job_id } = await edge.client(issued.key).createJob();
  await eu.nextRun(job_id);
  await done('resendJob', { job_id });
  expect((await told()).slice(before)).toEqual([
    `account.created ${account_id}`,
    `key.issued ${key_id}`,
    `access.declined ${declinedId}`,
    `account.created ${made.account_id}`,
    `account.changed ${account_id}`,
    `account.changed ${account_id}`,
    `key.issued ${issued.key_id}`,
    `key.revoked ${key_id}`,
    `job.resent ${job_id}`,
  ]);
});

test('every error that a route can answer is one of its table', () => {
  for (const [, route] of ROUTES) expect(new Set(operatorErrorsOf(route)).size).toBe(operatorErrorsOf(route).length);
});

let strict: Promise<TestEdge> | undefined;
let broken: Promise<TestEdge> | undefined;
let overloaded: Promise<TestEdge> | undefined;

async function strictEdge(): Promise<TestEdge> {
  strict ??= openEdge({ vars: { UNAUTHENTICATED_PER_MINUTE: 1 } });
  return strict;
}

async function brokenEdge(): Promise<TestEdge> {
  broken ??= openEdge({ secrets: { KEY_PEPPER: 'short' } });
  return broken;
}

/** An edge whose D1 answers as D1 does when it has too much to do. */
async function overloadedEdge(): Promise<TestEdge> {
  overloaded ??= (async () => {
    database.listen(0, '127.0.0.1');
    await once(database, 'listening');
    return openEdge({ databaseUrl: `http://127.0.0.1:${(database.address() as AddressInfo).port}/` });
  })();
  return overloaded;
}

const database = createServer((request, response) => {
  request.resume();
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: false, error: 'D1 DB is overloaded. Requests queued for too long.' }));
});

afterAll(async () => {
  for (const each of [strict, broken, overloaded]) await (await each)?.close();
  database.closeAllConnections();
  database.close();
});
