// XMP packets (ISO 16684-1): lists their properties, and writes single ones while keeping all others.
// A packet that is not well formed, or that has a document type declaration, is reported as unreadable and never resolved.

import { JobFailure } from '../failure.ts';
import {
  applyEdits,
  attributeNamespace,
  decodeXmlBytes,
  decodeXmlText,
  elementNamespace,
  encodeXmlText,
  keepXmlCharacters,
  localName,
  scanXml,
  type XmlEdit,
  type XmlToken,
} from '../office/xml.ts';

export interface XmpProperty {
  /** Path of property names with the customary prefixes: `dc:creator`, `xmpMM:History/stEvt:when`. */
  readonly name: string;
  readonly value: string;
}

export interface XmpChange {
  readonly name:
    | 'dc:title'
    | 'dc:description'
    | 'dc:creator'
    | 'dc:subject'
    | 'xmp:CreatorTool'
    | 'xmp:CreateDate'
    | 'xmp:ModifyDate'
    | 'pdf:Producer'
    | 'pdf:Keywords';
  /** Empty: the property is removed. */
  readonly values: readonly string[];
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
} as const;
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix] as const),
  ['http://ns.adobe.com/xap/1.0/mm/', 'xmpMM'],
  ['http://ns.adobe.com/xap/1.0/rights/', 'xmpRights'],
  ['http://ns.adobe.com/photoshop/1.0/', 'photoshop'],
  ['http://ns.adobe.com/tiff/1.0/', 'tiff'],
  ['http://ns.adobe.com/exif/1.0/', 'exif'],
  ['http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/', 'Iptc4xmpCore'],
]);
const PROPERTIES_MAX = 2000;

/** @returns undefined when the packet cannot be read. */
export function readXmp(packet: Uint8Array): XmpProperty[] | undefined {
  try {
    return listProperties(packetText(packet).text);
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

/** The part of a packet that is markup: writers pad with NUL or white space, some with text. */
function packetText(packet: Uint8Array): { text: string; encode: (text: string) => Uint8Array } {
  const { text, encode } = decodeXmlBytes(packet);
  return { text: text.slice(Math.max(0, text.indexOf('<')), text.lastIndexOf('>') + 1), encode };
}

function listProperties(text: string): XmpProperty[] {
  const properties: XmpProperty[] = [];
  const path: string[] = [];
  const add = (names: readonly string[], raw: string) => {
    const value = decodeXmlText(raw).trim();
    if (value !== '' && names.length > 0 && properties.length < PROPERTIES_MAX) properties.push({ name: names.join('/'), value });
  };
  for (const token of scanXml(text)) {
    if (token.kind === 'close') path.pop();
    else if (token.kind === 'text') add(path.filter(Boolean), text.slice(token.start, token.end));
    else if (token.kind === 'cdata') add(path.filter(Boolean), encodeXmlText(text.slice(token.start + 9, token.end - 3)));
    else if (token.kind === 'open' || token.kind === 'empty') {
      const own = propertyName(token);
      if (elementNamespace(token) === RDF && localName(token.name) === 'RDF') path.fill('');
      const names = [...path, own].filter(Boolean);
      for (const attribute of token.attributes) {
        const namespace = attributeNamespace(token, attribute);
        if (namespace === RDF && localName(attribute.name) === 'resource') add(names, attribute.raw);
        if (namespace === '' || namespace === RDF || attribute.name.startsWith('xml')) continue;
        if (namespace === 'adobe:ns:meta/') add(['x:xmptk'], attribute.raw);
        else add([...names, prefixed(namespace, attribute.name)], attribute.raw);
      }
      if (token.kind === 'open') path.push(own);
    }
  }
  return properties;
}

/** Empty for the elements of RDF itself and for the wrapper. */
function propertyName(token: XmlToken): string {
  const namespace = elementNamespace(token);
  return namespace === RDF || namespace === 'adobe:ns:meta/' ? '' : prefixed(namespace, token.name);
}

function prefixed(namespace: string, name: string): string {
  const prefix = PREFIXES.get(namespace);
  return prefix === undefined ? name : `${prefix}:${localName(name)}`;
}

export const EMPTY_PACKET =
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  `<rdf:RDF xmlns:rdf="${RDF}"></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** True when the packet reads back with exactly the values of `changes`. */
export function holdsXmp(packet: Uint8Array, changes: readonly XmpChange[]): boolean {
  return holdsChanges(packetText(packet).text, changes);
}

function holdsChanges(text: string, changes: readonly XmpChange[]): boolean {
  const plain = (value: string) => keepXmlCharacters(value).trim();
  const rows = listProperties(text);
  return changes.every(({ name, values }) => {
    const read = rows.filter((row) => row.name === name).map(({ value }) => plain(value));
    const expected = values.map(plain).filter((value) => value !== '');
    return read.join('\0') === expected.join('\0');
  });
}

/** The packet with `changes` applied; a missing or unreadable one is created from scratch. */
export function editXmp(packet: Uint8Array | undefined, changes: readonly XmpChange[]): Uint8Array {
  if (packet !== undefined && readXmp(packet) !== undefined) {
    const { text, encode } = packetText(packet);
    const edited = editPacket(text, changes);
    if (edited !== undefined && holdsChanges(edited, changes)) return encode(edited);
  }
  return Buffer.from(editPacket(EMPTY_PACKET, changes) ?? EMPTY_PACKET, 'utf8');
}

/** @returns undefined when there is no rdf:RDF element with an end tag to write into. */
function editPacket(text: string, changes: readonly XmpChange[]): string | undefined {
  const named = new Set<string>(changes.map(({ name }) => name));
  const edits: XmlEdit[] = [];
  let rdfDepth = -1;
  let insertAt: number | undefined;
  let about = '';
  let removing: { start: number; depth: number } | undefined;
  for (const token of scanXml(text)) {
    const isElement = token.kind === 'open' || token.kind === 'empty';
    const isRdf = elementNamespace(token) === RDF;
    if (token.kind === 'open' && rdfDepth < 0 && isRdf && localName(token.name) === 'RDF') rdfDepth = token.depth;
    else if (token.kind === 'close' && token.depth === rdfDepth) insertAt = token.start;
    if (rdfDepth < 0 || insertAt !== undefined) continue;
    if (isElement && isRdf && token.depth === rdfDepth + 1) {
      for (const attribute of token.attributes) {
        const namespace = attributeNamespace(token, attribute);
        if (namespace === RDF && localName(attribute.name) === 'about' && about === '') about = attribute.raw;
        if (named.has(prefixed(namespace, attribute.name))) edits.push({ start: attribute.start, end: attribute.end, text: '' });
      }
    } else if (isElement && token.depth === rdfDepth + 2 && named.has(propertyName(token))) {
      if (token.kind === 'empty') edits.push({ start: token.start, end: token.end, text: '' });
      else removing = { start: token.start, depth: token.depth };
    } else if (token.kind === 'close' && token.depth === removing?.depth) {
      edits.push({ start: removing.start, end: token.end, text: '' });
      removing = undefined;
    }
  }
  if (insertAt === undefined) return undefined;
  const written = changes.filter(({ values }) => values.length > 0).map(propertyMarkup);
  if (written.length > 0) {
    const declarations = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
    const description = `<rdf:Description xmlns:rdf="${RDF}" rdf:about="${about.replaceAll('"', '&quot;')}"${declarations.join('')}>`;
    edits.push({ start: insertAt, end: insertAt, text: `${description}${written.join('')}</rdf:Description>` });
  }
  return applyEdits(text, edits);
}

/** The value forms of ISO 16684-1, 8.3 (Dublin Core), 8.4 (XMP basic). */
function propertyMarkup({ name, values }: XmpChange): string {
  const first = encodeXmlText(values[0] ?? '');
  if (name === 'dc:title' || name === 'dc:description')
    return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${first}</rdf:li></rdf:Alt></${name}>`;
  if (name === 'dc:creator' || name === 'dc:subject') {
    const list = name === 'dc:creator' ? 'rdf:Seq' : 'rdf:Bag';
    return `<${name}><${list}>${values.map((value) => `<rdf:li>${encodeXmlText(value)}</rdf:li>`).join('')}</${list}></${name}>`;
  }
  return `<${name}>${first}</${name}>`;
}
