import { expect, test } from 'vitest';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { halfDone } from '../../../../../../../processor/operations/ai-edit/plan/requests/is-half-done.ts';

const plan = (...operations: readonly object[]) => operations as readonly EditOperation[];
const gone = { op: 'delete_text', match: { text: 'KONT' }, as: 'text' };
const put = { op: 'insert_text', match: { text: 'PO:' }, value: '4711', as: 'text' };

test.each([
  ['Delete the white KONT box on Monday evening', plan(gone), true],
  ['get rid of the two yellow star shapes incl. the text in them', plan(gone), true],
  ['Lösche den Kasten mit dem Text', plan(gone), true],
  ['Delete the white KONT box on Monday evening', plan(gone, { op: 'restyle_box', frame: 'none' }), true],
  ['Delete the picture with the star', plan(gone, { op: 'delete_image' }), false],
  ['Delete the text in the box', plan(gone), false],
  ['Delete KONT, the box stays', plan(gone), false],
  ['Delete the row Star Alliance Boxing Club', plan(gone), false],
  ['Put 4711 behind PO, lined up with the values above', plan(put), true],
  ['Put 4711 behind PO, lined up with the values above', plan({ ...put, in_line_with: '08.03.2019' }), false],
  ['Delete the white KONT box', plan({ op: 'delete_drawing', with_text: true }), false],
  ['Delete the white KONT box', plan(gone, { op: 'delete_drawing' }), false],
  ['Put 4711 behind PO', plan(put), false],
])('%s, with %j: half done %s', (instruction, operations, isHalf) => {
  expect(halfDone(instruction, operations) !== undefined).toBe(isHalf);
});
