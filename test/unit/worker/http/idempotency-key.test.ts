// What counts as an Idempotency-Key, and which spellings are the same one.

import { expect, test } from 'vitest';
import { parseKey } from '../../../../worker/http/idempotency-key.ts';

test.each([
  ['abc', 'abc'],
  ['"abc"', 'abc'],
  ['a b', 'a b'],
  ['"a \\"quoted\\" \\\\ key"', 'a "quoted" \\ key'],
  ['"', '"'],
  ['"abc', '"abc'],
  ['x'.repeat(255), 'x'.repeat(255)],
  [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
])('%j is the key %j', (header, key) => {
  expect(parseKey(header)).toBe(key);
});

test.each(['', '""', 'é', 'a\tb', 'a\u007f', 'x'.repeat(256), `"${'x'.repeat(256)}"`])('%j is no key', (header) => {
  expect(parseKey(header)).toBeUndefined();
});
