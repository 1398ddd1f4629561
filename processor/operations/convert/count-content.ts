// How much a document holds, for the report of a job.

import type { ContentCounts } from './content-counts.ts';
import type { Block, ConvertedDocument } from '../../document/model.ts';
import { paragraphsOf } from './writers/docx-numbering.ts';

export function countContent(document: ConvertedDocument): ContentCounts {
  const paragraphs = paragraphsOf(document);
  const blocks = allBlocks(document.sections.flatMap((section) => section.blocks));
  return {
    words: paragraphs.reduce((sum, { runs }) => sum + countWords(runs.map(({ text }) => text).join('')), 0),
    paragraphs: paragraphs.length,
    headings: paragraphs.filter(({ heading }) => heading !== undefined).length,
    list_items: paragraphs.filter(({ list }) => list !== undefined).length,
    tables: blocks.filter(({ kind }) => kind === 'table').length,
    images: blocks.filter(({ kind }) => kind === 'image').length,
    links: paragraphs.reduce(
      (sum, { runs }) => sum + runs.filter(({ link }, index) => link !== undefined && link !== runs[index - 1]?.link).length,
      0,
    ),
  };
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

function allBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => (block.kind === 'table' ? [block, ...block.cells.flatMap((cell) => allBlocks(cell.blocks))] : [block]));
}
