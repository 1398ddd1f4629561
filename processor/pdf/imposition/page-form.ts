// A page as a form XObject (ISO 32000-1 8.10): what it shows, cut to the box that is seen, in its own user space.

import { type PDFContext, PDFDict, PDFName, PDFRawStream, type PDFRef, type PDFStream } from 'pdf-lib';
import { deflateSync } from 'node:zlib';
import { joinPageContents } from '../content/source.ts';
import type { Box } from '../geometry/box.ts';
import { makeStream } from '../streams/spool.ts';
import { lookup } from '../syntax/dictionary.ts';
import { SourceStream, sourceOf } from '../syntax/source-stream.ts';

/** Entries of a page that a form has too; what they mean goes along. */
const SHARED = ['Group', 'StructParents'] as const;

/** @param resources what the page needs @throws JobFailure decompression_limit */
export function makePageForm(page: PDFDict, box: Box, resources: PDFDict | undefined): PDFRef {
  const { context } = page;
  const dict = PDFDict.withContext(context);
  dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  dict.set(PDFName.of('BBox'), context.obj([...box]));
  dict.set(PDFName.of('Resources'), resources ?? PDFDict.withContext(context));
  for (const key of SHARED) {
    const value = page.get(PDFName.of(key));
    if (value) dict.set(PDFName.of(key), value);
  }
  return context.register(contentOf(context, page, dict));
}

function contentOf(context: PDFContext, page: PDFDict, dict: PDFDict): PDFStream {
  const contents = lookup(page, 'Contents');
  if (contents instanceof PDFRawStream && !contents.dict.has(PDFName.of('F'))) {
    for (const key of ['Filter', 'DecodeParms']) {
      const value = contents.dict.get(PDFName.of(key));
      if (value) dict.set(PDFName.of(key), value);
    }
    return SourceStream.over(dict, sourceOf(contents));
  }
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  return makeStream(context, dict, deflateSync(joinPageContents(page).bytes));
}
