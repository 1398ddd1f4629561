// `npm run client:build`: client/dist/, what the package holds: JavaScript for Node 20 and everything else that has web APIs, with types.

import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { ROOT } from './local/edge.ts';

/** @throws Error with what the compiler said */
export function buildClient(): void {
  rmSync(`${ROOT}client/dist`, { recursive: true, force: true });
  const tsc = `${ROOT}node_modules/typescript/bin/tsc`;
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', `${ROOT}client/tsconfig.build.json`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  chmodSync(`${ROOT}client/dist/cli/main.js`, 0o755);
}

if (import.meta.main) buildClient();
