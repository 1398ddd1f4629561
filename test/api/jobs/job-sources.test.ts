// Jobs that read several files: the further ones are found, judged, kept and lost as the first one is. `ai-edit` with `images` stands for all.

import { afterAll, describe, expect, test } from 'vitest';
import type { AcceptedJob } from '#contract/api.ts';
import { bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { UNKNOWN_FILE } from '../../support/service/routes.ts';
import { sha256, successReport } from '../../support/service/scripted-processor.ts';

const edge = await openEdge({ regions: ['eu', 'us'] });
for (const processor of Object.values(edge.processors))
  processor.capabilities = { programs: { qpdf: true }, ai_edit: { planners: ['grammar'] } };
afterAll(edge.close);
const { api } = await edge.createAccount();
const PNG = { filename: 'logo.png', content_type: 'image/png' };
const letter = pdfBytes('a letter');
const instruction = 'replace the logo with the attached image';
const fileId = await api.upload(letter, { region: 'eu' });
const upload = (width = 16) => api.upload(makePng([], width), { ...PNG, region: 'eu' });
const create = (images: readonly string[], fields: Record<string, unknown> = {}) =>
  api.post('/jobs/ai-edit', { file_id: fileId, instruction, images: images.map((file_id) => ({ file_id })), ...fields });
const accepted = async (images: readonly string[], fields: Record<string, unknown> = {}) =>
  bodyOf<AcceptedJob>(await create(images, fields), 202);

describe('further sources', () => {
  test('reach the processor in their order, after the first one, each from its own address', async () => {
    const images = [await upload(16), await upload(24)];
    const job = await accepted(images, { instruction: 'replace the logo with image 2' });
    expect(job.file_id).toBe(fileId);
    const run = await edge.processors['eu']!.nextRun(job.job_id);
    expect(run.sources.map(({ file_id, filename, content_type }) => [file_id, filename, content_type])).toEqual([
      [fileId, 'document.pdf', 'application/pdf'],
      [images[0], 'logo.png', 'image/png'],
      [images[1], 'logo.png', 'image/png'],
    ]);
    for (const [index, bytes] of [letter, makePng([], 16), makePng([], 24)].entries()) {
      const source = run.sources[index]!;
      const sent = Buffer.from(await (await fetch(source.url)).arrayBuffer());
      expect([sha256(sent), sent.length]).toEqual([sha256(bytes), source.size_bytes]);
    }
    const beyond = run.sources[2]!.url.replace(/2$/, '3');
    expect((await fetch(beyond)).status).toBe(409);
    expect((await fetch(beyond.replace(/3$/, 'x'))).status).toBe(400);
  });

  test('404 for an unknown one and for another account’s', async () => {
    const stranger = await edge.createAccount();
    const theirs = await stranger.api.upload(makePng(), { ...PNG, region: 'eu' });
    for (const id of [UNKNOWN_FILE, theirs]) await expectError(await create([id]), 'not_found');
  });

  test('409 before the upload, 410 after the end', async () => {
    const { file_id } = await api.createFile(makePng(), { ...PNG, region: 'eu' });
    await expectError(await create([file_id]), 'file_not_ready');
    const gone = await upload();
    await bodyOf(await api.request('DELETE', `/files/${gone}`), 200);
    await expectError(await create([gone]), 'expired');
  });

  test('415 for another type, 400 for another region', async () => {
    expect((await expectError(await create([fileId]), 'unsupported_file_type')).message).toContain('images.0.file_id');
    const elsewhere = await api.upload(makePng(), { ...PNG, region: 'us' });
    const error = await expectError(
      await create([await upload(), elsewhere], { instruction: 'replace the logo with image 2' }),
      'invalid_request',
    );
    expect(error.details).toMatchObject([{ field: 'images.1.file_id', issue: 'other_region' }]);
  });

  test('400 for none, too many, or of another form', async () => {
    for (const images of [
      [],
      Array.from({ length: 11 }, () => ({ file_id: UNKNOWN_FILE })),
      [UNKNOWN_FILE],
      [{ file_id: 'x' }],
      [{ url: 'https://example.com/a.png' }],
    ])
      await expectError(await api.post('/jobs/ai-edit', { file_id: fileId, instruction, images }), 'invalid_request');
  });

  test('422 where the instruction speaks of a picture that was not given', async () => {
    for (const [images, text] of [
      [undefined, instruction],
      [1, 'replace the logo with image 2'],
      [2, instruction],
    ] as const) {
      const named =
        images === undefined
          ? {}
          : { images: await Promise.all(Array.from({ length: images }, async () => ({ file_id: await upload() }))) };
      const error = await expectError(
        await api.post('/jobs/ai-edit', { file_id: fileId, instruction: text, ...named }),
        'invalid_instruction',
      );
      expect(error.details).toMatchObject([{ field: 'images' }]);
    }
  });

  test.each(['waiting', 'running'])('a %s job ends when one of them is deleted', async (state) => {
    const image = await upload();
    const processor = edge.processors['eu']!;
    if (state === 'waiting') processor.react = () => 'busy';
    const job = await accepted([image]);
    if (state === 'running') await processor.nextRun(job.job_id);
    await bodyOf(await api.request('DELETE', `/files/${image}`), 200);
    processor.react = () => 'taken';
    expect(await api.jobIn(job.job_id, 'cancelled')).toMatchObject({ error: { reason: 'source_deleted' } });
    expect((await api.readFile(fileId)).status).toBe('uploaded');
    // An instance that was too full is avoided for ten seconds.
    await edge.sql('UPDATE processor_instances SET avoid_until = NULL');
  });

  test('one that was lost in between ends its jobs with the next sweep', async () => {
    const image = await upload();
    const job = await accepted([image]);
    await edge.processors['eu']!.nextRun(job.job_id);
    await edge.sql(`UPDATE files SET state = 'deleted', deleted_at = ? WHERE id = ?`, Date.now(), image);
    await edge.runSweep();
    expect(await api.readJob(job.job_id)).toMatchObject({ status: 'cancelled', error: { reason: 'source_deleted' } });
  });

  test('live as long as a job needs them, and then as long as its results', async () => {
    const image = await upload();
    const job = await accepted([image]);
    const run = await edge.processors['eu']!.nextRun(job.job_id);
    await edge.sql('UPDATE files SET expires_at = ? WHERE id = ?', Date.now() - 1000, image);
    await edge.runSweep();
    expect(await edge.sql('SELECT state FROM files WHERE id = ?', image)).toEqual([{ state: 'uploaded' }]);
    await edge.processors['eu']!.succeed(run);
    await api.jobIn(job.job_id, 'succeeded');
    const [kept] = await edge.sql<{ expires_at: number }>('SELECT expires_at FROM files WHERE id = ?', image);
    const [first] = await edge.sql<{ expires_at: number }>('SELECT expires_at FROM files WHERE id = ?', fileId);
    expect(kept!.expires_at).toBe(first!.expires_at);
    // Its row is there as long as the job's row names it.
    await edge.sql(`UPDATE files SET state = 'deleted', deleted_at = 1 WHERE id = ?`, image);
    await edge.runSweep();
    expect(await edge.sql('SELECT id FROM files WHERE id = ?', image)).toHaveLength(1);
  });

  test('of a dry run come with its plan', async () => {
    const image = await upload();
    const dry = await accepted([image], { dry_run: true });
    const run = await edge.processors['eu']!.nextRun(dry.job_id);
    const plan = {
      plan_version: 1,
      planner: { kind: 'grammar', version: '1' },
      source: { sha256: sha256(letter), pages: 1 },
      operations: [{ id: 'op1', op: 'replace_image', because: instruction }],
      unresolved: [],
    };
    const result = Buffer.from('{}');
    await edge.processors['eu']!.putResult(run, 0, result);
    await edge.processors['eu']!.report(run, { ...successReport([result]), report: { plan, plan_id: dry.job_id } });
    await api.jobIn(dry.job_id, 'succeeded');
    const job = await bodyOf<AcceptedJob>(await api.post('/jobs/ai-edit', { file_id: fileId, plan_id: dry.job_id }), 202);
    const next = await edge.processors['eu']!.nextRun(job.job_id);
    expect(next.sources.map(({ file_id }) => file_id)).toEqual([fileId, image]);
    expect(next.params).toMatchObject({ images: [{ file_id: image }] });
    await expectError(
      await api.post('/jobs/ai-edit', { file_id: fileId, plan_id: dry.job_id, images: [{ file_id: image }] }),
      'invalid_request',
    );
    await bodyOf(await api.request('DELETE', `/files/${image}`), 200);
    await expectError(await api.post('/jobs/ai-edit', { file_id: fileId, plan_id: dry.job_id }), 'expired');
  });
});
