// A large file in parts: in any order, each as often as needed, joined once, and gone with its record where it is never joined.

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { type CreatedFile, UploadAnswer, UploadedPart, UploadParts } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { bodyOf, type FetchBody, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount({ plan: 'enterprise' });

const REST = 1000;
/** Two parts, the second one small. */
const bytes = new Uint8Array(LIMITS.uploadPartBytes + REST);
bytes.set(pdfBytes('large'));
bytes.set(randomBytes(REST), LIMITS.uploadPartBytes);
const partOf = (number: number) => bytes.subarray((number - 1) * LIMITS.uploadPartBytes, number * LIMITS.uploadPartBytes);
const hashOf = (some: Uint8Array, form: 'hex' | 'base64' = 'hex') => createHash('sha256').update(some).digest(form);

async function create(fields: Record<string, unknown> = {}): Promise<CreatedFile & { parts: NonNullable<CreatedFile['parts']> }> {
  const created = await api.createFile(bytes, fields);
  if (!created.parts) throw new Error('a large file may come in parts');
  return { ...created, parts: created.parts };
}

type Created = Awaited<ReturnType<typeof create>>;

async function put({ parts }: Created, number: number, body: Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${parts.parts_url}/${number}`, { method: 'PUT', body: body as FetchBody, headers });
}
const complete = async ({ parts }: Created) => fetch(parts.complete_url, { method: 'POST' });
const listed = async ({ parts }: Created) => UploadParts.parse(await bodyOf(await fetch(parts.parts_url), 200));
const objectsOf = async ({ file_id }: Created) => edge.objectKeys(`uploads/${file_id}/`);

describe('a file of two parts', () => {
  test('arrives in any order, goes on after a pause, and is the file once it is joined', async () => {
    const created = await create({ sha256: hashOf(bytes) });
    expect(created.parts).toMatchObject({ part_bytes: LIMITS.uploadPartBytes, count: 2 });
    expect(await listed(created)).toEqual({ part_bytes: LIMITS.uploadPartBytes, count: 2, received: [] });
    const second = await put(created, 2, partOf(2), { 'repr-digest': `sha-256=:${hashOf(partOf(2), 'base64')}:` });
    expect(UploadedPart.parse(await bodyOf(second, 200))).toEqual({ number: 2, size_bytes: REST, sha256: hashOf(partOf(2)) });
    expect((await listed(created)).received).toEqual([2]);
    expect((await expectError(await complete(created), 'size_mismatch')).message).toContain('have not arrived: 1');

    await bodyOf(await put(created, 1, partOf(1)), 200);
    // Again: an answer may be lost.
    await bodyOf(await put(created, 2, partOf(2)), 200);
    const answer = UploadAnswer.parse(await bodyOf(await complete(created), 200));
    expect(answer).toEqual({ file_id: created.file_id, status: 'uploaded', size_bytes: bytes.byteLength, sha256: hashOf(bytes) });
    expect(UploadAnswer.parse(await bodyOf(await complete(created), 200))).toEqual(answer);
    await expectError(await put(created, 1, partOf(1)), 'upload_already_completed');
    expect(await objectsOf(created)).toHaveLength(1);
    const arrived = await (await fetch(await api.downloadUrl(created.file_id))).arrayBuffer();
    expect(hashOf(new Uint8Array(arrived))).toBe(hashOf(bytes));
  });

  test('is refused where a part is not what it should be', async () => {
    const created = await create();
    await expectError(await put(created, 1, partOf(2)), 'size_mismatch');
    await expectError(await put(created, 3, partOf(2)), 'invalid_request');
    await expectError(await put(created, 0, partOf(2)), 'invalid_request');
    await expectError(await put(created, 2, partOf(2), { 'repr-digest': `sha-256=:${hashOf(bytes, 'base64')}:` }), 'checksum_mismatch');
    await expectError(await put(created, 1, new Uint8Array(LIMITS.uploadPartBytes)), 'unsupported_file_type');
    expect((await listed(created)).received).toEqual([]);
    expect(await objectsOf(created)).toEqual([]);
  });

  test('that has other bytes than were declared is refused, and its parts are gone', { tags: 'long' }, async () => {
    const created = await create({ sha256: hashOf(partOf(2)) });
    for (const number of [2, 1]) await bodyOf(await put(created, number, partOf(number)), 200);
    await expectError(await complete(created), 'checksum_mismatch');
    expect(await objectsOf(created)).toEqual([]);
  });

  test('goes with its record: deleted, or at the end of its time', async () => {
    const [deleted, left] = [await create(), await create()];
    for (const created of [deleted, left]) await bodyOf(await put(created, 2, partOf(2)), 200);
    expect((await api.request('DELETE', `/files/${deleted.file_id}`)).status).toBe(200);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id = ?', left.file_id);
    await edge.runSweep();
    for (const created of [deleted, left]) {
      expect(await objectsOf(created)).toEqual([]);
      await expectError(await put(created, 2, partOf(2)), 'expired');
      await expectError(await complete(created), 'expired');
    }
  });
});

test('a small file comes in one piece', async () => {
  const created = await api.createFile(pdfBytes('small'));
  expect(created.parts).toBeUndefined();
  await expectError(
    await fetch(`${created.upload_url}/parts/1`, { method: 'PUT', body: pdfBytes('small') as FetchBody }),
    'invalid_request',
  );
  await expectError(await fetch(`${created.upload_url}/complete`, { method: 'POST' }), 'invalid_request');
});

test.each([
  ['business', 209_715_200],
  ['enterprise', 1_073_741_824],
])('the largest file of the plan %s comes through in parts', { tags: 'long', timeout: 600_000 }, async (plan, size) => {
  const account = await edge.createAccount({ plan });
  const created = await bodyOf<CreatedFile>(
    await account.api.post('/files', { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: size }),
    201,
  );
  const hash = createHash('sha256');
  const { part_bytes = 0, count = 0, parts_url = '', complete_url = '' } = created.parts ?? {};
  for (let number = 1; number <= count; number++) {
    const part = randomBytes(Math.min(part_bytes, size - (number - 1) * part_bytes));
    if (number === 1) part.set(pdfBytes('largest'));
    hash.update(part);
    await bodyOf(await fetch(`${parts_url}/${number}`, { method: 'PUT', body: part as FetchBody }), 200);
  }
  const { sha256 } = await bodyOf<{ sha256: string }>(await fetch(complete_url, { method: 'POST' }), 200);
  expect(sha256).toBe(hash.digest('hex'));
});
