// Labels of list items: bullets and numbers at the start of a line. Pure; whether a label makes a list item is decided where the lines are known.

import type { ListFormat } from '../model.ts';

export interface Label {
  readonly kind: ListFormat['kind'];
  /** As a format: the bullet, or `%1.`, `(%1)`, `2.%1`. */
  readonly pattern: string;
  /** The last number of it. */
  readonly value: number;
  /** All its numbers: 2.1 is [2, 1]. */
  readonly path: readonly number[];
  /** For letters that are Roman numbers too (i, v, c): the other reading. */
  readonly roman?: number;
  readonly text: string;
}

const BULLETS =
  /^[\u2022\u2023\u2043\u204c\u204d\u2219\u25a0\u25a1\u25aa\u25ab\u25b6\u25b8\u25ba\u25c6\u25c7\u25c8\u25ca\u25cb\u25cf\u25d8\u25e6\u25fb-\u25fe\u2605\u2606\u2610-\u2612\u2666\u26aa\u26ab\u2713\u2714\u2717\u2756\u27a2\u27a4\u27a8\u2794\u2981\u29bf\u2b1d\u2b24\u00b7\u00a7\uf000-\uf0ff\u2013\u2014\u2012*o\u203b-]$/;
const NUMBER = /^([([]?)((?:\d{1,3}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,7})(?:\.\d{1,3}){0,5})([.):\]]|\.\))?$/;

/** Marks of items in Chinese and Japanese texts. Word has no numbering with just these: they stay text, but start a paragraph. */
const COUNTED = '[(\uff08](?:[\\d\uff10-\uff19]{1,2}|[\u30a2-\u30f3\u4e00-\u5341])[)\uff09]|[\u2460-\u2473]';
const ALONE = new RegExp(`^(?:${COUNTED}|[\u30a2-\u30f3]|[\uff10-\uff19]{1,2}[\uff0e.\uff09)]?)$`);
const WIDE = '[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]';
/** Without spaces between words, the mark and its text are one. */
const GLUED = new RegExp(
  `^(?:${COUNTED}|[\u30fb\uff0a\u203b\u25cb\u25cf\u25ce\u25a0\u25a1\u25c6\u25c7]|[\uff10-\uff19]{1,2}\uff0e)(?=${WIDE}|[A-Za-z])`,
);

/** @param text the first word of a line */
export function isEastAsianMark(text: string): boolean {
  return ALONE.test(text) || GLUED.test(text);
}

/** The number of a chapter: 1, 12, or what readLabel takes. */
export function isBareNumber(text: string): boolean {
  return /^\d{1,2}$/.test(text);
}

/** @returns undefined when the word cannot be a label. */
export function readLabel(text: string): Label | undefined {
  if (BULLETS.test(text)) return { kind: 'bullet', pattern: plainBullet(text), value: 1, path: [], text };
  const match = NUMBER.exec(text);
  const [, open = '', body = '', close = ''] = match ?? [];
  if (!match) return undefined;
  const parts = body.split('.');
  const [first = ''] = parts;
  const rest = parts.slice(1).map(Number);
  // An amount (0.00), or a number that programs which count would write without its zero.
  if (parts.slice(1).some((part) => /^0\d/.test(part))) return undefined;
  // A bare number or letter is text; 2.1 with a point inside is a label.
  if (open === '' && close === '' && rest.length === 0) return undefined;
  if ((open === '(' && close !== ')') || (open === '[') !== (close === ']')) return undefined;
  // In brackets, only counted sources: [1].
  if (open === '[' && !/^\d{1,3}$/.test(body)) return undefined;
  const read = readCounter(first);
  if (!read) return undefined;
  const path = [read.value, ...rest];
  // 2.1 counts within 2: the part before the last number is fixed.
  const fixed = parts
    .slice(0, -1)
    .map((part) => `${part}.`)
    .join('');
  return {
    kind: rest.length > 0 ? 'decimal' : read.kind,
    pattern: `${open}${fixed}%1${close}`,
    value: path.at(-1) ?? 1,
    path,
    ...(read.roman === undefined ? {} : { roman: read.roman }),
    text,
  };
}

function readCounter(text: string): { kind: ListFormat['kind']; value: number; roman?: number } | undefined {
  if (/^\d+$/.test(text)) return { kind: 'decimal', value: Number(text) };
  const upper = text === text.toUpperCase();
  const roman = romanValue(text.toLowerCase());
  if (text.length > 1) {
    return roman === undefined ? undefined : { kind: upper ? 'upperRoman' : 'lowerRoman', value: roman };
  }
  const value = text.toLowerCase().charCodeAt(0) - 96;
  return { kind: upper ? 'upperLetter' : 'lowerLetter', value, ...(roman === undefined ? {} : { roman }) };
}

const DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function romanValue(text: string): number | undefined {
  if (!/^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text) || text === '') return undefined;
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    const value = DIGITS[text[index] ?? ''] ?? 0;
    sum += value < (DIGITS[text[index + 1] ?? ''] ?? 0) ? -value : value;
  }
  return sum;
}

/** Bullets of symbol fonts stand in the private area (Word's Symbol and Wingdings). */
function plainBullet(text: string): string {
  if (text >= '\uf000' && text <= '\uf0ff') return text === '\uf0a7' || text === '\uf06e' ? '\u25aa' : '\u2022';
  return text === '\u00a7' ? '\u25aa' : text === '\u00b7' ? '\u2022' : text;
}
