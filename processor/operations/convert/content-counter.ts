// How much a document holds, for the report of a job: summed while its parts go to the writer.

import type { ContentCounts } from './content-counts.ts';
import { type Block, type DocumentPart, type Paragraph, paragraphsIn } from '../../document/model.ts';

export class ContentCounter {
  readonly counts = { words: 0, paragraphs: 0, headings: 0, list_items: 0, tables: 0, images: 0, links: 0 } satisfies ContentCounts;

  /** The same parts, counted as they are read. */
  async *count(parts: AsyncIterable<DocumentPart>): AsyncGenerator<DocumentPart> {
    for await (const part of parts) {
      if (part.kind === 'section') this.#addParagraphs([...part.section.header, ...part.section.footer]);
      else if (part.kind === 'footnote') this.#addParagraphs(part.paragraphs);
      else if (part.kind === 'blocks') {
        this.#addParagraphs(part.blocks);
        this.#addThings(part.blocks);
      }
      yield part;
    }
  }

  #addParagraphs(blocks: readonly Block[]): void {
    for (const paragraph of paragraphsIn(blocks)) {
      this.counts.paragraphs++;
      this.counts.words += countWords(paragraph);
      if (paragraph.heading !== undefined) this.counts.headings++;
      if (paragraph.list !== undefined) this.counts.list_items++;
      this.counts.links += paragraph.runs.filter(
        ({ link }, index) => link !== undefined && link !== paragraph.runs[index - 1]?.link,
      ).length;
    }
  }

  #addThings(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.kind === 'image') this.counts.images++;
      if (block.kind !== 'table') continue;
      this.counts.tables++;
      for (const cell of block.cells) this.#addThings(cell.blocks);
    }
  }
}

function countWords({ runs }: Paragraph): number {
  return (
    runs
      .map(({ text }) => text)
      .join('')
      .match(/\S+/g)?.length ?? 0
  );
}
