// The forms that change how text looks: colour and size.

import { attempt, type Cursor, take } from '../cursor.ts';
import { CHANGE_VERBS, edit, editsOf, type Form, type ReadEdit } from './form.ts';
import { readLength } from '../lengths.ts';
import { MATCH_KEYS, readScope, type Scope, type ScopeKey, takeColor } from '../scope.ts';
import { readTargets } from '../targets.ts';

const STYLE_KEYS = [...MATCH_KEYS, 'color', 'size', 'bold', 'italic'] as const satisfies readonly ScopeKey[];
interface Style {
  readonly color?: string;
  readonly size?: { readonly value: number; readonly unit: 'pt' | '%' };
  readonly bold?: true;
  readonly italic?: true;
}

/** `blue and in 14 pt`, `20% larger`: at least one. */
function readStyle(cursor: Cursor, scope: Scope): Style | undefined {
  let relative: Style['size'];
  for (;;) {
    if (relative === undefined) {
      relative = attempt(cursor, readRelativeSize);
      if (relative !== undefined) continue;
    }
    if (!readScope(cursor, scope, STYLE_KEYS)) break;
  }
  if (relative !== undefined && scope.size !== undefined) return undefined;
  const size = relative ?? (scope.size === undefined ? undefined : { value: scope.size, unit: 'pt' as const });
  if (scope.color === undefined && size === undefined && !scope.bold && !scope.italic) return undefined;
  return {
    ...(scope.color === undefined ? {} : { color: scope.color }),
    ...(size === undefined ? {} : { size }),
    ...(scope.bold ? { bold: true } : {}),
    ...(scope.italic ? { italic: true } : {}),
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

function readRestyle(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true, keys: STYLE_KEYS });
  if (targets.length === 0) return undefined;
  readScope(cursor, scope, MATCH_KEYS);
  const style = readStyle(cursor, scope);
  // `put "A" in red` could also mean to write it there.
  if (verb === 'put' && !style?.bold && !style?.italic) return undefined;
  return style && editsOf(targets, scope, (match) => edit('restyle_text', { pages: scope.pages, match, ...style }));
}

/** After a verb that says it all: `italicise "A"`. */
function readWeight(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const targets = readTargets(cursor, scope, { literal: 'proper', patterns: true });
  readScope(cursor, scope, MATCH_KEYS);
  const weight = verb.startsWith('italici') ? { italic: true } : { bold: true };
  return editsOf(targets, scope, (match) => edit('restyle_text', { pages: scope.pages, match, ...weight }));
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
  const color = takeColor(cursor);
  return color === undefined ? undefined : { color };
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

export const STYLE_FORMS: readonly Form[] = [
  {
    op: 'restyle_text',
    verbs: ['make', 'turn', 'set', 'put', 'colour', 'color', 'recolour', 'recolor', 'paint', 'print', 'show', 'render', 'format'],
    example: 'make "text" bold, red and 14 pt',
    read: readRestyle,
  },
  { op: 'restyle_text', verbs: ['bold', 'embolden', 'italicise', 'italicize'], example: 'italicise "text"', read: readWeight },
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
];
