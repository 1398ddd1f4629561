// Gives words what is drawn around them: underlines, strike-through, highlights, links. Returns which rules and fills served for that, so that
// they are not taken for a table.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Fill, PageLink, Rule } from '../../pdf/pdfium/page/page-content.ts';
import type { Word } from './words.ts';

export interface Decorated {
  readonly words: Word[];
  readonly rules: Rule[];
  readonly fills: Fill[];
}

/** Points that a rule may stick out at either end of the words. */
const OVERHANG = 3;
/** Points within which the ends of two lines are one corner. */
const CORNER = 1;
/** Where a rule underlines and where it strikes through: its middle below and above the baseline, in ems. */
const UNDERLINE_EM = { from: -0.05, to: 0.32 } as const;
const STRIKE_EM = { from: 0.12, to: 0.5 } as const;
/** A fill behind one line of text is so high at most, and reaches from above small letters down to the baseline. */
const HIGHLIGHT_EM = { heightMax: 1.9, top: 0.45, bottom: 0.05 } as const;
/** Share of a word that a shape must run along, and share of a shape that words must cover. */
const SHARED_MIN = 0.5;
/** Points: what is further from the baseline does not belong to a word of any size. */
const REACH = 60;
/** Above the baseline, in ems: the middle of small letters. */
const MIDDLE_EM = 0.3;
const WHITE = 0xffffff;

export function decorateWords(
  words: readonly Word[],
  rules: readonly Rule[],
  fills: readonly Fill[],
  links: readonly PageLink[],
): Decorated {
  const underlined = new Set<Word>();
  const struck = new Set<Word>();
  const highlights = new Map<Word, number>();
  /** Where the line ends that runs along a word. */
  const ends = new Map<Word, number>();
  if (rules.length === 0 && fills.length === 0 && links.length === 0) return { words: [...words], rules: [], fills: [] };
  const upright = words.filter(({ style }) => style.angle === 0).toSorted((a, b) => a.y - b.y);
  const isBorder = makeBorderFinder(rules);
  const rulesLeft = rules.filter((rule) => {
    if (!rule.horizontal || isBorder(rule.box)) return true;
    const middle = (rule.box.top + rule.box.bottom) / 2;
    const below = wordsAlong(
      upright,
      rule.box,
      (word) => middle - word.y >= UNDERLINE_EM.from * word.style.size && middle - word.y <= UNDERLINE_EM.to * word.style.size,
    );
    if (isSpanned(rule.box, below)) {
      for (const word of below) {
        underlined.add(word);
        ends.set(word, rule.box.right);
      }
      return false;
    }
    const through = wordsAlong(
      upright,
      rule.box,
      (word) => word.y - middle > STRIKE_EM.from * word.style.size && word.y - middle < STRIKE_EM.to * word.style.size,
    );
    if (!isSpanned(rule.box, through)) return true;
    for (const word of through) {
      struck.add(word);
      ends.set(word, rule.box.right);
    }
    return false;
  });
  const isOfCell = makeCellFinder(rules);
  const fillsLeft = fills.filter((fill) => {
    const over = highlightedBy(fill, upright);
    if (!isSpanned(fill.box, over) || isOfCell(fill.box)) return true;
    if (fill.colour !== WHITE) for (const word of over) highlights.set(word, fill.colour);
    return false;
  });
  const decorated = words.flatMap((word): Word[] => {
    const highlight = highlights.get(word);
    const link = linkOf(word, links);
    if (!underlined.has(word) && !struck.has(word) && highlight === undefined && link === undefined) return [word];
    const own = { ...word, ...(highlight === undefined ? {} : { highlight }), ...(link === undefined ? {} : { link }) };
    const [along, ...behind] = splitAtEnd(own, ends.get(word));
    return [{ ...along, ...(underlined.has(word) ? { underline: true } : {}), ...(struck.has(word) ? { strike: true } : {}) }, ...behind];
  });
  return { words: decorated, rules: rulesLeft, fills: fillsLeft };
}

const STOPS = /[^\p{L}\p{N}]+$/u;
/** In ems: a line that ends earlier by so much ends before the stop behind a word. */
const STOP_EM = 0.12;

/** A line may end before the comma behind the last of its words. */
function splitAtEnd(word: Word, end: number | undefined): readonly [Word, ...Word[]] {
  const { text, box, style, order } = word;
  const stops = STOPS.exec(text);
  if (end === undefined || !stops || stops.index === 0 || word.rtl || end > box.right - style.size * STOP_EM || end <= box.left)
    return [word];
  const behind = { ...word, text: stops[0], box: { ...box, left: end }, order: order + stops.index, spaceBefore: false, spaceTyped: false };
  return [{ ...word, text: text.slice(0, stops.index), box: { ...box, right: end }, hyphen: false }, behind];
}

/** @param words sorted by their baselines */
function highlightedBy({ box }: Fill, words: readonly Word[]): Word[] {
  const height = box.bottom - box.top;
  return wordsAlong(
    words,
    box,
    ({ y, style: { size } }) =>
      height <= size * HIGHLIGHT_EM.heightMax && box.top <= y - HIGHLIGHT_EM.top * size && box.bottom >= y - HIGHLIGHT_EM.bottom * size,
  );
}

/** Lines of a cell whose text touches or crosses them: those that meet an upright line at both ends. */
function makeBorderFinder(rules: readonly Rule[]): (box: ShownBox) => boolean {
  const upright = rules.filter(({ horizontal }) => !horizontal).map(({ box }) => box);
  const meets = (x: number, y: number) =>
    upright.some((box) => x >= box.left - CORNER && x <= box.right + CORNER && y >= box.top - CORNER && y <= box.bottom + CORNER);
  return ({ left, top, right, bottom }) => meets(left, (top + bottom) / 2) && meets(right, (top + bottom) / 2);
}

/** The ground of a cell, with a line along each of its sides, however narrow the cell is for its text. */
function makeCellFinder(rules: readonly Rule[]): (box: ShownBox) => boolean {
  const across = rules.filter(({ horizontal }) => horizontal).map(({ box }) => box);
  const down = rules.filter(({ horizontal }) => !horizontal).map(({ box }) => box);
  return ({ left, top, right, bottom }) => {
    const isAlong = (y: number) =>
      across.some((box) => y >= box.top - CORNER && y <= box.bottom + CORNER && box.left <= left + CORNER && box.right >= right - CORNER);
    const isBeside = (x: number) =>
      down.some((box) => x >= box.left - CORNER && x <= box.right + CORNER && box.top <= top + CORNER && box.bottom >= bottom - CORNER);
    return isBeside(left) && isBeside(right) && isAlong(top) && isAlong(bottom);
  };
}

/** @param words sorted by their baselines */
function wordsAlong(words: readonly Word[], box: ShownBox, fits: (word: Word) => boolean): Word[] {
  return words.slice(firstBelow(words, box.top - REACH), firstBelow(words, box.bottom + REACH)).filter((word) => {
    const shared = Math.min(word.box.right, box.right) - Math.max(word.box.left, box.left);
    return shared > SHARED_MIN * (word.box.right - word.box.left) && fits(word);
  });
}

/** @param words sorted by their baselines @returns the place of the first that is not above `y` */
function firstBelow(words: readonly Word[], y: number): number {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((words[middle]?.y ?? 0) < y) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The words fill the box from end to end: a line under a cell or across the page is longer than its text. */
function isSpanned(box: ShownBox, words: readonly Word[]): boolean {
  if (words.length === 0) return false;
  const left = Math.min(...words.map((word) => word.box.left));
  const right = Math.max(...words.map((word) => word.box.right));
  const covered = words.reduce((sum, word) => sum + word.box.right - word.box.left, 0);
  return box.left >= left - OVERHANG && box.right <= right + OVERHANG && covered >= SHARED_MIN * (box.right - box.left);
}

function linkOf(word: Word, links: readonly PageLink[]): string | undefined {
  const [x, y] = [(word.box.left + word.box.right) / 2, word.y - word.style.size * MIDDLE_EM];
  for (const { boxes, uri, pageIndex, y: target = 0 } of links) {
    if (!boxes.some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)) continue;
    if (uri !== undefined) return uri;
    if (pageIndex !== undefined) return innerLink(pageIndex, target);
  }
  return undefined;
}

/** Where a link inside the document leads, until it is known what is there. */
function innerLink(pageIndex: number, y: number): string {
  return `#to-${pageIndex}-${y}`;
}

export function parseInnerLink(link: string): { readonly pageIndex: number; readonly y: number } | undefined {
  const match = /^#to-(\d+)-(\d+)$/.exec(link);
  return match ? { pageIndex: Number(match[1]), y: Number(match[2]) } : undefined;
}
