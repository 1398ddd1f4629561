// The document in docs/ is the one that the service answers, and a document that others can read.

import { Validator } from '@seriousme/openapi-schema-validator';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '#contract/reference/openapi.ts';
import { INTRODUCTION } from '../support/service/introduction.ts';

const document = JSON.parse(JSON.stringify(openApiDocument('https://api.example.com', INTRODUCTION))) as Record<string, unknown>;

test('docs/openapi.json is printed from the contract as it is (npm run openapi prints it again)', () => {
  expect(JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))).toEqual(document);
});

test('an independent validator accepts it as OpenAPI 3.1, and refuses it with a mistake in it', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  expect((await new Validator().validate({ ...structuredClone(document), paths: { files: {} } })).valid).toBe(false);
});
