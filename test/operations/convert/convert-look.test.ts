// PDF → docx and html that look like their source: distances, breaks, drawings, fields, links, grounds. Pages are drawn by hand, so that every
// measure is known; the docx is read from its XML, and set by LibreOffice where it is installed, whose pages poppler reads.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { clip, endPath, PDFName, popGraphicsState, pushGraphicsState, rectangle, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium, warmUpPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { addInnerLink, type Canvas, drawChart, drawLines, drawTable, makeCanvas, WORDS } from '../../../support/documents/drawn-pdf.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { type DocxLook, readDocxLook } from '../../../support/judges/read-docx-look.ts';
import { convertFromPdf, textOfResult } from '../../../support/run/read-pdf-document.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';

beforeAll(warmUpPdfium);
afterAll(endPdfium);

const docxOf = async ({ document }: Canvas): Promise<DocxLook & { readonly bytes: Uint8Array; readonly codes: readonly string[] }> => {
  const { bytes, warnings } = await convertFromPdf('docx', await document.save());
  return { ...readDocxLook(bytes), bytes, codes: warnings.map(({ code }) => code) };
};
const htmlOf = async ({ document }: Canvas): Promise<string> => textOfResult(await convertFromPdf('html', await document.save()));
const withText = ({ paragraphs }: DocxLook, text: string) => {
  const found = paragraphs.find((paragraph) => paragraph.text.includes(text));
  if (!found) throw new Error(`no paragraph with ${text}: ${paragraphs.map((one) => one.text).join(' | ')}`);
  return found;
};
const PROSE = [WORDS, WORDS, 'and so on to the end of it'];

/** The places of words on the pages that LibreOffice makes of a docx, in points from the upper left corner. */
function setByOffice(docx: Uint8Array): {
  readonly pages: number;
  readonly topOf: (word: string) => number;
  readonly pageOf: (word: string) => number;
} {
  const { made } = convertWithSoffice({ files: { 'made.docx': docx }, to: 'pdf' });
  if (!made) throw new Error('LibreOffice does not open it');
  const folder = mkdtempSync(join(tmpdir(), 'look-'));
  try {
    writeFileSync(join(folder, 'made.pdf'), made);
    const xml = spawnSync('pdftotext', ['-bbox', join(folder, 'made.pdf'), '-']).stdout.toString('utf8');
    const pages = xml.split('<page ').slice(1);
    const find = (word: string) => {
      const page = pages.findIndex((one) => one.includes(`>${word}<`));
      return { page, top: Number(new RegExp(`yMin="([\\d.]+)"[^>]*>${word}<`).exec(pages[page] ?? '')?.[1]) };
    };
    return { pages: pages.length, topOf: (word) => find(word).top, pageOf: (word) => find(word).page + 1 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('distances', () => {
  test('between paragraphs are those of the source', async () => {
    const canvas = await makeCanvas();
    const end = drawLines(canvas, PROSE, 72, 100);
    const next = drawLines(canvas, ['Second paragraph of the page'], 72, end + 10);
    drawLines(canvas, ['Third paragraph of the page'], 72, next + 46);
    const look = await docxOf(canvas);
    expect(withText(look, 'Second').before).toBeCloseTo(10, 0);
    expect(withText(look, 'Third').before).toBeCloseTo(46, 0);
    expect(withText(look, 'river').before).toBe(0);
  });

  test.skipIf(!hasSoffice)('lead to the same places on the page, down to the last line', { tags: 'long' }, async () => {
    const canvas = await makeCanvas();
    const end = drawLines(canvas, ['Alpha begins here', ...PROSE], 72, 90, 17);
    const next = drawLines(canvas, ['Bravo stands alone'], 72, end + 33);
    drawLines(canvas, ['Charlie ends it all', ...PROSE.slice(0, 2)], 90, next + 120, 13);
    const set = setByOffice((await docxOf(canvas)).bytes);
    expect(set.pages).toBe(1);
    const source = { Alpha: 90, Bravo: end + 33, Charlie: next + 120 };
    // The box of a word starts an ascent above its baseline.
    for (const [word, baseline] of Object.entries(source)) expect(Math.abs(set.topOf(word) + 10 - baseline), word).toBeLessThan(5);
  });

  test.skipIf(!hasSoffice)('a page that ends early ends, and a page that is full goes on', { tags: 'long' }, async () => {
    const canvas = await makeCanvas();
    drawLines(canvas, ['Foreword of a few lines', ...PROSE], 72, 100);
    const second = canvas.addPage();
    for (let part = 0; part < 13; part++) drawLines(second, part === 0 ? ['Chapter begins', ...PROSE] : PROSE, 72, 100 + part * 56);
    const third = canvas.addPage();
    drawLines(third, ['Goes on from there', ...PROSE], 72, 100);
    const look = await docxOf(canvas);
    expect(look.paragraphs.filter(({ pageBreak }) => pageBreak).map(({ text }) => text.slice(0, 7))).toEqual(['Chapter']);
    expect(setByOffice(look.bytes).pageOf('Chapter')).toBe(2);
  });

  test('slides stay one page each', async () => {
    const canvas = await makeCanvas([720, 405]);
    canvas.text('Opening', 60, 80, 32, canvas.bold);
    canvas.text('of the year', 60, 120, 16);
    for (const title of ['Numbers', 'Plans']) {
      const slide = canvas.addPage();
      slide.text(title, 60, 80, 32, slide.bold);
      for (let row = 0; row < 6; row++) slide.text(`A point that is made ${row}`, 80, 130 + row * 40, 20);
    }
    const look = await docxOf(canvas);
    expect(look.paragraphs.filter(({ pageBreak }) => pageBreak).map(({ text }) => text)).toEqual(['Numbers', 'Plans']);
    expect(look.part('word/document.xml')).toMatch(/<w:pStyle w:val="Heading1"\/>(?:(?!<\/w:p>).)*Plans/);
  });

  test('a section ends in its last paragraph, not in an empty one', async () => {
    const canvas = await makeCanvas();
    canvas.text('Title across the page', 72, 80, 20);
    const half = WORDS.slice(0, 44);
    for (const [left, top] of [
      [60, 120],
      [320, 125],
    ] as const)
      for (let row = 0; row < 20; row++) canvas.text(row % 5 === 4 ? 'the end.' : half, left, top + row * 14);
    drawLines(canvas, [`${WORDS} and across`, `${WORDS} and again`, 'until here.'], 60, 480);
    const look = await docxOf(canvas);
    expect(look.part('word/document.xml').match(/<w:sectPr/g)?.length).toBeGreaterThan(1);
    expect(look.paragraphs.filter(({ text, pictures }) => text === '' && pictures.length === 0)).toEqual([]);
  });
});

describe('what stands side by side', () => {
  test('is held by a table without lines, read one after the other', async () => {
    const canvas = await makeCanvas();
    drawLines(canvas, ['Anna Example', 'First Street 1', '12345 Town'], 72, 100);
    drawLines(canvas, ['Invoice 4711', 'Date of today', 'Customer 42'], 380, 100);
    drawLines(canvas, PROSE, 72, 220);
    const look = await docxOf(canvas);
    expect(look.tables).toHaveLength(1);
    expect(look.tables[0]?.[0]?.map((cell) => cell.slice(0, 4))).toEqual(['Anna', 'Invo']);
    expect(look.part('word/document.xml')).toMatch(/<w:tblBorders><w:top w:val="none"/);
    const html = await htmlOf(canvas);
    expect(html).toMatch(/<div class="side"><div>[\s\S]*Anna[\s\S]*<\/div><div>[\s\S]*Invoice/);
    expect(html).not.toContain('<table');
  });
});

describe('drawings', () => {
  const chart = async () => {
    const canvas = await makeCanvas();
    drawLines(canvas, PROSE, 72, 100);
    drawChart(canvas, 150, 200);
    drawLines(canvas, ['Figure 1: What it shows'], 150, 400);
    drawLines(canvas, PROSE, 72, 440);
    return canvas;
  };

  test('a chart is one picture in its size, at its place, and its labels are not text too', async () => {
    const look = await docxOf(await chart());
    const pictures = look.paragraphs.flatMap((paragraph) => paragraph.pictures);
    expect(pictures).toHaveLength(1);
    expect(pictures[0]?.width).toBeGreaterThan(195);
    expect(pictures[0]?.width).toBeLessThan(240);
    expect(pictures[0]?.height).toBeGreaterThan(150);
    expect(look.paragraphs.map(({ text }) => text).join(' ')).not.toMatch(/Kilograms|1990/);
    const at = look.paragraphs.findIndex((paragraph) => paragraph.pictures.length > 0);
    expect(look.paragraphs[at + 1]?.text).toContain('Figure 1');
  });

  test('a chart is drawn finely enough, and shows what the page shows', async () => {
    const { files } = await docxOf(await chart());
    const [name] = Object.keys(files).filter((one) => one.startsWith('word/media/'));
    const { data, info } = await sharp(files[name!]).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info.width).toBeGreaterThan(500);
    let red = 0;
    for (let at = 0; at < data.length; at += 3) if (data[at]! > 150 && data[at + 1]! < 80 && data[at + 2]! < 80) red++;
    expect(red).toBeGreaterThan(300);
  });

  test('in html it is a figure with its caption', async () => {
    expect(await htmlOf(await chart())).toMatch(
      /<figure[^>]*><img src="data:image\/[^>]*>\s*<figcaption>Figure 1: What it shows<\/figcaption>/,
    );
  });

  test('a frame with round corners around sentences stays text on its colour', async () => {
    const canvas = await makeCanvas();
    canvas.page.drawSvgPath('M 6 0 H 444 Q 450 0 450 6 V 74 Q 450 80 444 80 H 6 Q 0 80 0 74 V 6 Q 0 0 6 0 Z', {
      x: 66,
      y: 762,
      color: rgb(1, 0.9, 0.6),
    });
    drawLines(canvas, PROSE, 76, 104);
    drawLines(canvas, PROSE, 72, 240);
    const look = await docxOf(canvas);
    expect(look.paragraphs.flatMap(({ pictures }) => pictures)).toEqual([]);
    expect(look.paragraphs.filter(({ text }) => text.includes('river')).map(({ shading }) => shading)).toEqual(['FFE699', undefined]);
  });

  test('a table with lines stays a table', async () => {
    const canvas = await makeCanvas();
    drawTable(canvas, []);
    const look = await docxOf(canvas);
    expect(look.tables).toEqual([
      [
        ['cell 00', 'cell 01', 'cell 02'],
        ['cell 10', 'cell 11', 'cell 12'],
        ['cell 20', 'cell 21', 'cell 22'],
      ],
    ]);
    expect(look.paragraphs.flatMap(({ pictures }) => pictures)).toEqual([]);
    expect(look.part('word/document.xml').match(/<w:trHeight [^>]*w:val="600"/g)).toHaveLength(3);
  });
});

describe('pictures', () => {
  test('one that is cut by a clip shows what is seen of it, in its size', async () => {
    const canvas = await makeCanvas();
    drawLines(canvas, PROSE, 72, 100);
    const picture = await canvas.document.embedPng(makePng([], 80, 80));
    canvas.page.pushOperators(pushGraphicsState(), rectangle(100, 450, 100, 50), clip(), endPath());
    canvas.page.drawImage(picture, { x: 100, y: 400, width: 200, height: 200 });
    canvas.page.pushOperators(popGraphicsState());
    const look = await docxOf(canvas);
    const [shown] = look.paragraphs.flatMap(({ pictures }) => pictures);
    expect([shown?.width, shown?.height].map((side) => Math.round(side ?? 0))).toEqual([100, 50]);
    const [name] = Object.keys(look.files).filter((one) => one.startsWith('word/media/'));
    const { width, height } = await sharp(look.files[name!]).metadata();
    expect([width, height]).toEqual([40, 20]);
  });
});

describe('forms', () => {
  const form = async () => {
    const canvas = await makeCanvas();
    const fields = canvas.document.getForm();
    canvas.text('Name of the guest', 72, 110);
    const name = fields.createTextField('name');
    name.setText('Ada Lovelace');
    name.addToPage(canvas.page, { x: 200, y: 842 - 114, width: 180, height: 18, font: canvas.font });
    for (const [index, [label, checked]] of (
      [
        ['Breakfast', true],
        ['Dinner', false],
      ] as const
    ).entries()) {
      const box = fields.createCheckBox(label);
      // It is typed too, below the field.
      canvas.text('[', 73, 149 + index * 24);
      canvas.text(']', 80, 149 + index * 24);
      box.addToPage(canvas.page, { x: 72, y: 842 - 151 - index * 24, width: 12, height: 12 });
      if (checked) box.check();
      canvas.text(label, 92, 149 + index * 24);
    }
    return canvas;
  };

  test('values are text where they stand, and boxes to tick are signs', async () => {
    const look = await docxOf(await form());
    const text = look.paragraphs.map((paragraph) => paragraph.text).join('\n');
    expect(text).toMatch(/Name of the guest\s*Ada Lovelace/);
    expect(text).toMatch(/☒\s*Breakfast/);
    expect(text).toMatch(/☐\s*Dinner/);
    expect(text).not.toMatch(/[[\]]/);
    const html = await htmlOf(await form());
    expect(html).toMatch(/☒[^<]*(?:<[^>]*>)*\s*Breakfast/);
    expect(html).toContain('Ada Lovelace');
  });

  test('a value that no appearance shows is not lost', async () => {
    const canvas = await form();
    const field = canvas.document.getForm().getTextField('name');
    for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
    const pdf = await canvas.document.save({ updateFieldAppearances: false });
    expect(textOfResult(await convertFromPdf('txt', pdf))).toContain('Ada Lovelace');
  });
});

describe('links inside the document', () => {
  const contents = async () => {
    const canvas = await makeCanvas();
    canvas.text('Contents', 72, 90, 18, canvas.bold);
    canvas.text('Rivers of the north', 72, 130);
    canvas.text('.'.repeat(60), 180, 130);
    canvas.text('2', 500, 130);
    canvas.text('Lakes of the south', 72, 150);
    canvas.text('.'.repeat(60), 180, 150);
    canvas.text('2', 500, 150);
    const next = canvas.addPage();
    next.text('Rivers', 72, 100, 18, canvas.bold);
    drawLines(next, PROSE, 72, 130);
    next.text('Lakes', 72, 300, 18, canvas.bold);
    drawLines(next, PROSE, 72, 330);
    addInnerLink(canvas, [72, 842 - 133, 170, 842 - 118], next.page, 842 - 84);
    addInnerLink(canvas, [72, 842 - 153, 170, 842 - 138], next.page, 842 - 284);
    return canvas;
  };

  test('lead to a bookmark of the paragraph that they mean', async () => {
    const look = await docxOf(await contents());
    const [rivers] = withText(look, 'Rivers of the north').anchors;
    const [lakes] = withText(look, 'Lakes of the south').anchors;
    expect(look.paragraphs.find(({ bookmarks }) => bookmarks.includes(rivers!))?.text).toBe('Rivers');
    expect(look.paragraphs.find(({ bookmarks }) => bookmarks.includes(lakes!))?.text).toBe('Lakes');
    const html = await htmlOf(await contents());
    expect(html).toContain(`<a href="#${lakes}">`);
    expect(html).toMatch(new RegExp(`<h\\d id="${lakes}"[^>]*>Lakes`));
  });

  test('rows of dots are a tab with a leader, and the number stands at its end', async () => {
    const entry = withText(await docxOf(await contents()), 'Rivers of the north');
    expect(entry.text).not.toContain('...');
    expect(entry.tabs.at(-1)).toMatchObject({ kind: 'right', leader: 'dot' });
    expect(Math.abs((entry.tabs.at(-1)?.at ?? 0) - (506 - 72))).toBeLessThan(3);
  });

  test('a target on a page that is not converted is no link', async () => {
    const { bytes } = await convertFromPdf('docx', await (await contents()).document.save(), { pages: [1] });
    expect(readDocxLook(bytes).part('word/document.xml')).not.toContain('w:anchor');
  });
});

describe('grounds and colours', () => {
  test('a ground that all pages have is the colour of the page', async () => {
    const canvas = await makeCanvas();
    for (const one of [canvas, canvas.addPage()]) {
      one.page.drawRectangle({ x: 0, y: 0, width: 595, height: 842, color: rgb(0.1, 0.1, 0.3) });
      one.page.drawText('Light words', { x: 72, y: 700, size: 20, color: rgb(1, 1, 1), font: canvas.font });
    }
    const look = await docxOf(canvas);
    expect(look.part('word/document.xml')).toMatch(/<w:background [^>]*w:color="1A1A4D"/i);
    expect(look.part('word/document.xml') + look.part('word/styles.xml')).toMatch(/w:color w:val="FFFFFF"/i);
    expect(await htmlOf(canvas)).toMatch(/background:#1a1a4d/);
  });

  test('a ground of one page of several is left out with a warning, and its text can be read', async () => {
    const canvas = await makeCanvas();
    canvas.page.drawRectangle({ x: 0, y: 0, width: 595, height: 842, color: rgb(0.1, 0.1, 0.3) });
    canvas.page.drawText('Light words', { x: 72, y: 700, size: 20, color: rgb(1, 1, 1), font: canvas.font });
    drawLines(canvas.addPage(), PROSE, 72, 100);
    const look = await docxOf(canvas);
    expect(look.codes).toContain('backgrounds_left_out');
    expect(look.part('word/document.xml') + look.part('word/styles.xml')).not.toMatch(/w:color w:val="FFFFFF"/i);
  });
});

describe('headers and footers', () => {
  test('a first page without them has none, and numbers go on from where they start', async () => {
    const canvas = await makeCanvas();
    drawLines(canvas, ['A title page', ...PROSE], 72, 200);
    for (let number = 12; number < 15; number++) {
      const next = canvas.addPage();
      next.text('The running title', 72, 40, 9);
      next.text(String(number), 290, 810, 9);
      for (let part = 0; part < 11; part++) drawLines(next, PROSE, 72, 100 + part * 60);
    }
    const look = await docxOf(canvas);
    const xml = look.part('word/document.xml');
    expect(xml).toContain('<w:titlePg/>');
    expect(xml).toMatch(/<w:pgNumType w:start="11"/);
    const parts = Object.keys(look.files).filter((name) => /word\/(?:header|footer)\d/.test(name));
    expect(parts.map((name) => look.part(name)).join('')).toMatch(/The running title/);
    expect(parts.map((name) => look.part(name)).join('')).toMatch(/PAGE/);
    expect(look.paragraphs.map(({ text }) => text).join(' ')).not.toContain('The running title');
  });

  test('the number at the foot of a single page is its footer', async () => {
    const canvas = await makeCanvas();
    drawLines(canvas, PROSE, 72, 100);
    canvas.text('1', 295, 812, 9);
    const look = await docxOf(canvas);
    expect(look.part('word/footer1.xml')).toMatch(/PAGE/);
    expect(look.paragraphs.map(({ text }) => text)).not.toContain('1');
  });

  test('a logo of every page stays at its place in the header', async () => {
    const canvas = await makeCanvas();
    const logo = await canvas.document.embedPng(makePng([], 40, 20));
    for (const one of [canvas, canvas.addPage()]) {
      one.page.drawImage(logo, { x: 450, y: 780, width: 80, height: 40 });
      for (let part = 0; part < 11; part++) drawLines(one, PROSE, 72, 100 + part * 60);
    }
    const look = await docxOf(canvas);
    expect(look.part('word/header1.xml')).toMatch(/<wp:positionH relativeFrom="page"><wp:posOffset>5715000</);
    expect(Object.keys(look.files).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  });
});

describe('the package', () => {
  test('names stand-ins for its fonts, refers to nothing outside, and is the same each time', async () => {
    const canvas = await makeCanvas();
    drawLines(canvas, PROSE, 72, 100);
    const pdf = await canvas.document.save();
    const [one, two] = [await convertFromPdf('docx', pdf), await convertFromPdf('docx', pdf)];
    const look = readDocxLook(one.bytes);
    expect(look.part('word/fontTable.xml')).toMatch(/<w:font w:name="Arial"><w:family w:val="swiss"\/>/);
    for (const name of Object.keys(look.files)) if (name.endsWith('.rels')) expect(look.part(name)).not.toMatch(/TargetMode="External"/);
    expect(look.part('word/document.xml')).not.toMatch(/txbxContent|w:pict/);
    expect(readDocxLook(two.bytes).part('word/document.xml')).toBe(look.part('word/document.xml'));
  });
});

describe('html', () => {
  test('heads of tables are heads, and the whole is what the validator wants', async () => {
    const canvas = await makeCanvas();
    drawTable(canvas, ['Head 0', 'Head 1', 'Head 2']);
    drawChart(canvas, 150, 300);
    drawLines(canvas, ['Figure 1: What it shows'], 150, 500);
    drawLines(canvas, ['Left of it', 'and below'], 72, 560);
    drawLines(canvas, ['Right of it', 'and below'], 380, 560);
    const html = await htmlOf(canvas);
    expect(html).toMatch(/<thead>\s*<tr><th scope="col">(?:<[^>]*>)*Head 0/);
    const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual([]);
  });
});
