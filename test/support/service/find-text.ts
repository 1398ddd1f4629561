// Where a text is in a service that runs on this machine: in which databases and buckets as their own engines read them, in which files of its state
// as bytes, in its log, and in what passed its queues and Durable Objects (recording-worker.ts). Independent of how the Worker finds anything.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestEdge } from './edge.ts';

export interface Found {
  /** Names of cells, `default` for the database without one. */
  readonly databases: readonly string[];
  readonly buckets: readonly string[];
  /** Below the state's folder, journals by the name of their database. */
  readonly files: readonly string[];
  readonly logLines: readonly string[];
  readonly messages: readonly string[];
}

export interface Stores {
  readonly edge: TestEdge;
  readonly stateDir: string;
  readonly databases: readonly string[];
  readonly buckets: readonly string[];
}

export async function findText({ edge, stateDir, databases, buckets }: Stores, text: string): Promise<Found> {
  const forms = formsOf(text);
  const has = (where: string | Buffer) => forms.some((form) => where.includes(form));
  const recorded = await (await fetch(`${edge.url}/recorded`)).text();
  return {
    databases: await keep(databases, async (name) => has(await dumpDatabase(edge, name))),
    buckets: await keep(buckets, async (name) => has(await dumpBucket(edge, name))),
    files: await findInFiles(stateDir, has),
    logLines: edge.logs.filter(has),
    messages: recorded.split('\n').filter(has),
  };
}

/** As it is, and within base64 at each of its three places. */
function formsOf(text: string): string[] {
  const at = (place: number) => {
    const encoded = Buffer.from(' '.repeat(place) + text).toString('base64');
    // What the letters before and behind decide is left out.
    return encoded.slice([0, 2, 3][place], -4);
  };
  return [text, at(0), at(1), at(2)];
}

async function keep(names: readonly string[], holds: (name: string) => Promise<boolean>): Promise<string[]> {
  const held = await Promise.all(names.map(holds));
  return names.filter((_, i) => held[i]);
}

async function dumpDatabase(edge: TestEdge, name: string): Promise<string> {
  const db = name === 'default' ? edge.db : await edge.dbOf(name);
  const { results: tables } = await db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'`)
    .all<{ name: string }>();
  const rows = await db.batch(tables.map((table) => db.prepare(`SELECT * FROM ${table.name}`)));
  return JSON.stringify(rows.map(({ results }) => results));
}

async function dumpBucket(edge: TestEdge, name: string): Promise<Buffer> {
  const bucket = await edge.bucketOf(name);
  const parts: Buffer[] = [];
  for (const { key } of (await bucket.list()).objects) {
    const object = await bucket.get(key);
    parts.push(Buffer.from(key), Buffer.from(JSON.stringify([object?.httpMetadata, object?.customMetadata])));
    if (object) parts.push(Buffer.from(await object.arrayBuffer()));
  }
  return Buffer.concat(parts);
}

async function findInFiles(stateDir: string, has: (bytes: Buffer) => boolean): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of await readdir(stateDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // A file may be gone again.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (has(bytes)) found.add(path.slice(stateDir.length + 1).replace(/-(wal|shm)$/, ''));
  }
  return [...found].toSorted();
}
