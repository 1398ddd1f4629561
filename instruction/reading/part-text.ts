// A part of an instruction as text, with the places that parts of it have in the whole.

import type { Span } from '../tokens.ts';
import { type Folded, trimmed } from './folded.ts';
import { patternOf, PARTICLES, word } from './lexicon.ts';

export interface Text {
  readonly text: string;
  readonly at: (from: number, to: number) => Span;
}

export function textOf(folded: Folded, part: Span): Text {
  const text = folded.text.slice(part.start, part.end);
  return { text, at: (from, to) => trimmed(folded, { start: part.start + from, end: part.start + to }) };
}

/** Every way to cut a part in two at a joining word outside quotes. */
export function splitsAt({ text, at }: Text, joint: string, from = 0, to = text.length): (readonly [Span, Span])[] {
  const found: (readonly [Span, Span])[] = [];
  for (const match of text.slice(0, to).matchAll(patternOf(joint, 'gu'))) {
    if (match.index < from) continue;
    const [left, right] = [at(from, match.index), at(match.index + match[0].length, to)];
    if (left.start < left.end && right.start < right.end) found.push([left, right]);
  }
  return found;
}

const OBJECT_OF_PARTICLE = new RegExp(` (?:${PARTICLES}|${word('out|off|away')})$`, 'u');

/** What stands after a verb, or before one at the end, also around its particle. */
export function objectOf({ text, at }: Text, verb: string): Span | undefined {
  const first = patternOf(`^(?:${verb})(?: ${word('out|off|away')})? +`, 'u').exec(text);
  if (first) {
    const rest = text.slice(first[0].length);
    const particle = OBJECT_OF_PARTICLE.exec(rest);
    return at(first[0].length, first[0].length + (particle?.index ?? rest.length));
  }
  const last = patternOf(` (?:${word('zu|te')} )?(?:${verb})$`, 'u').exec(text);
  return last ? at(0, last.index) : undefined;
}
