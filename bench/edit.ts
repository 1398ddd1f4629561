// `npm run bench:edit`: edits of real files through the whole operation, from the instruction to the judged result, and what
// independent programs say of each: clean, refused with a reason, or damaged. Also the time of each, and the time to only open and save.
// EDIT_COUNT, SEED and EDIT_ROUNDS (of the timing; 0 for none) choose what is run; EDIT_SET=length only edits that change the length of a text, written
// those that people wrote from pictures (test/acceptance/edits), held the part of them that is put away, or the path of such a list (of both only
// figures are told, and what the judge says without the words of the page); EDIT_KIND only edits of that kind; EDIT_OUT keeps the results of those, with their sources, in a folder.

import { appendFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openPdf } from '../processor/pdf/open.ts';
import { endPdfium, warmUpPdfium } from '../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../processor/pdf/save.ts';
import { JobFailure } from '../processor/failure.ts';
import { type EditRun, runEdit } from '../support/run/run-edit.ts';
import { chooseEdits, chooseLengthEdits, type Edit, type Kind, KINDS } from './edit/choose.ts';
import { judgeEdit } from './edit/judge.ts';
import { readWrittenEdits } from './edit/written.ts';
import { interleave, median, quantile, round, writeResult } from './measure.ts';

const COUNT = Number(process.env['EDIT_COUNT'] ?? 100);
const SEED = Number(process.env['SEED'] ?? 1);
const ROUNDS = Number(process.env['EDIT_ROUNDS'] ?? 3);

const SETS = {
  edit: chooseEdits,
  length: chooseLengthEdits,
  written: (count: number) => readWrittenEdits('open', count),
  held: (count: number) => readWrittenEdits('held', count),
} satisfies Record<string, (count: number, seed: number) => Edit[]>;
const SET = process.env['EDIT_SET'] ?? 'edit';
const chosen = isSet(SET) ? SETS[SET](COUNT, SEED) : readWrittenEdits(SET, COUNT);
const IS_TOLD = isSet(SET) && SET !== 'held';
const ONLY = process.env['EDIT_KIND'];

function isSet(name: string): name is keyof typeof SETS {
  return Object.hasOwn(SETS, name);
}

interface Outcome {
  readonly edit: Edit;
  readonly result: 'clean' | 'refused' | 'damaged';
  readonly reason: string | undefined;
  readonly wrong: readonly string[];
  /** What was done. */
  readonly ops: readonly string[];
  readonly editMs: number | undefined;
  readonly openAndSaveMs: number | undefined;
}

async function runOne(edit: Edit): Promise<Outcome> {
  let run: EditRun;
  try {
    run = await runEdit(edit.bytes, edit.instruction);
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    const told = [error.details?.['check'], error.details?.['refusal']].filter((part) => typeof part === 'string');
    const reason = [error.reason, ...told].join(' ');
    // Not a refusal but a fault: it is reported as one.
    const result = error.reason === 'internal' || error.reason === 'timeout' ? 'damaged' : 'refused';
    return { edit, result, reason, wrong: [], ops: [], editMs: undefined, openAndSaveMs: undefined };
  }
  const wrong = await judgeEdit(edit, run.bytes, run.report);
  keep(edit, run);
  const times = ROUNDS > 0 ? await timeOf(edit) : {};
  return {
    edit,
    result: wrong.length > 0 ? 'damaged' : 'clean',
    reason: undefined,
    wrong,
    ops: [...new Set(run.report.changes.map(({ op }) => op))],
    editMs: times['edit'] && median(times['edit']),
    openAndSaveMs: times['openAndSave'] && median(times['openAndSave']),
  };
}

/** For eyes: the result, and beside it what it was made from. */
function keep({ id, file, path, page, instruction }: Edit, { bytes, report }: EditRun): void {
  const folder = process.env['EDIT_OUT'];
  if (folder === undefined) return;
  // Several written edits are of one file.
  const name = id === undefined ? file : `${id}-${basename(file)}`;
  writeFileSync(join(folder, name), bytes);
  const [change] = report.changes;
  appendFileSync(join(folder, 'list.jsonl'), `${JSON.stringify({ file: name, path, page, instruction, change })}\n`);
}

function timeOf({ bytes, instruction }: Edit): Promise<Record<string, number[]>> {
  const openAndSave = async () => {
    const opened = await openPdf(bytes, { needs: 'modify', pagesMax: 1000 });
    return savePdf(opened.context, { packed: opened.xref.usesXrefStreams });
  };
  return interleave({ edit: () => runEdit(bytes, instruction), openAndSave }, ROUNDS, 0);
}

function summarise(outcomes: readonly Outcome[]): object {
  const of = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result);
  const timed = outcomes.flatMap(({ editMs, openAndSaveMs }) => (editMs && openAndSaveMs ? [{ editMs, openAndSaveMs }] : []));
  const edits = timed.map(({ editMs }) => editMs);
  return {
    edits: outcomes.length,
    files: new Set(outcomes.map(({ edit }) => edit.file)).size,
    clean: round(of('clean').length / outcomes.length),
    refused: round(of('refused').length / outcomes.length),
    damaged: round(of('damaged').length / outcomes.length),
    ...(edits.length > 0
      ? {
          seconds_per_edit: { median: round(median(edits) / 1000), p95: round(quantile(edits, 0.95) / 1000) },
          open_and_save_seconds: round(median(timed.map(({ openAndSaveMs }) => openAndSaveMs)) / 1000),
          times_open_and_save: round(median(timed.map(({ editMs, openAndSaveMs }) => editMs / openAndSaveMs)), 2),
        }
      : {}),
  };
}

/** What a judge says of a page, without its words. */
function wordless(wrong: readonly string[]): string[] {
  return wrong.map((said) => said.replace(/"[^"]*"/u, '"…"').replace(/(not visible|one over the other): .*/su, '$1'));
}

await warmUpPdfium();
const outcomes: Outcome[] = [];
for (const edit of chosen.filter(({ kind }) => ONLY === undefined || kind === ONLY)) {
  const outcome = await runOne(edit);
  outcomes.push(outcome);
  const said = outcome.reason ?? outcome.wrong.join('; ');
  if (IS_TOLD) process.stderr.write(`${outcome.result} ${edit.id ?? ''} ${edit.file}: ${edit.instruction}${said ? ` — ${said}` : ''}\n`);
}
const ofKind = (kind: Kind) => outcomes.filter(({ edit }) => edit.kind === kind);
const refusals = Map.groupBy(
  outcomes.filter(({ result }) => result === 'refused'),
  ({ reason }) => reason ?? '',
);
writeResult(SET === 'edit' ? 'edit' : `edit-${isSet(SET) ? SET : basename(SET, '.jsonl')}`, {
  ...(ONLY === undefined ? {} : { only: ONLY }),
  seed: SEED,
  timing_rounds: ROUNDS,
  ...summarise(outcomes),
  refused_by_reason: Object.fromEntries([...refusals].map(([reason, all]) => [reason, all.length])),
  damaged_edits: outcomes
    .filter(({ result }) => result === 'damaged')
    .map(({ edit, reason, wrong, ops }) =>
      IS_TOLD
        ? `${edit.file}: ${edit.instruction}: ${reason ?? wrong.join('; ')}`
        : `${edit.kind}, done as ${ops.join(', ')}: ${reason ?? wordless(wrong).join('; ')}`,
    ),
  by_kind: Object.fromEntries(KINDS.filter((kind) => ofKind(kind).length > 0).map((kind) => [kind, summarise(ofKind(kind))])),
});
await endPdfium();
