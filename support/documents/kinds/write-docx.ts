// A document of a kind → a Word document with real styles, numbering and tables, by the docx library.

import {
  AlignmentType,
  BorderStyle,
  Document,
  type FileChild,
  Footer,
  Header,
  HeadingLevel,
  type ILevelsOptions,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  SectionType,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextDirection,
  TextRun,
  WidthType,
} from 'docx';
import { type Cell, cellOf, type ItemsBlock, type KindBlock, type KindDocument, type TableBlock, type TextBlock } from './blocks.ts';
import type { HeadingLook, Look } from './looks.ts';

const HEADINGS = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4];
const twips = (points: number) => Math.round(points * 20);

type Level = { readonly format: (typeof LevelFormat)[keyof typeof LevelFormat]; readonly text: string; readonly font?: string };
const FORMATS: Readonly<Record<ItemsBlock['format'], readonly Level[]>> = {
  bullet: [
    { format: LevelFormat.BULLET, text: '\uf0b7', font: 'Symbol' },
    { format: LevelFormat.BULLET, text: 'o', font: 'Courier New' },
    { format: LevelFormat.BULLET, text: '\uf0a7', font: 'Wingdings' },
  ],
  square: [
    { format: LevelFormat.BULLET, text: '\u25aa' },
    { format: LevelFormat.BULLET, text: '\u2013' },
  ],
  dash: [
    { format: LevelFormat.BULLET, text: '\u2013' },
    { format: LevelFormat.BULLET, text: '\u2013' },
  ],
  decimal: [
    { format: LevelFormat.DECIMAL, text: '%1.' },
    { format: LevelFormat.LOWER_LETTER, text: '%2.' },
  ],
  parenthesis: [
    { format: LevelFormat.DECIMAL, text: '%1)' },
    { format: LevelFormat.LOWER_LETTER, text: '%2)' },
  ],
  letter: [
    { format: LevelFormat.LOWER_LETTER, text: '(%1)' },
    { format: LevelFormat.LOWER_ROMAN, text: '(%2)' },
  ],
  roman: [
    { format: LevelFormat.LOWER_ROMAN, text: '%1.' },
    { format: LevelFormat.LOWER_LETTER, text: '%2)' },
  ],
  bracket: [{ format: LevelFormat.DECIMAL, text: '[%1]' }],
  clause: [
    { format: LevelFormat.DECIMAL, text: '%1.' },
    { format: LevelFormat.DECIMAL, text: '%1.%2' },
    { format: LevelFormat.LOWER_LETTER, text: '(%3)' },
    { format: LevelFormat.LOWER_ROMAN, text: '(%4)' },
  ],
};

export async function writeKindDocx(kind: KindDocument, look: Look): Promise<Uint8Array> {
  const writer = new KindWriter(kind, look);
  const sections: { children: FileChild[]; columns: number }[] = [];
  for (const block of kind.blocks) {
    const columns = block.kind === 'columns' ? block.count : 1;
    const children = block.kind === 'columns' ? block.blocks.flatMap((inner) => writer.blockOf(inner)) : writer.blockOf(block);
    const open = sections.at(-1);
    if (open?.columns === columns) open.children.push(...children);
    else sections.push({ children, columns });
  }
  const { width, height, margin } = look.page;
  const headers = kind.header ? { headers: { default: new Header({ children: [new Paragraph(kind.header)] }) } } : {};
  const page = new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ children: [PageNumber.CURRENT] })] });
  const footers = kind.footer ? { footers: { default: new Footer({ children: [page] }) } } : {};
  const document = new Document({
    styles: {
      default: {
        document: { run: { font: look.family, size: look.size * 2 } },
        ...Object.fromEntries(look.headings.map((one, index) => [`heading${index + 1}`, headingStyle(one, look)])),
      },
    },
    numbering: { config: writer.lists },
    sections: sections.map(({ children, columns }, index) => ({
      properties: {
        ...(index === 0 ? {} : { type: SectionType.CONTINUOUS }),
        ...(columns > 1 ? { column: { count: columns, space: 400 } } : {}),
        page: {
          size: { width: twips(width), height: twips(height) },
          margin: { left: twips(margin), right: twips(margin), top: twips(margin), bottom: twips(margin) },
        },
      },
      ...headers,
      ...footers,
      children,
    })),
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

function headingStyle(one: HeadingLook, look: Look): object {
  return {
    run: {
      font: look.headingFamily,
      size: one.size * 2,
      bold: one.bold,
      italics: one.italic ?? false,
      allCaps: one.capitals ?? false,
      color: one.colour ?? '000000',
      ...(one.underlined ? { underline: {} } : {}),
    },
    paragraph: {
      spacing: { before: twips(one.before), after: twips(one.after) },
      keepNext: true,
      ...(one.centred ? { alignment: AlignmentType.CENTER } : {}),
    },
  };
}

class KindWriter {
  readonly lists: { reference: string; levels: ILevelsOptions[] }[] = [];
  readonly #look: Look;
  readonly #kind: KindDocument;

  constructor(kind: KindDocument, look: Look) {
    this.#kind = kind;
    this.#look = look;
    const levels = ['%1', '%1.%2', '%1.%2.%3'].map((text, level) => ({
      level,
      format: LevelFormat.DECIMAL,
      text,
      alignment: AlignmentType.LEFT,
      style: { paragraph: { indent: { left: 500, hanging: 500 } } },
    }));
    this.lists.push({ reference: 'headings', levels });
  }

  blockOf(block: KindBlock): FileChild[] {
    switch (block.kind) {
      case 'heading':
        return [
          new Paragraph({
            text: block.text,
            heading: HEADINGS[block.level - 1] ?? HeadingLevel.HEADING_4,
            ...(this.#kind.numberedHeadings && block.level > 1 ? { numbering: { reference: 'headings', level: block.level - 2 } } : {}),
          }),
        ];
      case 'text':
        return [this.#paragraph(block)];
      case 'items':
        return this.#items(block);
      case 'table':
        return [this.#table(block), new Paragraph({ text: '', spacing: { after: twips(4) } })];
      case 'columns':
        return block.blocks.flatMap((inner) => this.blockOf(inner));
    }
  }

  #paragraph({ text, role, bold }: TextBlock): Paragraph {
    const look = this.#look;
    const sides = { right: AlignmentType.RIGHT, centre: AlignmentType.CENTER } as const;
    const side = role === 'right' || role === 'centre' ? sides[role] : look.justified && !role ? AlignmentType.JUSTIFIED : undefined;
    const small = role === 'small' || role === 'caption';
    return new Paragraph({
      spacing: { after: twips(look.space), line: Math.round(look.leading * 240 * 0.87) },
      ...(side ? { alignment: side } : {}),
      ...(look.indent > 0 && !role ? { indent: { firstLine: twips(look.indent) } } : {}),
      children: [
        ...(bold ? [new TextRun({ text: `${bold} `, bold: true })] : []),
        new TextRun({ text, italics: role === 'lead', bold: role === 'mark', ...(small ? { size: look.size * 2 - 3 } : {}) }),
      ],
    });
  }

  #items(block: ItemsBlock): Paragraph[] {
    const reference = `list-${this.lists.length}`;
    const { itemIndent } = this.#look;
    this.lists.push({
      reference,
      levels: FORMATS[block.format].map(({ format, text, font }, level) => ({
        level,
        format,
        text,
        ...(level === 0 && block.start !== undefined ? { start: block.start } : {}),
        alignment: AlignmentType.LEFT,
        style: {
          ...(font ? { run: { font } } : {}),
          paragraph: { indent: { left: twips(itemIndent * (level + 1) + 6), hanging: twips(itemIndent) } },
        },
      })),
    });
    return this.#itemsAt(block, reference, 0);
  }

  #itemsAt({ items }: ItemsBlock, reference: string, level: number): Paragraph[] {
    const { itemIndent, itemSpace, leading } = this.#look;
    const spacing = { after: twips(itemSpace), line: Math.round(leading * 240 * 0.87) };
    return items.flatMap((item) => [
      new Paragraph({ text: item.text, numbering: { reference, level }, spacing }),
      ...(item.more ?? []).map((text) => new Paragraph({ text, indent: { left: twips(itemIndent * (level + 1) + 6) }, spacing })),
      ...(item.inner ? this.#itemsAt(item.inner, reference, level + 1) : []),
    ]);
  }

  #table({ rows, widths, lines, heads = 0 }: TableBlock): Table {
    const look = this.#look;
    const body = twips(look.page.width - 2 * look.page.margin);
    const total = widths.reduce((sum, width) => sum + width, 0);
    const columnWidths = widths.map((width) => Math.round((body * width) / total));
    const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
    const line = { style: BorderStyle.SINGLE, size: 6, color: '444444' };
    const across = lines === 'all' || lines === 'rows' ? line : none;
    const down = lines === 'all' ? line : none;
    const edge = lines === 'none' ? none : line;
    return new Table({
      width: { size: body, type: WidthType.DXA },
      columnWidths,
      borders: { top: edge, bottom: edge, left: down, right: down, insideHorizontal: across, insideVertical: down },
      rows: rows.map((cells, row) => {
        const turned = cells.map(cellOf).some((cell) => cell.turned);
        return new TableRow({
          tableHeader: row < heads,
          ...(turned ? { height: { value: 1300, rule: 'atLeast' as const } } : {}),
          children: cells.map((cell) => this.#cell(cellOf(cell), row < heads, lines === 'head' && row === heads - 1 ? line : undefined)),
        });
      }),
    });
  }

  #cell(cell: Cell, head: boolean, below: { style: 'single'; size: number; color: string } | undefined): TableCell {
    const paragraph = (text: string) =>
      new Paragraph({
        children: [new TextRun({ text, bold: head || (cell.header ?? false) })],
        ...(cell.right ? { alignment: AlignmentType.RIGHT } : {}),
      });
    return new TableCell({
      children: [cell.text, ...(cell.more ?? [])].map(paragraph),
      ...(cell.columnSpan ? { columnSpan: cell.columnSpan } : {}),
      ...(cell.rowSpan ? { rowSpan: cell.rowSpan } : {}),
      ...(cell.turned ? { textDirection: TextDirection.BOTTOM_TO_TOP_LEFT_TO_RIGHT } : {}),
      ...(head && this.#look.headFill ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill: this.#look.headFill } } : {}),
      ...(below ? { borders: { bottom: below } } : {}),
      margins: { left: 90, right: 90, top: 30, bottom: 30 },
    });
  }
}
