// The report of an edit: the plan, every change with its place, what was skipped, how faithful it is. Bounded, whatever the edit did.

import type { EditPlan } from '#contract/params/edit-plan.ts';
import type { Applied, Change, Skipped } from './applied.ts';
import { describeMatch } from '../../pdf/edit/find.ts';
import type { CheckedPlan } from './plan/check-plan.ts';
import type { PdfFacts } from './facts/read-facts.ts';

const REPORTED_BYTES_MAX = 96 * 1024;
const TEXT_CHARS_MAX = 200;
/** Of the page, on each side of a match. */
const CONTEXT_CHARS = 60;

interface Match {
  readonly operation: string;
  readonly page: number;
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** Left, bottom, right, top in default user space, a box for each line. */
  readonly boxes: readonly (readonly number[])[];
}

/** Every place that the plan would act on. */
export function listMatches({ operations }: CheckedPlan, facts: PdfFacts): Match[] {
  return operations.flatMap(({ operation, found, images = [] }) => [
    ...images.map(({ page, box }) => ({ operation: operation.id, page, text: '', before: '', after: '', boxes: [rounded(box)] })),
    ...found.map(({ page, start, end, text }) => {
      const around = facts.pageText(page);
      return {
        operation: operation.id,
        page,
        text,
        before: around.slice(Math.max(0, start - CONTEXT_CHARS), start),
        after: around.slice(end, end + CONTEXT_CHARS),
        boxes: (describeMatch(facts.pageAt(page), start, end)?.boxes ?? []).map(rounded),
      };
    }),
  ]);
}

export function reportDryRun(
  checked: CheckedPlan,
  matches: readonly Match[],
  planId: string | undefined,
): { readonly content: Record<string, unknown>; readonly report: Record<string, unknown> } {
  const { plan, skipped } = checked;
  const told = matches.map((match) => ({ ...match, text: shorten(match.text) }));
  const spellings = checked.spellingsLeft.length > 0 ? { other_spellings: checked.spellingsLeft } : {};
  const common = { planner: plan.planner, plan, ...(planId === undefined ? {} : { plan_id: planId }), skipped, ...spellings };
  return {
    content: { ...common, matches },
    report: { ...common, matches: bounded(told), matches_total: matches.length, summary: summarise(plan, matches.length, skipped, true) },
  };
}

export function reportEdit(
  plan: EditPlan,
  applied: Applied,
  skipped: readonly Skipped[],
  verification: Record<string, unknown>,
): Record<string, unknown> {
  const orderOf = new Map(plan.operations.map(({ id }, index) => [id, index]));
  const inOrder = applied.changes.toSorted((one, two) => (orderOf.get(one.operation) ?? 0) - (orderOf.get(two.operation) ?? 0));
  const changes = inOrder.map(tellChange);
  return {
    planner: plan.planner,
    plan,
    changes: bounded(changes),
    changes_total: changes.length,
    skipped: bounded(skipped),
    summary: summarise(plan, changes.length, skipped, false),
    fidelity: summariseFidelity(applied.changes),
    verification,
  };
}

function tellChange({ operation, op, page, bbox, before, after, fidelity, renumbered }: Change): Record<string, unknown> {
  return {
    operation,
    op,
    ...(page === undefined ? {} : { page }),
    ...(bbox === undefined ? {} : { bbox: rounded(bbox) }),
    ...(before === undefined ? {} : { before: shorten(before) }),
    ...(after === undefined ? {} : { after: shorten(after) }),
    ...(fidelity === undefined ? {} : { fit: fidelity.fitting }),
    ...(renumbered === undefined || renumbered.length === 0 ? {} : { renumbered }),
  };
}

function summariseFidelity(changes: readonly Change[]): Record<string, unknown> {
  const told = changes.flatMap(({ fidelity }) => fidelity ?? []);
  return {
    font_preserved: told.filter((one) => one.font_preserved).length,
    font_substituted: [...new Set(told.flatMap((one) => one.font_substituted ?? []))],
    glyphs_missing: [...new Set(told.flatMap((one) => one.glyphs_missing))].slice(0, 200),
    overflow: told.filter((one) => one.overflow).length,
    shrunk: told.filter((one) => one.scale < 1).length,
  };
}

function summarise(plan: EditPlan, count: number, skipped: readonly Skipped[], isDryRun: boolean): string {
  const noun = isDryRun ? (count === 1 ? 'match' : 'matches') : count === 1 ? 'change' : 'changes';
  const operations = `${plan.operations.length} ${plan.operations.length === 1 ? 'operation' : 'operations'}`;
  const left = skipped.length > 0 || plan.unresolved.length > 0 ? `, ${skipped.length + plan.unresolved.length} left out` : '';
  return `${operations}, ${count} ${noun}${left}.`;
}

function bounded<T>(rows: readonly T[]): T[] {
  const kept: T[] = [];
  let size = 0;
  for (const row of rows) {
    size += Buffer.byteLength(JSON.stringify(row));
    if (size > REPORTED_BYTES_MAX / 2) break;
    kept.push(row);
  }
  return kept;
}

function rounded(box: readonly number[]): number[] {
  return box.map((side) => Math.round(side * 100) / 100);
}

function shorten(text: string): string {
  return text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX - 1)}…` : text;
}
