// The XMP metadata of the document against ISO 19005-2, 6.6: well-formed, in UTF-8, with properties of predefined schemas only, and the claim.
// Narrow on purpose: extension schemas are not followed, so a property that only one of them describes is blamed.

import { PDFDict, PDFRawStream } from 'pdf-lib';
import { readXmp, type XmpProperty } from '../../images/xmp.ts';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import { decodeStream } from '../decode-stream.ts';
import { lookup, nameOf } from '../dictionary.ts';
import type { Visit } from '../walk.ts';
import { placeOf } from './check-syntax.ts';
import type { Blame } from './rules.ts';

/** Of the schemas that ISO 19005-2, 6.6.2.3 names: those that the writers of this project use. */
const PROPERTIES = new Set([
  ...['title', 'description', 'creator', 'subject', 'rights', 'language', 'publisher', 'contributor', 'date', 'format', 'identifier'].map(
    (name) => `dc:${name}`,
  ),
  ...['relation', 'source', 'type', 'coverage'].map((name) => `dc:${name}`),
  ...['CreatorTool', 'CreateDate', 'ModifyDate', 'MetadataDate', 'Label', 'Nickname', 'Rating', 'BaseURL', 'Identifier'].map(
    (name) => `xmp:${name}`,
  ),
  ...['Producer', 'Keywords', 'PDFVersion', 'Trapped'].map((name) => `pdf:${name}`),
  ...['Certificate', 'Marked', 'Owner', 'UsageTerms', 'WebStatement'].map((name) => `xmpRights:${name}`),
  ...['DocumentID', 'InstanceID', 'OriginalDocumentID', 'VersionID', 'RenditionClass'].map((name) => `xmpMM:${name}`),
  ...['part', 'conformance', 'amd', 'corr', 'rev'].map((name) => `pdfaid:${name}`),
]);
/** What only the wrapper says. */
const WRAPPER = new Set(['x:xmptk']);
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
  try {
    const { bytes, left } = decodeStream(stream, PDF_BOUNDS.xmpBytesMax);
    return left.length > 0 ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
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
  for (const { name } of properties) {
    const [top = ''] = name.split('/', 1);
    if (!PROPERTIES.has(top) && !WRAPPER.has(top)) blame('xmp_property', `${place}: ${top.slice(0, 60)}`);
  }
  return properties;
}
