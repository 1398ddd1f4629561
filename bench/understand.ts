// `npm run bench:understand`: instructions as customers write them, through the whole operation in this process, judged by what a person expects
// of the result. UNDERSTAND_SETS names further sets (files of rows, separated by colons), UNDERSTAND_ONLY rows by number, UNDERSTAND_OUT a folder
// that keeps the results, UNDERSTAND_RECORDED a folder with a language model's answers (understand/recorded-answers.ts), UNDERSTAND_FILES where
// documents printed from office files are; with UNDERSTAND_PLANS each plan is printed; with UNDERSTAND_TIMES only the time of planning is
// measured, and that of the model of long documents beside their conversion to text; nothing is carried out.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endPdfium, warmUpPdfium } from '../processor/pdf/pdfium/pdfium-thread.ts';
import { round, writeResult } from './measure.ts';
import { timeModels } from './understand/model-time.ts';
import { timePlans } from './understand/planning-time.ts';
import { type Judged, judgeOutcomes } from './understand/judge.ts';
import { readSets } from './understand/sets.ts';
import { startRecordedModel } from './understand/recorded-answers.ts';
import { type Outcome, runRow } from './understand/run-row.ts';

const only = process.env['UNDERSTAND_ONLY']?.split(',').map(Number);
const kept = process.env['UNDERSTAND_OUT'];

const rows = readSets(process.env['UNDERSTAND_SETS']?.split(':') ?? []).filter(({ no }) => only?.includes(no) ?? true);
if (rows.length === 0) {
  process.stderr.write('There is no set of instructions: neither ../shared/edit-set nor UNDERSTAND_SETS.\n');
  process.exit(0);
}
await warmUpPdfium();
if (process.env['UNDERSTAND_TIMES'] !== undefined) {
  writeResult('understand-times', { planning: await timePlans(rows), models: await timeModels() });
  await endPdfium();
  process.exit(0);
}
const folder = kept ?? mkdtempSync(join(tmpdir(), 'understand-'));
if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
const recorded = process.env['UNDERSTAND_RECORDED'];
const model = recorded === undefined ? undefined : await startRecordedModel(recorded);
const outcomes: Outcome[] = [];
for (const row of rows) {
  model?.begin(row.no);
  outcomes.push(await runRow(row, folder, model?.endpoint));
}
await model?.[Symbol.asyncDispose]();
for (const [no, name] of model?.unanswered ?? []) process.stderr.write(`row ${no} has no answer to ${name}.request.json\n`);
const judged = judgeOutcomes(rows, outcomes, folder);
for (const one of judged) tell(one);
const table = (of: readonly Judged[]) => {
  const counts: Record<string, number> = {};
  for (const { verdict } of of) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
};
const reasonable = judged.filter(({ row }) => row.expect === 'do');
const classes = [...new Set(judged.map(({ row }) => row.class))].toSorted();
const figures = {
  rows: judged.length,
  verdicts: table(judged),
  right_of_reasonable: round(reasonable.filter(({ verdict }) => verdict === 'right').length / Math.max(1, reasonable.length)),
  by_class: Object.fromEntries(classes.map((name) => [name, table(judged.filter(({ row }) => row.class === name))])),
};
// A part of the rows, or other sets, are no result of the project.
if (only === undefined && process.env['UNDERSTAND_SETS'] === undefined) writeResult(model ? 'understand-model' : 'understand', figures);
else process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
if (kept === undefined) rmSync(folder, { recursive: true });
await endPdfium();

function tell({ row, outcome, verdict, failed }: Judged): void {
  const lines = [
    `${String(row.no).padStart(5)} ${verdict.padEnd(20)} ${row.class.padEnd(18)} ${outcome.reason ?? ''} | ${row.instruction}`,
  ];
  if (outcome.message !== undefined && verdict !== 'right-refusal') lines.push(`        ${outcome.message.slice(0, 400)}`);
  if (process.env['UNDERSTAND_PLANS'] !== undefined && outcome.plan !== undefined) lines.push(`        ${JSON.stringify(outcome.plan)}`);
  lines.push(...failed.map((why) => `      ✗ ${why}`));
  process.stderr.write(`${lines.join('\n')}\n`);
}
