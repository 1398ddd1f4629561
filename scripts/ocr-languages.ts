// `npm run ocr:languages -- deu fra`: installs language data for OCR from npm, besides English, which is always there. Without arguments it
// says what is installed. On Debian the packages tesseract-ocr-<language> do as well, for either engine.

import { spawnSync } from 'node:child_process';
import { findLanguageData } from '../processor/tools/tesseract-data.ts';
import { ROOT } from './local/edge.ts';

const SCOPE = '@tesseract.js-data';
const VERSION = '1.0.0';
/** Offered by this project; npm has no package for Russian. */
const ON_NPM = 'ara chi_sim deu ell eng fra heb hin ita jpn kor nld pol por spa tha tur ukr vie'.split(' ');
const ON_DEBIAN_ONLY = ['rus'];

const asked = process.argv.slice(2);
const unknown = asked.filter((code) => !ON_NPM.includes(code) && !ON_DEBIAN_ONLY.includes(code));
if (unknown.length > 0) {
  process.stderr.write(`Not offered: ${unknown.join(', ')}. Languages: ${[...ON_NPM, ...ON_DEBIAN_ONLY].toSorted().join(' ')}\n`);
  process.exit(2);
}

const before = await findLanguageData();
// npm removes what the lock file does not name, so what was installed this way is named again.
const fromNpm = [...(await findLanguageData('/nowhere')).keys()].filter((code) => code !== 'eng' && code !== 'osd');
const wanted = asked.filter((code) => ON_NPM.includes(code) && !before.has(code));
if (wanted.length > 0) {
  const packages = [...new Set([...fromNpm, ...wanted])].map((code) => `${SCOPE}/${code}@${VERSION}`);
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const npm = spawnSync('npm', ['install', ...options, ...packages], { cwd: ROOT, stdio: 'inherit' });
  if (npm.status !== 0) process.exit(1);
}

const after = await findLanguageData();
process.stdout.write(
  `Installed: ${[...after.keys()]
    .filter((code) => code !== 'osd')
    .toSorted()
    .join(' ')}\n`,
);
const missing = asked.filter((code) => !after.has(code));
for (const code of missing) {
  process.stderr.write(`${code} is not on npm; on Debian: apt-get install tesseract-ocr-${code.replace('_', '-')}\n`);
}
process.exit(missing.length > 0 ? 1 : 0);
