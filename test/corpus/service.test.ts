// Every real and every hostile file through the whole service, as a customer would send it: an answer below 500, then a result or a clear
// reason, in bounded time, and nothing remains. Runs where the corpus is.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileObject, JobObject } from '#contract/api.ts';
import { FILE_TYPES } from '#contract/files.ts';
import type { OperationName } from '#contract/operations.ts';
import { listCorpus, readCorpus, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { expectRestingInvariants } from '../support/service/invariants.ts';
import { Client, type Service, startService, waitUntil } from '../support/service/service.ts';

const FOLDERS = ['bad', 'pdf', 'office'];
const AT_ONCE = 3;
const TYPES = new Map(Object.entries(FILE_TYPES).map(([type, row]) => [row.extension as string, type]));

interface Ending {
  readonly name: string;
  readonly ending: string;
  readonly ms: number;
}

const EXTENSIONS = [...TYPES.keys()].map((extension) => `.${extension}`);
const names = sampleCorpus(
  FOLDERS.flatMap((folder) => listCorpus(folder, EXTENSIONS)),
  24,
);

describeCorpus('files of the corpus through the service', names, true, () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.stop());

  test('end in a result or a clear reason, and leave nothing behind', { timeout: 1_800_000, tags: 'long' }, async () => {
    const client = new Client(service, service.key);
    const endings: Ending[] = [];
    let next = 0;
    const worker = async () => {
      while (next < names.length) {
        const name = names[next++] ?? '';
        const start = performance.now();
        endings.push({ name, ending: await process(client, name), ms: Math.round(performance.now() - start) });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    print(endings);
    expect(endings.length).toBe(names.length);
    const isBad = ({ name, ending }: Ending) =>
      /\b5\d\d\b|internal|processor_lost|timeout|out_of_memory/.test(ending) &&
      !(DRAWS_FOREVER.has(name) && ending === 'convert failed timeout');
    expect(endings.filter(isBad)).toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('pdfapi-canary-'))).toEqual([]);
    await waitUntil(async () => (await service.workDirs()).length === 0, 'the work directories are gone');
    await expectRestingInvariants(service);
  });
});

/** No picture of such a page can be made: the job ends when its time is over, and says so. */
const DRAWS_FOREVER: ReadonlySet<string> = new Set(['bad/ocg-loop.pdf']);

function typeOf(name: string): string | undefined {
  return TYPES.get(name.split('.').at(-1) ?? '');
}

async function process(client: Client, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(readCorpus(name))], 'corpus file', { type: typeOf(name) ?? '' }));
  const response = await fetch(`${client.service.baseUrl}/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.key}` },
    body: form,
  });
  const body = (await response.json()) as FileObject & { error?: { code: string } };
  if (response.status !== 201) return `${response.status} ${body.error?.code ?? ''}`;
  const [type, params] = jobFor(name);
  const created = await client.createJob(type, body.file_id, params);
  const job: JobObject = await client.waitForEnd(created.job_id);
  await client.call('DELETE', `/files/${body.file_id}`);
  return `${type} ${job.status === 'failed' ? `failed ${job.error?.reason}` : job.status}`;
}

const PDF_JOBS: readonly (readonly [OperationName, Record<string, unknown>])[] = [
  ['metadata', { action: 'remove', on_signature: 'invalidate', remove_authors: true }],
  ['compress', { quality: 'balanced', on_signature: 'invalidate' }],
  ['convert', { target_format: 'jpg', dpi: 50, pages: '1' }],
  ['convert', { target_format: 'docx' }],
  ['ocr', { pages: '1', on_signature: 'invalidate' }],
];

/** Each PDF has one of the operations, the same in each run; other files become a PDF. */
function jobFor(name: string): readonly [OperationName, Record<string, unknown>] {
  if (typeOf(name) !== 'application/pdf') return ['convert', { target_format: 'pdf' }];
  return PDF_JOBS[createHash('sha256').update(name).digest().readUInt32BE() % PDF_JOBS.length] ?? PDF_JOBS[0]!;
}

function print(endings: readonly Ending[]): void {
  const counts = new Map<string, number>();
  for (const { ending } of endings) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  const slowest = endings.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  console.log(
    [...counts]
      .toSorted((a, b) => b[1] - a[1])
      .map(([ending, n]) => `${n} ${ending}`)
      .join(', '),
  );
  console.log(`slowest: ${slowest.map(({ name, ms }) => `${name} ${ms} ms`).join(', ')}`);
}
