// The parts of a page that an instruction can describe, each with the words that stand in it and over it.

import type { PlacedWord } from '../../facts/locate.ts';
import { type PlacedBlock, rowsOfTable } from '../places/blocks.ts';
import { type GroundDocument, plainName } from '../places/ground-document.ts';
import { termsOf } from './read-description.ts';

/** A part of a page that is described as a whole: a block, a cell, or a line that belongs to none. */
export interface Spot {
  readonly page: number;
  readonly words: readonly PlacedWord[];
  /** What stands there and what it stands under, folded. */
  readonly terms: ReadonlySet<string>;
}

const KNOWN = new WeakMap<GroundDocument, Map<number, readonly Spot[]>>();

export function spotsOf(ground: GroundDocument, page: number): readonly Spot[] {
  const known = KNOWN.get(ground) ?? new Map<number, readonly Spot[]>();
  KNOWN.set(ground, known);
  const spots = known.get(page) ?? readSpots(ground, page);
  known.set(page, spots);
  return spots;
}

function readSpots(ground: GroundDocument, page: number): Spot[] {
  const blocks = ground.blocks(page);
  const lines = ground.lines(page);
  const spots: Spot[] = [];
  let heading = '';
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') heading = block.text;
    if (block.kind !== 'table') {
      // A raised number before a word is one word with it in the block, and two on the page.
      const printed = block.words.map(({ start, end }) => lines.text.slice(start, end));
      const texts = [block.text, ...printed, block.label ?? '', block.kind === 'header' || block.kind === 'footer' ? '' : heading];
      spots.push({ page, words: block.words, terms: foldedWords(texts) });
      continue;
    }
    const around = [blocks[index - 1], blocks[index + 1]].filter((near) => near?.kind === 'caption').map((near) => near?.text ?? '');
    spots.push(...spotsOfTable(block, [heading, ...around]));
  }
  const placed = new Set(spots.flatMap(({ words }) => words.map(({ start }) => start)));
  for (const row of lines.rows) {
    const words = row.flatMap((piece) => piece.words);
    if (words.some(({ start }) => !placed.has(start))) spots.push({ page, words, terms: foldedWords(row.map(({ text }) => text)) });
  }
  return spots;
}

/** Each cell with the texts of its row and the head of its column. */
function spotsOfTable(table: PlacedBlock, over: readonly string[]): Spot[] {
  const rows = rowsOfTable(table);
  // A head over several columns has another row of heads below it.
  const [top = [], second = []] = rows;
  const first = top.some(({ columnSpan }) => columnSpan > 1) ? [...top, ...second] : top;
  return rows.flatMap((row) => {
    const own = row.map(({ text }) => text);
    return row.map((cell) => {
      const heads = first.filter(({ column, columnSpan }) => cell.column >= column && cell.column < column + columnSpan);
      return { page: table.page, words: cell.words, terms: foldedWords([...own, ...heads.map(({ text }) => text), ...over]) };
    });
  });
}

export function foldedWords(texts: readonly string[]): ReadonlySet<string> {
  return new Set(termsOf(plainName(texts.join(' '))).map(({ text }) => text));
}
