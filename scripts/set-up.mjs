// Makes a fresh clone ready: packages, the pinned Node, external programs. Runs on any Node from 18 on and uses no package.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PINNED_NODE = join(ROOT, 'node_modules/.bin/node');
const STAMP = join(ROOT, 'node_modules/.set-up');

/**
 * @param {{ programs: 'run' | 'test' }} need Which external programs: those that the service uses, or also those that judge it in tests.
 * @returns {string} the path of the pinned Node.
 */
export function setUp(need) {
  installPackages();
  installPrograms(need.programs);
  return PINNED_NODE;
}

/** Runs a program of the project under the pinned Node and packages; ends this process with its exit code. */
export function runPinned(args) {
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  return spawnSync(PINNED_NODE, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PATH: path } }).status ?? 1;
}

/** The packages of `npm run ocr:languages`: npm removes what the lock file does not name, unless it is named again. */
function languagePackages() {
  const scope = '@tesseract.js-data';
  const folder = join(ROOT, 'node_modules', scope);
  return existsSync(folder) ? readdirSync(folder).map((code) => `${scope}/${code}@1.0.0`) : [];
}

function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(PINNED_NODE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  say('Installing packages …');
  // Not `npm ci`: it refuses a lock file that lacks the optional packages of platforms other than the one it was made on
  // (npm/cli#4828). `npm install` keeps to the locked versions and integrities all the same.
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', ['install', ...quiet, ...languagePackages()], { cwd: ROOT, stdio: 'inherit' });
  if (npm.status !== 0) fail('npm install failed; see above.');
  writeFileSync(STAMP, wanted);
}

function installPrograms(which) {
  const script = join(ROOT, 'scripts/install-programs.sh');
  const result = spawnSync('bash', [script, ...(which === 'test' ? ['--test'] : [])], { cwd: ROOT, stdio: 'inherit' });
  if (result.status !== 0) fail('scripts/install-programs.sh failed; see above.');
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
