// Which cell an account's new files go to.

import { expect, test } from 'vitest';
import { chooseHome } from '../../../../worker/cells/choose-home.ts';

type Described = readonly [name: string, isClosed?: boolean];
type Cells = readonly [ReturnType<typeof cellNamed>, ...ReturnType<typeof cellNamed>[]];

function cellNamed([name, isClosed = false]: Described) {
  return { cell: { name, isClosed, bytesMax: 100 } };
}

function cellsNamed(first: Described, ...others: readonly Described[]): Cells {
  return [cellNamed(first), ...others.map(cellNamed)];
}

function homeName(present: string | undefined, cells: Cells, bytes: Record<string, number>): string {
  const of = cells.find(({ cell }) => cell.name === present);
  return chooseHome(of, cells, new Map(Object.entries(bytes))).cell.name;
}

const TWO = cellsNamed(['eu-1'], ['eu-2']);

test('the smallest database is the first home, one that nobody has measured counts as empty', () => {
  expect(homeName(undefined, TWO, { 'eu-1': 50, 'eu-2': 40 })).toBe('eu-2');
  expect(homeName(undefined, TWO, { 'eu-1': 50 })).toBe('eu-2');
});

test('a home is kept while it has room, and left when it is full or closed', () => {
  expect(homeName('eu-1', TWO, { 'eu-1': 99, 'eu-2': 1 })).toBe('eu-1');
  expect(homeName('eu-1', TWO, { 'eu-1': 100, 'eu-2': 1 })).toBe('eu-2');
  expect(homeName('eu-1', cellsNamed(['eu-1', true], ['eu-2']), {})).toBe('eu-2');
});

test('where no other takes files the present home goes on', () => {
  expect(homeName('eu-1', cellsNamed(['eu-1', true], ['eu-2', true]), {})).toBe('eu-1');
  expect(homeName('eu-1', cellsNamed(['eu-1'], ['eu-2', true]), { 'eu-1': 200 })).toBe('eu-1');
  expect(homeName(undefined, cellsNamed(['eu-1', true]), {})).toBe('eu-1');
});
