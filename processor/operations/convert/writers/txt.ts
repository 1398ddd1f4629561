// The model → plain text in reading order: a blank line between paragraphs, labels before list items, cells of a row separated by tabs, notes at
// the end.

import type { Block, Paragraph, SectionHead, Table } from '../../../document/model.ts';
import { labelOf } from './labels.ts';
import { ResultFile } from '../../../archive/result-file.ts';
import { WaitingFile } from './waiting-file.ts';
import type { WriteDocument } from './writer.ts';

export const writeTxt: WriteDocument = async ({ parts }, options) => {
  using file = new ResultFile(options.path, options.bytesMax);
  using notes = new WaitingFile(options, 'notes');
  const text = new TextParts(file);
  let first: SectionHead | undefined;
  for await (const part of parts) {
    if (part.kind === 'footnote') notes.write(`\n\n[${part.number}] ${part.paragraphs.map(textOf).join(' ')}`);
    else if (part.kind === 'blocks') text.addBlocks(part.blocks);
    else if (part.kind === 'section') {
      text.endList();
      if (!first) text.addBlocks(part.section.header);
      text.endList();
      first ??= part.section;
    }
  }
  notes.pour((bytes) => file.write(bytes));
  text.endList();
  text.addBlocks(first?.footer ?? []);
  file.write('\n');
};

/** Appends parts with a blank line between them; blank ones are left out. */
class TextParts {
  readonly #file: ResultFile;
  #isEmpty = true;
  #inList = false;

  constructor(file: ResultFile) {
    this.#file = file;
  }

  addBlocks(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.kind === 'paragraph') this.#addParagraph(block);
      else {
        this.endList();
        if (block.kind === 'table') this.#add(tableText(block), '\n\n');
      }
    }
  }

  endList(): void {
    this.#inList = false;
  }

  #addParagraph(paragraph: Paragraph): void {
    const isItem = paragraph.list !== undefined && paragraph.heading === undefined;
    // Items stand close to each other.
    this.#add(textOf(paragraph), isItem && this.#inList ? '\n' : '\n\n');
    this.#inList = isItem;
  }

  #add(text: string, gap: string): void {
    if (text.trim() === '') return;
    this.#file.write(this.#isEmpty ? text : gap + text);
    this.#isEmpty = false;
  }
}

function tableText({ rows, cells }: Table): string {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const lines = Array.from({ length: rows }, (_, row) => (byRow.get(row) ?? []).map(({ blocks }) => cellText(blocks)).join('\t'));
  return lines.join('\n');
}

function cellText(blocks: readonly Block[]): string {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'image') return [];
    return [block.kind === 'table' ? tableText(block) : textOf(block)];
  });
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

function textOf(paragraph: Paragraph): string {
  const text = paragraph.runs.map((run) => (run.footnote === undefined ? run.text : `[${run.footnote}]`)).join('');
  if (!paragraph.list) return text;
  const indent = paragraph.heading === undefined ? '  '.repeat(paragraph.list.level) : '';
  return `${indent}${labelOf(paragraph.list)} ${text}`;
}
