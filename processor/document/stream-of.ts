// A document that is held as a whole → the stream that writers take.

import { UsualLook } from './build/usual-look.ts';
import {
  type ConvertedDocument,
  type DocumentHead,
  type DocumentPart,
  type Paragraph,
  paragraphsIn,
  type StreamedDocument,
} from './model.ts';

const PART_BLOCKS = 64;

export function streamOf(document: ConvertedDocument): StreamedDocument {
  return { head: headOf(document), parts: partsOf(document) };
}

function headOf(document: ConvertedDocument): DocumentHead {
  const { sections: _sections, footnotes: _footnotes, ...facts } = document;
  const look = new UsualLook();
  const counts = { all: 0, rtl: 0 };
  for (const paragraph of paragraphsOf(document)) {
    look.add(paragraph);
    counts.all++;
    if (paragraph.rtl) counts.rtl++;
  }
  return { ...facts, look: look.find(), rtl: counts.rtl * 2 > counts.all };
}

function* paragraphsOf({ sections, footnotes }: ConvertedDocument): Generator<Paragraph> {
  for (const { header, footer, blocks } of sections) {
    yield* paragraphsIn(header);
    yield* paragraphsIn(footer);
    yield* paragraphsIn(blocks);
  }
  for (const paragraphs of footnotes) yield* paragraphs;
}

async function* partsOf({ sections, footnotes }: ConvertedDocument): AsyncGenerator<DocumentPart> {
  for (const { blocks, ...section } of sections) {
    yield { kind: 'section', section };
    for (let at = 0; at < blocks.length; at += PART_BLOCKS) yield { kind: 'blocks', blocks: blocks.slice(at, at + PART_BLOCKS) };
  }
  for (const [index, paragraphs] of footnotes.entries()) yield { kind: 'footnote', number: index + 1, paragraphs };
}
