// Programs that judge PDF files: qpdf, poppler and exiftool. Each gets the bytes in a file of its own and is asked one thing.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPresent } from './present.ts';

const isInstalled = (program: string, flag: string) => isPresent(program, spawnSync(program, [flag]).error === undefined);
export const hasPdfJudges =
  isInstalled('qpdf', '--version') && isInstalled('pdftotext', '-v') && isInstalled('pdftoppm', '-v') && isInstalled('exiftool', '-ver');

function withFile<T>(bytes: Uint8Array, use: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'judge-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    return use(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ask = (program: string, args: readonly string[]) => spawnSync(program, args, { maxBuffer: 512 * 1024 * 1024, timeout: 30_000 });

/** 0 clean, 3 warnings, 2 errors. */
export function qpdfCheck(bytes: Uint8Array): { readonly status: number | null; readonly output: string } {
  return withFile(bytes, (path) => {
    const run = ask('qpdf', ['--check', path]);
    return { status: run.status, output: run.stdout.toString() + run.stderr.toString() };
  });
}

/** The same document without its encryption; a file that is not encrypted, or not readable, as it is. */
export function decryptPdf(bytes: Uint8Array, password: string | undefined): Uint8Array {
  if (!Buffer.from(bytes).includes('/Encrypt')) return bytes;
  return withFile(bytes, (path, folder) => {
    const out = join(folder, 'plain.pdf');
    const run = ask('qpdf', ['--decrypt', `--password=${password ?? ''}`, path, out]);
    return run.status === 2 ? bytes : readFileSync(out);
  });
}

/** Every object in the clear: streams decoded, no object streams. */
export function qpdfPlain(bytes: Uint8Array): string {
  return withFile(bytes, (path, folder) => {
    const out = join(folder, 'plain.pdf');
    ask('qpdf', ['--qdf', '--object-streams=disable', '--decode-level=generalized', path, out]);
    return readFileSync(out, 'latin1');
  });
}

export function textOfPdf(bytes: Uint8Array): string {
  return withFile(bytes, (path) => ask('pdftotext', [path, '-']).stdout.toString('utf8'));
}

/** A digest of each page's picture. */
export function picturesOfPdf(
  bytes: Uint8Array,
  options: { readonly dpi?: number; readonly firstPage?: number; readonly lastPage?: number } = {},
): string[] {
  const { dpi = 72, firstPage, lastPage } = options;
  return withFile(bytes, (path, folder) => {
    ask('pdftoppm', [
      '-r',
      String(dpi),
      ...(firstPage ? ['-f', String(firstPage)] : []),
      ...(lastPage ? ['-l', String(lastPage)] : []),
      path,
      join(folder, 'page'),
    ]);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ppm'))
      .toSorted()
      .map((name) =>
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      );
  });
}

const DRAWINGS_MAX = 4;

/**
 * The 1-based numbers of pages that poppler draws differently in two versions. A page counts only when none of a few drawings of the one
 * is like any of the other: poppler 22.12 now and then draws one and the same file in two ways, where a font is not embedded.
 */
export function pagesDrawnDifferently(
  one: Uint8Array,
  two: Uint8Array,
  options: { readonly dpi?: number; readonly lastPage?: number } = {},
): number[] {
  const seen = [new Map<number, Set<string>>(), new Map<number, Set<string>>()] as const;
  for (let drawings = 1; ; drawings++) {
    for (const [i, bytes] of [one, two].entries()) {
      for (const [index, digest] of picturesOfPdf(bytes, options).entries()) {
        const digests = seen[i as 0 | 1].get(index) ?? new Set();
        seen[i as 0 | 1].set(index, digests.add(digest));
      }
    }
    const pages = [...new Set([...seen[0].keys(), ...seen[1].keys()])];
    const different = pages.filter((index) => (seen[0].get(index) ?? new Set()).isDisjointFrom(seen[1].get(index) ?? new Set()));
    if (different.length === 0 || drawings === DRAWINGS_MAX) return different.map((index) => index + 1);
  }
}

/** What exiftool reads, by group and name; the file system's own entries left out. */
export function tagsOfPdf(bytes: Uint8Array): Record<string, string> {
  return withFile(bytes, (path) => {
    const [row = {}] = JSON.parse(ask('exiftool', ['-json', '-G1', '-a', '-ee', path]).stdout.toString('utf8') || '[]') as Record<
      string,
      unknown
    >[];
    const told = Object.entries(row).filter(([name]) => name !== 'SourceFile' && !/^(?:ExifTool|System|File):/.test(name));
    return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
  });
}
