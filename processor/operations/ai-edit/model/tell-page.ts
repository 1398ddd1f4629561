// A page told to a language model: rows of short JSON lists, so that text of the document is always a quoted string and never structure.

import type { PageBlock, PageModel, TableBlock } from '../../../document/pages/page-model.ts';

export type Row = readonly (string | number | null | readonly (string | null)[])[];

/** @param charsMax of each text */
export function tellBlock(block: PageBlock, charsMax: number): Row {
  if (block.kind === 'picture') return [block.id, 'picture', block.caption ?? null];
  if (block.kind === 'table') {
    const first = rowsOf(block)[0] ?? [];
    return [block.id, `table of ${block.rows} rows and ${block.columns} columns`, clip(first.join(' | '), charsMax)];
  }
  const kind = block.kind === 'heading' && block.level !== undefined ? `heading ${block.level}` : block.kind;
  return block.label === undefined
    ? [block.id, kind, clip(block.text, charsMax)]
    : [block.id, kind, clip(block.text, charsMax), block.label];
}

/** All that is on a page beside its blocks. */
export function tellBeside({ pairs, fields, links, remarks }: PageModel, charsMax: number): Record<string, readonly Row[]> {
  const told = {
    pairs: pairs.map(({ label, value }): Row => [clip(label, charsMax), clip(value, charsMax)]),
    fields: fields.map((field): Row => tellField(field, charsMax)),
    links: links.map(({ text, uri, page }): Row => [clip(text, charsMax), page === undefined ? clip(uri ?? '', charsMax) : `page ${page}`]),
    annotations: remarks.map(({ kind, text }): Row => [kind, clip(text, charsMax)]),
  };
  return Object.fromEntries(Object.entries(told).filter(([, rows]) => rows.length > 0));
}

/** Name, label as it is seen, kind, what it holds; where it is one of a table its row and column. */
export function tellField(field: PageModel['fields'][number], charsMax: number): Row {
  const { name, label, tip, kind, value, row, column } = field;
  const place = row === undefined && column === undefined ? [] : [[row ?? null, column ?? null]];
  return [clip(name, 200), clip(label ?? tip ?? '', charsMax), kind, clip(value, charsMax), ...place];
}

/** The text of every cell, row by row; null where another cell covers the place. */
export function rowsOf({ rows, columns, cells }: TableBlock): (string | null)[][] {
  const told = Array.from({ length: rows }, () => Array.from({ length: columns }, (): string | null => null));
  for (const { row, column, text } of cells) {
    const line = told[row];
    if (line && column < columns) line[column] = text;
  }
  return told;
}

export function countsOf({ blocks, fields, links, remarks }: PageModel): string {
  const counts = {
    tables: blocks.filter(({ kind }) => kind === 'table').length,
    pictures: blocks.filter(({ kind }) => kind === 'picture').length,
    fields: fields.length,
    links: links.length,
    annotations: remarks.length,
  };
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  return told.map(([name, count]) => `${count} ${name}`).join(', ');
}

export function clip(text: string, charsMax: number): string {
  return text.length > charsMax ? `${text.slice(0, charsMax - 1).toWellFormed()}…` : text;
}
