// Lays out the files of the manifest from their public origins. Each is checked by its hash before it gets its name, so a stopped run goes on
// where it was, and a file that exists is correct.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GitFailure, OriginClone } from './git.ts';
import type { ManifestRow } from './manifest.ts';
import { textOfPageXml } from './page-text.ts';

const PUBLIC = 'https://github.com/';
const LFS = 'version https://git-lfs.github.com/spec/';

interface LayOut {
  readonly folder: string;
  /** Address with the repositories as `owner/name`, instead of the public one. */
  readonly mirror: string | undefined;
  readonly say: (line: string) => void;
}

/** A missing file, and why. */
interface Missing {
  readonly file: string;
  readonly why: string;
}

/** @returns how many files are missing; the reasons are printed. */
export function layOutOrigins(rows: readonly ManifestRow[], { folder, mirror, say }: LayOut): number {
  const origins = [...Map.groupBy(rows, ({ repository, commit }) => `${repository} ${commit}`).values()];
  let count = 0;
  for (const [index, files] of origins.entries()) {
    const { repository, commit } = files[0] ?? { repository: '', commit: '' };
    const missing = files.filter((row) => !isThere(folder, row));
    const from = `[${index + 1}/${origins.length}] ${repository}`;
    if (missing.length === 0) {
      say(`${from}: ${files.length} files are there`);
      continue;
    }
    say(`${from}: fetching ${missing.length} of ${files.length} files …`);
    const url = `${mirror === undefined ? PUBLIC : `${mirror.replace(/\/$/, '')}/`}${repository}`;
    const failed = fetchRows(missing, { url, commit, orHead: mirror !== undefined }, folder);
    say(`${from}: ${files.length - failed.length} of ${files.length} files are there`);
    for (const [why, those] of Map.groupBy(failed, (each) => each.why)) say(`  ${namesOf(those)}: ${why}`);
    count += failed.length;
  }
  return count;
}

function namesOf(missing: readonly Missing[]): string {
  const names = missing.slice(0, 3).map(({ file }) => file);
  return missing.length > names.length ? `${names.join(', ')} and ${missing.length - names.length} more` : names.join(', ');
}

function fetchRows(rows: readonly ManifestRow[], origin: ConstructorParameters<typeof OriginClone>[1], folder: string): Missing[] {
  const work = mkdtempSync(join(tmpdir(), 'corpus-'));
  try {
    const clone = new OriginClone(work, origin);
    const files = clone.readFiles(rows.map(({ path }) => path));
    return rows.flatMap((row) => {
      const why = layOutFile(row, files.get(row.path), clone, folder);
      return why === undefined ? [] : [{ file: row.file, why }];
    });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return rows.map(({ file }) => ({ file, why: `${origin.url} could not be fetched: ${error.message}` }));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @returns why it is missing */
function layOutFile(row: ManifestRow, found: Buffer | undefined, clone: OriginClone, folder: string): string | undefined {
  if (!found) return `the origin has no file ${row.path}`;
  let bytes: Buffer;
  try {
    bytes = contentsOf(row, found, clone);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return error.message;
  }
  const sha256 = hashOf(bytes);
  if (sha256 !== row.sha256) return `its SHA-256 is ${sha256} at the origin and ${row.sha256} in the manifest`;
  const path = join(folder, row.file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, bytes);
  renameSync(`${path}.part`, path);
  return undefined;
}

function contentsOf(row: ManifestRow, found: Buffer, clone: OriginClone): Buffer {
  if (found.subarray(0, LFS.length).toString('latin1') === LFS) return clone.readLfs(found);
  if (row.file.endsWith('.gt.txt') && row.path.endsWith('.xml')) return Buffer.from(textOfPageXml(found.toString('utf8')));
  return found;
}

function isThere(folder: string, { file, sha256 }: ManifestRow): boolean {
  const path = join(folder, file);
  return existsSync(path) && hashOf(readFileSync(path)) === sha256;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
