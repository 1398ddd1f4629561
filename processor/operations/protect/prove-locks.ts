// What a second engine may do with an encrypted document, and whether its pages are those of another one.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../failure.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import { engineInput, PDFIUM_ERROR } from '../../pdf/pdfium/pdfium.ts';
import { copyDecrypted, tryPassword } from '../../pdf/pdfium/pdfium-thread.ts';
import { type ComparedPages, comparePlaces, noPages } from '../../prove-pages.ts';

const TIME_MS_MAX = 10_000;
/** The engine's copy is three times in memory. */
const COPY_BYTES_MAX = 64 * 1024 * 1024;
const SAMPLE = { text: 12, looks: 3 } as const;

/** Bits of /P that stand for a permission (ISO 32000-2 table 22): 3 to 6 and 9 to 12. */
export const PERMISSION_BITS = 0xf3c;

/** What the engine may do: bits of /P, all of them for the owner; `locked`: the password does not open it. @throws JobFailure internal */
export async function openedWith(source: ByteSource, password: string): Promise<number | 'locked'> {
  const answer = await tryPassword(engineInput(source), password, TIME_MS_MAX);
  if (answer?.error === PDFIUM_ERROR.password) return 'locked';
  if (!answer || answer.error !== undefined) throw new JobFailure('internal');
  return (answer.permissions ?? 0) & PERMISSION_BITS;
}

/** Pages of the plain document at `path` beside those of an encrypted one as the engine itself decrypts it. */
export async function compareWithLocked(
  path: string,
  { locked, password, pages }: { readonly locked: ByteSource; readonly password: string; readonly pages: number },
  workDir: string,
): Promise<ComparedPages> {
  const compared = noPages();
  const copy = locked.size > COPY_BYTES_MAX ? undefined : await copyDecrypted(engineInput(locked), password, TIME_MS_MAX);
  if (!copy?.bytes) return { ...compared, missed: 1 };
  const own = join(workDir, 'decrypted-by-engine.pdf');
  await writeFile(own, copy.bytes);
  const places = new Map(Array.from({ length: pages }, (_, page) => [page, page]));
  await comparePlaces(path, { source: fileSource(own), places }, SAMPLE, compared);
  if (compared.textDiffers.length > 0) {
    const message = 'A second engine reads other text in the result than in the source.';
    throw new JobFailure('internal', { message, details: { pages: compared.textDiffers } });
  }
  return compared;
}
