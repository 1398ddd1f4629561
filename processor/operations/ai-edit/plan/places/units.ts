// What a page is made of, as people count and name it: headings, paragraphs, items, rows, columns, sentences. Each from the model of the page;
// where there is none, from its lines.

import type { Thing } from '#instruction/reading/things.ts';
import { type PlacedBlock, type PlacedCell, rowsOfTable } from '../places/blocks.ts';
import { type GroundDocument, plainName } from '../places/ground-document.ts';
import { type PageLines, type Place, placesOf } from '../places/page-lines.ts';
import type { PlacedWord } from '../../facts/locate.ts';

export interface Unit {
  readonly page: number;
  readonly words: readonly PlacedWord[];
  /** By what it is called: the text of a heading for its section, the caption of a table, else all its words. Folded. */
  readonly name: string;
  /** Ends as a sentence does. */
  readonly isSentence?: boolean;
  /** Its number or bullet. */
  readonly label?: string | undefined;
  /** The folded texts of a row's cells. */
  readonly heads?: readonly string[];
  /** The folded texts of the first rows of its table. */
  readonly tops?: readonly (readonly string[])[];
  /** The words of a section's heading. */
  readonly heading?: readonly PlacedWord[];
  /** Further pages of a section. */
  readonly more?: readonly Unit[];
}

export const unitPlaces = (ground: GroundDocument, { page, words, more = [] }: Unit): readonly Place[] => [
  ...placesOf(ground.lines(page), words),
  ...more.flatMap((unit) => unitPlaces(ground, unit)),
];

/** @returns every unit of a kind on these pages, in reading order; none for what is no unit */
export function unitsOf(ground: GroundDocument, pages: readonly number[], thing: Thing): readonly Unit[] {
  if (thing === 'section') return sectionsOf(ground, pages);
  return pages.flatMap((page) => unitsOnPage(ground, page, thing));
}

const KINDS: Readonly<Partial<Record<Thing, readonly PlacedBlock['kind'][]>>> = {
  heading: ['heading'],
  paragraph: ['paragraph', 'list_item'],
  item: ['list_item'],
  caption: ['caption'],
  header: ['header'],
  footer: ['footer'],
};

/** Titles and running heads are no sentences. */
const SENTENCES_IN: ReadonlySet<PlacedBlock['kind']> = new Set(['paragraph', 'list_item', 'footnote', 'caption']);

function unitsOnPage(ground: GroundDocument, page: number, thing: Thing): readonly Unit[] {
  const blocks = ground.blocks(page);
  const lines = ground.lines(page);
  const kinds = KINDS[thing];
  if (thing === 'paragraph') {
    const all = blocks.filter(({ kind }) => kind === 'paragraph');
    const running = all.filter((block) => !isAtEdge(block, lines) && !isNote(block, lines));
    return runningUnits(running.length > 0 ? running : all);
  }
  if (thing === 'note') {
    const notes = blocks.filter(
      (block, at) =>
        block.kind === 'footnote' || (block.kind === 'paragraph' && (isNote(block, lines) || isUnderTable(block, blocks[at - 1]))),
    );
    const numbers = new Set(numberUnits(lines, blocks).flatMap(({ words }) => words));
    return runningUnits(
      notes.map((note) => ({
        ...note,
        label: note.label ?? /^\d{1,3}/u.exec(note.text)?.[0],
        words: note.words.filter((one) => !numbers.has(one)),
      })),
    );
  }
  // A page whose lists were not seen has lines that begin with a mark.
  if (thing === 'item' && !blocks.some(({ kind }) => kind === 'list_item'))
    return lines.paragraphs
      .filter(({ isItem }) => isItem)
      .map(({ pieces }) =>
        wordsUnit(
          lines,
          pieces.flatMap(({ words }) => words),
        ),
      );
  if (kinds) return runningUnits(blocks.filter(({ kind }) => kinds.includes(kind)));
  switch (thing) {
    case 'table':
      return blocks.filter(({ kind }) => kind === 'table').map((block) => unitOf(block, nameOfTable(block, blocks)));
    case 'row':
      return rowUnits(blocks, lines);
    case 'column':
      return blocks.flatMap(columnUnits);
    case 'list':
      return listUnits(blocks);
    case 'line':
      return lines.rows.map((row) =>
        wordsUnit(
          lines,
          row.flatMap(({ words }) => words),
        ),
      );
    case 'sentence':
      return goingOn(blocks).flatMap((words) => sentencesOf(lines, words));
    case 'page_number':
      return numberUnits(lines, blocks);
    default:
      return [];
  }
}

const EDGE_SHARE = 0.09;
const EDGE_LINES_MAX = 2;

/** One or two lines at the edge of the page: a running head that was not seen as one. */
function isAtEdge({ top, bottom, words }: PlacedBlock, { height }: PageLines): boolean {
  const isEdge = bottom < height * EDGE_SHARE || top > height * (1 - EDGE_SHARE);
  return isEdge && new Set(words.map(({ box }) => Math.round(box[1] / 3))).size <= EDGE_LINES_MAX;
}

const heightOf = ({ box }: PlacedWord) => box[3] - box[1];
const median = (sizes: readonly number[]) => sizes.toSorted((one, two) => one - two)[Math.floor(sizes.length / 2)] ?? 0;
const NOTE_SIZE_MAX = 0.93;

/** Smaller than the text, at the foot of the page, behind a number or a sign. */
function isNote({ words, text, top }: PlacedBlock, lines: PageLines): boolean {
  if (top < lines.height / 2 || !/^(?:\d{1,3}|[*†‡§])[ .)]?\s*\S/u.test(text)) return false;
  return median(words.map(heightOf)) < median(lines.words.map(heightOf)) * NOTE_SIZE_MAX;
}

const NOTE_GAP_PT = 20;

/** Right below a table, behind the number or sign of a note. */
const isUnderTable = ({ text, top }: PlacedBlock, before: PlacedBlock | undefined) =>
  before?.kind === 'table' && top >= before.bottom - 2 && top - before.bottom < NOTE_GAP_PT && /^(?:\d{1,2} |[*†‡§] ?)\p{L}/u.test(text);

const runningUnits = (blocks: readonly PlacedBlock[]): Unit[] => blocks.flatMap((block) => (block.words.length > 0 ? [unitOf(block)] : []));

function unitOf({ page, words, text, label }: PlacedBlock, name = text): Unit {
  const isSentence = /[.!?:;,。！？]["'”’»)]*$/u.test(text.trim());
  return { page, words, name: plainName(name), ...(label === undefined ? {} : { label }), ...(isSentence ? { isSentence } : {}) };
}

function wordsUnit(lines: PageLines, words: readonly PlacedWord[]): Unit {
  const text = words.map(({ start, end }) => lines.text.slice(start, end)).join(' ');
  return { page: lines.page, words, name: plainName(text.replaceAll(/©|\(c\)/giu, ' copyright ')) };
}

/** Points between a table and the text above it that names it. */
const NAMED_WITHIN_PT = 40;

function nameOfTable(table: PlacedBlock, blocks: readonly PlacedBlock[]): string {
  const near = blocks.filter(
    ({ kind, top, bottom }) =>
      (kind === 'caption' && (Math.abs(table.top - bottom) < NAMED_WITHIN_PT || Math.abs(top - table.bottom) < NAMED_WITHIN_PT)) ||
      ((kind === 'heading' || kind === 'paragraph') && table.top >= bottom - 2 && table.top - bottom < NAMED_WITHIN_PT),
  );
  const [head = []] = rowsOfTable(table);
  // The heading of what it stands in names it too.
  const over = blocks.slice(0, Math.max(0, blocks.indexOf(table))).findLast(({ kind }) => kind === 'heading');
  if (over && !near.includes(over)) near.unshift(over);
  return [...near.map(({ text }) => text), ...head.map(({ text }) => text)].join(' ');
}

const CELL_WORDS_MAX = 30;

/** So much text stands in a cell that it may be several, or one of many lines. */
const isUnseen = ({ kind, cells }: PlacedBlock) => kind === 'table' && cells.some(({ words }) => words.length > CELL_WORDS_MAX);

/** Whether lines stand for the rows of a table: a line is then not surely a row. */
export const hasUnseenRows = (ground: GroundDocument, pages: readonly number[]): boolean =>
  pages.some((page) => ground.blocks(page).some(isUnseen));

/** Rows of the tables; where a page has none, its lines of several pieces. */
function rowUnits(blocks: readonly PlacedBlock[], lines: PageLines): Unit[] {
  const tables = blocks.filter(({ kind }) => kind === 'table');
  if (tables.length === 0 || tables.some(isUnseen)) return lineRows(lines);
  return tables.flatMap((table) => {
    const rows = rowsOfTable(table);
    const tops = rows.slice(0, 2).map((row) => row.map(({ text }) => plainName(text)));
    return rows.flatMap((row) =>
      linesOfRow(row, lines).flatMap((cells) => {
        const words = [...new Set(cells.flatMap((cell) => cell.words))];
        const name = plainName(cells.map(({ text }) => text).join(' '));
        return words.length > 0 ? [{ page: table.page, words, name, heads: cells.map(({ text }) => plainName(text)), tops }] : [];
      }),
    );
  });
}

/** Rows that no line parts may be seen as one: each of its lines is a row where it has a word in every cell, and a number in one of the columns. */
function linesOfRow(row: readonly PlacedCell[], lines: PageLines): readonly (readonly Pick<PlacedCell, 'words' | 'text'>[])[] {
  const filled = row.filter(({ words }) => words.length > 0);
  const own = new Set(filled.flatMap(({ words }) => words));
  const textOf = (words: readonly PlacedWord[]) => words.map(({ start, end }) => lines.text.slice(start, end)).join(' ');
  const parts = lines.rows
    .map((line) => line.flatMap(({ words }) => words).filter((one) => own.has(one)))
    .filter((words) => words.length > 0)
    .map((line) => filled.map((cell) => line.filter((one) => cell.words.includes(one))).map((words) => ({ words, text: textOf(words) })));
  const isFull = parts.every((cells) => cells.every(({ words }) => words.length > 0));
  const isNumber = (text: string) => /\p{N}/u.test(text) && !/\p{L}/u.test(text);
  const isNumbered = filled.some((_, column) => parts.every((cells) => isNumber(cells[column]?.text ?? '')));
  return filled.length > 1 && parts.length > 1 && isFull && isNumbered ? parts : [row];
}

/** Lines of several pieces: rows of what was not seen as a table. */
export function lineRows(lines: PageLines): Unit[] {
  return lines.rows
    .filter((row) => row.length > 1)
    .map((row) => ({
      ...wordsUnit(
        lines,
        row.flatMap(({ words }) => words),
      ),
      heads: row.map(({ text }) => plainName(text)),
    }));
}

function columnUnits(table: PlacedBlock): Unit[] {
  const columns = Map.groupBy(table.cells, ({ column }) => column);
  return [...columns.keys()]
    .toSorted((one, two) => one - two)
    .map((column) => {
      const cells = (columns.get(column) ?? []).toSorted((one, two) => one.row - two.row);
      return { page: table.page, words: cells.flatMap(({ words }) => words), name: plainName(cells[0]?.text ?? '') };
    });
}

/** Items that follow each other; the text right before them names them. */
function listUnits(blocks: readonly PlacedBlock[]): Unit[] {
  const lists: { page: number; words: PlacedWord[]; name: string }[] = [];
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    if (block.kind !== 'list_item') continue;
    if (before?.kind === 'list_item') lists.at(-1)?.words.push(...block.words);
    else lists.push({ page: block.page, words: [...block.words], name: plainName(`${before?.text ?? ''} ${block.label ?? ''}`) });
  }
  return lists;
}

/** The words of blocks; lines that were not seen as one paragraph belong together where the first ends within its sentence. */
function goingOn(blocks: readonly PlacedBlock[]): readonly (readonly PlacedWord[])[] {
  const joined: { words: PlacedWord[]; last: PlacedBlock }[] = [];
  let isParted = false;
  for (const block of blocks) {
    // No sentence goes on behind a heading.
    isParted ||= block.kind === 'heading';
    if (!SENTENCES_IN.has(block.kind)) continue;
    const before = joined.at(-1);
    const isNext =
      !isParted &&
      before?.last.kind === 'paragraph' &&
      block.kind === 'paragraph' &&
      !/[.!?:;。！？]["'”’»)]*$/u.test(before.last.text.trim()) &&
      block.top > before.last.top &&
      block.top - before.last.bottom < (block.bottom - block.top) * 0.8;
    if (before && isNext) {
      before.words.push(...block.words);
      before.last = block;
    } else joined.push({ words: [...block.words], last: block });
    isParted = false;
  }
  return joined.map(({ words }) => words);
}

function sentencesOf(lines: PageLines, words: readonly PlacedWord[]): Unit[] {
  const sentences: PlacedWord[][] = [[]];
  const textOf = ({ start, end }: PlacedWord) => lines.text.slice(start, end);
  for (const [index, word] of words.entries()) {
    sentences.at(-1)?.push(word);
    const next = words[index + 1];
    if (next && /[.!?。！？]["'”’»)]*$/u.test(textOf(word)) && /^["'“‘«(¿¡]*[\p{Lu}\p{N}\p{Lo}]/u.test(textOf(next))) sentences.push([]);
  }
  // A label or a running head is no sentence.
  const isSentence = (sentence: readonly PlacedWord[]) =>
    sentence.length >= SENTENCE_WORDS_MIN || /[.!?。！？:;]["'”’»)]*$/u.test(sentence.map(textOf).at(-1) ?? '');
  return sentences.filter((sentence) => sentence.length > 1 && isSentence(sentence)).map((sentence) => wordsUnit(lines, sentence));
}

const SENTENCE_WORDS_MIN = 7;

/** A number that stands alone in a running head. */
function numberUnits(lines: PageLines, blocks: readonly PlacedBlock[]): Unit[] {
  const running = blocks.filter(({ kind }) => kind === 'header' || kind === 'footer').flatMap(({ words }) => words);
  const isNumber = ({ start, end }: PlacedWord) => /^(?:\d{1,4}|[ivxlc]{1,6})$/u.test(lines.text.slice(start, end));
  const edge = lines.rows
    .flat()
    .filter(({ words, box }) => words.length === 1 && (box[1] > lines.height * 0.9 || box[3] < lines.height * 0.1));
  const alone = (running.length > 0 ? running : edge.flatMap(({ words }) => words)).filter(isNumber);
  const found = alone.length > 0 ? alone : besideBars(lines).filter(isNumber);
  return found.map((word) => wordsUnit(lines, [word]));
}

/** `312 | Chapter 4` at an edge of the page: what a bar parts from the rest. */
function besideBars({ rows, height, text }: PageLines): PlacedWord[] {
  const isBar = (word: PlacedWord | undefined) => word !== undefined && /^[|•·–—-]$/u.test(text.slice(word.start, word.end));
  const atEdge = rows.filter((row) => row.every(({ box }) => box[1] > height * 0.9 || box[3] < height * 0.1));
  return atEdge.flatMap((row) => {
    const words = row.flatMap((piece) => piece.words);
    const [first, last] = [words[0], words.at(-1)];
    return [...(first && isBar(words[1]) ? [first] : []), ...(last && isBar(words.at(-2)) ? [last] : [])];
  });
}

/** A heading and what follows it, up to the next one of its level or above. */
function sectionsOf(ground: GroundDocument, pages: readonly number[]): Unit[] {
  const all = pages.flatMap((page) => ground.blocks(page).filter(({ kind }) => kind !== 'header' && kind !== 'footer'));
  return all.flatMap((heading, index) => {
    if (heading.kind !== 'heading') return [];
    const rest = all.slice(index + 1);
    const end = rest.findIndex(({ kind, level }) => kind === 'heading' && (level ?? 1) <= (heading.level ?? 1));
    const inside = [heading, ...rest.slice(0, end < 0 ? rest.length : end)];
    const [first, ...more] = [...Map.groupBy(inside, ({ page }) => page)].map(([page, blocks]): Unit => {
      return { page, words: blocks.flatMap(({ words }) => words), name: plainName(heading.text) };
    });
    return first ? [{ ...first, heading: heading.words, more }] : [];
  });
}
