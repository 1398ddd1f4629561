// exiftool as an independent judge, and as the writer of metadata into fixtures. Each call works in a directory of its own that is removed.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPresent } from './present.ts';

export const hasExiftool = isPresent('exiftool', spawnSync('exiftool', ['-ver']).status === 0);

/** A Word document is judged by its parts: exiftool needs a further library to look into a ZIP. */
export type ToolExtension = 'jpg' | 'png' | 'xml';

function withFile<T>(bytes: Uint8Array, extension: ToolExtension, use: (path: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'exiftool-'));
  try {
    const path = join(directory, `file.${extension}`);
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** All tags as `Group1:Name` → value, without those that describe the file system and the tool. */
export function readTags(bytes: Uint8Array, extension: ToolExtension): Record<string, string> {
  const json = withFile(bytes, extension, (path) =>
    execFileSync('exiftool', ['-j', '-a', '-G1', '-s', '-n', '-ee', path], { encoding: 'utf8', stdio: 'pipe' }),
  );
  const [tags] = JSON.parse(json) as [Record<string, unknown>];
  const own = Object.entries(tags).filter(([name]) => !/^(?:SourceFile|System:|File:|ExifTool:|Composite:)/.test(name));
  return Object.fromEntries(own.map(([name, value]) => [name, Array.isArray(value) ? value.join('|') : String(value)]));
}

/** The file with tags written by exiftool: `-Artist=…`. */
export function writeTags(bytes: Uint8Array, extension: ToolExtension, args: readonly string[]): Uint8Array {
  return withFile(bytes, extension, (path) => {
    execFileSync('exiftool', ['-q', '-overwrite_original', ...args, path], { stdio: 'pipe' });
    return readFileSync(path);
  });
}
