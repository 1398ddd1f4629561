// What the text of a cell is, as a spreadsheet counts it.

import { expect, test } from 'vitest';
import { findHabits } from '../../../../processor/operations/convert/writers/sheets/number-habits.ts';
import { readValue } from '../../../../processor/operations/convert/writers/sheets/read-value.ts';

const POINT = { decimal: '.', dayFirst: undefined } as const;
const COMMA = { decimal: ',', dayFirst: true } as const;

test.each([
  ['1,234', POINT, 1234],
  ['1,234', COMMA, 1.234],
  ['1.234', COMMA, 1234],
  ['1 234,50', COMMA, 1234.5],
  ['1\u202f234\u202f567', COMMA, 1234567],
  ['1’234.50', POINT, 1234.5],
  ['12,34,567', POINT, 1234567],
  ['−5.5', POINT, -5.5],
  ['(1,200)', POINT, -1200],
  ['$ -3.50', POINT, -3.5],
  ['.5', POINT, 0.5],
  ['0.07', POINT, 0.07],
  ['45 %', POINT, 0.45],
  ['€1.5', POINT, 1.5],
  ['CHF 20', POINT, 20],
  ['3.2 km/h', POINT, 3.2],
  ['25°C', POINT, 25],
  ['15kWh', POINT, 15],
])('%s is a number', (text, habits, value) => expect(readValue(text, habits)).toMatchObject({ kind: 'number', value }));

test.each([
  '1,23',
  '12,3456',
  '1.2.3',
  '007',
  '3rd',
  '4a',
  '12-14',
  'n/a',
  '-',
  '12:30',
  '1 2',
  '555 1234 99',
  '(5',
  '10 Downing',
  '1234567890123456',
  '',
])('%s is text', (text) => expect(readValue(text, POINT)).toEqual({ kind: 'text', text }));

test.each([
  ['2024-02-29', POINT, '2024-2-29'],
  ['29.2.2024', POINT, '2024-2-29'],
  ['5 March 2024', POINT, '2024-3-5'],
  ['Mar. 5, 2024', POINT, '2024-3-5'],
  ['5. März 2024', COMMA, '2024-3-5'],
  ['1er août 2023', COMMA, '2023-8-1'],
  ['3 de mayo de 2021', COMMA, '2021-5-3'],
  ['3/4/2024', COMMA, '2024-4-3'],
  ['3/14/2024', POINT, '2024-3-14'],
])('%s is a day', (text, habits, day) => {
  const value = readValue(text, habits);
  expect(value.kind === 'date' && [value.year, value.month, value.day].join('-')).toBe(day);
});

test.each(['3/4/2024', '30.2.2024', '2023-02-29', 'March 2024', '5 Fructidor 2024', '1.1.1850'])('%s is no day', (text) =>
  expect(readValue(text, POINT).kind).toBe('text'),
);

test('a table shows how it writes, its language only where the table does not', () => {
  expect(findHabits(['1.234,5', '7'], 'en').decimal).toBe(',');
  expect(findHabits(['1,234,567'], 'de').decimal).toBe('.');
  expect(findHabits(['1.234'], 'de-DE').decimal).toBe(',');
  expect(findHabits(['1.234'], 'de-CH').decimal).toBe('.');
  expect(findHabits(['1.234'], undefined).decimal).toBe('.');
  expect(findHabits(['25/3/2024', '4/3/2024'], 'en-US').dayFirst).toBe(true);
  expect(findHabits(['4/3/2024'], 'en-US').dayFirst).toBe(false);
  expect(findHabits(['4/3/2024'], 'en').dayFirst).toBeUndefined();
});
