// What form editors write for a field that is calculated from others: the sum, product, average, least or greatest of fields (AFSimple_Calculate),
// and simplified field notation (`price * (1 + tax)`). The scripts are recognised, never run.

import type { PDFDict } from 'pdf-lib';
import { dictOf, lookup, nameOf, textOf } from '../syntax/dictionary.ts';
import { inherited } from '../syntax/inherited.ts';

export interface Calculation {
  /** The fields that it asks for, by their full names. */
  readonly fields: readonly string[];
  /** @param valuesOf the numbers of a field and of those below it; undefined where one is no number */
  evaluate(valuesOf: (name: string) => readonly number[] | undefined): number | undefined;
}

/** The script of a field's calculation (ISO 32000-2 table 200). */
export function calculationScriptOf(field: PDFDict): string | undefined {
  const action = dictOf(lookup(dictOf(inherited(field, 'AA')), 'C'));
  return action && nameOf(action, 'S') === 'JavaScript' ? textOf(lookup(action, 'JS')) : undefined;
}

/** @returns undefined for any other script */
export function readCalculation(script: string): Calculation | undefined {
  const notation = /^\s*\/\*\*?\s*BVCALC\s([\s\S]*?)\sEVCALC\s*\*\*?\//.exec(script)?.[1];
  if (notation !== undefined) return new NotationReader(notation).read();
  const simple = /^\s*(?:event\.value\s*=\s*)?AFSimple_Calculate\s*\(\s*["'](SUM|PRD|AVG|MIN|MAX)["']\s*,([\s\S]*)\)\s*;?\s*$/.exec(script);
  const fields = simple && namesIn(simple[2] ?? '');
  return simple && fields ? simpleCalculation(simple[1] ?? '', fields) : undefined;
}

const STRING = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g;

/** `new Array("a", "b")`, `["a", "b"]` or `"a, b"`. */
function namesIn(list: string): readonly string[] | undefined {
  const strings = Array.from(list.matchAll(STRING), ([, double, single]) => (double ?? single ?? '').replaceAll(/\\(.)/g, '$1'));
  const around = list.replaceAll(STRING, '').replaceAll(/\s/g, '');
  if (/^(?:newArray\(,*\)|\[,*\])$/.test(around)) return strings;
  const [only, ...others] = strings;
  return around === '' && only !== undefined && others.length === 0 ? only.split(',').map((name) => name.trim()) : undefined;
}

/** To a millionth, as readers do. */
const PRECISION = 1e6;

function simpleCalculation(operation: string, fields: readonly string[]): Calculation {
  return {
    fields,
    evaluate: (valuesOf) => {
      const values: number[] = [];
      for (const name of fields) {
        const own = valuesOf(name);
        if (!own) return undefined;
        values.push(...own);
      }
      const result = combine(operation, values);
      return Number.isFinite(result) ? Math.round(result * PRECISION) / PRECISION : undefined;
    },
  };
}

function combine(operation: string, values: readonly number[]): number {
  if (operation === 'PRD') return values.reduce((product, value) => product * value, 1);
  if (values.length === 0) return 0;
  if (operation === 'MIN') return Math.min(...values);
  if (operation === 'MAX') return Math.max(...values);
  const sum = values.reduce((total, value) => total + value, 0);
  return operation === 'AVG' ? sum / values.length : sum;
}

type Evaluate = Calculation['evaluate'];

const TOKEN = /\s*(?:(\d+(?:\.\d*)?|\.\d+)|([()+\-*/])|((?:\\.|[^\s()+\-*/\\])(?:\\.|[^\s()+\-*/\\])*))/y;
/** Deeper brackets than anybody writes. */
const DEPTH_MAX = 50;

/** Numbers, names, + - * / and brackets; signs in a name follow a backslash. */
class NotationReader {
  private readonly tokens: { readonly kind: 'number' | 'sign' | 'name'; readonly text: string }[] = [];
  private readonly fields = new Set<string>();
  private isWhole = true;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    TOKEN.lastIndex = 0;
    const trimmed = text.trim();
    while (TOKEN.lastIndex < trimmed.length) {
      const [, number, sign, name] = TOKEN.exec(trimmed) ?? [];
      if (number !== undefined) this.tokens.push({ kind: 'number', text: number });
      else if (sign !== undefined) this.tokens.push({ kind: 'sign', text: sign });
      else if (name !== undefined) this.tokens.push({ kind: 'name', text: name.replaceAll(/\\(.)/g, '$1') });
      else {
        this.isWhole = false;
        return;
      }
    }
  }

  read(): Calculation | undefined {
    const sum = this.isWhole ? this.sum() : undefined;
    if (!sum || this.at < this.tokens.length) return undefined;
    return {
      fields: [...this.fields],
      evaluate: (valuesOf) => {
        const result = sum(valuesOf);
        return result !== undefined && Number.isFinite(result) ? result : undefined;
      },
    };
  }

  private sum(): Evaluate | undefined {
    return this.chain(['+', '-'], () => this.product());
  }

  private product(): Evaluate | undefined {
    return this.chain(['*', '/'], () => this.unary());
  }

  private chain(signs: readonly string[], next: () => Evaluate | undefined): Evaluate | undefined {
    let left = next();
    for (let sign = this.peek(); left && sign !== undefined && signs.includes(sign); sign = this.peek()) {
      this.at++;
      const [one, two] = [left, next()];
      if (!two) return undefined;
      left = (valuesOf) => {
        const [a, b] = [one(valuesOf), two(valuesOf)];
        return a === undefined || b === undefined ? undefined : apply(sign, a, b);
      };
    }
    return left;
  }

  private unary(): Evaluate | undefined {
    const token = this.tokens[this.at++];
    if (!token || this.depth > DEPTH_MAX) return undefined;
    if (token.kind === 'number') return () => Number(token.text);
    if (token.kind === 'name') {
      this.fields.add(token.text);
      // A group of fields has no single value.
      return (valuesOf) => {
        const values = valuesOf(token.text);
        return values?.length === 1 ? values[0] : undefined;
      };
    }
    this.depth++;
    const inner = token.text === '-' ? this.unary() : token.text === '(' ? this.sum() : undefined;
    if (token.text === '(' && this.tokens[this.at++]?.text !== ')') return undefined;
    this.depth--;
    if (!inner || token.text === '(') return inner;
    return (valuesOf) => {
      const value = inner(valuesOf);
      return value === undefined ? undefined : -value;
    };
  }

  private peek(): string | undefined {
    const token = this.tokens[this.at];
    return token?.kind === 'sign' ? token.text : undefined;
  }
}

function apply(sign: string, one: number, two: number): number {
  if (sign === '+') return one + two;
  if (sign === '-') return one - two;
  return sign === '*' ? one * two : one / two;
}

/** The number that a field holds; 0 for nothing, undefined for what is no number, or may be two. */
export function numberInField(value: string): number | undefined {
  const plain = value.replaceAll(/[\s\p{Sc}%]/gu, '');
  if (plain === '') return 0;
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return Number(plain);
  if (/^[-+]?\d{1,3}(?:,\d{3})+\.\d+$/.test(plain) || /^[-+]?\d{1,3}(?:,\d{3}){2,}$/.test(plain)) return Number(plain.replaceAll(',', ''));
  if (/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(plain)) return Number(plain.replaceAll('.', '').replace(',', '.'));
  const [whole = '', rest = ''] = plain.split(',');
  return /^[-+]?\d+,\d+$/.test(plain) && rest.length !== 3 ? Number(`${whole}.${rest}`) : undefined;
}
