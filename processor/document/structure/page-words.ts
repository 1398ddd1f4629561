// A page as the analysis sees it: decorated words, the grids of its rules, and its remaining fills. All later steps work on this.

import { boxAround, contains, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Fill, PageContent, PlacedImage, Rule } from '../../pdf/pdfium/page/page-content.ts';
import { decorateWords } from '../words/decorate.ts';
import { addDrawnBullets } from '../words/drawn-bullets.ts';
import { withTextColumns } from '../tables/frame-columns.ts';
import { findGrids, type Grid } from '../tables/grids.ts';
import { textOfWords } from '../words/lines.ts';
import { isContents } from '../tables/no-table.ts';
import { isBarChart } from '../tables/charts.ts';
import { findLinedHeads } from '../tables/lined-heads.ts';
import { findLooseTables } from '../tables/loose-tables.ts';
import { joinHeads } from '../tables/open-edges.ts';
import { openRows, type PageMarks } from '../tables/open-rows.ts';
import { findRuledRows } from '../tables/ruled-rows.ts';
import { mirrored, mirroredGrid, mirroredWord } from '../tables/mirror.ts';
import { isMostlyRtl } from '../words/segments.ts';
import { findRuleZones } from '../tables/rule-zones.ts';
import { withoutSlits, withUsedEdges } from '../tables/used-edges.ts';
import { splitSpans } from '../tables/split-spans.ts';
import { findLineNumbers } from '../words/line-numbers.ts';
import { makeWords, type Word } from '../words/words.ts';
import type { PagePicture } from './page-pictures.ts';

/** Share of its cells: a grid with drawings in which fewer have words is a chart. */
const FILLED_SHARE = 0.4;
/** In ems: a text drawn twice is shifted by less. */
const OVERPRINT_EM = 0.15;

export interface PageWords {
  readonly pageIndex: number;
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
  readonly rules: readonly Rule[];
  readonly grids: readonly Grid[];
  readonly fills: readonly Fill[];
  /** Boxes that stand within cells, as those of fields do: no part of their table. */
  readonly fields: FieldShapes;
  readonly images: readonly PagePicture[];
  /** Pictures that fill the page behind its text. */
  readonly backgrounds: readonly PlacedImage[];
  /** One of its words may be the mark of a note: it looks like one, and is smaller than others. */
  readonly hasMarks: boolean;
}

interface FieldShapes {
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
}

/** The page with other words, which are made when they are asked for. */
export function withWords(page: PageWords, change: (words: readonly Word[]) => readonly Word[]): PageWords {
  const { pageIndex, width, height, images, backgrounds, hasMarks } = page;
  let words: readonly Word[] | undefined;
  return {
    pageIndex,
    width,
    height,
    images,
    backgrounds,
    hasMarks,
    get rules() {
      return page.rules;
    },
    get grids() {
      return page.grids;
    },
    get fills() {
      return page.fills;
    },
    get fields() {
      return page.fields;
    },
    get words() {
      return (words ??= change(page.words));
    },
  };
}

/** The number or sign of a note. */
export const MARK = /^(?:\d{1,3}|[*\u2020\u2021\u00a7]{1,3}|[a-z]|[ivx]{1,5})[.)]?$/;

/** In ems of the line: how far a mark may be above its baseline, generously. */
const RAISED_EM = { least: 0.1, most: 1.2 } as const;

/** Conservative: words that are no marks may be taken for some, but no mark is missed. */
function hasMarks(words: readonly Word[]): boolean {
  let most = 0;
  for (const { style } of words) most = Math.max(most, style.size);
  for (const mark of words) {
    if (mark.style.size < most && MARK.test(mark.text) && words.some((other) => isRaised(mark, other))) return true;
  }
  return false;
}

function isRaised(mark: Word, other: Word): boolean {
  const { size } = other.style;
  const rise = other.y - mark.y;
  return mark.style.size < size && rise > size * RAISED_EM.least && rise < size * RAISED_EM.most;
}

/** Curves or slanted lines over cells of which most are empty: a chart with its grid. */
function isChart(grid: Grid, { drawings }: PageContent, words: readonly Word[]): boolean {
  const inside = drawings.filter(({ box, patterned }) => !patterned && contains(grid.box, box, 4)).length;
  if (inside === 0) return false;
  const middle = (word: Word) => [(word.box.left + word.box.right) / 2, (word.box.top + word.box.bottom) / 2] as const;
  const filled = grid.cells.filter(({ box }) =>
    words.some((word) => {
      const [x, y] = middle(word);
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    }),
  ).length;
  return filled < grid.cells.length * FILLED_SHARE;
}

/** A picture that covers this much of the page is its background: under text it is left out. */
const BACKGROUND_SHARE = 0.85;

export function readPageWords(page: PageContent): PageWords {
  const shown = addDrawnBullets(withoutOverprint(makeWords(page.characters, page.rules)), page);
  const decorated = decorateWords(shown.words, page.rules, shown.fills, page.links);
  const { fields, ...free } = withoutFields(decorated);
  const found = { ...decorated, ...free };
  const isBackground = (image: PlacedImage) => found.words.length > 0 && shareOf(image, page) >= BACKGROUND_SHARE;
  return {
    pageIndex: page.pageIndex,
    width: page.width,
    height: page.height,
    words: found.words.filter(({ box }) => box.right > 0 && box.left < page.width && box.bottom > 0 && box.top < page.height),
    rules: found.rules,
    grids: findTables(found, page),
    fills: found.fills,
    fields,
    images: found.words.length === 0 ? page.images : shown.images.filter((image) => !isBackground(image)),
    backgrounds: page.images.filter(isBackground),
    hasMarks: hasMarks(found.words),
  };
}

/** Boxes, each one path, within the cells of a table that other lines draw; where only boxes draw it, they are its cells. */
function withoutFields({ rules, fills }: FieldShapes): FieldShapes & { readonly fields: FieldShapes } {
  const none = { rules, fills, fields: { rules: [], fills: [] } };
  const boxes = boxesOf(rules);
  if (boxes.length === 0) return none;
  const ofBoxes = new Set(boxes.flatMap((box) => box.sides));
  const cells = findGrids(
    rules.filter((rule) => !ofBoxes.has(rule)),
    fills,
  ).flatMap((grid) => (grid.cells.length > 1 ? grid.cells : []));
  const found = boxes.filter(({ around }) => cells.some(({ box }) => contains(box, around, -WITHIN)));
  const sides = new Set(found.flatMap((box) => box.sides));
  const isField = ({ box }: Fill) => found.some(({ around }) => contains(around, box, NEAR_BOX) && contains(box, around, NEAR_BOX));
  return {
    rules: rules.filter((rule) => !sides.has(rule)),
    fills: fills.filter((fill) => !isField(fill)),
    fields: { rules: [...sides], fills: fills.filter(isField) },
  };
}

/** Points: a box within a cell is so far from its lines. */
const WITHIN = 0.5;
/** Points by which a fill differs from the box around it. */
const NEAR_BOX = 2;

interface DrawnBox {
  readonly sides: readonly Rule[];
  readonly around: ShownBox;
}

/** Of four sides that one path draws. */
function boxesOf(rules: readonly Rule[]): DrawnBox[] {
  const byPath = new Map<number, Rule[]>();
  for (const rule of rules) if (rule.object !== undefined) byPath.set(rule.object, [...(byPath.get(rule.object) ?? []), rule]);
  return [...byPath.values()].flatMap((sides) => {
    const across = sides.filter(({ horizontal }) => horizontal);
    return sides.length === 4 && across.length === 2 ? [{ sides, around: boxAround(sides.map(({ box }) => box)) }] : [];
  });
}

/** By lines first, then by lines and text, then by text alone. */
function findTables(marks: PageMarks, page: PageContent): Grid[] {
  const { rules, fills } = marks;
  const numbers = new Set(findLineNumbers(marks.words));
  const words = numbers.size === 0 ? marks.words : marks.words.filter((word) => !numbers.has(word));
  const found = { ...marks, words };
  const drawn = findGrids(rules, fills)
    .map((grid) => withTextColumns(withoutSlits(grid, words), words))
    .filter((grid) => !isChart(grid, page, words));
  const ruled = [...drawn.map((grid) => openRows(splitSpans(grid, words), found)), ...findRuledRows(rules, words, drawn)];
  const rtl = isMostlyRtl(words);
  const zones = rtl
    ? findRuleZones(rules.map(mirrored), words.map(mirroredWord), fills.map(mirrored), ruled.map(mirroredGrid)).map(mirroredGrid)
    : findRuleZones(rules, words, fills, ruled);
  const lined = rtl
    ? findLinedHeads(rules.map(mirrored), words.map(mirroredWord), [...ruled, ...zones].map(mirroredGrid)).map(mirroredGrid)
    : findLinedHeads(rules, words, [...ruled, ...zones]);
  const all = [...ruled, ...zones, ...lined];
  const tables = all.filter((grid) => !isBarChart(grid, fills) && !isContents(textsOfGrid(grid, words)));
  const free = words.filter((word) => !all.some((grid) => grid.cells.length > 1 && isInside(word, grid.box)));
  const loose = rtl ? findLooseTables(free.map(mirroredWord), fills.map(mirrored)).map(mirroredGrid) : findLooseTables(free, fills);
  return joinHeads(tables.map(withUsedEdges), loose);
}

/** Of a picture or a scan, whose lines were found in its pixels: grids of which most cells have words, at least two by two of them. */
export function findRuledTables(rules: readonly Rule[], words: readonly Word[]): Grid[] {
  const marks = { words, rules, fills: [] };
  const grids = findGrids(rules, []).map((grid) => withUsedEdges(openRows(splitSpans(grid, words), marks)));
  return grids.filter(({ xs, ys, cells }) => {
    const filled = cells.filter(({ box }) => words.some((word) => isInside(word, box))).length;
    return xs.length > 2 && ys.length > 2 && filled >= cells.length * FILLED_SHARE;
  });
}

function textsOfGrid({ xs, ys, cells }: Grid, words: readonly Word[]): string[][] {
  return ys.slice(1).map((_, row) =>
    xs.slice(1).map((_x, column) => {
      const cell = cells.find((one) => one.row === row && one.column === column);
      return cell ? textOfWords(words.filter((word) => isInside(word, cell.box))) : '';
    }),
  );
}

function isInside({ box }: Word, area: ShownBox): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
}

function shareOf({ box }: PlacedImage, page: PageContent): number {
  return ((box.right - box.left) * (box.bottom - box.top)) / Math.max(1, page.width * page.height);
}

/** Text drawn twice with a small shift (a poor man's bold, a shadow) is one text, in the colour of what lies on top. */
function withoutOverprint(words: readonly Word[]): Word[] {
  /** The places of each text; of most there is one. */
  const seen = new Map<string, number | number[]>();
  const kept: Word[] = [];
  for (const word of words) {
    const slack = word.style.size * OVERPRINT_EM;
    const same = seen.get(word.text);
    const isUnder = (at: number) => {
      const other = kept[at];
      return (
        other !== undefined &&
        Math.abs(other.box.left - word.box.left) < slack &&
        Math.abs(other.y - word.y) < slack &&
        Math.round(other.style.size) === Math.round(word.style.size)
      );
    };
    const under = typeof same === 'number' ? (isUnder(same) ? same : undefined) : same?.find(isUnder);
    const below = under === undefined ? undefined : kept[under];
    if (under !== undefined && below) {
      if (!word.style.invisible) kept[under] = { ...below, style: { ...below.style, colour: word.style.colour } };
      continue;
    }
    if (typeof same === 'object') same.push(kept.length);
    else seen.set(word.text, same === undefined ? kept.length : [same, kept.length]);
    kept.push(word);
  }
  return kept;
}
