// What a clause says beside its targets: pages, occurrence, case, fit, colour, size, place and so on, in any order. Each may be said once;
// only what the operation can use is read, so that nothing is ignored silently.

import type { Length } from '#contract/params/edit-plan.ts';
import { attempt, type Cursor, isAtEnd, peek, step, take, takeQuoted, takeWholeNumber, wordAt } from './cursor.ts';
import { type Position, readAlign, readAngle, readMargin, readOpacity, readPosition } from './layout.ts';
import { readLength } from './lengths.ts';
import { readPagesPhrase } from './pages.ts';
import { colorOf, decimalNumber, ordinalNumber } from './words.ts';

export type Side = 'top' | 'right' | 'bottom' | 'left';

export interface Scope {
  pages?: string;
  case?: 'exact' | 'ignore';
  whole_word?: boolean;
  occurrence?: 'all' | number;
  expect?: { min: number; max?: number };
  fit?: 'shrink' | 'error' | 'overflow';
  color?: string;
  size?: number;
  bold?: boolean;
  italic?: boolean;
  opacity?: number;
  angle?: number;
  position?: Position;
  align?: 'left' | 'center' | 'right';
  margin?: Length;
  start?: number;
  format?: string;
}
export type ScopeKey = keyof Scope;

export const MATCH_KEYS = ['pages', 'case', 'whole_word', 'occurrence', 'expect'] as const satisfies readonly ScopeKey[];

const READERS: { readonly [K in ScopeKey]-?: (cursor: Cursor) => Scope[K] | undefined } = {
  fit: readFit,
  expect: readExpect,
  occurrence: readOccurrenceAfter,
  case: readCase,
  whole_word: readWholeWord,
  margin: readMargin,
  position: readPosition,
  align: readAlign,
  opacity: readOpacity,
  angle: readAngle,
  size: readSize,
  bold: (cursor) => (take(cursor, 'in bold type', 'in bold letters', 'in boldface', 'in bold', 'boldface', 'bold') ? true : undefined),
  italic: (cursor) => (take(cursor, 'in italic type', 'in italics', 'in italic', 'italics', 'italic') ? true : undefined),
  color: readColor,
  start: readStart,
  format: readFormat,
  pages: readPagesPhrase,
};

/** Reads all that follow here into the scope. @returns whether there was one. */
export function readScope(cursor: Cursor, scope: Scope, keys: readonly ScopeKey[]): boolean {
  let found = false;
  while (!isAtEnd(cursor) && readOne(cursor, scope, keys)) found = true;
  return found;
}

/** Whether one of these keys follows here. */
export function isScopeHere(cursor: Cursor, keys: readonly ScopeKey[]): boolean {
  const from = cursor.at;
  const found = readOne(cursor, {}, keys);
  cursor.at = from;
  return found;
}

function readOne(cursor: Cursor, scope: Scope, keys: readonly ScopeKey[]): boolean {
  const found = attempt(cursor, (cursor) => {
    const bracket = take(cursor, '(') !== undefined;
    if (!bracket) take(cursor, ', and', ', but', ',', 'and', 'but');
    for (const key of Object.keys(READERS) as ScopeKey[]) {
      if (!keys.includes(key) || scope[key] !== undefined) continue;
      const value = attempt<Scope[ScopeKey]>(cursor, READERS[key]);
      if (value === undefined) continue;
      Object.assign(scope, { [key]: value });
      if (bracket) {
        readScope(cursor, scope, keys);
        if (!take(cursor, ')')) return undefined;
      }
      return true;
    }
    return undefined;
  });
  return found === true;
}

function readCase(cursor: Cursor): Scope['case'] {
  if (
    take(
      cursor,
      'ignoring upper and lower case',
      'ignoring the case',
      'ignoring case',
      'ignore the case',
      'ignore case',
      'case insensitively',
      'case insensitive',
      'case-insensitively',
      'case-insensitive',
      'regardless of case',
      'regardless of capitalization',
      'regardless of capitalisation',
    )
  ) {
    return 'ignore';
  }
  return take(cursor, 'case sensitively', 'case sensitive', 'case-sensitively', 'case-sensitive', 'matching case', 'match case')
    ? 'exact'
    : undefined;
}

function readWholeWord(cursor: Cursor): boolean | undefined {
  take(cursor, 'only as', 'only', 'as');
  take(cursor, 'a');
  const said = take(cursor, 'whole words', 'whole word', 'whole-word', 'entire words', 'entire word', 'full words', 'full word');
  take(cursor, 'only');
  return said ? true : undefined;
}

/** After the target: `first occurrence only`, `only the second time`, `all occurrences`. */
function readOccurrenceAfter(cursor: Cursor): 'all' | number | undefined {
  take(cursor, 'only');
  if (take(cursor, 'all occurrences', 'all instances', 'every occurrence', 'every instance', 'every time', 'each time', 'all of them'))
    return 'all';
  take(cursor, 'the');
  const nth = takeNth(cursor);
  if (nth === undefined || !take(cursor, 'occurrence', 'instance', 'time', 'one', 'match')) return undefined;
  take(cursor, 'only');
  return nth;
}

/** `first` → 1, `last` → -1, `2nd to last` → -2. */
export function takeNth(cursor: Cursor): number | undefined {
  const nth = ordinalNumber(wordAt(cursor));
  if (nth === undefined) return undefined;
  step(cursor);
  return nth > 0 && take(cursor, 'to last', 'last') ? -nth : nth;
}

/** `expecting exactly 3 matches`, `expecting at least 2 matches`, `expecting 2 to 5 matches`. */
function readExpect(cursor: Cursor): Scope['expect'] {
  if (!take(cursor, 'expecting')) return undefined;
  const bound = take(cursor, 'exactly', 'at least', 'at most');
  const first = takeWholeNumber(cursor);
  if (first === undefined) return undefined;
  const second = take(cursor, 'to') ? takeWholeNumber(cursor) : undefined;
  if (!take(cursor, 'matches', 'match')) return undefined;
  if (bound === 'at least') return { min: first };
  if (bound === 'at most') return { min: 1, max: first };
  return { min: first, max: second ?? first };
}

function readFit(cursor: Cursor): Scope['fit'] {
  if (take(cursor, 'shrink to fit', 'shrinking to fit', 'shrinking it to fit', 'shrink it to fit')) return 'shrink';
  if (take(cursor, 'allow overflow', 'allowing overflow', 'let it overflow')) return 'overflow';
  if (!take(cursor, 'failing if', 'fail if')) return undefined;
  if (!take(cursor, 'the new text', 'the text', 'it')) return undefined;
  return take(cursor, 'does not fit', "doesn't fit", 'is too long', 'is too wide') ? 'error' : undefined;
}

function readColor(cursor: Cursor): string | undefined {
  take(cursor, 'coloured', 'colored', 'in');
  take(cursor, 'the');
  take(cursor, 'colour', 'color');
  const color = takeColor(cursor);
  if (color === undefined) return undefined;
  take(cursor, 'colour', 'color', 'letters', 'text', 'ink', 'type');
  return color;
}

/** `red`, `#ff0000`, `light blue`. */
export function takeColor(cursor: Cursor): string | undefined {
  const two = colorOf(`${wordAt(cursor)} ${wordAt(cursor, 1)}`);
  const color = two ?? colorOf(wordAt(cursor));
  if (color !== undefined) step(cursor, two === undefined ? 1 : 2);
  return color;
}

/** In points. */
function readSize(cursor: Cursor): number | undefined {
  take(cursor, 'at', 'in', 'with', 'to');
  take(cursor, 'a');
  const named = take(cursor, 'font size of', 'font size', 'text size', 'size of', 'size') !== undefined;
  if (named) {
    const plain = decimalNumber(wordAt(cursor));
    if (plain !== undefined) {
      step(cursor);
      take(cursor, 'pt', 'pts', 'points', 'point');
      return plain;
    }
  }
  const length = readLength(cursor);
  if (length?.unit !== 'pt') return undefined;
  take(cursor, 'font', 'type', 'text', 'letters');
  return length.value;
}

function readStart(cursor: Cursor): number | undefined {
  if (!take(cursor, 'starting with', 'starting at', 'starting from', 'beginning with', 'beginning at', 'from', 'start at', 'start with'))
    return undefined;
  take(cursor, 'the number', 'number');
  return takeWholeNumber(cursor);
}

function readFormat(cursor: Cursor): string | undefined {
  take(cursor, 'in', 'with', 'using', 'as');
  take(cursor, 'the');
  const named = take(cursor, 'format', 'style', 'form', 'formatted as') !== undefined;
  if (peek(cursor)?.kind !== 'quoted') return undefined;
  const before = cursor.tokens[cursor.at - 1]?.word ?? '';
  const shows = peek(cursor)?.text.includes('{n}') === true;
  return named || shows || before === 'as' || before === 'formatted' ? takeQuoted(cursor) : undefined;
}
