// Lines as wholes: what stands alone in its line, and what would leave a hole.

import type { PlacedWord } from '../../facts/locate.ts';
import { rowsOfTable } from '../places/blocks.ts';
import { type PageLines, type Piece, type Place, placesOf, rowAt, wordsAt } from '../places/page-lines.ts';
import type { Scene } from '../places/scene.ts';

/** Nothing else stands in its line: a heading, an item, a line of its own. */
export function isWholeLine({ ground }: Pick<Scene, 'ground'>, place: Place): boolean {
  const lines = ground.lines(place.page);
  const own = rowAt(lines, place)?.find(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start));
  if (!own) return false;
  const isFormula = own.words.filter(({ start }) => start >= place.end).length >= FORMULA_SIGNS_MIN;
  return !isFormula && own.words.every((word) => !isLeftOf(lines, word, [place]));
}

/** Behind a text, signs that are no word each: `x ∈ R.` */
const FORMULA_SIGNS_MIN = 2;

/** Of a word, more than its marks; one of a script without spaces may be a whole line. */
function isLeftOf(lines: PageLines, word: PlacedWord, places: readonly Place[]): boolean {
  const { text, page } = lines;
  let left = '';
  for (let at = word.start; at < word.end; at++)
    left += places.some((place) => place.page === page && at >= place.start && at < place.end) ? ' ' : text.charAt(at);
  return /[\p{L}\p{N}]{2}/u.test(left);
}

/** A sentence, but no item with its mark. */
const SENTENCE_START = /^(?!\(?(?:\p{N}{1,3}|\p{L}|[ivxIVX]{1,5})[.)]\s)["'“„«¿¡(]*[\p{Lu}\p{Lo}\p{N}]/u;
const SENTENCE_END = /[.!?…。！？][\])}»”’"']*$/u;

/** A sentence that is put after a sentence goes on in its paragraph, also where that fills its line. */
export function followsAsSentence(anchor: string, value: string): boolean {
  return SENTENCE_START.test(value.trim()) && [anchor, value].every((text) => SENTENCE_END.test(text.trim()));
}

/** What is taken away whole leaves a hole above the lines that follow. */
export function leavesHole(scene: Pick<Scene, 'ground'>, places: readonly Place[]): boolean {
  return places.some((place) => {
    const lines = scene.ground.lines(place.page);
    const words = wordsAt(lines, place);
    const inside = lines.rows.flat().filter((piece) => piece.words.some((word) => words.includes(word)));
    const isWhole = inside.length > 0 && inside.every(({ words: own }) => own.every((word) => !isLeftOf(lines, word, [place])));
    if (!isWhole) return false;
    const [bottom, height] = [Math.min(...inside.map(({ box }) => box[1])), Math.max(...inside.map(({ box }) => box[3] - box[1]))];
    const [left, right] = [Math.min(...inside.map(({ box }) => box[0])), Math.max(...inside.map(({ box }) => box[2]))];
    return lines.rows
      .flat()
      .some(
        ({ box }) => box[3] < bottom + height * 0.5 && bottom - box[3] < height * 2 && Math.min(box[2], right) > Math.max(box[0], left),
      );
  });
}

/** In one cell of a table whose row has others: the row stays when it goes. */
export function isCellOfRow({ ground }: Scene, places: readonly Place[]): boolean {
  const [page] = places.map((place) => place.page);
  if (page === undefined || places.some((place) => place.page !== page)) return false;
  const lines = ground.lines(page);
  const own = new Set(places.flatMap((place) => wordsAt(lines, place)));
  const tables = ground.blocks(page).filter(({ kind }) => kind === 'table');
  return tables.some((table) =>
    rowsOfTable(table).some((row) => {
      const filled = row.filter(({ words }) => words.length > 0);
      return filled.length > 1 && filled.some(({ words }) => [...own].every((word) => words.includes(word)));
    }),
  );
}

/** Opens its row of a table, or its item. */
export function isHeadOfRow({ ground }: Scene, place: Place): boolean {
  const own = wordsAt(ground.lines(place.page), place);
  return ground.blocks(place.page).some((block) => {
    const opens = block.kind === 'table' ? rowsOfTable(block).flatMap((row) => row.slice(0, 2).map(({ words }) => words)) : [block.words];
    return (
      (block.kind === 'table' || block.kind === 'list_item') &&
      opens.some((words) => own.every((word) => words.slice(0, own.length + 1).includes(word)))
    );
  });
}

export type WholeUnit = 'line' | 'list_item' | 'row' | 'paragraph';

/** Places that are a whole item, row, paragraph or line each, as that; undefined where only a part of one goes. */
export function wholeUnits(scene: Scene, places: readonly Place[]): readonly (readonly [place: Place, unit: WholeUnit])[] | undefined {
  const page = places[0]?.page;
  if (page === undefined) return undefined;
  const lines = scene.ground.lines(page);
  const taken = new Set(places.flatMap((place) => (place.page === page ? wordsAt(lines, place) : [])));
  const isLetters = ({ start, end }: PlacedWord) => /[\p{L}\p{N}]/u.test(lines.text.slice(start, end));
  const found: (readonly [Place, WholeUnit])[] = [];
  const add = (words: readonly PlacedWord[], unit: WholeUnit, label = '') => {
    // The mark of an item goes with it.
    const isMark = ({ start, end }: PlacedWord, at: number) => at === 0 && label !== '' && lines.text.slice(start, end) === label;
    const own = words.filter((one, at) => isLetters(one) && !isMark(one, at));
    if (own.length === 0 || !own.every((word) => taken.has(word))) return;
    const [place] = placesOf(lines, words.slice(0, ANCHOR_WORDS_MAX));
    if (!place) return;
    found.push([place, unit]);
    for (const word of words) taken.delete(word);
  };
  for (const block of scene.ground.blocks(page)) {
    if (block.kind === 'table')
      for (const row of rowsOfTable(block))
        add(
          row.flatMap(({ words }) => words),
          'row',
        );
    else if (block.kind === 'list_item') add(block.words, 'list_item', block.label);
    else if (block.kind !== 'picture') add(block.words, lines.rows.some((row) => holdsAll(row, block.words)) ? 'line' : 'paragraph');
  }
  for (const row of lines.rows) {
    if (row.length > 1)
      add(
        row.flatMap(({ words }) => words),
        'row',
      );
    else for (const piece of row) add(piece.words, 'line');
  }
  return [...taken].some(isLetters) || found.length === 0 ? undefined : found;
}

/** A block of one line is a line, whatever stands below it. */
function holdsAll(row: readonly Piece[], words: readonly PlacedWord[]): boolean {
  const own = new Set(row.flatMap((piece) => piece.words));
  return words.every((word) => own.has(word));
}

/** Words that point to a unit are enough of it. */
const ANCHOR_WORDS_MAX = 8;
