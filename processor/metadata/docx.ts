// `metadata` for Word documents: read, remove, set. In memory; text, styles, structure and pixels stay unchanged; each result is checked for this.
// Link targets are never fetched.

import type { MetadataValues } from '#contract/params/metadata-params.ts';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../failure.ts';
import { openPackage } from '../office/package.ts';
import { OfficeParts, openWordDocument } from '../office/parts.ts';
import { CORE_NAMESPACES, editProperties, EXTENDED_NAMESPACE, type PropertyChange, readProperties } from '../office/properties.ts';
import { decodeXmlBytes, keepXmlCharacters } from '../office/xml.ts';
import { proveDocxAbsence } from './docx-proof.ts';
import { AUTHOR_RELATIONSHIPS, type DocxSurvey, METADATA_RELATIONSHIPS, surveyDocx } from './docx-survey.ts';
import type { AbsenceProof, MetadataFindings } from './evidence.ts';
import type { RemovedMetadata } from './image-removal.ts';
import { removeJpeg } from './jpeg.ts';
import { collectMarkers, summariseRemoved, toFindings } from './marker-search.ts';
import { removePng } from './png.ts';

/** What to do with a signed document, whose signature any change breaks; a broken one is removed, as it names its signer. */
export type OnSignature = 'refuse' | 'invalidate';

/** @throws JobFailure as openWordDocument and scanXml do. */
export function readDocx(bytes: Uint8Array): MetadataFindings {
  return toFindings(surveyDocx(openWordDocument(bytes).parts).found);
}

interface Removal {
  readonly removed: { kind: string; location: string; count?: number }[];
  readonly notes: Warning[];
  readonly proofs: AbsenceProof[];
  picturesChecked: number;
}

/**
 * @throws JobFailure as openWordDocument and scanXml do; signed_document unless `onSignature` is `invalidate`;
 * internal when the result is not proved clean and with the same text.
 */
export function removeDocx(
  bytes: Uint8Array,
  options: { readonly removeAuthors: boolean; readonly onSignature?: OnSignature },
): RemovedMetadata {
  const { parts } = openWordDocument(bytes);
  const before = surveyDocx(parts);
  const removal: Removal = { removed: [], notes: [], proofs: [], picturesChecked: 0 };
  if (before.isSigned) dropSignature(parts, options.onSignature, removal);
  dropMetadataParts(parts, before, options.removeAuthors, removal);
  editMarkup(parts, before, options.removeAuthors, removal);
  for (const { name, type } of before.pictures) if (parts.has(name)) cleanPicture(parts, name, type, removal);
  for (const name of before.embeddedPackages) if (parts.has(name)) cleanEmbedded(parts, name, removal);
  parts.pruneContentTypes();
  noteKept(before, options.removeAuthors, removal.notes);
  for (const { kind, location, bytes: size } of before.found) {
    if (kind.startsWith('zip_')) removal.removed.push({ kind, location, ...(size === undefined ? {} : { bytes: size }) });
  }

  const result = parts.save();
  const { parts: resultParts } = openWordDocument(result);
  const after = surveyDocx(resultParts);
  const verification = verify(before, after, options.removeAuthors);
  const { left, ...proof } = proveDocxAbsence(collectMarkers(before.found), result, resultParts, after, options.removeAuthors);
  if (left.length > 0) throw new JobFailure('internal', { cause: new Error('a removed value is still in the document') });
  return {
    bytes: result,
    found: toFindings(before.found),
    removed: summariseRemoved(removal.removed),
    proof: [proof, ...removal.proofs].reduce(addProofs),
    notes: removal.notes,
    verification: { ...verification, pictures_checked: removal.picturesChecked },
  };
}

function dropSignature(parts: OfficeParts, onSignature: OnSignature | undefined, removal: Pick<Removal, 'removed' | 'notes'>): void {
  if (onSignature !== 'invalidate') throw new JobFailure('signed_document');
  const signatures = parts.relationships('').filter(({ kind }) => kind === 'signatureorigin');
  parts.removeRelationships('', new Set(signatures.map(({ id }) => id)));
  sweep(parts);
  removal.removed.push({ kind: 'signature', location: '_rels/.rels', count: signatures.length });
  removal.notes.push({
    code: 'signature_removed',
    message: 'The digital signature was removed: it does not hold for the changed document and names its signer.',
  });
}

/** Drops relationships to metadata, then every part that is no longer reachable. */
function dropMetadataParts(parts: OfficeParts, survey: DocxSurvey, removeAuthors: boolean, removal: Removal): void {
  for (const name of survey.orphans) removal.removed.push({ kind: 'orphan_part', location: name });
  for (const from of new Set(survey.relationships.map((one) => one.from))) {
    const unused = survey.markup.get(from)?.droppedRelationshipIds ?? new Set<string>();
    const dropped = new Set<string>();
    for (const { relationship } of survey.relationships.filter((one) => one.from === from)) {
      const isStore = relationship.kind === 'customxml' && relationship.part !== undefined && survey.storeItems.has(relationship.part);
      const kind = METADATA_RELATIONSHIPS[relationship.kind] ?? (removeAuthors ? AUTHOR_RELATIONSHIPS[relationship.kind] : undefined);
      if (kind === undefined && !isStore && !unused.has(relationship.id)) continue;
      dropped.add(relationship.id);
      removal.removed.push({ kind: kind ?? (isStore ? 'store_properties' : 'mail_merge'), location: relationship.part ?? from });
    }
    parts.removeRelationships(from, dropped);
  }
  sweep(parts);
}

function sweep(parts: OfficeParts): void {
  const reachable = parts.reachable();
  for (const name of parts.names()) if (!reachable.has(name.toLowerCase())) parts.remove(name);
}

function editMarkup(parts: OfficeParts, survey: DocxSurvey, removeAuthors: boolean, removal: Removal): void {
  for (const [name, { edits, authorEdits, findings }] of survey.markup) {
    if (!parts.has(name)) continue;
    parts.edit(name, removeAuthors ? [...edits, ...authorEdits] : edits);
    for (const { kind, count } of findings) {
      const isAuthor = kind === 'comment_author' || kind === 'revision_author' || kind === 'revision_date';
      if (!isAuthor || removeAuthors) removal.removed.push({ kind, location: name, count });
    }
  }
}

function cleanPicture(parts: OfficeParts, name: string, type: 'jpeg' | 'png', removal: Removal): void {
  try {
    const source = parts.read(name);
    const cleaned = (type === 'jpeg' ? removeJpeg : removePng)(source, { removeAuthors: true });
    removal.picturesChecked += 1;
    removal.proofs.push(cleaned.proof);
    removal.notes.push(...cleaned.notes.map(({ code, message }) => ({ code, message: `${name.slice(0, 200)}: ${message}` })));
    for (const { kind, count, locations } of cleaned.removed)
      removal.removed.push({ kind, count, location: `${name} ${locations.join(', ')}` });
    if (cleaned.removed.length > 0) parts.write(name, cleaned.bytes);
  } catch (error) {
    if (!(error instanceof JobFailure) || error.reason === 'internal') throw error;
    removal.notes.push({ code: 'picture_not_cleaned', message: `${name.slice(0, 200)}: the picture is damaged and was kept as it is.` });
  }
}

/** A workbook behind a chart, a document in a document: their property parts are removed, their content stays. */
function cleanEmbedded(parts: OfficeParts, name: string, removal: Removal): void {
  try {
    const inner = new OfficeParts(openPackage(parts.read(name)));
    const dropped = inner
      .relationships('')
      .filter(({ kind }) => ['coreproperties', 'extendedproperties', 'customproperties', 'thumbnail'].includes(kind));
    if (dropped.length === 0) return;
    inner.removeRelationships('', new Set(dropped.map(({ id }) => id)));
    sweep(inner);
    inner.pruneContentTypes();
    parts.write(name, inner.save());
    for (const { kind, part } of dropped)
      removal.removed.push({ kind: METADATA_RELATIONSHIPS[kind] ?? kind, location: `${name} ${part ?? ''}` });
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    removal.notes.push({
      code: 'embedded_file_not_cleaned',
      message: `${name.slice(0, 200)}: the embedded file cannot be read and was kept as it is.`,
    });
  }
}

function noteKept(survey: DocxSurvey, removeAuthors: boolean, notes: Warning[]): void {
  const add = (condition: boolean, code: string, message: string) => {
    if (condition) notes.push({ code, message });
  };
  const kept = survey.customXml.filter((name) => !survey.storeItems.has(name));
  const hasAuthors = survey.found.some(({ kind }) => kind === 'comment_author' || kind === 'revision_author');
  add(kept.length > 0, 'custom_xml_kept', `Custom XML can be shown in the text and was kept: ${kept.length} parts.`);
  add(survey.bindsProperties, 'bound_properties', 'The text shows document properties; their last values stay in the text.');
  add(
    survey.otherPictures.length > 0,
    'pictures_not_searched',
    `Only JPEG and PNG pictures are searched for metadata; ${survey.otherPictures.length} others were kept as they are.`,
  );
  add(
    survey.embeddedObjects.length > 0,
    'embedded_objects_kept',
    `Embedded objects were kept as they are: ${survey.embeddedObjects.length}.`,
  );
  add(
    survey.embeddedPackages.length > 0,
    'embedded_files_kept',
    `Embedded files lost their properties and kept their content: ${survey.embeddedPackages.length}.`,
  );
  add(
    hasAuthors && !removeAuthors,
    'authors_kept',
    'Comments and revisions keep their authors and dates; pass `remove_authors: true` to remove them.',
  );
}

/** @throws JobFailure internal when text differs or something to remove is still there. */
function verify(before: DocxSurvey, after: DocxSurvey, removeAuthors: boolean): Record<string, unknown> {
  let textChars = 0;
  for (const [name, { textSha256, edits, authorEdits, textChars: chars }] of after.markup) {
    const isSame = before.markup.get(name)?.textSha256 === textSha256;
    if (!isSame || edits.length > 0 || (removeAuthors && authorEdits.length > 0))
      throw new JobFailure('internal', { cause: new Error(`the part ${name} was not cleaned as planned`) });
    textChars += chars;
  }
  const isLeft = after.relationships.some(
    ({ relationship: { kind } }) => kind in METADATA_RELATIONSHIPS || (removeAuthors && kind in AUTHOR_RELATIONSHIPS),
  );
  if (isLeft || after.orphans.length > 0) throw new JobFailure('internal', { cause: new Error('a metadata part is left') });
  return { text_identical: true, text_chars: textChars, xml_parts_checked: after.markup.size, rsids_left: 0 };
}

function addProofs(a: AbsenceProof, b: AbsenceProof): AbsenceProof {
  return {
    markers_searched: a.markers_searched + b.markers_searched,
    raw_bytes_searched: a.raw_bytes_searched + b.raw_bytes_searched,
    streams_searched: a.streams_searched + b.streams_searched,
    decoded_bytes_searched: a.decoded_bytes_searched + b.decoded_bytes_searched,
    markers_left: a.markers_left + b.markers_left,
  };
}

const CORE_TYPE = 'application/vnd.openxmlformats-package.core-properties+xml';
const EXTENDED_TYPE = 'application/vnd.openxmlformats-officedocument.extended-properties+xml';
const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Writes core and extended properties; those that are not named stay. A Word document has no place for `producer`, which is reported.
 * @throws JobFailure as openWordDocument does; signed_document unless `onSignature` is `invalidate`.
 */
export function setDocx(
  bytes: Uint8Array,
  values: MetadataValues,
  options: { readonly onSignature?: OnSignature } = {},
): { bytes: Uint8Array; written: readonly string[]; verification: Record<string, unknown>; notes: readonly Warning[] } {
  const { parts } = openWordDocument(bytes);
  const removal: Pick<Removal, 'removed' | 'notes'> = { removed: [], notes: [] };
  if (parts.relationships('').some(({ kind }) => kind === 'signatureorigin')) dropSignature(parts, options.onSignature, removal);
  const untouched = new Map(parts.source.entries.map(({ name, crc32 }) => [name, crc32]));
  const core = coreChanges(values);
  const extended: PropertyChange[] =
    values.creator === undefined ? [] : [{ namespace: EXTENDED_NAMESPACE, name: 'Application', value: values.creator }];
  const { cp, dc, dcterms } = CORE_NAMESPACES;
  const corePart = writeProperties(parts, core, {
    kind: 'coreproperties',
    part: 'docProps/core.xml',
    contentType: CORE_TYPE,
    type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
    empty: `${XML_HEAD}<cp:coreProperties xmlns:cp="${cp}" xmlns:dc="${dc}" xmlns:dcterms="${dcterms}"></cp:coreProperties>`,
  });
  const extendedPart = writeProperties(parts, extended, {
    kind: 'extendedproperties',
    part: 'docProps/app.xml',
    contentType: EXTENDED_TYPE,
    type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/extended-properties',
    empty: `${XML_HEAD}<Properties xmlns="${EXTENDED_NAMESPACE}"></Properties>`,
  });
  if (values.producer !== undefined)
    removal.notes.push({ code: 'value_not_supported', message: 'A Word document has no entry for `producer`; it was not written.' });
  parts.pruneContentTypes();

  const result = parts.save();
  const { parts: after } = openWordDocument(result);
  const same = after.source.entries.filter(({ name, crc32 }) => untouched.get(name) === crc32).length;
  return {
    bytes: result,
    written: [...core.map(({ name }) => `${corePart}:${name}`), ...extended.map(({ name }) => `${extendedPart}:${name}`)],
    verification: { values_read_back: readBack(after, [...core, ...extended]), parts: after.names().length, parts_identical: same },
    notes: removal.notes,
  };
}

function coreChanges(values: MetadataValues): PropertyChange[] {
  const { cp, dc, dcterms } = CORE_NAMESPACES;
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    [dc, 'title', values.title],
    [dc, 'creator', values.author],
    [dc, 'subject', values.subject],
    [cp, 'keywords', values.keywords],
  ];
  const dates: readonly (readonly [string, string | undefined])[] = [
    ['created', values.created_at],
    ['modified', values.modified_at],
  ];
  return [
    ...rows.flatMap(([namespace, name, value]) => (value === undefined ? [] : [{ namespace, name, value }])),
    ...dates.flatMap(([name, value]) =>
      value === undefined ? [] : [{ namespace: dcterms, name, value: `${new Date(value).toISOString().slice(0, 19)}Z`, isDate: true }],
    ),
  ];
}

interface PropertyPart {
  readonly kind: string;
  readonly part: string;
  readonly contentType: string;
  readonly type: string;
  readonly empty: string;
}

/** @returns The name of the part. */
function writeProperties(parts: OfficeParts, changes: readonly PropertyChange[], spec: PropertyPart): string {
  const known = parts.relationships('').find(({ kind }) => kind === spec.kind)?.part;
  if (changes.length === 0) return known ?? spec.part;
  if (known !== undefined && parts.has(known)) {
    const { text, encode } = decodeXmlBytes(parts.read(known));
    parts.write(known, encode(editProperties(text, changes)));
    return known;
  }
  const part = known ?? spec.part;
  if (known === undefined) parts.addRelationship('', spec.type, part);
  parts.addContentType(part, spec.contentType);
  parts.write(part, Buffer.from(editProperties(spec.empty, changes), 'utf8'));
  return part;
}

/** @throws JobFailure internal when a value is not in the result as given. */
function readBack(parts: OfficeParts, changes: readonly PropertyChange[]): number {
  const rows = parts
    .relationships('')
    .filter(({ kind }) => kind === 'coreproperties' || kind === 'extendedproperties')
    .flatMap(({ part }) => (part !== undefined && parts.has(part) ? readProperties(parts.readText(part)) : []));
  const isRight = ({ namespace, name, value }: PropertyChange) => {
    const written = rows.filter((row) => row.name === name && row.namespace === namespace);
    return keepXmlCharacters(value).trim() === ''
      ? written.length === 0
      : written.some((row) => keepXmlCharacters(row.value).trim() === keepXmlCharacters(value).trim());
  };
  if (!changes.every(isRight)) throw new JobFailure('internal', { cause: new Error('a value was not written as given') });
  return changes.length;
}
