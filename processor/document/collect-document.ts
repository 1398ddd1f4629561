// A stream of a document → the document as a whole, for writers that need all of it at once.

import type { Block, ConvertedDocument, Paragraph, Section, StreamedDocument } from './model.ts';

export async function collectDocument({ head, parts }: StreamedDocument): Promise<ConvertedDocument> {
  const sections: (Section & { readonly blocks: Block[] })[] = [];
  const footnotes: (readonly Paragraph[])[] = [];
  for await (const part of parts) {
    if (part.kind === 'section') sections.push({ ...part.section, blocks: [] });
    else if (part.kind === 'blocks') sections.at(-1)?.blocks.push(...part.blocks);
    else footnotes.push(part.paragraphs);
  }
  const { look: _look, rtl: _rtl, ...facts } = head;
  return { ...facts, sections, footnotes };
}
