// Reads the outline of a page of HTML as programs write it: every element closed or void, attributes quoted. Header, footer
// and head are skipped. Not a browser's parser: it serves documents of known writers.

import { collapse, type Outline, type OutlineCell, type OutlineParagraph } from './outline.ts';

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Node | string)[];
}

const VOID = new Set(['meta', 'img', 'br', 'hr', 'input', 'link', 'col', 'wbr']);
const SKIPPED = new Set(['head', 'header', 'footer', 'style', 'script']);
const BLOCKS = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'td',
  'th',
  'div',
  'ul',
  'ol',
  'table',
  'tbody',
  'thead',
  'tr',
  'section',
  'figure',
  'figcaption',
  'main',
  'body',
  'html',
]);
/** Elements that are closed by the next of their kind. */
const IMPLIED: Readonly<Record<string, string>> = { p: 'p', li: 'li', tr: 'tr', td: 'td', th: 'td' };

export function readHtmlOutline(html: string): Outline {
  const found = { paragraphs: [] as OutlineParagraph[], tables: [] as OutlineCell[][], links: [] as string[], images: 0 };
  visit(parse(html), -1, undefined, found);
  return found;
}

type Found = { paragraphs: OutlineParagraph[]; tables: OutlineCell[][]; links: string[]; images: number };

/** @returns the text of the node, for the cell around it */
function visit(node: Node, listLevel: number, heading: number | undefined, found: Found): string {
  if (SKIPPED.has(node.name)) return '';
  if (node.name === 'table') return visitTable(node, found);
  const level = node.name === 'ul' || node.name === 'ol' ? listLevel + 1 : listLevel;
  const own = /^h([1-6])$/.exec(node.name)?.[1];
  let [text, waiting] = ['', ''];
  const flush = () => {
    const collapsed = collapse(waiting);
    const place = own === undefined ? heading : Number(own);
    const listed = place === undefined && node.name === 'li';
    if (collapsed !== '')
      found.paragraphs.push({
        text: collapsed,
        ...(place === undefined ? {} : { heading: place }),
        ...(listed ? { listLevel: level } : {}),
      });
    text += `${waiting} `;
    waiting = '';
  };
  for (const child of node.children) {
    if (typeof child === 'string') waiting += child;
    else if (BLOCKS.has(child.name) || SKIPPED.has(child.name)) {
      flush();
      text += `${visit(child, level, own === undefined ? heading : Number(own), found)} `;
    } else waiting += inline(child, found);
  }
  if (BLOCKS.has(node.name)) flush();
  else text += waiting;
  return text;
}

function inline(node: Node, found: Found): string {
  if (node.name === 'img') found.images += 1;
  if (node.name === 'br') return ' ';
  const target = node.name === 'a' ? node.attributes['href'] : undefined;
  // The mark of a note: Word's outline does not have it as text either.
  if (target?.startsWith('#note-')) return '';
  if (target !== undefined && /^(?:https?|mailto|ftp):/i.test(target)) found.links.push(target);
  return node.children.map((child) => (typeof child === 'string' ? child : inline(child, found))).join('');
}

function visitTable(table: Node, found: Found): string {
  const cells: OutlineCell[] = [];
  found.tables.push(cells);
  const taken = new Set<string>();
  for (const [row, line] of rowsOf(table).entries()) {
    let column = 0;
    for (const cell of line.children) {
      if (typeof cell === 'string' || (cell.name !== 'td' && cell.name !== 'th')) continue;
      while (taken.has(`${row} ${column}`)) column++;
      const [rows, columns] = [Number(cell.attributes['rowspan'] ?? 1), Number(cell.attributes['colspan'] ?? 1)];
      for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) taken.add(`${row + r} ${column + c}`);
      cells.push({ row, column, text: collapse(visit(cell, -1, undefined, found)) });
      column += columns;
    }
  }
  return '';
}

function rowsOf(node: Node): Node[] {
  return node.children.flatMap((child) =>
    typeof child === 'string' ? [] : child.name === 'tr' ? [child] : /^t(?:body|head|foot)$/.test(child.name) ? rowsOf(child) : [],
  );
}

const TOKEN =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*(\/?)>|[^<]+|</gi;

function parse(html: string): Node {
  const root: Node = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [token, close, rawName, attributes = '', empty] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (rawName === undefined) {
      if (!token.startsWith('<!')) parent.children.push(decode(token));
      continue;
    }
    const name = rawName.toLowerCase();
    if (close === '/') {
      const at = open.findLastIndex((one) => one.name === name);
      if (at > 0) open.length = at;
      continue;
    }
    if (IMPLIED[name] !== undefined && parent.name === name) open.pop();
    const node: Node = { name, attributes: readAttributes(attributes), children: [] };
    (open.at(-1) ?? root).children.push(node);
    if (!VOID.has(name) && empty !== '/') open.push(node);
  }
  return root;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g)].map(([, name = '', a, b, c]) => [
      name.toLowerCase(),
      decode(a ?? b ?? c ?? ''),
    ]),
  );
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function decode(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return NAMED[name ?? ''] ?? whole;
    },
  );
}
