// What the client is printed from is what the service has now: types, operations with their options, file types.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { OPERATION_NAMES, type OperationRow, OPERATIONS as OF_CONTRACT } from '#contract/operations.ts';
import { OPERATIONS } from '../../client/generated/operations.ts';
import { typesStamp } from '../../scripts/client/api-types.ts';
import type { ApiDocument } from '../../scripts/client/document.ts';
import { fileTypesSource } from '../../scripts/client/file-types.ts';
import { operationsSource } from '../../scripts/client/operations.ts';
import { ROOT } from '../../scripts/local/edge.ts';

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const document = JSON.parse(read('docs/openapi.json')) as ApiDocument;

test('client/generated is printed from docs/openapi.json as it is (npm run client:generate prints it again)', () => {
  expect(read('client/generated/operations.ts')).toBe(operationsSource(document));
  expect(read('client/generated/file-types.ts')).toBe(fileTypesSource());
  expect(read('client/generated/api.ts')).toContain(`\n// ${typesStamp(document)}\n`);
});

test('openapi-typescript prints the same types again', { tags: 'long', timeout: 240_000 }, async () => {
  const before = read('client/generated/api.ts');
  await promisify(execFile)(process.execPath, ['scripts/client-generate.ts', '--all'], { cwd: ROOT });
  expect(read('client/generated/api.ts')).toBe(before);
});

test('each operation is there with the parameter that lists its files', () => {
  expect(Object.keys(OPERATIONS)).toEqual(OPERATION_NAMES);
  for (const name of OPERATION_NAMES) {
    const { furtherSources }: OperationRow = OF_CONTRACT[name];
    const { filesParam, takesFile, path } = { filesParam: undefined, ...OPERATIONS[name] };
    expect([filesParam, takesFile, path], name).toEqual([
      furtherSources?.param,
      furtherSources?.withFirst !== true,
      OF_CONTRACT[name].path,
    ]);
  }
});
