// Headings by look: larger than the body, or bold on lines of their own above text. Levels follow size, then weight.

import { LEADER_TARGET } from '../words/leader-target.ts';
import { textOfLine } from '../words/lines.ts';
import type { DraftBlock, DraftText } from '../drafts.ts';
import { isNoHeading, isWithinSentence } from './no-heading.ts';
import type { TextLook } from './text-look.ts';

const TEXT_CHARS_MAX = 200;
const LINES_MAX = 3;
const LARGER = 1.1;
/** Points: a heading in small type must also be larger by this. */
const LARGER_POINTS = 0.9;
/** Shares of the body's size: from the first, text is as large; from the second, capitals are; beyond the last, text is larger. */
const SAME_SIZE = 0.97;
const SAME_SIZE_CAPITALS = 0.85;
const SLIGHTLY_LARGER = 1.03;
/** A heading in the size of the body is shorter than this. */
const PLAIN_CHARS_MAX = 120;
const PLAIN_LINES_MAX = 2;
const COLON_CHARS_MAX = 60;
/** In ems of the body, the room below a heading that ends in a colon. */
const COLON_SPACE_EM = 0.6;
/** In ems of the body, its least distance from the text above. */
const SPACE_EM = 0.3;
/** A look of more than this share of all letters is not a heading's. */
const SHARE_MAX = 0.3;
const LEVELS_MAX = 6;

/** Numbered headings of laws and contracts are whole sentences. */
const NUMBERED_CHARS_MAX = 350;
const NUMBERED_LINES_MAX = 5;
const NUMBER = /^(?:\d{1,2}(?:\.\d{1,2}){0,4}[.)]?|[IVX]{1,5}[.)]|[A-Z][.)]|§+ ?\d+\.?)\s+["\u00ab\u201c(]?[\p{Lu}\p{Lo}]/u;

type BodyLook = Pick<TextLook, 'size' | 'bold' | 'family'>;

/** Blocks of the whole document, outside tables, one after the other → the levels of those that are headings. */
export class HeadingFinder {
  readonly #look: BodyLook;
  /** The last three: whether the middle one is a heading shows only in the next two. */
  #waiting: DraftBlock[] = [];
  #pageBefore: number | undefined;
  #before: DraftText | undefined;
  #count = 0;
  #texts = 0;
  #letters = 0;
  readonly #candidates: { readonly at: number; readonly look: string; readonly type: string | undefined }[] = [];
  /** Letters of each size, weight and family, in headings or not. */
  readonly #types = new Map<string, number>();
  readonly #shares = new Map<string, number>();

  constructor(look: BodyLook) {
    this.#look = look;
  }

  add(block: DraftBlock): void {
    this.#waiting.push(block);
    if (this.#waiting.length > 2) this.#judgeFirst();
  }

  /** After the last block. @returns the level (1–6) of each heading, by its place among the blocks */
  find(): Map<number, number> {
    while (this.#waiting.length > 0) this.#judgeFirst();
    const most = Math.max(this.#letters * SHARE_MAX, 80);
    const isRare = (look: string, type: string | undefined) =>
      (this.#shares.get(look) ?? 0) <= most && (type === undefined || (this.#types.get(type) ?? 0) <= most);
    const accepted = this.#candidates.filter(({ look, type }) => this.#texts < 4 || isRare(look, type));
    const looks = [...new Set(accepted.map(({ look }) => look))].toSorted(compareLooks);
    const levels = new Map(looks.map((look, index) => [look, Math.min(LEVELS_MAX, index + 1)]));
    return new Map(accepted.map(({ at, look }) => [at, levels.get(look) ?? LEVELS_MAX]));
  }

  #judgeFirst(): void {
    const [block, next, afterNext] = this.#waiting;
    this.#waiting = this.#waiting.slice(1);
    if (!block) return;
    const opensPage = this.#pageBefore !== undefined && this.#pageBefore !== block.pageIndex;
    this.#pageBefore = block.pageIndex;
    const at = this.#count++;
    const before = this.#before;
    this.#before = block.kind === 'text' ? block : undefined;
    if (block.kind !== 'text') return;
    const letters = lettersOf(block);
    this.#texts++;
    this.#letters += letters;
    const type = typeOf(block);
    this.#types.set(type, (this.#types.get(type) ?? 0) + letters);
    if (!couldBeHeading(block, { next, afterNext, opensPage, isFirst: opensPage || at === 0, before }, this.#look)) return;
    const look = lookOf(block);
    // In the size of the body, its number or its place makes it a heading.
    this.#candidates.push({ at, look, type: isLarger(sizeOf(block), this.#look) ? type : undefined });
    this.#shares.set(look, (this.#shares.get(look) ?? 0) + letters);
  }
}

/** @param blocks of a whole document @returns the level of each heading */
export function findHeadings(blocks: readonly DraftBlock[], look: BodyLook): Map<DraftText, number> {
  const finder = new HeadingFinder(look);
  for (const block of blocks) finder.add(block);
  const levels = finder.find();
  return new Map(
    blocks.flatMap((block, at) => {
      const level = levels.get(at);
      return block.kind === 'text' && level !== undefined ? [[block, level]] : [];
    }),
  );
}

interface Place {
  readonly next: DraftBlock | undefined;
  readonly afterNext: DraftBlock | undefined;
  /** Nothing is above it on its page. */
  readonly opensPage: boolean;
  /** The same, or it begins the document. */
  readonly isFirst: boolean;
  /** Directly before it. */
  readonly before: DraftText | undefined;
}

function isLarger(size: number, look: BodyLook): boolean {
  return size >= look.size * LARGER && size >= look.size + LARGER_POINTS;
}

/** What tells the texts of a page apart: notes and captions may have more letters than its text. */
function typeOf(block: DraftText): string {
  const [first] = block.lines;
  return `${Math.round(sizeOf(block) * 2) / 2} ${first?.bold ?? false} ${first?.words[0]?.style.family ?? ''}`;
}

function couldBeHeading(block: DraftText, place: Place, look: BodyLook): boolean {
  if (block.inPicture || block.isLabel) return false;
  // What is said below the heading of a column, in larger type than that.
  if (place.before?.isColumnHead && sizeOf(place.before) < sizeOf(block)) return false;
  const text = textOfDraft(block);
  const numbered = NUMBER.test(text.replaceAll('\t', ' '));
  const [linesMax, charsMax] = numbered ? [NUMBERED_LINES_MAX, NUMBERED_CHARS_MAX] : [LINES_MAX, TEXT_CHARS_MAX];
  if (block.lines.length > linesMax || text.length > charsMax || !/\p{L}{2}/u.test(text) || isNoHeading(block, text)) return false;
  if (block.lines.some((line) => line.segments[0]?.angle !== 0)) return false;
  const size = sizeOf(block);
  if (block.isColumnHead) return size >= look.size * SAME_SIZE;
  if (isAboveTitle(block, place, size)) return false;
  if (isLarger(size, look)) return block.lines.length <= LINES_MAX && !/[,;]$/.test(text);
  if (isSetApart(block, place, text, look)) return true;
  const capitals = /\p{Lu}{3}/u.test(text) && text === text.toUpperCase();
  if (look.bold || size < look.size * (capitals ? SAME_SIZE_CAPITALS : SAME_SIZE) || !block.lines.every((line) => line.bold)) return false;
  if (!numbered && (endsAsText(text, place, look) || block.lines.some((line) => line.segments.length > 1))) return false;
  return (
    standsAbove(block, place, numbered, look) && (numbered || (block.lines.length <= PLAIN_LINES_MAX && text.length <= PLAIN_CHARS_MAX))
  );
}

/** Times the size of a line at the top of a page: larger text right below is the title, and the line says what it belongs to. */
const TITLE_RATIO = 1.35;
/** In ems of the title. */
const TITLE_STEP_EM = 2;

function isAboveTitle({ lines, box }: DraftText, { next, isFirst }: Place, size: number): boolean {
  if (!isFirst || lines.length > 1 || next?.kind !== 'text' || NUMBER.test(textOfDraft(next))) return false;
  const title = sizeOf(next);
  return title >= size * TITLE_RATIO && next.box.top - box.bottom < title * TITLE_STEP_EM && next.lines.length <= LINES_MAX;
}

/** A short line with room below may end in a colon: `What you need:`; not one that announces a list, nor `RESOLVES:`. */
function endsAsText(text: string, { next }: Place, look: BodyLook): boolean {
  if (!text.endsWith(':')) return /[.,;]$/.test(text);
  if (text.length > COLON_CHARS_MAX || text === text.toUpperCase() || next?.kind !== 'text') return true;
  return next.spaceBefore < look.size * COLON_SPACE_EM;
}

/** Bold in the size of the body is a heading on lines of its own above text that is not bold, or above a heading of the next level. */
function standsAbove(block: DraftText, { next, afterNext }: Place, numbered: boolean, look: BodyLook): boolean {
  if (!next) return false;
  if (next.kind !== 'text' || !next.lines[0]?.bold) return true;
  if (sizeOf(block) > look.size * SLIGHTLY_LARGER) return true;
  if (isFirstPart(textOfDraft(block), textOfDraft(next))) return true;
  const belowIsHeading = next.lines.length <= LINES_MAX && next.lines.every((line) => line.bold) && isPlain(afterNext);
  const other = lookOf(next) !== lookOf(block) || (numbered && NUMBER.test(textOfDraft(next).replaceAll('\t', ' ')));
  return belowIsHeading && other;
}

/** Its number is that of the first part: 2.1 below 2. */
function isFirstPart(text: string, below: string): boolean {
  const [own, inner] = [text, below].map((one) => /^\d{1,2}(?:\.\d{1,2}){0,4}(?=[.)]?\s)/.exec(one)?.[0]);
  return own !== undefined && inner === `${own}.1`;
}

function isPlain(block: DraftBlock | undefined): boolean {
  return block !== undefined && (block.kind !== 'text' || !block.lines[0]?.bold);
}

/** In the size of the body, but in another type or with a number of sections, above text in the body's type or its first part. */
function isSetApart(block: DraftText, { next, opensPage }: Place, text: string, look: BodyLook): boolean {
  if (
    block.lines.length > PLAIN_LINES_MAX ||
    text.length > PLAIN_CHARS_MAX ||
    /[.,;:]$/.test(text) ||
    sizeOf(block) < look.size * SAME_SIZE
  )
    return false;
  if (next?.kind !== 'text') return false;
  const isAboveText = next.lines[0]?.words[0]?.style.family === look.family && textOfDraft(next).length >= text.length;
  if (!isAboveText && (LEADER_TARGET.test(text) || !isFirstPart(text, textOfDraft(next)))) return false;
  if (isWithinSentence(text, textOfDraft(next))) return false;
  const words = block.lines.flatMap((line) => line.words);
  const other = words.every(({ style }) => style.family !== look.family);
  const numbered = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\p{Lu}/u.test(text) && block.lines.length === 1;
  return (other || numbered) && (opensPage || block.spaceBefore > look.size * SPACE_EM);
}

export function textOfDraft(block: DraftText): string {
  return block.lines.map(textOfLine).join(' ').trim();
}

function lettersOf(block: DraftText): number {
  return block.lines.reduce((sum, line) => sum + line.words.reduce((inner, { text }) => inner + text.length, 0), 0);
}

function sizeOf(block: DraftText): number {
  return Math.max(...block.lines.map(({ size }) => size));
}

/** What ranks a heading, in this order: size in steps of half a point, weight, capitals, underline, slant, how deep its number counts. */
function lookOf(block: DraftText): string {
  const [first] = block.lines;
  const text = textOfDraft(block);
  const letters = text.replaceAll(/[^\p{L}]/gu, '');
  const isCapitals = letters.length > 2 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
  const isUnderlined = block.lines.every(({ words }) => words.some(({ underline }) => underline));
  const flags = [first?.bold, isCapitals, isUnderlined, !first?.words[0]?.style.italic].map((flag) => (flag ? 1 : 0));
  const depth = /^\d{1,2}((?:\.\d{1,2}){0,4})[.)]?\s/.exec(text)?.[1]?.split('.').length ?? 1;
  return [Math.round(sizeOf(block) * 2) / 2, ...flags, -depth].join(' ');
}

function compareLooks(one: string, two: string): number {
  const [first, second] = [one.split(' ').map(Number), two.split(' ').map(Number)];
  for (const [index, value] of first.entries()) {
    const difference = (second[index] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return 0;
}
