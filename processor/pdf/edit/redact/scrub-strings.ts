// Removes texts from every string of the document that holds them: outlines, field values, replacement texts of structure elements, labels, file
// names, links. scrub-names.ts handles names and destinations that others refer to, scrub-streams.ts handles streams.

import { PDFArray, type PDFDict, PDFHexString, PDFString, type PDFObject } from 'pdf-lib';
import { isString, textOf } from '../../syntax/dictionary.ts';
import { unicodeOfGlyphName } from '../../fonts/glyph-names.ts';
import type { OpenedPdf } from '../../opened.ts';
import { walkLive } from '../../syntax/walk.ts';
import { saidIn, type Sought, takeOut } from './sought.ts';

/** Others find things by these strings, or programs read them: they are not document text, and changing them would break something. */
export const ADDRESSES: ReadonlySet<string> = new Set([
  'Names',
  'Limits',
  'ID',
  'Dest',
  'D',
  'DA',
  'Checksum',
  'CheckSum',
  'Registry',
  'Ordering',
  'ByteRange',
]);

/** Where a text was removed: the key of the string, or the kind of its holder. */
export type ScrubbedPlace = string;

/** @returns the places, each as often as it was changed. @throws JobFailure corrupt_file */
export function scrubStrings(opened: Pick<OpenedPdf, 'context'>, sought: readonly Sought[]): ScrubbedPlace[] {
  const places: ScrubbedPlace[] = [];
  walkLive(opened.context, ({ dict }) => {
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText();
      if (ADDRESSES.has(name)) continue;
      const cleaned = scrub(name, value, sought);
      if (cleaned) dict.set(key, cleaned);
      if (cleaned) places.push(name);
      if (value instanceof PDFArray) places.push(...scrubArray(name, value, sought).map(() => name));
    }
  });
  // Strings that are indirect objects.
  for (const [ref, object] of opened.context.enumerateIndirectObjects()) {
    const cleaned = scrub('', object, sought);
    if (cleaned) opened.context.assign(ref, cleaned);
    if (cleaned) places.push('string');
  }
  return places;
}

function scrubArray(name: string, array: PDFArray, sought: readonly Sought[]): PDFObject[] {
  return array.asArray().flatMap((item, index) => {
    if (item instanceof PDFArray) return scrubArray(name, item, sought);
    const cleaned = scrub(name, item, sought);
    if (cleaned) array.set(index, cleaned);
    return cleaned ?? [];
  });
}

function scrub(key: string, value: PDFObject, sought: readonly Sought[]): PDFObject | undefined {
  const said = isString(value) ? textOf(value) : undefined;
  if (said === undefined) return undefined;
  // A partial address leads nowhere, and percent encoding may hide the text.
  if (key === 'URI') return saidIn(`${said} ${unescaped(said)}`, sought).length > 0 ? PDFString.of('about:blank') : undefined;
  const cleaned = takeOut(said, sought, key === 'JS' ? 'x' : undefined);
  return cleaned === said ? undefined : PDFHexString.fromText(cleaned);
}

function unescaped(address: string): string {
  const bytes = address
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return `${bytes} ${Buffer.from(bytes, 'latin1').toString('utf8')}`;
}

/** All strings of a dictionary, those in its arrays included, with their keys. */
export function stringsOf(dict: PDFDict): { readonly key: string; readonly text: string }[] {
  const found: { key: string; text: string }[] = [];
  const collect = (key: string, value: PDFObject) => {
    if (value instanceof PDFArray) for (const item of value.asArray()) collect(key, item);
    const text = textOf(value);
    if (text !== undefined) found.push({ key, text: key === 'URI' ? `${text} ${unescaped(text)}` : text });
  };
  for (const [key, value] of dict.entries()) collect(key.decodeText(), value);
  return found;
}

/** Dictionaries whose keys are names chosen by the document's writer: glyphs, destinations, properties. */
const NAMED_FREELY = new Set(['CharProcs', 'Dests', 'Info']);

/** Texts in names that are the document's own, not the format's. @param reachedBy the key that leads to the dictionary */
export function freeNamesOf(dict: PDFDict, reachedBy: string): string[] {
  if (!NAMED_FREELY.has(reachedBy)) return [];
  return dict.keys().flatMap((key) => {
    const name = key.decodeText();
    return unicodeOfGlyphName(name) !== '' || STANDARD_PROPERTIES.has(name) ? [] : [name];
  });
}

/** Table 349. */
const STANDARD_PROPERTIES = new Set([
  'Title',
  'Author',
  'Subject',
  'Keywords',
  'Creator',
  'Producer',
  'CreationDate',
  'ModDate',
  'Trapped',
]);
