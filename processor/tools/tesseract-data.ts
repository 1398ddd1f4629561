// Where Tesseract's language data is on this machine: Debian's files (`fast`, read as they are) before the npm packages (`best_int`: the
// same text for 1.44 × the CPU). Nothing is fetched; only installed data are used.

import { access, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isLanguageCode } from './tesseract.ts';

export interface LanguageData {
  readonly code: string;
  /** Absolute path of a .traineddata file, or of one compressed with gzip. */
  readonly path: string;
}

const DEBIAN_FOLDER = '/usr/share/tesseract-ocr/5/tessdata';
const PACKAGE_SCOPE = '@tesseract.js-data';
const SUFFIX = '.traineddata';

/** By language code, `osd` among them. */
export async function findLanguageData(debianFolder: string = DEBIAN_FOLDER): Promise<ReadonlyMap<string, LanguageData>> {
  const found = new Map<string, LanguageData>();
  for (const data of [...(await listFolder(debianFolder)), ...(await listPackages())]) {
    if (isLanguageCode(data.code) && !found.has(data.code)) found.set(data.code, data);
  }
  return found;
}

async function listFolder(folder: string): Promise<LanguageData[]> {
  const names = await readNames(folder);
  return names.filter((name) => name.endsWith(SUFFIX)).map((name) => ({ code: name.slice(0, -SUFFIX.length), path: join(folder, name) }));
}

async function listPackages(): Promise<LanguageData[]> {
  const found: LanguageData[] = [];
  for (const modules of createRequire(import.meta.url).resolve.paths(PACKAGE_SCOPE) ?? []) {
    for (const code of await readNames(join(modules, PACKAGE_SCOPE))) {
      const path = join(modules, PACKAGE_SCOPE, code, '4.0.0_best_int', `${code}${SUFFIX}.gz`);
      const there = await access(path).then(
        () => true,
        () => false,
      );
      if (there) found.push({ code, path });
    }
  }
  return found;
}

async function readNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [] as string[])).toSorted();
}
