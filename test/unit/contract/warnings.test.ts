// The warnings that the API document names are those that the operations give.

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SINGLE_OPERATIONS, type SingleOperationName } from '#contract/operations.ts';
import { WARNINGS } from '#contract/warnings.ts';
import { ROOT } from '../../../scripts/local/edge.ts';

/** Operations that share a folder. */
const PLACES: Partial<Record<SingleOperationName, string>> = { protect: 'protect/protect.ts', unlock: 'protect/unlock.ts' };

test.each(Object.entries(SINGLE_OPERATIONS))('%s', (name, { path }) => {
  const operation = name as SingleOperationName;
  const files = globSync(`${ROOT}processor/operations/${PLACES[operation] ?? `${path}/**/*.ts`}`);
  expect(files.length).toBeGreaterThan(0);
  const codes = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bcode: '([a-z_]+)'/g)].map(([, code]) => code));
  expect(WARNINGS[operation].toSorted((a, b) => a.localeCompare(b))).toEqual(
    [...new Set(codes)].toSorted((a = '', b = '') => a.localeCompare(b)),
  );
});
