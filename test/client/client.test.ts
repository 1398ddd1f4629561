// The client as a program uses it, against the real service.

import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { InvalidRequestError, JobFailedError, type JobProgress, Pdf, PdfError, type types } from '../../client/index.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { useService } from '../support/service/journey.ts';

const journey = useService();
let pdf: Pdf;
let dir: string;
let path: string;
let letter: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  pdf = new Pdf({ apiKey: journey.service.key, baseUrl: journey.service.baseUrl });
  dir = await mkdtemp(join(tmpdir(), 'client-'));
  path = join(dir, 'Brief an Ärzte.pdf');
  letter = new Uint8Array(await makeLetter('Somebody'));
  await writeFile(path, letter);
});
afterAll(async () => rm(dir, { recursive: true, force: true }));

async function pagesOf(bytes: Uint8Array): Promise<number> {
  return (await PDFDocument.load(bytes)).getPageCount();
}

describe('run', () => {
  test('goes from a path to the result with its report, and tells how far it is', async () => {
    const uploads: number[] = [];
    const told: JobProgress[] = [];
    const result = await pdf.run(
      'compress',
      path,
      { quality: 'maximum' },
      { onUpload: ({ sent }) => uploads.push(sent), onProgress: (progress) => told.push(progress) },
    );
    expect([uploads[0], uploads.at(-1)]).toEqual([0, letter.length]);
    expect(told.at(-1)).toMatchObject({ status: 'succeeded', percent: 100 });
    expect(result.report.input_bytes).toBe(letter.length);
    expectTypeOf(result.report.ratio).toEqualTypeOf<number>();
    expectTypeOf(result.job.params.quality).toEqualTypeOf<'high' | 'balanced' | 'maximum' | undefined>();
    expect(await result.save(join(dir, 'a/b/small.pdf'))).toBe(join(dir, 'a/b/small.pdf'));
    expect(new Uint8Array(await readFile(join(dir, 'a/b/small.pdf')))).toEqual(await result.bytes());
    expect(await readdir(join(dir, 'a/b'))).toEqual(['small.pdf']);
    expect(await new Response(result.stream()).bytes()).toEqual(await result.bytes());
  });

  test('takes several files where the operation does, each as a path, bytes, or with its pages', async () => {
    const result = await pdf.run('merge', [
      path,
      letter,
      { file: new Blob([letter]), pages: '1' },
      { file_id: (await pdf.files.upload(path)).file_id },
    ]);
    expect(await pagesOf(await result.bytes())).toBe(3 * (await pagesOf(letter)) + 1);
  });

  test('several results are files of their own', async () => {
    const two = await (await pdf.run('merge', [path, path])).bytes();
    const split = await pdf.run('split', two, { pages: 'each' });
    expect(split.files.length).toBe(await pagesOf(two));
    await expect(async () => split.bytes()).rejects.toThrow(/files/);
    expect((await split.saveAll(join(dir, 'parts'))).length).toBe(split.files.length);
  });

  test('a job that fails is an error with its reason', async () => {
    const failure = await pdf
      .run('ai-edit', path, { instruction: 'Replace "nowhere to be found" with "x"' })
      .catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(JobFailedError);
    expect(failure).toMatchObject({ reason: 'text_not_found', retryable: false, job: { status: 'failed', type: 'ai_edit' } });
  });

  test('the same Idempotency-Key is the same job', async () => {
    const idempotencyKey = crypto.randomUUID();
    const [first, second] = [
      await pdf.run('flatten', path, {}, { idempotencyKey }),
      await pdf.run('flatten', path, {}, { idempotencyKey }),
    ];
    expect(second.job.job_id).toBe(first.job.job_id);
  });
});

describe('uploads', () => {
  test.each<[string, () => Parameters<Pdf['files']['upload']>, string]>([
    ['a path', () => [path], 'Brief an Ärzte.pdf'],
    ['a URL of a file', () => [pathToFileURL(path)], 'Brief an Ärzte.pdf'],
    ['a Buffer', () => [Buffer.from(letter)], 'document.pdf'],
    ['an ArrayBuffer', () => [letter.buffer], 'document.pdf'],
    ['a Blob', () => [new Blob([letter])], 'document.pdf'],
    ['a File', () => [new File([letter], 'x.pdf', { type: 'application/pdf' })], 'x.pdf'],
    ['a web stream', () => [new Blob([letter]).stream(), { filename: 'y.pdf' }], 'y.pdf'],
    ['a stream of Node', () => [createReadStream(path)], 'document.pdf'],
  ])('%s arrives as it is', async (_, input, filename) => {
    const file = await pdf.files.upload(...input());
    expect(file).toMatchObject({ filename, content_type: 'application/pdf', size_bytes: letter.length });
    expect(await pdf.files.download(file.file_id)).toEqual(letter);
  });

  test('a stream of unknown length beyond what is held arrives, and tells how much was sent', async () => {
    const total = 20 * 1024 * 1024;
    let left = total - 9;
    const chunks = async function* () {
      yield new TextEncoder().encode('%PDF-1.7\n');
      for (; left > 0; left -= Math.min(left, 65_536)) yield new Uint8Array(Math.min(left, 65_536)).fill(left % 251);
    };
    let sent = 0;
    const file = await pdf.files.upload(chunks(), {
      filename: 'long.pdf',
      metadata: { a: 'b' },
      onProgress: (progress) => (sent = progress.sent),
    });
    expect([file.size_bytes, sent]).toEqual([total, total]);
    expect(await pdf.files.get(file.file_id)).toMatchObject({ metadata: { a: 'b' }, filename: 'long.pdf' });
  });

  test('bytes that say nothing of themselves are judged by the service', async () => {
    expect(await pdf.files.upload(new TextEncoder().encode('just a text'), { filename: 'notes' })).toMatchObject({
      content_type: 'text/plain',
    });
  });

  test.each<[string, () => unknown, RegExp]>([
    ['a path that is not there', () => join(dir, 'missing.pdf'), /There is no file .*missing\.pdf/],
    ['a folder', () => dir, /is not a file/],
    ['a number', () => 7, /path, bytes, a Blob/],
  ])('%s is refused with what a file may be', async (_, input, message) => {
    await expect(pdf.files.upload(input() as string)).rejects.toThrow(message);
  });

  test('an address is fetched by the service, and where the plan forbids that it says so', async () => {
    await expect(pdf.files.upload(new URL('https://example.com/a.pdf'))).rejects.toThrow(/plan does not have files fetched/);
  });
});

describe('resources', () => {
  test('lists go over all their pages, and stop where their reader does', async () => {
    const own = await Promise.all(Array.from({ length: 5 }, async () => pdf.files.upload(path)));
    const listed: string[] = [];
    for await (const { file_id } of pdf.files.list({ limit: 2, status: 'uploaded' })) if (listed.push(file_id) === 5) break;
    expect(new Set(listed)).toEqual(new Set(own.map(({ file_id }) => file_id)));
    expect((await pdf.files.list({ limit: 2 }).page()).data.length).toBe(2);
    for (const { file_id } of own) expect(await pdf.files.delete(file_id)).toMatchObject({ deleted: true });
  });

  test('a job is created by its own method, waited for, and read', async () => {
    const accepted = await pdf.jobs.ocr({ file: path, languages: ['en'] });
    const ended = await pdf.jobs.wait(accepted);
    expect(ended).toMatchObject({ type: 'ocr', status: 'succeeded', params: { languages: ['eng'] } });
    if (ended.type === 'ocr') expectTypeOf(ended.report).toExtend<types.OcrReport | undefined>();
    expect(await pdf.jobs.get(accepted.job_id)).toEqual(ended);
    const [latest] = await pdf.jobs.list({ type: 'ocr' }).all(1);
    expect(latest?.job_id).toBe(accepted.job_id);
    await expect(pdf.jobs.cancel(accepted)).rejects.toMatchObject({ name: 'ConflictError', code: 'job_not_cancellable' });
  });

  test('a mistake is an error that says what was meant, with where to read on', async () => {
    const failure = await pdf.jobs.create('ocr', { file: path, langages: ['en'] } as never).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(InvalidRequestError);
    expect(failure).toMatchObject({
      status: 400,
      code: 'invalid_request',
      requestId: expect.stringMatching(/^req_/),
      docs: expect.stringContaining('/docs/guides/'),
    });
    expect((failure as Error).message).toContain('Did you mean `languages`?');
  });

  test('a batch is waited for, and its results are a ZIP', async () => {
    const ids = await Promise.all([path, path].map(async (each) => (await pdf.files.upload(each)).file_id));
    const batch = await pdf.batches.create({ operation: 'flatten', items: ids.map((file_id) => ({ file_id })) });
    expect(await pdf.batches.wait(batch)).toMatchObject({ status: 'completed', counts: { succeeded: 2 } });
    expect((await pdf.batches.items(batch).all()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect((await new Response(await pdf.batches.results(batch)).bytes()).subarray(0, 2)).toEqual(new TextEncoder().encode('PK'));
  });

  test('keys, webhooks, usage, the audit log and capabilities answer', async () => {
    const key = await pdf.keys.create({ name: 'of a test', scopes: ['jobs:read'] });
    expect(await pdf.keys.get(key.key_id)).toMatchObject({ name: 'of a test' });
    const weak = new Pdf({ apiKey: key.key, baseUrl: journey.service.baseUrl });
    await expect(weak.files.list().page()).rejects.toMatchObject({ name: 'PermissionError' });
    expect(await pdf.keys.revoke(key.key_id)).toMatchObject({ revoked: true });
    await expect(weak.jobs.list().page()).rejects.toMatchObject({ name: 'AuthenticationError' });

    const webhook = await pdf.webhooks.create({ url: 'https://example.com/events', events: ['job.failed'] });
    expect(await pdf.webhooks.update(webhook.webhook_id, { enabled: false })).toMatchObject({ enabled: false });
    expect((await pdf.webhooks.list().all()).map(({ webhook_id }) => webhook_id)).toContain(webhook.webhook_id);
    expect(await pdf.webhooks.deliveries(webhook.webhook_id).all()).toEqual([]);
    await pdf.webhooks.delete(webhook.webhook_id);

    expect((await pdf.usage({ group_by: 'type' })).totals.jobs).toBeGreaterThan(0);
    expect((await pdf.audit({ action: 'key.revoked' }).all())[0]).toMatchObject({ subject_id: key.key_id });
    expect((await pdf.capabilities()).upload_types).toContain('application/pdf');
  });
});

describe('the client itself', () => {
  test('is not made without a key or an address, nor in a browser', () => {
    expect(() => new Pdf({ apiKey: '', baseUrl: 'http://127.0.0.1' })).toThrow(PdfError);
    expect(() => new Pdf({ apiKey: 'k', baseUrl: 'no address' })).toThrow(/no address/);
    const browser = globalThis as { window?: unknown; document?: unknown };
    try {
      browser.window = { document: {} };
      browser.document = {};
      expect(() => new Pdf({ apiKey: 'k', baseUrl: 'https://a.example' })).toThrow(/browser/);
      expect(new Pdf({ apiKey: 'k', baseUrl: 'https://a.example', dangerouslyAllowBrowser: true })).toBeInstanceOf(Pdf);
    } finally {
      delete browser.window;
      delete browser.document;
    }
  });

  test('calls with the fetch that it is given', async () => {
    const seen: string[] = [];
    const own = new Pdf({
      apiKey: journey.service.key,
      baseUrl: new URL(journey.service.baseUrl).origin,
      fetch: async (input, init) => {
        seen.push(input instanceof Request ? input.url : input.toString());
        return fetch(input, init);
      },
    });
    await own.usage();
    expect(seen).toEqual([`${journey.service.baseUrl}/usage`]);
  });
});
