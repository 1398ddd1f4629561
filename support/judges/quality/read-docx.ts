// Reads the outline of a Word document (ISO/IEC 29500-1) from its parts: text as it is shown, headings and lists by style and numbering,
// cells by grid position, links. Deleted text, instructions of fields, headers and footers are left out; notes follow at the end.

import { strFromU8, unzipSync } from 'fflate';
import { collapse, type Outline, type OutlineCell, type OutlineParagraph } from './outline.ts';
import { childOf, childrenOf, descendants, type Element, parseXml, textOf } from './xml-tree.ts';

interface Style {
  readonly basedOn: string | undefined;
  readonly name: string;
  readonly outlineLevel: number | undefined;
  readonly numbered: { readonly id: string; readonly level: number } | undefined;
  readonly type: TypeLook;
  /** Of a table. */
  readonly bordered: boolean;
}

/** The properties of the type; undefined: inherited. */
interface TypeLook {
  readonly bold: boolean | undefined;
  /** Half points. */
  readonly size: number | undefined;
}

interface Reader {
  readonly styles: ReadonlyMap<string, Style>;
  readonly defaultStyle: string | undefined;
  readonly targets: ReadonlyMap<string, string>;
  /** Half points, of text without a size of its own. */
  readonly usualSize: number;
  readonly paragraphs: OutlineParagraph[];
  readonly tables: OutlineCell[][];
  readonly links: string[];
  readonly runningFields: string[];
  images: number;
}

export function readDocxOutline(bytes: Uint8Array): Outline {
  const files = unzipSync(bytes);
  const part = (name: string) => {
    const found = files[name];
    return found ? parseXml(strFromU8(found)) : undefined;
  };
  const main = mainPartOf(part('_rels/.rels'));
  const folder = main.replace(/[^/]*$/, '');
  const relationships = childOf(part(`${folder}_rels/${main.slice(folder.length)}.rels`), 'Relationships');
  const stylesPart = childOf(part(`${folder}styles.xml`), 'styles');
  const reader: Reader = {
    styles: new Map(childrenOf(stylesPart, 'style').map((style) => [style.attributes['styleId'] ?? '', readStyle(style)])),
    defaultStyle: childrenOf(stylesPart, 'style').find(
      ({ attributes }) => attributes['type'] === 'paragraph' && isOn(attributes['default']),
    )?.attributes['styleId'],
    targets: new Map(
      childrenOf(relationships).flatMap(({ attributes }) =>
        attributes['TargetMode'] === 'External' ? [[attributes['Id'] ?? '', attributes['Target'] ?? ''] as const] : [],
      ),
    ),
    usualSize: typeOf(childOf(stylesPart, 'docDefaults', 'rPrDefault', 'rPr')).size ?? 20,
    paragraphs: [],
    tables: [],
    links: [],
    runningFields: [],
    images: 0,
  };
  const body = childOf(part(main), 'document', 'body');
  if (!body) throw new Error('no body');
  readBlocks(body, reader);
  for (const [name, root, note] of [
    ['footnotes.xml', 'footnotes', 'footnote'],
    ['endnotes.xml', 'endnotes', 'endnote'],
  ] as const) {
    for (const one of childrenOf(childOf(part(folder + name), root), note)) {
      if (one.attributes['type'] === undefined || one.attributes['type'] === 'normal') readBlocks(one, reader);
    }
  }
  return { paragraphs: reader.paragraphs, tables: reader.tables, links: reader.links, images: reader.images };
}

function mainPartOf(relationships: Element | undefined): string {
  const rows = childrenOf(childOf(relationships, 'Relationships'));
  const main = rows.find(({ attributes }) => attributes['Type']?.endsWith('/officeDocument'));
  return (main?.attributes['Target'] ?? 'word/document.xml').replace(/^\//, '');
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

function readStyle(style: Element): Style {
  const properties = childOf(style, 'pPr');
  const outline = childOf(properties, 'outlineLvl')?.attributes['val'];
  return {
    basedOn: childOf(style, 'basedOn')?.attributes['val'],
    name: (childOf(style, 'name')?.attributes['val'] ?? '').toLowerCase(),
    outlineLevel: outline === undefined ? undefined : Number(outline),
    numbered: numberingOf(properties),
    type: typeOf(childOf(style, 'rPr')),
    bordered: drawsLines(childOf(style, 'tblPr', 'tblBorders')),
  };
}

function typeOf(properties: Element | undefined): TypeLook {
  const bold = childOf(properties, 'b');
  const size = childOf(properties, 'sz')?.attributes['val'];
  const value = bold?.attributes['val'];
  return { bold: bold === undefined ? undefined : value === undefined || isOn(value), size: size === undefined ? undefined : Number(size) };
}

const EMPHATIC_CHARS_MAX = 200;
const LARGER = 1.1;

/** All of its text is bold, or larger than usual. */
function isEmphatic(paragraph: Element, styles: readonly Style[], reader: Reader): boolean {
  const runs = descendants(paragraph, 'r').filter((run) => childrenOf(run, 't').some((text) => textOf(text).trim() !== ''));
  const text = runs.map((run) => childrenOf(run, 't').map(textOf).join('')).join('');
  if (runs.length === 0 || text.length > EMPHATIC_CHARS_MAX) return false;
  const normal = chain(reader, reader.defaultStyle);
  const usual = normal.find(({ type }) => type.size !== undefined)?.type.size ?? reader.usualSize;
  const looks = runs.map((run) => {
    const properties = childOf(run, 'rPr');
    const own = [typeOf(properties), ...chain(reader, childOf(properties, 'rStyle')?.attributes['val']).map(({ type }) => type)];
    const all = [...own, ...styles.map(({ type }) => type)];
    return {
      bold: all.find(({ bold }) => bold !== undefined)?.bold ?? false,
      size: all.find(({ size }) => size !== undefined)?.size ?? usual,
    };
  });
  return looks.every(({ bold }) => bold) || looks.every(({ size }) => size >= usual * LARGER);
}

function numberingOf(properties: Element | undefined): Style['numbered'] {
  const numbering = childOf(properties, 'numPr');
  if (!numbering) return undefined;
  return { id: childOf(numbering, 'numId')?.attributes['val'] ?? '', level: Number(childOf(numbering, 'ilvl')?.attributes['val'] ?? 0) };
}

function chain(reader: Reader, id: string | undefined): Style[] {
  const found: Style[] = [];
  for (let next = id; next !== undefined && found.length < 20;) {
    const style = reader.styles.get(next);
    if (!style) break;
    found.push(style);
    next = style.basedOn;
  }
  return found;
}

function readBlocks(container: Element, reader: Reader): string {
  let text = '';
  for (const child of childrenOf(container)) {
    if (child.name === 'p') text += `${readParagraph(child, reader)} `;
    else if (child.name === 'tbl') readTable(child, reader);
    else if (['sdt', 'sdtContent', 'customXml', 'ins', 'smartTag'].includes(child.name)) text += readBlocks(child, reader);
  }
  return text;
}

/** Twentieths of a point: lines of the grid that are nearer are one on the page. Word adds such where rows were drawn by hand. */
const EDGES_APART = 100;

/** @returns from columns of the grid to those that are seen */
function seenColumns(table: Element): (column: number) => number {
  const widths = childrenOf(childOf(table, 'tblGrid'), 'gridCol').map(({ attributes }) => Number(attributes['w'] ?? 0));
  let [at, edge, seen] = [0, 0, 0];
  const places = widths.map((width) => {
    if (at - edge > EDGES_APART) [edge, seen] = [at, seen + 1];
    at += width;
    return seen;
  });
  return (column) => places[column] ?? seen + 1 + column - places.length;
}

function drawsLines(borders: Element | undefined): boolean {
  return childrenOf(borders).some(({ attributes: { val } }) => val !== undefined && val !== 'none' && val !== 'nil');
}

function hasGround(shading: Element | undefined): boolean {
  return !['auto', 'ffffff', undefined].includes(shading?.attributes['fill']?.toLowerCase());
}

function readTable(table: Element, reader: Reader): void {
  const cells: OutlineCell[] = [];
  reader.tables.push(cells);
  const rows = childrenOf(table).flatMap((child) =>
    child.name === 'tr' ? [child] : child.name === 'sdt' ? childrenOf(childOf(child, 'sdtContent'), 'tr') : [],
  );
  const seen = seenColumns(table);
  const properties = childOf(table, 'tblPr');
  const borders = childOf(properties, 'tblBorders');
  const style = childOf(properties, 'tblStyle')?.attributes['val'];
  const isBordered = borders ? drawsLines(borders) : chain(reader, style).some(({ bordered }) => bordered);
  for (const [row, line] of rows.entries()) {
    let column = Number(childOf(line, 'trPr', 'gridBefore')?.attributes['val'] ?? 0);
    const found = childrenOf(line).flatMap((child) =>
      child.name === 'tc' ? [child] : child.name === 'sdt' ? childrenOf(childOf(child, 'sdtContent'), 'tc') : [],
    );
    for (const cell of found) {
      const span = Number(childOf(cell, 'tcPr', 'gridSpan')?.attributes['val'] ?? 1);
      const merge = childOf(cell, 'tcPr', 'vMerge');
      const text = collapse(readBlocks(cell, reader));
      const isDrawn = isBordered || drawsLines(childOf(cell, 'tcPr', 'tcBorders')) || hasGround(childOf(cell, 'tcPr', 'shd'));
      if (!merge || merge.attributes['val'] === 'restart') cells.push({ row, column: seen(column), text, ...(isDrawn && { drawn: true }) });
      column += span;
    }
  }
}

function readParagraph(paragraph: Element, reader: Reader): string {
  const properties = childOf(paragraph, 'pPr');
  const styles = chain(reader, childOf(properties, 'pStyle')?.attributes['val'] ?? reader.defaultStyle);
  // Paragraphs of text boxes come before their anchor paragraph.
  const boxes: Element[] = [];
  const text = collapse(readInline(paragraph, reader, boxes));
  for (const box of boxes) readBlocks(box, reader);
  if (text === '') return text;
  const heading = headingOf(properties, styles);
  const numbering = numberingOf(properties) ?? styles.find(({ numbered }) => numbered)?.numbered;
  const isListed = heading === undefined && numbering !== undefined && numbering.id !== '0' && numbering.id !== '';
  reader.paragraphs.push({
    text,
    ...(heading === undefined ? {} : { heading }),
    ...(isListed ? { listLevel: numbering.level } : {}),
    ...(isEmphatic(paragraph, styles, reader) ? { emphatic: true } : {}),
  });
  return text;
}

function headingOf(properties: Element | undefined, styles: readonly Style[]): number | undefined {
  const direct = childOf(properties, 'outlineLvl')?.attributes['val'];
  if (direct !== undefined) return Number(direct) < 9 ? Number(direct) + 1 : undefined;
  for (const { name, outlineLevel } of styles) {
    if (name === 'title') return 1;
    const named = /^heading ([1-9])$/.exec(name)?.[1];
    if (named !== undefined) return Number(named);
    if (outlineLevel !== undefined) return outlineLevel < 9 ? outlineLevel + 1 : undefined;
  }
  return undefined;
}

const SKIPPED = new Set([
  'pPr',
  'rPr',
  'instrText',
  'delText',
  'del',
  'moveFrom',
  'fldData',
  'Fallback',
  'posOffset',
  'align',
  'pctWidth',
  'pctHeight',
]);

function readInline(element: Element, reader: Reader, boxes: Element[]): string {
  let text = '';
  for (const child of childrenOf(element)) {
    if (child.name === 'instrText') {
      const target = /HYPERLINK\s+"([^"]+)"/.exec(textOf(child))?.[1];
      if (target && isOutside(target)) reader.links.push(target);
    }
    if (SKIPPED.has(child.name)) continue;
    if (child.name === 't') text += textOf(child);
    else if (child.name === 'tab' || child.name === 'br' || child.name === 'cr' || child.name === 'ptab') text += ' ';
    else if (child.name === 'noBreakHyphen') text += '-';
    else if (child.name === 'sym') text += String.fromCodePoint(Number.parseInt(child.attributes['char'] ?? '0', 16));
    else if (child.name === 'txbxContent') boxes.push(child);
    else {
      if (child.name === 'blip' || child.name === 'imagedata') reader.images += 1;
      if (child.name === 'hyperlink') addLink(child, reader);
      text += readInline(child, reader, boxes);
    }
  }
  return text;
}

function addLink(link: Element, reader: Reader): void {
  const target = reader.targets.get(link.attributes['id'] ?? '');
  if (target !== undefined && isOutside(target) && ['t', 'drawing', 'pict'].some((name) => descendants(link, name).length > 0))
    reader.links.push(target);
}

function isOutside(target: string): boolean {
  return /^(?:https?|mailto|ftp):/i.test(target);
}
