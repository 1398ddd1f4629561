// Words as columns of numbers and one string, so that those of many pages can lie in a file. What words share stays outside: a table of styles.

import type { TextStyle } from '../../pdf/pdfium/page/page-content.ts';
import type { Word } from './words.ts';

export interface PackedWords {
  readonly count: number;
  /** Six columns of doubles, five of integers, one of bytes. */
  readonly columns: Uint8Array;
  /** With ENDS between them: no word holds it. */
  readonly texts: string;
  /** Of the words that have one, by place. */
  readonly links: readonly (readonly [at: number, link: string])[];
}

const ENDS = '\u0000';
const BYTES_EACH = 6 * 8 + 5 * 4 + 1;
const FLAG = { spaceBefore: 1, spaceTyped: 2, rtl: 4, hyphen: 8, underline: 16, strike: 32, scriptGaps: 64 } as const;
const NONE = -1;
/** Letter-spacing is kept in these parts of a point. */
const SPACING_PARTS = 1000;

/** The styles of a document, each once. */
export class StyleTable {
  readonly #styles: TextStyle[] = [];
  readonly #places = new Map<string, number>();
  readonly #seen = new WeakMap<TextStyle, number>();

  placeOf(style: TextStyle): number {
    const seen = this.#seen.get(style);
    if (seen !== undefined) return seen;
    const key = JSON.stringify(style);
    const place = this.#places.get(key) ?? this.#styles.push(style) - 1;
    this.#places.set(key, place);
    this.#seen.set(style, place);
    return place;
  }

  at(place: number): TextStyle {
    const style = this.#styles[place];
    if (!style) throw new RangeError('a word without a style');
    return style;
  }
}

interface Columns {
  readonly doubles: Float64Array;
  readonly integers: Int32Array;
  readonly flags: Uint8Array;
}

function columnsOn(buffer: ArrayBufferLike, count: number): Columns {
  return {
    doubles: new Float64Array(buffer, 0, count * 6),
    integers: new Int32Array(buffer, count * 48, count * 5),
    flags: new Uint8Array(buffer, count * 68, count),
  };
}

/** Words of one page, none of them yet a mark of a note. */
export function packWords(words: readonly Word[], styles: StyleTable): PackedWords {
  const count = words.length;
  const buffer = new ArrayBuffer(count * BYTES_EACH);
  const { doubles, integers, flags } = columnsOn(buffer, count);
  const links: [number, string][] = [];
  let texts = '';
  for (const [at, word] of words.entries()) {
    const { box } = word;
    const [d, i] = [at * 6, at * 5];
    doubles[d] = box.left;
    doubles[d + 1] = box.top;
    doubles[d + 2] = box.right;
    doubles[d + 3] = box.bottom;
    doubles[d + 4] = word.y;
    doubles[d + 5] = word.order;
    integers[i] = word.object;
    integers[i + 1] = word.mcid;
    integers[i + 2] = styles.placeOf(word.style);
    integers[i + 3] = word.highlight ?? NONE;
    integers[i + 4] = Math.round((word.letterSpacing ?? 0) * SPACING_PARTS);
    flags[at] =
      (word.spaceBefore ? FLAG.spaceBefore : 0) |
      (word.spaceTyped ? FLAG.spaceTyped : 0) |
      (word.rtl ? FLAG.rtl : 0) |
      (word.hyphen ? FLAG.hyphen : 0) |
      (word.underline ? FLAG.underline : 0) |
      (word.strike ? FLAG.strike : 0) |
      (word.scriptGaps ? FLAG.scriptGaps : 0);
    texts += at === 0 ? word.text : ENDS + word.text;
    if (word.link !== undefined) links.push([at, word.link]);
  }
  return { count, columns: new Uint8Array(buffer), texts, links };
}

export function unpackWords({ count, columns, texts, links }: PackedWords, styles: StyleTable): Word[] {
  // A view of a file's bytes may start anywhere.
  const { doubles, integers, flags } = columnsOn(new Uint8Array(columns).buffer, count);
  const parts = texts.split(ENDS);
  const words: Word[] = [];
  for (let at = 0; at < count; at++) {
    const [d, i, flag] = [at * 6, at * 5, flags[at] ?? 0];
    const word: { -readonly [K in keyof Word]: Word[K] } = {
      text: parts[at] ?? '',
      box: { left: doubles[d] ?? 0, top: doubles[d + 1] ?? 0, right: doubles[d + 2] ?? 0, bottom: doubles[d + 3] ?? 0 },
      y: doubles[d + 4] ?? 0,
      style: styles.at(integers[i + 2] ?? 0),
      order: doubles[d + 5] ?? 0,
      object: integers[i] ?? NONE,
      mcid: integers[i + 1] ?? NONE,
      spaceBefore: (flag & FLAG.spaceBefore) !== 0,
      spaceTyped: (flag & FLAG.spaceTyped) !== 0,
      rtl: (flag & FLAG.rtl) !== 0,
      hyphen: (flag & FLAG.hyphen) !== 0,
    };
    const highlight = integers[i + 3] ?? NONE;
    const spacing = integers[i + 4] ?? 0;
    if ((flag & FLAG.underline) !== 0) word.underline = true;
    if ((flag & FLAG.strike) !== 0) word.strike = true;
    if ((flag & FLAG.scriptGaps) !== 0) word.scriptGaps = true;
    if (highlight !== NONE) word.highlight = highlight;
    if (spacing !== 0) word.letterSpacing = spacing / SPACING_PARTS;
    words.push(word);
  }
  for (const [at, link] of links) {
    const word = words[at];
    if (word) words[at] = { ...word, link };
  }
  return words;
}
