// `npm run client:build`: client/dist/, what the package holds: JavaScript for Node 20 and everything else that has web APIs, with types.

import { spawnSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { ROOT } from './local/edge.ts';

/** @throws Error with what the compiler said */
export function buildClient(): void {
  // Whole beside its place first: programs that use the one before go on.
  const dist = `${ROOT}client/dist`;
  const draft = `${dist}-${process.pid}`;
  const tsc = `${ROOT}node_modules/typescript/bin/tsc`;
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', `${ROOT}client/tsconfig.build.json`, '--outDir', draft], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(stdout);
  }
  chmodSync(`${draft}/cli/main.js`, 0o755);
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
}

if (import.meta.main) buildClient();
