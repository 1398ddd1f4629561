// The claim of PDF/A-2b: a new XMP packet that repeats the document information and states that the file conforms (ISO 19005-2, 6.6),
// and the file identifier. Properties that no schema of the standard knows are left out.

import { PDFArray, PDFDict, PDFHexString, PDFName, PDFRawStream, PDFRef } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import { readXmp, type XmpProperty } from '../../../images/xmp.ts';
import { encodeXmlText, keepXmlCharacters } from '../../../office/xml.ts';
import { PDF_BOUNDS } from '../../bounds.ts';
import { tryDecodeWhole } from '../../streams/decode-stream.ts';
import { lookup, textOf } from '../../syntax/dictionary.ts';
import type { OpenedPdf } from '../../opened.ts';

const PART = 2;
const CONFORMANCE = 'B';

/** Entries of /Info and the matching properties (ISO 19005-1, table 1). */
const PAIRS = [
  ['Title', 'dc:title', 'Alt'],
  ['Author', 'dc:creator', 'Seq'],
  ['Subject', 'dc:description', 'Alt'],
  ['Keywords', 'pdf:Keywords', 'text'],
  ['Creator', 'xmp:CreatorTool', 'text'],
  ['Producer', 'pdf:Producer', 'text'],
  ['CreationDate', 'xmp:CreateDate', 'date'],
  ['ModDate', 'xmp:ModifyDate', 'date'],
] as const;

/** Replaces the packet; warns when other properties are lost. */
export function claimPdfa(opened: OpenedPdf): Warning[] {
  const { context, catalog } = opened;
  const properties = readProperties(lookup(catalog, 'Metadata'));
  const info = context.lookup(context.trailerInfo.Info);
  if (!(info instanceof PDFDict)) delete context.trailerInfo.Info;
  const written: string[] = [];
  for (const [entry, name, kind] of PAIRS) {
    const own = info instanceof PDFDict ? textOf(lookup(info, entry)) : undefined;
    const value = kind === 'date' ? (fromPdfDate(own) ?? isoDate(valueOf(properties, name))) : own?.trim() || valueOf(properties, name);
    if (value) written.push(element(name, kind, value));
  }
  const rights = valueOf(properties, 'dc:rights');
  if (rights) written.push(element('dc:rights', 'Alt', rights));
  const packet = Buffer.from(
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n' +
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n' +
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
      'xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">\n' +
      `${written.join('\n')}\n<pdfaid:part>${PART}</pdfaid:part>\n<pdfaid:conformance>${CONFORMANCE}</pdfaid:conformance>\n` +
      '</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="w"?>',
    'utf8',
  );
  const stream = PDFRawStream.of(context.obj({ Type: 'Metadata', Subtype: 'XML', Length: packet.length }), packet);
  catalog.set(PDFName.of('Metadata'), context.register(stream));
  if (info instanceof PDFDict && !(context.trailerInfo.Info instanceof PDFRef)) context.trailerInfo.Info = context.register(info);
  // A page layer, a language and the like stay; entries that declare another kind of file do not.
  const known = new Set<string>([
    ...PAIRS.map(([, name]) => name),
    'dc:rights',
    'dc:format',
    'dc:subject',
    'xmp:MetadataDate',
    'x:xmptk',
    'pdf:PDFVersion',
  ]);
  const lost = properties.filter(({ name }) => !known.has(name.split('/', 1)[0] ?? '') && !name.startsWith('pdfaid:'));
  if (lost.length === 0) return [];
  return [{ code: 'xmp_rewritten', message: 'The XMP metadata were recreated; properties that PDF/A does not define were left out.' }];
}

/** Both halves are made from the existing identifier, or at random. */
export function giveFileId({ context }: OpenedPdf, half: string): void {
  const id = PDFArray.withContext(context);
  const old = context.lookup(context.trailerInfo.ID);
  const first = old instanceof PDFArray && old.size() > 0 ? old.lookup(0) : undefined;
  const kept = first && 'asBytes' in first ? Buffer.from((first as PDFHexString).asBytes()).toString('hex') : '';
  id.push(PDFHexString.of(kept === '' ? half : kept));
  id.push(PDFHexString.of(half));
  context.trailerInfo.ID = id;
}

function readProperties(stream: unknown): readonly XmpProperty[] {
  const packet = stream instanceof PDFRawStream ? tryDecodeWhole(stream, PDF_BOUNDS.xmpBytesMax) : undefined;
  return (packet && readXmp(packet)) ?? [];
}

function valueOf(properties: readonly XmpProperty[], name: string): string | undefined {
  return properties.find((property) => property.name === name)?.value;
}

function element(name: string, kind: 'Alt' | 'Seq' | 'text' | 'date', value: string): string {
  const text = encodeXmlText(keepXmlCharacters(value.toWellFormed()));
  if (kind === 'Alt') return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></${name}>`;
  if (kind === 'Seq') return `<${name}><rdf:Seq><rdf:li>${text}</rdf:li></rdf:Seq></${name}>`;
  return `<${name}>${text}</${name}>`;
}

function fromPdfDate(text: string | undefined): string | undefined {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?'?|Z)?/.exec(text ?? '');
  if (!match) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes = '00'] = match;
  return isoDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`);
}

/** Only valid dates. */
function isoDate(text: string | undefined): string | undefined {
  const isShaped = text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return isShaped && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
