// Pages read one by one from PDFium's thread: what happens when the thread goes, when a page takes too long, when the caller wants no more.

import { PDFDocument, PDFName, StandardFonts, rgb } from 'pdf-lib';
import { makeEmbeddedText } from '../../../../../support/documents/embedded-text.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import type { PageContent } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { describeWidgets } from '../../../../../processor/pdf/pdfium/page/widgets.ts';
import { countWordsBounded, endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';

const TIME_MS = 30_000;
const PAGES = 12;
const NO_PICTURES = { imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };

/** Each page says its number; the first has a filled field too. */
async function makeDocument(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let index = 0; index < PAGES; index++) document.addPage([300, 300]).drawText(`Page ${index}`, { x: 20, y: 250, size: 12, font });
  const field = document.getForm().createTextField('name');
  field.setText('Filled');
  field.addToPage(document.getPage(0), { x: 20, y: 100, width: 100, height: 20, font });
  return document.save();
}

const bytes = await makeDocument();
const request = { input: bytes, ...NO_PICTURES };
const wanted = Array.from({ length: PAGES }, (_, pageIndex) => ({ pageIndex, widgets: undefined }));

function textOf(page: PageContent | undefined): string | undefined {
  if (!page) return undefined;
  return String.fromCodePoint(...page.characters.code.subarray(0, page.characters.count)).trim();
}

async function textsOf(pages: AsyncIterable<PageContent | undefined>): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  for await (const page of pages) texts.push(textOf(page));
  return texts;
}

const ALL = wanted.map(({ pageIndex }) => `Page ${pageIndex}`);

describe('reading pages', () => {
  afterAll(endPdfium);

  it('goes on in another thread when the one that reads has ended', async () => {
    const texts: (string | undefined)[] = [];
    for await (const page of readPagesBounded(request, wanted, TIME_MS)) {
      texts.push(textOf(page));
      if (texts.length === 5) await endPdfium();
    }
    expect(texts).toEqual(ALL);
  });

  it('gives up a page that takes too long, and the engine can be used afterwards', async () => {
    await endPdfium();
    // No thread starts within a millisecond.
    expect(await textsOf(readPagesBounded(request, wanted.slice(0, 2), 1))).toEqual([undefined, undefined]);
    expect(await textsOf(readPagesBounded(request, wanted, TIME_MS))).toEqual(ALL);
  });

  it('ends with its caller, and lets the next one in', async () => {
    for await (const page of readPagesBounded(request, wanted, TIME_MS)) {
      expect(textOf(page)).toBe('Page 0');
      break;
    }
    expect(await countWordsBounded(bytes, PAGES, TIME_MS)).toMatchObject({ pages: PAGES });
  });

  it('lets nobody else at the engine until its last page was taken', async () => {
    const pages = readPagesBounded(request, wanted, TIME_MS);
    await pages.next();
    let isCounted = false;
    const counting = countWordsBounded(bytes, PAGES, TIME_MS).then((count) => {
      isCounted = true;
      return count;
    });
    const rest = await textsOf(pages);
    expect([rest.length, isCounted]).toEqual([PAGES - 1, false]);
    expect(await counting).toMatchObject({ pages: PAGES });
  });

  it('gives a page whose fields were drawn into it the same way again, from the document opened anew', async () => {
    const { pages } = await openPdf(bytes, { needs: 'read', pagesMax: PAGES });
    const [page] = pages;
    const filled = { pageIndex: 0, widgets: page && describeWidgets(page.dict, 0) };
    const [once, other, again] = await textsOf(readPagesBounded(request, [filled, wanted[1]!, filled], TIME_MS));
    expect(once).toContain('Filled');
    expect(again).toBe(once);
    expect(other).toBe('Page 1');
  });

  it('says of a document that does not open that no page was read', async () => {
    const broken = { ...request, input: new TextEncoder().encode('no document') };
    expect(await textsOf(readPagesBounded(broken, wanted.slice(0, 2), TIME_MS))).toEqual([undefined, undefined]);
  });
});

describe('a page that inherits its fonts', () => {
  it('is read with the values of its fields, and with their boxes', async () => {
    const document = await PDFDocument.load(await makeEmbeddedText([{ lines: ['Application for membership'] }]));
    const page = document.getPage(0);
    const resources = page.node.Resources();
    const field = document.getForm().createTextField('name');
    field.setText('Filled');
    field.addToPage(page, { x: 20, y: 20, width: 100, height: 20, borderWidth: 1, borderColor: rgb(0, 0, 0) });
    document.catalog.Pages().set(PDFName.of('Resources'), resources ?? document.context.obj({}));
    page.node.delete(PDFName.of('Resources'));
    const input = await document.save();
    const { pages } = await openPdf(input, { needs: 'read', pagesMax: PAGES });
    const filled = { pageIndex: 0, widgets: pages[0] && describeWidgets(pages[0].dict, 0) };
    const read = () => readPagesBounded({ input, ...NO_PICTURES }, [filled], TIME_MS);
    const [text] = await textsOf(read());
    expect(text).toContain('Application for membership');
    expect(text).toContain('Filled');
    const widths: number[] = [];
    for await (const content of read())
      for (const { horizontal, box } of content?.rules ?? []) if (horizontal) widths.push(Math.round(box.right - box.left));
    expect(widths).toEqual([200, 100, 100]);
  });
});
