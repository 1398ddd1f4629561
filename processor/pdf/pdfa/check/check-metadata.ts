// The XMP metadata of the document against ISO 19005-2, 6.6: well-formed, in UTF-8, with properties of predefined schemas only, and the claim.
// Narrow on purpose: extension schemas are not followed, so a property that only one of them describes is blamed.

import type { PDFDict } from 'pdf-lib';
import { PDFRawStream } from 'pdf-lib';
import { readXmp, type XmpProperty } from '../../../images/xmp.ts';
import { PDF_BOUNDS } from '../../bounds.ts';
import { tryDecodeWhole } from '../../streams/decode-stream.ts';
import { lookup, nameOf } from '../../syntax/dictionary.ts';
import type { Visit } from '../../syntax/walk.ts';
import { placeOf } from './check-syntax.ts';
import type { Blame } from './rules.ts';

/** The predefined schemas (6.6.2.3) that the writers of this project use, with the container that each requires. */
const PROPERTIES: ReadonlyMap<string, 'Alt' | 'Seq' | 'Bag' | 'date' | 'text'> = new Map([
  ['dc:title', 'Alt'],
  ['dc:description', 'Alt'],
  ['dc:rights', 'Alt'],
  ['dc:format', 'text'],
  ['dc:creator', 'Seq'],
  ['dc:subject', 'Bag'],
  ['xmp:CreatorTool', 'text'],
  ['xmp:CreateDate', 'date'],
  ['xmp:ModifyDate', 'date'],
  ['xmp:MetadataDate', 'date'],
  ['pdf:Producer', 'text'],
  ['pdf:Keywords', 'text'],
  ['pdf:PDFVersion', 'text'],
  ['xmpMM:DocumentID', 'text'],
  ['xmpMM:InstanceID', 'text'],
  ['pdfaid:part', 'text'],
  ['pdfaid:conformance', 'text'],
  ['pdfaid:amd', 'text'],
  ['pdfaid:corr', 'text'],
]);
/** Attributes of the wrapper only. */
const WRAPPER = new Set(['x:xmptk']);
const DATE = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/;
const PDFA_ID = 'http://www.aiim.org/pdfa/ns/id/';

export function checkMetadata(catalog: PDFDict, blame: Blame): void {
  const stream = lookup(catalog, 'Metadata');
  const packet = stream instanceof PDFRawStream ? packetOf(stream) : undefined;
  if (!packet) return blame('metadata', 'catalog');
  const properties = judgePacket(packet, blame, 'catalog');
  if (!properties) return;
  const valueOf = (name: string) => properties.find((property) => property.name === name)?.value;
  const isBound =
    packet.toString('utf8').includes(`xmlns:pdfaid="${PDFA_ID}"`) || packet.toString('utf8').includes(`xmlns:pdfaid='${PDFA_ID}'`);
  if (!isBound || valueOf('pdfaid:part') !== '2' || !/^[ABU]$/.test(valueOf('pdfaid:conformance') ?? '')) blame('identification');
}

/** Metadata of parts of the document. */
export function checkOtherMetadata({ dict, stream, ref }: Visit, catalog: PDFDict, blame: Blame): void {
  if (!(stream instanceof PDFRawStream) || nameOf(dict, 'Type') !== 'Metadata' || lookup(catalog, 'Metadata') === stream) return;
  const packet = packetOf(stream);
  if (packet) judgePacket(packet, blame, placeOf(ref, 'metadata'));
  else blame('metadata', placeOf(ref, 'metadata'));
}

function packetOf(stream: PDFRawStream): Buffer | undefined {
  const bytes = tryDecodeWhole(stream, PDF_BOUNDS.xmpBytesMax);
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function judgePacket(packet: Buffer, blame: Blame, place: string): readonly XmpProperty[] | undefined {
  const text = packet.toString('utf8');
  const isUtf8 = packet[1] !== 0 && packet[0] !== 0 && ![0xfe, 0xff].includes(packet[0] ?? 0) && !text.includes('\ufffd');
  const head = /<\?xpacket([^>]*)\?>/.exec(text)?.[1];
  // An attribute of the packet's header, not of the processing instruction before it.
  const isHeadClean = head !== undefined && !/\s(?:bytes|encoding)\s*=/.test(head);
  const properties = readXmp(packet);
  const isWhole = properties !== undefined && /<\?xpacket end=/.test(text) && /<rdf:RDF[\s>]/.test(text);
  if (!isUtf8 || !isHeadClean || !isWhole) {
    blame('metadata', place);
    return undefined;
  }
  for (const { name, value } of properties) {
    const [top = ''] = name.split('/', 1);
    if (WRAPPER.has(top)) continue;
    const kind = PROPERTIES.get(top);
    const isOff =
      kind === undefined ||
      (kind === 'date' && !DATE.test(value)) ||
      ((kind === 'Alt' || kind === 'Seq' || kind === 'Bag') &&
        !new RegExp(`<${top}>\\s*<rdf:${kind}>\\s*${kind === 'Alt' ? '<rdf:li xml:lang=' : '<'}`).test(text)) ||
      ((kind === 'date' || kind === 'text') && new RegExp(`<${top}>\\s*<`).test(text));
    if (isOff) blame('xmp_property', `${place}: ${top.slice(0, 60)}`);
  }
  return properties;
}
