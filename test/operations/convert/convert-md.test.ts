// PDF → Markdown: what a program that reads GitHub's Markdown finds in it. Text that looks like markup stays text; marks, ids and pictures are
// there when they are asked for.

import { unzipSync } from 'fflate';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { collapse } from '../../../support/judges/quality/outline.ts';
import { markdownToHtml, readMarkdownOutline } from '../../../support/judges/quality/read-md.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { convert } from '../../../support/run/run-convert.ts';

afterAll(endPdfium);

const BODY = 'A sentence that is long enough to show what the text of this document looks like, line after line.';

interface DrawnLine {
  readonly text: string;
  readonly size?: number;
  readonly code?: boolean;
  readonly left?: number;
}

/** A page of A4 for each list of lines. */
async function makeLines(pages: readonly (readonly DrawnLine[])[], picture?: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [text, code] = [await document.embedFont(StandardFonts.Helvetica), await document.embedFont(StandardFonts.Courier)];
  for (const lines of pages) {
    const page = document.addPage([595, 842]);
    let y = 780;
    for (const line of lines) {
      const { size = 10, left = 60 } = line;
      page.drawText(line.text, { x: left, y, size, font: line.code ? code : text, color: rgb(0, 0, 0) });
      y -= line.code ? 12 : size * 2.4;
    }
    if (picture) page.drawImage(await document.embedPng(picture), { x: 60, y: y - 100, width: 90, height: 90 });
  }
  return document.save();
}

async function markdownOf(pdf: Uint8Array, params: Record<string, unknown> = {}): Promise<string> {
  return Buffer.from((await convert(pdf, 'application/pdf', { target_format: 'md', ...params })).bytes).toString('utf8');
}

test('text that looks like markup stays text', async () => {
  const lines = [
    '# is the sign of numbers here, and nothing more than that',
    'Use * for all and _name_ for one, `quoted` and ~~struck~~ too',
    '<script>alert(1)</script> is shown, and &amp; stays as it is',
    '[a link](other.html) that is none, and [^1] no note',
    '![no picture](x.png) | neither a table | nor a rule',
    '> quoted by nobody \\ escaped by nobody',
    '1986. A year that ends a sentence',
  ];
  const markdown = await markdownOf(await makeLines([[{ text: BODY }, ...lines.map((text) => ({ text })), { text: BODY }]]));
  const found = readMarkdownOutline(markdown);
  const shown = collapse(found.paragraphs.map(({ text }) => text).join(' '));
  for (const line of lines.slice(0, -1)) expect(shown).toContain(collapse(line));
  expect(found.links).toEqual([]);
  expect(found.images).toBe(0);
  expect(found.paragraphs.filter(({ heading }) => heading !== undefined)).toEqual([]);
  expect(markdownToHtml(markdown)).not.toContain('<script');
});

test('code keeps its lines, its indents and its blank lines, in one block', async () => {
  const code = ['for (const one of all) {', '  if (!one) {', '    skip(`it`);', '  }', '', '  use(one,   two);', '}'];
  // pdf-lib draws spaces; a reader of pages sees where the letters are.
  const drawn = code.map((text) => ({ text: text.trimStart(), code: true, left: 60 + (text.length - text.trimStart().length) * 6 }));
  const markdown = await markdownOf(await makeLines([[{ text: BODY }, ...drawn, { text: BODY }]]));
  expect(markdown).toContain(`\n\n\`\`\`\n${code.join('\n')}\n\`\`\`\n\n`);
});

test('pages are marked, and blocks named, where it is asked for', async () => {
  const pdf = await makeLines([
    [{ text: 'The first page', size: 20 }, { text: BODY }],
    [{ text: 'The second page', size: 20 }, { text: BODY }],
  ]);
  const plain = await markdownOf(pdf);
  expect(plain).not.toContain('<!--');
  const marked = await markdownOf(pdf, { page_marks: true, block_ids: true });
  expect(marked).toMatch(/^<!-- page 1 -->\s+<!-- b1 -->\s+# The first page\s+<!-- b2 -->\s+A sentence/);
  expect(marked).toMatch(/<!-- page 2 -->\s+<!-- b3 -->\s+# The second page/);
  // Comments show nothing.
  expect(markdownToHtml(marked).replaceAll(/<!--.*?-->\s*/g, '')).toBe(markdownToHtml(plain));
});

test('pictures are left out, named, or beside the text in a ZIP', async () => {
  const png = makePng([], 40, 40);
  const pdf = await makeLines([[{ text: BODY }]], png);
  expect(await markdownOf(pdf)).not.toContain('![');
  expect(await markdownOf(pdf, { pictures: 'references' })).toContain('![](images/p1-1.png)');
  const zipped = await convert(pdf, 'application/pdf', { target_format: 'md', pictures: 'files' });
  expect(zipped).toMatchObject({ contentType: 'application/zip', filename: 'source.zip' });
  const files = unzipSync(zipped.bytes);
  expect(Object.keys(files)).toEqual(['document.md', 'images/p1-1.png']);
  expect(Buffer.from(files['document.md'] ?? []).toString('utf8')).toContain('![](images/p1-1.png)');
  expect(
    Buffer.from(files['images/p1-1.png'] ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});
