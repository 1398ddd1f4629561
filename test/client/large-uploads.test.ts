// Large files by the client: in parts, of which one is cut, and after the process that began to send them has ended.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import type { CreatedFile } from '../../client/generated/api.ts';
import { Pdf } from '../../client/index.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/service/faulty-proxy.ts';
import { useService } from '../support/service/journey.ts';

const journey = useService();
let proxy: FaultyProxy;
let bytes: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  proxy = await startFaultyProxy(new URL(journey.service.baseUrl).origin);
  bytes = new Uint8Array(LIMITS.uploadPartBytes + 70_000);
  bytes.set(await makeLetter('Somebody'));
});
afterAll(async () => proxy.close());

test('a part that is cut is sent again; an upload that was given up goes on where it was', { tags: 'long' }, async () => {
  const pdf = new Pdf({ apiKey: journey.service.key, baseUrl: proxy.url });
  let created: CreatedFile | undefined;
  const given = new AbortController();
  const onCreated = (file: CreatedFile) => {
    created = file;
    // The addresses lead to the service itself.
    created.parts &&= {
      ...created.parts,
      parts_url: viaProxy(created.parts.parts_url),
      complete_url: viaProxy(created.parts.complete_url),
    };
  };
  const onProgress = ({ sent }: { sent: number }) => void (sent > 0 && given.abort());
  const broken = pdf.files.upload(bytes, { filename: 'large.pdf', type: 'application/pdf', onCreated, onProgress, signal: given.signal });
  await expect(broken).rejects.toThrow();
  if (!created) throw new Error('no record was created');

  let cuts = 1;
  proxy.choose = () => (cuts-- > 0 ? 'reset' : undefined);
  const progress: number[] = [];
  const file = await pdf.files.resumeUpload(created, bytes, { onProgress: ({ sent }) => progress.push(sent) });
  expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  // The first part was there already.
  expect(progress[0]).toBe(LIMITS.uploadPartBytes);
  expect(await pdf.files.get(file.file_id)).toMatchObject({ status: 'uploaded', size_bytes: bytes.byteLength });
  await pdf.files.delete(file.file_id);
});

function viaProxy(address: string): string {
  const { pathname } = new URL(address);
  return `${proxy.url}${pathname}`;
}
