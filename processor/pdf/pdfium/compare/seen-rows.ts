// New rows of tables beside the rows that were there, as the engine reads the letters and draws the page without them: a new row stands as far from
// its neighbours as these stand from one another, between rules where they do and without where they do, and on its own ground in turn.

import type { ShownBox, Sides } from '../../geometry/shown-box.ts';
import type { Drawn } from '../pdfium.ts';
import type { ShownLetter } from './seen-rules.ts';

/** A letter with what it is. */
export interface ReadLetter extends ShownLetter {
  readonly code: number;
}

/** Letters of one baseline within the sides of a row. Places are points of the page as shown. */
export interface SeenRowLine {
  readonly text: string;
  readonly baseline: number;
  /** Of a letter, from ascent to descent. */
  readonly height: number;
  /** Letters that follow one another: the cells. */
  readonly runs: readonly Sides[];
  /** The colour behind them, 0xRRGGBB. */
  readonly ground: number;
  /** A level line runs below it, above the next one. */
  readonly isRuledBelow: boolean;
}

/** Points between baselines of one line; heights between the letters of one cell. */
const [LEVEL, WITHIN] = [1, 0.8];
/** Share of the sides over which a line is seen; pixels beside it in which its ground is; degrees by which it stands out. */
const RULE = { share: 0.7, beside: [3, 7], contrast: 20 } as const;
/** Heights of a letter below and above its baseline, between which no rule is looked for. */
const [FOOT, HEAD] = [0.05, 0.5];

/** Of all letters of the page, those between two sides as lines from the top. @param layer the page without its text, so many pixels a point */
export function seeRowLines(letters: readonly ReadLetter[], { left, right }: Sides, layer: Drawn, scale: number): SeenRowLine[] {
  const level = letters.flatMap((letter) => (letter.baseline === undefined ? [] : [{ ...letter, baseline: letter.baseline }]));
  const inside = level.filter(({ box }) => (box.left + box.right) / 2 > left && (box.left + box.right) / 2 < right);
  const groups: (typeof inside)[] = [];
  for (const letter of inside.toSorted((one, two) => one.baseline - two.baseline)) {
    const group = groups.at(-1);
    if (group?.[0] && letter.baseline - group[0].baseline < LEVEL) group.push(letter);
    else groups.push([letter]);
  }
  const colourAt = colours(layer);
  const lines = groups.map((group) => {
    const sorted = group.toSorted((one, two) => one.box.left - two.box.left);
    const height = sorted.map((letter) => letter.height).toSorted((one, two) => one - two)[sorted.length >> 1] ?? 0;
    const baseline = sorted[0]?.baseline ?? 0;
    const grounds = sorted.map(({ box }) => colourAt(((box.left + box.right) / 2) * scale, (baseline - height * 0.3) * scale));
    return {
      text: bare(String.fromCodePoint(...sorted.map(({ code }) => code))),
      baseline,
      height,
      runs: runsOf(sorted),
      ground: grounds.toSorted((one, two) => one - two)[grounds.length >> 1] ?? 0,
    };
  });
  return lines.map((line, index) => {
    const next = lines[index + 1];
    const until = next ? next.baseline - next.height * HEAD : line.baseline + line.height * 2;
    const isRuledBelow = hasRule(colourAt, { left, right, top: line.baseline + line.height * FOOT, bottom: until }, scale);
    return { ...line, isRuledBelow };
  });
}

/** Without spaces, marks of direction and leaders. */
function bare(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Cc}\p{Cf}\u00ad\ufffe-]+|[.·•_]{3,}/gu, '');
}

function runsOf(letters: readonly ShownLetter[]): Sides[] {
  const runs: { left: number; right: number }[] = [];
  for (const { box, height } of letters) {
    const last = runs.at(-1);
    if (last && box.left - last.right < height * WITHIN) last.right = Math.max(last.right, box.right);
    else runs.push({ left: box.left, right: box.right });
  }
  return runs;
}

type ColourAt = (x: number, y: number) => number;

function colours(layer: Drawn): ColourAt {
  const { width, height, rowBytes, channels } = layer;
  const bytes = layer.pixels();
  return (x, y) => {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= width || row >= height) return 0xffffff;
    const at = row * rowBytes + column * channels;
    return ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at] ?? 0);
  };
}

function hasRule(colourAt: ColourAt, { left, top, right, bottom }: ShownBox, scale: number): boolean {
  const columns = Array.from({ length: Math.ceil(((right - left) * scale) / 2) }, (_, index) => left * scale + index * 2);
  const isLine = (x: number, y: number, beside: number) => {
    const [own, above, below] = [y, y - beside, y + beside].map((row) => luma(colourAt(x, row)));
    const by = [(own ?? 0) - (above ?? 0), (own ?? 0) - (below ?? 0)];
    return by.every((one) => one < -RULE.contrast) || by.every((one) => one > RULE.contrast);
  };
  for (let y = Math.floor(top * scale); y <= bottom * scale; y++)
    for (const beside of RULE.beside) if (columns.filter((x) => isLine(x, y, beside)).length > columns.length * RULE.share) return true;
  return false;
}

function luma(colour: number): number {
  return (((colour >> 16) & 255) * 77 + ((colour >> 8) & 255) * 150 + (colour & 255) * 29) >> 8;
}

/** Points and heights of a letter by which distances of rows may differ. */
const SLACK = { points: 0.4, heights: 0.06 } as const;
/** Heights of a letter: rows that are further apart are not of one table. */
const APART = 5;
/** Heights of a letter to the next line of a cell. */
const LEADING = 1.5;
/** And at least, where no rows show how far they stand apart. */
const LINE = 0.8;
/** So many rows above and below show how rows stand. */
const AROUND = 4;
/** Degrees of a channel by which two grounds are different ones. */
const GROUND = 3;

interface Row {
  /** Its line with cells in several columns, and its first and last line, as numbers. */
  readonly own: number;
  first: number;
  last: number;
}

/**
 * @param was the lines of the source, @param is those of the result, between the same sides. @param isOnlyAdded nothing else was asked for on the page
 * @returns whether the row of these cells, where it is found, stands as those around it do
 */
export function standsAsOthers(
  was: readonly SeenRowLine[],
  is: readonly SeenRowLine[],
  cells: readonly string[],
  isOnlyAdded: boolean,
): boolean {
  const wanted = bare(cells.join(''));
  const known = was.filter(({ text }) => text === wanted).length;
  const found = is.flatMap(({ text }, index) => (text === wanted ? [index] : []));
  // A row that repeats another: one of them was there.
  const wrong = found.filter((at) => !standsAt(was, is, at, isOnlyAdded));
  return wrong.length <= known;
}

function standsAt(was: readonly SeenRowLine[], is: readonly SeenRowLine[], at: number, isOnlyAdded: boolean): boolean {
  const own = is[at];
  if (!own) return true;
  const [all, after] = [rowsOf(was, own.runs), rowsOf(is, own.runs)];
  const index = after.findIndex((row) => row.own === at);
  const [above, below] = [after[index - 1], after[index + 1]];
  const [known, lower] = [above, below].map((row) => row && sameRow(was, all, is[row.own]));
  const beside = known ?? lower;
  if (beside === undefined) return true;
  const before = tableAround(was, all, beside);
  const from = before.indexOf(all[beside] as Row) - (known === undefined ? 1 : 0);
  const upper = known === undefined ? undefined : from;
  const around = before.slice(Math.max(0, from - AROUND), from + 2 + AROUND);
  const gaps = gapsOf(was, around);
  const slack = SLACK.points + own.height * SLACK.heights;
  const least = (gaps.length > 0 ? Math.min(...gaps) : own.height * LINE) - slack;
  const isNear = isOnlyAdded && cutsRow(was, is, at, least);
  return (
    !isNear &&
    isFarEnough(was, is, at, least) &&
    !isTooFar(is, [above, index < 0 ? undefined : after[index]], was, around, slack) &&
    (upper === undefined || isRuledAsOthers(was, before, upper, ruledBeside(is, at))) &&
    isOnGround(
      was,
      before,
      from,
      [above, below].map((row) => row && is[row.own]),
      own,
    )
  );
}

/** Lines with cells in two of the columns at least, or in the only one; the lines between them are of the nearer one. */
function rowsOf(lines: readonly SeenRowLine[], columns: readonly Sides[]): Row[] {
  const least = Math.min(2, columns.length);
  const isOver = (one: Sides, two: Sides) => one.left < two.right && one.right > two.left;
  const rows = lines.flatMap(({ runs }, own): Row[] =>
    columns.filter((column) => runs.some((run) => isOver(run, column))).length >= least && runs.length >= least
      ? [{ own, first: own, last: own }]
      : [],
  );
  const stepTo = (line: number) => (lines[line]?.baseline ?? 0) - (lines[line - 1]?.baseline ?? 0);
  const isNear = (line: number) => stepTo(line) < (lines[line]?.height ?? 0) * LEADING;
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (!next) {
      while (isNear(row.last + 1) && !lines[row.last]?.isRuledBelow && isInCell(lines[row.last + 1], lines[row.own])) row.last++;
      break;
    }
    const downTo = (line: number) => (lines[next.own]?.baseline ?? 0) - (lines[line]?.baseline ?? 0);
    while (row.last + 1 < next.own && isNear(row.last + 1) && stepTo(row.last + 1) <= downTo(row.last + 1) + LEVEL) row.last++;
    while (next.first - 1 > row.last && isNear(next.first)) next.first--;
  }
  return rows;
}

/** It is under one cell of a row alone. */
function isInCell(line: SeenRowLine | undefined, row: SeenRowLine | undefined): boolean {
  const [run, ...others] = line?.runs ?? [];
  return (
    run !== undefined && others.length === 0 && row?.runs.filter(({ left, right }) => left < run.right && right > run.left).length === 1
  );
}

function sameRow(was: readonly SeenRowLine[], rows: readonly Row[], line: SeenRowLine | undefined): number | undefined {
  const same = rows.flatMap(({ own }, index) => (was[own]?.text === line?.text ? [index] : []));
  const away = (index: number) => Math.abs((was[rows[index]?.own ?? 0]?.baseline ?? 0) - (line?.baseline ?? 0));
  return same.toSorted((one, two) => away(one) - away(two))[0];
}

/** The rows that follow one another without a gap that parts tables. */
function tableAround(lines: readonly SeenRowLine[], rows: readonly Row[], at: number): Row[] {
  const isNext = (index: number) => {
    const [one, two] = [lines[rows[index]?.last ?? -1], lines[rows[index + 1]?.first ?? -1]];
    return one !== undefined && two !== undefined && two.baseline - one.baseline < one.height * APART;
  };
  let [first, last] = [at, at];
  while (isNext(first - 1)) first--;
  while (isNext(last)) last++;
  return rows.slice(first, last + 1);
}

/** From the last line of a row to the first of the next. */
function gapsOf(lines: readonly SeenRowLine[], rows: readonly Row[]): number[] {
  return rows.slice(1).flatMap((row, index) => {
    const [one, two] = [lines[rows[index]?.last ?? -1], lines[row.first]];
    const gap = one && two ? two.baseline - one.baseline : Infinity;
    return one && gap < one.height * APART ? [gap] : [];
  });
}

/** The row stands between the lines of another. */
function cutsRow(was: readonly SeenRowLine[], is: readonly SeenRowLine[], at: number, least: number): boolean {
  const [above, own, below] = [is[at - 1], is[at], is[at + 1]];
  const last = was.findIndex((line) => line.text === above?.text && Math.abs(line.baseline - above.baseline) < LEVEL);
  const [one, two] = [was[last], was[last + 1]];
  if (!own || !one || !two || two.text !== below?.text) return false;
  const column = own.runs.findIndex((run) => two.runs.some((other) => other.left < run.right && other.right > run.left));
  const next = own.runs[column + 1];
  const isOfCell = two.runs.length === 1 && (next === undefined || (two.runs[0]?.right ?? 0) < next.left);
  return isOfCell && Math.abs(two.height - one.height) < one.height * SLACK.heights && two.baseline - one.baseline < least;
}

/** Rows as far as rows are, other lines at least as far as they stood from what was beside them. */
function isFarEnough(was: readonly SeenRowLine[], is: readonly SeenRowLine[], at: number, least: number): boolean {
  const own = is[at];
  return [-1, 1].every((by) => {
    const other = is[at + by];
    if (!own || !other) return true;
    const gap = Math.abs(other.baseline - own.baseline);
    const same = was.findIndex((line) => line.text === other.text);
    const beside = was[same - by];
    const known = same >= 0 && beside ? Math.abs((was[same]?.baseline ?? 0) - beside.baseline) - SLACK.points : Infinity;
    return gap >= Math.min(least, known);
  });
}

/** Further below the row above than any row is, from the last line of it and from its own line. */
function isTooFar(
  is: readonly SeenRowLine[],
  [above, own]: readonly (Row | undefined)[],
  was: readonly SeenRowLine[],
  around: readonly Row[],
  slack: number,
): boolean {
  const gaps = gapsOf(was, around);
  if (!above || !own || gaps.length < 2) return false;
  const baselineOf = (lines: readonly SeenRowLine[], line: number) => lines[line]?.baseline ?? 0;
  const pitches = around.slice(1).map((row, index) => baselineOf(was, row.own) - baselineOf(was, around[index]?.own ?? 0));
  const most = Math.max(...pitches.filter((pitch) => pitch < (is[own.own]?.height ?? 0) * APART * 2));
  return (
    baselineOf(is, own.own) - baselineOf(is, above.last) > Math.max(...gaps) + slack &&
    baselineOf(is, own.own) - baselineOf(is, above.own) > most + slack
  );
}

/** Whether rules part the row from the lines above and below it. */
function ruledBeside(is: readonly SeenRowLine[], at: number): readonly [boolean, boolean] {
  return [is[at - 1]?.isRuledBelow ?? false, is[at]?.isRuledBelow ?? false];
}

/** As the rows above it are parted, or as those below; and what was between the two is at its other side. @param upper the number of the row above it */
function isRuledAsOthers(
  was: readonly SeenRowLine[],
  rows: readonly Row[],
  upper: number,
  [over, under]: readonly [boolean, boolean],
): boolean {
  const isRuled = (index: number) => {
    const [one, two] = [rows[index], rows[index + 1]];
    if (!one || !two) return undefined;
    return was.slice(one.last, two.first).some(({ isRuledBelow }) => isRuledBelow);
  };
  const between = isRuled(upper) ?? was[rows[upper]?.last ?? -1]?.isRuledBelow;
  // The rule at the end of a table stays there.
  if (rows[upper + 1] === undefined && under !== between) return false;
  const [above, below] = [
    [isRuled(upper - 1), isRuled(upper - 2)],
    [isRuled(upper + 1), isRuled(upper + 2)],
  ].map(([one, two]) => (one !== undefined && one === two ? one : undefined));
  const asAbove = above !== undefined && over === above && under === between;
  const asBelow = below !== undefined && under === below && over === between;
  return (above === undefined && below === undefined) || asAbove || asBelow;
}

/**
 * Where the rows above it, or below it, stand on grounds in turn it goes on with them; where they all have one it has the same. At the end of such
 * rows one side is enough.
 */
function isOnGround(
  was: readonly SeenRowLine[],
  rows: readonly Row[],
  upper: number,
  beside: readonly (SeenRowLine | undefined)[],
  own: SeenRowLine,
): boolean {
  const isOther = (index: number) => {
    const [one, two] = [rows[index], rows[index + 1]].map((row) => row && was[row.own]);
    return one && two ? isOtherGround(one.ground, two.ground) : undefined;
  };
  const others = beside.map((line) => line && isOtherGround(line.ground, own.ground));
  const between = isOther(upper);
  const sides = [
    [others[0], isOther(upper - 1), isOther(upper - 2)],
    [others[1], isOther(upper + 1), isOther(upper + 2)],
  ].flatMap(([is, one, two]) => {
    const isKnown = is !== undefined && one !== undefined && (one === between || (one && two === true));
    return isKnown ? [is === one] : [];
  });
  return sides.length === 0 || (between === false && sides.length > 1 ? sides.includes(true) : !sides.includes(false));
}

function isOtherGround(one: number, two: number): boolean {
  return [16, 8, 0].some((bits) => Math.abs(((one >> bits) & 255) - ((two >> bits) & 255)) >= GROUND);
}
