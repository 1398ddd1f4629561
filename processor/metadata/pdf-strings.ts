// Classifies the strings of a PDF's dictionaries: shown to a reader, needed for the document to work, or neither. What is neither
// must not repeat a removed value.

import { PDFArray, type PDFDict, PDFName, PDFString, type PDFHexString, type PDFObject } from 'pdf-lib';
import { isString, textOf } from '../pdf/syntax/dictionary.ts';

/**
 * Keys whose strings are content: shown (titles, labels, field values, notes, alternative text), or needed for something to work (names of
 * destinations, addresses, scripts, fonts, output conditions). ISO 32000-2, the tables of each dictionary.
 */
const CONTENT_KEYS: ReadonlySet<string> = new Set(
  (
    'Contents RC T TU TM V DV RV Opt DA DS MK CA RC AC Title Alt ActualText E ID NM Subj URI Base JS D Dest Dests Names Limits Lang F UF Desc ' +
    'DOS Unix Mac N Name Order P R Registry Ordering FontFamily FontName CharSet Style Panose OutputCondition OutputConditionIdentifier ' +
    'RegistryName Info CheckSum Cert ByteRange XFA Lookup State StateModel IRT Reason ColorSpace Colorants Prefix C CI CO Summary Headers ' +
    'Schema Sort Root Parent Kids Nums LastChar Text Phoneme PhoneticAlphabet AA Hide JavaScript'
  ).split(' '),
);

export interface LooseString {
  readonly key: string;
  readonly text: string;
  readonly remove: () => void;
}

/** The strings of one dictionary, also in its arrays, that are not content. Dictionaries inside it are visited on their own. */
export function looseStrings(dict: PDFDict, key: string): LooseString[] {
  const found: LooseString[] = [];
  if (CONTENT_KEYS.has(key) && key !== 'Root' && key !== 'Kids' && key !== 'Parent') return found;
  for (const [name, value] of dict.entries()) {
    const own = name.decodeText();
    if (CONTENT_KEYS.has(own)) continue;
    if (isString(value)) found.push({ key: own, text: plainText(value), remove: () => void dict.delete(name) });
    else if (value instanceof PDFArray) collectInArray(value, own, found);
  }
  return found;
}

function collectInArray(array: PDFArray, key: string, found: LooseString[], depth = 0): void {
  const items: readonly PDFObject[] = array.asArray();
  // An array starting with a name is a colour space or a destination: its strings are data.
  if (items[0] instanceof PDFName || depth > 8) return;
  for (const [index, item] of items.entries()) {
    if (isString(item)) found.push({ key, text: plainText(item), remove: () => array.set(index, PDFString.of('')) });
    else if (item instanceof PDFArray) collectInArray(item, key, found, depth + 1);
  }
}

function plainText(value: PDFString | PDFHexString): string {
  return textOf(value) ?? '';
}

/** True when the text is one of the markers or holds one of at least eight characters. */
export function repeatsMarker(text: string, markers: ReadonlySet<string>, long: readonly string[]): boolean {
  const trimmed = text.trim();
  return trimmed.length >= 4 && (markers.has(trimmed) || long.some((marker) => trimmed.includes(marker)));
}

export function longMarkers(markers: ReadonlySet<string>): string[] {
  return [...markers].filter((marker) => marker.length >= 8).slice(0, 300);
}
