// The manifest of the corpus: the origin and the hash of each file. Facts only: the files themselves are never part of this repository.

import { readFileSync } from 'node:fs';

export interface ManifestRow {
  /** `folder/name` in the corpus. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly category: string;
  readonly tags: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  readonly licence: string;
}

const COLUMNS = ['file', 'bytes', 'sha256', 'category', 'tags', 'repository', 'commit', 'path', 'licence'] as const;

export function readManifest(path: string): ManifestRow[] {
  const [heading, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  if (heading !== COLUMNS.join('\t')) throw new Error(`${path}: the columns are not ${COLUMNS.join(', ')}`);
  return lines.map((line, index) => {
    const [file = '', bytes = '', sha256 = '', category = '', tags = '', repository = '', commit = '', from = '', licence] =
      line.split('\t');
    if (licence === undefined || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`${path}: line ${index + 2} is not a row`);
    if (/^[/.]|\/\.\.?(?:\/|$)/.test(file)) throw new Error(`${path}: line ${index + 2} points outside the corpus`);
    return { file, bytes: Number(bytes), sha256, category, tags, repository, commit, path: from, licence };
  });
}
