// Every cell of the contract's table (a route and a status or code that it can answer) has a describe of its own in this folder, and no
// describe names a cell that the table does not have. The titles are read from the files: what runs in which process does not matter.

import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ROUTES } from '#contract/api.ts';
import { ERROR_CODES, ERRORS, type ErrorCode } from '#contract/errors.ts';
import { errorsOf } from '#contract/reference/openapi.ts';
import { ALL_ROUTES, BEARER_ROUTES, POST_ROUTES } from '../support/service/routes.ts';

const JOB_NAMES = ALL_ROUTES.filter(([, route]) => route.operation !== undefined).map(([name]) => name);
const BEARER_NAMES = BEARER_ROUTES.map(([name]) => name);

/** `createFile 201`, `every bearer route 401 unauthorized`; further words are a remark. */
const TITLE =
  /describe(?:\.each\(\w+\))?\(\s*'(every job route|every bounded job route|every post route|every bearer route|every route|\w+) (\d{3})(?: ([a-z_]+))?/g;

function routesOf(subject: string, code: string | undefined): string[] {
  if (subject === 'every job route') return JOB_NAMES;
  if (subject === 'every bounded job route') return JOB_NAMES.filter((name) => (errorsOf(ROUTES[name]) as string[]).includes(code ?? ''));
  if (subject === 'every post route') return POST_ROUTES.map(([name]) => name);
  if (subject === 'every bearer route') return BEARER_NAMES;
  if (subject !== 'every route') return [subject];
  return ALL_ROUTES.filter(([, route]) => (errorsOf(route) as string[]).includes(code ?? '')).map(([name]) => name);
}

async function titledCells(): Promise<Set<string>> {
  const cells = new Set<string>();
  for (const name of (await readdir(import.meta.dirname, { recursive: true })).filter((file) => file.endsWith('.test.ts'))) {
    const text = await readFile(`${import.meta.dirname}/${name}`, 'utf8');
    for (const [, subject = '', status = '', word] of text.matchAll(TITLE)) {
      const code = word !== undefined && Object.hasOwn(ERRORS, word) ? (word as ErrorCode) : undefined;
      if (code) expect(`${name}: ${status} ${code}`).toBe(`${name}: ${ERRORS[code].status} ${code}`);
      for (const route of routesOf(subject, code)) cells.add(`${route} ${code ?? status}`);
    }
  }
  return cells;
}

const contractCells = ALL_ROUTES.flatMap(([name, route]) =>
  [...Object.keys(route.success), ...errorsOf(route)].map((cell) => `${name} ${cell}`),
);

test('every cell of the contract is tested, and every tested cell is in the contract', async () => {
  const titled = await titledCells();
  expect(contractCells.filter((cell) => !titled.has(cell))).toEqual([]);
  expect([...titled].filter((cell) => !contractCells.includes(cell))).toEqual([]);
  expect(contractCells.length).toBeGreaterThan(90);
});

test('every code is answered by a route, or by a path without one', () => {
  const answered = new Set<ErrorCode>(ALL_ROUTES.flatMap(([, route]) => errorsOf(route)));
  expect(ERROR_CODES.filter((code) => !answered.has(code))).toEqual(['method_not_allowed']);
});
