// `Table 1`: the table whose caption has that number. Where several tables were seen as one, the captions between them part it.

import { patternOf, word } from '#instruction/reading/lexicon.ts';
import { THINGS } from '#instruction/reading/things.ts';
import type { PlacedWord } from '../../facts/locate.ts';
import type { PlacedBlock } from '../places/blocks.ts';
import { type Piece, type Place, placesOf } from '../places/page-lines.ts';
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

/** The tables of the captions of a number on a page; nothing for one whose table was not seen. */
function captionsOf({ ground }: Scene, page: number, number: string): readonly (readonly Place[])[] {
  const lines = ground.lines(page);
  const captions = lines.rows.flat().filter(({ text }) => numberOf(text) !== undefined);
  const blocks = ground.blocks(page).filter(({ kind }) => kind !== 'picture');
  return captions
    .filter(({ text }) => numberOf(text) === number)
    .flatMap((caption) => {
      const at = blocks.findIndex(({ words }) => words.some((one) => caption.words.includes(one)));
      const own = blocks[at];
      // A sentence that begins with the name of a table is no caption.
      if (!own || (own.kind !== 'table' && own.words[0] !== caption.words[0])) return [];
      const table = own.kind === 'table' ? own : tableBeside(blocks, at);
      return [table ? placesOf(lines, [...caption.words, ...partOf(table, caption, captions)]) : []];
    });
}

const tableBeside = (blocks: readonly PlacedBlock[], at: number) =>
  [blocks[at + 1], blocks[at - 1]].find((block) => block?.kind === 'table');

/** What stands between a caption and the next one in the same table; all of it where there is none. */
function partOf({ words }: PlacedBlock, caption: Piece, captions: readonly Piece[]): readonly PlacedWord[] {
  const inner = captions.filter((one) => one.words.some((each) => words.includes(each)));
  const isOwn = inner.includes(caption);
  if (inner.length === 0) return words;
  const top = isOwn ? caption.box[1] : Infinity;
  const next = inner.filter(({ box }) => box[3] <= top).map(({ box }) => box[3]);
  const bottom = next.length > 0 ? Math.max(...next) : -Infinity;
  return words.filter(({ box }) => middle(box) < top && middle(box) > bottom);
}

const middle = (box: readonly [number, number, number, number]) => (box[1] + box[3]) / 2;
