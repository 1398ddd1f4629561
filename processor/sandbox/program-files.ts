// The files of this program itself, which a job's child process reads: its code and packages, and the Node that runs it. Not the whole
// repository: beside them may lie a developer's secrets and other jobs.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Absolute paths of what exists. */
export const PROGRAM_FILES: readonly string[] = [
  dirname(process.execPath),
  ...['contract', 'processor', 'node_modules', 'package.json'].map((name) => join(ROOT, name)).filter((path) => existsSync(path)),
];
