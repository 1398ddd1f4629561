// What metadata a Word document holds and where: property parts, markup, pictures, embedded packages, the ZIP itself. Changes nothing.

import { JobFailure } from '../failure.ts';
import { parseJpeg } from '../images/jpeg-segments.ts';
import { parsePng } from '../images/png-chunks.ts';
import { OfficeParts, type Relationship, relationshipsName } from '../office/parts.ts';
import { openPackage } from '../office/package.ts';
import { readProperties } from '../office/properties.ts';
import { type MarkupSurvey, surveyMarkup } from '../office/word-markup.ts';
import { attributeValue, decodeXmlBytes, elementNamespace, scanXml } from '../office/xml.ts';
import { findInJpeg } from './jpeg.ts';
import type { FoundValue } from './marker-search.ts';
import { findInPng } from './png.ts';

/** Relationships whose parts are metadata, by kind, and the family they are reported as. */
export const METADATA_RELATIONSHIPS: Readonly<Record<string, string>> = {
  coreproperties: 'core',
  extendedproperties: 'app',
  customproperties: 'custom',
  thumbnail: 'thumbnail',
  classificationlabels: 'sensitivity_label',
  printersettings: 'printer_settings',
  attachedtemplate: 'template',
  mailmergesource: 'mail_merge',
  mailmergeheadersource: 'mail_merge',
  recipientdata: 'mail_merge',
};
/** Those that name people; `remove_authors` removes them. */
export const AUTHOR_RELATIONSHIPS: Readonly<Record<string, string>> = { people: 'people', documenttasks: 'people' };
const AUTHOR_KINDS = new Set(['comment_author', 'revision_author', 'revision_date', 'people']);

export interface DocxSurvey {
  readonly found: readonly FoundValue[];
  readonly markup: ReadonlyMap<string, MarkupSurvey>;
  /** Every relationship with the part that it starts from ('' is the package). */
  readonly relationships: readonly { readonly from: string; readonly relationship: Relationship }[];
  /** Names of JPEG and PNG parts. */
  readonly pictures: readonly { readonly name: string; readonly type: 'jpeg' | 'png' }[];
  /** Names of pictures in other formats. */
  readonly otherPictures: readonly string[];
  readonly embeddedPackages: readonly string[];
  readonly embeddedObjects: readonly string[];
  /** Custom XML that a document store wrote for its own use. */
  readonly storeItems: ReadonlySet<string>;
  readonly customXml: readonly string[];
  readonly orphans: readonly string[];
  readonly isSigned: boolean;
  readonly bindsProperties: boolean;
}

const CORE_STORE = '{6C3C8BC8-F283-45AE-878A-BAB7291924A1}';
const EXTENDED_STORE = '{6668398D-A668-4E3E-A5EB-62B293D839F1}';

/** @throws JobFailure as scanXml does for a main part that is not well-formed XML. */
export function surveyDocx(parts: OfficeParts): DocxSurvey {
  const reachable = parts.reachable();
  const orphans = parts.names().filter((name) => !reachable.has(name.toLowerCase()));
  const orphaned = new Set(orphans);
  const names = parts.names().filter((name) => !orphaned.has(name));
  const relationships = ['', ...names].flatMap((from) => parts.relationships(from).map((relationship) => ({ from, relationship })));
  const linked = (kind: string) => [
    ...new Set(
      relationships.flatMap(({ relationship: one }) =>
        one.kind === kind && one.part !== undefined && parts.has(one.part) ? [one.part] : [],
      ),
    ),
  ];

  const customXml = linked('customxml');
  const markup = surveyParts(parts, names, new Set(customXml.map((name) => name.toLowerCase())));
  const boundStores = new Set([...markup.values()].flatMap((one) => [...one.boundStores]));
  const storeItems = new Set(customXml.filter((name) => isStoreItem(parts, name, boundStores)));
  const images = linked('image').concat(linked('hdphoto'));
  const pictures = images.flatMap((name) => {
    const type = pictureType(parts.read(name));
    return type === undefined ? [] : [{ name, type }];
  });
  const survey = {
    markup,
    relationships,
    pictures,
    otherPictures: images.filter((name) => !pictures.some((one) => one.name === name)),
    embeddedPackages: linked('package'),
    embeddedObjects: linked('oleobject'),
    storeItems,
    customXml,
    orphans,
    isSigned: relationships.some(({ from, relationship }) => from === '' && relationship.kind === 'signatureorigin'),
    bindsProperties: boundStores.has(CORE_STORE) || boundStores.has(EXTENDED_STORE),
  };
  return { ...survey, found: listFound(parts, survey) };
}

function surveyParts(parts: OfficeParts, names: readonly string[], skipped: ReadonlySet<string>): Map<string, MarkupSurvey> {
  const types = parts.contentTypes();
  const markup = new Map<string, MarkupSurvey>();
  for (const name of names) {
    const key = name.toLowerCase();
    const type = types.get(key) ?? types.get(`.${key.slice(key.lastIndexOf('.') + 1)}`) ?? '';
    const isMarkup = /^application\/(?:vnd\..*\+)?xml$/i.test(type) && !key.endsWith('.rels') && key !== '[content_types].xml';
    if (isMarkup && !skipped.has(key)) markup.set(name, surveyMarkup(decodeXmlBytes(parts.read(name))));
  }
  return markup;
}

/** True for what SharePoint adds to a document and nothing in the text shows. */
function isStoreItem(parts: OfficeParts, name: string, boundStores: ReadonlySet<string>): boolean {
  const namespace = rootOf(parts, name)?.namespace ?? '';
  if (
    !namespace.startsWith('http://schemas.microsoft.com/office/2006/metadata/') &&
    !namespace.startsWith('http://schemas.microsoft.com/sharepoint/')
  )
    return false;
  const properties = parts.relationships(name).find(({ kind }) => kind === 'customxmlprops')?.part;
  const id = properties !== undefined && parts.has(properties) ? rootOf(parts, properties)?.itemId : undefined;
  return id === undefined || !boundStores.has(id.toUpperCase());
}

function rootOf(parts: OfficeParts, name: string): { namespace: string; itemId: string | undefined } | undefined {
  try {
    for (const token of scanXml(parts.readText(name))) {
      if (token.kind === 'open' || token.kind === 'empty')
        return { namespace: elementNamespace(token), itemId: attributeValue(token, 'itemID') };
    }
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
  }
  return undefined;
}

function pictureType(bytes: Uint8Array): 'jpeg' | 'png' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'jpeg';
  return bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47 ? 'png' : undefined;
}

function listFound(parts: OfficeParts, survey: Omit<DocxSurvey, 'found'>): FoundValue[] {
  const found = survey.relationships.flatMap(({ from, relationship }) => findInRelationship(parts, from, relationship));
  for (const [location, { findings }] of survey.markup) {
    for (const { kind, name, value, count } of findings) {
      const shown = value ?? (kind === 'rsid' ? String(count) : undefined);
      found.push({
        kind,
        location,
        ...(name === undefined ? {} : { name }),
        ...(shown === undefined ? {} : { value: shown }),
        isMarker: kind !== 'rsid' && !AUTHOR_KINDS.has(kind),
      });
    }
  }
  for (const { name, type } of survey.pictures) found.push(...findInPicture(parts.read(name), name, type));
  for (const name of survey.embeddedPackages) found.push(...findInEmbedded(parts.read(name), name));
  for (const name of survey.storeItems) found.push({ kind: 'store_properties', location: name, bytes: parts.read(name).length });
  for (const name of survey.orphans) found.push({ kind: 'orphan_part', location: name });
  const { comments, extraFieldBytes, datedEntries, unusedBytes } = parts.source.extras;
  for (const value of comments) found.push({ kind: 'zip_comment', location: 'package', value });
  if (extraFieldBytes > 0) found.push({ kind: 'zip_extra_fields', location: 'package', bytes: extraFieldBytes });
  if (datedEntries > 0) found.push({ kind: 'zip_dates', location: 'package', value: `${datedEntries} entries`, isMarker: false });
  if (unusedBytes > 0) found.push({ kind: 'zip_unused_bytes', location: 'package', bytes: unusedBytes });
  return found;
}

function findInRelationship(parts: OfficeParts, from: string, relationship: Relationship): FoundValue[] {
  const kind = METADATA_RELATIONSHIPS[relationship.kind] ?? AUTHOR_RELATIONSHIPS[relationship.kind];
  if (kind === undefined) return [];
  const { part, target } = relationship;
  if (part === undefined) return [{ kind, location: relationshipsName(from), name: 'Target', value: target }];
  if (!parts.has(part)) return [];
  if (kind === 'core' || kind === 'app' || kind === 'custom') return findProperties(parts, part, kind, part);
  return [{ kind, location: part, bytes: parts.read(part).length }];
}

function findProperties(parts: OfficeParts, part: string, kind: string, location: string): FoundValue[] {
  try {
    const rows = readProperties(parts.readText(part));
    if (rows.length > 0) return rows.map(({ name, value }) => ({ kind, location, name, value }));
  } catch (error) {
    if (!(error instanceof JobFailure) || error.reason === 'decompression_limit') throw error;
  }
  return [{ kind, location, bytes: parts.read(part).length }];
}

function findInPicture(bytes: Uint8Array, name: string, type: 'jpeg' | 'png'): FoundValue[] {
  try {
    const found = type === 'jpeg' ? findInJpeg(parseJpeg(bytes)) : findInPng(parsePng(bytes));
    return found.map((one) => ({ ...one, location: `${name} ${one.location}`, isMarker: false }));
  } catch (error) {
    if (error instanceof JobFailure) return [];
    throw error;
  }
}

function findInEmbedded(bytes: Uint8Array, name: string): FoundValue[] {
  try {
    const inner = new OfficeParts(openPackage(bytes));
    const found = inner.relationships('').flatMap((relationship) => findInRelationship(inner, '', relationship));
    return found.map((one) => ({ ...one, location: `${name} ${one.location}`, isMarker: false }));
  } catch (error) {
    if (error instanceof JobFailure) return [];
    throw error;
  }
}
