// What the body of a document looks like, so that differences can be recognised: size, weight, usual columns.

import { boxAround, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { FontKind } from '../model.ts';
import type { PageWords } from './page-words.ts';
import type { CharacterFacts } from '../words/character-facts.ts';
import { type Line, lineOf, SAME_SIZE_PT } from '../words/lines.ts';
import { orderSegments } from './order.ts';
import type { TextStyle } from '../../pdf/pdfium/page/page-content.ts';
import { type KnownColumn, reaches } from './columns.ts';
import { countLetters, type Letters } from '../words/count-letters.ts';
import type { Word } from '../words/words.ts';
import { makeSegments } from '../words/segments.ts';
import { joinLabels, makeStacks } from '../tables/stacks.ts';

/** In ems: ragged lines stick out of their column by less. */
const RAGGED_EM = 1.6;
/** Points by which lines of a column may start to the left and to the right of it. */
const STARTS = { before: 2, behind: 40 } as const;
/** Share of the lines: so many ending at one place are justified, so many starting at one place are flush. */
const JUSTIFIED_SHARE = 0.4;
const FLUSH_SHARE = 0.4;
/** In ems: the default line spacing, the largest usual one, and the factor by which it may grow within a part. */
const LEADING_EM = 1.35;
const LEADING_EM_MAX = 1.6;
const GROWTH_MAX = 1.25;

export interface TextLook {
  /** Points: the size of most letters. */
  readonly size: number;
  readonly family: string;
  readonly bold: boolean;
  readonly columns: readonly KnownColumn[];
}

/** Points: the size of most letters, before anything else is known. */
export class UsualSize {
  readonly #letters = new Map<number, number>();

  add({ bySize }: Pick<CharacterFacts, 'bySize'>): void {
    for (const [size, count] of bySize) this.#letters.set(size, (this.#letters.get(size) ?? 0) + count);
  }

  find(): number {
    return [...this.#letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
  }
}

/** The look of most letters. */
export class BodyStyleFinder {
  readonly #letters = new Map<TextStyle, number>();

  add(letters: Letters): void {
    for (const [style, count] of letters) this.#letters.set(style, (this.#letters.get(style) ?? 0) + count);
  }

  takeAway(letters: Letters): void {
    for (const [style, count] of letters) this.#letters.set(style, (this.#letters.get(style) ?? 0) - count);
  }

  find(): Pick<TextLook, 'size' | 'bold' | 'family'> {
    const looks = new Map<string, { readonly style: TextStyle; count: number }>();
    for (const [style, count] of this.#letters) {
      const key = `${style.size} ${style.bold ? 1 : 0} ${style.family}`;
      const known = looks.get(key);
      if (known) known.count += count;
      else if (count > 0) looks.set(key, { style, count });
    }
    const [most] = [...looks.values()].toSorted((a, b) => b.count - a.count);
    return { size: most?.style.size ?? 10, bold: most?.style.bold ?? false, family: most?.style.family ?? '' };
  }
}

/** What kind of type each family is, by its first word. */
export class FamilyFinder {
  readonly kinds = new Map<string, FontKind>();

  add(letters: Letters): void {
    for (const [{ family, fixedPitch, serif }] of letters)
      if (!this.kinds.has(family)) this.kinds.set(family, fixedPitch ? 'mono' : serif ? 'serif' : 'sans');
  }
}

export function findTextLook(pages: Iterable<PageWords>): TextLook {
  const body = new BodyStyleFinder();
  const [columns, whole]: [KnownColumn[], KnownColumn[]] = [[], []];
  for (const page of pages) {
    body.add(countLetters(page.words));
    columns.push(...columnsOfPage(page));
    whole.push(...wholeWidth(page));
  }
  return { ...body.find(), columns: distinct([...columns, ...whole]) };
}

function columnsOfPage(page: PageWords): KnownColumn[] {
  const { grids, pageIndex } = page;
  const isOutside = ({ box }: Word) =>
    !grids.some(
      (grid) =>
        box.top > grid.box.top - 1 && box.bottom < grid.box.bottom + 1 && box.left > grid.box.left - 1 && box.right < grid.box.right + 1,
    );
  const outside = grids.length === 0 ? page.words : page.words.filter(isOutside);
  const [columns, lines]: [KnownColumn[], Line[]] = [[], []];
  for (const stack of makeStacks(joinLabels(orderSegments(makeSegments(outside))))) {
    const own = stack.segments.map((segment) => lineOf([segment], pageIndex));
    lines.push(...own);
    for (const part of [own, ...partsOf(own)]) columns.push(...columnOfLines(part, pageIndex));
  }
  return columns.map((column) => widen(column, columns, lines));
}

/** The text area between equal margins: for pages with too little text to judge. */
function wholeWidth({ words, width }: PageWords): KnownColumn[] {
  const { left, right } = boxAround(words.map(({ box }) => box));
  return left < width / 2 ? [{ left, right: Math.max(right, width - left), pageIndex: -1, lines: 1 }] : [];
}

function columnOfLines(lines: readonly Line[], pageIndex: number): KnownColumn[] {
  const box = boxAround(lines.map((line) => line.box));
  return lines.length >= 4 && reaches(lines, box) && isFlush(lines)
    ? [{ left: box.left, right: box.right, pageIndex, lines: lines.length }]
    : [];
}

/** Some lines of ragged text stick out further than those that the column was found by, but not into another column. */
function widen(column: KnownColumn, ofPage: readonly KnownColumn[], lines: readonly Line[]): KnownColumn {
  const next = Math.min(...ofPage.filter((other) => other.left > column.right - 1).map(({ left }) => left));
  const rights = lines
    .filter(
      ({ box, size }) =>
        box.left > column.left - STARTS.before && box.left < column.left + STARTS.behind && box.right < column.right + size * RAGGED_EM,
    )
    .map(({ box }) => box.right);
  // Lines of justified text end where the column ends.
  if (rights.filter((right) => Math.abs(right - column.right) < 2).length > rights.length * JUSTIFIED_SHARE) return column;
  return { ...column, right: Math.max(column.right, ...rights.filter((right) => right < next - 4)) };
}

/** Where size or distance changes, the column may change too. */
function partsOf(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = [];
  for (const line of lines) {
    const open = parts.at(-1);
    const [last, before] = [open?.at(-1), open?.at(-2)];
    const usual = last && before ? last.y - before.y : line.size * LEADING_EM;
    const stepMax = Math.min(usual, line.size * LEADING_EM_MAX) * GROWTH_MAX;
    if (open && last && Math.abs(last.size - line.size) < SAME_SIZE_PT && line.y - last.y < stepMax) open.push(line);
    else parts.push([line]);
  }
  return parts;
}

/** Many lines start at one place (end there, from right to left): those of a centred or right-aligned block do not. */
function isFlush(lines: readonly Line[]): boolean {
  const starts = lines.map((line) => Math.round((line.rtl ? line.box.right : line.box.left) / 3));
  const counts = new Map<number, number>();
  for (const start of starts) counts.set(start, (counts.get(start) ?? 0) + 1);
  return Math.max(...counts.values()) >= lines.length * FLUSH_SHARE;
}

const SAME_POINTS = 4;

function distinct(columns: readonly KnownColumn[]): KnownColumn[] {
  const found: KnownColumn[] = [];
  const foundOn = new Map<number, KnownColumn[]>();
  const isSame = (one: Sides, two: Sides) => Math.abs(one.left - two.left) < SAME_POINTS && Math.abs(one.right - two.right) < SAME_POINTS;
  const near = columnsByPlace(columns);
  for (const column of columns) {
    const ofPage = foundOn.get(column.pageIndex) ?? [];
    if (ofPage.some((other) => isSame(other, column))) continue;
    const lines = near(column).reduce((sum, other) => sum + (isSame(other, column) ? other.lines : 0), 0);
    found.push({ ...column, lines });
    foundOn.set(column.pageIndex, [...ofPage, column]);
  }
  return found;
}

type Placed = Sides & Pick<KnownColumn, 'lines'>;

/** Those that may be the same as one: columns with the same sides are one, with the lines of all. */
function columnsByPlace(columns: readonly KnownColumn[]): (column: Sides) => Placed[] {
  const bySides = new Map<string, Placed>();
  for (const { left, right, lines } of columns) {
    const key = `${left} ${right}`;
    bySides.set(key, { left, right, lines: lines + (bySides.get(key)?.lines ?? 0) });
  }
  const places = Map.groupBy(bySides.values(), ({ left }) => Math.floor(left / SAME_POINTS));
  return ({ left }) => {
    const place = Math.floor(left / SAME_POINTS);
    return [place - 1, place, place + 1].flatMap((at) => places.get(at) ?? []);
  };
}
