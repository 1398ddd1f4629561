// The forms that act on text: replace, delete, insert, restyle, redact, highlight.

import { attempt, type Cursor, take, wordAt } from './cursor.ts';
import { ADD_VERBS, CHANGE_VERBS, DELETE_VERBS, edit, editsOf, type Form, matchOf, type ReadEdit } from './form.ts';
import { MATCH_KEYS, readLength, readScope, type Scope, type ScopeKey } from './scope.ts';
import { readTarget, readTargets, readValue, takeNouns } from './targets.ts';
import { colorOf } from './words.ts';

const REPLACE_KEYS = [...MATCH_KEYS, 'fit'] as const satisfies readonly ScopeKey[];
const STYLE_KEYS = [...MATCH_KEYS, 'color', 'size', 'bold'] as const satisfies readonly ScopeKey[];
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

function readDelete(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true });
  readScope(cursor, scope, MATCH_KEYS);
  return editsOf(targets, scope, (match) => edit('delete_text', { pages: scope.pages, match }));
}

const SIDES = ['in front of', 'after', 'before', 'behind', 'following'];

function readInsert(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const value = readValue(cursor, scope, { literal: 'proper', stops: new Set(['after', 'before', 'behind', 'in', 'to', 'following']) });
  if (value === undefined) return undefined;
  readScope(cursor, scope, ['pages']);
  take(cursor, 'right', 'directly', 'immediately', 'just', 'straight');
  const side = take(cursor, ...SIDES) ?? (verb === 'append' || verb === 'prepend' ? take(cursor, 'to') : undefined);
  if (side === undefined) return undefined;
  const before = side === 'to' ? verb === 'prepend' : side === 'before' || side === 'in front of';
  const target = readTarget(cursor, scope, { literal: 'any', patterns: true });
  if (target === undefined) return undefined;
  readScope(cursor, scope, MATCH_KEYS);
  const match = matchOf(target, scope);
  return match && [edit('insert_text', { pages: scope.pages, place: before ? 'before' : 'after', match, value })];
}

/** `Before "Summary" on page 2 add "Executive"`: after `before` or `after`. */
export function readInsertAt(cursor: Cursor, side: 'before' | 'after'): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const target = readTarget(cursor, scope, { literal: 'quoted' });
  if (target === undefined) return undefined;
  readScope(cursor, scope, MATCH_KEYS);
  take(cursor, ',');
  if (!take(cursor, ...ADD_VERBS)) return undefined;
  const value = readValue(cursor, scope, { literal: 'quoted' });
  if (value === undefined) return undefined;
  readScope(cursor, scope, MATCH_KEYS);
  const match = matchOf(target, scope);
  return match && [edit('insert_text', { pages: scope.pages, place: side, match, value })];
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

/** After `instead of`: `"A" write "B"`. */
export function readInsteadOf(cursor: Cursor): readonly ReadEdit[] | undefined {
  return readPairs(cursor, [', write', ', use', ', put', 'write', 'use', 'put']);
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

interface Style {
  readonly color?: string;
  readonly size?: { readonly value: number; readonly unit: 'pt' | '%' };
  readonly bold?: boolean;
}

/** `bold and red`, `in 14 pt`, `20% larger`, `not bold`: at least one. */
function readStyle(cursor: Cursor, scope: Scope): Style | undefined {
  let relative: Style['size'];
  let weight: boolean | undefined;
  for (;;) {
    if (relative === undefined) {
      relative = attempt(cursor, readRelativeSize);
      if (relative !== undefined) continue;
    }
    if (weight === undefined && scope.bold === undefined && take(cursor, 'not bold', 'non-bold', 'in regular weight', 'in regular type')) {
      weight = false;
      continue;
    }
    if (!readScope(cursor, scope, STYLE_KEYS)) break;
  }
  if (relative !== undefined && scope.size !== undefined) return undefined;
  const size = relative ?? (scope.size === undefined ? undefined : { value: scope.size, unit: 'pt' as const });
  const bold = weight ?? scope.bold;
  if (scope.color === undefined && size === undefined && bold === undefined) return undefined;
  return {
    ...(scope.color === undefined ? {} : { color: scope.color }),
    ...(size === undefined ? {} : { size }),
    ...(bold === undefined ? {} : { bold }),
  };
}

function readRelativeSize(cursor: Cursor): Style['size'] {
  take(cursor, ', and', ',', 'and');
  const length = readLength(cursor);
  if (length?.unit !== '%') return undefined;
  if (take(cursor, 'of its size', 'of their size', 'of the size', 'of the original size')) return { value: length.value, unit: '%' };
  const way = take(cursor, 'larger', 'bigger', 'smaller');
  return way === undefined ? undefined : { value: rounded(way === 'smaller' ? 100 - length.value : 100 + length.value), unit: '%' };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function readRestyle(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true, keys: STYLE_KEYS });
  if (targets.length === 0) return undefined;
  readScope(cursor, scope, MATCH_KEYS);
  const style = readStyle(cursor, scope);
  return style && editsOf(targets, scope, (match) => edit('restyle_text', { pages: scope.pages, match, ...style }));
}

function readBold(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true });
  readScope(cursor, scope, MATCH_KEYS);
  return editsOf(targets, scope, (match) => edit('restyle_text', { pages: scope.pages, match, bold: verb !== 'unbold' }));
}

/** `the colour of "A" to red`, `the font size of "A" to 14 pt`. */
function readPropertyOf(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  take(cursor, 'the');
  const property = take(
    cursor,
    'font colour',
    'font color',
    'text colour',
    'text color',
    'colour',
    'color',
    'font size',
    'text size',
    'size',
  );
  if (property === undefined || !take(cursor, 'of', 'for')) return undefined;
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true, stops: new Set(['to', 'by']) });
  if (targets.length === 0) return undefined;
  readScope(cursor, scope, MATCH_KEYS);
  const style = property.endsWith('size') ? readSizeChange(cursor, verb) : readColorChange(cursor);
  if (style === undefined) return undefined;
  readScope(cursor, scope, MATCH_KEYS);
  return editsOf(targets, scope, (match) => edit('restyle_text', { pages: scope.pages, match, ...style }));
}

function readColorChange(cursor: Cursor): Style | undefined {
  if (!take(cursor, 'to', 'as')) return undefined;
  const color = colorOf(wordAt(cursor));
  return color !== undefined && take(cursor, wordAt(cursor)) ? { color } : undefined;
}

/** `to 18 pt`, `by 10 percent`. */
function readSizeChange(cursor: Cursor, verb: string): Style | undefined {
  const join = take(cursor, 'to', 'by');
  const length = readLength(cursor);
  if (length === undefined) return undefined;
  if (length.unit === 'pt' && join === 'to') return { size: { value: length.value, unit: 'pt' } };
  if (length.unit !== '%') return undefined;
  const shrinks = verb === 'shrink' || verb === 'reduce' || verb === 'decrease';
  const grows = verb === 'enlarge' || verb === 'increase' || verb === 'grow';
  if (join === 'to') return { size: { value: length.value, unit: '%' } };
  if (!shrinks && !grows) return undefined;
  return { size: { value: rounded(shrinks ? 100 - length.value : 100 + length.value), unit: '%' } };
}

function readResize(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true, stops: new Set(['to', 'by']) });
  if (targets.length === 0) return undefined;
  readScope(cursor, scope, MATCH_KEYS);
  const style = readSizeChange(cursor, verb);
  if (style === undefined) return undefined;
  readScope(cursor, scope, MATCH_KEYS);
  return editsOf(targets, scope, (match) => edit('restyle_text', { pages: scope.pages, match, ...style }));
}

function readRedact(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true });
  readScope(cursor, scope, MATCH_KEYS);
  return editsOf(targets, scope, (match) => edit('redact', { pages: scope.pages, match }));
}

function readHighlight(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const keys = [...MATCH_KEYS, 'color'] as const;
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true, keys });
  readScope(cursor, scope, keys);
  // `mark "A"` alone does not say how.
  if (verb === 'mark' && scope.color === undefined) return undefined;
  return editsOf(targets, scope, (match) => edit('highlight', { pages: scope.pages, match, color: scope.color }));
}

export const TEXT_FORMS: readonly Form[] = [
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
  { op: 'delete_text', verbs: DELETE_VERBS, example: 'delete "text" on page 2', read: readDelete },
  { op: 'insert_text', verbs: [...ADD_VERBS, 'prepend'], example: 'insert "new text" after "text"', read: readInsert },
  {
    op: 'restyle_text',
    verbs: ['make', 'turn', 'set', 'colour', 'color', 'recolour', 'recolor', 'paint', 'print', 'show'],
    example: 'make "text" bold and red',
    read: readRestyle,
  },
  { op: 'restyle_text', verbs: ['bold', 'embolden', 'unbold'], example: 'bold "text"', read: readBold },
  {
    op: 'restyle_text',
    verbs: [...CHANGE_VERBS, 'set', 'increase', 'reduce', 'decrease'],
    example: 'set the font size of "text" to 14 pt',
    read: readPropertyOf,
  },
  {
    op: 'restyle_text',
    verbs: ['resize', 'enlarge', 'shrink', 'increase', 'reduce', 'decrease', 'grow'],
    example: 'resize "text" to 14 pt',
    read: readResize,
  },
  {
    op: 'redact',
    verbs: [
      'black out',
      'blackout',
      'blank out',
      'redact',
      'censor',
      'anonymise',
      'anonymize',
      'mask',
      'obscure',
      'sanitise',
      'sanitize',
      'hide',
    ],
    example: 'redact "text" and all email addresses',
    read: readRedact,
  },
  { op: 'highlight', verbs: ['highlight', 'mark'], example: 'highlight "text" in yellow', read: readHighlight },
];
