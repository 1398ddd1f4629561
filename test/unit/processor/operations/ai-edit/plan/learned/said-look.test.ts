import { expect, test } from 'vitest';
import { readLook } from '../../../../../../../processor/operations/ai-edit/plan/learned/said-look.ts';

test.each([
  ['bold', { bold: true }],
  ['in dark red', { color: '#8b0000' }],
  ['bold and centered', { bold: true, align: 'center' }],
  ['14 pt', { size: { value: 14, unit: 'pt' } }],
  ['kursiv', { italic: true }],
  ['en negrita', { bold: true }],
  ['twice the size', { size: { value: 200, unit: '%' } }],
  // A part that is not understood leaves all of it.
  ['bold like the heading above', undefined],
  ['in comic sans', undefined],
  ['smaller and stretched', undefined],
])('%s', (said, look) => {
  expect(readLook(said)).toEqual(look);
});
