// Displayed formulas: fractions, sums with their limits, indices over each other. Lines of text have no place for what stands above and below a line,
// so a page that keeps its places shows them as pictures, which say their letters.

import { boxAround, contains, overlaps, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { isAccent } from '../../pdf/fonts/accents.ts';
import type { Rule } from '../../pdf/pdfium/page/page-content.ts';
import type { PageWords } from '../structure/page-words.ts';
import { makeSegments, type Segment } from '../words/segments.ts';
import { scriptOf } from '../words/scripts.ts';
import { isWide, type Word } from '../words/words.ts';

export interface FoundFormula {
  readonly box: ShownBox;
  /** Its words, in the order of the page. */
  readonly text: string;
}

interface Grown extends FoundFormula {
  /** It has a sign that only formulas have. */
  readonly isSure: boolean;
  readonly size: number;
}

/** Share of the page's width: a longer line is no bar of a fraction. */
const BAR_SHARE_MAX = 0.4;
/** Points: thicker is no bar of a fraction; and by how much its parts may be longer than it. */
const BAR = { thickness: 1.5, beside: 2.5 } as const;
/** In ems of the text: how near to the bar its parts are; and how near to each other parts of a formula are, along and across the line. */
const NEAR_EM = { bar: 0.75, along: 1.15, across: 0.4 } as const;
/** Of the em around the baseline that letters take. */
const INK_EM = { above: 0.78, below: 0.25 } as const;
/** Ems: the boxes of letters are lower, and those of signs with limits are even higher. */
const HIGH_EM = 1.8;
const LARGE_EM = 2.2;
/** Ems beside a formula that its lines of text leave free. */
const FREE_EM = 1.5;
/** Ems: a line of text reaches so far into its box, and no letter of it is cut. */
const TOUCHING_EM = 0.3;
const ROUNDS_MAX = 12;
/** Points around it. */
const AROUND = 1;

const LARGE_SIGN = /^[\u220f-\u2211\u222b-\u2233\u221a\u22c0-\u22c3\u2a00-\u2a1c]/;
/** What says that something is a formula; the last three stand for = ( ) in the fonts of one typesetter. */
const OPERATOR = /[=\u2243-\u224d\u2260-\u2265\u226a\u226b\u2208\u220f-\u2211\u221d\u221e\u222b\u2202\u2207\u2192\u21d2\u2254\u00bc]/;
const ACCENT = /^(?:\p{M}|[\u2192\ufffd])$/u;
const NAMES = /^(?:exp|log|lim|sup|inf|max|min|arg|(?:arc)?(?:sin|cos|tan|cot)h?|det|dim|ker|deg|diag|mod|gcd|var|cov|for|all|otherwise)$/i;
const WORD = /^[(\u201c"]?(?:(?![\u{1d400}-\u{1d7ff}])\p{L}){3,}[)\u201d",.;:]*$/u;
const GOES_ON = /^(?:and|or|so|that|then|thus|where|with|which|hence)$/i;
/** Of the length of its bar that the longer part of a fraction takes. */
const BAR_TAKEN = 0.6;

interface Piece {
  readonly box: ShownBox;
  readonly size: number;
  readonly segment?: Segment;
  /** What it was made of. */
  readonly of?: readonly Piece[];
}

/** @param rules of the page, those under words too */
export function findFormulas(page: PageWords, rules: readonly Rule[]): FoundFormula[] {
  const segments = makeSegments(page.words).filter(({ angle }) => angle === 0);
  if (!segments.some(hasOperator)) return [];
  const pieces = segments.map((segment): Piece => ({ box: inkOf(segment.words), size: segment.size, segment }));
  // Bars of fractions over each other look like the rules of a table's rows.
  const tables = page.grids.filter((grid) => rules.some((rule) => !rule.horizontal && overlaps(grid.box, rule.box)));
  const inGrid = ({ box }: Pick<Piece, 'box'>) => tables.some((grid) => overlaps(grid.box, box));
  const free = pieces.filter((piece) => !inGrid(piece));
  const prose = free.filter(({ segment }) => segment && isProse(segment));
  const parts = free.filter((piece) => !prose.includes(piece));
  const bars = rules
    .filter((rule) => rule.horizontal && rule.thickness < BAR.thickness && !inGrid(rule))
    .filter(({ box }) => box.right - box.left < page.width * BAR_SHARE_MAX)
    .map(({ box }): Piece => ({ box, size: 0 }));
  const seeds = [...bars.flatMap((bar) => fractionOf(bar, free)), ...parts.filter(isStacked)];
  let found: Grown[] = [];
  for (const seed of seeds) {
    if (found.some(({ box }) => contains(box, seed.box, AROUND))) continue;
    const formula = growFrom(seed, [...parts, ...bars], prose);
    if (!formula) continue;
    // It may have grown into parts from which no formula grew before.
    const apart = found.filter(({ box }) => !overlaps(box, formula.box));
    const joined = found.filter(({ box }) => overlaps(box, formula.box) && !contains(formula.box, box, AROUND));
    found = [...apart, joined.reduce(join, formula)];
  }
  return found.filter((formula) => formula.isSure || found.some((other) => other.isSure && goesOn(other, formula)));
}

function join(one: Grown, two: Grown): Grown {
  return { ...one, box: boxAround([one.box, two.box]), text: `${one.text} ${two.text}`, isSure: one.isSure || two.isSure };
}

/** The second is the next line of the first. */
function goesOn({ box, size }: Grown, { box: next }: Grown): boolean {
  return next.left < box.right && next.right > box.left && next.top >= box.top && next.top - box.bottom < size * FREE_EM;
}

function hasOperator({ words }: Segment): boolean {
  return words.some(({ text, style }) => OPERATOR.test(text) && !style.fixedPitch);
}

/** A word of a language, which nothing behind it makes a name. */
function isProse({ words }: Segment): boolean {
  if (words.some(({ text }) => isWide(text)) || GOES_ON.test(words[0]?.text ?? '')) return true;
  return words.some((word, at) => WORD.test(word.text) && !NAMES.test(word.text) && !isHigh(word) && !isName(words[at + 1]));
}

/** Before a bracket, a function. @param next of a word */
function isName(next: Word | undefined): boolean {
  return next !== undefined && (OPERATOR.test(next.text) || (!next.spaceBefore && /^[([\u00f0]/.test(next.text)));
}

/** Both parts of a fraction with their bar, as the one piece from which its formula grows. */
function fractionOf(bar: Piece, all: readonly Piece[]): Piece[] {
  const { left, right, top, bottom } = bar.box;
  const over = all.filter(({ box }) => box.left < right && box.right > left);
  const above = over.filter(({ box, size }) => box.bottom < top + size * INK_EM.below && box.bottom > top - size * NEAR_EM.bar);
  const below = over.filter(({ box, size }) => box.top > bottom - size * INK_EM.below && box.top < bottom + size * NEAR_EM.bar);
  const isWithin = ({ box }: Piece) => box.left > left - BAR.beside && box.right < right + BAR.beside;
  if (above.length === 0 || below.length === 0 || ![...above, ...below].every(isWithin)) return [];
  // The heads of a table have nothing beside the rules between them.
  const isBeside = ({ box, size }: Piece) => {
    const along = Math.max(left - box.right, box.left - right);
    return box.top < top && box.bottom > bottom && along > -BAR.beside && along < size * NEAR_EM.along;
  };
  if (!all.some(isBeside)) return [];
  if (Math.max(...[above, below].map(lengthOf)) < (right - left) * BAR_TAKEN) return [];
  const parts = [bar, ...above, ...below];
  return [{ box: boxAround(parts.map(({ box }) => box)), size: Math.max(...parts.map(({ size }) => size)), of: parts }];
}

function lengthOf(pieces: readonly Piece[]): number {
  const { left, right } = boxAround(pieces.map(({ box }) => box));
  return right - left;
}

/** A large sign, indices over each other, a letter below its accent. */
function isStacked({ segment }: Piece): boolean {
  if (!segment) return false;
  const { words } = segment;
  return words.some((word, at) => {
    if (isLargeSign(word)) return true;
    const next = words[at + 1];
    if (!next) return false;
    const shared = Math.min(word.box.right, next.box.right) - Math.max(word.box.left, next.box.left);
    if (shared < Math.min(widthOf(word), widthOf(next)) / 2) return false;
    const [one, two] = [scriptOf(word, segment), scriptOf(next, segment)];
    return (one !== undefined && two !== undefined && one !== two) || [word, next].some(({ text }) => isAccent(text) || ACCENT.test(text));
  });
}

/** Some fonts name them as letters. */
function isLargeSign(word: Word): boolean {
  return LARGE_SIGN.test(word.text) || (word.text.length === 1 && isHigh(word));
}

function isHigh({ box, style }: Word): boolean {
  return box.bottom - box.top > style.size * LARGE_EM;
}

function widthOf({ box }: Word): number {
  return box.right - box.left;
}

/** Undefined where it stands in a line of text, or is none. */
function growFrom(seed: Piece, parts: readonly Piece[], prose: readonly Piece[]): Grown | undefined {
  let { box, size } = seed;
  const own = new Set(seed.of);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const near = parts.filter((part) => !own.has(part) && isNear(part.box, box, Math.max(size, part.size)));
    if (near.length === 0) break;
    for (const part of near) own.add(part);
    box = boxAround([box, ...near.map((part) => part.box)]);
    size = Math.max(size, ...near.map((part) => part.size));
  }
  const segments = [...own].flatMap(({ segment }) => segment ?? []).toSorted((a, b) => a.order - b.order);
  const { left, right } = box;
  let { top, bottom } = box;
  for (const line of prose) {
    if (own.has(line)) continue;
    const shared = Math.min(line.box.bottom, bottom) - Math.max(line.box.top, top);
    const isBeside = line.box.right > left - size * FREE_EM && line.box.left < right + size * FREE_EM;
    if (!isBeside || shared <= 0) continue;
    if (shared > line.size / 2) return undefined;
    const cut = shared < line.size * TOUCHING_EM ? shared : shared / 2;
    if (line.box.top < top) top += cut;
    else bottom -= cut;
  }
  const text = segments.map(({ words }) => words.map((word) => (word.spaceBefore ? ' ' : '') + word.text).join('')).join(' ');
  return {
    box: { left: left - AROUND, top: top - AROUND, right: right + AROUND, bottom: bottom + AROUND },
    text: text.trim(),
    isSure: segments.some(hasOperator),
    size,
  };
}

function isNear(one: ShownBox, two: ShownBox, size: number): boolean {
  const along = Math.max(one.left - two.right, two.left - one.right);
  const across = Math.max(one.top - two.bottom, two.top - one.bottom);
  return (along < size * NEAR_EM.along && across < 0) || (along < 0 && across < size * NEAR_EM.across);
}

/** The boxes of some fonts are useless: what letters take around their baselines, and large signs as they are. */
function inkOf(words: readonly Word[]): ShownBox {
  return boxAround(
    words.map(({ box, y, style: { size } }) =>
      box.bottom - box.top > size * HIGH_EM
        ? box
        : { left: box.left, top: y - size * INK_EM.above, right: box.right, bottom: y + size * INK_EM.below },
    ),
  );
}
