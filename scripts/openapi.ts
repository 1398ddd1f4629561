// `npm run openapi`: prints docs/openapi.json from the contract. A test compares them.

import { writeFileSync } from 'node:fs';
import { openApiDocument } from '#contract/openapi.ts';
import { ROOT } from './local/edge.ts';

const path = `${ROOT}docs/openapi.json`;
writeFileSync(path, `${JSON.stringify(openApiDocument('https://api.example.com'), null, 2)}\n`);
process.stdout.write(`${path}\n`);
