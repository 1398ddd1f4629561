// `npm run openapi`: prints docs/openapi.json from the contract. A test compares them.

import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '#contract/reference/openapi.ts';
import { ROOT } from './local/edge.ts';

const path = `${ROOT}docs/openapi.json`;
const introduction = readFileSync(`${ROOT}docs/introduction.md`, 'utf8');
writeFileSync(path, `${JSON.stringify(openApiDocument('https://api.example.com', introduction), null, 2)}\n`);
process.stdout.write(`${path}\n`);
