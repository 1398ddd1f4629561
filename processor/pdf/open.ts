// The one place where a PDF is opened. It decides once, for every operation, what is a PDF, what is damaged, locked, signed or too large, and
// returns a document without encryption whose objects are exactly the live ones. It starts no program: a repair is passed in.

import { PDFArray, PDFContext, PDFDict, PDFDocument, PDFHeader, PDFName, PDFRawStream } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../failure.ts';
import { PDF_BOUNDS, PdfDamage } from './bounds.ts';
import { type ByteSource, lastIndexIn, memorySource } from './byte-source.ts';
import { decodeStream, refuseBomb } from './streams/decode-stream.ts';
import { describePdf, type PdfDescription } from './describe.ts';
import { lookup, nameOf } from './syntax/dictionary.ts';
import { ObjectTable } from './objects/object-table.ts';
import { ObjectReader } from './objects/read-objects.ts';
import type { PdfPage } from './opened.ts';
import { readPages } from './pages/pages.ts';
import { engineInput } from './pdfium/pdfium.ts';
import { copyDecrypted } from './pdfium/pdfium-thread.ts';
import { unlockPdf } from './unlock.ts';
import { readXref, type Xref } from './objects/xref.ts';
import type { OpenedPdf } from './opened.ts';

/** Writes a damaged or encrypted file anew; undefined when it cannot. The one of processor/tools/qpdf.ts, or none. */
type RepairPdf = (source: ByteSource, password: string | undefined) => Promise<ByteSource | undefined>;

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
 *   decompression_limit, pixel_limit, signed_document
 */
export async function openPdf(file: Uint8Array | ByteSource, options: OpenOptions): Promise<OpenedPdf> {
  const whole = file instanceof Uint8Array ? memorySource(file) : file;
  if (whole.size === 0) throw new JobFailure('empty_file');
  const header = whole.read(0, PDF_BOUNDS.headerBytesMax + 8).indexOf('%PDF-');
  if (header < 0 || header > PDF_BOUNDS.headerBytesMax) throw new JobFailure('type_mismatch');
  const warnings: Warning[] = [];
  const found = await readObjects(whole, header, options, warnings);
  const { context, catalog, description, source } = found;
  const pages = readPages(context, catalog, options.pagesMax);
  await refuseBombs(description);
  refuseSigned(description, options);
  if (found.wasRepaired) warnAboutLostContent(pages, warnings);
  const document = Reflect.construct(PDFDocument, [context, true, false]) as PDFDocument;
  return {
    ...found,
    document,
    pages,
    leadingBytes: header,
    warnings,
    get bytes() {
      return source.read(0, source.size);
    },
  };
}

type FoundObjects = Pick<OpenedPdf, 'context' | 'catalog' | 'description' | 'xref' | 'objects' | 'source'>;
type ReadObjects = FoundObjects & Pick<OpenedPdf, 'wasEncrypted' | 'wasRepaired'>;

async function readObjects(whole: ByteSource, header: number, options: OpenOptions, warnings: Warning[]): Promise<ReadObjects> {
  // Offsets count from the header (ISO 32000-1 7.5.2 with the implementation note), but some writers count from the start of the file.
  const bases = header === 0 ? [whole] : [whole.part(header, whole.size - header), whole];
  let damage: PdfDamage | undefined;
  for (const source of bases) {
    const tried = tryRead(source);
    if (tried === 'encrypted') return readUnlocked(whole, options, warnings);
    if (!(tried instanceof PdfDamage)) return { ...tried, wasEncrypted: false, wasRepaired: false };
    damage ??= tried;
  }
  if (options.strict) throw new JobFailure('corrupt_file', { message: 'The file is damaged.', cause: damage });
  if (lastIndexIn(whole, '/Encrypt') >= 0) return readUnlocked(whole, options, warnings);
  const repaired = await readRewritten(whole, options, undefined, REPAIR_MS_MAX);
  if (!repaired) throw new JobFailure('corrupt_file', { cause: damage });
  warnings.push({
    code: 'repaired',
    message: 'The structure of the file was damaged and has been rebuilt. Check that nothing is missing.',
  });
  return { ...repaired, wasEncrypted: false, wasRepaired: true };
}

async function readUnlocked(whole: ByteSource, options: OpenOptions, warnings: Warning[]): Promise<ReadObjects> {
  await unlockPdf(whole, options);
  const rewritten = await readRewritten(whole, options, options.password ?? '', UNLOCK_MS_MAX);
  if (!rewritten) throw new JobFailure('corrupt_file');
  if (options.needs === 'modify')
    warnings.push({ code: 'encryption_removed', message: 'The source is encrypted; the result is written without encryption.' });
  return { ...rewritten, wasEncrypted: true, wasRepaired: false };
}

const REPAIR_MS_MAX = 5000;
const UNLOCK_MS_MAX = 10_000;
/** The engine's copy is three times in memory. */
const ENGINE_COPY_BYTES_MAX = 64 * 1024 * 1024;

/** A program that knows more kinds of damage first, then the engine at hand; what it gives back is read again. */
async function readRewritten(whole: ByteSource, { repair }: OpenOptions, password: string | undefined, timeMsMax: number) {
  const byEngine = async () => {
    if (whole.size > ENGINE_COPY_BYTES_MAX) return undefined;
    const copy = await copyDecrypted(engineInput(whole), password ?? '', timeMsMax);
    return copy?.bytes && memorySource(copy.bytes);
  };
  for (const attempt of [() => repair?.(whole, password), byEngine]) {
    const source = await attempt();
    const tried = source && tryRead(source);
    if (tried && tried !== 'encrypted' && !(tried instanceof PdfDamage)) return tried;
  }
  return undefined;
}

/** Every object is read once here; what cannot be read and is used makes the file a damaged one. */
function tryRead(source: ByteSource): FoundObjects | 'encrypted' | PdfDamage {
  const context = PDFContext.create();
  try {
    const xref = readXref(source, context);
    if (xref.trailers.some((trailer) => trailer.has(PDFName.of('Encrypt')))) return 'encrypted';
    const objects = new ObjectTable(xref, new ObjectReader(source, xref, context));
    objects.attachTo(context);
    setHeaderAndTrailer(context, source, xref);
    const catalog = readCatalog(context);
    const description = describePdf(context, catalog, (ref) => throwIfBroken(objects.damageOf(ref)));
    // What nothing refers to may be broken, but not nested without end.
    objects.loadRest();
    return { context, catalog, description, xref, objects, source };
  } catch (error) {
    if (error instanceof PdfDamage) return error;
    throw error;
  }
}

function setHeaderAndTrailer(context: PDFContext, source: ByteSource, { trailer, trailers }: Xref): void {
  const version = /^%PDF-(\d)\.(\d)/.exec(source.read(0, 8).toString('latin1'));
  if (version) context.header = PDFHeader.forVersion(Number(version[1]), Number(version[2]));
  context.trailerInfo = Object.fromEntries(
    (['Root', 'Info', 'ID'] as const).flatMap((key) => {
      const value = trailer.get(PDFName.of(key)) ?? trailers.map((older) => older.get(PDFName.of(key))).find((found) => found);
      return value ? [[key, value]] : [];
    }),
  );
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
  const { imageBytesMax, storedImageBytesMax, streamBytesMax, xmpBytesMax } = PDF_BOUNDS;
  for (const stream of description.streams) {
    const subtype = nameOf(stream.dict, 'Subtype');
    const xmp = subtype === 'XML' || nameOf(stream.dict, 'Type') === 'Metadata';
    if (subtype === 'Image' && stream.getContentsSize() > storedImageBytesMax) {
      const message = `A picture of the document has more than ${storedImageBytesMax / 1024 ** 2} MiB of data.`;
      throw new JobFailure('pixel_limit', { message });
    }
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
