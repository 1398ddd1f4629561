// A customer's whole way through the real service: upload, job, wait, download, delete; and what the customer reads when it goes wrong.

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import { makeLetter } from '../../support/documents/letter.ts';
import { useService } from '../support/service/journey.ts';

const journey = useService();

describe('metadata remove', () => {
  test('goes from upload to a downloaded result without the author, and the file can be deleted', async () => {
    const bytes = await makeLetter('Author Of The Journey');
    const file = await journey.client.upload(bytes, 'lettre d’été.pdf');
    expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));

    const created = await journey.client.createJob('metadata', file.file_id, { action: 'remove', metadata: { order: '17' } });
    const job = await journey.client.waitForEnd(created.job_id);
    expect(job).toMatchObject({ status: 'succeeded', attempts: 1, metadata: { order: '17' }, progress: { percent: 100 } });
    expect(job.metrics?.['input_bytes']).toBe(bytes.length);

    const result = await journey.client.download(job.result_file_id ?? '');
    expect(Buffer.from(result).includes('Author Of The Journey')).toBe(false);
    expect(createHash('sha256').update(result).digest('hex')).toBe(job.result_files?.[0]?.sha256);
    expect((await PDFDocument.load(result, { updateMetadata: false })).getAuthor()).toBeUndefined();

    expect((await journey.client.call('DELETE', `/files/${file.file_id}`)).body).toEqual({ file_id: file.file_id, deleted: true });
    expect((await journey.client.call('GET', `/files/${file.file_id}/download`)).status).toBe(410);
  });

  test('does not return the password and opens the document with it', async () => {
    const document = await PDFDocument.load(await makeLetter('Author Behind A Lock'));
    document.encrypt({ userPassword: 'open sesame', ownerPassword: 'owner' });
    const file = await journey.client.upload(await document.save());

    const locked = await journey.client.waitForEnd((await journey.client.createJob('metadata', file.file_id, { action: 'remove' })).job_id);
    expect(locked).toMatchObject({ status: 'failed', error: { code: 'job_failed', reason: 'encrypted_pdf', retryable: false } });
    const wrong = await journey.client.createJob('metadata', file.file_id, { action: 'remove', password: 'abracadabra' });
    expect((await journey.client.waitForEnd(wrong.job_id)).error?.reason).toBe('password_incorrect');

    const right = await journey.client.createJob('metadata', file.file_id, { action: 'remove', password: 'open sesame' });
    const job = await journey.client.waitForEnd(right.job_id);
    expect(job.status).toBe('succeeded');
    expect(JSON.stringify(job)).not.toContain('open sesame');
    expect(await journey.service.query('SELECT id FROM jobs WHERE params LIKE ?', '%sesame%')).toEqual([]);
  });
});

describe('metadata read', () => {
  test('answers what is there as a JSON file and in the report', async () => {
    const file = await journey.client.upload(await makeLetter('Author To Be Read'));
    const job = await journey.client.waitForEnd((await journey.client.createJob('metadata', file.file_id, { action: 'read' })).job_id);
    expect(job.result_files?.[0]?.content_type).toBe('application/json');
    const result = Buffer.from(await journey.client.download(job.result_file_id ?? '')).toString('utf8');
    expect(result).toContain('Author To Be Read');
  });
});

describe('metadata set', () => {
  test('writes the given entries and keeps the others', async () => {
    const file = await journey.client.upload(await makeLetter('First Author'));
    const job = await journey.client.waitForEnd(
      (await journey.client.createJob('metadata', file.file_id, { action: 'set', values: { author: 'Second <Author> & "friends"' } }))
        .job_id,
    );
    expect(job.status).toBe('succeeded');
    const result = await PDFDocument.load(await journey.client.download(job.result_file_id ?? ''), { updateMetadata: false });
    expect([result.getAuthor(), result.getTitle()]).toEqual(['Second <Author> & "friends"', 'A letter']);
  });
});

test('a damaged file ends in a reason, and the next job works', async () => {
  const file = await journey.client.upload(Buffer.from('%PDF-1.7\nthis is no document at all'));
  const job = await journey.client.waitForEnd((await journey.client.createJob('metadata', file.file_id, { action: 'remove' })).job_id);
  expect(job).toMatchObject({ status: 'failed', error: { reason: 'corrupt_file' } });
  const next = await journey.client.upload(await makeLetter('Next'));
  expect(
    (await journey.client.waitForEnd((await journey.client.createJob('metadata', next.file_id, { action: 'remove' })).job_id)).status,
  ).toBe('succeeded');
});
