// An upload in parts whose command was interrupted: the next one sends only what had not arrived.

import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { runCommand, startCommand } from '../support/service/command.ts';
import { useService } from '../support/service/journey.ts';
import { waitUntil } from '../support/service/service.ts';

const PART_BYTES = 20_000;
const PARTS_MIN = 100;
const journey = useService(() => ({ vars: { UPLOAD_PART_BYTES: PART_BYTES } }));

async function writeLarge(path: string): Promise<void> {
  const document = await PDFDocument.create();
  document.addPage();
  await document.attach(randomBytes(PARTS_MIN * PART_BYTES), 'noise.bin', { mimeType: 'application/octet-stream' });
  await writeFile(path, await document.save());
}

test('a command goes on with the upload that an earlier one began', { tags: 'long' }, async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'resumed-'));
  await writeLarge(join(cwd, 'large.pdf'));
  const command = { env: { PDF_API_KEY: journey.service.key, PDF_API_URL: new URL(journey.service.baseUrl).origin }, cwd };
  const args = ['metadata', 'large.pdf', '--action', 'remove', '--resume', '-o', 'out.pdf'];
  const first = startCommand(command, args);
  let arrived: string[] = [];
  await waitUntil(async () => {
    arrived = (await journey.service.objectKeys()).filter((key) => key.includes('/parts/'));
    return arrived.length > 5;
  }, 'some parts have arrived');
  first.interrupt();
  expect((await first.ended).code).toBe(130);
  expect(arrived.length).toBeLessThan(PARTS_MIN);

  const files = async () => journey.service.query<{ id: string }>(`SELECT id FROM files WHERE job_id IS NULL`);
  const begun = await files();
  expect(begun).toHaveLength(1);
  const again = await runCommand(command, args);
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('out.pdf') });
  expect(await files()).toEqual(begun);
});
