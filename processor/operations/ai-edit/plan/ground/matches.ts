// Places in the document → the matches of a plan: the text as it stands there, its pages, and which of its occurrences is meant.

import { type DocumentFacts } from '../../facts/locate.ts';
import type { Place } from '../places/page-lines.ts';

export interface PlannedMatch {
  readonly pages: string;
  readonly match: Readonly<Record<string, unknown>>;
}

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/u;
const WORD_END = /[\p{L}\p{N}]/u;

/** @returns undefined where a place cannot be said as a text: it would be found elsewhere, or not at all */
export async function matchesOf(facts: DocumentFacts, places: readonly Place[]): Promise<readonly PlannedMatch[] | undefined> {
  const matches: PlannedMatch[] = [];
  for (const [text, all] of Map.groupBy(places, (place) => sayable(facts, place))) {
    if (text === undefined || text === '') return undefined;
    const made = await matchesOfText(facts, text, all);
    if (!made) return undefined;
    matches.push(...made);
  }
  return matches;
}

/** The text of a place on one line; a word divided at the end of a line is one. */
function sayable(facts: DocumentFacts, { page, start, end }: Place): string | undefined {
  const text = facts
    .pageText(page)
    .slice(start, end)
    .replaceAll(/(?<=\p{L})[-\u00ad\u2010] ?\n(?=\p{Ll})/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text) ? undefined : text;
}

async function matchesOfText(facts: DocumentFacts, text: string, places: readonly Place[]): Promise<readonly PlannedMatch[] | undefined> {
  const isWord = (character: string | undefined) => character !== undefined && WORD_END.test(character) && !UNSPACED.test(character);
  const all = Array.from({ length: facts.pageCount }, (_, index) => index + 1);
  const wholeMatters = isWord(text.at(0)) || isWord(text.at(-1));
  for (const whole_word of wholeMatters ? [true, false] : [false]) {
    const match = { text, case: 'exact' as const, whole_word, occurrence: 'all' as const, expect: { min: 1 } };
    const found = await facts.locate(match, all);
    const indexes = places.map((place) => found.findIndex((one) => isSame(one, place)));
    if (indexes.includes(-1)) continue;
    const said = { text, ...(whole_word ? { whole_word } : {}) };
    const pagesOfPlaces = [...new Set(places.map(({ page }) => page))];
    const onThose = found.filter(({ page }) => pagesOfPlaces.includes(page));
    if (found.length === places.length) return [{ pages: 'all', match: said }];
    if (onThose.length === places.length && pagesOfPlaces.length <= PAGES_LISTED_MAX)
      return [{ pages: pagesOfPlaces.join(','), match: said }];
    return places.map((place) => {
      const onPage = found.filter(({ page }) => page === place.page);
      return { pages: String(place.page), match: { ...said, occurrence: onPage.findIndex((one) => isSame(one, place)) + 1 } };
    });
  }
  return undefined;
}

const PAGES_LISTED_MAX = 60;

function isSame(one: Place, two: Place): boolean {
  return one.page === two.page && one.start <= two.start + 1 && one.start >= two.start - 1 && Math.abs(one.end - two.end) <= 1;
}
