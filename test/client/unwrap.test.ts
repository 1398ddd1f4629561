// Webhooks are verified as the library of Standard Webhooks does it, which is the other side here.

import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { unwrap, WebhookSignatureError } from '../../client/index.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ event: 'job.succeeded', event_id: 'evt_1', note: 'ä€𝄞' });

function headersOf(at = new Date(), signer = new Webhook(secret), signed = body): Record<string, string> {
  const signature = signer.sign('evt_1', at, signed);
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)), 'webhook-signature': signature };
}

test.each([
  ['a record', (headers: Record<string, string>) => headers],
  ['Headers', (headers: Record<string, string>) => new Headers(headers)],
  [
    'a record with other case',
    (headers: Record<string, string>) => Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])),
  ],
  ['lists, as Node has some', (headers: Record<string, string>) => Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, [v]]))],
])('what the library signs is the event, with %s as headers', async (_, form) => {
  expect(await unwrap(body, form(headersOf()), secret)).toMatchObject({ event: 'job.succeeded', note: 'ä€𝄞' });
  expect(await unwrap(new TextEncoder().encode(body), form(headersOf()), secret)).toMatchObject({ event_id: 'evt_1' });
});

test('one of several signatures is enough, as during a change of the secret', async () => {
  const other = new Webhook(`whsec_${randomBytes(32).toString('base64')}`);
  const { 'webhook-signature': signature = '', ...headers } = headersOf();
  const both = `${other.sign('evt_1', new Date(), body)} v2,xyz v1,!! ${signature}`;
  expect(await unwrap(body, { ...headers, 'webhook-signature': both }, secret)).toMatchObject({ event_id: 'evt_1' });
});

const MINUTE = 60_000;

test.each([
  ['other bytes', async () => unwrap(`${body} `, headersOf(), secret), /No signature/],
  ['another secret', async () => unwrap(body, headersOf(), `whsec_${randomBytes(32).toString('base64')}`), /No signature/],
  ['another identifier', async () => unwrap(body, { ...headersOf(), 'webhook-id': 'evt_2' }, secret), /No signature/],
  ['an old request', async () => unwrap(body, headersOf(new Date(Date.now() - 6 * MINUTE)), secret), /3\d\d s old/],
  ['one of the future', async () => unwrap(body, headersOf(new Date(Date.now() + 6 * MINUTE)), secret), /future/],
  [
    'a missing header',
    async () => unwrap(body, { ...headersOf(), 'webhook-signature': undefined }, secret),
    /webhook-signature is missing/,
  ],
  ['a time that is none', async () => unwrap(body, { ...headersOf(), 'webhook-timestamp': 'now' }, secret), /not a number/],
  ['a version that is not known', async () => unwrap(body, { ...headersOf(), 'webhook-signature': 'v9,abc' }, secret), /No signature/],
  ['a secret that is none', async () => unwrap(body, headersOf(), ''), /secret/],
])('%s is refused', async (_, attempt, message) => {
  await expect(attempt()).rejects.toThrow(WebhookSignatureError);
  await expect(attempt()).rejects.toThrow(message);
});

test('the tolerance can be another', async () => {
  const old = headersOf(new Date(Date.now() - 6 * MINUTE));
  expect(await unwrap(body, old, secret, { toleranceSeconds: 600 })).toMatchObject({ event_id: 'evt_1' });
  await expect(unwrap(body, headersOf(new Date(Date.now() - 3000)), secret, { toleranceSeconds: 1 })).rejects.toThrow(/old/);
});
