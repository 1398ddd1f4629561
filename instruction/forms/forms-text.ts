// The forms that delete, insert, redact and highlight text.

import { type Cursor, take } from '../cursor.ts';
import { ADD_VERBS, DELETE_VERBS, edit, editsOf, type Form, matchOf, type ReadEdit } from './form.ts';
import { MATCH_KEYS, readScope, type Scope } from '../scope.ts';
import { readTarget, readTargets, readValue } from '../targets.ts';

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

const WITH_BARS = ['a', 'black', 'a black', 'solid black', 'a solid black'].flatMap((of) =>
  ['boxes', 'bars', 'rectangles', 'box', 'bar', 'rectangle'].map((shape) => `with ${of} ${shape}`),
);

/** `cover` could mean only hiding from view, unless the instruction says with what. */
function readRedact(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true });
  readScope(cursor, scope, MATCH_KEYS);
  if (take(cursor, ...WITH_BARS)) readScope(cursor, scope, MATCH_KEYS);
  else if (verb === 'cover') return undefined;
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
  { op: 'delete_text', verbs: DELETE_VERBS, example: 'delete "text" on page 2', read: readDelete },
  { op: 'insert_text', verbs: [...ADD_VERBS, 'prepend'], example: 'insert "new text" after "text"', read: readInsert },
  {
    op: 'redact',
    verbs: [
      'black out',
      'cover up',
      'cover',
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
