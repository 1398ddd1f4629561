// `npm run ocr:languages -- deu rus`: installs language data for OCR beside English, which is always there: Debian's packages where this machine
// may install them (both engines read them, and they are faster), npm's otherwise, or with `--npm`. Without arguments it lists what is
// installed.

import { spawnSync } from 'node:child_process';
import { findLanguageData } from '../processor/tools/tesseract-data.ts';
import { ROOT } from './local/edge.ts';

const SCOPE = '@tesseract.js-data';
const VERSION = '1.0.0';
/** Offered by this project; npm has no package for Russian. */
const ON_NPM = 'ara chi_sim deu ell eng fra heb hin ita jpn kor nld pol por spa tha tur ukr vie'.split(' ');
const ON_DEBIAN_ONLY = ['rus'];
const OFFERED = [...ON_NPM, ...ON_DEBIAN_ONLY].toSorted();

const options = process.argv.slice(2);
const isNpmOnly = options.includes('--npm');
const asked = options.filter((option) => option !== '--npm');
const unknown = asked.filter((code) => !OFFERED.includes(code));
if (unknown.length > 0) {
  process.stderr.write(`Not offered: ${unknown.join(', ')}. Languages: ${OFFERED.join(' ')}\n`);
  process.exit(2);
}

const missingOf = async (): Promise<string[]> => {
  const found = await findLanguageData();
  return asked.filter((code) => !found.has(code));
};
let missing = await missingOf();
if (missing.length > 0 && !isNpmOnly && installFromDebian(missing)) missing = await missingOf();
const fromNpm = missing.filter((code) => ON_NPM.includes(code));
if (fromNpm.length > 0) {
  await installFromNpm(fromNpm);
  missing = await missingOf();
}

const installed = [...(await findLanguageData()).keys()].filter((code) => code !== 'osd').toSorted();
process.stdout.write(`Installed: ${installed.join(' ')}\n`);
for (const code of missing) process.stderr.write(`${code} is not installed; on Debian, as root: apt-get install ${debianPackage(code)}\n`);
process.exit(missing.length > 0 ? 1 : 0);

/** @returns whether anything was tried. It never asks for a password. */
function installFromDebian(codes: readonly string[]): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const run = (...command: string[]): boolean => {
    const [program = '', ...args] = [...asRoot, ...command];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  if (spawnSync('apt-get', ['--version']).status !== 0 || (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0))
    return false;
  const install = (): boolean => run('apt-get', 'install', '--yes', '-qq', '--no-install-recommends', ...codes.map(debianPackage));
  process.stdout.write(`Installing ${codes.map(debianPackage).join(' ')} …\n`);
  return run('apt-get', 'update', '-qq') && install();
}

function debianPackage(code: string): string {
  return `tesseract-ocr-${code.replace('_', '-')}`;
}

async function installFromNpm(codes: readonly string[]): Promise<void> {
  // npm removes packages that the lock file does not name, so those installed this way are named again.
  const before = [...(await findLanguageData('/nowhere')).keys()].filter((code) => code !== 'eng' && code !== 'osd');
  const packages = [...new Set([...before, ...codes])].map((code) => `${SCOPE}/${code}@${VERSION}`);
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const npm = spawnSync('npm', ['install', ...quiet, ...packages], { cwd: ROOT, stdio: 'inherit' });
  if (npm.status !== 0) process.exit(1);
}
