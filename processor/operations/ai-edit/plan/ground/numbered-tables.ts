// `Table 1`: the table whose caption has that number. Where several tables were seen as one, the captions between them part it.

import { patternOf, word } from '#instruction/reading/lexicon.ts';
import { THINGS } from '#instruction/reading/things.ts';
import type { PlacedWord } from '../../facts/locate.ts';
import type { PlacedBlock } from '../places/blocks.ts';
import { type PageLines, type Piece, type Place, placesOf } from '../places/page-lines.ts';
import type { Scene } from '../places/scene.ts';

const TABLE = `(?:${THINGS.table}|${word('tabel[aięy]|tabeli|tablo')}|表)`;
const NUMBERED = patternOf(`^(?:${TABLE}) ?(?<number>\\p{N}+(?:[.-]\\p{N}+)*)$`, 'u');
const CAPTION = patternOf(`^(?:${TABLE}|${word('tab')})\\.? ?(?<number>\\p{N}+(?:[.-]\\p{N}+)*)(?![\\p{L}\\p{N}])`, 'iu');

const numberOf = (text: string) => CAPTION.exec(text.trim())?.groups?.['number'];

/**
 * @param said folded
 * @returns undefined where no table is named by a number that a caption has; nothing where the one table of it was not seen
 */
export function numberedTable(scene: Scene, said: string): readonly Place[] | undefined {
  const number = NUMBERED.exec(said.trim())?.groups?.['number'];
  if (number === undefined) return undefined;
  const found = scene.pages.flatMap((page) => captionsOf(scene, page, number));
  if (found.length === 0) return undefined;
  const tables = found.filter((places) => places.length > 0);
  const [only] = tables;
  return only && tables.length === 1 ? only : [];
}

/** What stands on a page from its top: tables, or the parts of one between the captions in it; captions with their numbers; anything else. */
interface Part {
  readonly kind: 'table' | 'caption' | 'other';
  readonly number?: string;
  readonly words: readonly PlacedWord[];
}

/** The tables of the captions of a number on a page; nothing for one whose table was not seen. */
function captionsOf({ ground }: Scene, page: number, number: string): readonly (readonly Place[])[] {
  const lines = ground.lines(page);
  const captions = lines.rows.flat().filter(({ text }) => numberOf(text) !== undefined);
  const blocks = ground.blocks(page).filter(({ kind }) => kind !== 'picture');
  const parts = blocks.flatMap((block) => partsOf(block, captions));
  return parts.flatMap((part, at) => {
    if (part.number !== number) return [];
    const table = tableOf(parts, at) ?? unseenBelow(lines, captions, part);
    return [table ? placesOf(lines, [...part.words, ...table.words]) : []];
  });
}

/** Words of a line of prose, and the heights of a caption up to which lines follow it. */
const [PROSE_WORDS, FOLLOWS] = [8, 2.5];

/** Lines of several pieces right below a caption, none of them prose: a table that was not seen as one. */
function unseenBelow({ rows }: PageLines, captions: readonly Piece[], { words }: Part): Part | undefined {
  const own = captions.find((caption) => caption.words[0] === words[0]);
  if (!own) return undefined;
  const height = own.box[3] - own.box[1];
  const isProse = (row: readonly Piece[]) => row.some((piece) => piece.words.length >= PROSE_WORDS || captions.includes(piece));
  const at = rows.findIndex((row) => row.includes(own));
  const above = rows[at - 1];
  const isOther =
    above && above.length > 1 && !isProse(above) && Math.min(...above.map(({ box }) => box[1])) - own.box[3] < height * FOLLOWS;
  const below: (readonly Piece[])[] = [];
  let last = own.box[1];
  for (const row of rows.slice(at + 1)) {
    if (isProse(row) || last - Math.max(...row.map(({ box }) => box[3])) > height * FOLLOWS) break;
    below.push(row);
    last = Math.min(...row.map(({ box }) => box[1]));
  }
  const isTable = below.filter((row) => row.length > 1).length * 2 > below.length && below.length > 1;
  return isTable && !isOther ? { kind: 'table', words: below.flat().flatMap((piece) => piece.words) } : undefined;
}

function partsOf({ kind, words }: PlacedBlock, all: readonly Piece[]): readonly Part[] {
  const captions = all.filter((caption) => caption.words.some((word) => words.includes(word)));
  const numbered = (caption: Piece, own: readonly PlacedWord[]): Part => ({
    kind: 'caption',
    number: numberOf(caption.text) ?? '',
    words: own,
  });
  const [first] = captions;
  // A sentence that begins with the name of a table is no caption.
  if (kind !== 'table') return [first && first.words[0] === words[0] ? numbered(first, words) : { kind: 'other', words }];
  const between = (top: number, bottom: number): readonly Part[] => {
    const own = words.filter(({ box }) => middle(box) < top && middle(box) > bottom);
    return own.length > 0 ? [{ kind: 'table', words: own }] : [];
  };
  const ordered = captions.toSorted((one, two) => two.box[1] - one.box[1]);
  return [
    ...between(Infinity, ordered[0]?.box[3] ?? -Infinity),
    ...ordered.flatMap((caption, at) => [
      numbered(caption, caption.words),
      ...between(caption.box[1], ordered[at + 1]?.box[3] ?? -Infinity),
    ]),
  ];
}

const middle = (box: PlacedWord['box']) => (box[1] + box[3]) / 2;

type Side = 'above' | 'below';

/** A caption of two lines, or what is counted in the table, may stand between both. */
const BETWEEN_MAX = 2;
const BETWEEN_WORDS_MAX = 8;

function beside(parts: readonly Part[], at: number, side: Side): Part | undefined {
  const step = side === 'below' ? 1 : -1;
  for (let away = 1; away <= BETWEEN_MAX + 1; away++) {
    const part = parts[at + step * away];
    if (part?.kind === 'table') return part;
    if (!part || part.kind === 'caption' || part.words.length > BETWEEN_WORDS_MAX) return undefined;
  }
  return undefined;
}

/** So much nearer is the table that a caption belongs to. */
const NEARER = 0.6;

/** All captions of a page stand on the same side of their tables; where both sides are possible, the nearer one by far. */
function tableOf(parts: readonly Part[], at: number): Part | undefined {
  const captions = parts.flatMap(({ kind }, index) => (kind === 'caption' ? [index] : []));
  const above = captions.map((one) => beside(parts, one, 'above'));
  const below = captions.map((one) => beside(parts, one, 'below'));
  const isFull = (tables: readonly (Part | undefined)[]) => tables.every((one) => one !== undefined);
  const nth = captions.indexOf(at);
  if (isFull(above) !== isFull(below)) return (isFull(above) ? above : below)[nth];
  const [one, two, own] = [above[nth], below[nth], parts[at]];
  if (!one || !two || !own) {
    // One that another caption may have is that of neither.
    const only = one ?? two;
    return [above, below].some((tables) => tables.some((table, index) => index !== nth && table === only)) ? undefined : only;
  }
  const [up, down] = [bottomOf(one) - topOf(own), bottomOf(own) - topOf(two)];
  return up < down * NEARER ? one : down < up * NEARER ? two : undefined;
}

const topOf = ({ words }: Part) => Math.max(...words.map(({ box }) => box[3]));
const bottomOf = ({ words }: Part) => Math.min(...words.map(({ box }) => box[1]));
