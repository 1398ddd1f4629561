// `npm run deploy:variant -- --staging DATABASE_ID` and `-- --more-regions`, also together: writes wrangler.staging.toml or wrangler.regions.toml, which
// `npx wrangler deploy -c FILE` takes (docs/operating.md).

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stagingOf, withRegions } from './deploy/variant.ts';
import { ROOT } from './local/edge.ts';

const { values } = parseArgs({ options: { staging: { type: 'string' }, 'more-regions': { type: 'boolean', default: false } } });
if (values.staging === undefined && !values['more-regions']) {
  process.stderr.write('Say which: --staging DATABASE_ID, --more-regions.\n');
  process.exit(1);
}
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const own = values['more-regions'] ? withRegions(read('wrangler.toml'), read('deploy/regions.toml')) : read('wrangler.toml');
const path = values.staging === undefined ? 'wrangler.regions.toml' : 'wrangler.staging.toml';
writeFileSync(`${ROOT}${path}`, values.staging === undefined ? own : stagingOf(own, values.staging));
process.stdout.write(`${path}\n`);
