// Finds what an instruction may mean where it does not say it word for word: blocks, cells, labels with their values and fields that share words
// with it, typing mistakes allowed. Pages are chosen by their text, so that only those are built that are likely to hold it.

import type { PageModel } from '../../../document/pages/page-model.ts';
import type { ReadableDocument } from './readable-document.ts';

export interface Candidate {
  readonly id: string;
  /** 1-based. */
  readonly page: number;
  readonly kind: string;
  readonly text: string;
  /** Of a pair or field: what is written for it. */
  readonly value?: string;
}

const PAGES_MAX = 12;
const TEXT_CHARS_MAX = 160;
const ALIKE_MIN = 0.6;
const TOO_COMMON = /^(?:the|a|an|of|to|in|on|and|or|is|it|be|for|at|by|with|from|this|that|please|der|die|das|le|la|les|de|el|il)$/u;

/** @returns best first */
export function findCandidates({ pageCount, model, facts }: ReadableDocument, query: string, countMax: number): Candidate[] {
  const wanted = wordsOf(query).filter((word) => !TOO_COMMON.test(word));
  if (wanted.length === 0) return [];
  const texts = Array.from({ length: pageCount }, (_, index) => new Set(wordsOf(facts.pageText(index + 1))));
  const weighed = weigh(wanted, texts);
  const pages = texts
    .map((words, index) => ({ page: index + 1, score: scoreOf(weighed, words, pageCount <= PAGES_MAX) }))
    .toSorted((one, two) => two.score - one.score)
    .slice(0, PAGES_MAX)
    .filter(({ score }) => score > 0);
  const items = pages.flatMap(({ page }) => {
    const built = model.page(page);
    return (built ? itemsOf(built) : []).map((item) => ({ item, words: new Set(wordsOf(`${item.text} ${item.value ?? ''}`)) }));
  });
  const ofItems = weigh(
    wanted,
    items.map(({ words }) => words),
  );
  return items
    .map(({ item, words }) => {
      // Of two that hold the same words the shorter one is meant.
      const score = scoreOf(ofItems, words, true);
      return { item, score: score === 0 ? 0 : score + wanted.length / (wanted.length + words.size) / 2 };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, two) => two.score - one.score)
    .slice(0, countMax)
    .map(({ item }) => item);
}

function* itemsOfBlocks({ page, blocks }: PageModel): Generator<Candidate> {
  for (const block of blocks) {
    if (block.kind === 'picture') continue;
    if (block.kind !== 'table') {
      yield { id: block.id, page, kind: block.kind, text: block.text.slice(0, TEXT_CHARS_MAX) };
      continue;
    }
    for (const { row, column, text } of block.cells) {
      if (text !== '')
        yield { id: `${block.id} row ${row + 1} column ${column + 1}`, page, kind: 'cell', text: text.slice(0, TEXT_CHARS_MAX) };
    }
  }
}

function itemsOf(model: PageModel): Candidate[] {
  const { page, pairs, fields } = model;
  return [
    ...itemsOfBlocks(model),
    ...pairs.map(({ id, label, value }) => ({ id, page, kind: 'pair', text: label, value: value.slice(0, TEXT_CHARS_MAX) })),
    ...fields.map(({ id, name, label, tip, value }) => ({
      id,
      page,
      kind: `field ${name}`.slice(0, TEXT_CHARS_MAX),
      text: label ?? tip ?? name,
      value: value.slice(0, TEXT_CHARS_MAX),
    })),
  ];
}

/** Words of letters and digits; of scripts without spaces every two characters. */
function wordsOf(text: string): string[] {
  return Array.from(
    text
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}\p{M}]+/gu),
    ([word]) => word,
  ).flatMap((word) => (/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u.test(word) ? pairsOf(word) : [word]));
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  return characters.length < 2 ? [word] : characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

interface Weighed {
  readonly word: string;
  readonly weight: number;
}

/** A word that stands in few of the places says more than one that stands in many: `page` and `1` lead nowhere. */
function weigh(wanted: readonly string[], places: readonly ReadonlySet<string>[]): Weighed[] {
  return wanted.map((word) => ({ word, weight: places.length / (1 + places.filter((words) => words.has(word)).length) }));
}

/** Share of the wanted words that are there, by their weight. */
function scoreOf(wanted: readonly Weighed[], words: ReadonlySet<string>, tolerant: boolean): number {
  const hit = (word: string): number => {
    if (words.has(word)) return 1;
    if (!tolerant || word.length < 4) return 0;
    let best = 0;
    for (const other of words) if (Math.abs(other.length - word.length) <= 2) best = Math.max(best, likeness(word, other));
    return best >= ALIKE_MIN ? best * 0.8 : 0;
  };
  const all = wanted.reduce((sum, { weight }) => sum + weight, 0);
  return wanted.reduce((sum, { word, weight }) => sum + hit(word) * weight, 0) / all;
}

/** Dice's coefficient of the pairs of letters. */
function likeness(one: string, two: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(two)];
  const left = [...others];
  const shared = pairs.filter((pair) => {
    const place = left.indexOf(pair);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
  return (2 * shared.length) / (pairs.length + others.length);
}
