// Whether every letter that an edit was not asked to change is still there and still visible, and whether letters cover each other that did not
// before. Only inside the declared boxes: outside of them not a pixel has changed.

import type { Box } from '../../geometry/box.ts';
import type { Drawn } from '../pdfium.ts';
import type { JudgedPage } from './judged-page.ts';
import { coveredPairs, inkOf, type Letters, lettersIn } from './seen-letters.ts';
import { letterParts } from './letter-parts.ts';
import { judgeDrawings } from './judge-drawings.ts';
import type { SeenDrawings } from './seen-drawings.ts';
import { lostLooks, type SeenLooks } from './seen-looks.ts';
import { type SeenRowLine, standsAsOthers } from './seen-rows.ts';
import type { SeenPage } from './seen-page.ts';
import type { WordCounts } from './seen-words.ts';

/** What a version shows inside the declared boxes. */
export interface SeenRegion {
  readonly codes: ReadonlyMap<number, number>;
  readonly letters: number;
  readonly blank: number;
  readonly clear: number;
  readonly covered: ReadonlyMap<string, number>;
  readonly words: WordCounts | undefined;
  readonly looks: SeenLooks;
  /** Undefined where they are not judged. */
  readonly drawings: SeenDrawings | undefined;
  /** For each new row of the plan the lines between its sides. */
  readonly rows: readonly (readonly SeenRowLine[])[];
}

/** Points by which letters may stick out of a declared box. */
const SLACK = 1;
/** Points: as high as rows of tables are. */
const NEXT_ROW = 60;
/** So many pairs may cover each other by chance: a kerned pair that another engine reads in another order. */
const COVERED_MAX = 1;

/** Undefined where the page is not judged letter by letter: turned, cropped or flattened ones read differently. */
export function seeRegion(
  seen: SeenPage,
  { boxes, quarterTurns, isCut, isLetterByLetter, drawings, mayCover, newRows = [] }: JudgedPage,
  drawn: Drawn,
): SeenRegion | undefined {
  if (boxes.length === 0 || quarterTurns !== 0 || isCut || !isLetterByLetter) return undefined;
  const regions = boxes.map(([left, bottom, right, top]): Box => [left - SLACK, bottom - SLACK, right + SLACK, top + SLACK]);
  const letters = seen.letters();
  const inside = lettersIn(letters, regions);
  return {
    codes: countCodes(letters, inside),
    letters: inside.length,
    ...inkOf(letters, inside, drawn, seen.toPixels(drawn)),
    covered: mayCover ? new Map() : coveredPairs(letters, inside),
    words: seen.words(letters, inside),
    looks: seen.looks(letters, inside),
    drawings: drawings === 'any' ? undefined : seen.drawings(letters, inside, drawings === 'none' ? regions : regions.map(withNextRow)),
    rows:
      newRows.length === 0
        ? []
        : seen.rows(
            letters,
            newRows.map(({ box }) => box),
          ),
  };
}

/** The line below the last row that moved is outside of what has changed. */
function withNextRow([left, bottom, right, top]: Box): Box {
  return [left, bottom - NEXT_ROW, right, top + NEXT_ROW];
}

function countCodes({ codes }: Letters, inside: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const add = (code: number) => counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const index of inside) for (const letter of letterParts(String.fromCodePoint(codes[index] ?? 0))) add(letter.codePointAt(0) ?? 0);
  return counts;
}

/** @returns what is wrong */
export function judgeRegion(
  was: SeenRegion,
  is: SeenRegion,
  { texts, mayCover, coloured, drawings, newRows = [] }: JudgedPage,
): 'text' | 'row' | 'hidden' | 'overlap' | 'joined' | 'look' | 'uneven' | 'crossing' | 'left' | 'lost' | undefined {
  if (areScatteredAway(was, is, texts)) return 'text';
  if (isLost(was, is, texts)) return 'hidden';
  // Before, a letter counts as hidden when it was not clearly there; now, when it is clearly not there.
  if (is.blank > was.letters - was.clear + coloured) return 'hidden';
  // Words that a watermark is read between are not told apart.
  if (!texts.some(({ isScattered }) => isScattered) && areJoined(was, is, texts)) return 'joined';
  const isOnlyAdded = texts.every(({ old }) => old === undefined || old === '');
  if (newRows.some(({ cells }, index) => !standsAsOthers(was.rows[index] ?? [], is.rows[index] ?? [], cells, isOnlyAdded))) return 'row';
  if (mayCover) return undefined;
  let fresh = 0;
  for (const [pair, count] of is.covered) fresh += Math.max(0, count - (was.covered.get(pair) ?? 0));
  if (fresh > COVERED_MAX) return 'overlap';
  const gone = texts.reduce((sum, { old = '' }) => sum + old.length, 0);
  const isPlain =
    coloured === 0 && drawings !== 'any' && texts.every((text) => text.old !== undefined || text.new !== undefined || text.also);
  const taken = texts.reduce((sum, { old = '', also = '' }) => sum + letterParts(`${old}${also}`).length, 0);
  if (isPlain && lostLooks(was.looks, is.looks) > taken) return 'look';
  if (isPlain && (is.looks.steps > was.looks.steps || is.looks.holes > was.looks.holes)) return 'uneven';
  return was.drawings && is.drawings && judgeDrawings(was.drawings, is.drawings, drawings, gone);
}

/**
 * Letters that were in the boxes, beside those of the old texts, and are not any more: those of the new texts do not stand for them. Where an old text
 * is read differently, nobody knows.
 */
function isLost(was: SeenRegion, is: SeenRegion, texts: JudgedPage['texts']): boolean {
  const old = countLetters(texts.map((text) => `${text.old ?? ''}${text.also ?? ''}`));
  const fresh = countLetters(texts.map((text) => text.new ?? ''));
  const isMixed = texts.some(({ isScattered }) => isScattered);
  const [before, after] = isMixed ? [unmirrored(was.codes), unmirrored(is.codes)] : [was.codes, is.codes];
  let [lost, unread] = [0, 0];
  for (const [code, count] of before) {
    const stays = Math.max(0, count - (old.get(code) ?? 0));
    const arrives = isSpace(code) ? 0 : (fresh.get(code) ?? 0);
    lost += Math.max(0, stays + (stays > 0 ? arrives : 0) - (after.get(code) ?? 0));
  }
  for (const [code, count] of old) if (!isSpace(code)) unread += Math.max(0, count - (was.codes.get(code) ?? 0));
  return lost > unread;
}

/** Where letters of a line are read between those of another, the engine may take a bracket for one of a line that runs the other way. */
function unmirrored(codes: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const counts = new Map(codes);
  for (const [opening = 0, closing = 0] of MIRRORED) {
    const both = (counts.get(opening) ?? 0) + (counts.get(closing) ?? 0);
    counts.delete(closing);
    if (both > 0) counts.set(opening, both);
  }
  return counts;
}

const MIRRORED = ['()', '[]', '{}', '<>', '«»'].map((pair) => Array.from(pair, (bracket) => bracket.codePointAt(0)));

/** Of texts that are read in pieces there must be as many letters more as they have. */
function areScatteredAway(was: SeenRegion, is: SeenRegion, texts: JudgedPage['texts']): boolean {
  const scattered = countLetters(texts.filter(({ isScattered }) => isScattered).map((text) => text.new ?? ''));
  return [...scattered].some(([code, count]) => !isSpace(code) && (is.codes.get(code) ?? 0) - (was.codes.get(code) ?? 0) < count);
}

function countLetters(texts: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const letter of letterParts(texts.join(''))) {
    const code = letter.codePointAt(0) ?? 0;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

/** Words that were apart, or are as they were asked for, run into each other. Where the letters are not those that were asked for, nobody knows. */
function areJoined(was: SeenRegion, is: SeenRegion, texts: JudgedPage['texts']): boolean {
  if (!was.words || !is.words) return false;
  const expected = new Map(was.codes);
  const add = (text: string, by: number) => {
    for (const letter of letterParts(text)) {
      const code = letter.codePointAt(0) ?? 0;
      if (!isSpace(code)) expected.set(code, (expected.get(code) ?? 0) + by);
    }
  };
  let words = was.words.surely;
  for (const { old = '', also = '', new: fresh = '' } of texts) {
    add(old + also, -1);
    add(fresh, 1);
    const besides = old === '' && UNSPACED.test(fresh) ? 1 : 0;
    words += tokensIn(fresh, /[\p{L}\p{N}]/u) - besides - tokensIn(old, SEEN) - tokensIn(also, SEEN);
  }
  const isExact = [...new Set([...expected.keys(), ...is.codes.keys()])].every(
    (code) => (expected.get(code) ?? 0) === (is.codes.get(code) ?? 0),
  );
  return isExact && is.words.atMost < words;
}

/** Text of a script without spaces between its words, from its first letter to its last: it stands directly beside what it is inserted at. */
const UNSPACED = /^[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef](?:.*[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])?$/su;

/** Marks stand apart as words do, where they are no hyphens. */
const SEEN = /[^\s\u00ad\u2010-]/u;

function tokensIn(text: string, seen: RegExp): number {
  return text.split(/\s+/u).filter((token) => seen.test(token)).length;
}

function isSpace(code: number): boolean {
  return code === 0x2d || code === 0xad || code === 0x2010 || /\s/u.test(String.fromCodePoint(code));
}
