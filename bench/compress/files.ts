// The real files that the benchmark reads: born digital and scanned, large enough that their size matters, none that asks for a password.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS, sampleCorpus } from '../../test/support/corpus.ts';

export interface BenchFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isScan: boolean;
}

const BYTES_MIN = 20_000;

export function listFiles(): BenchFile[] {
  const names = ['pdf', 'scan'].flatMap((folder) =>
    existsSync(join(CORPUS, folder))
      ? readdirSync(join(CORPUS, folder))
          .filter((name) => name.endsWith('.pdf'))
          .map((name) => join(folder, name))
      : [],
  );
  const large = names.filter((name) => readFileSync(join(CORPUS, name)).length >= BYTES_MIN);
  return sampleCorpus(large, Number(process.env['COMPRESS_FILES'] ?? 60)).map((name) => {
    const path = join(CORPUS, name);
    return { name, path, bytes: readFileSync(path), isScan: name.startsWith('scan') };
  });
}
