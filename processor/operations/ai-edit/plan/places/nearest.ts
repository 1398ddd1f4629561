// What of a document comes nearest to words that name nothing in it: its labels, headings, cells and short lines, compared by their letters.

import { type GroundDocument, plainName } from '../places/ground-document.ts';
import { type Place, placesOf } from '../places/page-lines.ts';
import { DETERMINER } from '#instruction/reading/things.ts';

export interface Nearest {
  readonly place: Place;
  readonly text: string;
}

const PAGES_MAX = 40;
const FOUND_MAX = 3;
const WORDS_MAX = 8;
/** Share of the letters, three by three, that must be the same. */
const LIKENESS_MIN = 0.4;

/** @returns the likest first, each text once */
export function nearestTo(ground: GroundDocument, said: string, pages: readonly number[]): readonly Nearest[] {
  const wanted = plainName(said.toLowerCase().replace(DETERMINER, ''));
  if (wanted.length < 3 || wanted.length > 120) return [];
  const parts = triples(wanted);
  const best = new Map<string, Nearest & { readonly likeness: number }>();
  for (const page of pages.slice(0, PAGES_MAX)) {
    const lines = ground.lines(page);
    for (const piece of lines.rows.flat()) {
      if (piece.words.length > WORDS_MAX) continue;
      const name = plainName(piece.text);
      const likeness = likenessOf(parts, wanted, name);
      const places = likeness >= LIKENESS_MIN && !best.has(name) ? placesOf(lines, piece.words) : [];
      const [place] = places;
      if (place && places.length === 1) best.set(name, { place, text: piece.text, likeness });
    }
  }
  return [...best.values()].toSorted((one, two) => two.likeness - one.likeness).slice(0, FOUND_MAX);
}

function triples(text: string): ReadonlySet<string> {
  const padded = ` ${text} `;
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)));
}

/** A name that is a whole part of what was said is near it, however much else was said. */
function likenessOf(parts: ReadonlySet<string>, wanted: string, name: string): number {
  if (name.length < 3) return 0;
  if (name.length > 3 && ` ${wanted} `.includes(` ${name} `)) return 0.5 + name.length / wanted.length / 2;
  const own = triples(name);
  const shared = [...own].filter((one) => parts.has(one)).length;
  return (2 * shared) / (own.size + parts.size);
}
