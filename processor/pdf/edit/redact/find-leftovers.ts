// The proof of a redaction: the whole document is decompressed and searched, in all encodings of PDF. It changes nothing.

import { PDFRawStream } from 'pdf-lib';
import { interpretAppearances, interpretPage } from '../../content/interpret.ts';
import { nameOf } from '../../syntax/dictionary.ts';
import type { OpenedPdf } from '../../opened.ts';
import { walkLive } from '../../syntax/walk.ts';
import { decoded } from '../../streams/decoded.ts';
import { readPageTextEvents } from '../page-text.ts';
import { ADDRESSES, freeNamesOf, stringsOf } from './scrub-strings.ts';
import { saidIn, saidInBytes, saidInTextBytes, seek } from './sought.ts';
import { decodeXml, sayingsOf } from './xml-sayings.ts';

export interface Leftover {
  readonly text: string;
  /** An `address` is a string by which others find something, a `name` is written with a slash. */
  readonly where: 'page' | 'appearance' | 'string' | 'address' | 'name' | 'stream';
  /** 1-based page, or the key or object number. */
  readonly at: string;
}

/**
 * Searches a whole document for texts: what its pages and appearances show, every string and name, every stream decompressed.
 * @throws JobFailure corrupt_file, decompression_limit
 */
export function findLeftovers(opened: Pick<OpenedPdf, 'context' | 'pages'>, texts: readonly string[]): Leftover[] {
  const sought = seek(texts);
  const found: Leftover[] = [];
  const look = (said: string, where: Leftover['where'], at: string) =>
    found.push(...saidIn(said, sought).map(({ text }) => ({ text, where, at })));
  for (const [index, { dict }] of opened.pages.entries()) {
    const shown = readPageTextEvents(dict).text.replaceAll(/[-\u00ad\u2010] ?\n/gu, '');
    look(shown, 'page', String(index + 1));
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
  walkLive(opened.context, ({ dict, stream, ref, key: reachedBy }) => {
    for (const { key, text } of stringsOf(dict)) look(text, ADDRESSES.has(key) ? 'address' : 'string', key);
    for (const name of freeNamesOf(dict, reachedBy)) look(name, 'name', ref?.toString() ?? '');
    // Font programs hold text of their makers (licences, names), not of the document.
    if (!(stream instanceof PDFRawStream) || reachedBy.startsWith('FontFile')) return;
    const bytes = decoded(stream);
    if (!bytes) return;
    // In data of other formats a word may mean something else.
    const isData = nameOf(dict, 'Subtype') === 'Image' || reachedBy === 'F' || nameOf(dict, 'Type') === 'EmbeddedFile';
    const isXml = reachedBy === 'Metadata' || reachedBy === 'XFA' || nameOf(dict, 'Type') === 'Metadata';
    const left = isXml ? saidIn(sayingsOf(decodeXml(bytes)), sought) : isData ? saidInBytes(bytes, sought) : saidInTextBytes(bytes, sought);
    for (const { text } of left) found.push({ text, where: 'stream', at: ref?.toString() ?? '' });
  });
  return found;
}
