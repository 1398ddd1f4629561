// The writers on streams of parts made by hand: what is judged is read back by a parser of its own.

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import type {
  Block,
  DocumentHead,
  DocumentPart,
  Image,
  Paragraph,
  Run,
  SectionHead,
  Table,
} from '../../../../../../processor/document/model.ts';
import { writeDocx } from '../../../../../../processor/operations/convert/writers/docx/write-docx.ts';
import { writeHtml } from '../../../../../../processor/operations/convert/writers/html.ts';
import { writeTxt } from '../../../../../../processor/operations/convert/writers/txt.ts';
import type { WriteDocument } from '../../../../../../processor/operations/convert/writers/writer.ts';
import { childOf, childrenOf, descendants, type Element, parseXml, textOf } from '../../../../../../support/judges/quality/xml-tree.ts';

const WRITERS = { docx: writeDocx, html: writeHtml, txt: writeTxt };
const folder = mkdtempSync(join(tmpdir(), 'write-document-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const body = { family: 'Arial', size: 11, bold: false, italic: false, colour: 0 };
const head: DocumentHead = {
  families: new Map([['Arial', 'sans']]),
  look: {
    family: 'Arial',
    size: 11,
    headings: Array.from({ length: 6 }, () => ({ ...body, bold: true })),
    line: { rule: 'multiple', value: 240 },
  },
  rtl: false,
};
const run = (text: string, more: Partial<Run> = {}): Run => ({ text, ...body, underline: false, strike: false, ...more });
const paragraph = (runs: readonly Run[] | string, more: Partial<Paragraph> = {}): Paragraph => ({
  kind: 'paragraph',
  runs: typeof runs === 'string' ? [run(runs)] : runs,
  alignment: 'left',
  rtl: false,
  indentLeft: 0,
  indentRight: 0,
  indentFirst: 0,
  spaceBefore: 0,
  lineHeight: 12.64,
  ...more,
});
const item = (text: string, level = 0, list = 1): Paragraph =>
  paragraph(text, { list: { list, level, format: { kind: 'decimal', text: '%1.' }, value: 1 }, indentLeft: 36, indentFirst: -18 });
const table = (texts: readonly string[], more: Partial<Table> = {}): Table => ({
  kind: 'table',
  widths: [100, 100],
  rows: texts.length / 2,
  cells: texts.map((text, index) => ({
    row: Math.floor(index / 2),
    column: index % 2,
    rowSpan: 1,
    columnSpan: 1,
    paddingLeft: 0,
    paddingRight: 0,
    blocks: [paragraph(text)],
  })),
  bordered: true,
  borderColour: 0,
  indentLeft: 0,
  rtl: false,
  rowHeights: [],
  spaceBefore: 8,
  ...more,
});
const pixel = async () =>
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const image = (more: Partial<Image> = {}): Image => ({
  kind: 'image',
  type: 'png',
  read: pixel,
  width: 10,
  height: 20,
  alignment: 'left',
  indentLeft: 0,
  spaceBefore: 0,
  ...more,
});
const section = (more: Partial<SectionHead> = {}): SectionHead => ({
  pageWidth: 595,
  pageHeight: 842,
  margins: { left: 72, top: 72, right: 72, bottom: 72 },
  columns: 1,
  columnGap: 0,
  newPage: true,
  header: [paragraph('Above')],
  footer: [paragraph([run('1', { field: 'page' })])],
  headerDistance: 36,
  footerDistance: 36,
  bareFirstPage: { header: false, footer: false },
  ...more,
});

/** Text that does not become much smaller. */
function noise(seed: number, length: number): string {
  let text = '';
  for (let at = 0; text.length < length; at++) text += createHash('sha256').update(`${seed} ${at}`).digest('hex');
  return text;
}

let written = 0;

async function write(writer: WriteDocument, parts: Iterable<DocumentPart> | AsyncIterable<DocumentPart>, path?: string): Promise<Buffer> {
  const to = path ?? join(folder, String(++written));
  const stream = async function* () {
    yield* parts;
  };
  await writer({ head, parts: stream() }, { path: to, bytesMax: 1e9 });
  return readFileSync(to);
}

async function docxOf(
  parts: Iterable<DocumentPart>,
): Promise<{ readonly body: Element; readonly part: (name: string) => string; readonly names: string[] }> {
  const files = unzipSync(await write(writeDocx, parts));
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  return { body: childOf(parseXml(part('word/document.xml')), 'document', 'body')!, part, names: Object.keys(files) };
}

const blocks: readonly Block[] = [
  paragraph('Title', { heading: 1, bookmarks: ['target_1'] }),
  item('one'),
  item('one below', 1),
  item('two'),
  image({ float: { from: 'text', left: 4, top: 5 } }),
  paragraph([run('A '), run('link', { link: 'https://example.org/?a&b' }), run(' note'), run('1', { footnote: 1 })]),
  image(),
  paragraph('Figure 1: a pixel'),
  table(['a', 'b', 'c', 'd']),
  table(['e', 'f']),
  paragraph('tab\tand <markup> & "quotes"'),
];
const note: DocumentPart = {
  kind: 'footnote',
  number: 1,
  paragraphs: [paragraph([run('See '), run('there', { link: 'https://example.org/note' })])],
};
const sections = [section(), section({ columns: 2, columnGap: 20, newPage: false })];

describe('parts', () => {
  test.for(Object.entries(WRITERS))('where blocks are parted does not matter to %s', async ([, writer]) => {
    const whole = sections.flatMap((one): DocumentPart[] => [
      { kind: 'section', section: one },
      { kind: 'blocks', blocks },
    ]);
    const single = sections.flatMap((one): DocumentPart[] => [
      { kind: 'section', section: one },
      ...blocks.map((block): DocumentPart => ({ kind: 'blocks', blocks: [block] })),
    ]);
    expect(await write(writer, [...single, note])).toEqual(await write(writer, [...whole, note]));
  });

  test.for(Object.entries(WRITERS))(
    '%s has on disk what came, before it asks for more, and leaves only the result',
    async ([name, writer]) => {
      const path = join(folder, `growing.${name}`);
      const sizes: number[] = [];
      const parts = function* (): Generator<DocumentPart> {
        yield { kind: 'section', section: section() };
        yield { kind: 'blocks', blocks: [paragraph('Title', { heading: 1 })] };
        for (let page = 0; page < 120; page++) {
          yield { kind: 'blocks', blocks: [paragraph(noise(page, 40_000))] };
          yield { kind: 'footnote', number: page + 1, paragraphs: [paragraph('A note.')] };
          sizes.push(statSync(path).size);
        }
      };
      const { length } = await write(writer, parts(), path);
      expect(sizes[39]).toBeGreaterThan(length / 5);
      expect(sizes[79]).toBeGreaterThan(length / 2);
      expect(readdirSync(folder).filter((file) => file.startsWith(`growing.${name}`))).toEqual([`growing.${name}`]);
    },
  );

  test.for(Object.entries(WRITERS))('a document without blocks becomes a %s', async ([, writer]) => {
    expect((await write(writer, [{ kind: 'section', section: section({ header: [], footer: [] }) }])).length).toBeGreaterThan(0);
  });
});

describe('a Word document', () => {
  const paragraphsOf = (element: Element) => [...descendants(element, 'p')];
  const sectionOf = (element: Element | undefined) => childOf(element, 'pPr', 'sectPr');

  test('ends a section in its last paragraph, after a table in one of its own, and the last one in the body', async () => {
    const parts = [[paragraph('text')], [table(['a', 'b'], { spaceBefore: 0 })], [], [paragraph('end')]].flatMap((own): DocumentPart[] => [
      { kind: 'section', section: section() },
      { kind: 'blocks', blocks: own },
    ]);
    const { body } = await docxOf(parts);
    const top = childrenOf(body);
    expect(top.map(({ name }) => name)).toEqual(['p', 'tbl', 'p', 'p', 'p', 'sectPr']);
    expect(top.map((element) => sectionOf(element) !== undefined)).toEqual([true, false, true, true, false, false]);
  });

  test('gives the space above a table to the paragraph before it, though that came in another part', async () => {
    const { body } = await docxOf([
      { kind: 'section', section: section() },
      { kind: 'blocks', blocks: [paragraph('above')] },
      { kind: 'blocks', blocks: [table(['a', 'b'])] },
    ]);
    expect(childOf(paragraphsOf(body)[0], 'pPr', 'spacing')?.attributes['after']).toBe('160');
  });

  test('refers only to what is in it: pictures once, links, numbering, notes, headers of equal sections once', async () => {
    const parts: DocumentPart[] = sections.flatMap((one): DocumentPart[] => [
      { kind: 'section', section: one },
      { kind: 'blocks', blocks },
    ]);
    const { part, names, body } = await docxOf([...parts, note]);
    expect(names.filter((name) => /media|header|footer/.test(name))).toEqual([
      'word/header1.xml',
      'word/footer1.xml',
      'word/media/image1.png',
    ]);
    const targetsOf = (name: string) =>
      new Map(
        childrenOf(childOf(parseXml(part(name)), 'Relationships')).map(({ attributes }) => [attributes['Id'] ?? '', attributes] as const),
      );
    const targets = targetsOf('word/_rels/document.xml.rels');
    for (const { TargetMode, Target } of targets.values()) if (TargetMode === undefined) expect(names).toContain(`word/${Target}`);
    for (const { attributes } of [...descendants(body, 'hyperlink'), ...descendants(body, 'headerReference')])
      expect(targets.has(attributes['id'] ?? '')).toBe(true);
    expect([...targetsOf('word/_rels/footnotes.xml.rels').values()].map(({ Target }) => Target)).toEqual(['https://example.org/note']);
    const types = part('[Content_Types].xml');
    for (const name of names.filter((one) => /^word\/[^_]*\.xml$/.test(one))) expect(types).toContain(`PartName="/${name}"`);
    const ids = [...descendants(body, 'docPr'), ...descendants(body, 'bookmarkStart')].map(({ attributes }) => attributes['id']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('restarts each list by a definition of its own, with the levels that occur', async () => {
    const { part } = await docxOf([
      { kind: 'section', section: section() },
      { kind: 'blocks', blocks: [item('a'), item('b', 2), item('other', 0, 7)] },
    ]);
    const numbering = childOf(parseXml(part('word/numbering.xml')), 'numbering')!;
    const levels = childrenOf(numbering, 'abstractNum').map((one) => childrenOf(one, 'lvl').map(({ attributes }) => attributes['ilvl']));
    expect(levels).toEqual([['0', '2'], ['0']]);
    expect(childrenOf(numbering, 'num')).toHaveLength(2);
  });

  test('has the labels of lists as they look, and as text where frames of other lists follow each other', async () => {
    const framed = (text: string, list: number, label: string): Paragraph => {
      const one = item(text, 0, list);
      const place = { left: 60, top: 100, width: 200, height: 14 };
      const look = { text: label, family: 'Verdana', size: 8, bold: true, italic: false, colour: 0xff0000 };
      return { ...one, place, ...(one.list && { list: { ...one.list, format: { kind: 'bullet', text: label }, label: look } }) };
    };
    const blocks = [
      framed('a', 1, '•'),
      framed('b', 1, '•'),
      framed('c', 2, '–'),
      framed('d', 3, '•'),
      paragraph('e'),
      framed('f', 4, '–'),
    ];
    const { body, part } = await docxOf([
      { kind: 'section', section: section() },
      { kind: 'blocks', blocks },
    ]);
    const shown = childrenOf(body, 'p').map((one) => [
      [...descendants(one, 'numId')].length,
      [...descendants(one, 't')].map(textOf).join(''),
    ]);
    expect(shown.slice(0, 6)).toEqual([
      [1, 'a'],
      [1, 'b'],
      [0, '–c'],
      [0, '•d'],
      [0, 'e'],
      [1, 'f'],
    ]);
    const level = part('word/numbering.xml').match(/<w:lvl .*?<\/w:lvl>/u)?.[0];
    for (const look of ['w:ascii="Verdana"', '<w:b/>', '<w:color w:val="FF0000"/>', '<w:sz w:val="16"/>']) expect(level).toContain(look);
  });

  test('adds room between scripts where the source has it', async () => {
    const { part } = await docxOf([
      { kind: 'section', section: section() },
      { kind: 'blocks', blocks: [paragraph('2025\u5e74', { scriptGaps: true }), paragraph('2026\u5e74')] },
    ]);
    const [first, second] = part('word/document.xml').match(/<w:p>.*?<\/w:p>/gu) ?? [];
    expect(first).toContain('<w:autoSpaceDE/><w:autoSpaceDN/>');
    expect(second).not.toContain('autoSpace');
  });

  test('has the numbers that its items had, whatever became a text box', async () => {
    const framed = (value: number, more: Partial<Paragraph> = {}): Paragraph => {
      const one = item(`item ${value}`);
      const look = { ...body, text: `${value}.` };
      const place = { left: 60, top: 100 + value * 20, width: 200, height: 14 };
      return { ...one, ...more, place, ...(one.list && { list: { ...one.list, value, label: look } }) };
    };
    const { body: written } = await docxOf([
      { kind: 'section', section: section() },
      { kind: 'blocks', blocks: [framed(1), paragraph('between'), framed(2), framed(3, { boxed: { angle: 0 } }), framed(4), framed(5)] },
    ]);
    const frames = childrenOf(written, 'p').slice(0, 5);
    expect(frames.map((one) => [[...descendants(one, 'numId')].length, [...descendants(one, 't')].map(textOf).join('')])).toEqual([
      [1, 'item 1'],
      [0, 'between'],
      [1, 'item 2'],
      [0, '4.item 4'],
      [0, '5.item 5'],
    ]);
    const boxed = [...descendants(written, 'txbxContent')][0];
    expect(boxed && [...descendants(boxed, 't')].map(textOf).join('')).toBe('3.item 3');
  });

  test('keeps the text of cells that overlap', async () => {
    const overlapping = table(['a', 'b', 'c', 'd']);
    const cells = overlapping.cells.map((cell, index) => (index === 0 ? { ...cell, rowSpan: 2, columnSpan: 2 } : cell));
    const { body } = await docxOf([
      { kind: 'section', section: section() },
      { kind: 'blocks', blocks: [{ ...overlapping, cells }] },
    ]);
    expect([...descendants(body, 't')].map(textOf).join('')).toBe('abcd');
  });

  test('has the elements of properties in the order of the schema (ISO/IEC 29500-4, wml.xsd)', async () => {
    const everything = paragraph([run('x', { ...LOUD, link: 'https://example.org' })], {
      heading: 2,
      list: { list: 1, level: 0, format: { kind: 'bullet', text: '•' }, value: 1 },
      alignment: 'centre',
      rtl: true,
      shading: 0xff0000,
      tabs: [{ at: 10, right: true, leader: 'dot' }],
      spaceBefore: 3,
      lineHeight: 20,
      indentLeft: 5,
      breakBefore: 'page',
    });
    const cells = [
      {
        row: 0,
        column: 0,
        rowSpan: 2,
        columnSpan: 2,
        shading: 1,
        turned: 90 as const,
        vertical: 'middle' as const,
        paddingLeft: 1,
        paddingRight: 1,
        blocks: [everything],
      },
    ];
    const { body } = await docxOf([
      { kind: 'section', section: section({ columns: 2, numberStart: 3, bareFirstPage: { header: true, footer: true } }) },
      {
        kind: 'blocks',
        blocks: [everything, table([], { cells, rows: 2, rtl: true, indentLeft: 3 }), image({ breakBefore: 'page', alignment: 'right' })],
      },
    ]);
    for (const [name, order] of Object.entries(ORDERS)) {
      const found = [...descendants(body, name)];
      expect(found.length).toBeGreaterThan(0);
      for (const element of found) {
        const places = childrenOf(element).map((child) => order.split(' ').indexOf(child.name));
        expect(places).not.toContain(-1);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
    }
  });
});

const LOUD = {
  family: 'Courier',
  bold: false,
  italic: true,
  strike: true,
  underline: true,
  colour: 1,
  size: 20,
  highlight: 2,
  script: 'super',
} as const;
const ORDERS = {
  pPr: 'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment outlineLvl rPr sectPr',
  rPr: 'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang',
  tblPr:
    'tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook',
  tcPr: 'cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark',
  sectPr:
    'headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid',
};
