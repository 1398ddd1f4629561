// The forms that replace one text by another.

import { attempt, type Cursor, take } from '../cursor.ts';
import { CHANGE_VERBS, edit, type Form, matchOf, type ReadEdit } from './form.ts';
import { MATCH_KEYS, readScope, type Scope, type ScopeKey } from '../scope.ts';
import { readTarget, readValue, takeNouns } from '../targets.ts';

const REPLACE_KEYS = [...MATCH_KEYS, 'fit'] as const satisfies readonly ScopeKey[];
const JOINS: Readonly<Record<string, readonly string[]>> = {
  replace: ['with', 'by', 'to'],
  swap: ['with', 'for', 'by'],
  exchange: ['with', 'for', 'by'],
  substitute: ['with', 'by'],
  turn: ['into', 'to'],
  switch: ['to', 'with'],
};
const CHANGE_JOINS = ['to read', 'to say', 'into', 'to', 'with', '->', '→', '=>'];
const THEM = ['all of them', 'each of them', 'every one of them', 'each one', 'each', 'it', 'them', 'this', 'those', 'these', 'all'];

/** `"A" with "B"`, `the first "A" on page 2 by "B", ignoring case`: one pair of a replacement. */
function readPair(cursor: Cursor, joins: readonly string[]): { readonly edit: ReadEdit; readonly hasPages: boolean } | undefined {
  const scope: Scope = {};
  const rules = {
    stops: new Set(joins.map((join) => join.split(' ')[0] ?? '')),
    keys: REPLACE_KEYS,
    literal: 'any',
    patterns: true,
  } as const;
  const target = readTarget(cursor, scope, rules);
  if (target === undefined) return undefined;
  readScope(cursor, scope, REPLACE_KEYS);
  if (!take(cursor, ...joins)) return undefined;
  const value = readValue(cursor, scope, rules);
  if (value === undefined) return undefined;
  readScope(cursor, scope, REPLACE_KEYS);
  const match = matchOf(target, scope);
  if (match === undefined) return undefined;
  return { edit: edit('replace_text', { pages: scope.pages, match, value, fit: scope.fit }), hasPages: scope.pages !== undefined };
}

/** In a list of pairs, pages said for some and not for others could be meant for all: not read. */
function readPairs(cursor: Cursor, joins: readonly string[]): readonly ReadEdit[] | undefined {
  const first = readPair(cursor, joins);
  if (first === undefined) return undefined;
  const pairs = [first];
  for (;;) {
    const next = attempt(cursor, (cursor) => (take(cursor, ', and', ',', 'and') ? readPair(cursor, joins) : undefined));
    if (next === undefined) break;
    pairs.push(next);
  }
  if (pairs.some((pair) => pair.hasPages !== first.hasPages)) return undefined;
  return pairs.map((pair) => pair.edit);
}

function readSubstituteFor(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const rules = { stops: new Set(['for']), keys: REPLACE_KEYS, literal: 'any' } as const;
  const value = readValue(cursor, scope, rules);
  if (value === undefined || !take(cursor, 'for')) return undefined;
  const target = readTarget(cursor, scope, rules);
  if (target === undefined) return undefined;
  readScope(cursor, scope, REPLACE_KEYS);
  const match = matchOf(target, scope);
  return match && [edit('replace_text', { pages: scope.pages, match, value, fit: scope.fit })];
}

function readFindAndReplace(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const target = readTarget(cursor, scope, { keys: REPLACE_KEYS, literal: 'proper', patterns: true });
  if (target === undefined) return undefined;
  readScope(cursor, scope, REPLACE_KEYS);
  take(cursor, ', and then', ', and', ', then', 'and then', 'and', 'then', ',');
  const verb = take(cursor, 'replace', 'substitute', 'swap', 'change', 'turn', 'update');
  if (verb === undefined) return undefined;
  take(cursor, ...THEM);
  if (!take(cursor, 'with', 'by', 'to', 'into', 'for')) return undefined;
  const value = readValue(cursor, scope, { keys: REPLACE_KEYS, literal: 'any' });
  if (value === undefined) return undefined;
  readScope(cursor, scope, REPLACE_KEYS);
  const match = matchOf(target, scope);
  return match && [edit('replace_text', { pages: scope.pages, match, value, fit: scope.fit })];
}

/** `"A" should be "B"`, `"A" -> "B"`. */
export function readShouldBe(cursor: Cursor): readonly ReadEdit[] | undefined {
  const joins = [
    '->',
    '→',
    '=>',
    'becomes',
    ...['should', 'must', 'needs to', 'has to'].flatMap((modal) => [`${modal} be`, `${modal} read`, `${modal} say`]),
  ];
  return readPairs(
    cursor,
    joins.concat(joins.filter((join) => join.endsWith(' be')).map((join) => `${join} changed to`)).sort((a, b) => b.length - a.length),
  );
}

/** After `instead of` or `where it says`: `"A" write "B"`. */
export function readInsteadOf(cursor: Cursor): readonly ReadEdit[] | undefined {
  const verbs = [
    'write',
    'use',
    'put',
    'it should say',
    'it should read',
    'make it say',
    'make it read',
    'change it to',
    'replace it with',
  ];
  return readPairs(cursor, [...verbs.map((verb) => `, ${verb}`), ...verbs]);
}

/** After `I'd like`: `"A" to read "B"`. */
export function readWished(cursor: Cursor): readonly ReadEdit[] | undefined {
  return readPairs(cursor, [
    'to be replaced with',
    'to be replaced by',
    'to be changed to',
    'changed to',
    'replaced with',
    'replaced by',
    'to read',
    'to say',
    'to become',
    'to be',
  ]);
}

/** After `use`: `"B" instead of "A"`. */
function readUse(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const value = readValue(cursor, scope, { literal: 'any', stops: new Set(['instead']) });
  if (value === undefined || !take(cursor, 'instead of')) return undefined;
  const target = readTarget(cursor, scope, { literal: 'any' });
  if (target === undefined) return undefined;
  readScope(cursor, scope, REPLACE_KEYS);
  const match = matchOf(target, scope);
  return match && [edit('replace_text', { pages: scope.pages, match, value, fit: scope.fit })];
}

export const REPLACE_FORMS: readonly Form[] = [
  {
    op: 'replace_text',
    verbs: ['replace', 'swap out', 'swap', 'exchange', 'substitute', 'turn', 'switch'],
    example: 'replace "old text" with "new text" on page 2',
    read: (cursor, verb) =>
      attempt(cursor, (cursor) => readPairs(cursor, JOINS[verb.split(' ')[0] ?? ''] ?? [])) ??
      (verb === 'substitute' ? readSubstituteFor(cursor) : undefined),
  },
  {
    op: 'replace_text',
    verbs: [...CHANGE_VERBS, 'rename', 'correct', 'fix', 'make'],
    example: 'change "old text" to "new text"',
    read: (cursor, verb) => {
      attempt(cursor, (cursor) => {
        take(cursor, 'the');
        takeNouns(cursor);
        return take(cursor, 'from');
      });
      return readPairs(cursor, verb === 'make' ? ['read', 'say', 'into'] : CHANGE_JOINS);
    },
  },
  {
    op: 'replace_text',
    verbs: ['find', 'search for', 'look for', 'locate'],
    example: 'find "old text" and replace it with "new text"',
    read: readFindAndReplace,
  },
  { op: 'replace_text', verbs: ['use'], example: 'use "new text" instead of "old text"', read: readUse },
];
