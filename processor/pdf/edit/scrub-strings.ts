// Takes a text out of every string of the document that says it: outlines, field values, readings of structure elements, metadata. And the
// proof: everything is decompressed and searched, in the encodings that PDF has.

import { PDFArray, PDFHexString, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import { interpretAppearances, interpretPage } from '../content/interpret.ts';
import { decodeStream } from '../decode-stream.ts';
import { isString, nameOf, textOf } from '../dictionary.ts';
import type { OpenedPdf } from '../open.ts';
import { walkLive } from '../walk.ts';
import { readPageTextEvents } from './page-text.ts';

/** Names of destinations, keys of name trees and scripts are addresses, not sayings: changing them would break links. */
const ADDRESSES = new Set([
  'Names',
  'Limits',
  'ID',
  'Dest',
  'D',
  'DA',
  'URI',
  'Checksum',
  'CheckSum',
  'Registry',
  'Ordering',
  'ByteRange',
  'JS',
]);
const MARK = '\u2588';

/** Where a text was taken out: the key of the string, or `metadata`. */
export type ScrubbedPlace = string;

/** @returns the places, each as often as it was changed. @throws JobFailure corrupt_file, decompression_limit */
export function scrubStrings(opened: Pick<OpenedPdf, 'context'>, texts: readonly string[]): ScrubbedPlace[] {
  const wanted = texts.map((text) => text.trim()).filter((text) => text !== '');
  const places: ScrubbedPlace[] = [];
  const scrub = (value: PDFObject | undefined): PDFHexString | undefined => {
    const text = isString(value) ? textOf(value) : undefined;
    const cleaned = text === undefined ? undefined : takeOut(text, wanted);
    return cleaned === undefined || cleaned === text ? undefined : PDFHexString.fromText(cleaned);
  };
  walkLive(opened.context, ({ dict }) => {
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText();
      if (ADDRESSES.has(name)) continue;
      const cleaned = scrub(value);
      if (cleaned) dict.set(key, cleaned);
      if (cleaned) places.push(name);
      if (value instanceof PDFArray) {
        for (const [index, item] of value.asArray().entries()) {
          const replaced = scrub(item);
          if (replaced) value.set(index, replaced);
          if (replaced) places.push(name);
        }
      }
    }
  });
  // Strings that are objects of their own.
  for (const [ref, object] of opened.context.enumerateIndirectObjects()) {
    const cleaned = scrub(object);
    if (cleaned) opened.context.assign(ref, cleaned);
    if (cleaned) places.push('string');
    if (object instanceof PDFRawStream && nameOf(object.dict, 'Type') === 'Metadata') {
      const bytes = decoded(object);
      const text = bytes && Buffer.from(bytes).toString('utf8');
      const clean = text === undefined ? undefined : takeOut(text, wanted);
      if (clean === undefined || clean === text) continue;
      const dict = object.dict.clone(opened.context);
      for (const key of ['Filter', 'DecodeParms', 'Length']) dict.delete(PDFName.of(key));
      opened.context.assign(ref, PDFRawStream.of(dict, Buffer.from(clean)));
      places.push('metadata');
    }
  }
  return places;
}

function takeOut(text: string, wanted: readonly string[]): string {
  return wanted.reduce((left, word) => left.replaceAll(new RegExp(RegExp.escape(word), 'giu'), (found) => MARK.repeat(found.length)), text);
}

function decoded(stream: PDFRawStream): Uint8Array | undefined {
  try {
    return decodeStream(stream, PDF_BOUNDS.imageBytesMax).bytes;
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}

export interface Leftover {
  readonly text: string;
  /** An `address` is a destination's name or the like, which scrubStrings leaves alone. */
  readonly where: 'page' | 'appearance' | 'string' | 'address' | 'stream';
  /** 1-based page, or the key or object number. */
  readonly at: string;
}

/**
 * Looks for texts in everything of a document: what its pages and appearances show, every string, every stream decompressed.
 * @throws JobFailure corrupt_file, decompression_limit
 */
export function findLeftovers(opened: Pick<OpenedPdf, 'context' | 'pages'>, texts: readonly string[]): Leftover[] {
  const wanted = texts.map((text) => text.trim()).filter((text) => text !== '');
  const found: Leftover[] = [];
  const look = (said: string, where: Leftover['where'], at: string) => {
    const folded = said.toLowerCase();
    for (const text of wanted) if (folded.includes(text.toLowerCase())) found.push({ text, where, at });
  };
  for (const [index, { dict }] of opened.pages.entries()) {
    look(
      readPageTextEvents(dict)
        .text.replaceAll(/[-\u00ad\u2010] ?\n/gu, '')
        .replaceAll(/\s+/gu, ' '),
      'page',
      String(index + 1),
    );
    const parts: string[] = [];
    const collect = (event: Parameters<Parameters<typeof interpretPage>[1]>[0]) => {
      if (event.kind !== 'text') return;
      for (const { actualText, alt } of event.marks) parts.push(actualText ?? '', alt ?? '');
      parts.push(event.glyphs.map(({ glyph }) => glyph.unicode).join(''));
    };
    interpretPage(dict, collect);
    interpretAppearances(dict, collect, { allStates: true });
    look(parts.join('\n'), 'appearance', String(index + 1));
  }
  const encodings = wanted.map(
    (text) => [text, [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le').swap16()]] as const,
  );
  walkLive(opened.context, ({ dict, stream, ref, key: reachedBy }) => {
    for (const [key, value] of dict.entries()) {
      const items = value instanceof PDFArray ? value.asArray() : [value];
      for (const item of items)
        if (isString(item)) look(textOf(item) ?? '', ADDRESSES.has(key.decodeText()) ? 'address' : 'string', key.decodeText());
    }
    // Font programs say what their makers say (licences, names), not what the document says.
    if (!(stream instanceof PDFRawStream) || reachedBy.startsWith('FontFile')) return;
    const bytes = decoded(stream);
    if (!bytes) return;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (const [text, forms] of encodings)
      if (forms.some((form) => buffer.includes(form))) found.push({ text, where: 'stream', at: ref?.toString() ?? '' });
  });
  return found;
}
