// Finds every piece of metadata in an opened PDF, each with the action that removes it. One walk over what the trailer reaches; then what is
// in the file but not in the document: earlier revisions, orphans, comments, bytes before and after. Nothing is changed here.

import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { arrayOf, dictOf, isString, lookup, nameOf, textOf } from '../pdf/syntax/dictionary.ts';
import type { OpenedPdf } from '../pdf/opened.ts';
import { type Visit, walkLive } from '../pdf/syntax/walk.ts';
import type { FoundValue } from './marker-search.ts';
import { findInXmpStream, infoEntry, type PdfFinding, stringsBelow } from './pdf-entries.ts';
import { findInPicture } from './pdf-images.ts';
import { findOutsideDocument } from './pdf-leftovers.ts';

/** @param withSignatures also what signatures contain; they are removed only when the customer allows invalidating them. */
export function surveyPdf(opened: OpenedPdf, withSignatures: boolean): PdfFinding[] {
  const findings: PdfFinding[] = [...findInTrailer(opened)];
  const survey = new Survey(opened, withSignatures, findings);
  walkLive(opened.context, (visit) => survey.visit(visit));
  findings.push(...findOutsideDocument(opened));
  return findings;
}

function findInTrailer({ context }: OpenedPdf): PdfFinding[] {
  const findings: PdfFinding[] = [];
  const info = context.lookup(context.trailerInfo.Info);
  if (info instanceof PDFDict) {
    const remove = () => {
      delete context.trailerInfo.Info;
    };
    findings.push({ found: info.entries().map(([name, value]) => infoEntry(name, context.lookup(value))), remove });
  }
  const id = context.lookup(context.trailerInfo.ID);
  const parts = id instanceof PDFArray ? id.asArray().map((part) => context.lookup(part)) : [];
  const found = parts.filter(isString).map((part): FoundValue => ({
    kind: 'file_id',
    location: 'trailer /ID',
    value: Buffer.from(part.asBytes()).toString('hex'),
    isMarker: false,
  }));
  const remove = () => {
    delete context.trailerInfo.ID;
  };
  if (found.length > 0) findings.push({ found, remove });
  return findings;
}

/** Resource dictionaries: their keys are names of the writer's choice, whatever they look like. */
const RESOURCE_KEYS = new Set(['XObject', 'Font', 'ColorSpace', 'Pattern', 'Shading', 'ExtGState', 'Properties', 'CharProcs', 'AP', 'N']);

class Survey {
  private readonly opened: OpenedPdf;
  private readonly withSignatures: boolean;
  private readonly findings: PdfFinding[];
  private readonly pageNumbers: ReadonlyMap<PDFDict, number>;
  private layers = 0;

  constructor(opened: OpenedPdf, withSignatures: boolean, findings: PdfFinding[]) {
    this.opened = opened;
    this.withSignatures = withSignatures;
    this.findings = findings;
    this.pageNumbers = new Map(opened.pages.map(({ dict }, index) => [dict, index + 1]));
  }

  visit(visit: Visit): void {
    const { dict, stream, key, parent } = visit;
    if (key === 'Info' && parent === undefined) return;
    const where = this.placeOf(visit);
    if (!stream && RESOURCE_KEYS.has(key) && !dict.has(PDFName.of('Type'))) return;
    this.visitAnyDictionary(dict, where);
    if (stream instanceof PDFRawStream && lookup(dict, 'Params') instanceof PDFDict) this.visitEmbeddedFile(dict, where);
    if (lookup(dict, 'Rect') instanceof PDFArray && nameOf(dict, 'Subtype')) this.visitAnnotation(dict, where);
    if (nameOf(dict, 'Type') === 'OCG') this.visitLayer(dict, where);
    if (key === 'OCProperties') this.visitLayerConfigurations(dict);
    if (parent === undefined && key === 'Root') this.visitCatalog(dict);
    if (this.pageNumbers.has(dict)) this.visitPage(dict, where);
    if (this.withSignatures) this.visitSigned(dict, where);
    if (stream instanceof PDFRawStream && nameOf(dict, 'Subtype') === 'Image') {
      const picture = findInPicture(stream, where);
      if (picture === 'unreadable') {
        this.findings.push({ found: [{ kind: 'unreadable_picture', location: where }], onRequest: 'never', remove: () => {} });
      } else if (picture) this.findings.push(picture);
    }
  }

  private visitAnyDictionary(dict: PDFDict, where: string): void {
    const metadata = lookup(dict, 'Metadata');
    if (metadata instanceof PDFRawStream && !['Image', 'Form'].includes(nameOf(metadata.dict, 'Subtype') ?? '')) {
      this.drop(dict, 'Metadata', findInXmpStream(metadata, `${where} /Metadata`));
    }
    for (const [key, kind] of [
      ['PieceInfo', 'piece_info'],
      ['OPI', 'opi'],
      // pdfTeX copies the information of every PDF that it includes, and its path (PTEX.*).
      ['PTEX.InfoDict', 'included_file'],
    ] as const) {
      const value = lookup(dict, key);
      if (value instanceof PDFDict) this.drop(dict, key, stringsBelow(value, kind, `${where} /${key}`));
    }
    this.dropStrings(dict, ['LastModified'], 'date', where);
    this.dropStrings(dict, ['PTEX.FileName'], 'included_file', where);
    if (dict.has(PDFName.of('EF')) && lookup(dict, 'ID') instanceof PDFArray) {
      this.drop(dict, 'ID', [{ kind: 'file_id', location: `${where} /ID` }]);
    }
  }

  private visitCatalog(catalog: PDFDict): void {
    const spider = lookup(catalog, 'SpiderInfo');
    if (spider instanceof PDFDict) this.drop(catalog, 'SpiderInfo', stringsBelow(spider, 'web_capture', 'catalog /SpiderInfo'));
    const names = dictOf(lookup(catalog, 'Names'));
    for (const key of ['IDS', 'URLS']) {
      if (names?.has(PDFName.of(key))) this.drop(names, key, [{ kind: 'web_capture', location: `catalog /Names /${key}` }]);
    }
    if (this.opened.description.usageRights) this.drop(catalog, 'Perms', [{ kind: 'usage_rights', location: 'catalog /Perms' }]);
    const parts = arrayOf(dictOf(lookup(catalog, 'AcroForm')), 'XFA');
    if (parts) this.visitXfa(parts);
  }

  private visitXfa(parts: PDFArray): void {
    for (let index = 0; index + 1 < parts.size(); index += 2) {
      const packet = parts.lookup(index + 1);
      if (textOf(parts.lookup(index)) !== 'xmpmeta' || !(packet instanceof PDFRawStream)) continue;
      const at = index;
      const remove = () => {
        parts.remove(at + 1);
        parts.remove(at);
      };
      this.findings.push({ found: findInXmpStream(packet, 'XFA xmpmeta'), remove });
      return;
    }
  }

  private visitPage(page: PDFDict, where: string): void {
    const thumbnail = lookup(page, 'Thumb');
    if (thumbnail instanceof PDFRawStream) {
      this.drop(page, 'Thumb', [{ kind: 'thumbnail', location: `${where} /Thumb`, bytes: thumbnail.getContentsSize() }]);
    }
    if (isString(lookup(page, 'ID'))) this.drop(page, 'ID', [{ kind: 'web_capture', location: `${where} /ID` }]);
  }

  private visitEmbeddedFile(dict: PDFDict, where: string): void {
    const params = dictOf(lookup(dict, 'Params'));
    if (!params) return;
    this.dropStrings(params, ['CreationDate', 'ModDate'], 'embedded_file', `${where} /Params`);
    const mac = lookup(params, 'Mac');
    if (mac instanceof PDFDict) this.drop(params, 'Mac', stringsBelow(mac, 'embedded_file', `${where} /Params /Mac`));
  }

  private visitAnnotation(dict: PDFDict, where: string): void {
    this.dropStrings(dict, ['M', 'CreationDate'], 'date', `${where} annotation`);
    // In a form field /T is the field's name.
    if (nameOf(dict, 'Subtype') === 'Widget' || lookup(dict, 'FT')) return;
    this.dropStrings(dict, ['T'], 'annotation_author', `${where} annotation`, 'authors');
  }

  private visitLayer(dict: PDFDict, where: string): void {
    const usage = dictOf(lookup(dict, 'Usage'));
    const creator = dictOf(lookup(usage, 'CreatorInfo'));
    if (usage && creator) this.drop(usage, 'CreatorInfo', stringsBelow(creator, 'layer_creator', `${where} /CreatorInfo`));
    const name = textOf(lookup(dict, 'Name'));
    this.layers++;
    const neutral = `Layer ${this.layers}`;
    if (name === undefined || name === neutral) return;
    const remove = () => dict.set(PDFName.of('Name'), PDFString.of(neutral));
    this.findings.push({ found: [{ kind: 'layer_name', location: where, value: name }], onRequest: 'layer_names', remove });
  }

  private visitLayerConfigurations(properties: PDFDict): void {
    const more = arrayOf(properties, 'Configs')?.asArray() ?? [];
    for (const item of [lookup(properties, 'D'), ...more.map((one) => properties.context.lookup(one))]) {
      const configuration = dictOf(item);
      if (!configuration) continue;
      this.dropStrings(configuration, ['Creator'], 'layer_creator', 'layer configuration');
      this.dropStrings(configuration, ['Name'], 'layer_name', 'layer configuration', 'layer_names');
      const order = arrayOf(configuration, 'Order');
      if (order) this.visitLayerLabels(order, 0);
    }
  }

  /** Labels of groups of layers are strings at the head of nested arrays (ISO 32000-1 table 101). */
  private visitLayerLabels(order: PDFArray, depth: number): void {
    if (depth > 32) return;
    for (let index = 0; index < order.size(); index++) {
      const item = order.lookup(index);
      if (item instanceof PDFArray) this.visitLayerLabels(item, depth + 1);
      const label = textOf(item);
      if (label === undefined || label === 'Layers') continue;
      const at = index;
      const remove = () => order.set(at, PDFString.of('Layers'));
      this.findings.push({ found: [{ kind: 'layer_name', location: 'layer group', value: label }], onRequest: 'layer_names', remove });
    }
  }

  private visitSigned(dict: PDFDict, where: string): void {
    const { signatures } = this.opened.description;
    const value = lookup(dict, 'V');
    if (value instanceof PDFDict && signatures.includes(value)) this.drop(dict, 'V', stringsBelow(value, 'signature', `${where} /V`));
    if (signatures.length === 0 || dict !== this.opened.catalog) return;
    for (const key of ['Perms', 'DSS']) {
      if (dict.has(PDFName.of(key))) this.drop(dict, key, [{ kind: 'signature', location: `catalog /${key}` }]);
    }
    const form = dictOf(lookup(dict, 'AcroForm'));
    if (form?.has(PDFName.of('SigFlags'))) this.drop(form, 'SigFlags', []);
  }

  private dropStrings(dict: PDFDict, keys: readonly string[], kind: string, where: string, onRequest?: PdfFinding['onRequest']): void {
    for (const key of keys) {
      const value = textOf(lookup(dict, key));
      if (value !== undefined) this.drop(dict, key, [{ kind, location: `${where} /${key}`, name: key, value }], onRequest);
    }
  }

  private drop(dict: PDFDict, key: string, found: readonly FoundValue[], onRequest?: PdfFinding['onRequest']): void {
    const remove = () => void dict.delete(PDFName.of(key));
    this.findings.push({ found, remove, ...(onRequest ? { onRequest } : {}) });
  }

  private placeOf({ dict, stream, ref, key }: Visit): string {
    if (dict === this.opened.catalog) return 'catalog';
    const page = this.pageNumbers.get(dict);
    if (page !== undefined) return `page ${page}`;
    const noun = nameOf(dict, 'Subtype') === 'Image' ? 'image' : key.startsWith('FontFile') ? 'font' : stream ? 'stream' : 'object';
    return ref ? `${noun} ${ref.objectNumber} ${ref.generationNumber} R` : `${noun} /${key}`;
  }
}
