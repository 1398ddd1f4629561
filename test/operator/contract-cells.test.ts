// Every cell of contract/operator.ts (a route and a status or code that it can answer) has a describe of its own in this folder, and no
// describe names a cell that the table does not have.

import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { OPERATOR_ERRORS, OPERATOR_ROUTES, type OperatorRoute } from '#contract/operator.ts';
import { operatorErrorsOf } from '../support/operator-errors.ts';
import { ROOT } from '../../scripts/local/edge.ts';

const ALL = Object.entries(OPERATOR_ROUTES) as [string, OperatorRoute][];
const TITLE =
  /describe(?:\.each\(\w+\))?\(\s*'(every operator route|every naming route|every writing route|every listing route|\w+) (\d{3})(?: ([a-z_]+))?/g;

function routesOf(subject: string, code: ErrorCode | undefined): string[] {
  if (!subject.startsWith('every ')) return [subject];
  return ALL.filter(([, route]) => code !== undefined && operatorErrorsOf(route).includes(code)).map(([name]) => name);
}

test('every cell is tested, and every tested cell is in the contract', async () => {
  const titled = new Set<string>();
  for (const name of (await readdir(import.meta.dirname)).filter(
    (file) => file.endsWith('.test.ts') && file !== 'contract-cells.test.ts',
  )) {
    const text = await readFile(`${import.meta.dirname}/${name}`, 'utf8');
    for (const [, subject = '', status = '', word] of text.matchAll(TITLE)) {
      const code = word !== undefined && Object.hasOwn(ERRORS, word) ? (word as ErrorCode) : undefined;
      if (code) expect(`${name}: ${status} ${code}`).toBe(`${name}: ${ERRORS[code].status} ${code}`);
      for (const route of routesOf(subject, code)) titled.add(`${route} ${code ?? status}`);
    }
  }
  const cells = ALL.flatMap(([name, route]) => [route.success.status, ...operatorErrorsOf(route)].map((cell) => `${name} ${cell}`));
  expect(cells.filter((cell) => !titled.has(cell))).toEqual([]);
  expect([...titled].filter((cell) => !cells.includes(cell))).toEqual([]);
  expect(cells.length).toBeGreaterThan(16 * OPERATOR_ERRORS.length);
});

test('docs/operating.md names every route', async () => {
  const text = (await readFile(`${ROOT}docs/operating.md`, 'utf8')).replace(/ +/g, ' ');
  for (const [, route] of ALL) expect(text).toContain(`| \`${route.method}\` | \`${route.path}\` |`);
});
