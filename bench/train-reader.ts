// Learns to read instructions: `node bench/train-reader.ts`. From annotated instructions (test/acceptance/understand/annotated) and their documents
// to the weights of processor/operations/ai-edit/plan/learned; the same data gives the same weights. Needs Debian's python3-torch for the roles.
// READER_MORE=1 learns from the rows that came later too, READER_PARTS=roles or things one of both. READER_HELD=3 leaves out every document whose name falls into the first 3 of 20 parts, and tells
// how much is read right of those; READER_OUT is then where weights go, READER_VARIANTS how often each row is written anew.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { ROOT } from '../scripts/local/edge.ts';
import { isHeldBack, learnedFrom, roleExamples } from './understand/reader-examples.ts';
import { learnThings, measureThings, writeThings } from './understand/learn-things.ts';
import { thingExamples } from './understand/thing-examples.ts';

const OUT = process.env['READER_OUT'] ?? join(ROOT, 'processor/operations/ai-edit/plan/learned');
const parts = process.env['READER_PARTS'] ?? 'roles,things';
const held = Number(process.env['READER_HELD'] ?? 0);
const rows = learnedFrom(join(ROOT, 'test/acceptance/understand/annotated'), process.env['READER_MORE'] !== undefined);

if (parts.includes('things')) {
  const { examples, names } = await thingExamples(rows);
  const weights = learnThings(
    examples.filter(({ file }) => !isHeldBack(file, held)),
    names.size,
  );
  writeFileSync(join(OUT, 'thing-weights.txt'), writeThings(names, weights));
  const own = examples.filter(({ file }) => isHeldBack(file, held));
  if (own.length > 0) process.stdout.write(`${JSON.stringify(measureThings(own, weights), null, 2)}\n`);
}
if (parts.includes('roles')) {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  try {
    const path = join(folder, 'examples.jsonl');
    await roleExamples(rows, { path, held, variants: Number(process.env['READER_VARIANTS'] ?? 1) });
    const program = join(import.meta.dirname, 'understand/train_reader.py');
    const run = spawnSync('/usr/bin/python3', ['-B', program, path, join(OUT, 'reader-weights.bin')], { stdio: 'inherit' });
    process.exitCode = run.status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
