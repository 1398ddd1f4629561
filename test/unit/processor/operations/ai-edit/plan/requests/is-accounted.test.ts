import { expect, test } from 'vitest';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { isAccounted } from '../../../../../../../processor/operations/ai-edit/plan/requests/is-accounted.ts';
import type { GroundDocument } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';

const ground = { pageCount: 1, holds: () => false } as unknown as GroundDocument;
const item = (instruction: string, value: string): readonly EditOperation[] => [
  {
    id: 'op1',
    because: instruction,
    op: 'insert_text',
    pages: 'all',
    place: 'after',
    match: { text: 'Fifth', case: 'exact', whole_word: true, occurrence: 'all', expect: { min: 1 } },
    value,
    as: 'list_item',
  },
];

test.each(['vi. Gloves', '(6) Gloves', 'f) Gloves', '• Gloves'])('the mark of %s may come from the list', (written) => {
  const instruction = `Add a list item "${written}" after "Fifth"`;
  expect(isAccounted(instruction, item(instruction, 'Gloves'), ground)).toBe(true);
});

test('a quoted text that is nowhere in the plan speaks against it', () => {
  const instruction = 'Add a list item "vi. Gloves" after "Fifth"';
  expect(isAccounted(instruction, item(instruction, 'Hats'), ground)).toBe(false);
});

test.each(['only on the first page', 'solo sulla prima pagina', 'nur auf der ersten Seite'])(
  '%s limits what is done, and removes no page',
  (limit) => {
    const stamp = { id: 'op1', because: 'Write DRAFT', op: 'watermark', pages: 'all', value: 'DRAFT' } as unknown as EditOperation;
    const keep: EditOperation = { id: 'op2', because: limit, op: 'keep_pages', pages: '1' };
    expect(isAccounted(`Write DRAFT in red, ${limit}`, [stamp, keep], ground)).toBe(false);
    expect(isAccounted('only the first page', [{ ...keep, because: 'only the first page' }], ground)).toBe(true);
  },
);
