// `npm run client:generate`: prints what the client is made of from docs/openapi.json: its types (openapi-typescript) and the tables of its
// methods and options. Tests compare them.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ROOT } from './local/edge.ts';
import { apiTypesSource, sourceOfTypes, typesStamp } from './client/api-types.ts';
import { fileTypesSource } from './client/file-types.ts';
import { operationsSource } from './client/operations.ts';
import type { ApiDocument } from './client/document.ts';

const CLIENT = `${ROOT}client/`;
const document = JSON.parse(readFileSync(`${ROOT}docs/openapi.json`, 'utf8')) as ApiDocument;

/** openapi-typescript and the TypeScript that it needs, which is another than that of the project: they are the client's own. */
async function generatorOfTypes(): Promise<Parameters<typeof apiTypesSource>[1]> {
  if (!existsSync(`${CLIENT}node_modules/openapi-typescript`)) {
    const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...quiet], { cwd: CLIENT, stdio: 'inherit' });
  }
  const load = async (path: string) => import(pathToFileURL(`${CLIENT}node_modules/${path}`).href) as Promise<object>;
  const { default: ts } = (await load('typescript/lib/typescript.js')) as { default: object };
  return { ...(await load('openapi-typescript/dist/index.mjs')), ts } as Parameters<typeof apiTypesSource>[1];
}

const files = {
  'operations.ts': operationsSource(document),
  'file-types.ts': fileTypesSource(),
};
for (const [name, source] of Object.entries(files)) writeFileSync(`${CLIENT}generated/${name}`, source);

const types = `${CLIENT}generated/api.ts`;
const stamp = typesStamp(document);
if (process.argv.includes('--all') || !existsSync(types) || !readFileSync(types, 'utf8').includes(stamp)) {
  writeFileSync(types, await apiTypesSource(sourceOfTypes(document), await generatorOfTypes(), stamp));
}
process.stdout.write(`${CLIENT}generated\n`);
