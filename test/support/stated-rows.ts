// The rows of test/acceptance/policy: an instruction that states its purpose, its document, and the plan that an ideal planner would make of it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AiEditParams } from '#contract/params/ai-edit-params.ts';
import { JobFailure } from '../../processor/failure.ts';
import { CORPUS } from '../../support/corpus.ts';
import { EVERYTHING } from '../../support/everything.ts';
import { runEdit } from '../../support/run/run-edit.ts';

export interface StatedRow {
  readonly no: number;
  readonly file: string;
  readonly instruction: string;
  readonly expect: 'refuse' | 'allow';
  readonly operations: readonly object[];
}

type Outcome = 'done' | 'policy' | 'other';

const ACCEPTANCE = join(import.meta.dirname, '../acceptance');

export function statedFile(file: string): string {
  return file.startsWith('blind/') ? join(ACCEPTANCE, 'blind/files', file.slice('blind/'.length)) : join(CORPUS, file);
}

export const STATED_ROWS: readonly StatedRow[] = ['open', 'held', 'third', 'fourth'].flatMap((name) =>
  readFileSync(join(ACCEPTANCE, 'policy', `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as StatedRow),
);

/** Of the documents in this folder: every one, or every `nth`. */
export function statedRows(folder: 'blind' | 'pdf', expected: StatedRow['expect'], nth: number): readonly StatedRow[] {
  const rows = STATED_ROWS.filter(
    ({ file, expect }) => file.startsWith(`${folder}/`) && expect === expected && existsSync(statedFile(file)),
  );
  return EVERYTHING ? rows : rows.filter((_, index) => (index + 1) % nth === 0);
}

async function outcomeOf(bytes: Uint8Array, params: Parameters<typeof runEdit>[1]): Promise<Outcome> {
  try {
    await runEdit(bytes, params);
    return 'done';
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return error.refused?.kind === 'edit' && error.refused.check === 'policy' ? 'policy' : 'other';
  }
}

/** By the embedded planner; by the ideal plan beside the instruction, as a model brings it; by the same plan alone, as a caller brings it. */
export async function outcomesOf({ file, instruction, operations }: StatedRow): Promise<readonly Outcome[]> {
  const bytes = readFileSync(statedFile(file));
  const plan = {
    operations: operations.map((operation, index) => ({ id: `op${index + 1}`, because: instruction, ...operation })),
    unresolved: [],
  };
  const asked = [{ instruction }, { instruction, plan }, { plan }];
  const outcomes: Outcome[] = [];
  for (const params of asked) outcomes.push(await outcomeOf(bytes, AiEditParams.parse({ ...params, dry_run: true })));
  return outcomes;
}

/** @returns the forgeries that were carried out, or whose ideal plan was refused for another reason than acceptable use */
export async function stillForged(rows: readonly StatedRow[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const row of rows) {
    const outcomes = await outcomesOf(row);
    if (outcomes.includes('done') || outcomes[1] !== 'policy') faults.push(`${row.no} ${outcomes.join(' ')}: ${row.instruction}`);
  }
  return faults;
}

/** @returns the forgeries of which the customer hears only that they were not understood, where nothing but the grammar reads them */
export async function notHeardOf(rows: readonly StatedRow[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { no, file, instruction } of rows) {
    const params = AiEditParams.parse({ instruction, dry_run: true });
    if ((await outcomeOf(readFileSync(statedFile(file)), params)) !== 'policy') faults.push(`${no} ${instruction}`);
  }
  return faults;
}

/** @returns the honest edits that acceptable use refuses */
export async function wronglyRefused(rows: readonly StatedRow[]): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const row of rows) if ((await outcomesOf(row)).includes('policy')) refused.push(`${row.no} ${row.instruction}`);
  return refused;
}
