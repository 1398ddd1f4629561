// Which parts of an instruction stand in the document, and as what: the words of all pages in one line, with the place of each.

import type { GroundDocument } from '../places/ground-document.ts';
import { plainName } from '../places/ground-document.ts';
import type { Token } from './tokens.ts';

interface DocumentWords {
  readonly words: readonly string[];
  readonly at: ReadonlyMap<string, readonly number[]>;
  /** Folded texts of lines of their own, and labels before a colon. */
  readonly names: ReadonlySet<string>;
}

const KNOWN = new WeakMap<GroundDocument, DocumentWords>();
const PAGES_MAX = 300;
const NAME_WORDS_MAX = 8;

export function documentWords(ground: GroundDocument): DocumentWords {
  const known = KNOWN.get(ground);
  if (known) return known;
  const words: string[] = [];
  const at = new Map<string, number[]>();
  const names = new Set<string>();
  for (let page = 1; page <= Math.min(ground.pageCount, PAGES_MAX); page++) {
    const text = ground.facts.pageText(page);
    for (const one of unitsOfName(ground.name(page))) {
      const places = at.get(one);
      if (places) places.push(words.length);
      else at.set(one, [words.length]);
      words.push(one);
    }
    words.push('');
    for (const line of text.split('\n')) if (line.length < 60) names.add(plainName(line));
    for (const label of text.matchAll(/(?:^|[\n.;]|  )\s*([\p{L}][^\n:]{1,50}):/gu)) {
      const name = plainName(label[1] ?? '');
      if (name.split(' ').length <= NAME_WORDS_MAX) names.add(name);
    }
  }
  const made = { words, at, names };
  KNOWN.set(ground, made);
  return made;
}

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;

/** Folded words; of scripts without spaces, characters. */
const unitsOfText = (text: string): readonly string[] => unitsOfName(plainName(text));

function unitsOfName(name: string): readonly string[] {
  return name
    .split(' ')
    .flatMap((one) => (UNSPACED.test(one) ? Array.from(one) : [one]))
    .filter((one) => one !== '');
}

export interface Match {
  /** Of tokens; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  /** How often it stands there. */
  readonly count: number;
  readonly isName: boolean;
}

const TOKENS_MAX = 14;

/** For each token the longest run of tokens that it is in and that stands in the document; undefined where it does not stand there. */
export function matchesOfTokens(ground: GroundDocument, tokens: readonly Token[]): readonly (Match | undefined)[] {
  const { words, at, names } = documentWords(ground);
  const best: (Match | undefined)[] = tokens.map(() => undefined);
  const units = tokens.map(({ source }) => unitsOfText(source));
  for (let from = 0; from < tokens.length; from++) {
    const first = units[from];
    if (!first || first.length === 0) continue;
    let places = (at.get(first[0] ?? '') ?? []).filter((place) => first.every((one, index) => words[place + index] === one));
    let length = first.length;
    let to = from + 1;
    while (places.length > 0) {
      for (let one = from; one < to; one++) {
        const own = best[one];
        if (!own || to - from > own.to - own.from) {
          const name = units.slice(from, to).flat().join(' ');
          best[one] = { from, to, count: places.length, isName: names.has(name) };
        }
      }
      if (to >= tokens.length || to - from >= TOKENS_MAX) break;
      const next = units[to] ?? [];
      const longer = length + next.length;
      places = places.filter((place) => next.every((one, index) => words[place + length + index] === one));
      length = longer;
      to++;
    }
  }
  return best;
}
