// Regular expressions that are matched in a time proportional to the text, whatever they are: the grammar. No look-around and no references to groups,
// which cannot be matched so. The syntax and its meaning are those of RE2 (github.com/google/re2, doc/syntax.txt), as far as they are here.

/** Code points, both ends included. */
export interface CharacterSet {
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly isNegated: boolean;
  readonly ignoresCase: boolean;
}

export type Pattern =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'at'; readonly place: 'line_start' | 'line_end' | 'text_start' | 'text_end' | 'word_edge' | 'no_word_edge' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  /** `max` is Infinity where there is none. */
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number };

const REPEAT_MAX = 200;
const DEPTH_MAX = 50;
/** Of a pattern whose repetitions are written out. */
const PATTERN_SIZE_MAX = 2000;

type Range = readonly [number, number];
const LAST = 0x10ffff;
const DIGITS: readonly Range[] = [[0x30, 0x39]];
const SPACES: readonly Range[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
];
export const WORD: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const CLASSES: Readonly<Record<string, readonly Range[]>> = { d: DIGITS, s: SPACES, w: WORD };
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11 };
const PLACES = { b: 'word_edge', B: 'no_word_edge', A: 'text_start', z: 'text_end' } as const;

class Unreadable extends Error {}

/** @returns a sentence about what is wrong with it where it is not in the grammar, or would be too large */
export function parsePattern(text: string): Pattern | string {
  try {
    const pattern = new Parser(Array.from(text)).parse();
    return sizeOf(pattern) > PATTERN_SIZE_MAX ? 'its repetitions make it too large' : pattern;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

function sizeOf(pattern: Pattern): number {
  if (pattern.kind === 'repeat')
    return (sizeOf(pattern.part) + 1) * (pattern.max === Infinity ? pattern.min + 1 : Math.max(1, pattern.max));
  if (pattern.kind === 'sequence' || pattern.kind === 'choice') return pattern.parts.reduce((sum, part) => sum + sizeOf(part) + 1, 1);
  return 1;
}

class Parser {
  readonly #text: readonly string[];
  #at = 0;
  #depth = 0;
  #ignoresCase = false;
  #dotIsAll = false;

  constructor(text: readonly string[]) {
    this.#text = text;
  }

  parse(): Pattern {
    const pattern = this.#choice();
    if (this.#at < this.#text.length) throw this.#fault('an unopened `)`');
    return pattern;
  }

  #choice(): Pattern {
    if (++this.#depth > DEPTH_MAX) throw this.#fault('groups nested too deep');
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    this.#depth--;
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (this.#at < this.#text.length && this.#next() !== '|' && this.#next() !== ')') parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): Pattern {
    const part = this.#single();
    const bounds = this.#bounds();
    if (!bounds) return part;
    // Lazy or greedy is the same for whether it matches.
    this.#take('?');
    if (this.#bounds()) throw this.#fault('a repetition of a repetition');
    return { kind: 'repeat', part, ...bounds };
  }

  #bounds(): { readonly min: number; readonly max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Infinity };
    if (this.#take('+')) return { min: 1, max: Infinity };
    if (this.#take('?')) return { min: 0, max: 1 };
    const found = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#text.slice(this.#at, this.#at + 12).join(''));
    if (!found) return undefined;
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === '' ? Infinity : Number(found[3]);
    if (min > REPEAT_MAX || (max !== Infinity && max > REPEAT_MAX)) throw this.#fault(`a repetition of more than ${REPEAT_MAX} times`);
    if (max < min) throw this.#fault('a repetition whose bounds are in the wrong order');
    this.#at += found[0].length;
    return { min, max };
  }

  #single(): Pattern {
    const character = this.#text[this.#at++] ?? '';
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '.':
        return this.#set(
          this.#dotIsAll
            ? [[0, LAST]]
            : [
                [0, 9],
                [11, LAST],
              ],
        );
      case '^':
        return { kind: 'at', place: 'line_start' };
      case '$':
        return { kind: 'at', place: 'line_end' };
      case '*':
      case '+':
      case '?':
        this.#at--;
        throw this.#fault(`\`${character}\` with nothing before it`);
      default:
        return this.#set([rangeOf(character)]);
    }
  }

  #group(): Pattern {
    const before = [this.#ignoresCase, this.#dotIsAll] as const;
    if (this.#take('?')) {
      const found = /^(?:([ims]*)([:)])|P?<([A-Za-z_]\w*)>)/.exec(this.#text.slice(this.#at, this.#at + 80).join(''));
      if (!found) throw this.#fault('a group of a kind that is not supported');
      this.#at += found[0].length;
      for (const flag of found[1] ?? '') {
        if (flag === 'i') this.#ignoresCase = true;
        if (flag === 's') this.#dotIsAll = true;
      }
      // Until the end of the group around it.
      if (found[2] === ')') return { kind: 'sequence', parts: [] };
    }
    const inside = this.#choice();
    if (!this.#take(')')) throw this.#fault('an unclosed `(`');
    [this.#ignoresCase, this.#dotIsAll] = before;
    return inside;
  }

  #class(): Pattern {
    const isNegated = this.#take('^');
    const ranges: Range[] = [];
    for (let first = true; first || this.#next() !== ']'; first = false) {
      if (this.#at >= this.#text.length) throw this.#fault('an unclosed `[`');
      const from = this.#inClass();
      const isRange =
        typeof from === 'number' && this.#next() === '-' && this.#text[this.#at + 1] !== ']' && this.#at + 1 < this.#text.length;
      if (!isRange) {
        ranges.push(...(typeof from === 'number' ? [[from, from] as const] : from));
        continue;
      }
      this.#at++;
      const to = this.#inClass();
      if (typeof to !== 'number' || to < from) throw this.#fault('a range whose ends are in the wrong order');
      ranges.push([from, to]);
    }
    this.#at++;
    return { kind: 'set', set: { ranges, isNegated, ignoresCase: this.#ignoresCase } };
  }

  #inClass(): number | readonly Range[] {
    const character = this.#text[this.#at++] ?? '';
    if (character !== '\\') return character.codePointAt(0) ?? 0;
    const name = this.#text[this.#at] ?? '';
    const known = CLASSES[name.toLowerCase()];
    if (!known) return this.#escapedCharacter();
    this.#at++;
    return name === name.toLowerCase() ? known : complementOf(known);
  }

  #escape(): Pattern {
    const name = this.#next() ?? '';
    if (Object.hasOwn(PLACES, name)) {
      this.#at++;
      return { kind: 'at', place: PLACES[name as keyof typeof PLACES] };
    }
    const known = CLASSES[name.toLowerCase()];
    if (!known) {
      const code = this.#escapedCharacter();
      return this.#set([[code, code]]);
    }
    this.#at++;
    return { kind: 'set', set: { ranges: known, isNegated: name !== name.toLowerCase(), ignoresCase: false } };
  }

  #escapedCharacter(): number {
    const character = this.#text[this.#at++];
    if (character === undefined) throw this.#fault('a `\\` at its end');
    if (Object.hasOwn(ESCAPES, character)) return ESCAPES[character] ?? 0;
    if (character === 'x') {
      const found = /^(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/.exec(this.#text.slice(this.#at, this.#at + 8).join(''));
      if (!found) throw this.#fault('`\\x` without digits');
      this.#at += found[0].length;
      return Number.parseInt(found[1] ?? found[2] ?? '', 16);
    }
    if (/[A-Za-z0-9]/.test(character)) throw this.#fault(`\`\\${character}\`, which is not supported`);
    return character.codePointAt(0) ?? 0;
  }

  #set(ranges: readonly Range[]): Pattern {
    return { kind: 'set', set: { ranges, isNegated: false, ignoresCase: this.#ignoresCase } };
  }

  #next(): string | undefined {
    return this.#text[this.#at];
  }

  #take(character: string): boolean {
    if (this.#next() !== character) return false;
    this.#at++;
    return true;
  }

  #fault(what: string): Unreadable {
    return new Unreadable(`it has ${what}, near character ${this.#at + 1}`);
  }
}

function rangeOf(character: string): Range {
  const code = character.codePointAt(0) ?? 0;
  return [code, code];
}

/** @param ranges in ascending order */
function complementOf(ranges: readonly Range[]): Range[] {
  const rest: Range[] = [];
  let from = 0;
  for (const [first, last] of ranges) {
    if (first > from) rest.push([from, first - 1]);
    from = last + 1;
  }
  return [...rest, [from, LAST]];
}
