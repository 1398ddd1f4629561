// Hostile and broken files of our own making, the same ones each time, with their expected outcomes. What they name must never be read
// (/etc/passwd), fetched (a closed port, addresses without a host) or written (/tmp/pdfapi-canary-*).

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenFiles } from './hostile-broken.ts';
import { hostileDocuments } from './hostile-documents.ts';
import type { HostileFile } from './hostile-file.ts';
import { hostilePdfs } from './hostile-pdfs.ts';
import { hostilePictures } from './hostile-pictures.ts';

export const HOSTILE_FILES: readonly HostileFile[] = [...brokenFiles, ...hostilePdfs, ...hostileDocuments, ...hostilePictures];

/** Into `bad/`, with the table of expected outcomes beside it. */
export async function layOutHostile(folder: string): Promise<void> {
  mkdirSync(join(folder, 'bad'), { recursive: true });
  for (const { name, make } of HOSTILE_FILES) writeFileSync(join(folder, 'bad', name), await make());
  const rows = HOSTILE_FILES.map(({ name, tags, outcome }) => `${name}\t${tags}\t${outcome}\n`);
  writeFileSync(join(folder, 'bad.expect.tsv'), `file\ttags\texpect\n${rows.join('')}`);
}
