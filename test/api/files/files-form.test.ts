// POST /files with multipart/form-data: one request creates the record and brings the bytes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { FileObject } from '#contract/api.ts';
import { bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { sha256 } from '../../support/service/scripted-processor.ts';
import { thinned } from '../../../support/everything.ts';

const edge = await openEdge();
afterAll(edge.close);
const account = await edge.createAccount();
const { api } = account;

const BOUNDARY = 'xYzZY';

interface Part {
  readonly name: string;
  readonly body: string | Uint8Array;
  readonly filename?: string;
  readonly type?: string;
}

const FILE: Part = { name: 'file', body: pdfBytes(), filename: 'form.pdf', type: 'application/pdf' };

function formBytes(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Uint8Array {
  const chunks = parts.flatMap(({ name, body, filename, type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    ),
    Buffer.from(`${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(end)]);
}

async function send(body: Uint8Array, boundary = BOUNDARY): Promise<Response> {
  return api.request('POST', '/files', { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } });
}

async function storedBytes(fileId: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(await api.downloadUrl(fileId))).arrayBuffer());
}

describe('createFile 201 as a form', () => {
  test('FormData of fetch arrives byte by byte', async () => {
    const bytes = pdfBytes('sent by fetch');
    const form = new FormData();
    form.append('filename', 'ünïcode.pdf');
    form.append('size_bytes', String(bytes.byteLength));
    form.append('sha256', sha256(bytes));
    form.append('metadata', JSON.stringify({ order: '7' }));
    form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'ignored.pdf');
    const response = await api.request('POST', '/files', { body: form });
    expectJsonHeaders(response);
    const file = FileObject.parse(await bodyOf(response, 201));
    expect(file).toMatchObject({ status: 'uploaded', filename: 'ünïcode.pdf', metadata: { order: '7' }, sha256: sha256(bytes) });
    expect(response.headers.get('location')).toBe(`/v1/files/${file.file_id}`);
    expect(await storedBytes(file.file_id)).toEqual(new Uint8Array(bytes));
  });

  test('curl -F arrives byte by byte, with the type that curl does not know', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'form-'));
    try {
      const bytes = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8('<document/>') });
      await writeFile(join(folder, 'from curl.docx'), bytes);
      const key = await account.issueKey();
      const curl = spawn(
        'curl',
        ['-sS', '-H', `Authorization: Bearer ${key.key}`, '-F', `file=@${join(folder, 'from curl.docx')}`, `${edge.url}/v1/files`],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const chunks: Buffer[] = [];
      curl.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      await once(curl, 'close');
      const file = FileObject.parse(JSON.parse(Buffer.concat(chunks).toString()));
      expect(file).toMatchObject({ status: 'uploaded', filename: 'from curl.docx', size_bytes: bytes.byteLength });
      expect(file.content_type).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
      expect(await storedBytes(file.file_id)).toEqual(new Uint8Array(bytes));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.each([
    ['without a line end behind the last boundary', `--${BOUNDARY}--`],
    ['with an epilogue', `--${BOUNDARY}--\r\nwhatever follows`],
  ])('a form %s is whole', async (_, end) => {
    expect((await send(formBytes([FILE], end))).status).toBe(201);
  });

  test('a preamble before the first boundary is passed over', async () => {
    expect((await send(Buffer.concat([Buffer.from('preamble\r\n'), formBytes([FILE])]))).status).toBe(201);
  });

  test('the boundary within the data, in whole or in part, is data', async () => {
    const body = pdfBytes(`\r\n--${BOUNDARY.slice(0, -1)}\r\n-${BOUNDARY}\n--${BOUNDARY}--\r--${BOUNDARY}\r\n\r\n-`);
    const file = FileObject.parse(await bodyOf(await send(formBytes([{ ...FILE, body }])), 201));
    expect(await storedBytes(file.file_id)).toEqual(new Uint8Array(body));
  });

  test('the declared content_type goes before the part’s', async () => {
    const file = await bodyOf<FileObject>(
      await send(
        formBytes([
          { name: 'content_type', body: 'application/pdf' },
          { ...FILE, type: 'application/octet-stream' },
        ]),
      ),
      201,
    );
    expect(file.content_type).toBe('application/pdf');
  });

  test.each<[string, string | undefined, string]>([
    ['no type', undefined, 'application/pdf'],
    ['a type that says nothing', 'application/octet-stream', 'application/pdf'],
    ['another name of its type', 'application/x-pdf; x=y', 'application/pdf'],
  ])('a part with %s gets that of its bytes and name', async (_, type, known) => {
    const part = { name: 'file', body: pdfBytes(), filename: 'a.pdf', ...(type === undefined ? {} : { type }) };
    expect(await bodyOf(await send(formBytes([part])), 201)).toMatchObject({ content_type: known, status: 'uploaded' });
  });

  test('FormData with a Blob that has neither type nor name', async () => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]));
    const file = await bodyOf(await api.request('POST', '/files', { body: form }), 201);
    expect(file).toMatchObject({ filename: 'blob', content_type: 'image/png' });
  });

  test('a quoted boundary is read', async () => {
    expect((await send(formBytes([FILE]), `"${BOUNDARY}"`)).status).toBe(201);
  });

  test.each(thinned([8 * 1024 * 1024, 20 * 1024 * 1024 + 17], 2))(
    'a file of %d bytes passes in blocks and keeps its hash',
    async (size) => {
      const bytes = Buffer.alloc(size);
      for (let i = 0; i + 4 <= size; i += 4096) bytes.writeUInt32LE(i, i);
      pdfBytes('large').forEach((byte, i) => (bytes[i] = byte));
      const file = FileObject.parse(await bodyOf(await send(formBytes([{ ...FILE, body: bytes }])), 201));
      expect(file).toMatchObject({ size_bytes: size, sha256: sha256(bytes) });
      const response = await fetch(await api.downloadUrl(file.file_id));
      expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(file.sha256);
    },
  );
});

async function expectNothingStored(refused: () => Promise<void>): Promise<void> {
  const [{ n: rows } = { n: -1 }] = await edge.sql<{ n: number }>('SELECT count(*) AS n FROM files');
  const objects = await edge.objectKeys();
  await refused();
  expect(await edge.sql('SELECT count(*) AS n FROM files')).toEqual([{ n: rows }]);
  expect(await edge.objectKeys()).toEqual(objects);
}

describe('createFile 400 invalid_request as a form', () => {
  test.each<[string, string, Uint8Array]>([
    ['file', 'is missing', formBytes([{ name: 'filename', body: 'a.pdf' }])],
    ['file', 'is missing from an empty form', Buffer.from(`--${BOUNDARY}--\r\n`)],
    ['file', 'stands twice', formBytes([FILE, FILE])],
    ['metadata', 'follows the file', formBytes([FILE, { name: 'metadata', body: '{}' }])],
    ['filename', 'stands twice', formBytes([{ name: 'filename', body: 'a' }, { name: 'filename', body: 'b' }, FILE])],
    ['colour', 'is unknown', formBytes([{ name: 'colour', body: 'red' }, FILE])],
    ['__proto__', 'is unknown', formBytes([{ name: '__proto__', body: '{}' }, FILE])],
    ['filename', 'is hostile', formBytes([{ ...FILE, filename: '../../x.pdf' }])],
    ['filename', 'is absent', formBytes([{ name: 'file', body: pdfBytes(), type: 'application/pdf' }])],
    ['filename', 'is not UTF-8', formBytes([{ name: 'filename', body: Buffer.from([0xff, 0xfe]) }, FILE])],
    ['size_bytes', 'is not a number', formBytes([{ name: 'size_bytes', body: 'many' }, FILE])],
    ['size_bytes', 'is empty', formBytes([{ name: 'size_bytes', body: '' }, FILE])],
    ['metadata', 'is not JSON', formBytes([{ name: 'metadata', body: '{' }, FILE])],
    ['metadata', 'repeats a name', formBytes([{ name: 'metadata', body: '{"a":"1","a":"2"}' }, FILE])],
    ['region', 'is unknown', formBytes([{ name: 'region', body: 'mars' }, FILE])],
  ])('names %s when it %s, and stores nothing', async (field, _, body) => {
    await expectNothingStored(async () => {
      const error = await expectError(await send(body), 'invalid_request');
      expect(error.details?.[0]?.field).toBe(field);
    });
  });

  test.each<[string, Uint8Array]>([
    ['ends before its closing boundary', formBytes([FILE], '').subarray(0, -2)],
    ['has a part without a name', Buffer.from(`--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\nx\r\n--${BOUNDARY}--`)],
    ['has a part without headers', Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--`)],
    ['has a part with endless headers', Buffer.from(`--${BOUNDARY}\r\n${'A: b\r\n'.repeat(5000)}\r\nx\r\n--${BOUNDARY}--`)],
    ['has no boundary at all', Buffer.alloc(100_000, 'x')],
    ['is empty but for a line end', Buffer.from('\r\n')],
  ])('a form that %s is refused, and nothing is stored', async (_, body) => {
    await expectNothingStored(async () => {
      await expectError(await send(body), 'invalid_request');
    });
  });
});

/** Headers exactly as given, which fetch would normalise: the request is written by hand. */
async function sendRaw(contentType: string, body: Uint8Array): Promise<{ status: number; text: string }> {
  const { key } = await account.issueKey();
  const { hostname, port } = new URL(edge.url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /v1/files HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${key}`,
    ...(contentType === '' ? [] : [`Content-Type: ${contentType}`]),
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  socket.write(body);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
}

describe('createFile 400 invalid_request for a malformed boundary', () => {
  const headersOf = (lines: string) => Buffer.from(`--${BOUNDARY}\r\n${lines}\r\n\r\nx\r\n--${BOUNDARY}--`);
  const named = `multipart/form-data; boundary=${BOUNDARY}`;
  test.each<[string, string, Uint8Array]>([
    ['is missing', 'multipart/form-data', formBytes([FILE])],
    ['is missing behind its semicolon', 'multipart/form-data;', formBytes([FILE])],
    ['is empty', 'multipart/form-data; boundary=', formBytes([FILE])],
    ['is empty in quotes', 'multipart/form-data; boundary=""', formBytes([FILE])],
    ['has 71 characters', `multipart/form-data; boundary=${'b'.repeat(71)}`, formBytes([FILE])],
    ['has 60,000 characters', `multipart/form-data; boundary=${'b'.repeat(60_000)}`, formBytes([FILE])],
    ['is an open quote', 'multipart/form-data; boundary="', formBytes([FILE])],
    ['has bytes that are no ASCII', 'multipart/form-data; boundary=\u00e9\u00ff', formBytes([FILE])],
    ['has a tab', 'multipart/form-data; boundary=a\tb', formBytes([FILE])],
    ['has brackets', 'multipart/form-data; boundary=[a-z]+', formBytes([FILE])],
    ['ends in a space', 'multipart/form-data; boundary="a "', formBytes([FILE])],
    ['stands twice', `${named}; boundary=${BOUNDARY}`, formBytes([FILE])],
    ['never occurs', 'multipart/form-data; boundary=elsewhere', formBytes([FILE])],
    ['never occurs in much', 'multipart/form-data; boundary=elsewhere', Buffer.alloc(300_000, 'x')],
    ['has no body', named, Buffer.alloc(0)],
    ['ends within the file', named, formBytes([FILE]).subarray(0, -30)],
    ['ends within a header', named, Buffer.from(`--${BOUNDARY}\r\nContent-Disp`)],
    ['ends behind a header', named, Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"\r\n\r\n`)],
    ['has one header of 100,000 bytes', named, headersOf(`X: ${'a'.repeat(100_000)}`)],
    ['has 20,000 headers', named, headersOf('X: a\r\n'.repeat(20_000))],
    ['has a header without a colon', named, headersOf('Content-Disposition form-data')],
    ['has 5,000 parts', named, Buffer.from(`--${BOUNDARY}\r\n\r\n`.repeat(5000))],
  ])('a form whose boundary %s', async (_, contentType, body) => {
    await expectNothingStored(async () => {
      const { status, text } = await sendRaw(contentType, body);
      expect([status, text.slice(0, 300)]).toEqual([400, expect.any(String)]);
      expect(text).toContain('"code":"invalid_request"');
    });
  });

  test('says what is wrong with it', async () => {
    expect((await sendRaw('multipart/form-data', formBytes([FILE]))).text).toContain('must name one boundary; this one names 0');
    expect((await sendRaw(`multipart/form-data; boundary=${'b'.repeat(71)}`, formBytes([FILE]))).text).toContain('must be 1 to 70 letters');
    expect((await sendRaw('multipart/form-data; boundary=elsewhere', Buffer.alloc(300_000, 'x'))).text).toContain(
      'does not begin with its boundary',
    );
  });

  test('one of 70 characters, with every kind that there is, is read', async () => {
    const boundary = "0aZ'()+_,-./:=?".padEnd(70, 'b');
    const body = Buffer.from(
      Buffer.from(formBytes([FILE]))
        .toString('latin1')
        .replaceAll(BOUNDARY, boundary),
      'latin1',
    );
    expect((await sendRaw(`multipart/form-data; boundary="${boundary}"`, body)).status).toBe(201);
  });
});

describe('createFile 413 request_too_large as a form', () => {
  test('a field of more than 16 KiB is refused', async () => {
    await expectError(await send(formBytes([{ name: 'filename', body: 'a'.repeat(17 * 1024) }, FILE])), 'request_too_large');
  });
});

describe('createFile 413 file_too_large as a form', () => {
  test.each([11, 9 * 1024 * 1024])('a part of %d bytes over the plan is refused and nothing is stored', async (size) => {
    const small = await edge.createAccount({ overrides: { file_bytes: size === 11 ? 10 : 8 * 1024 * 1024 } });
    const body = Buffer.alloc(size, '%PDF-1.7\n');
    const before = await edge.objectKeys();
    const options = { body: formBytes([{ ...FILE, body }]), headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
    await expectError(await small.api.request('POST', '/files', options), 'file_too_large');
    expect(await edge.objectKeys()).toEqual(before);
  });
});

describe('createFile 415 unsupported_file_type as a form', () => {
  test.each<[string, Part]>([
    ['no type and unknown bytes', { name: 'file', body: '\x7fELF\x01', filename: 'a.pdf' }],
    ['a type that says nothing and unknown bytes', { ...FILE, type: 'application/octet-stream', body: '\x7fELF\x01' }],
    ['an unknown type', { ...FILE, type: 'text/x-python' }],
    ['a PNG’s bytes', { ...FILE, body: Buffer.from('\x89PNG\r\n\x1a\n and then %PDF-1.7', 'latin1') }],
    ['a page’s bytes', { ...FILE, body: '<!doctype html>%PDF-1.7' }],
    ['a program’s bytes', { ...FILE, body: 'MZ%PDF-1.7' }],
  ])('a part with %s is refused and nothing is stored', async (_, part) => {
    await expectNothingStored(async () => {
      await expectError(await send(formBytes([part])), 'unsupported_file_type');
    });
  });
});

describe('createFile 400 size_mismatch', () => {
  test.each<[string, readonly Part[]]>([
    ['has fewer bytes than declared', [{ name: 'size_bytes', body: '100000' }, FILE]],
    ['has more bytes than declared', [{ name: 'size_bytes', body: '5' }, FILE]],
    ['is empty', [{ ...FILE, body: '' }]],
  ])('a part that %s is refused and nothing is stored', async (_, parts) => {
    await expectNothingStored(async () => {
      await expectError(await send(formBytes(parts)), 'size_mismatch');
    });
  });
});

describe('createFile 400 checksum_mismatch', () => {
  test('bytes without the declared SHA-256 are refused and nothing is stored', async () => {
    await expectNothingStored(async () => {
      await expectError(await send(formBytes([{ name: 'sha256', body: '0'.repeat(64) }, FILE])), 'checksum_mismatch');
    });
  });
});
