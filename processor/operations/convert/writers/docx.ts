// The model → a Word document: real styles, numbering, tables, sections, links, notes. Never text boxes, macros, or fields other than page numbers.

import { Document, Footer, Header, Packer, Paragraph as DocxParagraph, SectionType, Table as DocxTable } from 'docx';
import { keepXmlCharacters } from '../../../office/xml.ts';
import type { Block, ConvertedDocument, DocumentLook, Image, Section } from '../../../document/model.ts';
import { finishDocx } from './docx-finish.ts';
import { collectLists } from './docx-numbering.ts';
import { docxSpacing, halfPoints, hex, paragraphOf, pictureParagraph, spacer, twips } from './docx-paragraph.ts';
import { tableOf } from './docx-table.ts';

export async function writeDocx(document: ConvertedDocument, look: DocumentLook): Promise<Uint8Array> {
  const notes = document.footnotes.map((paragraphs, index) => [
    String(index + 1),
    { children: paragraphs.map((paragraph) => paragraphOf(paragraph, look)) },
  ]);
  const file = new Document({
    creator: '',
    lastModifiedBy: '',
    ...(document.title === undefined ? {} : { title: keepXmlCharacters(document.title) }),
    ...(document.background === undefined ? {} : { background: { color: hex(document.background) } }),
    compatibility: { version: 15 },
    styles: {
      default: {
        document: { run: { font: look.family, size: halfPoints(look.size) }, paragraph: { spacing: docxSpacing(look.line) } },
        ...headingStyles(look),
      },
    },
    numbering: { config: collectLists(document) },
    footnotes: Object.fromEntries(notes) as Record<string, { children: DocxParagraph[] }>,
    sections: document.sections.map((section) => sectionOf(section, look)),
  });
  return finishDocx(new Uint8Array(await Packer.toBuffer(file)), document.families);
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
  const { margins, bareFirstPage } = section;
  const header = blocksOf(section.header, look, true);
  const footer = blocksOf(section.footer, look, true);
  const children = blocksOf(section.blocks, look);
  const titlePage = (header.length > 0 && bareFirstPage.header) || (footer.length > 0 && bareFirstPage.footer);
  const headers = {
    ...(header.length > 0 ? { default: new Header({ children: header }) } : {}),
    ...(titlePage ? { first: new Header({ children: bareFirstPage.header ? [] : header }) } : {}),
  };
  const footers = {
    ...(footer.length > 0 ? { default: new Footer({ children: footer }) } : {}),
    ...(titlePage ? { first: new Footer({ children: bareFirstPage.footer ? [] : footer }) } : {}),
  };
  return {
    properties: {
      type: section.newPage ? SectionType.NEXT_PAGE : SectionType.CONTINUOUS,
      ...(titlePage ? { titlePage } : {}),
      ...(section.columns > 1 ? { column: { count: section.columns, space: twips(section.columnGap), equalWidth: true } } : {}),
      page: {
        ...(section.numberStart === undefined ? {} : { pageNumbers: { start: section.numberStart } }),
        size: { width: twips(section.pageWidth), height: twips(section.pageHeight) },
        margin: {
          left: twips(margins.left),
          right: twips(margins.right),
          top: twips(margins.top),
          bottom: twips(margins.bottom),
          header: twips(section.headerDistance),
          footer: twips(section.footerDistance),
        },
      },
    },
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(Object.keys(footers).length > 0 ? { footers } : {}),
    children: children.length > 0 ? children : [new DocxParagraph({})],
  };
}

/** @param closed a paragraph must stand at the end (ISO/IEC 29500-1 17.4.65: cells, headers) @param atTop the first block needs no distance */
function blocksOf(blocks: readonly Block[], look: DocumentLook, closed = false, atTop = false): (DocxParagraph | DocxTable)[] {
  const made: (DocxParagraph | DocxTable)[] = [];
  let floats: Image[] = [];
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const spaceAfter = next?.kind === 'table' && next.breakBefore === undefined ? next.spaceBefore : 0;
    const isTop = atTop && index === 0;
    if (block.kind === 'image') {
      if (block.float && next) floats.push(block);
      else made.push(pictureParagraph(block, spaceAfter, isTop));
    } else if (block.kind === 'paragraph') {
      made.push(paragraphOf(block, look, { spaceAfter, floats, atTop: isTop }));
      floats = [];
    } else {
      const last = blocks[index - 1];
      const holdsSpace = last !== undefined && last.kind !== 'table' && block.breakBefore === undefined;
      const space = isTop ? 0 : block.spaceBefore;
      if (!holdsSpace && (block.breakBefore !== undefined || last?.kind === 'table' || space > 2))
        made.push(spacer(space, block.breakBefore));
      made.push(tableOf(block, (inner, top) => blocksOf(inner, look, true, top)));
    }
  }
  for (const image of floats) made.push(pictureParagraph(image));
  return closed && made.at(-1) instanceof DocxTable ? [...made, spacer(1)] : made;
}
