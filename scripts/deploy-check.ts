// `npm run deploy:check`: checks that docs/operating.md says all that a deployment needs, then bundles as for a deployment, without one.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { unstable_readConfig } from 'wrangler';
import { findDifferences } from './deploy/find-differences.ts';
import { ROOT } from './local/edge.ts';

const differences = findDifferences({
  page: readFileSync(`${ROOT}docs/operating.md`, 'utf8'),
  config: unstable_readConfig({ config: `${ROOT}wrangler.toml` }),
  devVars: readFileSync(`${ROOT}.dev.vars.example`, 'utf8'),
});
if (differences.length > 0) {
  process.stderr.write(`${differences.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write('docs/operating.md, wrangler.toml and the settings that the programs read agree.\n');
const bundled = spawnSync('wrangler', ['deploy', '--dry-run', '--containers-rollout=none', '--outdir', 'dist'], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exitCode = bundled.status ?? 1;
