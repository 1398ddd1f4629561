// A quoted text that is a row read across its cells: `A € 50` for `A` and `€ 50` in columns of their own.

import { rowsOfTable } from '../../places/blocks.ts';
import { plainName } from '../../places/ground-document.ts';
import { type Place, placesOf } from '../../places/page-lines.ts';
import type { Scene } from '../../places/scene.ts';
import type { PlacedWord } from '../../../facts/locate.ts';

export interface ReadRow {
  readonly places: readonly Place[];
  /** From the left. */
  readonly cells: readonly { readonly text: string; readonly places: readonly Place[] }[];
}

/** Without spaces: a gap between cells may be written as any mark. */
const nameOf = (text: string) => plainName(text).replaceAll(' ', '');

/** The rows of several cells that read so, as tables and as lines of the page; each once. */
export function rowsReading({ ground, pages }: Scene, said: string): readonly ReadRow[] {
  const name = nameOf(said);
  if (name === '') return [];
  const found = new Map<string, ReadRow>();
  for (const page of pages) {
    if (!plainName(ground.facts.pageText(page)).replaceAll(' ', '').includes(name.slice(0, 1))) continue;
    const lines = ground.lines(page);
    const tables = ground.blocks(page).filter(({ kind }) => kind === 'table');
    const rows = [
      ...tables.flatMap((table) => rowsOfTable(table).map((row) => row.filter(({ words }) => words.length > 0).map(({ words }) => words))),
      ...lines.rows.map((row) => row.map(({ words }) => words)),
    ];
    for (const cells of rows) {
      // Bullets, boxes and leaders are no cells.
      const filled = cells.filter((words) => /[\p{L}\p{N}]/u.test(textAt(lines.text, words)));
      const run = runReading(filled, name, lines.text);
      if (!run) continue;
      const places = placesOf(lines, run.flat());
      const key = JSON.stringify([
        page,
        ...run
          .flat()
          .map(({ start }) => start)
          .toSorted((one, two) => one - two),
      ]);
      const read = run.map((words) => ({ text: textAt(lines.text, words), places: placesOf(lines, words) }));
      if (!found.has(key)) found.set(key, { places, cells: read });
    }
  }
  return [...found.values()];
}

const textAt = (text: string, words: readonly PlacedWord[]) => words.map(({ start, end }) => text.slice(start, end)).join(' ');

/** Cells that follow each other and together read so; of one cell the text itself is meant. */
function runReading(cells: readonly (readonly PlacedWord[])[], name: string, text: string): readonly (readonly PlacedWord[])[] | undefined {
  for (let from = 0; from < cells.length; from++) {
    let read = '';
    for (let to = from; to < cells.length; to++) {
      read += nameOf(textAt(text, cells[to] ?? []));
      if (!name.startsWith(read)) break;
      if (read === name && to > from) return cells.slice(from, to + 1);
    }
  }
  return undefined;
}

const NUMBER = /\p{N}/u;

/** How a cell is written: one with a number by its other words, so that a currency or a unit is the same; one without by having letters. */
function formOf(text: string): string {
  const words = text.trim().toLowerCase().split(/\s+/u);
  if (!words.some((word) => NUMBER.test(word))) return /\p{L}/u.test(text) ? 'words' : text.trim();
  return words.map((word) => (NUMBER.test(word) ? word.replaceAll(/[\p{N}.,\s]+/gu, '0') : word)).join(' ');
}

/** A text cut into as many cells as those of a row, each of the form of the one above it; undefined where it can be cut in several ways, or in none. */
export function cellsLike(said: string, row: readonly string[]): readonly string[] | undefined {
  const parts = said.split(/ ?[|;\t] ?/u).map((part) => part.trim());
  if (parts.length > 1) return parts.length === row.length && parts.every((part) => part !== '') ? parts : undefined;
  const listed = said.split(/, /u).map((part) => part.trim());
  if (listed.length === row.length && listed.every((part, at) => part !== '' && formOf(part) === formOf(row[at] ?? ''))) return listed;
  const words = said.trim().split(/\s+/u);
  const forms = row.map(formOf);
  const cuts = cutsOf(words, row.length).filter((cells) => cells.every((cell, at) => formOf(cell) === forms[at]));
  return cuts.length === 1 ? cuts[0] : undefined;
}

const WORDS_MAX = 30;
const CELLS_MAX = 6;

function cutsOf(words: readonly string[], count: number): readonly (readonly string[])[] {
  if (count > CELLS_MAX || words.length > WORDS_MAX || words.length < count) return [];
  if (count === 1) return [[words.join(' ')]];
  return words.flatMap((_, at) =>
    at === 0 ? [] : cutsOf(words.slice(at), count - 1).map((rest) => [words.slice(0, at).join(' '), ...rest]),
  );
}
