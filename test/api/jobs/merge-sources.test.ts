// A job whose parameter lists all of its files: no file of another account comes into it, and the first is the job's own.

import { afterAll, describe, expect, test } from 'vitest';
import type { AcceptedJob } from '#contract/api.ts';
import { bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';
import { UNKNOWN_FILE } from '../../support/service/routes.ts';

const edge = await openEdge({ regions: ['eu', 'us'] });
afterAll(edge.close);
const { api, id: accountId } = await edge.createAccount();
const named = (ids: readonly string[]) => ({ files: ids.map((file_id) => ({ file_id })) });
const create = (ids: readonly string[]) => api.post('/jobs/merge', named(ids));
const upload = (text: string) => api.upload(pdfBytes(text), { region: 'eu' });

describe('files of a merge', () => {
  test('reach the processor in their order, the first as the job’s own, each with its own address', async () => {
    const ids = [await upload('one'), await upload('two'), await upload('three')];
    const job = await bodyOf<AcceptedJob>(await create([...ids, ids[0]!]), 202);
    expect(job.file_id).toBe(ids[0]);
    const run = await edge.processors['eu']!.nextRun(job.job_id);
    expect(run.sources.map(({ file_id }) => file_id)).toEqual([...ids, ids[0]]);
    expect(run.params).toMatchObject(named([...ids, ids[0]!]));
    const sent = await Promise.all(
      run.sources.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer()).toString('latin1')),
    );
    expect(sent.map((text) => /one|two|three/.exec(text)?.[0])).toEqual(['one', 'two', 'three', 'one']);
  });

  test('of another account are as unknown as any other, wherever they stand, and no job is made', async () => {
    const stranger = await edge.createAccount();
    const theirs = await stranger.api.upload(pdfBytes('canary'), { region: 'eu' });
    const own = await upload('own');
    const jobs = () => edge.sql<{ count: number }>('SELECT count(*) AS count FROM jobs WHERE account_id = ?', accountId);
    const before = await jobs();
    for (const foreign of [theirs, UNKNOWN_FILE])
      for (const ids of [
        [foreign, own],
        [own, foreign],
        [own, own, foreign],
      ])
        await expectError(await create(ids), 'not_found');
    expect(await jobs()).toEqual(before);
    expect(await edge.sql('SELECT job_id FROM job_sources WHERE file_id = ?', theirs)).toEqual([]);
  });

  test('are refused by the place of the one at fault', async () => {
    const own = await upload('own');
    const elsewhere = await api.upload(pdfBytes('elsewhere'), { region: 'us' });
    expect((await expectError(await create([own, elsewhere]), 'invalid_request')).details).toMatchObject([
      { field: 'files.1.file_id', issue: 'other_region' },
    ]);
    const { file_id } = await api.createFile(pdfBytes('late'), { region: 'eu' });
    await expectError(await create([own, file_id]), 'file_not_ready');
    await expectError(await create([own]), 'invalid_request');
    await expectError(await create(Array.from({ length: 101 }, () => own)), 'invalid_request');
  });

  test('may be as large together as two of the largest', async () => {
    const small = await edge.createAccount({ overrides: { file_bytes: 1000 } });
    const ids = [
      await small.api.upload(pdfBytes('a'.repeat(600)), { region: 'eu' }),
      await small.api.upload(pdfBytes('b'.repeat(600)), { region: 'eu' }),
    ];
    const [row] = await edge.sql<{ size_bytes: number }>('SELECT size_bytes FROM files WHERE id = ?', ids[0]!);
    const most = Math.floor(2000 / row!.size_bytes);
    const many = (count: number) => small.api.post('/jobs/merge', named(Array.from({ length: count }, (_, at) => ids[at % 2]!)));
    await bodyOf(await many(most), 202);
    await expectError(await many(most + 1), 'file_too_large');
  });
});
