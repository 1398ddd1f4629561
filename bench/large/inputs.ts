// The documents of the benchmark, made once and kept: `LARGE_CACHE`, or a folder that is no part of the repository.

import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/local/edge.ts';
import { writeAttachment, writePictures } from './big-streams.ts';
import { writeFormPages, writePicturePages, writeScannedPages, writeTextPages } from './pages.ts';

/** Raised by whoever changes what is written. */
const VERSION = 1;
const CACHE = process.env['LARGE_CACHE'] ?? join(ROOT, 'node_modules/.bench-large');

export const PAGE_KINDS = { text: writeTextPages, forms: writeFormPages, scanned: writeScannedPages, pictures: writePicturePages };
export const BYTE_KINDS = { one_picture: writePictures, attachment: writeAttachment };
type PageKind = keyof typeof PAGE_KINDS;
type ByteKind = keyof typeof BYTE_KINDS;
export type Kind = PageKind | ByteKind;

export function isPageKind(kind: string): kind is PageKind {
  return Object.hasOwn(PAGE_KINDS, kind);
}

export function isByteKind(kind: string): kind is ByteKind {
  return Object.hasOwn(BYTE_KINDS, kind);
}

export interface Input {
  readonly kind: Kind;
  /** Undefined for those that are measured by their bytes. */
  readonly pages: number | undefined;
  readonly path: string;
  readonly bytes: number;
}

export async function inputOfPages(kind: PageKind, pages: number): Promise<Input> {
  const path = await cached(`${kind}-${pages}-pages`, (path) => PAGE_KINDS[kind](path, pages));
  return { kind, pages, path, bytes: statSync(path).size };
}

export async function inputOfMegabytes(kind: ByteKind, megabytes: number): Promise<Input> {
  const path = await cached(`${kind}-${megabytes}-mb`, (path) => BYTE_KINDS[kind](path, megabytes * 1e6));
  return { kind, pages: undefined, path, bytes: statSync(path).size };
}

async function cached(name: string, write: (path: string) => Promise<void>): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  const path = join(CACHE, `v${VERSION}-${name}.pdf`);
  if (existsSync(path)) return path;
  // A run that is stopped leaves no half of a document behind.
  await write(`${path}.part`);
  renameSync(`${path}.part`, path);
  return path;
}
