// Where real files are, for tests that read them where they exist: beside the repository, or where CORPUS_DIR says.

import { resolve } from 'node:path';

export const CORPUS = process.env['CORPUS_DIR'] ?? resolve(import.meta.dirname, '../../../shared/corpus');
