// The property parts of an Office document: core (ISO/IEC 29500-2, 11), extended and custom (ISO/IEC 29500-1, 22.2 and 22.3).
// Lists their entries and writes single ones; others stay byte for byte.

import { applyEdits, decodeXmlText, elementNamespace, encodeXmlText, attributeValue, localName, scanXml, type XmlEdit } from './xml.ts';

export interface PropertyChange {
  readonly namespace: string;
  readonly name: string;
  /** Empty: the entry is removed. */
  readonly value: string;
  /** For dcterms dates. */
  readonly isDate?: boolean;
}

export const CORE_NAMESPACES = {
  cp: 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
} as const;
export const EXTENDED_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties';

/** Every entry with a text; `TitlesOfParts` and other lists give one row per item. */
export function readProperties(text: string): { namespace: string; name: string; value: string }[] {
  const rows: { namespace: string; name: string; value: string }[] = [];
  let name = '';
  let namespace = '';
  for (const token of scanXml(text)) {
    if ((token.kind === 'open' || token.kind === 'empty') && token.depth === 1)
      name = attributeValue(token, 'name') ?? localName(token.name);
    if ((token.kind === 'open' || token.kind === 'empty') && token.depth === 1) namespace = elementNamespace(token);
    if (token.kind !== 'text' && token.kind !== 'cdata') continue;
    const raw = text.slice(token.start, token.end);
    const value = token.kind === 'cdata' ? raw.slice(9, -3) : decodeXmlText(raw);
    if (token.depth > 1 && value.trim() !== '') rows.push({ namespace, name, value: value.trim() });
  }
  return rows;
}

/** The part's text with `changes` applied. An element that was there keeps its place and attributes. */
export function editProperties(text: string, changes: readonly PropertyChange[]): string {
  const edits: XmlEdit[] = [];
  const missing = new Set(changes.filter(({ value }) => value !== ''));
  let open: { change: PropertyChange; start: number; contentStart: number } | undefined;
  let rootEnd: XmlEdit | undefined;
  for (const token of scanXml(text)) {
    if (token.depth === 0 && token.kind === 'empty') {
      rootEnd = { start: token.end - 2, end: token.end, text: `></${token.name}>` };
    } else if (token.depth === 0 && token.kind === 'close') rootEnd = { start: token.start, end: token.end, text: `</${token.name}>` };
    if (token.depth !== 1) continue;
    if (token.kind === 'close' && open) {
      edits.push(
        open.change.value === ''
          ? { start: open.start, end: token.end, text: '' }
          : { start: open.contentStart, end: token.start, text: encodeXmlText(open.change.value) },
      );
      open = undefined;
    }
    if (token.kind !== 'open' && token.kind !== 'empty') continue;
    const change = changes.find((one) => one.name === localName(token.name) && one.namespace === elementNamespace(token));
    if (!change) continue;
    const isFirst = missing.delete(change) || change.value === '';
    if (token.kind === 'open' && isFirst) open = { change, start: token.start, contentStart: token.end };
    else if (token.kind === 'empty') {
      edits.push({ start: token.start, end: token.end, text: change.value === '' || !isFirst ? '' : propertyElement(change) });
    }
  }
  if (rootEnd && missing.size > 0) {
    const [opening, ending] = rootEnd.text.startsWith('>') ? ['>', rootEnd.text.slice(1)] : ['', rootEnd.text];
    edits.push({ ...rootEnd, text: `${opening}${[...missing].map(propertyElement).join('')}${ending}` });
  }
  return applyEdits(text, edits);
}

/** Carries its own namespace declarations, so it fits whatever prefixes the part uses. */
function propertyElement({ namespace, name, value, isDate }: PropertyChange): string {
  const text = encodeXmlText(value);
  if (isDate !== true) return `<${name} xmlns="${namespace}">${text}</${name}>`;
  const type = `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="dcterms:W3CDTF"`;
  return `<dcterms:${name} xmlns:dcterms="${namespace}" ${type}>${text}</dcterms:${name}>`;
}
