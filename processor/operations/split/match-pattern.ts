// Whether a regular expression matches anywhere in a text, in a time proportional to the text: all ways through the expression are followed at once (K.
// Thompson, "Regular Expression Search Algorithm", Communications of the ACM 11(6), 1968), so nothing is ever tried again.

import { type CharacterSet, type Pattern, WORD } from '#contract/params/text-pattern.ts';

type Place = Extract<Pattern, { kind: 'at' }>['place'];

type State =
  | { readonly kind: 'set'; readonly set: CharacterSet; next: number }
  | { readonly kind: 'at'; readonly place: Place; next: number }
  | { readonly kind: 'fork'; readonly ways: number[] }
  | { readonly kind: 'end' };

export class PatternMatcher {
  readonly #states: State[] = [{ kind: 'end' }];
  readonly #start: number;

  constructor(pattern: Pattern) {
    this.#start = this.#build(pattern, 0);
  }

  matches(text: string): boolean {
    const points = Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0);
    let now = new Set<number>();
    for (let at = 0; at <= points.length; at++) {
      // It may begin anywhere.
      if (this.#enter(this.#start, now, points, at)) return true;
      const point = points[at];
      if (point === undefined) return false;
      const then = new Set<number>();
      for (const number of now) {
        const state = this.#states[number];
        if (state?.kind === 'set' && isIn(state.set, point) && this.#enter(state.next, then, points, at + 1)) return true;
      }
      now = then;
    }
    return false;
  }

  /** Adds a state and all that it leads to without a character. @returns whether the end is among them */
  #enter(start: number, states: Set<number>, points: Uint32Array, at: number): boolean {
    const waiting = [start];
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      if (states.has(number)) continue;
      states.add(number);
      const state = this.#states[number];
      if (state?.kind === 'end') return true;
      if (state?.kind === 'fork') waiting.push(...state.ways);
      if (state?.kind === 'at' && isAt(state.place, points, at)) waiting.push(state.next);
    }
    return false;
  }

  /** @returns the first state of a pattern that goes on with `next` */
  #build(pattern: Pattern, next: number): number {
    switch (pattern.kind) {
      case 'set':
        return this.#add({ kind: 'set', set: pattern.set, next });
      case 'at':
        return this.#add({ kind: 'at', place: pattern.place, next });
      case 'sequence':
        return pattern.parts.reduceRight((following, part) => this.#build(part, following), next);
      case 'choice':
        return this.#add({ kind: 'fork', ways: pattern.parts.map((part) => this.#build(part, next)) });
      case 'repeat':
        return this.#repeat(pattern, next);
    }
  }

  #repeat({ part, min, max }: Extract<Pattern, { kind: 'repeat' }>, next: number): number {
    let start = next;
    if (max === Infinity) {
      const fork: State = { kind: 'fork', ways: [next] };
      start = this.#add(fork);
      fork.ways.push(this.#build(part, start));
    } else for (let count = min; count < max; count++) start = this.#add({ kind: 'fork', ways: [next, this.#build(part, start)] });
    for (let count = 0; count < min; count++) start = this.#build(part, start);
    return start;
  }

  #add(state: State): number {
    return this.#states.push(state) - 1;
  }
}

function isIn({ ranges, isNegated, ignoresCase }: CharacterSet, point: number): boolean {
  const points = ignoresCase ? casesOf(point) : [point];
  return ranges.some(([from, to]) => points.some((one) => one >= from && one <= to)) !== isNegated;
}

function casesOf(point: number): number[] {
  const character = String.fromCodePoint(point);
  return [point, character.toLowerCase().codePointAt(0) ?? point, character.toUpperCase().codePointAt(0) ?? point];
}

function isAt(place: Place, points: Uint32Array, at: number): boolean {
  switch (place) {
    case 'text_start':
      return at === 0;
    case 'text_end':
      return at === points.length;
    case 'line_start':
      return at === 0 || points[at - 1] === 10;
    case 'line_end':
      return at === points.length || points[at] === 10;
    case 'word_edge':
      return isWord(points[at - 1]) !== isWord(points[at]);
    case 'no_word_edge':
      return isWord(points[at - 1]) === isWord(points[at]);
  }
}

function isWord(point: number | undefined): boolean {
  return point !== undefined && WORD.some(([from, to]) => point >= from && point <= to);
}
