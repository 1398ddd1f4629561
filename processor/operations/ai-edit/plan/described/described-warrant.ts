// The warrant of an operation whose place the instruction describes instead of quoting it: what describes the place stands for its text, and all
// else must be said as for a quoted one.

import type { EditOperation, Match } from '#contract/params/edit-plan.ts';
import { findFragment, plain, sentenceOf } from '#instruction/said.ts';
import { type Warrant, warrantOf } from '#instruction/warrant/warrant.ts';
import type { PlacedOperation } from '../../facts/placed-operation.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import { describedBy } from './described-places.ts';

interface Asked {
  readonly instruction: string;
  /** The parts of it that all operations of the plan rest on. */
  readonly reasons: readonly string[];
  /** What the instruction does not quote. */
  readonly field: string;
}

const DESCRIBED: ReadonlySet<string> = new Set(['match.text', 'match.occurrence']);
/** An ordinal beside a description counts what is described: `the second bullet`. */
const OCCURRENCES = ['all', 1, 2, 3, 4, 5, -1] as const;

/** @returns undefined where its place is not described; else what holds of all other parts of the operation */
export function describedWarrant(
  { operation, found }: Pick<PlacedOperation, 'operation' | 'found'>,
  { instruction, reasons, field }: Asked,
  ground: GroundDocument,
): Warrant | undefined {
  if (!('match' in operation) || operation.match.text === undefined) return undefined;
  const { because } = operation;
  const value = 'value' in operation ? operation.value : undefined;
  const isRow = operation.op === 'insert_text' && operation.as === 'row';
  if (!DESCRIBED.has(field) && !(isRow && field === 'value')) return undefined;
  const phrases = DESCRIBED.has(field)
    ? describedBy({ because, rest: restOf(instruction, because, reasons), value, found }, ground)
    : [operation.match.text];
  // Nobody writes a row with the marks between its cells: each cell must be said.
  const cells = isRow ? operation.value.split(' | ').filter((cell) => cell.trim() !== '') : [undefined];
  const warrants = cells.map((cell) => {
    const written = cell === undefined ? operation : ({ ...operation, value: cell } as typeof operation);
    return firstWarrant(written, phrases, instruction, ground.pageCount);
  });
  return warrants.find((warrant) => !warrant?.ok) ?? warrants[0];
}

function firstWarrant(
  operation: Extract<EditOperation, { match: Match }>,
  phrases: readonly string[],
  instruction: string,
  pageCount: number,
): Warrant | undefined {
  let refused: Warrant | undefined;
  for (const text of phrases) {
    for (const occurrence of OCCURRENCES) {
      for (const pages of new Set([operation.pages, 'all'])) {
        const named: EditOperation = { ...operation, pages, match: { ...operation.match, text, occurrence } };
        const warrant = warrantOf(named, instruction, pageCount);
        if (warrant.ok) return warrant;
        refused = isFurther(warrant, refused) ? warrant : refused;
      }
    }
  }
  return refused;
}

/** A phrase that is named but not counted, or not at all, says nothing of the other parts. */
function isFurther({ field }: Extract<Warrant, { ok: false }>, other: Warrant | undefined): boolean {
  return !DESCRIBED.has(field) && (other === undefined || field === 'value');
}

/** Of the sentence of a fragment, what no operation rests on. */
function restOf(instruction: string, because: string, reasons: readonly string[]): string {
  const [said] = findFragment(instruction, because);
  if (!said) return '';
  const { start, end } = sentenceOf(said);
  const rest = `${said.text.slice(start, said.start)} ${said.text.slice(said.end, end)}`;
  return reasons.reduce((left, reason) => left.replaceAll(plain(reason), ' '), rest);
}
