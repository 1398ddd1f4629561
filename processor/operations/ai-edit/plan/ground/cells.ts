// Cells of tables: where a row crosses a column, and the one that words describe (`Iowa ethanol this week`).

import { trimmed, writtenAs } from '#instruction/reading/folded.ts';
import type { Span } from '#instruction/tokens.ts';
import { type PlacedBlock, type PlacedCell, rowsOfTable } from '../places/blocks.ts';
import { type GroundDocument, plainName } from '../places/ground-document.ts';
import { holdsStems, readUnit, stemsOf } from './named-units.ts';
import { type Place, placesOf } from '../places/page-lines.ts';
import { isIn, type Scene } from '../places/scene.ts';
import { unitsOf } from '../places/units.ts';

const HEAD_ROWS_MAX = 3;

function tablesOf({ ground, pages }: Scene): readonly PlacedBlock[] {
  return pages.flatMap((page) => ground.blocks(page).filter(({ kind }) => kind === 'table'));
}

const isNumeric = (text: string) => (text.match(/\p{N}/gu)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0);

/** Folded, without its article; `this week` is not any week. */
const bareName = (name: string) =>
  plainName(name).replace(/^(?:the|a|an|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|i|o|os|as|het|de) /u, '');

function placesOfCell({ ground }: Scene, page: number, { words }: PlacedCell): readonly Place[] {
  return placesOf(ground.lines(page), words);
}

/** Which of the rows or columns a phrase names, by its number or by what heads it. */
function linesNamed(scene: Scene, span: Span, heads: ReadonlyMap<number, readonly string[]>, thing: 'row' | 'column'): readonly number[] {
  const unit = readUnit(scene.folded, span);
  const all = [...heads.keys()].toSorted((one, two) => one - two);
  if (unit && unit.thing !== thing) return [];
  if (unit?.nth !== undefined && unit.name === undefined) {
    const one = all.at(unit.nth > 0 ? unit.nth - 1 : unit.nth);
    return one === undefined ? [] : [one];
  }
  const own = trimmed(scene.folded, span);
  const name = bareName(unit ? (unit.name ?? '') : writtenAs(scene.folded, own).text);
  if (name === '') return [];
  for (const test of [
    (head: string) => head === name,
    (head: string) => `${head} `.startsWith(`${name} `),
    (head: string) => ` ${head} `.includes(` ${name} `),
  ]) {
    const found = all.filter((one) => heads.get(one)?.some(test));
    if (found.length > 0) return found;
  }
  // `fsw 50`: what heads the column of the heads, and the head.
  const corner = thing === 'row' ? (heads.get(all[0] ?? 0)?.[0] ?? '') : '';
  const ofColumn =
    corner === '' ? [] : all.filter((one) => heads.get(one)?.[0] !== '' && name === `${corner} ${heads.get(one)?.[0] ?? ''}`);
  if (ofColumn.length > 0) return ofColumn;
  // `the last-used date` under `Last-used`: what kind of thing it is follows the head.
  const longer =
    thing === 'column' ? all.filter((one) => heads.get(one)?.some((head) => head.length > 3 && name.startsWith(`${head} `))) : [];
  return longer.length === 1 ? longer : [];
}

/** What stands where the row of one phrase crosses the column of the other, in every table that has both. */
export function cellsCrossing(scene: Scene, rowName: Span, columnName: Span): readonly (readonly Place[])[] {
  return tablesOf(scene).flatMap((table) => {
    const rows = rowsOfTable(table);
    const rowHeads = new Map(
      rows.map((row) => [row[0]?.row ?? 0, row.filter(({ column }) => column < 2).map(({ text }) => plainName(text))]),
    );
    const wanted = linesNamed(scene, rowName, rowHeads, 'row');
    const [first] = wanted;
    if (first === undefined || wanted.length > 1) return [];
    const columns = linesNamed(scene, columnName, columnHeads(table, first), 'column');
    const crossed = table.cells.filter(
      (cell) => cell.row === first && columns.some((one) => one >= cell.column && one < cell.column + cell.columnSpan),
    );
    // A head over several columns: the only one of them that is filled.
    const filled = crossed.length > 1 ? crossed.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)) : crossed;
    const placed = filled.map((cell) => placesOfCell(scene, table.page, cell)).filter((places) => places.length > 0);
    return placed.filter((places) => places.every((place) => isIn(place, scene.region)));
  });
}

/** The texts above a row in each column, as far as they head it. */
function columnHeads({ cells }: PlacedBlock, row: number): ReadonlyMap<number, readonly string[]> {
  const heads = new Map<number, string[]>();
  for (const cell of cells) {
    for (let column = cell.column; column < cell.column + cell.columnSpan; column++) {
      const own = heads.get(column) ?? [];
      heads.set(column, own);
      if (cell.row < Math.min(row, HEAD_ROWS_MAX)) own.push(plainName(cell.text));
    }
  }
  return heads;
}

/** `cell B9` of a printed spreadsheet, which shows the letters of its columns and the numbers of its rows. */
export function cellOfSheet(scene: Scene, said: string): readonly (readonly Place[])[] {
  const found = /^(?:cell|zelle|cellule|celda|cella|celula|cel) (?<column>[a-z]{1,2})(?<row>\d{1,4})$/u.exec(said)?.groups;
  if (!found) return [];
  return tablesOf(scene).flatMap((table) => {
    const head = table.cells.find((cell) => cell.row === 0 && plainName(cell.text) === found['column']);
    const row = table.cells.find((cell) => cell.column === 0 && cell.text === found['row']);
    const cell = head && row && table.cells.find((one) => one.row === row.row && one.column === head.column);
    const places = cell ? placesOfCell(scene, table.page, cell) : [];
    return places.length > 0 ? [places] : [];
  });
}

/** Names of things around a text, which do not stand in it. */
export const GENERAL =
  /(?<![\p{L}\p{N}])(?:table|row|column|cell|line|value|number|figure|entry|zeile|spalte|tabelle|wert|ligne|colonne|tableau|fila|columna|tabla)(?![\p{L}\p{N}])/giu;

interface Described {
  readonly places: readonly Place[];
  readonly text: string;
  readonly row: string;
  readonly column: string;
  readonly table: string;
  /** The heads of all columns. */
  readonly heads: string;
  readonly columns: number;
}

const KNOWN = new WeakMap<GroundDocument, Map<number, readonly Described[]>>();

/** Every cell of a page that is headed by its row, with what describes it; folded. */
function describedOn({ ground }: Scene, page: number): readonly Described[] {
  const known = KNOWN.get(ground) ?? new Map<number, readonly Described[]>();
  KNOWN.set(ground, known);
  const described =
    known.get(page) ??
    ground
      .blocks(page)
      .filter(({ kind }) => kind === 'table')
      .flatMap((table) => describedIn(ground, table));
  known.set(page, described);
  return described;
}

function describedIn(ground: GroundDocument, table: PlacedBlock): Described[] {
  const [named] = unitsOf(ground, [table.page], 'table').filter(({ words }) => words[0] === table.words[0]);
  const rows = rowsOfTable(table);
  const columns = Math.max(...table.cells.map(({ column, columnSpan }) => column + columnSpan));
  const above = Array.from({ length: HEAD_ROWS_MAX + 1 }, (_, row) => columnHeads(table, row));
  const lines = ground.lines(table.page);
  let group = '';
  const heads = plainName((rows[0] ?? []).map(({ text }) => text).join(' '));
  return rows.flatMap((row) => {
    const filled = row.filter(({ text }) => text !== '');
    // A row of one text is the head of those below it.
    if (filled.length === 1 && filled[0]) group = plainName(filled[0].text);
    const head = row.find(({ text }) => text !== '' && !isNumeric(text));
    return row.flatMap((cell): Described[] => {
      if (!head || cell === head || cell.text === '' || cell.row === 0) return [];
      const places = placesOf(lines, cell.words);
      if (places.length === 0) return [];
      const column = (above[Math.min(cell.row, HEAD_ROWS_MAX)]?.get(cell.column) ?? []).join(' ');
      const tableName = `${named?.name ?? ''} ${group}`;
      return [{ places, text: plainName(cell.text), row: plainName(head.text), column, table: tableName, heads, columns }];
    });
  });
}

/** Those of the pages and the place that are spoken of. */
const describedCells = (scene: Scene): readonly Described[] =>
  scene.pages.flatMap((page) => describedOn(scene, page).filter(({ places }) => places.every((place) => isIn(place, scene.region))));

const touches = (text: string, stems: readonly string[]) => stems.some((stem) => ` ${text}`.includes(` ${stem}`));

/** The cell whose row, column and table together hold all the words, some of them its row and some its column. */
export function cellDescribed(scene: Scene, said: string): readonly (readonly Place[])[] {
  // What only says that it is in a table, and the `s` of a possessive.
  const stems = stemsOf(said.replaceAll(GENERAL, ' ')).filter((stem) => stem.length > 1 || /\p{N}/u.test(stem));
  if (stems.length < 2) return [];
  const found = describedCells(scene).filter(
    ({ row, column, table, heads, columns }) =>
      holdsStems(`${row} ${column} ${table}`, stems) &&
      touches(row, stems) &&
      (columns === 2 || touches(column, stems)) &&
      // What heads another column does not lead here.
      stems.every((stem) => touches(`${row} ${column}`, [stem]) || !touches(heads, [stem])),
  );
  return found.map(({ places }) => places);
}

/** Of each code unit of a page's text the cells that it stands in, in their order. */
type CellsAt = ReadonlyMap<number, readonly Described[]>;

const CELLS_AT = new WeakMap<readonly Described[], CellsAt>();

function cellsAt(described: readonly Described[]): CellsAt {
  const known = CELLS_AT.get(described);
  if (known) return known;
  const at = new Map<number, Described[]>();
  for (const cell of described) {
    for (const { start, end } of cell.places) {
      for (let unit = start; unit < end; unit++) {
        const own = at.get(unit);
        if (own) own.push(cell);
        else at.set(unit, [cell]);
      }
    }
  }
  CELLS_AT.set(described, at);
  return at;
}

/** What describes a place, if it is in a cell; folded. */
export function headsAround(scene: Scene, place: Place): string {
  const around = cellsAt(describedOn(scene, place.page)).get(place.start);
  const own = around?.find(({ places }) => isIn(place, places));
  return own ? `${own.row} ${own.column} ${own.table}` : '';
}
