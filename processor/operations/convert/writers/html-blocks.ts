// Blocks of the model → HTML: paragraphs, headings, lists, tables with their headers, figures with their captions. Blocks come one after the
// other; only what the next block decides is kept: the open lists, a picture whose caption may follow.

import type { Block, DocumentLook, Image, ListPlace, Paragraph, Table, TableCell } from '../../../document/model.ts';
import { cssColour, escape, isSafeLink, runsHtml } from './html-text.ts';
import { labelOf } from './labels.ts';

/** HTML, or a picture whose data in base64 comes here. */
export type HtmlPiece = string | Image;

export function* blocksHtml(blocks: Iterable<Block>, look: DocumentLook, ground?: number): Generator<HtmlPiece> {
  const flow = new HtmlFlow(look, ground);
  for (const block of blocks) yield* flow.add(block);
  yield* flow.end();
}

/** Blocks that follow each other. */
export class HtmlFlow {
  readonly #look: DocumentLook;
  readonly #ground: number | undefined;
  readonly #lists: OpenList[] = [];
  #image: Image | undefined;
  #isEmpty = true;

  constructor(look: DocumentLook, ground?: number) {
    this.#look = look;
    this.#ground = ground;
  }

  *add(block: Block): Generator<HtmlPiece> {
    const caption = captionOf(block);
    if (this.#image && caption) {
      yield* this.#endImage(caption);
      return;
    }
    yield* this.#endImage();
    if (isItem(block)) {
      if (this.#lists.length === 0) yield this.#gap();
      yield this.#itemHtml(block, block.list);
      return;
    }
    yield closeLists(this.#lists);
    if (block.kind === 'image') this.#image = block;
    else {
      yield this.#gap();
      if (block.kind === 'paragraph') yield paragraphHtml(block, this.#look, this.#ground);
      else yield* tableHtml(block, this.#look, this.#ground);
    }
  }

  /** Closes what is open: the next block is no neighbour of the last one. */
  *end(): Generator<HtmlPiece> {
    yield* this.#endImage();
    yield closeLists(this.#lists);
  }

  /** Between two blocks. */
  #gap(): string {
    const gap = this.#isEmpty ? '' : '\n';
    this.#isEmpty = false;
    return gap;
  }

  *#endImage(caption?: Paragraph): Generator<HtmlPiece> {
    const image = this.#image;
    if (!image) return;
    this.#image = undefined;
    yield this.#gap();
    yield* imageHtml(image, caption, this.#look);
  }

  /** Items of one or more lists that follow each other, deeper ones inside the item before them. */
  #itemHtml(item: Paragraph, list: ListPlace): string {
    const differs = (open: OpenList) =>
      open.level > list.level || (open.level === list.level && (open.list !== list.list || open.kind !== list.format.kind));
    let html = closeLists(this.#lists, differs);
    if (this.#lists.at(-1)?.level === list.level) html += '</li>\n';
    else {
      const [name, attributes] = listTag(list);
      html += `<${name}${attributes}>\n`;
      this.#lists.push({ name, level: list.level, list: list.list, kind: list.format.kind });
    }
    const marker = isPlain(list) ? '' : ` style="list-style-type:'${labelOf(list).replaceAll(/[^\p{L}\p{N}.()\u2010-\u2015]/gu, '')} '"`;
    const content = runsHtml(item.runs, this.#look, { ground: this.#ground });
    return `${html}<li${idOf(item)}${directionOf(item)}${marker}>${content}`;
  }
}

interface OpenList {
  readonly name: string;
  readonly level: number;
  readonly list: number;
  readonly kind: string;
}

/** From the innermost one, as long as they are `closed`. */
function closeLists(lists: OpenList[], closed: (list: OpenList) => boolean = () => true): string {
  let html = '';
  for (let last = lists.at(-1); last && closed(last); last = lists.at(-1)) {
    html += `</li></${last.name}>`;
    lists.pop();
  }
  return html;
}

function isItem(block: Block): block is Paragraph & { readonly list: ListPlace } {
  return block.kind === 'paragraph' && block.list !== undefined && block.heading === undefined;
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

/** HTML's own markers are the same. */
function isPlain({ format }: ListPlace): boolean {
  return format.kind === 'bullet' || format.text === '%1.';
}

function listTag({ format, value }: ListPlace): readonly [string, string] {
  if (format.kind === 'bullet') return ['ul', ''];
  const type = format.kind === 'decimal' ? '' : ` type="${MARKERS[format.kind] ?? '1'}"`;
  return ['ol', `${type}${value === 1 ? '' : ` start="${value}"`}`];
}

function* tableHtml(table: Table, look: DocumentLook, ground?: number): Generator<HtmlPiece> {
  const byRow = Map.groupBy(table.cells, ({ row }) => row);
  const rows = Array.from({ length: table.rows }, (_, row) => byRow.get(row) ?? []);
  if (table.layout) {
    for (const [index, cells] of rows.entries()) yield* sideHtml(cells, look, { ground, gap: index === 0 ? '' : '\n' });
    return;
  }
  const heads = Math.max(
    0,
    rows.findIndex((cells) => cells.length === 0 || !cells.every(({ header }) => header)),
  );
  yield `<div class="wide"><table${table.bordered ? ' class="ruled"' : ''}${table.rtl ? ' dir="rtl"' : ''}>\n`;
  yield* rowsHtml('thead', rows.slice(0, heads), look);
  yield* rowsHtml('tbody', rows.slice(heads), look);
  yield '</table></div>';
}

function* rowsHtml(name: string, rows: readonly (readonly TableCell[])[], look: DocumentLook): Generator<HtmlPiece> {
  if (rows.length === 0) return;
  yield `<${name}>\n`;
  for (const cells of rows) {
    yield '<tr>';
    for (const cell of cells) yield* cellHtml(cell, look);
    yield '</tr>\n';
  }
  yield `</${name}>\n`;
}

/** Things side by side, or below each other where there is no room. */
function* sideHtml(
  cells: readonly TableCell[],
  look: DocumentLook,
  { ground, gap }: { readonly ground: number | undefined; readonly gap: string },
): Generator<HtmlPiece> {
  yield `${gap}<div class="side">`;
  for (const { blocks } of cells) {
    yield '<div>';
    yield* blocksHtml(blocks, look, ground);
    yield '</div>';
  }
  yield '</div>';
}

function* cellHtml(cell: TableCell, look: DocumentLook): Generator<HtmlPiece> {
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
  yield `<${name}${scope}${spans}${side}${style}>`;
  if (simple) yield runsHtml(only.runs, look, { ground: cell.shading });
  else yield* blocksHtml(cell.blocks, look, cell.shading);
  yield `</${name}>`;
}

const CAPTION =
  /^(?:fig(?:ure|ura)?\b|abb(?:ildung)?\b|bild\b|chart\b|table\b|tab\.|tabelle\b|tableau\b|\u56f3|\u56fe)[\s.]*[\d\u2160-\u217fIVX]/iu;

function captionOf(block: Block): Paragraph | undefined {
  if (block.kind !== 'paragraph' || block.list || block.heading !== undefined) return undefined;
  return CAPTION.test(
    block.runs
      .map(({ text }) => text)
      .join('')
      .trim(),
  )
    ? block
    : undefined;
}

function* imageHtml(image: Image, caption: Paragraph | undefined, look: DocumentLook): Generator<HtmlPiece> {
  const type = image.type === 'jpg' ? 'image/jpeg' : 'image/png';
  const [width, height] = [image.width, image.height].map((points) => Math.max(1, Math.round((points * 96) / 72)));
  const [before, after] = isSafeLink(image.link) ? [`<a href="${escape(image.link)}">`, '</a>'] : ['', ''];
  const side = image.alignment === 'left' ? '' : ` class="${image.alignment}"`;
  yield `<figure${side}>${before}<img src="data:${type};base64,`;
  yield image;
  yield `" width="${width}" height="${height}" alt="${escape(image.alternative ?? '')}">${after}`;
  if (caption) yield `\n<figcaption${idOf(caption)}${directionOf(caption)}>${runsHtml(caption.runs, look)}</figcaption>`;
  yield '</figure>';
}
