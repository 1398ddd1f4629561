// What the checks of a plan ask of a document, answered from an opened PDF: text as the editor sees it, form fields.
// Text that only an appearance or a picture shows is not found: it cannot be edited as text.

import { listPictures } from '../../pdf/edit/find-images.ts';
import { type PageText, readPageTextEvents } from '../../pdf/edit/page-text.ts';
import type { OpenedPdf } from '../../pdf/open.ts';
import { fieldsByName, findField, kindOfField } from './apply-annotations.ts';
import { findText } from './find-text.ts';
import { CONTEXT_CHARS, type DocumentFacts } from './locate.ts';

export interface PdfFacts extends DocumentFacts {
  /** The page with its glyphs: `start` and `end` of a located text count in its `text`. 1-based. */
  readonly pageAt: (page: number) => PageText;
}

/** Pages are read when they are first asked for, and kept. @throws JobFailure decompression_limit, while reading one */
export function readFacts(opened: OpenedPdf, sha256: string): PdfFacts {
  const pages = new Map<number, PageText>();
  const pageAt = (page: number): PageText => {
    const known = pages.get(page);
    if (known) return known;
    const dict = opened.pages[page - 1]?.dict;
    if (!dict) throw new RangeError(`no page ${page}`);
    const read = readPageTextEvents(dict);
    pages.set(page, read);
    return read;
  };
  let fields: ReturnType<typeof fieldsByName> | undefined;
  return {
    sha256,
    pageCount: opened.pages.length,
    pageAt,
    pageText: (page) => pageAt(page).text,
    locate: async (match, chosen) =>
      chosen.flatMap((page) => {
        const { text } = pageAt(page);
        return findText(text, match).map(({ start, end }) => ({
          page,
          start,
          end,
          text: text.slice(start, end),
          before: text.slice(Math.max(0, start - CONTEXT_CHARS), start),
          after: text.slice(end, end + CONTEXT_CHARS),
        }));
      }),
    images: (chosen) =>
      chosen.flatMap((page) => {
        const dict = opened.pages[page - 1]?.dict;
        return dict ? listPictures(dict).map(({ index, box, picture }) => ({ page, index, box, picture })) : [];
      }),
    fieldKind: async (name) => {
      fields ??= fieldsByName(opened);
      return kindOfField(findField(fields, name));
    },
  };
}
