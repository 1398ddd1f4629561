// An OpenDocument text, spreadsheet or presentation (ODF 1.3) without anything that leads out of it: linked pictures and sections, scripts, event listeners, data sources, objects
// that only another program can show. Of the package only pictures of a known kind, XML and fonts stay, judged by their bytes.

import { posix } from 'node:path';
import { JobFailure } from '../failure.ts';
import { isFont } from './font-part.ts';
import { count, countWords, isSafeLink, leavesPackage, namesPlace, type SafeDocument, type Tally } from './neutralise.ts';
import { openPackage } from './package.ts';
import { freezeFormulas, setUpPages } from './open-sheets.ts';
import { OfficeParts } from './parts.ts';
import { METAFILES, type PictureKind } from './picture-kind.ts';
import { isBlank, plainXml } from './plain-xml.ts';
import { makeSafePicture } from './safe-picture.ts';
import type { SheetSetup } from './sheet-setup.ts';
import { applyEdits, attributeValue, decodeXmlText, localName, scanXml, type XmlEdit, type XmlToken } from './xml.ts';

const TYPE = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)(?:-template)?$/;
type Kind = 'text' | 'spreadsheet' | 'presentation';
/** ODF 1.3 part 2, 3.1: of the document and of the objects in it. */
const KNOWN_XML = /^(?:.+\/)?(?:content|styles|meta|settings|manifest)\.xml$/;
const DROPPED_FOLDERS =
  /^(?:Basic|Scripts|Configurations2|Dialogs|Thumbnails)\/|^META-INF\/(?:macro|document)signatures\.xml$|\.rdf$|^layout-cache$/i;
const PICTURE_NAME = /^(?:Pictures|ObjectReplacements|media)\/|\.svgz?$/i;
/** Elements that run, fetch or ask something; their content goes with them. */
const DROPPED_ELEMENTS: Readonly<Record<string, 'script' | 'external_resource'>> = {
  script: 'script',
  scripts: 'script',
  'event-listeners': 'script',
  'section-source': 'external_resource',
  'table-source': 'external_resource',
  'dde-source': 'external_resource',
  'dde-connection-decls': 'external_resource',
  'cell-range-source': 'external_resource',
  'database-source-sql': 'external_resource',
  'connection-resource': 'external_resource',
  applet: 'script',
  plugin: 'script',
  'floating-frame': 'external_resource',
  model: 'external_resource',
};
/** Fields that ask a file, a database or another program, run something, or reveal who and where the reader is: what they showed stays as text. */
const FROZEN =
  /^(?:file-name|template-name|database-(?:display|next|row-select|row-number|name)|dde-connection|execute-macro|sender-.+|author-(?:name|initials))$/;
const REPORTED = /^(?:file-name|template-name|database-.*|dde-connection|execute-macro)$/;

/** @throws JobFailure as openPackage and plainXml do; type_mismatch, unsupported_feature (encrypted), pixel_limit */
export async function makeSafeOdt(bytes: Uint8Array): Promise<SafeDocument> {
  return makeSafe(bytes, 'text');
}

/** @throws as makeSafeOdt */
export async function makeSafeOdp(bytes: Uint8Array): Promise<SafeDocument> {
  return makeSafe(bytes, 'presentation');
}

/** @throws as makeSafeOdt */
export async function makeSafeOds(bytes: Uint8Array, setup: SheetSetup): Promise<SafeDocument> {
  return makeSafe(bytes, 'spreadsheet', (text, removed) => {
    const frozen =
      text.includes('formula') || text.includes('expression') || text.includes('condition') ? freezeFormulas(text, removed) : text;
    return setUpPages(frozen, setup);
  });
}

async function makeSafe(bytes: Uint8Array, kind: Kind, adapt?: (text: string, removed: Tally) => string): Promise<SafeDocument> {
  const parts = new OfficeParts(openPackage(bytes));
  if (!parts.has('content.xml') || !parts.has('mimetype')) throw new JobFailure('type_mismatch');
  const type = Buffer.from(parts.read('mimetype')).toString('latin1').trim();
  if (TYPE.exec(type)?.[1] !== kind) throw new JobFailure('type_mismatch');
  if (parts.has('META-INF/manifest.xml') && /<(?:\w+:)?encryption-data\b/.test(parts.readText('META-INF/manifest.xml'))) {
    throw new JobFailure('unsupported_feature', { message: 'The document is encrypted with a password; remove the password first.' });
  }
  const removed: Tally = new Map();
  const sorted = await sortParts(parts, removed);
  parts.write('mimetype', Buffer.from(type));
  for (const [name, text] of sorted.texts) {
    const inner = await cleanInnerPictures(text, removed);
    const cleaned = applyEdits(inner, new Cleaner(inner, name, sorted, removed).edits());
    parts.write(name, Buffer.from(adapt?.(cleaned, removed) ?? cleaned));
  }
  const imagesIn = [...sorted.pictures].filter(([name, kind]) => name.startsWith('Pictures/') && !METAFILES.has(kind)).length;
  const { wordsIn, fonts } = surveyText(parts);
  return { bytes: parts.save(), removed, imagesIn, wordsIn, fonts };
}

/** The parts of a package that stay, by name. */
interface Sorted {
  readonly texts: Map<string, string>;
  readonly pictures: Map<string, PictureKind>;
  readonly fonts: Set<string>;
}

/** Removes what is not a picture, XML or font. */
async function sortParts(parts: OfficeParts, removed: Tally): Promise<Sorted> {
  const sorted: Sorted = { texts: new Map(), pictures: new Map(), fonts: new Set() };
  for (const name of parts.names()) {
    if (name === 'mimetype') continue;
    if (DROPPED_FOLDERS.test(name)) {
      if (/^(?:Basic|Scripts)\//i.test(name)) count(removed, 'script');
      parts.remove(name);
      continue;
    }
    const bytes = parts.read(name);
    if (isBlank(bytes)) {
      if (name === 'content.xml') throw new JobFailure('corrupt_file', { message: 'The main part is empty.' });
      parts.remove(name);
      continue;
    }
    const picture = await makeSafePicture(bytes);
    if (picture) {
      sorted.pictures.set(name, picture.kind);
      if (picture.bytes !== bytes) parts.write(name, picture.bytes);
    } else if (KNOWN_XML.test(name)) sorted.texts.set(name, plainXml(bytes, true));
    else if (isFont(bytes)) sorted.fonts.add(name);
    else {
      parts.remove(name);
      if (!/\.xml$/i.test(name)) count(removed, PICTURE_NAME.test(name) ? 'picture' : 'embedded_object');
    }
  }
  return sorted;
}

/** ODF 1.3 part 3, 10.4.5 and 19.601: bytes of a picture, a font or an object as text, where other elements have an address. */
async function cleanInnerPictures(text: string, removed: Tally): Promise<string> {
  if (!text.includes('binary-data')) return text;
  const edits: XmlEdit[] = [];
  let start: number | undefined;
  for (const token of scanXml(text)) {
    if (localName(token.name) !== 'binary-data') continue;
    if (token.kind === 'open') start ??= token.end;
    else if (token.kind === 'close' && start !== undefined) {
      const picture = await makeSafePicture(
        Buffer.from(decodeXmlText(text.slice(start, token.start)).replaceAll(/[^a-z0-9+/]/gi, ''), 'base64'),
      );
      if (!picture) count(removed, 'picture');
      edits.push({ start, end: token.start, text: picture ? Buffer.from(picture.bytes).toString('base64') : '' });
      start = undefined;
    }
  }
  return applyEdits(text, edits);
}

class Cleaner {
  private readonly text: string;
  private readonly folder: string;
  private readonly sorted: Sorted;
  private readonly removed: Tally;
  private readonly found: XmlEdit[] = [];

  constructor(text: string, name: string, sorted: Sorted, removed: Tally) {
    this.text = text;
    this.folder = posix.dirname(name);
    this.sorted = sorted;
    this.removed = removed;
  }

  edits(): readonly XmlEdit[] {
    let dropping: { readonly start: number; readonly depth: number } | undefined;
    let isSetting = false;
    for (const token of scanXml(this.text)) {
      const local = localName(token.name);
      if (dropping) {
        if (token.kind !== 'close' || token.depth !== dropping.depth) continue;
        this.cut(dropping.start, token.end);
        dropping = undefined;
      } else if (token.kind === 'text') {
        const value = decodeXmlText(this.text.slice(token.start, token.end));
        if (isSetting && namesPlace(value)) this.cut(token.start, token.end);
      } else if (FROZEN.test(local)) {
        if (token.kind !== 'close' && REPORTED.test(local)) count(this.removed, 'field');
        this.cut(token.start, token.end);
      } else if (token.kind === 'close') isSetting = false;
      else {
        const kind = DROPPED_ELEMENTS[local];
        if (!kind) this.visitAttributes(token, local);
        else {
          if (token.kind === 'open' || kind !== 'script') count(this.removed, kind);
          if (token.kind === 'empty') this.cut(token.start, token.end);
          else dropping = { start: token.start, depth: token.depth };
        }
        isSetting = local === 'config-item' && token.kind === 'open';
      }
    }
    return this.found;
  }

  private cut(start: number, end: number): void {
    this.found.push({ start, end, text: '' });
  }

  private visitAttributes(token: XmlToken, element: string): void {
    for (const attribute of token.attributes) {
      if (attribute.name === 'xmlns' || attribute.name.startsWith('xmlns:')) continue;
      const value = decodeXmlText(attribute.raw);
      if (localName(attribute.name) === 'base') this.cut(attribute.start, attribute.end);
      else if (value !== '' && this.leavesDocument(localName(attribute.name), value, element)) {
        const isLink = element === 'a' && localName(attribute.name) === 'href';
        // A part that was removed or never existed is already reported.
        if (isLink || isOutside(value)) count(this.removed, isLink ? 'unsafe_link' : 'external_resource');
        else if (element === 'object-ole') count(this.removed, 'embedded_object');
        else if (/\.xml$/i.test(value)) count(this.removed, 'picture');
        // An empty link leads nowhere; without the attribute the element would not be valid.
        this.cut(attribute.valueStart, attribute.valueEnd);
      }
    }
  }

  private leavesDocument(name: string, value: string, element: string): boolean {
    if (!ADDRESSES.has(name)) return namesPlace(value);
    return name === 'href' && element === 'a' ? !isSafeLink(value) : !this.isInside(value, element);
  }

  /** An existing picture, a font, or the folder of an object. */
  private isInside(target: string, element: string): boolean {
    if (element === 'object-ole' || isOutside(target)) return false;
    let path = target.replace(/^#/, '');
    try {
      path = decodeURIComponent(path);
    } catch {
      // A stray % is part of the name.
    }
    const name = posix.normalize(posix.join(this.folder, path)).replace(/\/$/, '');
    if (element === 'object') return this.sorted.texts.has(`${name}/content.xml`);
    return element === 'font-face-uri' ? this.sorted.fonts.has(name) : this.sorted.pictures.has(name);
  }
}

/** Attributes that hold an address, by local name. */
const ADDRESSES = new Set(['href', 'image-data', 'src', 'action', 'resource', 'target-location', 'datasource']);

function isOutside(target: string): boolean {
  return leavesPackage(target) || target.trim().startsWith('/') || target.split(/[/\\]/).includes('..');
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
