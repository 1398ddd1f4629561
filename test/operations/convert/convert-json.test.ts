// PDF → JSON: blocks of every type at their places, form fields with their labels, pictures beside the content, ids that the Markdown has too.
// That real documents conform to the schema is shown with the corpus (test/corpus/convert-json.test.ts).

import { unzipSync } from 'fflate';
import { degrees, PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { CONTENT_VERSION, DocumentContent } from '#contract/content.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { convert } from '../../../support/run/run-convert.ts';

afterAll(endPdfium);

const BODY = 'A sentence that is long enough to show what the text of this document looks like, line after line.';

/** A heading, a text in two colours, a table with lines, a picture with a caption, a field with a label; the second page lies. */
async function makeDocument(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle('A test');
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  const draw = (text: string, x: number, y: number, size = 10, color = rgb(0, 0, 0)) => page.drawText(text, { x, y, size, font, color });
  draw('A heading', 60, 780, 22);
  draw(BODY, 60, 740);
  draw('In red', 60, 715, 10, rgb(1, 0, 0));
  for (const [row, texts] of [
    ['Name', 'Count'],
    ['Apples', '12'],
    ['Pears', '7'],
  ].entries())
    for (const [column, text] of texts.entries()) {
      page.drawRectangle({ x: 60 + column * 100, y: 640 - row * 20, width: 100, height: 20, borderWidth: 1, borderColor: rgb(0, 0, 0) });
      draw(text, 66 + column * 100, 646 - row * 20);
    }
  draw(BODY, 60, 560);
  page.drawImage(await document.embedPng(makePng([], 40, 40)), { x: 60, y: 400, width: 120, height: 120 });
  draw('Figure 1: A square', 60, 388);
  draw('Surname:', 60, 330);
  document.getForm().createTextField('person.surname').addToPage(page, { x: 120, y: 324, width: 150, height: 18 });
  document.getForm().getTextField('person.surname').setText('Lovelace');
  const lying = document.addPage([595, 842]);
  lying.setRotation(degrees(90));
  lying.drawText(BODY, { x: 100, y: 60, size: 10, font, rotate: degrees(90) });
  return document.save();
}

async function contentOf(pdf: Uint8Array, params: Record<string, unknown> = {}) {
  const made = await convert(pdf, 'application/pdf', { target_format: 'json', ...params });
  expect(made).toMatchObject({ contentType: 'application/json', filename: 'source.json' });
  return DocumentContent.parse(JSON.parse(Buffer.from(made.bytes).toString('utf8')));
}

test('every part of a document is there, with its place on the page as it is shown', async () => {
  const { version, title, pages, blocks, fields } = await contentOf(await makeDocument());
  expect({ version, title }).toEqual({ version: CONTENT_VERSION, title: 'A test' });
  expect(pages).toEqual([
    { page: 1, width: 595, height: 842, rotation: 0, from: 'text' },
    { page: 2, width: 842, height: 595, rotation: 90, from: 'text' },
  ]);
  expect(blocks.slice(0, 3)).toMatchObject([
    { type: 'heading', id: 'b1', level: 1, text: 'A heading', from: 'text' },
    { type: 'paragraph', text: BODY },
    { type: 'paragraph', text: 'In red', runs: [{ text: 'In red', size: 10, color: '#ff0000' }] },
  ]);
  const [first] = blocks[1]?.boxes ?? [];
  expect(first?.page).toBe(1);
  expect(first?.box.left).toBeCloseTo(60, 0);
  expect(first?.box.top).toBeGreaterThan(842 - 740 - 12);
  expect(first?.box.bottom).toBeLessThan(842 - 740 + 5);
  const table = blocks.find((block) => block.type === 'table');
  expect(table).toMatchObject({ rows: 3, columns: 2 });
  expect(table?.cells.map(({ row, column, text }) => [row, column, text])).toEqual([
    [0, 0, 'Name'],
    [0, 1, 'Count'],
    [1, 0, 'Apples'],
    [1, 1, '12'],
    [2, 0, 'Pears'],
    [2, 1, '7'],
  ]);
  const [picture, caption] = [blocks.find(({ type }) => type === 'picture'), blocks.find(({ type }) => type === 'caption')];
  expect(picture).toMatchObject({ width: 120, height: 120, boxes: [{ page: 1, box: { left: 60, top: 322, right: 180, bottom: 442 } }] });
  expect(picture).not.toHaveProperty('file');
  expect(caption).toMatchObject({ of: picture?.id, text: 'Figure 1: A square' });
  expect(fields).toMatchObject([{ id: 'p1-f1', page: 1, type: 'text', name: 'person.surname', label: 'Surname', value: 'Lovelace' }]);
  const lying = blocks.findLast(({ type }) => type === 'paragraph');
  expect(lying?.boxes[0]).toMatchObject({ page: 2 });
  expect(lying?.boxes[0]?.box.left).toBeCloseTo(60, 0);
});

test('pictures come beside the content where they are asked for, and ids are those of the Markdown', async () => {
  const pdf = await makeDocument();
  const zipped = await convert(pdf, 'application/pdf', { target_format: 'json', pictures: 'files' });
  expect(zipped).toMatchObject({ contentType: 'application/zip', filename: 'source.zip' });
  const files = unzipSync(zipped.bytes);
  const { blocks } = DocumentContent.parse(JSON.parse(Buffer.from(files['document.json'] ?? []).toString('utf8')));
  expect(blocks.find((block) => block.type === 'picture')?.file).toBe('images/p1-1.png');
  expect(files['images/p1-1.png']?.length).toBeGreaterThan(50);
  const markdown = await convert(pdf, 'application/pdf', { target_format: 'md', pictures: 'references', block_ids: true });
  const text = Buffer.from(markdown.bytes).toString('utf8');
  expect([...text.matchAll(/<!-- (\w+) -->/g)].map(([, id]) => id)).toEqual(blocks.map(({ id }) => id));
});
