// `npm run bench:tables`: do the cells of tables arrive in a workbook? The tables of Word documents and web pages, printed to PDF, become xlsx; what
// LibreOffice reads there is compared with the sources, cell by cell. By place, right is the same text in the same row and column of a
// table; by line, in the same column of a line with others, so that a title above a table may be a row of it or none. The set `unseen` is kept out
// of all tuning. TABLES_EACH=1: the figures of each document; TABLES_ONLY: names of the corpus, or of the folder, with commas between; TABLES_FOLDER: Word documents of other people in
// this folder instead. Writes bench/results/ (of all documents).

import { endPdfium, warmUpPdfium } from '../processor/pdf/pdfium/pdfium-thread.ts';
import { collapse, type OutlineCell } from '../support/judges/quality/outline.ts';
import { readWorkbooks, type SeenCell, type SeenSheet } from '../support/judges/read-workbook.ts';
import { convertFromPdf } from '../support/run/read-pdf-document.ts';
import { readRoundTrips, type RoundTrip } from './convert/round-trip-set.ts';
import { round, writeResult } from './measure.ts';

const FOLDER = process.env['TABLES_FOLDER'];
const ONLY = process.env['TABLES_ONLY']?.split(',');
const SETS = FOLDER !== undefined ? ['folder'] : ONLY ? ['corpus'] : ['corpus', 'own', 'seen', 'unseen'];

interface Tally {
  tables: number;
  /** Cells with text: of the sources, in the workbooks, and in both. */
  known: number;
  found: number;
  byPlace: number;
  byLine: number;
}

/** By place: `row column text`. */
type Cells = ReadonlySet<string>;

await warmUpPdfium();
const figures: Record<string, object> = {};
for (const set of SETS) figures[set] = await scoreSet(set);
await endPdfium();
if (ONLY) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
else writeResult(FOLDER === undefined ? 'tables' : 'tables-held', figures);
process.exit(0);

async function scoreSet(set: string): Promise<object> {
  const figuresOf: Record<string, object> = {};
  for (const tagged of [false, true]) {
    const trips = Object.entries(await readRoundTrips(set, tagged, { folder: FOLDER, only: ONLY })).filter(([, { truth }]) =>
      truth.tables.some((cells) => cellsOf(cells).size > 0),
    );
    const workbooks = readWorkbooks(await convertAll(trips));
    const tally: Tally = { tables: 0, known: 0, found: 0, byPlace: 0, byLine: 0 };
    for (const [name, { truth }] of trips) {
      const own = score(
        truth.tables.map(cellsOf).filter(({ size }) => size > 0),
        sheetsOf(workbooks.get(name) ?? []),
      );
      if (process.env['TABLES_EACH'] !== undefined) process.stdout.write(`${set} ${tagged} ${name} ${JSON.stringify(own)}\n`);
      for (const key of ['tables', 'known', 'found', 'byPlace', 'byLine'] as const) tally[key] += own[key];
    }
    const { byPlace, byLine, ...counts } = tally;
    const f1 = (right: number) => round((2 * right) / (tally.known + tally.found), 4);
    const shares = { f1_by_line: f1(byLine), f1_by_place: f1(byPlace) };
    figuresOf[tagged ? 'tagged' : 'plain'] = { documents: trips.length, ...counts, ...shares };
  }
  return figuresOf;
}

/** A document without a table that is found has no workbook. */
async function convertAll(trips: readonly (readonly [string, RoundTrip])[]): Promise<Record<string, Uint8Array>> {
  const made: Record<string, Uint8Array> = {};
  for (const [name, { pdf }] of trips) {
    const workbook = await convertFromPdf('xlsx', pdf).catch(() => undefined);
    if (workbook) made[name] = workbook.bytes;
  }
  return made;
}

function score(tables: readonly Cells[], sheets: readonly Cells[]): Tally {
  const count = (all: readonly Cells[]) => all.reduce((sum, { size }) => sum + size, 0);
  return {
    tables: tables.length,
    known: count(tables),
    found: count(sheets),
    byPlace: shared(tables, sheets),
    byLine: shared(tables.flatMap(linesOf), sheets.flatMap(linesOf)),
  };
}

/** Each with the one of the others that has most of its cells. @returns the cells that they share */
function shared(known: readonly Cells[], found: readonly Cells[]): number {
  const left = new Set(found);
  let right = 0;
  for (const cells of known) {
    const [best] = [...left].toSorted((one, two) => cells.intersection(two).size - cells.intersection(one).size);
    const own = best ? cells.intersection(best).size : 0;
    if (!best || own === 0) continue;
    right += own;
    left.delete(best);
  }
  return right;
}

/** `column text` of each row. */
function linesOf(cells: Cells): Cells[] {
  const rows = Map.groupBy(cells, (cell) => cell.slice(0, cell.indexOf(' ')));
  return [...rows.values()].map((row) => new Set(row.map((cell) => cell.slice(cell.indexOf(' ') + 1))));
}

function cellsOf(cells: readonly OutlineCell[]): Cells {
  return new Set(cells.flatMap(({ row, column, text }) => (plain(text) === '' ? [] : [`${row} ${column} ${plain(text)}`])));
}

/** Without the sheet that says where the others stand. */
function sheetsOf(sheets: readonly SeenSheet[]): Cells[] {
  return sheets
    .slice(0, -1)
    .map(({ rows }) => new Set(rows.flatMap((cells, row) => cells.flatMap((cell, column) => cellAt(cell, row, column)))));
}

function cellAt(cell: SeenCell | undefined, row: number, column: number): string[] {
  const text = plain(cell?.text ?? '');
  return text === '' ? [] : [`${row} ${column} ${text}`];
}

/** Letters and figures: LibreOffice shows numbers in the way of its own language. A day is its numbers, whatever their order. */
function plain(text: string): string {
  const small = collapse(text);
  if (/^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(small))
    return small
      .split(/[-./]/)
      .map(Number)
      .toSorted((one, two) => one - two)
      .join(' ');
  return small.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
