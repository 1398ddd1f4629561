// Learns to read instructions: `node bench/train-reader.ts`. From annotated instructions (test/acceptance/understand/annotated) and their
// documents to the weights of processor/operations/ai-edit/plan/learned; the same data gives the same weights. READER_FOLDS=5 instead reads each
// part of the documents with what was learned from the others, and tells how much is read right.

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/local/edge.ts';
import { learn, measure } from './understand/learn-reader.ts';
import { readExamples } from './understand/reader-examples.ts';
import { writeWeights } from './understand/write-weights.ts';

const OUT = join(ROOT, 'processor/operations/ai-edit/plan/learned/reader-weights.txt');

const examples = await readExamples([join(ROOT, 'test/acceptance/understand/annotated')]);
process.stderr.write(`${examples.length} instructions\n`);
const folds = Number(process.env['READER_FOLDS'] ?? 0);
if (folds > 1) {
  process.stdout.write(`${JSON.stringify(measure(examples, folds), null, 2)}\n`);
} else {
  writeFileSync(OUT, writeWeights(learn(examples)));
  process.stderr.write(`${statSync(OUT).size} bytes\n`);
}
