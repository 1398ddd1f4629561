// An OpenDocument text (ODF 1.3) without anything that leaves it: linked pictures and sections, scripts, event listeners, data sources, objects
// that only another program can show.

import { JobFailure } from '../failure.ts';
import { count, countWords, isPicture, isSafeLink, leavesPackage, refuseHugePicture, type SafeDocument, type Tally } from './neutralise.ts';
import { openPackage } from './package.ts';
import { OfficeParts } from './parts.ts';
import { applyEdits, attributeValue, decodeXmlBytes, decodeXmlText, localName, scanXml, type XmlEdit } from './xml.ts';

const TEXT_TYPE = /^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/;
const DROPPED_FOLDERS = /^(?:Basic|Scripts|Configurations2|Dialogs|Thumbnails)\/|^META-INF\/(?:macro|document)signatures\.xml$|\.rdf$/i;
/** Elements that run, fetch or ask something; their content goes with them. */
const DROPPED_ELEMENTS: Readonly<Record<string, 'script' | 'external_resource'>> = {
  scripts: 'script',
  'event-listeners': 'script',
  'section-source': 'external_resource',
  'dde-source': 'external_resource',
  'dde-connection-decls': 'external_resource',
  'cell-range-source': 'external_resource',
  'database-source-sql': 'external_resource',
  applet: 'script',
  plugin: 'script',
  'floating-frame': 'external_resource',
};

/** @throws JobFailure as openPackage and scanXml do; type_mismatch, unsupported_feature (encrypted), pixel_limit */
export async function makeSafeOdt(bytes: Uint8Array): Promise<SafeDocument> {
  const parts = new OfficeParts(openPackage(bytes));
  if (!parts.has('content.xml') || !parts.has('mimetype')) throw new JobFailure('type_mismatch');
  if (!TEXT_TYPE.test(Buffer.from(parts.read('mimetype')).toString('latin1').trim())) throw new JobFailure('type_mismatch');
  if (parts.has('META-INF/manifest.xml') && /<(?:\w+:)?encryption-data\b/.test(parts.readText('META-INF/manifest.xml'))) {
    throw new JobFailure('unsupported_feature', { message: 'The document is encrypted with a password; remove it first.' });
  }
  const removed: Tally = new Map();
  let imagesIn = 0;
  for (const name of parts.names()) {
    if (DROPPED_FOLDERS.test(name)) {
      if (/^(?:Basic|Scripts)\//i.test(name)) count(removed, 'script');
      parts.remove(name);
    } else if (/\.svgz?$/i.test(name)) parts.remove(name);
    else if (isPicture(name)) {
      if (name.startsWith('Pictures/')) imagesIn++;
      await refuseHugePicture(parts.read(name));
    } else if (/\.xml$/i.test(name)) cleanPart(parts, name, removed);
  }
  const { wordsIn, fonts } = surveyText(parts);
  return { bytes: parts.save(), removed, imagesIn, wordsIn, fonts };
}

function cleanPart(parts: OfficeParts, name: string, removed: Tally): void {
  const { text: original, encode } = decodeXmlBytes(parts.read(name));
  // Older writers put a declaration without an internal subset before the manifest; it means nothing and is not followed.
  const text = original.replace(/^([^<]*(?:<\?[^>]*\?>\s*)*)<!DOCTYPE[^[\]<>]*>/, '$1');
  const edits: XmlEdit[] = [];
  let dropping: { readonly start: number; readonly depth: number } | undefined;
  for (const token of scanXml(text)) {
    const local = localName(token.name);
    if (dropping) {
      if (token.kind !== 'close' || token.depth !== dropping.depth) continue;
      edits.push({ start: dropping.start, end: token.end, text: '' });
      dropping = undefined;
      continue;
    }
    if (token.kind !== 'open' && token.kind !== 'empty') continue;
    const kind = DROPPED_ELEMENTS[local];
    if (kind) {
      if (token.kind === 'open' || kind !== 'script') count(removed, kind);
      if (token.kind === 'empty') edits.push({ start: token.start, end: token.end, text: '' });
      else dropping = { start: token.start, depth: token.depth };
      continue;
    }
    for (const attribute of token.attributes) {
      if (localName(attribute.name) !== 'href') continue;
      const target = decodeXmlText(attribute.raw);
      const isLink = local === 'a';
      if (isLink ? isSafeLink(target) : isInside(target) && local !== 'object-ole') continue;
      count(removed, isLink ? 'unsafe_link' : local === 'object-ole' ? 'embedded_object' : 'external_resource');
      // An empty link leads nowhere; without the attribute the element would not be valid.
      edits.push({ start: attribute.valueStart, end: attribute.valueEnd, text: '' });
    }
  }
  if (edits.length > 0 || text !== original) parts.write(name, encode(applyEdits(text, edits)));
}

function isInside(target: string): boolean {
  return target.startsWith('#') || (!leavesPackage(target) && !target.startsWith('/') && !target.split('/').includes('..'));
}

function surveyText(parts: OfficeParts): { wordsIn: number; fonts: string[] } {
  const source = parts.readText('content.xml');
  const fonts = new Set<string>();
  let text = '';
  let inBody = false;
  for (const token of scanXml(source)) {
    const local = localName(token.name);
    if (token.kind === 'open' && local === 'body') inBody = true;
    if (inBody && token.kind === 'text') text += decodeXmlText(source.slice(token.start, token.end));
    if ((token.kind === 'close' && (local === 'p' || local === 'h')) || local === 's' || local === 'tab' || local === 'line-break')
      text += ' ';
    const family = local === 'text-properties' ? attributeValue(token, 'font-name') : undefined;
    if (family !== undefined && fonts.size < 50) fonts.add(family.replace(/\d+$/, ''));
  }
  return { wordsIn: countWords(text), fonts: [...fonts].toSorted() };
}
