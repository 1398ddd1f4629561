// How much of one document is found in another: the sequence of words, paragraphs, headings, list items, cells and links. Pure. Every figure is
// between 0 and 1; one without meaning (the truth has none) is absent.

import { collapse, type Outline, type OutlineCell, wordsOf } from './outline.ts';

export interface Scores {
  /** 2 × longest common subsequence ÷ words of both. */
  readonly words: number;
  readonly paragraphs?: number;
  readonly headings?: number;
  readonly lists?: number;
  readonly cells?: number;
  /** Recall. */
  readonly links?: number;
}

export function scoreOutline(truth: Outline, found: Outline): Scores {
  const scores: { -readonly [K in keyof Scores]: Scores[K] } = {
    words: sequenceRatio(wordsOfOutline(truth), wordsOfOutline(found)),
  };
  const [right, own] = [bagsOf(truth), bagsOf(found)];
  for (const name of ['paragraphs', 'headings', 'lists', 'cells'] as const)
    if (right[name].length > 0) scores[name] = f1(right[name], own[name]);
  if (right.links.length > 0) scores.links = common(right.links, own.links) / right.links.length;
  return scores;
}

export type Bags = Readonly<Record<'paragraphs' | 'headings' | 'lists' | 'cells' | 'links', readonly string[]>>;

/** What is compared, apart from the words: each part of a document as a text without spaces. */
export function bagsOf({ paragraphs, tables, links }: Outline): Bags {
  return {
    paragraphs: paragraphs.map(({ text }) => key(text)),
    headings: paragraphs.flatMap(({ text, heading }) => (heading === undefined ? [] : [key(text)])),
    lists: paragraphs.flatMap(({ text, listLevel }) => (listLevel === undefined ? [] : [key(text)])),
    cells: tables.flatMap(cellsOf),
    links: links.map(normaliseTarget),
  };
}

/** Each cell with its neighbour to the left: right text in the right row and order, whatever empty columns and rows lie between. */
function cellsOf(cells: readonly OutlineCell[]): string[] {
  const filled = cells.filter(({ text }) => text !== '').toSorted((a, b) => a.row - b.row || a.column - b.column);
  return filled.map((cell, index) => {
    const left = filled[index - 1];
    return `${left?.row === cell.row ? key(left.text) : ''}|${key(cell.text)}`;
  });
}

export function wordsOfOutline(outline: Outline): string[] {
  return outline.paragraphs.flatMap(({ text }) => wordsOf(text));
}

/** Spaces are not compared: a renderer may set them by distance. */
function key(text: string): string {
  return collapse(text).replaceAll(' ', '');
}

function normaliseTarget(target: string): string {
  return decodeSafely(target).replace(/\/$/, '').toLowerCase();
}

function decodeSafely(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

/** What is in the first bag but not in the second. */
export function without(one: readonly string[], two: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of two) left.set(item, (left.get(item) ?? 0) + 1);
  return one.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

const TYPED_LABEL = /^(?:[\u2022\u00b7\u25aa\u25cf\u25e6\u2013\u2014*-]|[([]?(?:\d{1,3}|[a-z]|[ivx]{1,5})(?:\.\d{1,3})*[.)\]]{0,2})\s+/i;

/**
 * The same figures, without what the pages of the truth do not show: which of two identically set lines has the style of a heading,
 * whether a label was typed or counted, and tables that hold one text, or draw nothing and have no row of two texts. These count neither for nor
 * against.
 */
export function scoreAsSeen(truth: Outline, found: Outline): Scores {
  const withoutLabel = (text: string) => key(text.replace(TYPED_LABEL, ''));
  const faked = new Set(truth.paragraphs.flatMap((one) => (one.emphatic && one.heading === undefined ? [withoutLabel(one.text)] : [])));
  const typed = new Set(
    truth.paragraphs.flatMap((one) => (one.listLevel === undefined && TYPED_LABEL.test(one.text) ? [withoutLabel(one.text)] : [])),
  );
  const headings = new Set(found.paragraphs.flatMap((one) => (one.heading === undefined ? [] : [withoutLabel(one.text)])));
  const paragraphs = (outline: Outline, isTruth: boolean) =>
    outline.paragraphs.map(({ text, heading, listLevel }) => {
      const bare = withoutLabel(text);
      const isHeading = heading !== undefined && (isTruth || !faked.has(bare));
      const isItem = listLevel !== undefined && (isTruth ? !(faked.has(bare) && headings.has(bare)) : !typed.has(bare));
      return { text: bare, ...(isHeading ? { heading } : {}), ...(isItem ? { listLevel } : {}) };
    });
  const seen = (outline: Outline, isTruth: boolean): Outline => ({
    ...outline,
    paragraphs: paragraphs(outline, isTruth),
    tables: outline.tables.filter(isSeen),
  });
  const { words: _, ...scores } = scoreOutline(seen(truth, true), seen(found, false));
  return { words: scoreOutline(truth, found).words, ...scores };
}

function isSeen(cells: readonly OutlineCell[]): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  return filled.length > 1 && (cells.some(({ drawn }) => drawn) || new Set(filled.map(({ row }) => row)).size < filled.length);
}

/** How many items two bags share. */
function common(one: readonly string[], two: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const item of one) counts.set(item, (counts.get(item) ?? 0) + 1);
  let shared = 0;
  for (const item of two) {
    const left = counts.get(item) ?? 0;
    if (left > 0) shared += 1;
    counts.set(item, left - 1);
  }
  return shared;
}

export function f1(truth: readonly string[], found: readonly string[]): number {
  const total = truth.length + found.length;
  return total === 0 ? 1 : (2 * common(truth, found)) / total;
}

export function sequenceRatio(one: readonly string[], two: readonly string[]): number {
  const total = one.length + two.length;
  return total === 0 ? 1 : (2 * commonSubsequence(one, two)) / total;
}

/** Length of the longest common subsequence: Myers, An O(ND) Difference Algorithm (1986). */
export function commonSubsequence(one: readonly string[], two: readonly string[]): number {
  const numbers = new Map<string, number>();
  const intern = (words: readonly string[]) =>
    Int32Array.from(words, (word) => {
      const known = numbers.get(word) ?? numbers.size;
      numbers.set(word, known);
      return known;
    });
  const [a, b] = [intern(one), intern(two)];
  const most = a.length + b.length;
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = furthest[middle + diagonal + 1] ?? 0;
      const left = furthest[middle + diagonal - 1] ?? 0;
      let x = diagonal === -edits || (diagonal !== edits && left < below) ? below : left + 1;
      let y = x - diagonal;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      furthest[middle + diagonal] = x;
      if (x >= a.length && y >= b.length) return (most - edits) / 2;
    }
  }
  return 0;
}

export function meanScores(rows: readonly Scores[]): Scores & { readonly counted: Record<string, number> } {
  const names = ['words', 'paragraphs', 'headings', 'lists', 'cells', 'links'] as const;
  const counted: Record<string, number> = {};
  const means = Object.fromEntries(
    names.flatMap((name) => {
      const values = rows.flatMap((row) => row[name] ?? []);
      counted[name] = values.length;
      return values.length === 0 ? [] : [[name, values.reduce((sum, value) => sum + value, 0) / values.length]];
    }),
  );
  return { words: 0, ...means, counted };
}
