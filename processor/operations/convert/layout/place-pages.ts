// Pages that keep their places, laid out alone: those whose lines broke elsewhere are mended, and tables that lost words become texts with places.

import { contains, type ShownBox } from '../../../pdf/geometry/shown-box.ts';
import { type Drifts, findDrifts, type WordDrift } from '../../../document/build/drifts.ts';
import type { Word } from '../../../document/words/words.ts';
import type { MatchedPage } from './page-likeness.ts';
import { readWords, type SourceWords } from './read-words.ts';

/** SSIM: lines that end where they ended, and are not printed over others, are worth this much. */
const LINES_WORTH = 0.03;
/** SSIM: words that are seen are worth this much. */
const WORDS_WORTH = 0.1;

/** What is written of a document. */
export interface Wanted {
  /** By page index (0-based). */
  readonly isPlaced: (pageIndex: number) => boolean;
  readonly drifts?: Drifts;
  /** Letters in tables are as far apart as their fonts have them. */
  readonly plainCells?: boolean;
  /** Pages whose tables are texts with places over drawn lines. By index. */
  readonly freeTables?: ReadonlySet<number>;
  /** Nothing but these pages, all of which keep their places. */
  readonly only?: ReadonlySet<number>;
  /** Nothing but these pages, as they flow. */
  readonly sample?: ReadonlySet<number>;
  /** Pages that begin a section. */
  readonly starts?: ReadonlySet<number>;
}

export interface LaidOutPages {
  readonly path: string;
  readonly pages: number;
  /** By page index. */
  readonly matches: ReadonlyMap<number, MatchedPage>;
}

export type Lay = (wanted: Wanted) => Promise<{ readonly laidOut?: LaidOutPages }>;

export interface PlacedPages {
  /** That they take. */
  readonly pages: number;
  readonly matches: ReadonlyMap<number, MatchedPage>;
  /** Of the pages that are more alike when they are written with them. */
  readonly drifts: Drifts;
  readonly plainCells: boolean;
  readonly freeTables: ReadonlySet<number>;
}

/** Undefined where they cannot be laid out. */
export async function placePages(pageIndexes: readonly number[], lay: Lay, source: SourceWords): Promise<PlacedPages | undefined> {
  const only = new Set(pageIndexes);
  const isPlaced = (pageIndex: number) => only.has(pageIndex);
  const { laidOut, wanted } = await layWhole({ isPlaced, only }, pageIndexes.length, lay);
  if (!laidOut) return undefined;
  const { matches, pages } = laidOut;
  const { plainCells = false, freeTables = new Set() } = wanted;
  const placed = { pages, matches, drifts: NO_DRIFTS, plainCells, freeTables };
  if (pages !== pageIndexes.length) return placed;
  const seen = await readSeen(laidOut, pageIndexes, source);
  return withFreeTables(await mendLines(placed, seen, lay, source), lay, source);
}

interface Seen {
  readonly drifts: Drifts;
  /** Letters of tables that are not seen, by page index; without pages that lost none. */
  readonly lost: ReadonlyMap<number, number>;
}

interface Checked extends PlacedPages {
  readonly lost: Seen['lost'];
}

const NO_DRIFTS: Drifts = new Map();

/** Pages whose lines broke elsewhere are written again. */
async function mendLines(placed: PlacedPages, { drifts: all, lost }: Seen, lay: Lay, source: SourceWords): Promise<Checked> {
  const away = new Set([...all].filter(([, own]) => own.some((word) => word.isAway)).map(([pageIndex]) => pageIndex));
  if (away.size === 0) return { ...placed, lost };
  const { matches, plainCells, freeTables } = placed;
  const { laidOut } = await lay({ isPlaced: (pageIndex) => away.has(pageIndex), only: away, drifts: all, plainCells, freeTables });
  if (laidOut?.pages !== away.size) return { ...placed, lost };
  const isMended = ([pageIndex]: readonly [number, unknown]) =>
    (laidOut.matches.get(pageIndex)?.ssim ?? 0) + LINES_WORTH >= (matches.get(pageIndex)?.ssim ?? 0);
  const drifts = new Map([...all].filter(([pageIndex]) => away.has(pageIndex)).filter(isMended));
  const again = [...drifts.keys()].some((pageIndex) => lost.has(pageIndex)) ? await readSeen(laidOut, [...away], source) : undefined;
  return {
    ...placed,
    matches: new Map([...matches, ...[...laidOut.matches].filter(isMended)]),
    drifts,
    lost: new Map(
      [...lost].flatMap(([pageIndex, count]) => countOf(pageIndex, again && drifts.has(pageIndex) ? again.lost.get(pageIndex) : count)),
    ),
  };
}

function countOf(pageIndex: number, count: number | undefined): [number, number][] {
  return count === undefined ? [] : [[pageIndex, count]];
}

/** A table whose rows cut off what they have no room for gives its texts to the page, where more of them are seen then. */
async function withFreeTables({ lost, ...placed }: Checked, lay: Lay, source: SourceWords): Promise<PlacedPages> {
  const { matches, drifts, plainCells, freeTables } = placed;
  const only = new Set([...lost.keys()].filter((pageIndex) => !freeTables.has(pageIndex)));
  if (only.size === 0) return placed;
  const { laidOut } = await lay({ isPlaced: (pageIndex) => only.has(pageIndex), only, drifts, plainCells, freeTables: only });
  if (laidOut?.pages !== only.size) return placed;
  const seen = await readSeen(laidOut, [...only], source);
  const isFuller = (pageIndex: number) =>
    (seen.lost.get(pageIndex) ?? 0) < (lost.get(pageIndex) ?? 0) &&
    (laidOut.matches.get(pageIndex)?.ssim ?? 0) + WORDS_WORTH >= (matches.get(pageIndex)?.ssim ?? 0);
  const fuller = new Set([...only].filter(isFuller));
  return {
    ...placed,
    matches: new Map([...matches, ...[...laidOut.matches].filter(([pageIndex]) => fuller.has(pageIndex))]),
    freeTables: new Set([...freeTables, ...fuller]),
  };
}

/**
 * LibreOffice breaks some large tables far above the end of their page, depending on distances between letters in them: then there are none. Rows that
 * become higher than in the source push the last ones to a page of their own: then their texts have places.
 */
async function layWhole(
  wanted: Wanted & Required<Pick<Wanted, 'only'>>,
  pages: number,
  lay: Lay,
): Promise<{ readonly laidOut: LaidOutPages | undefined; readonly wanted: Wanted }> {
  const { laidOut } = await lay(wanted);
  let best = { laidOut, wanted: wanted as Wanted };
  for (const more of [{ plainCells: true }, { freeTables: wanted.only }]) {
    if (!best.laidOut || best.laidOut.pages <= pages) return best;
    const { laidOut: other } = await lay({ ...wanted, ...more });
    if (other && other.pages < best.laidOut.pages) best = { laidOut: other, wanted: { ...wanted, ...more } };
  }
  return best;
}

/** @param laidOut as many pages as the source */
async function readSeen({ path }: LaidOutPages, pageIndexes: readonly number[], { words, scales, tables }: SourceWords): Promise<Seen> {
  const drifts = new Map<number, readonly WordDrift[]>();
  const lost = new Map<number, number>();
  for await (const [pageIndex, result] of readWords(path, pageIndexes, scales)) {
    const source = words.get(pageIndex) ?? [];
    drifts.set(pageIndex, findDrifts(source, result));
    const count = (tables.get(pageIndex) ?? []).reduce((sum, table) => sum + lostLetters(source, result, table), 0);
    if (count > 0) lost.set(pageIndex, count);
  }
  return { drifts, lost };
}

/** Points: text of a table may be so far from it. */
const TABLE_SLACK = 12;

/** Letters and digits of a table that are not seen, however they make words. */
function lostLetters(source: readonly Word[], result: readonly Word[], table: ShownBox): number {
  const left = new Map<string, number>();
  for (const letter of lettersIn(result, table, TABLE_SLACK)) left.set(letter, (left.get(letter) ?? 0) + 1);
  let lost = 0;
  for (const letter of lettersIn(source, table, 0)) {
    const count = left.get(letter) ?? 0;
    if (count === 0) lost++;
    else left.set(letter, count - 1);
  }
  return lost;
}

function* lettersIn(words: readonly Word[], table: ShownBox, slack: number): Generator<string, void, void> {
  for (const { text, box } of words) if (contains(table, box, slack)) yield* text.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? [];
}
