// A Word document without anything that leaves it: external pictures and templates, documents in the document, objects, controls, macros, and
// fields that read files. What the reader sees of the text stays. Only parts that the document reaches are kept.

import { JobFailure } from '../failure.ts';
import { attributeValue, decodeXmlText, localName, scanXml, type XmlEdit, type XmlToken } from './xml.ts';
import {
  count,
  countWords,
  isPicture,
  isSafeLink,
  isUnsafeField,
  leavesPackage,
  refuseHugePicture,
  type SafeDocument,
  type Tally,
} from './neutralise.ts';
import { openWordDocument, type OfficeParts, type Relationship } from './parts.ts';

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
};

/** @throws JobFailure as openWordDocument and scanXml do; pixel_limit, page_limit */
export async function makeSafeDocx(bytes: Uint8Array, pagesMax: number): Promise<SafeDocument> {
  const { parts, mainPart } = openWordDocument(bytes);
  const removed: Tally = new Map();
  for (const name of ['', ...parts.names()]) {
    if (name.endsWith('.rels')) continue;
    const dropped = parts.relationships(name).filter((one) => judge(one, removed));
    parts.removeRelationships(name, new Set(dropped.map(({ id }) => id)));
  }
  const reachable = parts.reachable();
  for (const name of parts.names()) if (!reachable.has(name.toLowerCase())) parts.remove(name);

  const types = parts.contentTypes();
  let imagesIn = 0;
  for (const name of parts.names()) {
    // A picture in SVG can refer to files; the same picture stands beside it in another format (MS-ODRAWXML 2.3.1).
    if (/\.svgz?$/i.test(name)) parts.remove(name);
    else if (isPicture(name)) {
      imagesIn++;
      await refuseHugePicture(parts.read(name));
    } else if (isXml(name, types)) parts.edit(name, markupEdits(parts.readText(name), removed));
  }
  parts.pruneContentTypes();
  const { pageBreaks, ...text } = surveyText(parts, mainPart);
  // Each break makes a page: counted here, the converter need not lay them out first.
  if (pageBreaks >= pagesMax) throw new JobFailure('page_limit', { details: { page_breaks: pageBreaks, pages_max: pagesMax } });
  return { bytes: parts.save(), removed, imagesIn, ...text };
}

function isXml(name: string, types: ReadonlyMap<string, string>): boolean {
  const type = types.get(name.toLowerCase()) ?? types.get(name.slice(name.lastIndexOf('.')).toLowerCase()) ?? '';
  return /[+/]xml$|vmldrawing/i.test(type) || /\.(?:xml|rels|vml)$/i.test(name);
}

/** True when the relationship must go. */
function judge({ kind, part, target }: Relationship, removed: Tally): boolean {
  const dropped = DROPPED_KINDS[kind];
  if (dropped) {
    count(removed, dropped);
    return true;
  }
  if (part !== undefined && !leavesPackage(target)) return false;
  if (kind === 'hyperlink' && isSafeLink(target)) return false;
  // What is not a web address is a file or a share; a path without a scheme is one too.
  count(removed, kind === 'hyperlink' ? 'unsafe_link' : 'external_resource');
  return true;
}

interface Field {
  readonly pieces: { readonly start: number; readonly end: number; readonly text: string }[];
  judged: boolean;
}

function markupEdits(text: string, removed: Tally): XmlEdit[] {
  const edits: XmlEdit[] = [];
  const fields: Field[] = [];
  let instruction = false;
  for (const token of scanXml(text)) {
    const name = localName(token.name);
    if (token.kind === 'open' || token.kind === 'empty') {
      if (name === 'instrText' || name === 'delInstrText') instruction = token.kind === 'open';
      else if (name === 'fldChar') turnField(token, fields, edits, removed);
      editAttributes(token, name, edits, removed);
    } else if (token.kind === 'close') {
      if (name === 'instrText' || name === 'delInstrText') instruction = false;
    } else if (instruction && (token.kind === 'text' || token.kind === 'cdata')) {
      const piece = text.slice(token.start, token.end);
      const field = fields.at(-1);
      if (field) field.pieces.push({ start: token.start, end: token.end, text: decodeXmlText(piece) });
      // An instruction outside any field means nothing to Word; what a converter makes of it is not tried.
      else if (isUnsafeField(decodeXmlText(piece))) edits.push({ start: token.start, end: token.end, text: '' });
    }
  }
  for (const field of fields) judgeField(field, edits, removed);
  return edits;
}

function turnField(token: XmlToken, fields: Field[], edits: XmlEdit[], removed: Tally): void {
  const type = attributeValue(token, 'fldCharType');
  if (type === 'begin') fields.push({ pieces: [], judged: false });
  const field = fields.at(-1);
  if (!field || type === 'begin') return;
  judgeField(field, edits, removed);
  if (type === 'end') fields.pop();
}

/** Word joins the pieces of an instruction, however they are cut: so must the judgement. */
function judgeField(field: Field, edits: XmlEdit[], removed: Tally): void {
  if (field.judged) return;
  field.judged = true;
  if (!isUnsafeField(field.pieces.map(({ text }) => text).join(''))) return;
  count(removed, 'field');
  for (const { start, end } of field.pieces) edits.push({ start, end, text: '' });
}

/** Attributes that name something outside: VML's `src` and `href`, `r:link` of a linked picture, and the instruction of a simple field. */
function editAttributes(token: XmlToken, name: string, edits: XmlEdit[], removed: Tally): void {
  for (const attribute of token.attributes) {
    const local = localName(attribute.name);
    const value = decodeXmlText(attribute.raw);
    if (name === 'fldSimple' && local === 'instr') {
      if (!isUnsafeField(value)) continue;
      count(removed, 'field');
      edits.push({ start: attribute.valueStart, end: attribute.valueEnd, text: '' });
    } else if ((local === 'src' || local === 'href') && !attribute.name.startsWith('xmlns') && !isSafeLink(value)) {
      if (value === '') continue;
      count(removed, leavesPackage(value) ? 'external_resource' : 'unsafe_link');
      edits.push({ start: attribute.start, end: attribute.end, text: '' });
    } else if (local === 'src' && isSafeLink(value) && !value.startsWith('#')) {
      count(removed, 'external_resource');
      edits.push({ start: attribute.start, end: attribute.end, text: '' });
    } else if (name === 'blip' && local === 'link') {
      edits.push({ start: attribute.start, end: attribute.end, text: '' });
    }
  }
}

function surveyText(parts: OfficeParts, mainPart: string): { wordsIn: number; fonts: string[]; pageBreaks: number } {
  const fonts = new Set<string>();
  let text = '';
  let inText = false;
  let pageBreaks = 0;
  const source = parts.readText(mainPart);
  for (const token of scanXml(source)) {
    const name = localName(token.name);
    if (token.kind === 'open' && name === 't') inText = true;
    else if (token.kind === 'close') {
      inText = false;
      if (name === 'p' || name === 'tab' || name === 'br') text += ' ';
    } else if (inText && token.kind === 'text') text += decodeXmlText(source.slice(token.start, token.end));
    else if (token.kind === 'empty' && (name === 'tab' || name === 'br')) text += ' ';
    if (name === 'br' && token.kind !== 'close' && attributeValue(token, 'type') === 'page') pageBreaks++;
    if (name === 'rFonts') for (const local of ['ascii', 'hAnsi', 'eastAsia', 'cs']) addFont(fonts, attributeValue(token, local));
  }
  return { wordsIn: countWords(text), fonts: [...fonts].toSorted(), pageBreaks };
}

function addFont(fonts: Set<string>, name: string | undefined): void {
  if (name !== undefined && name !== '' && fonts.size < 50) fonts.add(name);
}
