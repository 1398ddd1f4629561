// Labels and their values on a page, by type and place: `Date: 3 May` on one line, a label with its value in the next column of its row, a label
// above its value in one cell of a form. What looks like running text is not a pair.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { rowsOfSegments, textOfWords } from '../words/lines.ts';
import { makeSegments, type Segment } from '../words/segments.ts';
import type { PageWords } from '../structure/page-words.ts';
import type { Word } from '../words/words.ts';
import type { Pair } from './page-model.ts';

const LABEL_CHARS_MAX = 60;
const LABEL_WORDS_MAX = 8;
/** In ems: a value further to the right of its label belongs to something else, unless dots lead to it. */
const RIGHT_EM = 30;
/** In ems, from the label's baseline to that of the value below it. */
const BELOW_EM = 2.2;
/** In ems: left sides that differ by less are one edge. */
const SAME_EDGE_EM = 0.7;

/** Ends in a colon, after a letter or bracket; a time or an address does not. */
const COLON_END = /[\p{L}\p{N}\p{M})\]%.°#][\s\u00a0]*[:\uff1a]$/u;
const LEADERS = /[\s.\u2026_\u00b7:]{3,}$/u;
const HAS_LETTER = /\p{L}/u;

type Found = Omit<Pair, 'id'>;

/** In the order of the page's rows. */
export function findPairs(page: PageWords): Found[] {
  const rows = rowsOfSegments(makeSegments(page.words.filter(({ style }) => style.angle === 0)));
  const pairs: Found[] = [];
  const taken = new Set<Segment>();
  for (const [index, row] of rows.entries()) {
    for (const [at, segment] of row.entries()) {
      if (taken.has(segment)) continue;
      const parts = splitAtColon(segment);
      if (!parts) continue;
      if (parts.value.length > 0) pairs.push(pairOf(parts.label, parts.value, 'inline'));
      else pairs.push(pairWithNext(parts.label, { row, at, below: rows[index + 1] ?? [] }, taken, page));
    }
    const led = ledPair(row);
    if (led && !pairs.some(({ labelBox }) => labelBox.left === led.labelBox.left && labelBox.top === led.labelBox.top)) pairs.push(led);
  }
  return [...pairs, ...pairsOfCells(page)];
}

interface Parts {
  readonly label: readonly Word[];
  readonly value: readonly Word[];
}

/** The words up to the first colon that ends a word, and those after it. */
function splitAtColon({ words }: Segment): Parts | undefined {
  const end = words.findIndex((word, index) => COLON_END.test(word.text) || (index > 0 && /^[:\uff1a]$/.test(word.text)));
  const label = words.slice(0, end + 1);
  return end >= 0 && isLabel(textOfWords(label)) ? { label, value: words.slice(end + 1) } : undefined;
}

function isLabel(text: string): boolean {
  const plain = cleanLabel(text);
  if (plain.length > LABEL_CHARS_MAX || !HAS_LETTER.test(plain) || plain.split(/\s+/u).length > LABEL_WORDS_MAX) return false;
  return !/^(?:https?|mailto|ftp)$/i.test(plain) && !/[.!?]\s/.test(plain);
}

interface Around {
  readonly row: readonly Segment[];
  readonly at: number;
  readonly below: readonly Segment[];
}

/** A label that ends its segment: the value is in the next column, or else below, or it is empty. */
function pairWithNext(label: readonly Word[], { row, at, below }: Around, taken: Set<Segment>, page: PageWords): Found {
  const own = row[at];
  const next = row[at + 1];
  if (own && next && isNear(own, next) && !splitAtColon(next) && !isBetweenRules(own.box, next.box, page)) {
    taken.add(next);
    return pairOf(label, next.words, 'right');
  }
  const under = own && below.find((segment) => isUnder(own, segment) && !splitAtColon(segment));
  // Below a label that is followed by other columns, the next row is theirs.
  if (under && own && !isBetweenRules(own.box, under.box, page)) return pairOf(label, under.words, 'below');
  return pairOf(label, [], 'inline');
}

function isNear(one: Segment, two: Segment): boolean {
  const gap = Math.max(two.box.left - one.box.right, one.box.left - two.box.right);
  return gap < one.size * RIGHT_EM;
}

function isUnder(one: Segment, two: Segment): boolean {
  const down = two.y - one.y;
  return down > 0 && down < Math.max(one.size, two.size) * BELOW_EM && Math.abs(two.box.left - one.box.left) < one.size * SAME_EDGE_EM;
}

/** A line is drawn between them, across the way from one to the other. */
function isBetweenRules(one: ShownBox, two: ShownBox, { rules }: PageWords): boolean {
  const beside = two.left >= one.right || one.left >= two.right;
  const [from, to] = beside
    ? [Math.min(one.right, two.right), Math.max(one.left, two.left)]
    : [Math.min(one.bottom, two.bottom), Math.max(one.top, two.top)];
  const [middleX, middleY] = [(one.left + one.right) / 2, (one.top + one.bottom) / 2];
  return rules.some(({ box, horizontal }) => {
    if (horizontal === beside) return false;
    const at = beside ? box.left : box.top;
    if (at < from - 1 || at > to + 1) return false;
    return beside ? box.top <= middleY && box.bottom >= middleY : box.left <= middleX && box.right >= middleX;
  });
}

/** Two columns alone in their row, the first joined to the second by dots. */
function ledPair(row: readonly Segment[]): Found | undefined {
  const words = row.flatMap((segment) => segment.words);
  const leader = words.findIndex(({ text }) => /^[.\u2026_\u00b7]{3,}$/u.test(text) || (text.length > 3 && LEADERS.test(text)));
  if (leader < 0 || leader === words.length - 1) return undefined;
  const own = words[leader];
  const label = own && HAS_LETTER.test(own.text) ? words.slice(0, leader + 1) : words.slice(0, leader);
  const value = words.slice(leader + 1).filter(({ text }) => !/^[.\u2026_\u00b7]+$/u.test(text));
  return label.length > 0 && value.length > 0 && isLabel(textOfWords(label)) ? pairOf(label, value, 'right') : undefined;
}

/** In ems: a label in a cell is smaller than its value, or in another weight. */
const SMALLER = 0.93;

/** A cell of a form: a small label at its top, the value below it, or nothing yet. */
function pairsOfCells({ grids, words }: PageWords): Found[] {
  const upright = words.filter(({ style }) => style.angle === 0);
  return grids.flatMap((grid) =>
    grid.cells.flatMap((cell): Found[] => {
      const own = upright.filter(({ box }) => isIn(box, cell.box));
      if (own.length === 0) return [];
      const rows = rowsOfSegments(makeSegments(own));
      const [first, ...rest] = rows.map((row) => row.flatMap((segment) => segment.words));
      if (!first || splitAtColon({ ...makeSegments(first)[0], words: first } as Segment)) return [];
      const value = rest.flat();
      const text = textOfWords(first);
      const looksApart = value.length > 0 && isSmaller(first, value);
      if (!isLabel(text) || !looksApart) return [];
      return [pairOf(first, value, 'below')];
    }),
  );
}

function isSmaller(label: readonly Word[], value: readonly Word[]): boolean {
  const size = (of: readonly Word[]) => Math.max(...of.map(({ style }) => style.size));
  const isBold = (of: readonly Word[]) => of.every(({ style }) => style.bold);
  return size(label) < size(value) * SMALLER || isBold(label) !== isBold(value);
}

function isIn(box: ShownBox, outer: ShownBox): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
}

function pairOf(label: readonly Word[], value: readonly Word[], place: Pair['place']): Found {
  const labelBox = boxAround(label.map(({ box }) => box));
  return {
    label: cleanLabel(textOfWords(label)),
    labelBox,
    value: textOfWords(value).trim(),
    box: value.length > 0 ? boxAround(value.map(({ box }) => box)) : labelBox,
    place,
  };
}

/** Without its colon, leaders and bullet. */
export function cleanLabel(text: string): string {
  return text
    .replace(LEADERS, '')
    .replace(/[\s\u00a0]*[:\uff1a]\s*$/u, '')
    .replace(/^[\u2022\u25aa\u25cf*\-\u2013]\s+/u, '')
    .trim();
}
