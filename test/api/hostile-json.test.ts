// JSON that was made to do harm: it is answered 400 or 413, quickly, and changes nothing.

import { afterAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import { openEdge } from '../support/service/edge.ts';
import { expectError } from '../support/expectations.ts';
import { onBusyMachine } from '../support/busy-machine.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();
const fileId = await api.upload();

const FULL = LIMITS.jsonBodyBytesMax;

const BODIES: [string, ErrorCode, string | Uint8Array][] = [
  ['one megabyte', 'request_too_large', JSON.stringify({ filename: 'x'.repeat(1_000_000) })],
  ['ten thousand levels', 'invalid_request', '['.repeat(10_000) + ']'.repeat(10_000)],
  ['ten thousand objects in each other', 'invalid_request', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ['levels without an end', 'invalid_request', '['.repeat(FULL)],
  ['a repeated name', 'invalid_request', `{"file_id":"${fileId}","file_id":"${fileId}","action":"remove"}`],
  ['a name repeated by an escape', 'invalid_request', `{"file_id":"${fileId}","action":"read","\\u0061ction":"remove"}`],
  ['a repeated name further in', 'invalid_request', `{"file_id":"${fileId}","action":"remove","metadata":{"a":"1","a":"2"}}`],
  ['__proto__', 'invalid_request', `{"file_id":"${fileId}","action":"remove","__proto__":{"strict":true}}`],
  ['an escaped __proto__', 'invalid_request', `{"file_id":"${fileId}","action":"remove","\\u005f_proto__":{}}`],
  ['__proto__ further in', 'invalid_request', `{"file_id":"${fileId}","action":"remove","metadata":{"__proto__":"x"}}`],
  ['constructor', 'invalid_request', `{"file_id":"${fileId}","action":"remove","constructor":{"prototype":{}}}`],
  ['a lone high surrogate', 'invalid_request', `{"file_id":"${fileId}","action":"remove","metadata":{"a":"\\ud800"}}`],
  ['a lone low surrogate in a name', 'invalid_request', `{"file_id":"${fileId}","action":"remove","metadata":{"\\udc00":"a"}}`],
  ['invalid UTF-8', 'invalid_request', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['an encoded surrogate', 'invalid_request', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['UTF-16', 'invalid_request', Buffer.from('{"a":1}', 'utf16le')],
  ['a comment', 'invalid_request', `{"file_id":"${fileId}"/* */,"action":"remove"}`],
  ['a trailing comma', 'invalid_request', `{"file_id":"${fileId}","action":"remove",}`],
  ['NaN', 'invalid_request', `{"file_id":NaN}`],
  ['two values', 'invalid_request', `{"file_id":"${fileId}","action":"remove"}{}`],
  ['escaped quotes without an end', 'invalid_request', '"' + '\\"'.repeat(FULL / 2 - 1) + '\\'],
  ['quotes', 'invalid_request', '"'.repeat(FULL)],
  ['backslashes', 'invalid_request', '"' + '\\'.repeat(FULL - 1)],
  ['spaces behind every text', 'invalid_request', `["a"${' '.repeat(200)}`.repeat(300)],
  ['thousands of unknown names', 'invalid_request', `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":1`).join(',')}}`],
  ['a name of 60 kB', 'invalid_request', JSON.stringify({ ['k'.repeat(60_000)]: 1 })],
  [
    'a key of 60 kB in a map',
    'invalid_request',
    JSON.stringify({ file_id: fileId, action: 'remove', metadata: { ['k'.repeat(60_000)]: 'v' } }),
  ],
];

describe.each(['/files', '/jobs/metadata'])('POST %s', (path) => {
  test.each(BODIES)('answers %s with %s', async (_, code, body) => {
    const startedAt = performance.now();
    const response = await api.request('POST', path, { body, headers: { 'content-type': 'application/json' } });
    const error = await expectError(response, code);
    expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(2000));
    expect(JSON.stringify(error).length).toBeLessThan(8000);
    expect(({} as Record<string, unknown>)['strict']).toBeUndefined();
  });
});

test('nothing of it became a row', async () => {
  expect(await edge.sql('SELECT count(*) AS n FROM jobs')).toEqual([{ n: 0 }]);
  expect(await edge.sql('SELECT count(*) AS n FROM files')).toEqual([{ n: 1 }]);
});
