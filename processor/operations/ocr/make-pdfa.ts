// Brings a document to PDF/A-2b without changing what it shows: identification in XMP that says what /Info says, an sRGB output intent, a file
// identifier. What cannot conform is refused with its reasons, before any page is read and again on the finished file.

import { randomBytes } from 'node:crypto';
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import sharp from 'sharp';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import { arrayOf, lookup, nameOf, numberOf } from '../../pdf/dictionary.ts';
import type { OpenedPdf } from '../../pdf/open.ts';
import { walkLive } from '../../pdf/walk.ts';
import { writePdfValues } from '../metadata/pdf-set.ts';
import { judgePdfa, PDFA_RULES, type PdfaRule } from './pdfa-rules.ts';

const IDENTIFICATION =
  '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>';

/** @param ignored rules that later steps may still satisfy. @throws JobFailure unsupported_feature with the rules that are broken */
export function refuseUnlessPdfa(opened: OpenedPdf, ignored: readonly PdfaRule[] = []): void {
  const broken = [...judgePdfa(opened)].filter(([rule]) => !ignored.includes(rule));
  if (broken.length === 0) return;
  throw new JobFailure('unsupported_feature', {
    message: `The document cannot be brought to PDF/A-2b without loss: ${broken.map(([rule]) => rule).join(', ')}.`,
    details: { reasons: broken.map(([rule, count]) => ({ rule, clause: `ISO 19005-2, ${PDFA_RULES[rule]}`, count })) },
  });
}

/** What may be set right without loss: pictures are no longer smoothed by the reader, links are printed as they are shown. */
export function settleForPdfa(opened: OpenedPdf): void {
  walkLive(opened.context, ({ dict, stream, key }) => {
    if (stream && nameOf(dict, 'Subtype') === 'Image') dict.delete(PDFName.of('Interpolate'));
    const isLink = (nameOf(dict, 'Type') === 'Annot' || key === 'Annots') && nameOf(dict, 'Subtype') === 'Link';
    if (isLink) dict.set(PDFName.of('F'), opened.context.obj((numberOf(dict, 'F') ?? 0) | 4));
  });
}

/** Writes the claim. The XMP packet is made anew from /Info, so that both say the same. */
export async function claimPdfa(opened: OpenedPdf): Promise<Warning[]> {
  const { context, catalog } = opened;
  const notes: Warning[] = [];
  if (catalog.has(PDFName.of('Metadata'))) {
    catalog.delete(PDFName.of('Metadata'));
    notes.push({ code: 'xmp_rewritten', message: 'The XMP metadata were written anew from the document information.' });
  }
  writePdfValues(opened, {});
  const written = lookup(catalog, 'Metadata');
  if (!(written instanceof PDFRawStream)) throw new JobFailure('internal');
  const packet = Buffer.from(written.getContents()).toString('utf8').replace('</rdf:RDF>', `${IDENTIFICATION}</rdf:RDF>`);
  const bytes = Buffer.from(packet, 'utf8');
  const stream = PDFRawStream.of(context.obj({ Type: 'Metadata', Subtype: 'XML', Length: bytes.length }), bytes);
  catalog.set(PDFName.of('Metadata'), context.register(stream));
  if (!hasIntent(catalog)) await addIntent(opened);
  if (!(context.trailerInfo.ID instanceof PDFArray)) {
    const id = PDFArray.withContext(context);
    const half = PDFHexString.of(randomBytes(16).toString('hex'));
    id.push(half);
    id.push(half);
    context.trailerInfo.ID = id;
  }
  return notes;
}

function hasIntent(catalog: PDFDict): boolean {
  const intents = arrayOf(catalog, 'OutputIntents');
  return (intents?.asArray() ?? []).some((_, index) => {
    const intent = intents?.lookup(index);
    return intent instanceof PDFDict && nameOf(intent, 'S') === 'GTS_PDFA1';
  });
}

async function addIntent({ context, catalog }: OpenedPdf): Promise<void> {
  const profile = context.register(context.flateStream(await srgbProfile(), { N: 3 }));
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB IEC61966-2.1'),
    Info: PDFString.of('sRGB IEC61966-2.1'),
    DestOutputProfile: profile,
  });
  const intents = arrayOf(catalog, 'OutputIntents') ?? PDFArray.withContext(context);
  intents.push(context.register(intent));
  catalog.set(PDFName.of('OutputIntents'), intents);
}

/** The profile that libvips brings along. */
async function srgbProfile(): Promise<Uint8Array> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } });
  const { icc } = await sharp(await dot.withIccProfile('srgb').png().toBuffer()).metadata();
  if (!icc) throw new JobFailure('internal', { cause: new Error('no sRGB profile') });
  return icc;
}
