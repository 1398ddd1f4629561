// The parts of an Office document (ISO/IEC 29500-2): content types, relationships, and what can be reached from the root.
// Holds changed content beside the original entries; relationships that leave the package are listed but never followed.

import { posix } from 'node:path';
import { JobFailure } from '../failure.ts';
import { makeEntry, type OfficePackage, openPackage, type PackageEntry, readEntry, writePackage } from './package.ts';
import { applyEdits, attributeValue, decodeXmlBytes, encodeXmlText, localName, scanXml, type XmlEdit } from './xml.ts';

export interface Relationship {
  readonly id: string;
  /** Last segments of the type, lower case, letters only: `coreproperties`, the same for transitional and strict documents. */
  readonly kind: string;
  readonly type: string;
  /** Name of the part it leads to; undefined when it leads out of the package. */
  readonly part: string | undefined;
  readonly target: string;
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const CONTENT_TYPES = '[Content_Types].xml';
const FORMATS = 'application/vnd.openxmlformats-officedocument.';
/** Templates are found under the name of documents; documents with macros have types of their own and are refused. */
const MAIN_TYPES = {
  document: ['wordprocessingml.document', 'wordprocessingml.template'],
  workbook: ['spreadsheetml.sheet', 'spreadsheetml.template'],
  presentation: ['presentationml.presentation', 'presentationml.slideshow', 'presentationml.template'],
} as const;

export class OfficeParts {
  readonly source: OfficePackage;
  private readonly entries = new Map<string, PackageEntry>();
  private readonly contents = new Map<string, Uint8Array>();

  constructor(source: OfficePackage) {
    this.source = source;
    for (const entry of source.entries) if (!entry.name.endsWith('/')) this.entries.set(entry.name.toLowerCase(), entry);
  }

  names(): string[] {
    return [...this.entries.values()].map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** @throws JobFailure corrupt_file when there is no such part. */
  read(name: string): Uint8Array {
    const key = name.toLowerCase();
    const known = this.contents.get(key);
    if (known) return known;
    const entry = this.entries.get(key);
    if (!entry) throw new JobFailure('corrupt_file', { message: 'A part that the document needs is missing.' });
    const content = readEntry(entry);
    if (entry.method === 8) this.contents.set(key, content);
    return content;
  }

  readText(name: string): string {
    return decodeXmlBytes(this.read(name)).text;
  }

  write(name: string, content: Uint8Array): void {
    const key = name.toLowerCase();
    this.entries.set(key, makeEntry(this.entries.get(key)?.name ?? name, content));
    this.contents.set(key, content);
  }

  /** Applies edits to an XML part; without edits its bytes stay unchanged. */
  edit(name: string, edits: readonly XmlEdit[]): void {
    if (edits.length === 0) return;
    const { text, encode } = decodeXmlBytes(this.read(name));
    this.write(name, encode(applyEdits(text, edits)));
  }

  remove(name: string): void {
    this.entries.delete(name.toLowerCase());
    this.contents.delete(name.toLowerCase());
  }

  save(): Uint8Array {
    return writePackage([...this.entries.values()]);
  }

  relationships(partName: string): Relationship[] {
    const name = relationshipsName(partName);
    if (!this.has(name)) return [];
    const text = this.readText(name);
    const found: Relationship[] = [];
    for (const token of scanXml(text)) {
      if ((token.kind !== 'open' && token.kind !== 'empty') || localName(token.name) !== 'Relationship') continue;
      const target = attributeValue(token, 'Target') ?? '';
      const type = attributeValue(token, 'Type') ?? '';
      const isExternal = attributeValue(token, 'TargetMode') === 'External';
      found.push({
        id: attributeValue(token, 'Id') ?? '',
        type,
        kind: relationshipKind(type),
        target,
        part: isExternal ? undefined : resolvePart(partName, target),
      });
    }
    return found;
  }

  /** Writes the part from scratch with these and nothing else: what was read is what is written. */
  writeRelationships(partName: string, relationships: readonly Relationship[]): void {
    const rows = relationships.map(({ id, type, target, part }) => {
      const mode = part === undefined ? ' TargetMode="External"' : '';
      return `<Relationship Id="${encodeXmlText(id)}" Type="${encodeXmlText(type)}" Target="${encodeXmlText(target)}"${mode}/>`;
    });
    const text = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${RELATIONSHIPS}">${rows.join('')}</Relationships>`;
    this.write(relationshipsName(partName), Buffer.from(text));
  }

  removeRelationships(partName: string, ids: ReadonlySet<string>): void {
    const name = relationshipsName(partName);
    if (ids.size === 0 || !this.has(name)) return;
    this.edit(
      name,
      elementEdits(this.readText(name), 'Relationship', (value) => ids.has(value('Id') ?? '')),
    );
  }

  addRelationship(partName: string, type: string, target: string): void {
    const name = relationshipsName(partName);
    const used = new Set(this.relationships(partName).map(({ id }) => id));
    let number = 1;
    while (used.has(`rIdM${number}`)) number += 1;
    this.edit(name, [
      appendInside(
        this.readText(name),
        'Relationships',
        [
          ['Id', `rIdM${number}`],
          ['Type', type],
          ['Target', target],
        ],
        'Relationship',
      ),
    ]);
  }

  addContentType(partName: string, contentType: string): void {
    const attributes = [
      ['PartName', `/${partName}`],
      ['ContentType', contentType],
    ] as const;
    this.edit(CONTENT_TYPES, [appendInside(this.readText(CONTENT_TYPES), 'Types', attributes, 'Override')]);
  }

  /** Drops the content types of parts that no longer exist. */
  pruneContentTypes(): void {
    const isGone = (value: (local: string) => string | undefined) => !this.has((value('PartName') ?? '').replace(/^\//, ''));
    this.edit(CONTENT_TYPES, elementEdits(this.readText(CONTENT_TYPES), 'Override', isGone));
  }

  /** By lower-case part name and by `.extension`. */
  contentTypes(): Map<string, string> {
    const types = new Map<string, string>();
    for (const token of scanXml(this.readText(CONTENT_TYPES))) {
      if (token.kind !== 'open' && token.kind !== 'empty') continue;
      const type = attributeValue(token, 'ContentType') ?? '';
      if (localName(token.name) === 'Default') types.set(`.${attributeValue(token, 'Extension')?.toLowerCase()}`, type);
      if (localName(token.name) === 'Override') types.set((attributeValue(token, 'PartName') ?? '').replace(/^\//, '').toLowerCase(), type);
    }
    return types;
  }

  /** Lower-case names of all parts that relationships lead to from the root, with the relationship parts themselves. */
  reachable(): Set<string> {
    const seen = new Set<string>([CONTENT_TYPES.toLowerCase()]);
    const waiting = [''];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      seen.add(relationshipsName(part).toLowerCase());
      for (const { part: next } of this.relationships(part)) {
        const key = next?.toLowerCase();
        if (next === undefined || key === undefined || seen.has(key) || !this.has(next)) continue;
        seen.add(key);
        waiting.push(next);
      }
    }
    return seen;
  }
}

/**
 * @throws JobFailure as openPackage does; corrupt_file without content types, root relationships or main part; type_mismatch when the main part is
 * no such document (another kind, one with macros).
 */
export function openOfficeDocument(bytes: Uint8Array, kind: keyof typeof MAIN_TYPES): { parts: OfficeParts; mainPart: string } {
  const parts = new OfficeParts(openPackage(bytes));
  const types = parts.contentTypes();
  const main = parts.relationships('').find(({ kind }) => kind === 'officedocument')?.part;
  if (main === undefined || !parts.has(main)) throw new JobFailure('corrupt_file', { message: 'The document has no main part.' });
  const type = types.get(main.toLowerCase()) ?? types.get(posix.extname(main).toLowerCase());
  const accepted: readonly string[] = MAIN_TYPES[kind].map((name) => `${FORMATS}${name}.main+xml`);
  if (!accepted.includes(type?.trim().toLowerCase() ?? '')) throw new JobFailure('type_mismatch');
  return { parts, mainPart: main };
}

/** @throws as openOfficeDocument */
export function openWordDocument(bytes: Uint8Array): { parts: OfficeParts; mainPart: string } {
  return openOfficeDocument(bytes, 'document');
}

/** ISO/IEC 29500-2, 9.3: `word/document.xml` → `word/_rels/document.xml.rels`; the package itself has the name ''. */
export function relationshipsName(partName: string): string {
  const folder = posix.dirname(partName);
  return `${folder === '.' ? '' : `${folder}/`}_rels/${posix.basename(partName)}.rels`;
}

function resolvePart(partName: string, target: string): string {
  let path = target.split(/[?#]/)[0] ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // A stray % is part of the name.
  }
  return posix
    .normalize(posix.join('/', posix.dirname(partName), path.startsWith('/') ? posix.relative(`/${posix.dirname(partName)}`, path) : path))
    .slice(1);
}

function relationshipKind(type: string): string {
  const last = type.slice(type.lastIndexOf('/') + 1);
  return (last === 'origin' ? 'signatureorigin' : last).toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Edits that remove the empty or filled elements of this name for which `isGone` holds. */
function elementEdits(text: string, name: string, isGone: (value: (local: string) => string | undefined) => boolean): XmlEdit[] {
  const edits: XmlEdit[] = [];
  let removing: { start: number; depth: number } | undefined;
  for (const token of scanXml(text)) {
    if (removing && token.kind === 'close' && token.depth === removing.depth) {
      edits.push({ start: removing.start, end: token.end, text: '' });
      removing = undefined;
    }
    if (removing || (token.kind !== 'open' && token.kind !== 'empty') || localName(token.name) !== name) continue;
    if (!isGone((local) => attributeValue(token, local))) continue;
    if (token.kind === 'empty') edits.push({ start: token.start, end: token.end, text: '' });
    else removing = { start: token.start, depth: token.depth };
  }
  return edits;
}

/** The edit that adds an empty element at the end of the root, with the root's own prefix. */
function appendInside(text: string, root: string, attributes: readonly (readonly [string, string])[], name: string): XmlEdit {
  const written = attributes.map(([key, value]) => ` ${key}="${encodeXmlText(value)}"`).join('');
  for (const token of scanXml(text)) {
    if (token.depth !== 0 || localName(token.name) !== root) continue;
    const prefix = token.name.slice(0, token.name.length - root.length);
    if (token.kind === 'close') return { start: token.start, end: token.start, text: `<${prefix}${name}${written}/>` };
    if (token.kind !== 'empty') continue;
    const opened = `${text.slice(token.start, token.end - 2)}>`;
    return { start: token.start, end: token.end, text: `${opened}<${prefix}${name}${written}/></${token.name}>` };
  }
  throw new JobFailure('corrupt_file', { message: 'A part of the document has no valid root element.' });
}
