// Where results go: beside their source, into a folder, to a file, to standard output. A source is never written over.

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { OperationName } from '../resources/requests.ts';
import type { Result, ResultEntry } from '../resources/result.ts';
import { UsageError } from './exit-codes.ts';
import type { Input } from './inputs.ts';
import { print } from './terminal.ts';

export interface Destination {
  /** `-o`; absent: beside the source. */
  readonly out?: string | undefined;
  readonly overwrites: boolean;
  /** Of the operation, for names beside the source. */
  readonly suffix: string;
  /** Several sources: `-o` is a folder. */
  readonly isMany: boolean;
}

export const STDOUT = '-';

export function toStdout(input: Input, { out }: Destination): boolean {
  return out === STDOUT || (out === undefined && input.path === undefined);
}

/** @throws UsageError before anything is sent */
export function judgeDestination({ out, isMany }: Destination): void {
  if (out === STDOUT && isMany) throw new UsageError('`-o -` is for one file; name a folder for several.');
  if (out !== undefined && out !== STDOUT && isMany && existsSync(out) && !statSync(out).isDirectory()) {
    throw new UsageError(`${out} is a file; name a folder for the results of several files.`);
  }
}

/** Fetches the result. @returns the paths that were written */
export async function writeResult(
  result: Result<OperationName>,
  input: Input,
  destination: Destination,
  signal: AbortSignal,
): Promise<string[]> {
  const { files } = result;
  if (toStdout(input, destination)) {
    const [only] = files;
    if (files.length !== 1 || !only) throw new UsageError(`The result has ${files.length} files: name a folder with -o.`);
    await print(await only.bytes({ signal }));
    return [];
  }
  const written: string[] = [];
  for (const [i, path] of pathsOf(files, input, destination).entries()) written.push((await files[i]?.save(path, { signal })) ?? path);
  return written;
}

function pathsOf(files: readonly ResultEntry[], input: Input, destination: Destination): string[] {
  const { out, suffix } = destination;
  const [only] = files;
  if (files.length === 1 && only) return [pathOf(only, input, destination)];
  const folder = out ?? join(dirname(input.path ?? '.'), `${basename(input.stem)}-${suffix}`);
  const own = destination.isMany ? join(folder, input.stem) : folder;
  return files.map(({ filename }) => free(join(own, filename), input, out !== undefined || destination.overwrites));
}

function pathOf(entry: ResultEntry, input: Input, destination: Destination): string {
  const { out, suffix, overwrites, isMany } = destination;
  const ending = extname(entry.filename);
  if (out !== undefined && isFolder(out, isMany)) return free(join(out, `${input.stem}${ending}`), input, true, suffix);
  if (out !== undefined) return free(out, input, true);
  const beside = dirname(input.path ?? '.');
  const stem = basename(input.stem);
  const isOther = input.path !== undefined && extname(input.path).toLowerCase() !== ending.toLowerCase();
  return free(join(beside, `${stem}${isOther ? '' : `-${suffix}`}${ending}`), input, overwrites);
}

function isFolder(out: string, isMany: boolean): boolean {
  return isMany || /[/\\]$/.test(out) || (existsSync(out) && statSync(out).isDirectory());
}

/** A path that is not there yet, or may be written over; never that of the source. */
function free(path: string, input: Input, overwrites: boolean, suffix?: string): string {
  const isSource = (each: string) => input.path !== undefined && resolve(each) === resolve(input.path);
  const ending = extname(path);
  const stem = path.slice(0, path.length - ending.length);
  if (isSource(path) && suffix !== undefined) return free(`${stem}-${suffix}${ending}`, input, overwrites);
  if (isSource(path)) throw new UsageError(`${path} is the source itself; it is not written over.`);
  if (overwrites || !existsSync(path)) return path;
  let n = 2;
  while (existsSync(`${stem}-${n}${ending}`)) n++;
  return `${stem}-${n}${ending}`;
}
