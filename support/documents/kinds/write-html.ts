// A document of a kind → HTML as on a web page: h1–h4, ul, ol, table; a browser prints and tags it.

import { type Cell, cellOf, type ItemsBlock, type KindBlock, type KindDocument, type TableBlock } from './blocks.ts';
import type { Look } from './looks.ts';

const LIST_STYLES: Readonly<Record<ItemsBlock['format'], string>> = {
  bullet: 'disc',
  square: 'square',
  dash: '"\u2013\u2002"',
  decimal: 'decimal',
  parenthesis: 'decimal',
  letter: 'lower-alpha',
  roman: 'lower-roman',
  bracket: 'decimal',
  clause: 'decimal',
};

export function writeKindHtml({ blocks, numberedHeadings }: KindDocument, look: Look): string {
  const counts = [0, 0, 0, 0];
  const numberOf = (level: number) => {
    counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    counts.fill(0, level);
    return `${counts
      .slice(0, level)
      .filter((count) => count > 0)
      .join('.')} `;
  };
  const visit = (block: KindBlock): string => {
    switch (block.kind) {
      case 'heading': {
        const number = numberedHeadings && block.level > 1 ? numberOf(block.level - 1) : '';
        return `<h${block.level}>${escape(number + block.text)}</h${block.level}>`;
      }
      case 'text':
        return `<p class="${block.role ?? 'body'}">${block.bold ? `<b>${escape(block.bold)}</b> ` : ''}${escape(block.text)}</p>`;
      case 'items':
        return itemsOf(block);
      case 'table':
        return tableOf(block);
      case 'columns':
        return `<div style="column-count:${block.count};column-gap:24pt">${block.blocks.map(visit).join('\n')}</div>`;
    }
  };
  const body = blocks.map(visit).join('\n');
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Kind</title><style>${styleOf(look)}</style></head><body>${body}</body></html>`;
}

function itemsOf({ format, items, start }: ItemsBlock): string {
  const tag = ['bullet', 'square', 'dash'].includes(format) ? 'ul' : 'ol';
  const inner = items.map(
    (item) =>
      `<li>${escape(item.text)}${(item.more ?? []).map((more) => `<p>${escape(more)}</p>`).join('')}${item.inner ? itemsOf(item.inner) : ''}</li>`,
  );
  return `<${tag}${start === undefined ? '' : ` start="${start}"`} style='list-style-type:${LIST_STYLES[format]}'>${inner.join('')}</${tag}>`;
}

function tableOf({ rows, widths, lines, heads = 0 }: TableBlock): string {
  const row = (cells: readonly (Cell | string)[], head: boolean) =>
    `<tr>${cells.map((cell) => cellHtml(cellOf(cell), head)).join('')}</tr>`;
  const total = widths.reduce((sum, width) => sum + width, 0);
  const columns = widths.map((width) => `<col style="width:${(100 * width) / total}%">`).join('');
  const head = rows.slice(0, heads).map((cells) => row(cells, true));
  const body = rows.slice(heads).map((cells) => row(cells, false));
  return `<table class="${lines}"><colgroup>${columns}</colgroup>${head.length > 0 ? `<thead>${head.join('')}</thead>` : ''}<tbody>${body.join('')}</tbody></table>`;
}

function cellHtml(cell: Cell, head: boolean): string {
  const tag = head || cell.header ? 'th' : 'td';
  const spans = `${cell.columnSpan ? ` colspan="${cell.columnSpan}"` : ''}${cell.rowSpan ? ` rowspan="${cell.rowSpan}"` : ''}`;
  const style = `${cell.right ? 'text-align:right;' : ''}${cell.turned ? 'writing-mode:vertical-rl;transform:rotate(180deg);' : ''}`;
  const more = (cell.more ?? []).map((one) => `<p>${escape(one)}</p>`).join('');
  return `<${tag}${spans} style="${style}">${escape(cell.text)}${more}</${tag}>`;
}

function styleOf(look: Look): string {
  const headings = look.headings.map(
    (one, index) =>
      `h${index + 1}{font:${one.italic ? 'italic' : 'normal'} ${one.bold ? 'bold' : 'normal'} ${one.size}pt '${look.headingFamily}';` +
      `${one.capitals ? 'text-transform:uppercase;' : ''}${one.centred ? 'text-align:center;' : ''}${one.underlined ? 'text-decoration:underline;' : ''}` +
      `${one.colour ? `color:#${one.colour};` : ''}margin:${one.before}pt 0 ${one.after}pt}`,
  );
  return [
    `@page{size:${look.page.width}pt ${look.page.height}pt;margin:${look.page.margin}pt}`,
    `body{font:${look.size}pt/${look.leading} '${look.family}';margin:0;${look.justified ? 'text-align:justify;' : ''}}`,
    `p{margin:0 0 ${look.space}pt;text-indent:${look.indent}pt}`,
    ...headings,
    `.right{text-align:right}.centre{text-align:center}.small,.caption{font-size:${look.size - 1.5}pt;text-indent:0}.lead{font-style:italic}.mark{font-weight:bold}`,
    `ul,ol{margin:0 0 ${look.space}pt;padding-left:${look.itemIndent + 10}pt}li{margin-bottom:${look.itemSpace}pt}li p{margin:3pt 0;text-indent:0}`,
    `table{border-collapse:collapse;width:100%;margin:6pt 0 10pt}td,th{padding:3pt 5pt;text-align:left;vertical-align:top}td p,th p{margin:2pt 0;text-indent:0}`,
    `.all td,.all th{border:0.75pt solid #444}.rows td,.rows th{border-top:0.75pt solid #888;border-bottom:0.75pt solid #888}`,
    `.head{border-top:1pt solid #000;border-bottom:1pt solid #000}.head thead{border-bottom:0.75pt solid #000}`,
    look.headFill ? `thead th{background:#${look.headFill}}` : '',
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
