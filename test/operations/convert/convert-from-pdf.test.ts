// PDF → docx, html, txt, md, judged by what is known: documents of known structure are rendered by LibreOffice, converted, and compared; LibreOffice
// opens every docx again; a validator reads the html. Skipped only where LibreOffice is missing.

import { HtmlValidate } from 'html-validate';
import { unzipSync } from 'fflate';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wordsOf } from '../../../support/judges/quality/outline.ts';
import { readDocxOutline } from '../../../support/judges/quality/read-docx.ts';
import { readHtmlOutline } from '../../../support/judges/quality/read-html.ts';
import { readMarkdownOutline } from '../../../support/judges/quality/read-md.ts';
import { scoreOutline, sequenceRatio, wordsOfOutline } from '../../../support/judges/quality/score.ts';
import { endPdfium, warmUpPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { convertFromPdf, textOfResult } from '../../../support/run/read-pdf-document.ts';
import { textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { makeStructured } from '../../../support/documents/structured-docx.ts';
import { onBusyMachine } from '../../support/busy-machine.ts';

type Files = Record<string, Uint8Array>;
const as = (extension: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${name}.${extension}`, bytes]));

let truth: Files = {};
let plain: Files = {};
let tagged: Files = {};
const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

beforeAll(async () => {
  await warmUpPdfium();
  if (!hasSoffice) return;
  truth = await makeStructured();
  plain = convertWithSoffice({ files: as('docx', truth), to: 'pdf' });
  tagged = convertWithSoffice({ files: as('docx', truth), to: 'tagged-pdf' });
}, 60_000);

afterAll(endPdfium);

describe.skipIf(!hasSoffice)('a document of known structure, rendered and read back', () => {
  test.for(['report', 'lists', 'tables', 'columns', 'arabic', 'japanese'])(
    '%s: keeps words, paragraphs, headings, items, cells and links',
    async (name) => {
      const outline = readDocxOutline(truth[name]!);
      for (const pdf of [plain[name]!, tagged[name]!]) {
        for (const found of [
          readDocxOutline((await convertFromPdf('docx', pdf)).bytes),
          readHtmlOutline(textOfResult(await convertFromPdf('html', pdf))),
          readMarkdownOutline(textOfResult(await convertFromPdf('md', pdf))),
        ]) {
          const { words, paragraphs, headings = 1, lists = 1, cells = 1, links = 1 } = scoreOutline(outline, found);
          expect(words).toBeGreaterThanOrEqual(0.97);
          expect(paragraphs).toBeGreaterThanOrEqual(name === 'columns' ? 0.75 : 0.9);
          expect(headings).toBeGreaterThanOrEqual(0.85);
          expect(lists).toBeGreaterThanOrEqual(0.85);
          expect(cells).toBeGreaterThanOrEqual(0.9);
          expect(links).toBe(1);
        }
      }
    },
  );

  test('is led by its tags where it has them, and by its layout where not', async () => {
    expect((await convertFromPdf('txt', tagged['report']!)).evidence.order).toBe('tags');
    expect((await convertFromPdf('txt', plain['report']!)).evidence.order).toBe('layout');
  });

  test('becomes a docx that LibreOffice opens, with the same words on its pages', async () => {
    const made: Files = {};
    for (const [name, pdf] of Object.entries(plain)) made[name] = (await convertFromPdf('docx', pdf)).bytes;
    const again = convertWithSoffice({ files: as('docx', made), to: 'pdf' });
    for (const [name, pdf] of Object.entries(again)) {
      if (name === 'arabic') continue;
      const [before, after] = [plain[name]!, pdf].map((bytes) => wordsOf(textOfPdf(bytes)).toSorted());
      expect(sequenceRatio(before!, after!), name).toBeGreaterThanOrEqual(0.97);
    }
    expect(Object.keys(again).toSorted()).toEqual(Object.keys(plain).toSorted());
  }, 60_000);

  test('becomes html that the validator accepts', async () => {
    for (const pdf of Object.values({ ...plain, taggedReport: tagged['report']!, taggedTables: tagged['tables']! })) {
      const report = await validator.validateString(textOfResult(await convertFromPdf('html', pdf)));
      expect(report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual([]);
    }
  });

  test('becomes text in the order of the source', async () => {
    for (const name of ['report', 'columns', 'lists']) {
      for (const pdf of [plain[name]!, tagged[name]!]) {
        const { bytes } = await convertFromPdf('txt', pdf);
        const text = Buffer.from(bytes)
          .toString('utf8')
          .replaceAll(/^ *(?:\d+\.|[a-z]\)|[•◦]) /gm, '');
        expect(sequenceRatio(wordsOfOutline(readDocxOutline(truth[name]!)), wordsOf(text))).toBeGreaterThanOrEqual(0.95);
      }
    }
  });

  test('keeps columns side by side in a text with layout', async () => {
    const text = textOfResult(await convertFromPdf('txt', plain['columns']!, { layout: true }));
    expect(text.split('\n').filter((line) => /\S {3,}\S/.test(line)).length).toBeGreaterThan(20);
    expect(sequenceRatio(wordsOf(textOfPdf(plain['columns']!)).toSorted(), wordsOf(text).toSorted())).toBe(1);
  });

  test('has headers, footers with a page number and footnotes as Word has them, and no text boxes', async () => {
    const files = unzipSync((await convertFromPdf('docx', plain['report']!)).bytes);
    const part = (name: string) => Buffer.from(files[name] ?? new Uint8Array()).toString('utf8');
    expect(part('word/header1.xml')).toContain('second edition');
    expect(part('word/footer1.xml')).toMatch(/<w:instrText[^>]*>\s*PAGE/);
    expect(part('word/document.xml').match(/<w:footnoteReference /g)).toHaveLength(4);
    expect(part('word/document.xml')).not.toMatch(/txbxContent|<w:pict|second edition/);
    const lists = unzipSync((await convertFromPdf('docx', plain['lists']!)).bytes)['word/numbering.xml'];
    expect(Buffer.from(lists ?? new Uint8Array()).toString('utf8')).toContain('w:abstractNum');
  });

  test('takes the pages asked for, in their order', async () => {
    const whole = await convertFromPdf('txt', plain['report']!);
    const second = await convertFromPdf('txt', plain['report']!, { pages: [2] });
    expect(whole.evidence.pages).toBe(2);
    expect(second.evidence.pages).toBe(1);
    expect(second.counts.words).toBeLessThan(whole.counts.words);
  });

  test('counts what is in the result', async () => {
    const { counts, evidence } = await convertFromPdf('docx', plain['report']!);
    expect(counts).toMatchObject({ headings: 13, links: 4, tables: 0 });
    expect(evidence).toMatchObject({ pages_without_text: [], characters_unmapped: 0 });
    expect((await convertFromPdf('docx', plain['tables']!)).counts.tables).toBe(2);
  });
});

const link = (action: string) => `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 300 200] /A << ${action} >> >>]`;

describe('what a document must not carry into a result', () => {
  test.for([
    ['javascript', '/S /URI /URI (javascript:alert\\(1\\))'],
    ['file', '/S /URI /URI (file:///etc/passwd)'],
    ['launch', '/S /Launch /F (calc.exe)'],
    ['script action', '/S /JavaScript /JS (app.alert\\(1\\))'],
    ['data', '/S /URI /URI (data:text/html,<script>1</script>)'],
  ])('a %s link is dropped, its text stays', async ([, action]) => {
    const pdf = makePdf({ objects: plainObjects('Press here', link(action!), '/OpenAction << /S /JavaScript /JS (app.alert\\(2\\)) >>') });
    for (const to of ['html', 'docx'] as const) {
      const { bytes, counts } = await convertFromPdf(to, pdf);
      const text =
        to === 'html'
          ? Buffer.from(bytes).toString('utf8')
          : Object.values(unzipSync(bytes))
              .map((part) => Buffer.from(part).toString('utf8'))
              .join('\n');
      expect(text).toContain('Press here');
      expect(text).not.toMatch(/javascript:|file:\/\/|app\.alert|calc\.exe|text\/html,|<script/i);
      expect(counts.links).toBe(0);
    }
  });

  test('markup in the text is text', async () => {
    const pdf = makePdf({ objects: plainObjects('<img src=x onerror=alert\\(1\\)> & "quoted"') });
    const html = textOfResult(await convertFromPdf('html', pdf));
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot;');
    expect(html).not.toContain('<img');
  });

  test('a web link stays, escaped', async () => {
    const pdf = makePdf({ objects: plainObjects('Press here', link('/S /URI /URI (https://example.com/?a=1&b="2")')) });
    expect(textOfResult(await convertFromPdf('html', pdf))).toContain(
      '<a href="https://example.com/?a=1&amp;b=&quot;2&quot;">Press here</a>',
    );
  });
});

describe('documents that are special', () => {
  test('a document without text is refused with the advice to run OCR', async () => {
    const document = await PDFDocument.create();
    document.addPage([300, 200]);
    await expect(convertFromPdf('docx', await document.save())).rejects.toMatchObject({ reason: 'no_text_found' });
  });

  test('an encrypted document opens with its password', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage([300, 200]).drawText('Behind the lock', { x: 20, y: 100, size: 12, font });
    document.encrypt({ userPassword: 'open', ownerPassword: 'own' });
    const bytes = await document.save();
    await expect(convertFromPdf('txt', bytes)).rejects.toMatchObject({ reason: 'encrypted_pdf' });
    expect(textOfResult(await convertFromPdf('txt', bytes, { password: 'open' }))).toBe('Behind the lock\n');
  });

  test('a result larger than allowed is refused', async () => {
    await expect(convertFromPdf('docx', makePdf({ objects: plainObjects('Hello') }), { outputBytesMax: 500 })).rejects.toMatchObject({
      reason: 'output_limit',
    });
  });

  test('a turned page reads like an upright one', async () => {
    for (const turn of [90, 180, 270]) {
      const pdf = makePdf({ objects: plainObjects('Hello turned world', `/Rotate ${turn}`) });
      expect(textOfResult(await convertFromPdf('txt', pdf))).toBe('Hello turned world\n');
    }
  });

  test('a page of many lines costs less than five seconds', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const page = document.addPage([1200, 14_000]);
    for (let line = 0; line < 1300; line++)
      page.drawText(`${line} a line of words that goes on and on until its end`, { x: 40, y: 13_900 - line * 10.6, size: 9, font });
    const start = performance.now();
    const { counts } = await convertFromPdf('docx', await document.save());
    expect(counts.words).toBe(1300 * 13);
    expect(performance.now() - start).toBeLessThan(onBusyMachine(5000));
  });

  test('the title and the language of the document are those of the result', async () => {
    const document = await PDFDocument.create();
    document.setTitle('Of rivers');
    document.catalog.set(PDFName.of('Lang'), PDFString.of('en-GB'));
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage([300, 200]).drawText('Text', { x: 20, y: 100, size: 12, font });
    const html = textOfResult(await convertFromPdf('html', await document.save()));
    expect(html).toContain('<html lang="en-GB">');
    expect(html).toContain('<title>Of rivers</title>');
  });
});
