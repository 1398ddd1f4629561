// The model → a Word document: real styles, numbering, tables, sections, links, notes. Never text boxes, fields but page numbers, or macros.

import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  type FileChild,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph as DocxParagraph,
  type ParagraphChild,
  SectionType,
  ShadingType,
  Table as DocxTable,
  TableCell as DocxTableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import { keepXmlCharacters } from '../../../office/xml.ts';
import type { Alignment, Block, ConvertedDocument, Image, Paragraph, Run, Section, Table } from '../model.ts';
import { collectLists, listReference } from './docx-numbering.ts';
import { type DocumentLook, findLook } from './look.ts';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

const ALIGNMENTS: Readonly<Record<Alignment, (typeof AlignmentType)[keyof typeof AlignmentType]>> = {
  left: AlignmentType.LEFT,
  centre: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  justified: AlignmentType.JUSTIFIED,
};

export async function writeDocx(document: ConvertedDocument): Promise<Uint8Array> {
  const look = findLook(document);
  const notes = document.footnotes.map((paragraphs, index) => [
    String(index + 1),
    { children: paragraphs.map((paragraph) => paragraphOf(paragraph, look)) },
  ]);
  const file = new Document({
    creator: '',
    lastModifiedBy: '',
    ...(document.title === undefined ? {} : { title: keepXmlCharacters(document.title) }),
    styles: { default: { document: { run: { font: look.family, size: halfPoints(look.size) } }, ...headingStyles(look) } },
    numbering: { config: collectLists(document) },
    footnotes: Object.fromEntries(notes) as Record<string, { children: DocxParagraph[] }>,
    sections: document.sections.map((section) => sectionOf(section, look)),
  });
  return new Uint8Array(await Packer.toBuffer(file));
}

function headingStyles(look: DocumentLook): Record<string, object> {
  return Object.fromEntries(
    look.headings.map((run, index) => [
      `heading${index + 1}`,
      { run: { font: run.family, size: halfPoints(run.size), bold: run.bold, italics: run.italic, color: hex(run.colour) } },
    ]),
  );
}

function sectionOf(section: Section, look: DocumentLook) {
  const { margins } = section;
  const header = section.header.flatMap((block) => runningOf(block, look));
  const footer = section.footer.flatMap((block) => runningOf(block, look));
  const children = section.blocks.flatMap((block) => blockOf(block, look));
  return {
    properties: {
      type: section.newPage ? SectionType.NEXT_PAGE : SectionType.CONTINUOUS,
      ...(section.columns > 1 ? { column: { count: section.columns, space: twips(section.columnGap), equalWidth: true } } : {}),
      page: {
        size: { width: twips(section.pageWidth), height: twips(section.pageHeight) },
        margin: { left: twips(margins.left), right: twips(margins.right), top: twips(margins.top), bottom: twips(margins.bottom) },
      },
    },
    ...(header.length > 0 ? { headers: { default: new Header({ children: header }) } } : {}),
    ...(footer.length > 0 ? { footers: { default: new Footer({ children: footer }) } } : {}),
    children: children.length > 0 ? children : [new DocxParagraph({})],
  };
}

function runningOf(block: Paragraph | Image, look: DocumentLook): DocxParagraph {
  if (block.kind === 'paragraph') return paragraphOf(block, look);
  return new DocxParagraph({ alignment: ALIGNMENTS[block.alignment], children: [linked(block.link, imageOf(block))] });
}

function blockOf(block: Block, look: DocumentLook): FileChild[] {
  switch (block.kind) {
    case 'paragraph':
      return [paragraphOf(block, look)];
    case 'table':
      return [tableOf(block, look), new DocxParagraph({ spacing: { before: 0, after: 0, line: 60, lineRule: 'exact' } })];
    case 'image':
      return [runningOf(block, look)];
  }
}

function paragraphOf(paragraph: Paragraph, look: DocumentLook): DocxParagraph {
  const { heading, list } = paragraph;
  const indent = list
    ? { start: twips(paragraph.indentLeft), hanging: twips(-paragraph.indentFirst) }
    : {
        ...(paragraph.indentLeft > 0 ? { start: twips(paragraph.indentLeft) } : {}),
        ...(paragraph.indentRight > 0 ? { end: twips(paragraph.indentRight) } : {}),
        ...(paragraph.indentFirst > 0 ? { firstLine: twips(paragraph.indentFirst) } : {}),
        ...(paragraph.indentFirst < 0 ? { hanging: twips(-paragraph.indentFirst) } : {}),
      };
  return new DocxParagraph({
    ...(heading === undefined ? {} : { heading: HEADINGS[Math.min(5, heading - 1)] ?? HeadingLevel.HEADING_6 }),
    ...(paragraph.alignment === 'left' ? {} : { alignment: sideOf(paragraph) }),
    ...(paragraph.rtl ? { bidirectional: true } : {}),
    ...(Object.keys(indent).length > 0 ? { indent } : {}),
    ...(paragraph.spaceBefore > 0 ? { spacing: { before: twips(paragraph.spaceBefore) } } : {}),
    ...(list ? { numbering: { reference: listReference(list), level: list.level } } : {}),
    ...(paragraph.tabs
      ? { tabStops: paragraph.tabs.map(({ at, right }) => ({ type: right ? TabStopType.RIGHT : TabStopType.LEFT, position: twips(at) })) }
      : {}),
    children: childrenOf(paragraph.runs, look, heading),
  });
}

/** In a paragraph from right to left, Word's left is its start. */
function sideOf({ alignment, rtl }: Paragraph): (typeof AlignmentType)[keyof typeof AlignmentType] {
  return rtl && alignment === 'right' ? AlignmentType.LEFT : ALIGNMENTS[alignment];
}

function childrenOf(runs: readonly Run[], look: DocumentLook, heading: number | undefined): ParagraphChild[] {
  const children: ParagraphChild[] = [];
  for (let index = 0; index < runs.length;) {
    const run = runs[index];
    if (!run) break;
    if (run.link === undefined) {
      children.push(runOf(run, look, heading));
      index++;
      continue;
    }
    let end = index + 1;
    while (runs[end]?.link === run.link) end++;
    children.push(new ExternalHyperlink({ link: run.link, children: runs.slice(index, end).map((one) => runOf(one, look, heading)) }));
    index = end;
  }
  return children;
}

function runOf(run: Run, look: DocumentLook, heading: number | undefined): ParagraphChild {
  if (run.footnote !== undefined) return new FootnoteReferenceRun(run.footnote);
  const base = heading === undefined ? look : (look.headings[heading - 1] ?? look);
  const same = heading === undefined ? undefined : look.headings[heading - 1];
  const options = {
    ...(run.family === base.family ? {} : { font: run.family }),
    ...(run.size === base.size ? {} : { size: halfPoints(run.size) }),
    ...(run.bold === (same?.bold ?? false) ? {} : { bold: run.bold }),
    ...(run.italic === (same?.italic ?? false) ? {} : { italics: run.italic }),
    // Word's own style for links: LibreOffice keeps a link in a PDF only with it.
    ...(run.link === undefined ? {} : { style: 'Hyperlink' }),
    ...(run.underline && run.link === undefined ? { underline: {} } : {}),
    ...(run.strike ? { strike: true } : {}),
    ...(run.colour === (same?.colour ?? 0) || run.link !== undefined ? {} : { color: hex(run.colour) }),
    ...(run.highlight === undefined ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(run.highlight) } }),
    ...(run.script === 'super' ? { superScript: true } : {}),
    ...(run.script === 'sub' ? { subScript: true } : {}),
    ...(/[\u0590-\u08ff]/.test(run.text) ? { rightToLeft: true } : {}),
  };
  if (run.field)
    return new TextRun({
      ...options,
      children: [run.field === 'page' ? PageNumber.CURRENT : PageNumber.TOTAL_PAGES, run.text.replace(/^\d+/, '')],
    });
  return new TextRun({ ...options, children: textOf(run.text) });
}

function textOf(text: string): string[] {
  return keepXmlCharacters(text)
    .split('\t')
    .flatMap((part, index) => (index === 0 ? [part] : ['\t', part]));
}

function tableOf(table: Table, look: DocumentLook): DocxTable {
  const starts = new Map(table.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  const covered = new Set(
    table.cells.flatMap((cell) =>
      Array.from(
        { length: cell.rowSpan * cell.columnSpan },
        (_, at) => `${cell.row + Math.floor(at / cell.columnSpan)} ${cell.column + (at % cell.columnSpan)}`,
      ),
    ),
  );
  const rows = Array.from({ length: table.rows }, (_, row) => {
    const children: DocxTableCell[] = [];
    for (const [column, width] of table.widths.entries()) {
      const cell = starts.get(`${row} ${column}`);
      if (cell) {
        const blocks = cell.blocks.flatMap((block) => blockOf(block, look)) as (DocxParagraph | DocxTable)[];
        children.push(
          new DocxTableCell({
            ...(cell.columnSpan > 1 ? { columnSpan: cell.columnSpan } : {}),
            ...(cell.rowSpan > 1 ? { rowSpan: cell.rowSpan } : {}),
            width: {
              size: twips(table.widths.slice(column, column + cell.columnSpan).reduce((sum, one) => sum + one, 0)),
              type: WidthType.DXA,
            },
            ...(cell.shading === undefined ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(cell.shading) } }),
            children: blocks.length > 0 ? blocks : [new DocxParagraph({})],
          }),
        );
      } else if (!covered.has(`${row} ${column}`)) {
        children.push(new DocxTableCell({ width: { size: twips(width), type: WidthType.DXA }, children: [new DocxParagraph({})] }));
      }
    }
    return new TableRow({ children });
  });
  const line = table.bordered
    ? { style: BorderStyle.SINGLE, size: 4, color: hex(table.borderColour) }
    : { style: BorderStyle.NONE, size: 0, color: 'auto' };
  return new DocxTable({
    rows,
    columnWidths: table.widths.map(twips),
    width: { size: twips(table.widths.reduce((sum, width) => sum + width, 0)), type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    ...(table.indentLeft > 2 ? { indent: { size: twips(table.indentLeft), type: WidthType.DXA } } : {}),
    ...(table.rtl ? { visuallyRightToLeft: true } : {}),
    borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
  });
}

function linked(link: string | undefined, child: ParagraphChild): ParagraphChild {
  return link === undefined ? child : new ExternalHyperlink({ link, children: [child] });
}

function imageOf(image: Image): ImageRun {
  const pixels = (points: number) => Math.max(1, Math.round((points * 96) / 72));
  return new ImageRun({
    type: image.type,
    data: image.bytes,
    transformation: { width: pixels(image.width), height: pixels(image.height) },
    ...(image.alternative === undefined
      ? {}
      : { altText: { name: 'Picture', title: '', description: keepXmlCharacters(image.alternative) } }),
  });
}

function twips(points: number): number {
  return Math.round(points * 20);
}

function halfPoints(points: number): number {
  return Math.max(2, Math.round(points * 2));
}

function hex(colour: number): string {
  return colour.toString(16).padStart(6, '0').toUpperCase();
}
