// A small XML reader for edits that keep every other byte as it is: it hands out tokens with their offsets and applies replacements.
// It never resolves an entity or a DTD, never fetches anything, and refuses a document type declaration.

import { JobFailure } from '../failure.ts';

/** Word itself stays below 256 levels; deeper nesting is an attack on recursive readers. */
const DEPTH_MAX = 512;
const PREFIXES_MAX = 256;
/** An internal entity longer than this can only serve expansion. */
const ENTITY_CHARS_MAX = 1000;

export interface XmlAttribute {
  readonly name: string;
  /** Undecoded; see decodeXmlText. */
  readonly raw: string;
  /** Offsets of the attribute with the white space before it. */
  readonly start: number;
  readonly end: number;
  /** Offsets of the value between its quotes. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface XmlToken {
  readonly kind: 'open' | 'empty' | 'close' | 'text' | 'cdata' | 'comment' | 'instruction';
  /** Qualified name of an element or the target of an instruction; empty otherwise. */
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly start: number;
  readonly end: number;
  /** Number of elements around this token. */
  readonly depth: number;
  /** Namespace by prefix, in scope at this token; the default namespace has the prefix ''. */
  readonly namespaces: ReadonlyMap<string, string>;
}

export interface XmlEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const NO_ATTRIBUTES: readonly XmlAttribute[] = [];
const BUILT_IN: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

/**
 * The tokens of a document (XML 1.0), in order.
 * @throws JobFailure corrupt_file when it is not well formed or has a document type declaration; decompression_limit when that declares expanding entities.
 */
export function* scanXml(text: string): Generator<XmlToken, void, undefined> {
  const open: { readonly name: string; readonly outer: ReadonlyMap<string, string> }[] = [];
  let namespaces = BUILT_IN;
  let rootsSeen = 0;
  let at = text.startsWith('\ufeff') ? 1 : 0;
  const token = (kind: XmlToken['kind'], end: number, name = '', attributes = NO_ATTRIBUTES): XmlToken => {
    const start = at;
    at = end;
    return { kind, name, attributes, start, end, depth: open.length, namespaces };
  };

  while (at < text.length) {
    if (text[at] !== '<') {
      const next = text.indexOf('<', at);
      const end = next < 0 ? text.length : next;
      if (open.length === 0 && text.slice(at, end).trim() !== '') throw malformed();
      yield token('text', end);
      continue;
    }
    const second = text[at + 1];
    if (second === '?') {
      yield token('instruction', closing(text, '?>', at + 2), /^[^\s?]*/.exec(text.slice(at + 2, at + 80))?.[0] ?? '');
    } else if (second === '!') {
      if (text.startsWith('<!--', at)) yield token('comment', closing(text, '-->', at + 4));
      else if (text.startsWith('<![CDATA[', at) && open.length > 0) yield token('cdata', closing(text, ']]>', at + 9));
      else throw refuseDoctype(text);
    } else if (second === '/') {
      const end = closing(text, '>', at + 2);
      const name = text.slice(at + 2, end - 1).trimEnd();
      const element = open.pop();
      if (element?.name !== name) throw malformed();
      yield token('close', end, name);
      namespaces = element.outer;
    } else {
      const tag = readTag(text, at);
      if (open.length === 0 && rootsSeen++ > 0) throw malformed();
      if (open.length >= DEPTH_MAX) throw malformed();
      const outer = namespaces;
      namespaces = declare(outer, tag.attributes);
      yield token(tag.empty ? 'empty' : 'open', tag.end, tag.name, tag.attributes);
      if (tag.empty) namespaces = outer;
      else open.push({ name: tag.name, outer });
    }
  }
  if (open.length > 0 || rootsSeen === 0) throw malformed();
}

function readTag(text: string, start: number): { name: string; attributes: readonly XmlAttribute[]; end: number; empty: boolean } {
  const namePattern = /[^\s/>="'<&]+/y;
  namePattern.lastIndex = start + 1;
  const name = namePattern.exec(text)?.[0];
  if (name === undefined) throw malformed();
  const attributes: XmlAttribute[] = [];
  const pattern = /\s+([^\s/>="'<&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  let at = namePattern.lastIndex;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x3e) return { name, attributes: attributes.length > 0 ? attributes : NO_ATTRIBUTES, end: at + 1, empty: false };
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) break;
    const raw = match[2] ?? match[3] ?? '';
    const end = pattern.lastIndex;
    attributes.push({ name: match[1] ?? '', raw, start: at, end, valueStart: end - 1 - raw.length, valueEnd: end - 1 });
    at = end;
  }
  const tail = /\s*(\/?)>/y;
  tail.lastIndex = at;
  const match = tail.exec(text);
  if (match === null) throw malformed();
  return { name, attributes, end: tail.lastIndex, empty: match[1] === '/' };
}

function declare(outer: ReadonlyMap<string, string>, attributes: readonly XmlAttribute[]): ReadonlyMap<string, string> {
  let inner: Map<string, string> | undefined;
  for (const { name, raw } of attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    inner ??= new Map(outer);
    inner.set(name === 'xmlns' ? '' : name.slice(6), decodeXmlText(raw));
    if (inner.size > PREFIXES_MAX) throw malformed();
  }
  return inner ?? outer;
}

function closing(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw malformed();
  return at + mark.length;
}

function malformed(): JobFailure {
  return new JobFailure('corrupt_file', { message: 'A part of the file is not well-formed XML.' });
}

function refuseDoctype(text: string): JobFailure {
  for (const match of text.matchAll(/<!ENTITY\s+(?:%\s+)?[^\s"'<>]+\s+(?:"([^"]*)"|'([^']*)')/g)) {
    const value = match[1] ?? match[2] ?? '';
    if (/[&%][^#]/.test(value) || value.length > ENTITY_CHARS_MAX) {
      return new JobFailure('decompression_limit', { message: 'A part of the file declares XML entities that expand.' });
    }
  }
  return new JobFailure('corrupt_file', { message: 'A part of the file has an XML document type declaration, which is not allowed.' });
}

/** The local part of a qualified name. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The namespace of an element; '' when there is none. */
export function elementNamespace(token: XmlToken): string {
  const colon = token.name.indexOf(':');
  return token.namespaces.get(colon < 0 ? '' : token.name.slice(0, colon)) ?? '';
}

/** The namespace of an attribute of `token`; '' without a prefix (Namespaces in XML 1.0, 6.2). */
export function attributeNamespace(token: XmlToken, attribute: XmlAttribute): string {
  const colon = attribute.name.indexOf(':');
  return colon < 0 ? '' : (token.namespaces.get(attribute.name.slice(0, colon)) ?? '');
}

/** The decoded value of the first attribute with this local name. */
export function attributeValue(token: XmlToken, local: string): string | undefined {
  const attribute = token.attributes.find(({ name }) => localName(name) === local && !name.startsWith('xmlns'));
  return attribute && decodeXmlText(attribute.raw);
}

/** The text with `edits` applied; they may come in any order, and one that lies inside an earlier one is dropped. */
export function applyEdits(text: string, edits: readonly XmlEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces the five predefined entities and character references; any other reference stays as written. */
export function decodeXmlText(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(
    /&(?:#x0*([0-9a-fA-F]{1,6})|#0*(\d{1,7})|(amp|lt|gt|quot|apos));/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return PREDEFINED[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The text without the characters that XML 1.0 cannot hold (2.2). */
export function keepXmlCharacters(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Text for element content or an attribute value; characters that XML 1.0 cannot hold are left out. */
export function encodeXmlText(text: string): string {
  return keepXmlCharacters(text).replace(/[&<>"\r\n\t]/g, (character) => {
    const named = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[character];
    return named ?? `&#${character.charCodeAt(0)};`;
  });
}

export interface XmlText {
  readonly text: string;
  /** Back to bytes in the original encoding of the part; unchanged text gives unchanged bytes. */
  readonly encode: (text: string) => Uint8Array;
}

/** UTF-16 by its byte order mark, UTF-8 where it is valid, else one character per byte, so that writing loses nothing. */
export function decodeXmlBytes(bytes: Uint8Array): XmlText {
  if (bytes.length % 2 === 0 && bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: Buffer.from(bytes).toString('utf16le'), encode: (text) => Buffer.from(text, 'utf16le') };
  }
  if (bytes.length % 2 === 0 && bytes[0] === 0xfe && bytes[1] === 0xff) {
    return { text: Buffer.from(bytes).swap16().toString('utf16le'), encode: (text) => Buffer.from(text, 'utf16le').swap16() };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encode: (text) => Buffer.from(text, 'utf8') };
  } catch {
    const reference = (character: string) => `&#${character.codePointAt(0)};`;
    return {
      text: Buffer.from(bytes).toString('latin1'),
      encode: (text) => Buffer.from(text.replace(/[^\0-\u00ff]/gu, reference), 'latin1'),
    };
  }
}
