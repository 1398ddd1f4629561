// Lays out the static files of the Worker (wrangler.toml `[assets]`) in .assets/: the pages of /docs and /console. Run before each bundling, by wrangler and
// by scripts/local/edge.ts; nothing is made again while what it is made from stays.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONSOLE_HEADERS } from '../console/headers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  'contract/**/*.{ts,json}',
  'reference/**/*.{ts,css}',
  'console/**/*.{ts,css,html}',
  'docs/*.md',
  'docs/showcase/**/*',
  'package-lock.json',
];
const HEADERS = `/docs/assets/*
  Cache-Control: public, max-age=31536000, immutable
  X-Content-Type-Options: nosniff
${CONSOLE_HEADERS}`;

export async function writeAssets(): Promise<void> {
  const target = `${ROOT}.assets`;
  const made = hashOfSources();
  if (isMade(target, made)) return;
  const { buildSite } = await import('../reference/build-site.ts');
  const { buildConsole } = await import('../console/build-console.ts');
  const draft = `${ROOT}.assets-draft-${randomUUID()}`;
  for (const [path, content] of [
    ...(await buildSite(ROOT)),
    ...(await buildConsole(ROOT)),
    ['/_headers', HEADERS] as const,
    ['/made', made] as const,
  ]) {
    mkdirSync(dirname(`${draft}${path}`), { recursive: true });
    writeFileSync(`${draft}${path}`, content);
  }
  // Several processes may do this at once: the first one's stays.
  if (isMade(target, made)) rmSync(draft, { recursive: true });
  else replace(target, draft);
}

function isMade(target: string, made: string): boolean {
  return existsSync(`${target}/made`) && readFileSync(`${target}/made`, 'utf8') === made;
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(HEADERS);
  for (const path of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    try {
      hash.update(path).update(readFileSync(`${ROOT}${path}`));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EISDIR') throw cause;
    }
  }
  return hash.digest('hex');
}

/** None sees an incomplete folder. */
function replace(target: string, draft: string): void {
  const old = `${draft}-old`;
  try {
    if (existsSync(target)) renameSync(target, old);
    renameSync(draft, target);
  } catch (cause) {
    // Another process was faster, and made the same.
    if (!existsSync(`${target}/made`)) throw cause;
    rmSync(draft, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

if (import.meta.main) await writeAssets();
