// `node bench/convert/misses.ts [--tagged] [--set corpus|own|seen|unseen] [--only column] [--scores] [name part …]`: what a round trip loses and
// invents, document by document, so that a rule can be judged by its causes. Prints only; writes no result.

import { parseArgs } from 'node:util';
import { convertFromPdf, textOfResult } from '../../support/run/read-pdf-document.ts';
import { warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { wordsOf } from '../../support/judges/quality/outline.ts';
import { readDocxOutline } from '../../support/judges/quality/read-docx.ts';
import {
  bagsOf,
  meanScores,
  scoreAsSeen,
  scoreOutline,
  type Scores,
  sequenceRatio,
  without,
  wordsOfOutline,
} from '../../support/judges/quality/score.ts';
import { readRoundTrips } from './round-trip-set.ts';

const COLUMNS = ['headings', 'lists', 'cells', 'paragraphs'] as const;
const TEXT_MAX = 110;
const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    tagged: { type: 'boolean', default: false },
    scores: { type: 'boolean', default: false },
    set: { type: 'string', default: 'corpus' },
    only: { type: 'string' },
    limit: { type: 'string', default: '12' },
  },
});

await warmUpPdfium();
const trips = Object.entries(await readRoundTrips(options.set, options.tagged));
const all: Scores[] = [];
const seen: Scores[] = [];
const order: number[] = [];
for (const [name, { truth, pdf }] of trips) {
  if (parts.length > 0 && !parts.some((part) => name.includes(part))) continue;
  const made = await convertFromPdf('docx', pdf).catch(() => undefined);
  if (!made) continue;
  const { bytes } = made;
  const found = readDocxOutline(bytes);
  const scores = scoreOutline(truth, found);
  all.push(scores);
  seen.push(scoreAsSeen(truth, found));
  const text = wordsOf(textOfResult(await convertFromPdf('txt', pdf)));
  order.push(sequenceRatio(wordsOfOutline(truth), text));
  const figures = Object.entries({ ...scores, order: order.at(-1) ?? 0 }).map(([key, value]) => `${key} ${value.toFixed(3)}`);
  process.stdout.write(`\n== ${name}: ${figures.join('  ')}\n`);
  if (options.scores) continue;
  const [right, own] = [bagsOf(truth), bagsOf(found)];
  for (const column of COLUMNS) {
    if (options.only !== undefined && options.only !== column) continue;
    const [missed, invented] = [without(right[column], own[column]), without(own[column], right[column])];
    if (right[column].length === 0 && column !== 'headings' && invented.length < 4) continue;
    list(`${column}: missed ${missed.length} of ${right[column].length}`, '-', missed);
    list(`${column}: found that are none ${invented.length}`, '+', invented);
  }
}
const line = (figures: object) =>
  Object.entries(figures)
    .map(([key, value]) => `${key} ${Number(value).toFixed(4)}`)
    .join('  ');
const { counted, ...means } = meanScores(all);
const { counted: countedSeen, ...meansSeen } = meanScores(seen);
process.stdout.write(
  `\n${line({ ...means, order: order.reduce((sum, value) => sum + value, 0) / order.length })}\n${JSON.stringify(counted)}\n`,
);
process.stdout.write(`as seen: ${line(meansSeen)}\n${JSON.stringify(countedSeen)}\n`);
process.exit(0);

function list(title: string, sign: string, items: readonly string[]): void {
  if (items.length === 0) return;
  process.stdout.write(`  ${title}\n`);
  for (const item of items.slice(0, Number(options.limit)))
    process.stdout.write(`    ${sign} ${item.length > TEXT_MAX ? `${item.slice(0, TEXT_MAX - 30)} … ${item.slice(-25)}` : item}\n`);
}
