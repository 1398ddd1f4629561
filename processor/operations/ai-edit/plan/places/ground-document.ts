// The document as grounding asks about it: the lines of each page, read once, and where a text stands.

import type { DocumentFacts } from '../../facts/locate.ts';
import type { LabelledField } from '../../facts/labelled-fields.ts';
import { spellingsOf } from '../../facts/spellings.ts';
import { patternOf } from '../../../../pdf/edit/find.ts';
import type { PageModel } from '../../../../document/pages/page-model.ts';
import { type PlacedBlock, placeBlocks } from '../places/blocks.ts';
import { withItems } from './items.ts';
import { type PageLines, type Place, readLines } from '../places/page-lines.ts';

export interface GroundDocument {
  readonly facts: DocumentFacts;
  readonly pageCount: number;
  readonly lines: (page: number) => PageLines;
  /** In reading order; none for a page without a model. */
  readonly blocks: (page: number) => readonly PlacedBlock[];
  /** All that a page says, folded. */
  readonly name: (page: number) => string;
  /** Whether all words of a folded name stand on a page, without reading its lines. */
  readonly holds: (page: number, name: string) => boolean;
  readonly fields: () => Promise<readonly LabelledField[]>;
}

/** Beyond this many pages, what is named by its role is searched on the first ones only. */
export const ROLE_PAGES_MAX = 200;

/** What is known of a page by its number; undefined where it could not be read. */
export type PageModels = (page: number) => PageModel | undefined;

export function openGround(
  facts: DocumentFacts,
  fields: () => Promise<readonly LabelledField[]>,
  models: PageModels = () => undefined,
): GroundDocument {
  const read = new Map<number, PageLines>();
  const placed = new Map<number, readonly PlacedBlock[]>();
  const names = new Map<number, string>();
  let known: Promise<readonly LabelledField[]> | undefined;
  const linesOf = (page: number) => {
    const lines = read.get(page) ?? readLines(facts, page);
    read.set(page, lines);
    return lines;
  };
  const nameOf = (page: number) => {
    const name = names.get(page) ?? plainName(facts.pageText(page));
    names.set(page, name);
    return name;
  };
  return {
    facts,
    pageCount: facts.pageCount,
    lines: linesOf,
    blocks: (page) => {
      const model = placed.has(page) ? undefined : models(page);
      const blocks = placed.get(page) ?? (model ? withItems(placeBlocks(model, linesOf(page))) : []);
      placed.set(page, blocks);
      return blocks;
    },
    name: nameOf,
    holds: (page, name) => ` ${nameOf(page)} `.includes(name),
    fields: () => (known ??= fields()),
  };
}

export interface FoundText {
  readonly places: readonly Place[];
  /** How it is written differs from what was said. */
  readonly spelling: 'exact' | 'other';
  /** Only parts of longer words. */
  readonly isInside: boolean;
}

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Whole words first, as written first; then any case, then other hyphens and spaces. @returns undefined where it is nowhere */
export function findIn(ground: GroundDocument, said: string, pages: readonly number[]): FoundText | undefined {
  const text = said.trim().replaceAll(/\s+/gu, ' ');
  const letters = lettersOf(text);
  const held = pages.filter((page) => lettersOn(ground, page).includes(letters));
  if (held.length === 0) return undefined;
  const tries = [
    () => patternOf(text, true),
    () => patternOf(text, false),
    () => patternOf(straight(text), false),
    () => spellingsOf(text),
    // `Ordered by / Ann Brown`: a line break may be written so.
    () => (text.includes(' / ') ? spellingsOf(text.replaceAll(' / ', ' ')) : undefined),
    () => runTogether(text),
  ];
  for (const [index, made] of tries.entries()) {
    const pattern = made();
    if (!pattern) continue;
    const all = held.flatMap((page) => {
      const own = ground.facts.pageText(page);
      const searched = index === 2 ? straight(own) : own;
      return [...searched.matchAll(pattern)].map(({ 0: hit, index: start }) => ({ page, start, end: start + hit.length }));
    });
    const isNumber = /^\d+(?:\.\d+)+$/u.test(text);
    const whole = all.filter(({ page, start, end }) => isWhole(ground.facts.pageText(page), start, end, isNumber));
    const spelling = index === 0 ? 'exact' : 'other';
    if (whole.length > 0) return { places: whole, spelling, isInside: false };
    if (index === 0 && all.length > 0 && text.length >= 3) return { places: all, spelling, isInside: true };
  }
  return undefined;
}

const RUN_TOGETHER_MIN = 6;

/** In scripts without spaces a page may have some where its lines or its runs end. */
function runTogether(text: string): RegExp | undefined {
  const letters = Array.from(text.replaceAll(/\s/gu, ''));
  if (letters.length < RUN_TOGETHER_MIN || letters.filter((letter) => UNSPACED.test(letter)).length * 2 < letters.length) return undefined;
  return new RegExp(letters.map((letter) => RegExp.escape(letter)).join('\\s*'), 'gu');
}

/**
 * All that no spelling of a text changes: its Latin letters and digits, in lower case, without their marks. What is looked for can only stand where
 * these stand in one run.
 */
function lettersOf(text: string): string {
  return (ASCII.test(text) ? text : text.normalize('NFKD')).toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
}

const LETTERS = new WeakMap<GroundDocument, Map<number, string>>();

function lettersOn(ground: GroundDocument, page: number): string {
  const known = LETTERS.get(ground) ?? new Map<number, string>();
  LETTERS.set(ground, known);
  const letters = known.get(page) ?? lettersOf(ground.facts.pageText(page));
  known.set(page, letters);
  return letters;
}

/** Whether a text can stand on one of the pages, in any spelling that is looked for. */
export function mayStand(ground: GroundDocument, said: string, pages: readonly number[]): boolean {
  const letters = lettersOf(said);
  return pages.some((page) => lettersOn(ground, page).includes(letters));
}

/** Typographic quotation marks and dashes as on a typewriter; every character stays one. */
function straight(text: string): string {
  return text
    .replaceAll(/[\u2018\u2019\u02bc\u00b4`]/gu, "'")
    .replaceAll(/[\u201c\u201d\u201e\u00ab\u00bb]/gu, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-');
}

/** @param isNumber letters may touch it: `CWEB3.64` */
function isWhole(text: string, start: number, end: number, isNumber: boolean): boolean {
  if (isNumber)
    return !/[\p{N}.,]$/u.test(text.slice(Math.max(0, start - 1), start)) && !/^(?:\p{N}|[.,]\p{N})/u.test(text.slice(end, end + 2));
  const joins = (left: string, right: string) => WORD.test(left) && WORD.test(right) && !UNSPACED.test(left) && !UNSPACED.test(right);
  return !joins(text.charAt(start - 1), text.charAt(start)) && !joins(text.charAt(end - 1), text.charAt(end));
}

const ASCII = /^[\0-\x7f]*$/;

/** Folded for comparing names: lower case, without accents and punctuation. */
export function plainName(text: string): string {
  if (ASCII.test(text)) {
    // Most words are parted by one space: it is not replaced by itself.
    const words = text.toLowerCase().replaceAll(/[^a-z0-9#%$ ]+/g, ' ').trim(); // prettier-ignore
    return words.includes('  ') ? words.replaceAll(/ {2,}/g, ' ') : words;
  }
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}#%$€]+/gu, ' ')
    .trim();
}
