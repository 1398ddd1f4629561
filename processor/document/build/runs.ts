// Lines of words → runs of text: lines are joined, words broken at a line's end are rejoined, text of one look becomes one run.

import type { Run } from '../model.ts';
import { type Line, SAME_SIZE_PT } from '../words/lines.ts';
import { RIGHT_TO_LEFT } from '../../pdf/draw/bidi.ts';
import { isMostlyRtl } from '../words/segments.ts';
import { scriptOf } from '../words/scripts.ts';
import type { WordFit } from './fit-lines.ts';
import { hasJoining, partFamily } from './part-fonts.ts';
import { wordsBeforeText, wordsOfNumber } from './hanging.ts';
import { isWide, type Word } from '../words/words.ts';

export interface RunContext {
  /** Words within lines of the document, in lower case: they distinguish a broken word from a compound. */
  readonly vocabulary: ReadonlySet<string>;
  /** Most hyphens at the ends of lines break a word. */
  readonly hyphenates: boolean;
  readonly fields?: ReadonlyMap<Word, 'page' | 'pages'>;
  /** Families that go with the document, and the widths of their spaces (ems): fonts keep their own names, where others get a stand-in's. */
  readonly embedded?: ReadonlyMap<string, number>;
  /** A word broken at a line's end may be broken there again (U+00AD). */
  readonly softHyphens?: boolean;
  /** How words are set that keep their places. */
  readonly fits?: ReadonlyMap<Word, WordFit>;
}

const SOFT_HYPHEN = '\u00ad';
const RIGHT_TO_LEFT_MARK = '\u200f';
const LINE_BREAK = '\n';
/** Scripts whose words go on in the next line without a sign. */
const WHOLE_WIDTH = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** @param skip words at the start of the first line that are a label */
export function makeRuns(lines: readonly Line[], context: RunContext, skip = 0): Run[] {
  const runs: { -readonly [K in keyof Run]: Run[K] }[] = [];
  const [first] = lines;
  // The tab of a line that hangs leads to where the lines below start.
  const text = skip === 0 ? first?.words[wordsBeforeText(lines) || wordsOfNumber(lines)] : undefined;
  let tail: Word | undefined;
  for (const [lineIndex, line] of lines.entries()) {
    const starts = new Set(line.segments.map(({ words }) => words[0]));
    const words = lineIndex === 0 ? line.words.slice(skip) : line.words;
    for (const [index, word] of words.entries()) {
      const isFirst = index === 0;
      let glue = '';
      const fit = context.fits?.get(word);
      if (isFirst && lineIndex > 0 && tail) glue = joinLines(runs, tail, word, context);
      else if (!isFirst && (starts.has(word) || (word === text && word.spaceBefore))) glue = '\t';
      else if (!isFirst && word.spaceBefore) glue = ' ';
      const next = runOf(word, line, context);
      let last = runs.at(-1);
      if (fit && last) {
        if (fit.breakBefore && (glue === ' ' || (glue === '' && isFirst && (line.rtl || WHOLE_WIDTH.test(word.text))))) glue = LINE_BREAK;
        else if (glue === ' ' && !isFirst && fit.wordSpacing !== 0) {
          last = { ...(endsMarked(last, next) ? next : last), text: ' ', letterSpacing: fit.letterSpacing + fit.wordSpacing };
          runs.push(last);
          glue = '';
        }
      }
      if (last && looksLike(last, next) && (!context.fits || last.letterSpacing === next.letterSpacing)) {
        const spacing = context.fits ? next.letterSpacing : meanSpacing(last, next);
        if (spacing !== undefined) last.letterSpacing = spacing;
        last.text += glue + next.text;
      } else {
        // A space belongs to the run before it, so that underlines and links do not start with one; nor do they end with one.
        const isNext = last && (last.footnote !== undefined || last.field !== undefined || endsMarked(last, next));
        if (isNext) next.text = glue + next.text;
        else if (last && glue !== '') last.text += glue;
        runs.push(next);
      }
      tail = word;
    }
  }
  if (!context.fits) for (const run of runs) setSpacing(run);
  return isMostlyRtl(lines.flatMap(({ words }) => words)) ? partSigns(runs.map(orderNumbers).map(balancer(runs))) : runs;
}

/** What is drawn along a run ends with it. */
function endsMarked(last: Run, next: Run): boolean {
  const isMarked = ({ underline, strike, highlight }: Run) => underline || strike || highlight !== undefined;
  return isMarked(last) && !isMarked(next) && next.footnote === undefined && next.field === undefined;
}

type OpenRun = { -readonly [K in keyof Run]: Run[K] };

/** In ems: letter-spacing that differs more than the first is another look; less than the second is nobody's choice. */
const SPACING_EM = { differs: 0.06, seen: 0.03 } as const;
/** Points: word processors count in these. */
const SPACING_STEP = 0.05;

/** A letter on its own has no letter-spacing, and any. */
function meanSpacing(run: Run, next: Run): number | undefined {
  if (next.text.length < 2 || run.text.length < 2) return run.letterSpacing ?? next.letterSpacing;
  const [one, two] = [run.text.length, next.text.length];
  return ((run.letterSpacing ?? 0) * one + (next.letterSpacing ?? 0) * two) / (one + two);
}

function isSpacedAlike(one: Run, two: Run): boolean {
  if (one.text.length < 2 || two.text.length < 2) return true;
  return Math.abs((one.letterSpacing ?? 0) - (two.letterSpacing ?? 0)) < two.size * SPACING_EM.differs;
}

function setSpacing(run: OpenRun): void {
  const points = run.letterSpacing ?? 0;
  if (Math.abs(points) < run.size * SPACING_EM.seen) delete run.letterSpacing;
  else run.letterSpacing = Math.round(points / SPACING_STEP) * SPACING_STEP;
}

/** Signs of symbol fonts count as letters from the left, and a number behind one would go to its other side: a mark (U+200F) parts them. */
function partSigns(runs: readonly OpenRun[]): OpenRun[] {
  return runs.map((run, at) => {
    const text = run.text.replaceAll(/(?<=[\ue000-\uf8ff])(?=\s*\d)/g, RIGHT_TO_LEFT_MARK);
    const next = runs.slice(at + 1).find((one) => one.text.trim() !== '');
    const isBefore = /[\ue000-\uf8ff]\s*$/.test(text) && next !== undefined && /^\s*\d/.test(next.text);
    return isBefore ? { ...run, text: text.replace(/\s*$/, (space) => RIGHT_TO_LEFT_MARK + space) } : { ...run, text };
  });
}

/** In right-to-left text, a mark to the left of a number follows it. */
function orderNumbers(run: OpenRun): OpenRun {
  return { ...run, text: run.text.replaceAll(/(^|\s)([:.\u060c\u061b,;]+)(\d[\d.,/]*)(?=\s|$)/g, '$1$3$2') };
}

/** Some writers store the bracket that is seen, some the one that is meant, and beside Latin letters an engine may turn one of two: the opening one comes first. */
function balancer(runs: readonly OpenRun[]): (run: OpenRun) => OpenRun {
  const text = runs.map((run) => run.text).join('');
  const ways: ((text: string) => string)[] = [(own) => own, (own) => own.replaceAll(BRACKETS, turn), byTurns()];
  const worth = [unbalanced(text), unbalanced(text.replaceAll(BRACKETS, turn)), unbalanced(byTurns()(text))];
  const best = ways[worth.indexOf(Math.min(...worth))];
  return (run) => ({ ...run, text: best?.(run.text) ?? run.text });
}

const BRACKETS = /[()[\]]/g;

/** Of each kind one opens, and the next one closes. */
function byTurns(): (text: string) => string {
  const open = new Set<string>();
  return (text) =>
    text.replaceAll(BRACKETS, (bracket) => {
      const opening = bracket === '(' || bracket === ')' ? '(' : '[';
      return open.delete(opening) ? turn(opening) : (open.add(opening), opening);
    });
}

function turn(bracket: string): string {
  return '()[]'[[1, 0, 3, 2]['()[]'.indexOf(bracket)] ?? 0] ?? bracket;
}

function unbalanced(text: string): number {
  let [depth, bad] = [0, 0];
  for (const character of text) {
    if (character === '(' || character === '[') depth++;
    if ((character === ')' || character === ']') && --depth < 0) {
      bad++;
      depth = 0;
    }
  }
  return bad + depth;
}

function runOf(word: Word, line: Line, context: RunContext): { -readonly [K in keyof Run]: Run[K] } {
  const script = scriptOf(word, line);
  const footnote = word.note;
  const field = context.fields?.get(word);
  return {
    text: word.text,
    family: familyOf(word, context.embedded),
    size: script && context.fits ? ownSizeOf(word) : sizeOfRun(word, line),
    bold: word.style.bold,
    italic: word.style.italic,
    underline: word.underline ?? false,
    strike: word.strike ?? false,
    colour: word.style.colour,
    ...(word.highlight === undefined ? {} : { highlight: word.highlight }),
    ...(script ? { script } : {}),
    ...(script && context.fits ? { rise: Math.round((line.y - word.y) * 2) / 2 } : {}),
    ...spacingOf(word, context),
    ...(word.link === undefined ? {} : { link: word.link }),
    ...(footnote === undefined ? {} : { footnote }),
    ...(field ? { field } : {}),
  };
}

function spacingOf(word: Word, { fits }: RunContext): Pick<Run, 'letterSpacing' | 'scale'> {
  const fit = fits?.get(word);
  if (fit)
    return {
      ...(fit.letterSpacing === 0 ? {} : { letterSpacing: fit.letterSpacing }),
      ...(fit.scale === undefined ? {} : { scale: fit.scale }),
    };
  // The boxes of slanted letters reach over the next.
  const { letterSpacing = 0, style } = word;
  const scaled = style.stretch === undefined ? {} : { scale: style.stretch };
  return letterSpacing < style.size * SPACING_EM.seen ? scaled : { letterSpacing, ...scaled };
}

/** Points of type: word processors count in halves. */
export function sizeOfRun(word: Word, line: Line): number {
  return Math.round((scriptOf(word, line) ? line.size : word.style.size) * 2) / 2;
}

/** In half points, as word processors have it. */
export function ownSizeOf({ style }: Word): number {
  return Math.round(style.size * 2) / 2;
}

export function familyOf({ style, text }: Pick<Word, 'style' | 'text'>, embedded: ReadonlyMap<string, number> | undefined): string {
  const { family, ownFamily } = style;
  const part = partFamily(ownFamily ?? family);
  if (embedded?.has(part) && !hasJoining(text)) return part;
  return ownFamily !== undefined && embedded?.has(ownFamily) ? ownFamily : family;
}

/** Share of the lines of prose: where more end with a hyphen, the text is hyphenated. */
const HYPHENATED_SHARE = 0.03;

function looksLike(one: Run, two: Run): boolean {
  return (
    one.footnote === undefined &&
    two.footnote === undefined &&
    one.field === undefined &&
    two.field === undefined &&
    one.family === two.family &&
    Math.abs(one.size - two.size) < SAME_SIZE_PT &&
    one.bold === two.bold &&
    one.italic === two.italic &&
    one.underline === two.underline &&
    one.strike === two.strike &&
    one.colour === two.colour &&
    one.highlight === two.highlight &&
    one.script === two.script &&
    one.rise === two.rise &&
    one.scale === two.scale &&
    one.link === two.link &&
    isSpacedAlike(one, two)
  );
}

/** @returns the text between the last word of a line and the first of the next; removes a hyphen that only broke a word */
function joinLines(runs: { text: string }[], tail: Word, next: Word, context: RunContext): string {
  const last = runs.at(-1);
  if (!last) return '';
  if (isWide(last.text.slice(-1)) && isWide(next.text.slice(0, 2))) return '';
  // Most lines end with none of these; what follows would search the whole run.
  if (!/[-\u2010\u2013\u2014/]$/.test(last.text.slice(-1))) return ' ';
  if (/\p{N}[-\u2010\u2013]$/u.test(last.text) && /^\p{N}/u.test(next.text)) return '';
  // A compound of several parts breaks at its own hyphens.
  if (/\p{L}[-\u2010]\p{L}+[-\u2010]$/u.test(last.text) && /^\p{L}+[-\u2010]\p{L}/u.test(next.text)) return '';
  const before = /([\p{L}]+)[-\u2010]$/u.exec(last.text)?.[1];
  if (before === undefined) return /\p{L}[\u2013\u2014/]$/u.test(last.text) && !next.spaceBefore ? '' : ' ';
  const after = /^\p{L}+/u.exec(next.text)?.[0];
  if (after === undefined) return '';
  if (breaksWord(before, after, context)) last.text = last.text.replace(/[-\u2010]$/, context.softHyphens ? SOFT_HYPHEN : '');
  return tail.text.length > 0 ? '' : ' ';
}

function breaksWord(before: string, after: string, { vocabulary, hyphenates }: RunContext): boolean {
  // Words from the right are not broken.
  if (after[0] !== after[0]?.toLowerCase() || RIGHT_TO_LEFT.test(before)) return false;
  const [whole, compound] = [`${before}${after}`.toLowerCase(), `${before}-${after}`.toLowerCase()];
  if (vocabulary.has(compound)) return false;
  return vocabulary.has(whole) || hyphenates;
}

/** Nothing to take away from it. */
const PLAIN_WORD = /^[a-z]+$/;

/** Looks at all lines of the document once. */
export class WordLearner {
  readonly #vocabulary = new Set<string>();
  #hyphens = 0;
  #prose = 0;

  add(line: Line): void {
    for (const [index, { text }] of line.words.entries()) {
      const isLast = index === line.words.length - 1;
      if (!isLast && this.#vocabulary.has(text)) continue;
      const bare = PLAIN_WORD.test(text) ? text : text.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
      if (bare !== '' && !(isLast && /[-\u2010]$/.test(text))) this.#vocabulary.add(bare);
      if (isLast && /\p{Ll}[-\u2010]$/u.test(text)) this.#hyphens++;
    }
    if (line.words.length > 5) this.#prose++;
  }

  find(): Pick<RunContext, 'vocabulary' | 'hyphenates'> {
    return { vocabulary: this.#vocabulary, hyphenates: this.#hyphens >= 2 && this.#hyphens > this.#prose * HYPHENATED_SHARE };
  }
}
