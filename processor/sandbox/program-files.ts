// The files of this program itself, which a job's child process reads: its code and packages, and the Node that runs it. Not the whole
// repository: it may also hold a developer's secrets and other jobs.

import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = join(ROOT, 'node_modules');
const FOLDER = '/node_modules/';

/** Absolute paths of what exists. */
export const PROGRAM_FILES: readonly string[] = [
  dirname(process.execPath),
  ...['contract', 'instruction', 'processor', 'node_modules', 'package.json']
    .map((name) => join(ROOT, name))
    .filter((path) => existsSync(path)),
  ...foldersOfLinks(),
];

/** Packages may be links (npm-link(1)): their targets, with the packages beside them that they need. */
function foldersOfLinks(): string[] {
  const entries = entriesOf(PACKAGES).flatMap((entry) => (entry.name.startsWith('@') ? entriesOf(join(PACKAGES, entry.name)) : entry));
  const targets = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => realpathSync(join(entry.parentPath, entry.name)));
  const folders = targets.map((path) => (path.includes(FOLDER) ? path.slice(0, path.lastIndexOf(FOLDER) + FOLDER.length - 1) : path));
  return [...new Set(folders)].filter((path) => path !== PACKAGES);
}

function entriesOf(folder: string): Dirent[] {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}
