// `metadata` on PDF as a job runs it, from a file on disk to a file on disk, for tests that hold both as bytes.

import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removePdf, setPdf } from '../../processor/metadata/pdf.ts';
import { type ByteSource, fileSource } from '../../processor/pdf/byte-source.ts';

export async function removeInFile(bytes: Uint8Array, options: Parameters<typeof removePdf>[1]) {
  const result = await removePdf(asFile(bytes, options.workDir), options);
  return { ...result, bytes: readFileSync(result.path) };
}

export async function setInFile(bytes: Uint8Array, values: Parameters<typeof setPdf>[1], options: Parameters<typeof setPdf>[2]) {
  const result = await setPdf(asFile(bytes, options.workDir), values, options);
  return { ...result, bytes: readFileSync(result.path) };
}

function asFile(bytes: Uint8Array, workDir: string): ByteSource {
  const path = join(workDir, `source-${randomUUID()}`);
  writeFileSync(path, bytes);
  return fileSource(path);
}
