// A large file in parts: in any order, each as often as needed, joined once, and gone with its record where it is never joined.

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { type CreatedFile, UploadAnswer, UploadedPart, UploadParts } from '#contract/api.ts';
import { bodyOf, type FetchBody, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';

const PART_BYTES = 5000;
const edge = await openEdge({ vars: { UPLOAD_PART_BYTES: PART_BYTES } });
afterAll(edge.close);
const { api } = await edge.createAccount({ plan: 'enterprise' });

const REST = 1000;
/** Two parts, the second one small. */
const bytes = new Uint8Array(PART_BYTES + REST);
bytes.set(pdfBytes('large'));
bytes.set(randomBytes(REST), PART_BYTES);
const partOf = (number: number) => bytes.subarray((number - 1) * PART_BYTES, number * PART_BYTES);
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

describe('completeUpload 200', () => {
  test('arrives in any order, goes on after a pause, and is the file once it is joined', async () => {
    const created = await create({ sha256: hashOf(bytes) });
    expect(created.parts).toMatchObject({ part_bytes: PART_BYTES, count: 2 });
    expect(await listed(created)).toEqual({ part_bytes: PART_BYTES, count: 2, received: [] });
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

/** A small file has no parts; its address is one all the same. */
async function smallOne(): Promise<Created> {
  const created = await api.createFile(pdfBytes('small'));
  expect(created.parts).toBeUndefined();
  const url = created.upload_url;
  return { ...created, parts: { parts_url: `${url}/parts`, complete_url: `${url}/complete`, part_bytes: 0, count: 1 } };
}

/** Its record is deleted. */
async function goneOne(): Promise<Created> {
  const created = await create();
  await api.request('DELETE', `/files/${created.file_id}`);
  return created;
}

/** Its record never was. */
async function unknownOne(): Promise<Created> {
  const created = await create();
  await edge.sql('DELETE FROM files WHERE id = ?', created.file_id);
  return created;
}

/** All of it is there, in one piece. */
async function doneOne(): Promise<Created> {
  const created = await create();
  await edge.sql(`UPDATE files SET state = 'uploaded', object_key = 'x', uploaded_at = 1 WHERE id = ?`, created.file_id);
  return created;
}

const second = async (created: Created, headers?: Record<string, string>) => put(created, 2, partOf(2), headers);

describe('uploadPart 200', () => {
  test('answers number, size and SHA-256, also again', async () => {
    const created = await create();
    for (let i = 0; i < 2; i++)
      expect(await bodyOf(await second(created), 200)).toEqual({ number: 2, size_bytes: REST, sha256: hashOf(partOf(2)) });
  });
});
describe('uploadPart 400 invalid_request', () => {
  test('for a part that the file does not have, and for a file that has none', async () => {
    const created = await create();
    for (const number of [0, 3]) await expectError(await put(created, number, partOf(2)), 'invalid_request');
    await expectError(await put(await smallOne(), 1, pdfBytes('small')), 'invalid_request');
  });
});
describe('uploadPart 400 size_mismatch', () => {
  test('for a part of another size', async () => expectError(await put(await create(), 1, partOf(2)), 'size_mismatch'));
});
describe('uploadPart 400 checksum_mismatch', () => {
  test('for other bytes than were announced; nothing of them stays', async () => {
    const created = await create();
    await expectError(await second(created, { 'repr-digest': `sha-256=:${hashOf(bytes, 'base64')}:` }), 'checksum_mismatch');
    expect(await objectsOf(created)).toEqual([]);
  });
});
describe('uploadPart 411 length_required', () => {
  test('for a body without a length', async () => {
    const { parts } = await create();
    const body = new Blob([partOf(2).slice()]).stream();
    await expectError(await fetch(`${parts.parts_url}/2`, { method: 'PUT', body, duplex: 'half' }), 'length_required');
  });
});
describe('uploadPart 415 unsupported_file_type', () => {
  test('for a first part of another type', async () =>
    expectError(await put(await create(), 1, new Uint8Array(PART_BYTES)), 'unsupported_file_type'));
});
describe('uploadPart 409 upload_already_completed', () => {
  test('once the file is there', async () => expectError(await second(await doneOne()), 'upload_already_completed'));
});
describe('uploadPart 410 expired', () => {
  test('for a record that is gone', async () => expectError(await second(await goneOne()), 'expired'));
});
describe('uploadPart 404 not_found', () => {
  test('for a file that never was', async () => expectError(await second(await unknownOne()), 'not_found'));
});

const list = async ({ parts }: Created) => fetch(parts.parts_url);

describe('listParts 200', () => {
  test('names no part of a new record', async () => expect((await listed(await create())).received).toEqual([]));
});
describe('listParts 400 invalid_request', () => {
  test('for a small file', async () => expectError(await list(await smallOne()), 'invalid_request'));
});
describe('listParts 409 upload_already_completed', () => {
  test('once the file is there', async () => expectError(await list(await doneOne()), 'upload_already_completed'));
});
describe('listParts 410 expired', () => {
  test('for a record that is gone', async () => expectError(await list(await goneOne()), 'expired'));
});
describe('listParts 404 not_found', () => {
  test('for a file that never was', async () => expectError(await list(await unknownOne()), 'not_found'));
});

describe('completeUpload 400 invalid_request', () => {
  test('for a small file', async () => expectError(await complete(await smallOne()), 'invalid_request'));
});
describe('completeUpload 400 size_mismatch', () => {
  test('names the parts that are missing', async () => {
    const created = await create();
    await bodyOf(await second(created), 200);
    expect((await expectError(await complete(created), 'size_mismatch')).message).toMatch(/: 1\.$/);
  });
});
describe('completeUpload 400 checksum_mismatch', () => {
  test('that has other bytes than were declared is refused, and its parts are gone', async () => {
    const created = await create({ sha256: hashOf(partOf(2)) });
    for (const number of [2, 1]) await bodyOf(await put(created, number, partOf(number)), 200);
    await expectError(await complete(created), 'checksum_mismatch');
    expect(await objectsOf(created)).toEqual([]);
  });
});
describe('completeUpload 410 expired', () => {
  test('for a record that is gone', async () => expectError(await complete(await goneOne()), 'expired'));
});
describe('completeUpload 404 not_found', () => {
  test('for a file that never was', async () => expectError(await complete(await unknownOne()), 'not_found'));
});

test.each([
  ['business', 209_715_200],
  ['enterprise', 1_073_741_824],
])('the largest file of the plan %s comes through in parts', { tags: 'long', timeout: 600_000 }, async (plan, size) => {
  const whole = await openEdge();
  const account = await whole.createAccount({ plan });
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
  await whole.close();
});
