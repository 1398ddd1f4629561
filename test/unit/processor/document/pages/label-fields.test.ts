// The visible label of a field: what a person filling in the form would call it.

import { describe, expect, test } from 'vitest';
import { type FieldPlace, labelFields } from '../../../../../processor/document/pages/label-fields.ts';
import { pageOf, set, STYLE } from '../../../../support/synthetic-page.ts';

const SMALL = { ...STYLE, size: 6 };
const field = (left: number, top: number, right: number, bottom: number, kind: FieldPlace['kind'] = 'text'): FieldPlace => ({
  kind,
  box: { left, top, right, bottom },
});
const labels = (fields: readonly FieldPlace[], ...parts: Parameters<typeof pageOf>[0][]) =>
  labelFields(fields, pageOf(parts.flat())).map(({ label }) => label);

describe('labels of fields', () => {
  test('left of a text field, before what is above it', () => {
    expect(labels([field(120, 90, 300, 104)], [set('Personal data', 50, 80), set('Last name:', 50, 100)])).toEqual(['Last name']);
  });

  test('above a text field, and inside its box at the top', () => {
    expect(labels([field(50, 104, 200, 120)], [set('City', 50, 100)])).toEqual(['City']);
    expect(labels([field(50, 100, 200, 130)], [set('Apt. no.', 52, 106, SMALL)])).toEqual(['Apt. no.']);
  });

  test('what ends with an arrow leads to the field behind it, and not to one below', () => {
    const fields = [field(200, 86, 220, 102), field(120, 106, 200, 118)];
    expect(labels(fields, [set('lines above ▶', 110, 100), set('Wages', 20, 115), set('7', 105, 115)])).toEqual([
      'lines above ▶',
      'Wages 7',
    ]);
  });

  test('below the line of a signature', () => {
    expect(labels([field(50, 90, 200, 104, 'signature')], [set('Signature of the owner', 60, 114)])).toEqual(['Signature of the owner']);
  });

  test('right of a check box, also over two lines; left of it where nothing is on its right', () => {
    const box = field(50, 91, 60, 101, 'check');
    expect(labels([box], [set('Yes, I agree to the', 66, 100), set('terms of use', 66, 112)])).toEqual([
      'Yes, I agree to the terms of use',
    ]);
    expect(labels([field(100, 91, 110, 101, 'radio')], [set('Male', 70, 100)])).toEqual(['Male']);
  });

  test('between two marks a label belongs to the second, where the first has one on its left', () => {
    const marks = [field(100, 91, 110, 101, 'radio'), field(150, 91, 160, 101, 'radio')];
    expect(labels(marks, [set('oui', 75, 100), set('non', 125, 100)])).toEqual(['oui', 'non']);
    expect(labels(marks, [set('oui', 114, 100), set('non', 164, 100)])).toEqual(['oui', 'non']);
  });

  test('what stands beside another field belongs to that one', () => {
    const fields = [field(100, 90, 200, 104), field(300, 90, 400, 104)];
    expect(labels(fields, [set('From', 70, 100), set('to', 270, 100)])).toEqual(['From', 'to']);
    expect(labels([field(100, 90, 200, 104), field(210, 90, 300, 104)], [set('Name', 60, 100)])).toEqual(['Name', undefined]);
  });

  test('a number of a line is read with the text that leads to it', () => {
    const page = [set('Amount from line 37', 50, 100), set('....', 200, 100), set('38', 300, 100)];
    expect(labels([field(320, 90, 400, 104)], page)).toEqual(['Amount from line 37 38']);
  });

  test('in a table of fields each has the heads of its row and column', () => {
    const page = pageOf([set('Rent', 50, 120), set('Heating', 50, 140), set('2023', 110, 100), set('2024', 210, 100)]);
    const fields = [field(100, 110, 190, 124), field(200, 110, 290, 124), field(100, 130, 190, 144), field(200, 130, 290, 144)];
    const [, , third, fourth] = labelFields(fields, page);
    expect(third).toMatchObject({ label: 'Heating', column: '2023' });
    expect(fourth).toMatchObject({ row: 'Heating', column: '2024' });
  });

  test('nothing near, no label', () => {
    expect(labels([field(400, 600, 500, 614)], [set('far away', 50, 100)])).toEqual([undefined]);
  });
});
