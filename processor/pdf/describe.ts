// What operations must know about a loaded document before they change it: signatures, forms, layers, attachments, active content.

import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import { lookup, nameOf } from './syntax/dictionary.ts';
import { type Visit, walkLive } from './syntax/walk.ts';

interface PdfFeatures {
  /** Signature dictionaries with a value, usage rights not counted. A signature field without a value is not signed. */
  readonly signatures: readonly PDFDict[];
  readonly usageRights: boolean;
  readonly xfa: boolean;
  /** A portfolio (ISO 32000-1 12.3.5). */
  readonly collection: boolean;
  readonly attachments: number;
  readonly threeD: boolean;
  readonly javascript: boolean;
  /** Fonts of Type 3 (ISO 32000-2 9.6.4). */
  readonly drawnFonts: readonly PDFRef[];
}

export interface PdfDescription extends PdfFeatures {
  /** Every object that the trailer reaches. */
  readonly live: ReadonlySet<PDFRef>;
  /** Live streams, in no particular order: looked up when they are asked for, so that nobody has to hold them. */
  readonly streams: Iterable<PDFRawStream>;
}

/** @param missing is called for each reference to nothing. @throws JobFailure corrupt_file when direct objects nest too deep */
export function describePdf(context: PDFContext, catalog: PDFDict, missing: (ref: PDFRef) => void): PdfDescription {
  const signatures: PDFDict[] = [];
  const streams: PDFRef[] = [];
  const drawnFonts: PDFRef[] = [];
  let [attachments, usageRights, threeD, javascript] = [0, false, false, false];
  const visit = ({ dict, stream, ref }: Visit) => {
    if (stream instanceof PDFRawStream && ref) streams.push(ref);
    // A usage-rights signature, found first through /Perms, is not a person's signature; /DocMDP is reached through its field too.
    if (lookup(dict, 'ByteRange') instanceof PDFArray && dict.has(PDFName.of('Contents'))) {
      if (isUsageRights(catalog, dict)) usageRights = true;
      else signatures.push(dict);
    }
    if (stream && nameOf(dict, 'Type') === 'EmbeddedFile') attachments++;
    if (['3D', 'RichMedia'].includes(nameOf(dict, 'Subtype') ?? '') && dict.has(PDFName.of('Rect'))) threeD = true;
    if (nameOf(dict, 'S') === 'JavaScript') javascript = true;
    if (ref && nameOf(dict, 'Subtype') === 'Type3') drawnFonts.push(ref);
  };
  const live = walkLive(context, visit, missing);
  const form = lookup(catalog, 'AcroForm');
  const xfa = form instanceof PDFDict && form.has(PDFName.of('XFA'));
  const collection = lookup(catalog, 'Collection') instanceof PDFDict;
  return {
    live,
    streams: { [Symbol.iterator]: () => lookedUp(context, streams) },
    signatures,
    usageRights,
    xfa,
    collection,
    attachments,
    threeD,
    javascript,
    drawnFonts,
  };
}

function* lookedUp(context: PDFContext, refs: readonly PDFRef[]): Generator<PDFRawStream, void, void> {
  for (const ref of refs) {
    const stream = context.lookup(ref);
    if (stream instanceof PDFRawStream) yield stream;
  }
}

function isUsageRights(catalog: PDFDict, signature: PDFDict): boolean {
  const permissions = lookup(catalog, 'Perms');
  if (!(permissions instanceof PDFDict)) return false;
  return lookup(permissions, 'UR3') === signature || lookup(permissions, 'UR') === signature;
}
