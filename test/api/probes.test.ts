// GET /healthz and /readyz.

import { afterAll, describe, expect, test } from 'vitest';
import { Health, Readiness } from '#contract/api.ts';
import { bodyOf } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { expectJsonHeaders } from '../support/expectations.ts';

const edge = await openEdge();
afterAll(edge.close);

describe('health 200', () => {
  test.each(['/healthz', '/v1/healthz'])('%s answers without a key', async (path) => {
    const response = await fetch(edge.url + path);
    expectJsonHeaders(response);
    expect(Health.parse(await bodyOf(response, 200))).toEqual({ status: 'ok' });
  });
});

describe('readiness 200', () => {
  test.each(['/readyz', '/v1/readyz'])('%s names what answers', async (path) => {
    const response = await fetch(edge.url + path);
    expectJsonHeaders(response);
    expect(Readiness.parse(await bodyOf(response, 200))).toEqual({
      status: 'ready',
      checks: { database: true, 'storage.eu': true, 'processor.eu': true },
      isolation: { eu: 'namespaces' },
    });
  });
});

test('readiness names what keeps jobs apart, also where nothing does', async () => {
  edge.processor.isolation = 'none';
  expect(Readiness.parse(await bodyOf(await fetch(`${edge.url}/readyz`), 200)).isolation).toEqual({ eu: 'none' });
  edge.processor.isolation = 'namespaces';
});

describe('readiness 503', () => {
  test('says which part does not answer: a processor', async () => {
    edge.processor.ready = false;
    const answer = Readiness.parse(await bodyOf(await fetch(`${edge.url}/readyz`), 503));
    expect(answer).toMatchObject({ status: 'not_ready', checks: { database: true, 'storage.eu': true, 'processor.eu': false } });
    edge.processor.ready = true;
    expect((await fetch(`${edge.url}/readyz`)).status).toBe(200);
  });

  test('says which part does not answer: the database', async () => {
    await edge.sql('ALTER TABLE accounts RENAME TO accounts_gone');
    const answer = Readiness.parse(await bodyOf(await fetch(`${edge.url}/readyz`), 503));
    await edge.sql('ALTER TABLE accounts_gone RENAME TO accounts');
    expect(answer.checks).toMatchObject({ database: false, 'storage.eu': true });
    expect((await fetch(`${edge.url}/healthz`)).status).toBe(200);
  });
});
