// Where words may be divided at the end of a line: as Liang's patterns say (F. M. Liang, Word Hy-phen-a-tion by Com-put-er, 1983) in the language of
// the page, and only where the page divides words itself.

import { createRequire } from 'node:module';
import { type PageText, type PlacedGlyph, WORD_GAP_EMS } from '../page-text.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import type { Word, WordPart } from './words.ts';

/** Divides words as its page does. */
export interface Hyphenation {
  /** As the page has it at the ends of its lines. */
  readonly hyphen: string;
  /** Offsets in a word, ascending, at which it may be divided. */
  readonly divisionsOf: (word: string) => readonly number[];
}

/** With `hyphenChar` where a word may be divided. */
type Hyphenate = (word: string, options: { readonly hyphenChar: string }) => string;
type Patterns = { readonly hyphenateSync: Hyphenate };

const require = createRequire(import.meta.url);

/** With words that are frequent in the language, and not in the others. */
const LANGUAGES: readonly { readonly words: ReadonlySet<string>; readonly patterns: () => Patterns }[] = [
  { words: setOf('the of and to is that for with are this from by was which'), patterns: () => require('hyphen/en-us') as Patterns },
  { words: setOf('der die und das ist nicht mit von den dem zu auf eine werden'), patterns: () => require('hyphen/de') as Patterns },
  { words: setOf('les des et est dans une pour qui au sur pas sont du ou'), patterns: () => require('hyphen/fr') as Patterns },
  { words: setOf('el los las y del por una con para se es lo como su'), patterns: () => require('hyphen/es') as Patterns },
  { words: setOf('il di che e per della sono non gli dei nel alla è delle'), patterns: () => require('hyphen/it') as Patterns },
  { words: setOf('o os as do da em um uma não com ao dos pelo são'), patterns: () => require('hyphen/pt') as Patterns },
  { words: setOf('het een van en dat niet op te zijn voor met aan ook wordt'), patterns: () => require('hyphen/nl') as Patterns },
];
/** So many of its words show the language, and so many times as many as another's. */
const SHOWN = { least: 8, times: 2 } as const;
/** Letters before and after a division, and of a word that is divided. */
const LETTERS = { before: 2, after: 3, all: 6 } as const;
const DIVIDED = /(\p{L}+)([-\u00ad\u2010])$/u;
const FIRST_LETTERS = /^\p{Ll}+/u;
/** A word, with what may stand around it. */
const PLAIN_WORD = /^([([“"‘'«„]*)(\p{L}\p{Ll}+)[,.;:!?)\]”"’'»]*$/u;

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Undefined where the page does not divide words, or its language is not known. */
export function hyphenationOf(page: PageText): Hyphenation | undefined {
  const ends = dividedEnds(page);
  const language = ends.length === 0 ? undefined : languageOf(page.text);
  if (!language) return undefined;
  const { hyphenateSync } = language.patterns();
  const divide = (word: string) => divisionsOf(word, hyphenateSync);
  // Compounds have hyphens, too.
  const divided = ends.find(({ start, rest }) => divide(start + rest).includes(start.length));
  return divided && { hyphen: divided.hyphen, divisionsOf: divide };
}

interface DividedEnd {
  readonly start: string;
  readonly hyphen: string;
  readonly rest: string;
}

/** Of lines that end with a hyphen, its word, with how the line below goes on. */
function dividedEnds(page: PageText): DividedEnd[] {
  const { all } = linesOfPage(page);
  return all.flatMap((line) => {
    const [, start, hyphen] = DIVIDED.exec(lettersOf(outerWord(line, 'last'))) ?? [];
    if (start === undefined || hyphen === undefined) return [];
    const below = all.filter((one) => one.start < line.end && one.end > line.start && isDirectlyBelow(one, line));
    return below.flatMap((one) => {
      const [rest] = FIRST_LETTERS.exec(lettersOf(outerWord(one, 'first'))) ?? [];
      return rest === undefined ? [] : [{ start, hyphen, rest }];
    });
  });
}

/** The first or the last word of a line. */
function outerWord({ glyphs }: TextLine, which: 'first' | 'last'): PlacedGlyph[] {
  const word: PlacedGlyph[] = [];
  for (const glyph of which === 'first' ? glyphs : glyphs.toReversed()) {
    const last = word.at(-1);
    const [one, two] = which === 'first' ? [last, glyph] : [glyph, last];
    if (!isVisible(glyph) && last) break;
    if (one && two && two.start - one.end > two.size * WORD_GAP_EMS) break;
    if (isVisible(glyph)) word.push(glyph);
  }
  return which === 'first' ? word : word.toReversed();
}

function isDirectlyBelow(one: TextLine, line: TextLine): boolean {
  const by = line.baseline - one.baseline;
  return by > line.size * 0.5 && by < line.size * 2.2;
}

function languageOf(text: string): (typeof LANGUAGES)[number] | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counted = LANGUAGES.map((language) => ({ language, count: words.filter((word) => language.words.has(word)).length }));
  const [best, second] = counted.toSorted((one, other) => other.count - one.count);
  return best && best.count >= SHOWN.least && best.count > (second?.count ?? 0) * SHOWN.times ? best.language : undefined;
}

function divisionsOf(text: string, hyphenate: Hyphenate): number[] {
  const [, before = '', word = ''] = PLAIN_WORD.exec(text) ?? [];
  if (word.length < LETTERS.all) return [];
  const offsets: number[] = [];
  let at = 0;
  for (const part of hyphenate(word, { hyphenChar: '\u00ad' }).split('\u00ad')) {
    at += part.length;
    if (at >= LETTERS.before && word.length - at >= LETTERS.after) offsets.push(before.length + at);
  }
  return offsets;
}

/** Words with the parts that may stand on different lines as words of their own; `canDivide` says of which glyphs they are. */
export function dividedWords(
  words: readonly Word[],
  { divisionsOf: divide }: Hyphenation,
  canDivide: (glyph: PlacedGlyph) => boolean,
): Word[] {
  return words.flatMap((word, index) => {
    const [part] = word.parts;
    // It is divided already.
    if (!part || word.parts.length > 1 || word.hyphen || words[index - 1]?.hyphen || joins(words[index - 1])) return [word];
    const parts = part.kind === 'text' ? divideText(part.text, divide) : divideGlyphs(part.glyphs, divide, canDivide);
    return parts.map((own, at) => {
      const isLast = at === parts.length - 1;
      return isLast ? { ...word, parts: [own] } : { ...word, parts: [own], isSpaced: false, spaces: [], isDivision: true };
    });
  });
}

/** A compound that goes on after its hyphen. */
function joins(before: Word | undefined): boolean {
  return before !== undefined && !before.isSpaced && before.spaces.length === 0;
}

function divideText(text: string, divide: Hyphenation['divisionsOf']): WordPart[] {
  const offsets = [0, ...divide(text), text.length];
  return offsets.slice(1).map((end, at) => ({ kind: 'text', text: text.slice(offsets[at], end) }));
}

function divideGlyphs(
  glyphs: readonly PlacedGlyph[],
  divide: Hyphenation['divisionsOf'],
  canDivide: (glyph: PlacedGlyph) => boolean,
): WordPart[] {
  const groups: PlacedGlyph[][] = [[]];
  const offsets = new Set(glyphs.every(canDivide) ? divide(lettersOf(glyphs)) : []);
  let read = 0;
  for (const glyph of glyphs) {
    if (offsets.has(read)) groups.push([]);
    groups.at(-1)?.push(glyph);
    read += glyph.shown.glyph.unicode.length;
  }
  return groups.map((group) => ({
    kind: 'glyphs',
    glyphs: group,
    start: group[0]?.start ?? 0,
    end: Math.max(...group.map(({ end }) => end)),
  }));
}

function lettersOf(glyphs: TextLine['glyphs']): string {
  return glyphs.map(({ shown }) => shown.glyph.unicode).join('');
}
