// A book (EPUB 3, and 2) → one HTML document: its chapters in the order of the spine, each on a new page, with the styles, pictures and fonts of the
// package. Links between chapters lead within the document. The package is read in memory, and only what is in it can be shown.

import { posix } from 'node:path';
import { JobFailure } from '../../../../failure.ts';
import { openPackage, type PackageEntry, readEntry } from '../../../../office/package.ts';
import { plainXml } from '../../../../office/plain-xml.ts';
import { attributeValue, decodeXmlText, encodeXmlText, localName, scanXml } from '../../../../office/xml.ts';
import type { DocumentFolder } from '../../../../tools/chromium-print.ts';
import { decodeHtml } from './decode-text.ts';
import { folderOf } from './html-folder.ts';

export interface Book {
  readonly html: string;
  readonly folder: DocumentFolder;
  readonly chapters: number;
  /** Documents that the spine names and the package lacks. */
  readonly missing: number;
}

const CONTAINER = 'META-INF/container.xml';
const CHAPTER = /^(?:application\/xhtml\+xml|text\/(?:html|x-oeb1-document))$/;
/** Fonts are only obfuscated (EPUB 3.3, 4.2.3); anything else is encryption. */
const OBFUSCATION = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;
const CHAPTERS_MAX = 5000;

/** @throws JobFailure as openPackage; type_mismatch; corrupt_file; unsupported_feature when it is encrypted */
export function readBook(bytes: Uint8Array): Book {
  const files = new Map<string, PackageEntry>();
  for (const entry of openPackage(bytes).entries) if (!entry.name.endsWith('/')) files.set(entry.name.normalize('NFC'), entry);
  if (!files.has(CONTAINER)) throw new JobFailure('type_mismatch');
  refuseEncryption(files);
  const { chapters, title, language } = readSpine(files, rootOf(files));
  const places = new Map(chapters.map((path, index) => [path, `c${index}`]));
  const heads: string[] = [];
  const bodies = chapters.map((path, index) => {
    const entry = files.get(path);
    if (!entry) return '';
    const { head, body } = readChapter(decodeHtml(readEntry(entry)).text, path, `c${index}`, places);
    for (const part of head) if (!heads.includes(part)) heads.push(part);
    return body;
  });
  const html =
    `<!DOCTYPE html><html${language === undefined ? '' : ` lang="${encodeXmlText(language)}"`}><head><meta charset="utf-8">` +
    `<title>${encodeXmlText(title ?? '')}</title><style>${STYLE}</style>${heads.join('')}</head><body>${bodies.join('')}</body></html>`;
  const start = freeName(files);
  const folder = folderOf(files, start);
  const page = { bytes: Buffer.from(html), type: 'text/html; charset=utf-8' };
  const missing = chapters.filter((path) => !files.has(path)).length;
  if (missing === chapters.length) throw new JobFailure('corrupt_file', { message: 'The book has no chapter that can be read.' });
  return {
    html,
    folder: { start, read: (path) => (path === start ? page : folder.read(path)) },
    chapters: chapters.length - missing,
    missing,
  };
}

const STYLE =
  'body{font-family:"Liberation Serif","Noto Serif",serif;margin:0}img,svg{max-width:100%;max-height:95vh}section.book-chapter{break-before:page}' +
  'section.book-chapter:first-of-type{break-before:auto}';

function readXml(files: ReadonlyMap<string, PackageEntry>, name: string): string {
  const entry = files.get(name.normalize('NFC'));
  if (!entry) throw new JobFailure('corrupt_file', { message: 'A part that the book needs is missing.' });
  return plainXml(readEntry(entry), true);
}

function refuseEncryption(files: ReadonlyMap<string, PackageEntry>): void {
  const name = 'META-INF/encryption.xml';
  if (!files.has(name)) return;
  for (const token of scanXml(readXml(files, name))) {
    if (token.kind === 'close' || localName(token.name) !== 'EncryptionMethod') continue;
    if (OBFUSCATION.test(attributeValue(token, 'Algorithm') ?? '')) continue;
    throw new JobFailure('unsupported_feature', { message: 'The book is encrypted (digital rights management).' });
  }
}

function rootOf(files: ReadonlyMap<string, PackageEntry>): string {
  for (const token of scanXml(readXml(files, CONTAINER))) {
    const path = localName(token.name) === 'rootfile' ? attributeValue(token, 'full-path') : undefined;
    if (path !== undefined) return path;
  }
  throw new JobFailure('corrupt_file', { message: 'The book names no package document.' });
}

interface Spine {
  /** Paths in the package. */
  readonly chapters: readonly string[];
  readonly title?: string;
  readonly language?: string;
}

function readSpine(files: ReadonlyMap<string, PackageEntry>, root: string): Spine {
  const text = readXml(files, root);
  const items = new Map<string, { path: string; type: string }>();
  const chapters: string[] = [];
  const said: { title?: string; language?: string } = {};
  let start = 0;
  for (const token of scanXml(text)) {
    const local = localName(token.name);
    const value = (name: string): string => attributeValue(token, name) ?? '';
    if (token.kind === 'open') start = token.end;
    if (token.kind === 'close' && (local === 'title' || local === 'language'))
      said[local] ??= decodeXmlText(text.slice(start, token.start)).trim();
    else if (token.kind !== 'close' && local === 'item')
      items.set(value('id'), { path: resolve(root, value('href')) ?? '', type: value('media-type') });
    else if (token.kind !== 'close' && local === 'itemref') {
      const item = items.get(value('idref'));
      if (item && CHAPTER.test(item.type) && !chapters.includes(item.path)) chapters.push(item.path);
    }
  }
  if (chapters.length === 0 || chapters.length > CHAPTERS_MAX)
    throw new JobFailure('corrupt_file', { message: 'The book has no chapters, or too many.' });
  return { chapters, ...said };
}

const TAG = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|<\?[^>]*>|<(\/?)([a-z][a-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|<![^>]*>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements of drawings and formulas, where XML's short form is HTML's too. */
const FOREIGN = new Set(['svg', 'math']);
const ADDRESSES = new Set(['src', 'href', 'xlink:href', 'poster', 'data']);

interface Chapter {
  readonly head: readonly string[];
  readonly body: string;
}

/** XHTML as HTML: elements that XML closes in one tag are closed, addresses are those of the package, names are the chapter's own. */
function readChapter(source: string, path: string, place: string, places: ReadonlyMap<string, string>): Chapter {
  const head: string[] = [];
  const out: string[] = [];
  let [inBody, at, foreign] = [false, 0, 0];
  let style: number | undefined;
  let opening = `<section class="book-chapter" id="${place}">`;
  for (const match of source.matchAll(TAG)) {
    if (inBody) out.push(source.slice(at, match.index));
    const [whole, slash, rawName, attributes = ''] = match;
    at = match.index + whole.length;
    const name = rawName?.toLowerCase();
    if (name === undefined) continue;
    const isShort = attributes.trimEnd().endsWith('/');
    const written = `<${name}${rewrite(attributes, { path, place, places })}`;
    if (name === 'body') {
      const own = slash === '' ? /\bclass\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) : null;
      if (own) opening = opening.replace('book-chapter"', `book-chapter ${encodeXmlText(own[1] ?? own[2] ?? '')}"`);
      inBody = slash === '';
    } else if (!inBody) {
      if (name === 'link' && /stylesheet/i.test(attributes)) head.push(`${written}>`);
      if (name !== 'style') continue;
      if (slash === '') style = at;
      else if (style !== undefined)
        head.push(`<style>${source.slice(style, match.index).replaceAll(/<!\[CDATA\[|\]\]>|<!--|-->/g, '')}</style>`);
    } else if (slash === '/') {
      if (FOREIGN.has(name)) foreign--;
      if (!VOID.has(name)) out.push(`</${rawName}>`);
    } else {
      if (FOREIGN.has(name) && !isShort) foreign++;
      const exact = foreign > 0 ? `<${rawName}${written.slice(name.length + 1)}` : written;
      out.push(isShort && !VOID.has(name) ? `${exact}></${rawName}>` : `${exact}>`);
    }
  }
  return { head, body: `${opening}${out.join('')}</section>` };
}

interface Around {
  readonly path: string;
  readonly place: string;
  readonly places: ReadonlyMap<string, string>;
}

function rewrite(attributes: string, around: Around): string {
  let text = '';
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    const key = name.toLowerCase();
    let written = value;
    if (key === 'id' || (key === 'name' && double !== undefined)) written = `${around.place}-${value}`;
    else if (ADDRESSES.has(key)) written = readdress(value, around);
    text += ` ${name}="${written.replaceAll('"', '&quot;')}"`;
  }
  return text;
}

/** Within the package: from its root. Of a chapter: its place in the document. */
function readdress(raw: string, { path, place, places }: Around): string {
  const value = decodeXmlText(raw).trim();
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(value)) return raw;
  const [address = '', fragment] = value.split('#');
  if (address === '') return fragment === undefined ? raw : `#${place}-${encodeXmlText(fragment)}`;
  const target = resolve(path, address);
  const chapter = target === undefined ? undefined : places.get(target);
  if (chapter !== undefined) return `#${chapter}${fragment === undefined ? '' : `-${encodeXmlText(fragment)}`}`;
  return encodeXmlText(`/${encodeURI(target ?? address)}`);
}

function resolve(from: string, address: string): string | undefined {
  let path = address.split(/[?#]/)[0] ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // A stray % is part of the name.
  }
  const target = path.startsWith('/') ? posix.normalize(path.slice(1)) : posix.normalize(posix.join(posix.dirname(from), path));
  return target.startsWith('..') ? undefined : target.normalize('NFC');
}

function freeName(files: ReadonlyMap<string, PackageEntry>): string {
  let name = 'book.html';
  while (files.has(name)) name = `_${name}`;
  return name;
}
