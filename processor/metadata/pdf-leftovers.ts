// What is in a PDF file without being part of the document: earlier revisions, objects that nothing reaches, comments, bytes before the
// header and after the end. The rewrite drops all of it; here it is only reported.

import { PDFDict, PDFRawStream, type PDFObject } from 'pdf-lib';
import { JobFailure } from '../failure.ts';
import { PdfDamage } from '../pdf/bounds.ts';
import { lastIndexIn } from '../pdf/byte-source.ts';
import { lookup, nameOf } from '../pdf/syntax/dictionary.ts';
import type { OpenedPdf } from '../pdf/opened.ts';
import type { FoundValue } from './marker-search.ts';
import { findInXmpStream, infoEntry, type PdfFinding } from './pdf-entries.ts';

const REPLACED_MAX = 2000;
const COMMENTS_MAX = 100;

export function findOutsideDocument(opened: OpenedPdf): PdfFinding[] {
  const found = [...findInRevisions(opened), ...findInOrphans(opened), ...findOutsideObjects(opened)];
  return found.length > 0 ? [{ found, remove: () => {} }] : [];
}

function findInRevisions({ xref, objects }: OpenedPdf): FoundValue[] {
  if (xref.superseded.length === 0) return [];
  const found: FoundValue[] = [{ kind: 'old_revision', location: `${xref.superseded.length} replaced objects` }];
  for (const { objectNumber, entry } of xref.superseded.slice(0, REPLACED_MAX)) {
    const object = readQuietly(() => objects.readApart(objectNumber, entry));
    found.push(...valuesOf(object, 'old_revision', `earlier object ${objectNumber}`));
  }
  return found;
}

function findInOrphans({ context, description }: OpenedPdf): FoundValue[] {
  const orphans = context.enumerateIndirectObjects().filter(([ref]) => !description.live.has(ref));
  if (orphans.length === 0) return [];
  const found: FoundValue[] = [{ kind: 'orphan_object', location: `${orphans.length} unreachable objects` }];
  for (const [ref, object] of orphans.slice(0, REPLACED_MAX)) {
    found.push(...valuesOf(object, 'orphan_object', `object ${ref.objectNumber} ${ref.generationNumber} R`));
  }
  return found;
}

/** The values of an information dictionary or an XMP stream; other objects are only counted. */
function valuesOf(object: PDFObject | undefined, kind: string, location: string): FoundValue[] {
  if (object instanceof PDFRawStream && (nameOf(object.dict, 'Type') === 'Metadata' || nameOf(object.dict, 'Subtype') === 'XML')) {
    return (readQuietly(() => findInXmpStream(object, location)) ?? []).map((one) => ({ ...one, kind }));
  }
  if (!(object instanceof PDFDict) || nameOf(object, 'Type') !== undefined) return [];
  const isInfo = ['Producer', 'Creator', 'Author', 'CreationDate', 'ModDate'].some((key) => lookup(object, key) !== undefined);
  return isInfo ? object.entries().map(([name, value]) => infoEntry(name, object.context.lookup(value), kind, location)) : [];
}

function findOutsideObjects({ source, objects, leadingBytes }: OpenedPdf): FoundValue[] {
  const found: FoundValue[] = [];
  if (leadingBytes > 0) found.push({ kind: 'leading_data', location: 'before the header', bytes: leadingBytes });
  const end = lastIndexIn(source, '%%EOF');
  const after = end < 0 ? '' : source.read(end + 5, 2000).toString('latin1');
  if (after.trim() !== '') {
    found.push({ kind: 'trailing_data', location: 'after %%EOF', value: printable(after) ?? '', bytes: source.size - end - 5 });
  }
  let at = 0;
  for (const [start, stop] of [...objects.spans(), [source.size, source.size] as const]) {
    if (start > at) {
      const gap = source.read(at, Math.min(start - at, 65_536)).toString('latin1');
      for (const [, comment = ''] of gap.matchAll(/(?:^|[\r\n])[ \t]*%(?!PDF-|%EOF)([^\r\n]{4,500})/g)) {
        const text = printable(comment);
        if (text !== undefined && found.length < COMMENTS_MAX) found.push({ kind: 'comment', location: 'between objects', value: text });
      }
    }
    at = Math.max(at, stop);
  }
  return found;
}

/** Bytes of an image or a compressed stream are not a comment. */
function printable(text: string): string | undefined {
  const trimmed = text.trim();
  return /^[\x20-\x7e\xa0-\xff\s]{4,}$/.test(trimmed) && /[A-Za-z]{3}/.test(trimmed) ? trimmed : undefined;
}

function readQuietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfDamage || error instanceof JobFailure) return undefined;
    throw error;
  }
}
