// A document of Office Open XML without anything that leads out of it: external pictures and templates, documents in the document, objects, controls,
// macros, and fields that read files. The visible text stays. Only parts that the document reaches are kept, and of these only what is, by its
// bytes, a picture of a known kind, XML or a font, whatever it is called.

import { JobFailure } from '../failure.ts';
import { judgeField } from './fields.ts';
import { isObfuscatedFont } from './font-part.ts';
import { count, isSafeLink, leavesPackage, namesPlace, type Removed, type Tally } from './neutralise.ts';
import { type OfficeParts, type Relationship, relationshipsName } from './parts.ts';
import { METAFILES } from './picture-kind.ts';
import { isBlank, plainXml } from './plain-xml.ts';
import { makeSafePicture } from './safe-picture.ts';
import {
  applyEdits,
  attributeValue,
  decodeXmlText,
  encodeXmlText,
  localName,
  scanXml,
  type XmlAttribute,
  type XmlEdit,
  type XmlToken,
} from './xml.ts';

/** Parts that are programs, other documents, or only there to fetch or run something. */
const DROPPED_KINDS: Readonly<Record<string, 'embedded_object' | 'embedded_document' | 'script' | 'external_resource'>> = {
  afchunk: 'embedded_document',
  subdocument: 'embedded_document',
  oleobject: 'embedded_object',
  package: 'embedded_object',
  control: 'embedded_object',
  activexcontrolbinary: 'embedded_object',
  vbaproject: 'script',
  wordvbadata: 'script',
  keymapcustomizations: 'script',
  attachedtoolbars: 'script',
  ui: 'script',
  extensibility: 'script',
  attachedtemplate: 'external_resource',
  frame: 'external_resource',
  mailmergesource: 'external_resource',
  mailmergeheadersource: 'external_resource',
  recipientdata: 'external_resource',
  externallink: 'external_resource',
  externallinkpath: 'external_resource',
  connections: 'external_resource',
  querytable: 'external_resource',
  volatiledependencies: 'external_resource',
  xlmacrosheet: 'script',
  xlintlmacrosheet: 'script',
  dialogsheet: 'script',
  ctrlprop: 'embedded_object',
  webextension: 'script',
  webextensiontaskpanes: 'script',
  audio: 'embedded_object',
  video: 'embedded_object',
  media: 'embedded_object',
};
/** They would be laid out or computed again; what they last showed is in the cells. */
const SILENTLY_DROPPED = new Set(['calcchain', 'pivottable', 'pivotcachedefinition', 'pivotcacherecords']);
/** Parts that show nothing: their removal is not reported. */
const SILENT_KINDS = new Set(['printersettings', 'thumbnail', 'signatureorigin', 'signature']);
const CONTENT_TYPES = '[Content_Types].xml';

/**
 * Changes `parts`; counts what it takes out in `removed`. Returns how many raster pictures stay.
 * @throws JobFailure as plainXml does; corrupt_file when the main part is blank; pixel_limit
 */
export async function cleanOffice(parts: OfficeParts, mainPart: string, removed: Tally): Promise<number> {
  dropBlankParts(parts, mainPart);
  parts.write(CONTENT_TYPES, Buffer.from(plainXml(parts.read(CONTENT_TYPES))));
  const cleaned = new Set([CONTENT_TYPES.toLowerCase()]);
  for (const name of ['', ...parts.names()]) {
    if (!parts.has(relationshipsName(name))) continue;
    cleanRelationships(parts, name, removed);
    cleaned.add(relationshipsName(name).toLowerCase());
  }
  const reachable = parts.reachable();
  for (const name of parts.names()) if (!reachable.has(name.toLowerCase())) parts.remove(name);
  const imagesIn = await cleanParts(parts, cleaned, removed);
  parts.pruneContentTypes();
  return imagesIn;
}

/** @throws JobFailure corrupt_file when the main part is blank */
function dropBlankParts(parts: OfficeParts, mainPart: string): void {
  for (const name of parts.names()) {
    if (!isBlank(parts.read(name))) continue;
    if (name.toLowerCase() === mainPart.toLowerCase()) throw new JobFailure('corrupt_file', { message: 'The main part is empty.' });
    parts.remove(name);
  }
}

/** The workbook behind a chart shows nothing: the chart has its values. */
const CHART = /(?:^|\/)charts\/[^/]*$/i;

/** Written again from what was read, because readers differ on two attributes with one local name. */
function cleanRelationships(parts: OfficeParts, name: string, removed: Tally): void {
  parts.write(relationshipsName(name), Buffer.from(plainXml(parts.read(relationshipsName(name)))));
  parts.writeRelationships(
    name,
    parts.relationships(name).filter((one) => !judge(one, CHART.test(name), removed)),
  );
}

/** True when the relationship must go. */
function judge({ kind, part, target }: Relationship, isOfChart: boolean, removed: Tally): boolean {
  if (SILENTLY_DROPPED.has(kind) || (isOfChart && kind === 'package')) return true;
  const dropped = DROPPED_KINDS[kind];
  if (dropped) {
    count(removed, dropped);
    return true;
  }
  if (part !== undefined && !leavesPackage(target)) return false;
  if (kind === 'hyperlink' && isSafeLink(target)) return false;
  // What is not a web address is a file or a share; so is a path without a scheme.
  count(removed, kind === 'hyperlink' ? 'unsafe_link' : 'external_resource');
  return true;
}

/** All parts except those already `cleaned`. Returns how many raster pictures stay. */
async function cleanParts(parts: OfficeParts, cleaned: ReadonlySet<string>, removed: Tally): Promise<number> {
  const types = parts.contentTypes();
  const uses = kindsByPart(parts);
  const drawnTwice = new Set<string>();
  const fontKeys: string[] = [];
  const others: string[] = [];
  let imagesIn = 0;
  for (const name of parts.names()) {
    if (cleaned.has(name.toLowerCase())) continue;
    const bytes = parts.read(name);
    const picture = await makeSafePicture(bytes);
    if (picture) {
      if (picture.bytes !== bytes) parts.write(name, picture.bytes);
      if (!METAFILES.has(picture.kind)) imagesIn++;
      continue;
    }
    const text = uses.get(name.toLowerCase())?.has('image') ? undefined : readXml(bytes, isNamedXml(name, types));
    if (text === undefined || isSvg(text)) {
      others.push(name);
      continue;
    }
    noteReferences(parts, name, text, { drawnTwice, fontKeys });
    const kinds = new Map(parts.relationships(name).map(({ id, kind }) => [id, kind]));
    parts.write(name, Buffer.from(applyEdits(text, new Cleaner(text, kinds, removed).edits())));
  }
  for (const name of others) {
    if (uses.get(name.toLowerCase())?.has('font') && isObfuscatedFont(parts.read(name), fontKeys)) continue;
    parts.remove(name);
    const gone = dropKind(uses.get(name.toLowerCase()) ?? new Set(), drawnTwice.has(name.toLowerCase()));
    if (gone) count(removed, gone);
  }
  return imagesIn;
}

/** @throws JobFailure when it is declared as XML and cannot be read */
function readXml(bytes: Uint8Array, isDeclared: boolean): string | undefined {
  if (isDeclared) return plainXml(bytes);
  try {
    const text = plainXml(bytes);
    scanXml(text).forEach(() => {});
    return text;
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

function isNamedXml(name: string, types: ReadonlyMap<string, string>): boolean {
  const type = types.get(name.toLowerCase()) ?? types.get(name.slice(name.lastIndexOf('.')).toLowerCase()) ?? '';
  return (/[+/]xml$|vmldrawing/i.test(type) && !/svg/i.test(type)) || /\.(?:xml|vml)$/i.test(name);
}

/** A drawing that can refer to files (SVG 2, 5): a converter looks for the name of its root anywhere near the beginning. */
function isSvg(text: string): boolean {
  return /<svg|:svg[\s/>]/i.test(text) && /<svg|<[^\s<>/:]+:svg[\s/>]/i.test(text);
}

/** Kinds of the relationships that lead to a part, by lower-case name. */
function kindsByPart(parts: OfficeParts): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const name of ['', ...parts.names()]) {
    for (const { part, kind } of parts.relationships(name)) {
      const key = part?.toLowerCase() ?? '';
      kinds.set(key, (kinds.get(key) ?? new Set()).add(kind));
    }
  }
  return kinds;
}

function dropKind(kinds: ReadonlySet<string>, isDrawnTwice: boolean): Removed | undefined {
  if (isDrawnTwice || [...kinds].every((kind) => SILENT_KINDS.has(kind))) return undefined;
  return kinds.has('image') ? 'picture' : 'embedded_object';
}

interface References {
  /** SVG given beside the same picture in another format (MS-ODRAWXML 2.3.1), by lower-case part name. */
  readonly drawnTwice: Set<string>;
  readonly fontKeys: string[];
}

function noteReferences(parts: OfficeParts, partName: string, text: string, { drawnTwice, fontKeys }: References): void {
  if (!/svgBlip|fontKey/.test(text)) return;
  const relationships = parts.relationships(partName);
  for (const token of scanXml(text)) {
    const fontKey = attributeValue(token, 'fontKey');
    if (fontKey !== undefined) fontKeys.push(fontKey);
    if (localName(token.name) !== 'svgBlip') continue;
    const part = relationships.find(({ id }) => id === attributeValue(token, 'embed'))?.part;
    if (part !== undefined) drawnTwice.add(part.toLowerCase());
  }
}

interface Field {
  readonly pieces: { readonly start: number; readonly end: number; readonly text: string }[];
  judged: boolean;
  /** Its command contains another field. */
  isNested: boolean;
}

/** Data that only Word reads (fldData), and pictures in the old form of the text itself. */
const DROPPED_ELEMENTS = new Set(['fldData', 'binData']);

class Cleaner {
  private readonly text: string;
  private readonly relationshipKinds: ReadonlyMap<string, string>;
  private readonly removed: Tally;
  private readonly found: XmlEdit[] = [];
  private readonly fields: Field[] = [];

  constructor(text: string, relationshipKinds: ReadonlyMap<string, string>, removed: Tally) {
    this.text = text;
    this.relationshipKinds = relationshipKinds;
    this.removed = removed;
  }

  edits(): readonly XmlEdit[] {
    let dropping: { readonly start: number; readonly depth: number } | undefined;
    let isInstruction = false;
    for (const token of scanXml(this.text)) {
      if (dropping) {
        if (token.kind !== 'close' || token.depth !== dropping.depth) continue;
        this.cut(dropping.start, token.end);
        dropping = undefined;
      } else if (token.kind === 'open' || token.kind === 'empty') {
        const name = localName(token.name);
        isInstruction = token.kind === 'open' && (name === 'instrText' || name === 'delInstrText');
        // A symbol is a letter of the command too.
        const isDropped = DROPPED_ELEMENTS.has(name) || (name === 'sym' && this.fields.some(({ judged }) => !judged));
        if (isDropped && token.kind === 'open') dropping = { start: token.start, depth: token.depth };
        else if (isDropped) this.cut(token.start, token.end);
        else this.visitElement(token, name);
      } else if (token.kind === 'close') isInstruction = false;
      else this.visitText(token, isInstruction);
    }
    for (const field of this.fields) this.endCommand(field);
    return this.found;
  }

  private cut(start: number, end: number): void {
    this.found.push({ start, end, text: '' });
  }

  private visitElement(token: XmlToken, name: string): void {
    if (name === 'fldChar') this.turnField(token);
    for (const attribute of token.attributes) {
      // The fields of a text of a drawing (ISO/IEC 29500-1, 21.1.2.2.4): others print a path or a name.
      if (name === 'fld' && attribute.name === 'type' && !/^(?:slidenum|datetime\w*)$/.test(attribute.raw)) {
        this.cut(attribute.valueStart, attribute.valueEnd);
        continue;
      }
      if (attribute.name === 'xmlns' || attribute.name.startsWith('xmlns:')) continue;
      if (name === 'fldSimple' && localName(attribute.name) === 'instr') {
        this.found.push({ start: attribute.valueStart, end: attribute.valueEnd, text: this.rewrite(decodeXmlText(attribute.raw)) });
        continue;
      }
      const gone = this.leadsToNoPicture(name, attribute) ? 'silent' : judgeAttribute(name, attribute);
      if (!gone) continue;
      this.cut(attribute.start, attribute.end);
      if (gone !== 'silent') count(this.removed, gone);
    }
  }

  /** A converter opens any part named here as a picture. */
  private leadsToNoPicture(element: string, { name, raw }: XmlAttribute): boolean {
    if (!PICTURED.has(element) || !/:(?:embed|id|pict|relid)$/.test(name)) return false;
    return this.relationshipKinds.get(decodeXmlText(raw)) !== 'image';
  }

  private visitText({ start, end }: XmlToken, isInstruction: boolean): void {
    const decoded = decodeXmlText(this.text.slice(start, end));
    const field = this.fields.at(-1);
    // The result of a field in the command of another is part of that command, which is not known before that result exists.
    if (this.fields.slice(0, -1).some(({ judged }) => !judged)) this.cut(start, end);
    // Any text before the separator is read as part of the command, whatever element holds it.
    else if (field && !field.judged) field.pieces.push({ start, end, text: decoded });
    // An instruction outside any field means nothing to Word; what a converter does with it is unknown.
    else if (isInstruction && !judgeField(decoded).keeps) this.cut(start, end);
  }

  private turnField(token: XmlToken): void {
    const types = token.attributes.filter(({ name }) => localName(name) === 'fldCharType');
    // Two of them in two namespaces: which one counts differs between readers.
    if (types.length !== 1)
      throw new JobFailure('corrupt_file', { message: 'A field mark of the document does not have exactly one type.' });
    const type = decodeXmlText(types[0]?.raw ?? '').trim();
    const outer = this.fields.at(-1);
    if (type === 'begin') {
      if (outer) outer.isNested ||= !outer.judged;
      this.fields.push({ pieces: [], judged: false, isNested: false });
    } else if (outer) {
      this.endCommand(outer);
      if (type === 'end') this.fields.pop();
    }
  }

  /** Word joins the pieces of an instruction, however they are cut: so this check joins them too. What stays is written in one piece. */
  private endCommand(field: Field): void {
    if (field.judged) return;
    field.judged = true;
    const written = this.rewrite(field.pieces.map(({ text }) => text).join(''), field.isNested);
    const [first, ...others] = field.pieces.filter(({ text }) => text.trim() !== '');
    if (!first) return;
    this.found.push({ start: first.start, end: first.end, text: written });
    for (const { start, end } of others) this.cut(start, end);
  }

  private rewrite(instruction: string, isNested = false): string {
    const verdict = judgeField(instruction);
    if (verdict.keeps) return isNested ? '' : encodeXmlText(verdict.instruction);
    if (verdict.isReported) count(this.removed, 'field');
    return '';
  }
}

/** VML elements that show a picture: an address there is fetched, not clicked. */
const FILLED = new Set(['imagedata', 'fill', 'stroke', 'background']);
const PICTURED = new Set([...FILLED, 'blip', 'svgBlip']);

/** The attributes that refer outside the document: VML's `src` and `href`, the link of a linked picture, any value that names a place. */
function judgeAttribute(element: string, { name, raw }: XmlAttribute): Removed | 'silent' | undefined {
  const local = localName(name);
  const value = decodeXmlText(raw);
  if (name === 'xml:base' || (element === 'blip' && local === 'link')) return 'silent';
  if (value === '') return undefined;
  if (local === 'href' && !FILLED.has(element)) {
    if (isSafeLink(value)) return undefined;
    return leavesPackage(value) ? 'external_resource' : 'unsafe_link';
  }
  if (local === 'src' || local === 'href') return value.startsWith('#') ? undefined : 'external_resource';
  return namesPlace(value) ? 'external_resource' : undefined;
}
