// Word documents whose structure is known, to be rendered to PDF and read back: a report, lists, tables, columns, right-to-left, Japanese.
// Made with the docx library; the words are drawn from a fixed seed.

import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  type FileChild,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  SectionType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { seeded } from './random.ts';

const VOCABULARY = (
  'river stone garden window letter morning market engine harbour village doctor winter summer teacher bridge paper forest island meadow ' +
  'captain pocket silver mirror carpet candle thunder basket ladder orchard pepper ribbon saddle tunnel valley whistle yellow anchor blanket'
).split(' ');

export interface Prose {
  readonly sentence: (words: number) => string;
  readonly paragraph: (sentences: number) => string;
}

export function makeProse(seed: number): Prose {
  const random = seeded(seed);
  const word = () => VOCABULARY[Math.floor(random() * VOCABULARY.length)] ?? 'river';
  const sentence = (words: number) => {
    const text = Array.from({ length: words }, word).join(' ');
    return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  };
  return { sentence, paragraph: (sentences) => Array.from({ length: sentences }, () => sentence(6 + Math.floor(random() * 9))).join(' ') };
}

const FONT = { document: { run: { font: 'Liberation Serif', size: 22 } } };
const HEADINGS = {
  heading1: { run: { font: 'Liberation Sans', size: 36, bold: true }, paragraph: { spacing: { before: 360, after: 120 } } },
  heading2: { run: { font: 'Liberation Sans', size: 28, bold: true }, paragraph: { spacing: { before: 240, after: 120 } } },
  heading3: { run: { font: 'Liberation Sans', size: 24, bold: true }, paragraph: { spacing: { before: 200, after: 80 } } },
};

const body = (text: string) => new Paragraph({ text, spacing: { after: 160 } });
const heading = (text: string, level: 1 | 2 | 3) =>
  new Paragraph({ text, heading: [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3][level - 1]! });

async function pack(children: readonly FileChild[], more: Partial<ConstructorParameters<typeof Document>[0]> = {}): Promise<Uint8Array> {
  const document = new Document({
    styles: { default: { ...FONT, ...HEADINGS } },
    numbering: { config: NUMBERING },
    sections: [{ children }],
    ...more,
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

const level = (at: number, format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string) => ({
  level: at,
  format,
  text,
  alignment: AlignmentType.LEFT,
  style: { paragraph: { indent: { left: 720 * (at + 1), hanging: 360 } } },
});

const NUMBERING = [
  { reference: 'numbers', levels: [level(0, LevelFormat.DECIMAL, '%1.'), level(1, LevelFormat.LOWER_LETTER, '%2)')] },
  { reference: 'bullets', levels: [level(0, LevelFormat.BULLET, '\u2022'), level(1, LevelFormat.BULLET, '\u25e6')] },
];

/** Three levels of headings, running lines with page numbers, links, notes, emphasis; several pages. */
export async function makeReport(seed: number): Promise<Uint8Array> {
  const prose = makeProse(seed);
  const children: FileChild[] = [heading('Report about the harbour', 1)];
  for (let chapter = 1; chapter <= 4; chapter++) {
    children.push(heading(`Chapter ${chapter} ${prose.sentence(3).slice(0, -1)}`, 2));
    for (let part = 1; part <= 2; part++) {
      children.push(heading(prose.sentence(4).slice(0, -1), 3), body(prose.paragraph(6)), body(prose.paragraph(3)));
    }
    children.push(
      new Paragraph({
        spacing: { after: 160 },
        children: [
          new TextRun('Ask the '),
          new ExternalHyperlink({
            link: `https://example.com/office/${chapter}`,
            children: [new TextRun({ text: 'harbour office', style: 'Hyperlink' })],
          }),
          new TextRun(' about the '),
          new TextRun({ text: 'northern', bold: true }),
          new TextRun(' and the '),
          new TextRun({ text: 'southern', italics: true }),
          new TextRun(' gate'),
          new FootnoteReferenceRun(chapter),
          new TextRun('. They know.'),
        ],
      }),
    );
  }
  const footnotes = Object.fromEntries([1, 2, 3, 4].map((id) => [id, { children: [new Paragraph(prose.sentence(7))] }]));
  const properties = {
    sections: [
      {
        children,
        headers: { default: new Header({ children: [new Paragraph('Harbour report, second edition')] }) },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ children: ['Page ', PageNumber.CURRENT] })] }),
            ],
          }),
        },
      },
    ],
    footnotes,
  };
  return pack(children, properties);
}

export async function makeLists(seed: number): Promise<Uint8Array> {
  const prose = makeProse(seed);
  const item = (reference: string, at: number, sentences: number) =>
    new Paragraph({ text: prose.paragraph(sentences), numbering: { reference, level: at } });
  return pack([
    heading('Two lists', 1),
    body(prose.paragraph(3)),
    ...[0, 0, 1, 1, 0, 0].map((at) => item('numbers', at, at === 0 ? 2 : 1)),
    body(prose.paragraph(4)),
    ...[0, 1, 1, 0].map((at) => item('bullets', at, 1 + (1 - at))),
    body(prose.paragraph(2)),
  ]);
}

export async function makeTables(seed: number): Promise<Uint8Array> {
  const prose = makeProse(seed);
  const cell = (text: string, more: { columnSpan?: number; rowSpan?: number } = {}) =>
    new TableCell({ children: [new Paragraph(text)], ...more });
  const width = { size: 9000, type: WidthType.DXA };
  const ruled = new Table({
    width,
    columnWidths: [3000, 3000, 3000],
    rows: [
      new TableRow({ children: [cell('Place', { rowSpan: 2 }), cell('Counts of the year', { columnSpan: 2 })] }),
      new TableRow({ children: [cell('Spring'), cell('Autumn')] }),
      ...[1, 2, 3, 4].map(
        (row) => new TableRow({ children: [cell(prose.sentence(2 + row)), cell(String(row * 137)), cell(String(row * 59))] }),
      ),
    ],
  });
  const none = { style: 'none' as const, size: 0, color: 'auto' };
  const borders = { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none };
  const plain = new Table({
    width,
    columnWidths: [4500, 2250, 2250],
    borders,
    rows: [1, 2, 3, 4, 5].map((row) => new TableRow({ children: [cell(prose.sentence(3)), cell(`${row}4 kg`), cell(`${row * 7}.50`)] })),
  });
  return pack([
    heading('Two tables', 1),
    body(prose.paragraph(3)),
    ruled,
    body(''),
    body(prose.paragraph(2)),
    plain,
    body(''),
    body(prose.paragraph(2)),
  ]);
}

export async function makeColumns(seed: number): Promise<Uint8Array> {
  const prose = makeProse(seed);
  const text = Array.from({ length: 7 }, (_, index) =>
    index % 3 === 0 ? [heading(prose.sentence(3).slice(0, -1), 2), body(prose.paragraph(7))] : [body(prose.paragraph(8))],
  ).flat();
  return pack([], {
    sections: [
      { children: [heading('A paper in two columns about rivers', 1), body(prose.paragraph(4))] },
      { properties: { type: SectionType.CONTINUOUS, column: { count: 2, space: 500 } }, children: text },
    ],
  });
}

export async function makeArabic(): Promise<Uint8Array> {
  const line =
    'لما كان الاعتراف بالكرامة المتأصلة في جميع أعضاء الأسرة البشرية وبحقوقهم المتساوية الثابتة هو أساس الحرية والعدل والسلام في العالم.';
  const rtl = (text: string) =>
    new Paragraph({
      bidirectional: true,
      spacing: { after: 160 },
      children: [new TextRun({ text, rightToLeft: true, font: 'Noto Naskh Arabic' })],
    });
  return pack([rtl(line), rtl(`${line} ${line}`), rtl('يولد جميع الناس أحرارا متساوين في الكرامة والحقوق (المادة الأولى).')]);
}

export async function makeJapanese(): Promise<Uint8Array> {
  const line =
    'すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。';
  const cjk = (text: string) => new Paragraph({ spacing: { after: 160 }, children: [new TextRun({ text, font: 'Noto Sans CJK JP' })] });
  return pack([cjk(line), cjk(`${line}${line}`), cjk('世界人権宣言')]);
}

/** Everything above, by name. */
export async function makeStructured(seed = 7): Promise<Record<string, Uint8Array>> {
  return {
    report: await makeReport(seed),
    lists: await makeLists(seed + 1),
    tables: await makeTables(seed + 2),
    columns: await makeColumns(seed + 3),
    arabic: await makeArabic(),
    japanese: await makeJapanese(),
  };
}
