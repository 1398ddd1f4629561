// The text that the Worker bundles.

import { readFileSync } from 'node:fs';

export const INTRODUCTION = readFileSync(new URL('../../../docs/introduction.md', import.meta.url), 'utf8');
