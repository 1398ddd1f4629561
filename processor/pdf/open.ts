// The one place where a PDF is opened. It decides once, for every operation, what is a PDF, what is damaged, locked, signed or too large, and
// returns a document without encryption whose objects are exactly the live ones. It starts no program: a repair is passed in.

import { PDFArray, PDFContext, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../failure.ts';
import { PDF_BOUNDS, PdfDamage } from './bounds.ts';
import { decodeStream, refuseBomb } from './streams/decode-stream.ts';
import { describePdf, type PdfDescription } from './describe.ts';
import { lookup, nameOf } from './syntax/dictionary.ts';
import { ObjectLoader } from './objects/load-objects.ts';
import type { PdfPage } from './opened.ts';
import { readPages } from './pages/pages.ts';
import { copyDecrypted } from './pdfium/pdfium-thread.ts';
import { unlockPdf } from './unlock.ts';
import { walkLive } from './syntax/walk.ts';
import { readXref, type Xref } from './objects/xref.ts';
import type { OpenedPdf } from './opened.ts';

/** Rewrites a damaged or encrypted file; undefined when it cannot. The one of processor/tools/qpdf.ts, or none. */
type RepairPdf = (bytes: Uint8Array, password: string | undefined) => Promise<Uint8Array | undefined>;

export interface OpenOptions {
  /** `modify` also checks the document's permissions and signatures. */
  readonly needs: 'read' | 'modify';
  readonly pagesMax: number;
  readonly password?: string | undefined;
  /** A damaged file is refused instead of repaired. */
  readonly strict?: boolean;
  /** Default: refuse. */
  readonly onSignature?: 'refuse' | 'invalidate';
  readonly repair?: RepairPdf;
}

/**
 * @throws JobFailure empty_file, type_mismatch, encrypted_pdf, password_incorrect, corrupt_file, page_limit, page_too_large,
 *   decompression_limit, signed_document
 */
export async function openPdf(source: Uint8Array, options: OpenOptions): Promise<OpenedPdf> {
  const whole = Buffer.from(source.buffer, source.byteOffset, source.length);
  if (whole.length === 0) throw new JobFailure('empty_file');
  const header = whole.subarray(0, PDF_BOUNDS.headerBytesMax + 8).indexOf('%PDF-');
  if (header < 0 || header > PDF_BOUNDS.headerBytesMax) throw new JobFailure('type_mismatch');
  const warnings: Warning[] = [];
  const found = await readObjects(whole, header, options, warnings);
  const catalog = readCatalog(found.context);
  const pages = readPages(found.context, catalog, options.pagesMax);
  const description = describePdf(found.context, catalog);
  await refuseBombs(description);
  refuseSigned(description, options);
  if (found.wasRepaired) warnAboutLostContent(pages, warnings);
  const document = Reflect.construct(PDFDocument, [found.context, true, false]) as PDFDocument;
  return { ...found, document, catalog, pages, description, leadingBytes: header, warnings };
}

interface ReadObjects {
  readonly context: PDFContext;
  readonly xref: Xref;
  readonly loader: ObjectLoader;
  readonly bytes: Buffer;
  readonly wasEncrypted: boolean;
  readonly wasRepaired: boolean;
}

async function readObjects(whole: Buffer, header: number, options: OpenOptions, warnings: Warning[]): Promise<ReadObjects> {
  // Offsets count from the header (ISO 32000-1 7.5.2 with the implementation note), but some writers count from the start of the file.
  const bases = header === 0 ? [whole] : [whole.subarray(header), whole];
  let damage: PdfDamage | undefined;
  for (const bytes of bases) {
    const tried = tryRead(bytes);
    if (tried === 'encrypted') return readUnlocked(whole, options, warnings);
    if (!(tried instanceof PdfDamage)) return { ...tried, wasEncrypted: false, wasRepaired: false };
    damage ??= tried;
  }
  if (options.strict) throw new JobFailure('corrupt_file', { message: 'The file is damaged.', cause: damage });
  if (whole.includes('/Encrypt')) return readUnlocked(whole, options, warnings);
  const repaired = await repairWith(options, whole, damage);
  warnings.push({
    code: 'repaired',
    message: 'The structure of the file was damaged and has been rebuilt. Check that nothing is missing.',
  });
  return { ...repaired, wasEncrypted: false, wasRepaired: true };
}

async function readUnlocked(whole: Buffer, options: OpenOptions, warnings: Warning[]): Promise<ReadObjects> {
  const unlocked = await unlockPdf(whole, options);
  for (const bytes of [await options.repair?.(whole, options.password ?? ''), unlocked]) {
    const tried = bytes && tryRead(asBuffer(bytes));
    if (tried && tried !== 'encrypted' && !(tried instanceof PdfDamage)) {
      if (options.needs === 'modify')
        warnings.push({ code: 'encryption_removed', message: 'The source is encrypted; the result is written without encryption.' });
      return { ...tried, wasEncrypted: true, wasRepaired: false };
    }
  }
  throw new JobFailure('corrupt_file');
}

async function repairWith(options: OpenOptions, whole: Buffer, damage: PdfDamage | undefined) {
  // First a program that knows more kinds of damage, then the built-in engine; its output is read again.
  const attempts = [() => options.repair?.(whole, undefined), async () => (await copyDecrypted(whole, '', REPAIR_MS_MAX))?.bytes];
  for (const attempt of attempts) {
    const bytes = await attempt();
    const tried = bytes && tryRead(asBuffer(bytes));
    if (tried && tried !== 'encrypted' && !(tried instanceof PdfDamage)) return tried;
  }
  throw new JobFailure('corrupt_file', { cause: damage });
}

const REPAIR_MS_MAX = 5000;

function tryRead(bytes: Buffer): Pick<ReadObjects, 'context' | 'xref' | 'loader' | 'bytes'> | 'encrypted' | PdfDamage {
  const context = PDFContext.create();
  try {
    const xref = readXref(bytes, context);
    if (xref.trailers.some((trailer) => trailer.has(PDFName.of('Encrypt')))) return 'encrypted';
    const loader = new ObjectLoader(bytes, xref, context);
    const broken = loader.loadAll();
    readCatalog(context);
    if (broken.size > 0)
      walkLive(
        context,
        () => {},
        (ref) => throwIfBroken(broken.get(ref.objectNumber)),
      );
    return { context, xref, loader, bytes };
  } catch (error) {
    if (error instanceof PdfDamage) return error;
    throw error;
  }
}

function throwIfBroken(damage: PdfDamage | undefined): void {
  if (damage) throw damage;
}

/** @throws PdfDamage */
function readCatalog(context: PDFContext): PDFDict {
  const catalog = context.lookup(context.trailerInfo.Root);
  if (!(catalog instanceof PDFDict) || !catalog.has(PDFName.of('Pages'))) throw new PdfDamage('no document catalog');
  return catalog;
}

async function refuseBombs(description: PdfDescription): Promise<void> {
  for (const stream of description.streams) {
    const subtype = nameOf(stream.dict, 'Subtype');
    const xmp = subtype === 'XML' || nameOf(stream.dict, 'Type') === 'Metadata';
    const { imageBytesMax, streamBytesMax, xmpBytesMax } = PDF_BOUNDS;
    await refuseBomb(stream, subtype === 'Image' ? imageBytesMax : xmp ? xmpBytesMax : streamBytesMax);
  }
}

function refuseSigned(description: PdfDescription, options: OpenOptions): void {
  if (options.needs !== 'modify' || options.onSignature === 'invalidate' || description.signatures.length === 0) return;
  throw new JobFailure('signed_document', { details: { signatures: description.signatures.length } });
}

/** A rebuilt structure does not prove the pages: some repairs give empty pages. */
function warnAboutLostContent(pages: readonly PdfPage[], warnings: Warning[]): void {
  const lost = pages.flatMap(({ dict }, index) => (isContentLost(dict) ? [index + 1] : []));
  if (lost.length === pages.length)
    throw new JobFailure('corrupt_file', { message: 'The file is damaged: the content of its pages is lost.' });
  for (const page of lost.slice(0, 20)) warnings.push({ code: 'content_lost', message: 'The content of this page is lost.', page });
}

/** True when the page has content but none of it can be decoded. */
function isContentLost(page: PDFDict): boolean {
  if (!page.has(PDFName.of('Contents'))) return false;
  const contents = lookup(page, 'Contents');
  const parts = contents instanceof PDFArray ? contents.asArray().map((part) => page.context.lookup(part)) : [contents];
  if (contents instanceof PDFArray && parts.length === 0) return false;
  return parts.every((part) => !(part instanceof PDFRawStream) || (part.getContentsSize() > 0 && !decodes(part)));
}

function decodes(stream: PDFRawStream): boolean {
  try {
    return decodeStream(stream, PDF_BOUNDS.streamBytesMax).bytes.length > 0;
  } catch (error) {
    if (error instanceof PdfDamage) return false;
    throw error;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
