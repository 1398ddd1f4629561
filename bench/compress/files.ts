// The real files that the benchmark reads: born digital and scanned, large enough that their size matters, none that needs a password.

import { join } from 'node:path';
import { CORPUS, listCorpus, readCorpus, requireFiles, sampleCorpus } from '../../test/support/corpus.ts';

export interface BenchFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isScan: boolean;
}

const BYTES_MIN = 20_000;

export function listFiles(): BenchFile[] {
  const names = requireFiles(['pdf', 'scan'].flatMap((folder) => listCorpus(folder, ['.pdf'])));
  const large = names.filter((name) => readCorpus(name).length >= BYTES_MIN);
  return sampleCorpus(large, Number(process.env['COMPRESS_FILES'] ?? 60)).map((name) => ({
    name,
    path: join(CORPUS, name),
    bytes: readCorpus(name),
    isScan: name.startsWith('scan'),
  }));
}
