// Lays out the static files of the Worker (wrangler.toml `[assets]`) in .assets/: the renderer of /docs, from its package. Run before
// each bundling, by wrangler and by scripts/local/edge.ts; existing files stay.

import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RENDERER_PATH, RENDERER_VERSION } from '../worker/reference/renderer.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = `${ROOT}node_modules/@scalar/api-reference`;
const HEADERS = `/docs/assets/*
  Cache-Control: public, max-age=31536000, immutable
  X-Content-Type-Options: nosniff
`;

/** @throws Error when the installed renderer is not the one that the page names. */
export function writeAssets(): void {
  const target = `${ROOT}.assets${RENDERER_PATH}`;
  const { version } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8')) as { version: string };
  if (version !== RENDERER_VERSION)
    throw new Error(`@scalar/api-reference is ${version}, worker/reference/renderer.ts says ${RENDERER_VERSION}`);
  mkdirSync(dirname(target), { recursive: true });
  writeWhole(`${ROOT}.assets/_headers`, (path) => writeFileSync(path, HEADERS));
  if (!existsSync(target)) writeWhole(target, (path) => copyFileSync(`${PACKAGE}/dist/browser/standalone.js`, path));
}

/** Several processes may do this at once; none sees an incomplete file. */
function writeWhole(target: string, write: (path: string) => void): void {
  const draft = `${ROOT}.assets-draft-${randomUUID()}`;
  write(draft);
  renameSync(draft, target);
}

if (import.meta.main) writeAssets();
