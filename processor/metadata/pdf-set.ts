// Writes a customer's values into the information dictionary and the XMP stream of a PDF, so that both say the same. Other entries stay.

import { PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import type { MetadataValues } from '#contract/params/metadata-params.ts';
import { JobFailure } from '../failure.ts';
import { editXmp, holdsXmp, type XmpChange } from '../images/xmp.ts';
import { PDF_BOUNDS } from '../pdf/bounds.ts';
import { decodeStream } from '../pdf/streams/decode-stream.ts';
import { lookup, textOf } from '../pdf/syntax/dictionary.ts';
import type { OpenedPdf } from '../pdf/opened.ts';
import { xmpChanges } from './image-values.ts';

/** ISO 32000-1 table 317. */
const INFO_KEYS = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
  creator: 'Creator',
  producer: 'Producer',
  created_at: 'CreationDate',
  modified_at: 'ModDate',
} as const satisfies Record<keyof MetadataValues, string>;

const VALUE_NAMES = Object.keys(INFO_KEYS) as (keyof MetadataValues)[];

/** The names of what was written: `Info:Title`, `XMP:dc:title`. */
export function writePdfValues(opened: OpenedPdf, values: MetadataValues): string[] {
  const { context, catalog } = opened;
  const info = findInfo(opened);
  const existing = lookup(catalog, 'Metadata');
  const stream = existing instanceof PDFRawStream ? existing : undefined;
  // A new XMP stream gets everything in the information dictionary.
  const told = stream ? values : { ...readInfo(info), ...values };
  for (const name of VALUE_NAMES) {
    const value = values[name];
    if (value === undefined) continue;
    if (value === '') info.delete(PDFName.of(INFO_KEYS[name]));
    else info.set(PDFName.of(INFO_KEYS[name]), name.endsWith('_at') ? PDFString.of(toPdfDate(value)) : makeTextString(value));
  }
  const changes = pdfXmpChanges(told);
  const packet = editXmp(stream && decodeStream(stream, PDF_BOUNDS.xmpBytesMax).bytes, changes);
  const written = PDFRawStream.of(context.obj({ Type: 'Metadata', Subtype: 'XML', Length: packet.length }), packet);
  catalog.set(PDFName.of('Metadata'), context.register(written));
  const named = VALUE_NAMES.filter((name) => values[name] !== undefined);
  return [...named.map((name) => `Info:${INFO_KEYS[name]}`), ...pdfXmpChanges(values).map(({ name }) => `XMP:${name}`)];
}

/** @throws JobFailure internal when the result does not read back as given */
export function checkPdfValues(result: OpenedPdf, values: MetadataValues): void {
  const info = result.context.lookup(result.context.trailerInfo.Info);
  for (const name of VALUE_NAMES) {
    const value = values[name];
    if (value === undefined) continue;
    const expected = value === '' ? undefined : name.endsWith('_at') ? toPdfDate(value) : value.toWellFormed();
    const actual = info instanceof PDFDict ? textOf(lookup(info, INFO_KEYS[name])) : undefined;
    if (actual !== expected) throw new JobFailure('internal', { cause: new Error(`/${INFO_KEYS[name]} does not read back`) });
  }
  const stream = lookup(result.catalog, 'Metadata');
  const holds = stream instanceof PDFRawStream && holdsXmp(decodeStream(stream, PDF_BOUNDS.xmpBytesMax).bytes, pdfXmpChanges(values));
  if (!holds) throw new JobFailure('internal', { cause: new Error('the XMP packet does not read back') });
}

function findInfo({ context }: OpenedPdf): PDFDict {
  const existing = context.lookup(context.trailerInfo.Info);
  if (existing instanceof PDFDict && context.trailerInfo.Info !== existing) return existing;
  const made = existing instanceof PDFDict ? existing : PDFDict.withContext(context);
  context.trailerInfo.Info = context.register(made);
  return made;
}

function readInfo(info: PDFDict): MetadataValues {
  const found: MetadataValues = {};
  for (const name of VALUE_NAMES) {
    const text = textOf(lookup(info, INFO_KEYS[name]));
    const value = text !== undefined && name.endsWith('_at') ? fromPdfDate(text) : text;
    if (value) found[name] = value;
  }
  return found;
}

/** In PDF, pdf:Keywords holds the keywords as given, and dc:subject one by one (PDF/A, TechNote 0008). */
function pdfXmpChanges(values: MetadataValues): XmpChange[] {
  const changes = xmpChanges(values).filter(({ name }) => name !== 'pdf:Keywords');
  const { keywords } = values;
  if (keywords !== undefined) changes.push({ name: 'pdf:Keywords', values: keywords === '' ? [] : [keywords] });
  return changes;
}

/** PDFDocEncoding where ASCII is enough, else UTF-16BE (ISO 32000-1 7.9.2.2); always exactly the value itself. */
function makeTextString(value: string): PDFString | PDFHexString {
  const text = value.toWellFormed();
  if (!/^[\x20-\x7e]*$/.test(text)) {
    return PDFHexString.of(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]).toString('hex'));
  }
  return PDFString.of(text.replaceAll(/[\\()]/g, (character) => `\\${character}`));
}

/** ISO 32000-1 7.9.4, with the offset that was given. */
function toPdfDate(iso: string): string {
  const [, date = '', time = '', seconds = '00'] = /^([\d-]+)T(\d\d:\d\d)(?::(\d\d))?/.exec(iso) ?? [];
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(iso) ?? [];
  return `D:${date.replaceAll('-', '')}${time.replace(':', '')}${seconds}${sign ? `${sign}${hours}'${minutes}'` : 'Z'}`;
}

function fromPdfDate(text: string): string | undefined {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?'?|Z)?/.exec(text);
  if (!match) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes = '00'] = match;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`;
}
