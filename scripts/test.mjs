// `npm test`: makes the clone ready, then format, lint, types and every test. Arguments go to vitest and skip the checks.

import { setUp, runPinned } from './set-up.mjs';

setUp({ programs: 'test' });
const only = process.argv.slice(2);
if (only.length === 0) {
  const checks = [
    ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
    ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
    ['node_modules/knip/bin/knip.js', '--include', 'files,exports,types,dependencies,unlisted'],
    // `test` has everything that runs in Node. What is shared with the Worker is also checked without the globals of either.
    ...['contract', 'instruction', 'reference', 'worker', 'console', 'client', 'test', 'bench'].map((part) => [
      'node_modules/typescript/bin/tsc',
      '-p',
      part,
    ]),
  ];
  for (const check of checks) {
    const status = runPinned(check);
    if (status !== 0) process.exit(status);
  }
}
// What is too long for every day has the tag `long`.
const every = process.env.TEST_ALL === undefined ? ['--tags-filter=!long'] : [];
process.exit(runPinned(['node_modules/vitest/vitest.mjs', 'run', ...every, ...only]));
