// What is done of a command, so that it is not done again: a file beside it. Written whole after each change.

import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './exit-codes.ts';
import type { Input } from './inputs.ts';

export const STATE_FILE = '.pdf-api-resume.json';

type Entry =
  | { readonly state: 'begun'; readonly name: string; readonly key: string }
  | { readonly state: 'accepted'; readonly name: string; readonly key: string; readonly job_id: string }
  | { readonly state: 'done'; readonly name: string; readonly job_id: string; readonly outputs: readonly string[] };

export class StateFile {
  readonly #path: string;
  readonly #entries: Record<string, Entry>;

  constructor(path: string) {
    this.#path = path;
    this.#entries = readEntries(path);
  }

  get(id: string): Entry | undefined {
    return this.#entries[id];
  }

  set(id: string, entry: Entry): void {
    this.#entries[id] = entry;
    this.#write();
  }

  /** It failed: another time it begins anew. */
  forget(id: string): void {
    delete this.#entries[id];
    this.#write();
  }

  #write(): void {
    const draft = `${this.#path}.${process.pid}.part`;
    writeFileSync(draft, `${JSON.stringify({ version: 1, entries: this.#entries }, null, 1)}\n`, { mode: 0o600 });
    renameSync(draft, this.#path);
  }
}

function readEntries(path: string): Record<string, Entry> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return {};
  }
  try {
    const { version, entries } = JSON.parse(text) as { version: unknown; entries: Record<string, Entry> };
    if (version === 1) return entries;
  } catch {
    // Judged below.
  }
  throw new UsageError(`${path} is not what a command has left; name another with --state, or remove it.`);
}

/** The same for the same work only: operation, parameters, and the file as it is now. */
export function workId(operation: string, params: unknown, inputs: readonly Input[]): string {
  const files = inputs.map(({ path, size, modified }) => [path === undefined ? null : resolve(path), size, modified]);
  return createHash('sha256')
    .update(JSON.stringify([operation, params, files]))
    .digest('hex')
    .slice(0, 32);
}
