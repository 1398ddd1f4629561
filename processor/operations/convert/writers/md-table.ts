// A table of the model → Markdown: GitHub's pipes where it is simple, HTML where cells span. A table in a cell becomes its text.

import type { Block, Paragraph, Table, TableCell } from '../../../document/model.ts';
import { escape } from './html-text.ts';
import { labelOf } from './labels.ts';
import { runsMarkdown, runsText } from './md-text.ts';

export function tableMarkdown(table: Table): string {
  const byRow = Map.groupBy(table.cells, ({ row }) => row);
  const rows = Array.from({ length: table.rows }, (_, row) => (byRow.get(row) ?? []).toSorted((a, b) => a.column - b.column));
  return isSimple(table) ? pipes(rows, table.widths.length) : html(rows);
}

/** Of a frame around text, which is no table in Markdown. */
export function soleCell({ cells }: Table): TableCell | undefined {
  return cells.length === 1 ? cells[0] : undefined;
}

function isSimple({ cells }: Table): boolean {
  return cells.every(({ rowSpan, columnSpan }) => rowSpan === 1 && columnSpan === 1);
}

/** The first row is the head: GitHub's tables must have one. */
function pipes(rows: readonly (readonly TableCell[])[], columns: number): string {
  const lines = rows.map((cells) => {
    const texts = Array.from({ length: columns }, (_, column) => {
      const cell = cells.find((one) => one.column === column);
      return cell ? contentOf(cell.blocks, runsMarkdown).replaceAll('|', '\\|') : '';
    });
    return `| ${texts.join(' | ')} |`;
  });
  const [head = '', ...body] = lines;
  return [head, `|${' --- |'.repeat(columns)}`, ...body].join('\n');
}

function html(rows: readonly (readonly TableCell[])[]): string {
  const lines = rows.map((cells) => `<tr>\n${cells.map((cell) => `${cellHtml(cell)}\n`).join('')}</tr>`);
  return `<table>\n${lines.join('\n')}\n</table>`;
}

function cellHtml({ blocks, header, columnSpan, rowSpan }: TableCell): string {
  const name = header ? 'th' : 'td';
  const spans = `${columnSpan > 1 ? ` colspan="${columnSpan}"` : ''}${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}`;
  return `<${name}${spans}>${contentOf(blocks, (runs) => escape(runsText(runs)))}</${name}>`;
}

/** One line, its paragraphs apart. */
function contentOf(blocks: readonly Block[], write: (runs: Paragraph['runs']) => string): string {
  return textsOf(blocks, write).join('<br>');
}

function textsOf(blocks: readonly Block[], write: (runs: Paragraph['runs']) => string): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'image') return [];
    if (block.kind === 'table') return block.cells.flatMap((cell) => textsOf(cell.blocks, write));
    const text = `${block.list ? `${labelOf(block.list)} ` : ''}${write(block.runs)}`.trim();
    return text === '' ? [] : [text];
  });
}
