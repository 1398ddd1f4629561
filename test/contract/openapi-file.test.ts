// The document in docs/ is the one that the service answers.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '#contract/openapi.ts';

test('docs/openapi.json is printed from the contract as it is (npm run openapi prints it again)', () => {
  const printed = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as unknown;
  expect(printed).toEqual(JSON.parse(JSON.stringify(openApiDocument('https://api.example.com'))));
});
