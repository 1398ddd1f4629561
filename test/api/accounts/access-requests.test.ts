// POST /access-requests: the one thing that anyone may write here, and therefore strictly limited.

import { afterAll, describe, expect, test } from 'vitest';
import { RequestedAccess } from '#contract/access.ts';
import { LIMITS } from '#contract/limits.ts';
import { networkOf } from '../../../worker/operator/network.ts';
import { bodyOf, ONE_REQUEST } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { VALID_ACCESS_REQUEST } from '../../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);

let networks = 0;
/** Each call comes from a network of its own unless one is named. */
async function send(fields: unknown, address = `10.0.${networks >> 8}.${networks++ & 255}`, type = 'application/json'): Promise<Response> {
  const headers = { ...ONE_REQUEST, 'content-type': type, 'cf-connecting-ip': address };
  const body = typeof fields === 'string' ? fields : JSON.stringify(fields);
  return fetch(`${edge.url}/v1/access-requests`, { method: 'POST', headers, body });
}

describe('requestAccess 201', () => {
  test('takes what a company says of itself, without a key, and keeps all of it for the operator', async () => {
    const all = {
      ...VALID_ACCESS_REQUEST,
      security_requirements: 'ISO 27001\nDeletion within a day',
      preferred_region: 'eu',
      needs_webhooks: true,
      needs_batch: true,
      custom_limits: '200 requests per second on Mondays',
    };
    const response = await send(all);
    expectJsonHeaders(response);
    const { access_request_id } = RequestedAccess.parse(await bodyOf(response, 201));
    const seen = await bodyOf<object>(await edge.operator('GET', `/access-requests/${access_request_id}`), 200);
    expect(seen).toMatchObject({ ...all, state: 'pending' });
  });

  test('answers nothing that was said, and keeps no address', async () => {
    const response = await send(VALID_ACCESS_REQUEST, '203.0.113.77');
    expect(await response.text()).not.toContain('example.com');
    expect(JSON.stringify(await edge.sql('SELECT * FROM access_requests'))).not.toContain('203.0.113.77');
  });
});

describe('requestAccess 400 invalid_request', () => {
  test.each([
    ['company_name', ''],
    ['company_name', '   '],
    ['company_name', 'a\u001b[31mred'],
    ['company_name', 'a\u202eb'],
    ['contact_email', 'nobody'],
    ['website', 'javascript:alert(1)'],
    ['website', 'example'],
    ['use_case', 'x'.repeat(4001)],
    ['monthly_volume', 0],
    ['monthly_volume', 'many'],
    ['file_types', []],
    ['file_types', Array.from({ length: 21 }, () => 'pdf')],
    ['average_file_bytes', 1.5],
    ['needs_dpa', 'yes'],
    ['state', 'approved'],
  ])('%s as %j is named in the answer', async (field, value) => {
    const error = await expectError(await send({ ...VALID_ACCESS_REQUEST, [field]: value }), 'invalid_request');
    expect(error.details?.some((detail) => detail.field.startsWith(field))).toBe(true);
  });

  test.each(Object.keys(VALID_ACCESS_REQUEST))('%s has to be there', async (field) => {
    const fields = Object.fromEntries(Object.entries(VALID_ACCESS_REQUEST).filter(([name]) => name !== field));
    expect((await expectError(await send(fields), 'invalid_request')).details?.map((detail) => detail.field)).toEqual([field]);
  });
});

describe('requestAccess 413 request_too_large', () => {
  test('a body beyond the bound is not read', async () => {
    await expectError(await send(' '.repeat(LIMITS.jsonBodyBytesMax + 1)), 'request_too_large');
  });
});

describe('requestAccess 415 unsupported_media_type', () => {
  test('a form of a browser is refused', async () => {
    await expectError(await send('a=b', undefined, 'application/x-www-form-urlencoded'), 'unsupported_media_type');
  });
});

describe('requestAccess 429 rate_limited', () => {
  test('the sixth from one network in a day is refused, also when they come at once; another network is not', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, async () => send(VALID_ACCESS_REQUEST, '198.51.100.1')));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(LIMITS.accessRequestsPerAddress);
    const refused = answers.find((answer) => answer.status === 429) as Response;
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectError(refused, 'rate_limited');
    expect((await send(VALID_ACCESS_REQUEST, '198.51.100.2')).status).toBe(201);
    await edge.sql('UPDATE access_requests SET created_at = created_at - ?', LIMITS.accessRequestsWindowMs);
    expect((await send(VALID_ACCESS_REQUEST, '198.51.100.1')).status).toBe(201);
  });

  test('the addresses of one IPv6 network count as one', async () => {
    for (let i = 0; i < LIMITS.accessRequestsPerAddress; i++) {
      expect((await send(VALID_ACCESS_REQUEST, `2001:db8:1:2:${i}::1`)).status).toBe(201);
    }
    await expectError(await send(VALID_ACCESS_REQUEST, '2001:0db8:1:2:ffff:1:2:3'), 'rate_limited');
    expect((await send(VALID_ACCESS_REQUEST, '2001:db8:1:3::1')).status).toBe(201);
  });

  test('more than the operator can read are refused until some are decided', async () => {
    await edge.sql(
      `INSERT INTO access_requests SELECT 'acr_' || value, 'pending', company_name, contact_email, website, use_case, monthly_volume, file_types,
         average_file_bytes, security_requirements, needs_dpa, preferred_region, needs_webhooks, needs_batch, custom_limits, 'n' || value, created_at,
         decided_at, decision_note, account_id
       FROM json_each(?), (SELECT * FROM access_requests LIMIT 1)`,
      JSON.stringify(Array.from({ length: LIMITS.accessRequestsPendingMax }, (_, i) => i)),
    );
    await expectError(await send(VALID_ACCESS_REQUEST), 'rate_limited');
    await edge.sql(`DELETE FROM access_requests WHERE network_hash LIKE 'n%'`);
    expect((await send(VALID_ACCESS_REQUEST)).status).toBe(201);
  });
});

describe('the network of an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));
});
