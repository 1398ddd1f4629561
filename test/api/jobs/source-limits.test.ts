// Limits of an operation below those of the plan (contract/source-limits.ts): bytes are judged when a job is created, pages by the processor.

import { afterAll, describe, expect, test } from 'vitest';
import type { AcceptedJob } from '#contract/api.ts';
import { Capabilities } from '#contract/capabilities.ts';
import { OPERATION_NAMES, type OperationName, type OperationRow, OPERATIONS } from '#contract/operations.ts';
import { limitsOf } from '#contract/source-limits.ts';
import { bodyOf } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';
import { jobBody, JOB_ROUTES } from '../../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();

/** Every job that has limits of its own: of each row, and of each value of its parameter. */
const CASES = JOB_ROUTES.flatMap(({ name, path, params }) => {
  const row: OperationRow = OPERATIONS[name];
  const { param = '', values = {} } = row.limitsBy ?? {};
  return [params, ...Object.keys(values).map((value) => ({ ...params, [param]: value }))].map((params) => ({
    name,
    path,
    params,
    limits: limitsOf(row, params),
  }));
});
const BOUNDED = CASES.flatMap(({ limits: { bytesMax }, ...rest }) => (bytesMax === undefined ? [] : [{ ...rest, bytesMax }]));

/** A stored file whose row says that it is so large. */
async function fileOf(bytes: number): Promise<string> {
  const fileId = await api.upload();
  await edge.sql('UPDATE files SET size_bytes = ? WHERE id = ?', bytes, fileId);
  return fileId;
}

describe.each(BOUNDED)('every bounded job route 413 file_too_large ($name $params)', ({ name, path, params, bytesMax }) => {
  test('takes a file as large as the operation may read, and refuses one byte more with the figure', async () => {
    await bodyOf(await api.post(path, jobBody(name, params, await fileOf(bytesMax))), 202);
    const tooLarge = await fileOf(bytesMax + 1);
    const { message } = await expectError(await api.post(path, jobBody(name, params, tooLarge)), 'file_too_large');
    expect(message).toContain(`up to ${bytesMax} bytes`);
    expect(await edge.sql('SELECT id FROM jobs WHERE file_id = ?', tooLarge)).toEqual([]);
  });
});

describe.each(CASES)('the pages of $name $params', ({ name, path, params, limits }) => {
  test('are bounded by the smaller of plan and operation', async () => {
    const { pagesMax = Number.POSITIVE_INFINITY } = limits;
    for (const pages of [1, 10_000]) {
      const account = await edge.createAccount({ overrides: { pages } });
      const job = await bodyOf<AcceptedJob>(await account.api.post(path, jobBody(name, params, await account.api.upload())), 202);
      expect((await edge.processor.nextRun(job.job_id)).limits.pages).toBe(Math.min(pages, pagesMax));
    }
  });
});

describe('capabilities', () => {
  test('show each limit of each operation', async () => {
    const { operations } = await read();
    for (const name of OPERATION_NAMES) {
      const { pagesMax, bytesMax, limitsBy }: OperationRow = OPERATIONS[name];
      const shown = operations[name];
      expect([shown?.pages_max, shown?.bytes_max]).toEqual([pagesMax, bytesMax]);
      for (const [value, limits] of Object.entries(limitsBy?.values ?? {})) {
        const expected = { pages_max: pagesMax, bytes_max: bytesMax, ...shownAs(limits) };
        expect(shown?.limits_by?.values[value]).toEqual(JSON.parse(JSON.stringify(expected)));
      }
    }
  });
});

function shownAs({ pagesMax, bytesMax }: ReturnType<typeof limitsOf>): object {
  return { ...(pagesMax !== undefined && { pages_max: pagesMax }), ...(bytesMax !== undefined && { bytes_max: bytesMax }) };
}

async function read(): Promise<{ operations: Partial<Record<OperationName, Capabilities['operations'][OperationName]>> }> {
  return Capabilities.parse(await bodyOf(await fetch(`${edge.url}/v1/capabilities`), 200));
}
