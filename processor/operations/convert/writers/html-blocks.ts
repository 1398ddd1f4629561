// Blocks of the model → HTML: paragraphs, headings, lists, tables with their headers, figures with their captions.

import type { Block, DocumentLook, Image, Paragraph, Table, TableCell } from '../../../document/model.ts';
import { cssColour, escape, isSafeLink, runsHtml } from './html-text.ts';
import { labelOf } from './labels.ts';

export function blocksHtml(blocks: readonly Block[], look: DocumentLook, ground?: number): string {
  const parts: string[] = [];
  for (let index = 0; index < blocks.length;) {
    const block = blocks[index];
    if (!block) break;
    if (block.kind === 'paragraph' && block.list && block.heading === undefined) {
      let end = index + 1;
      for (let next = blocks[end]; next?.kind === 'paragraph' && next.list && next.heading === undefined; next = blocks[end]) end++;
      parts.push(listHtml(blocks.slice(index, end) as Paragraph[], look, ground));
      index = end;
    } else if (block.kind === 'image') {
      const caption = captionOf(blocks[index + 1]);
      parts.push(imageHtml(block, caption, look));
      index += caption ? 2 : 1;
    } else {
      parts.push(block.kind === 'paragraph' ? paragraphHtml(block, look, ground) : tableHtml(block, look, ground));
      index++;
    }
  }
  return parts.join('\n');
}

function paragraphHtml(paragraph: Paragraph, look: DocumentLook, ground?: number): string {
  const { heading, alignment, shading } = paragraph;
  const name = heading === undefined ? 'p' : `h${heading}`;
  const base = heading === undefined ? undefined : look.headings[heading - 1];
  const label = paragraph.list ? `${escape(labelOf(paragraph.list))} ` : '';
  const classes = [...(alignment === 'left' ? [] : [alignment]), ...(shading === undefined ? [] : ['shaded'])];
  const attributes = [
    idOf(paragraph),
    classes.length > 0 ? ` class="${classes.join(' ')}"` : '',
    directionOf(paragraph),
    shading === undefined ? '' : ` style="background-color:${cssColour(shading)}"`,
  ].join('');
  return `<${name}${attributes}>${label}${runsHtml(paragraph.runs, look, { base, ground: shading ?? ground })}</${name}>`;
}

function idOf({ bookmarks }: Paragraph): string {
  return bookmarks?.[0] === undefined ? '' : ` id="${escape(bookmarks[0])}"`;
}

function directionOf({ rtl }: Paragraph): string {
  return rtl ? ' dir="rtl"' : '';
}

const MARKERS: Readonly<Record<string, string>> = { lowerLetter: 'a', upperLetter: 'A', lowerRoman: 'i', upperRoman: 'I', decimal: '1' };

/** Items of one or more lists that follow each other, deeper ones inside the item before them. */
function listHtml(items: readonly Paragraph[], look: DocumentLook, ground?: number): string {
  let html = '';
  const open: { readonly close: string; readonly level: number; readonly list: number; readonly kind: string }[] = [];
  for (const item of items) {
    const { list } = item;
    if (!list) continue;
    const differs = (last: (typeof open)[number]) =>
      last.level > list.level || (last.level === list.level && (last.list !== list.list || last.kind !== list.format.kind));
    for (let last = open.at(-1); last && differs(last); last = open.at(-1)) {
      html += `</li></${last.close}>`;
      open.pop();
    }
    const last = open.at(-1);
    if (last?.level === list.level) html += '</li>\n';
    else {
      const [name, attributes] = listTag(item);
      html += `<${name}${attributes}>\n`;
      open.push({ close: name, level: list.level, list: list.list, kind: list.format.kind });
    }
    const marker = isPlain(item) ? '' : ` style="list-style-type:'${labelOf(list).replaceAll(/[^\p{L}\p{N}.()\u2010-\u2015]/gu, '')} '"`;
    html += `<li${idOf(item)}${directionOf(item)}${marker}>${runsHtml(item.runs, look, { ground })}`;
  }
  return (
    html +
    open
      .toReversed()
      .map(({ close }) => `</li></${close}>`)
      .join('')
  );
}

/** HTML's own markers are the same. */
function isPlain({ list }: Paragraph): boolean {
  return list !== undefined && (list.format.kind === 'bullet' || list.format.text === '%1.');
}

function listTag(item: Paragraph): readonly [string, string] {
  const { list } = item;
  if (!list || list.format.kind === 'bullet') return ['ul', ''];
  const type = list.format.kind === 'decimal' ? '' : ` type="${MARKERS[list.format.kind] ?? '1'}"`;
  return ['ol', `${type}${list.value === 1 ? '' : ` start="${list.value}"`}`];
}

function tableHtml(table: Table, look: DocumentLook, ground?: number): string {
  const rows = Array.from({ length: table.rows }, (_, row) => table.cells.filter((cell) => cell.row === row));
  if (table.layout) return rows.map((cells) => sideHtml(cells, look, ground)).join('\n');
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => cellHtml(cell, look)).join('')}</tr>`);
  const heads = rows.findIndex((cells) => cells.length === 0 || !cells.every(({ header }) => header));
  const [head, body] = [lines.slice(0, Math.max(0, heads)), lines.slice(Math.max(0, heads))];
  const parts = [
    ...(head.length > 0 ? [`<thead>\n${head.join('\n')}\n</thead>`] : []),
    ...(body.length > 0 ? [`<tbody>\n${body.join('\n')}\n</tbody>`] : []),
  ];
  const attributes = `${table.bordered ? ' class="ruled"' : ''}${table.rtl ? ' dir="rtl"' : ''}`;
  return `<div class="wide"><table${attributes}>\n${parts.join('\n')}\n</table></div>`;
}

/** Things side by side, or below each other where there is no room. */
function sideHtml(cells: readonly TableCell[], look: DocumentLook, ground?: number): string {
  return `<div class="side">${cells.map(({ blocks }) => `<div>${blocksHtml(blocks, look, ground)}</div>`).join('')}</div>`;
}

function cellHtml(cell: TableCell, look: DocumentLook): string {
  const name = cell.header ? 'th' : 'td';
  const scope = cell.header ? ` scope="${cell.columnSpan > 1 ? 'colgroup' : 'col'}"` : '';
  const spans = `${cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : ''}${cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : ''}`;
  const styles = [
    ...(cell.shading === undefined ? [] : [`background-color:${cssColour(cell.shading)}`]),
    ...(cell.turned === undefined ? [] : [`writing-mode:${cell.turned === 90 ? 'sideways-lr' : 'vertical-rl'}`]),
  ];
  const style = styles.length === 0 ? '' : ` style="${styles.join(';')}"`;
  const [only] = cell.blocks;
  const simple =
    cell.blocks.length === 1 &&
    only?.kind === 'paragraph' &&
    !only.list &&
    only.heading === undefined &&
    !only.bookmarks &&
    only.shading === undefined;
  const side = simple && only.alignment !== 'left' ? ` class="${only.alignment}"` : '';
  const content = simple ? runsHtml(only.runs, look, { ground: cell.shading }) : blocksHtml(cell.blocks, look, cell.shading);
  return `<${name}${scope}${spans}${side}${style}>${content}</${name}>`;
}

const CAPTION =
  /^(?:fig(?:ure|ura)?\b|abb(?:ildung)?\b|bild\b|chart\b|table\b|tab\.|tabelle\b|tableau\b|\u56f3|\u56fe)[\s.]*[\d\u2160-\u217fIVX]/iu;

function captionOf(block: Block | undefined): Paragraph | undefined {
  if (block?.kind !== 'paragraph' || block.list || block.heading !== undefined) return undefined;
  return CAPTION.test(
    block.runs
      .map(({ text }) => text)
      .join('')
      .trim(),
  )
    ? block
    : undefined;
}

function imageHtml(image: Image, caption: Paragraph | undefined, look: DocumentLook): string {
  const type = image.type === 'jpg' ? 'image/jpeg' : 'image/png';
  const data = Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.length).toString('base64');
  const [width, height] = [image.width, image.height].map((points) => Math.max(1, Math.round((points * 96) / 72)));
  const picture = `<img src="data:${type};base64,${data}" width="${width}" height="${height}" alt="${escape(image.alternative ?? '')}">`;
  const shown = isSafeLink(image.link) ? `<a href="${escape(image.link)}">${picture}</a>` : picture;
  const side = image.alignment === 'left' ? '' : ` class="${image.alignment}"`;
  if (!caption) return `<figure${side}>${shown}</figure>`;
  const text = `<figcaption${idOf(caption)}${directionOf(caption)}>${runsHtml(caption.runs, look)}</figcaption>`;
  return `<figure${side}>${shown}\n${text}</figure>`;
}
