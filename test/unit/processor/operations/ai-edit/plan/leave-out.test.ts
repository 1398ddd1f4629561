import { describe, expect, it } from 'vitest';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { JobFailure } from '../../../../../../processor/failure.ts';
import type { CheckedPlan } from '../../../../../../processor/operations/ai-edit/plan/check-plan.ts';
import { leaveOut } from '../../../../../../processor/operations/ai-edit/plan/leave-out.ts';
import type { LocatedText } from '../../../../../../processor/operations/ai-edit/facts/locate.ts';

const found = (page: number): LocatedText => ({ page, start: 0, end: 4, text: 'word' });
const match = { text: 'word', case: 'exact', whole_word: false, occurrence: 'all', expect: { min: 1 } } as const;

const replace: EditOperation = { id: 'op1', because: 'x', op: 'replace_text', pages: 'all', match, value: 'x', fit: 'shrink' };
const redact: EditOperation = { id: 'op2', because: 'x', op: 'redact', pages: 'all', match };
const keep: EditOperation = { id: 'op3', because: 'x', op: 'keep_pages', pages: '1-3' };

const checked: CheckedPlan = {
  plan: { plan_version: 1, planner: { kind: 'caller', version: '1' }, source: { sha256: '', pages: 3 }, operations: [], unresolved: [] },
  operations: [
    { operation: replace, pages: [1, 2, 3], found: [found(1), found(2)] },
    { operation: redact, pages: [1, 2, 3], found: [found(1), found(2)] },
    { operation: keep, pages: [1, 2, 3], found: [] },
  ],
  skipped: [],
  inferred: [],
  records: [],
  spellingsLeft: [],
};

const refusal = (whose: { readonly operation?: string; readonly operations?: readonly string[] }, page?: number) =>
  new JobFailure('unsupported_feature', {
    message: 'no',
    refused: { kind: 'edit', check: 'verify', ...whose },
    ...(page === undefined ? {} : { page }),
  });

describe('what is left out after a refusal', () => {
  it('is the operation on the page where it was refused; elsewhere it is carried out', () => {
    const left = leaveOut(checked, refusal({ operations: ['op1'] }, 2));
    expect(left?.operations[0]).toMatchObject({ operation: replace, found: [{ page: 1 }] });
    expect(left?.operations).toHaveLength(3);
    expect(left?.skipped).toEqual([{ operation: 'op1', reason: 'unsupported_feature', message: 'no', page: 2 }]);
  });

  it('is the whole operation where nothing of it would be left, or no page is known', () => {
    expect(leaveOut(checked, refusal({ operation: 'op1' }))?.operations.map(({ operation }) => operation.id)).toEqual(['op2', 'op3']);
    const once = { ...checked, operations: [{ operation: replace, pages: [2], found: [found(2)] }, ...checked.operations.slice(2)] };
    expect(leaveOut(once, refusal({ operations: ['op1'] }, 2))?.operations.map(({ operation }) => operation.id)).toEqual(['op3']);
  });

  it('is all of a redaction, and all of what arranges pages', () => {
    const left = leaveOut(checked, refusal({ operations: ['op2', 'op3'] }, 2));
    expect(left?.operations.map(({ operation }) => operation.id)).toEqual(['op1']);
    expect(left?.skipped.map(({ operation, page }) => [operation, page])).toEqual([
      ['op2', undefined],
      ['op3', undefined],
    ]);
  });

  it('is nothing where nobody knows whose doing it is, where it is a fault, or where nothing would be left', () => {
    expect(leaveOut(checked, refusal({}))).toBeUndefined();
    expect(
      leaveOut(checked, new JobFailure('internal', { refused: { kind: 'edit', check: 'verify', operations: ['op1'] } })),
    ).toBeUndefined();
    expect(leaveOut(checked, new JobFailure('output_limit'))).toBeUndefined();
    expect(leaveOut(checked, refusal({ operations: ['op1', 'op2', 'op3'] }))).toBeUndefined();
    expect(leaveOut(checked, new Error('a fault'))).toBeUndefined();
  });
});
