// Files of this machine: the one module of the client that needs more than web APIs. It is loaded when a path is first used, and imports
// what it needs when it is called, so that a bundle for another runtime can hold it.

import { IntegrityError, PdfError } from '../http/errors.ts';

export async function openPath(path: string): Promise<{ blob: Blob; filename: string }> {
  const { openAsBlob } = await import('node:fs');
  const { stat } = await import('node:fs/promises');
  const paths = await import('node:path');
  const found = await stat(path).catch((cause: unknown) => {
    throw new PdfError(`There is no file ${path}.`, { cause });
  });
  if (!found.isFile()) throw new PdfError(`${path} is not a file.`);
  if (found.size === 0) throw new PdfError(`${path} is empty.`);
  return { blob: await openAsBlob(path), filename: paths.basename(path) };
}

/** Written beside its place first: at its place there is the whole file, or what was there before. */
export async function savePath(path: string, chunks: AsyncIterable<Uint8Array>, sha256: string | undefined): Promise<number> {
  const { createHash } = await import('node:crypto');
  const { mkdir, open, rename, rm } = await import('node:fs/promises');
  const folder = (await import('node:path')).dirname(path);
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${process.pid}-${Math.random().toString(36).slice(2, 8)}.part`;
  const handle = await open(draft, 'wx');
  try {
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      await handle.writeFile(chunk);
      length += chunk.byteLength;
    }
    await handle.close();
    if (sha256 !== undefined && hash.digest('hex') !== sha256) throw new IntegrityError(`${path}: other bytes arrived than were sent.`);
    await rename(draft, path);
    return length;
  } catch (cause) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw cause;
  }
}
