// `npm run corpus`: lays out the corpus, real files from their public origins and hostile files of our own making, for the tests and benchmarks that
// read it. Existing files stay; a stopped run goes on. `-- --to FOLDER` lays it out elsewhere, `-- --mirror URL` takes the repositories from
// URL/owner/name; a mirror may have the files in another commit, their hashes decide.

import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OWN_CORPUS } from '../support/corpus.ts';
import { layOutDeclarations } from './corpus/declaration.ts';
import { HOSTILE_FILES, layOutHostile } from './corpus/hostile.ts';
import { readManifest } from './corpus/manifest.ts';
import { layOutOrigins } from './corpus/origins.ts';

const MANIFEST = resolve(import.meta.dirname, '../test/corpus/manifest.tsv');
const say = (line: string) => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({ options: { to: { type: 'string', default: OWN_CORPUS }, mirror: { type: 'string' } } });
const folder = resolve(values.to);
mkdirSync(folder, { recursive: true });
copyFileSync(MANIFEST, join(folder, 'manifest.tsv'));

say(`${HOSTILE_FILES.length} hostile files: making them …`);
await layOutHostile(folder);
say('The declaration in eleven languages: fetching, setting and scanning it …');
const failure = await layOutDeclarations(folder);
if (failure !== undefined) say(`  ${failure}`);
const missing = layOutOrigins(readManifest(MANIFEST), { folder, mirror: values.mirror, say });
say(
  missing === 0 && failure === undefined
    ? `The corpus is in ${folder}.`
    : `The corpus in ${folder} lacks files: see above. Run the command again to go on.`,
);
if (folder !== OWN_CORPUS) say(`Set CORPUS_DIR=${folder} for tests and benchmarks.`);
process.exitCode = missing === 0 && failure === undefined ? 0 : 1;
