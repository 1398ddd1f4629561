// Name trees and number trees (ISO 32000-1 7.9.6, 7.9.7) as PDF syntax, of entries whose values are PDF syntax already.

import type { ObjectWriter } from '../object-writer.ts';

const LEAF_ENTRIES_MAX = 64;

/** Bytes, one character each, as a literal string. */
function stringText(bytes: string): string {
  return `(${bytes.replace(/[\\()]/g, '\\$&').replaceAll('\r', '\\r')})`;
}

/** A text string (7.9.2.2), in UTF-16 where ASCII does not suffice. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return stringText(text);
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/** @param entries by the bytes of the name @returns the root */
export function writeNameTree(writer: ObjectWriter, entries: ReadonlyMap<string, string>): string {
  const sorted = [...entries].toSorted(([one], [two]) => (one < two ? -1 : 1));
  return writeTree(
    writer,
    'Names',
    sorted.map(([key, value]) => [stringText(key), value]),
  );
}

/** @returns the root */
export function writeNumberTree(writer: ObjectWriter, entries: ReadonlyMap<number, string>): string {
  const sorted = [...entries].toSorted(([one], [two]) => one - two);
  return writeTree(
    writer,
    'Nums',
    sorted.map(([key, value]) => [String(key), value]),
  );
}

function writeTree(writer: ObjectWriter, leaf: 'Names' | 'Nums', entries: readonly (readonly [string, string])[]): string {
  if (entries.length <= LEAF_ENTRIES_MAX) return `<</${leaf}[${entries.flat().join(' ')}]>>`;
  const kids: string[] = [];
  for (let from = 0; from < entries.length; from += LEAF_ENTRIES_MAX) {
    const own = entries.slice(from, from + LEAF_ENTRIES_MAX);
    const number = writer.allocate();
    writer.writeObject(number, `<</${leaf}[${own.flat().join(' ')}]/Limits[${own[0]?.[0]} ${own.at(-1)?.[0]}]>>`);
    kids.push(`${number} 0 R`);
  }
  return `<</Kids[${kids.join(' ')}]>>`;
}
