// The model → Markdown as GitHub reads it: headings by level, paragraphs on one line, nested lists, tables, links, notes. What runs along the
// edges of the pages is left out unless it is asked for, and then written once: the head before, the foot after everything. No pictures yet.

import type { Block, ListPlace, Paragraph, SectionHead } from '../../../document/model.ts';
import { labelOf } from './labels.ts';
import { tableMarkdown } from './md-table.ts';
import { escapeStart, runsMarkdown } from './md-text.ts';
import { ResultFile } from './result-file.ts';
import { WaitingFile } from './waiting-file.ts';
import type { WriteDocument } from './writer.ts';

/** @param keepRunning with running heads and feet */
export function markdownWriter({ keepRunning }: { readonly keepRunning: boolean }): WriteDocument {
  return async ({ parts }, options) => {
    using file = new ResultFile(options.path, options.bytesMax);
    using notes = new WaitingFile(options, 'notes');
    const flow = new MarkdownFlow(file);
    let first: SectionHead | undefined;
    for await (const part of parts) {
      if (part.kind === 'blocks') flow.add(part.blocks);
      else if (part.kind === 'footnote')
        notes.write(`\n\n[^${part.number}]: ${part.paragraphs.map(({ runs }) => runsMarkdown(runs)).join('\n\n    ')}`);
      else if (part.kind === 'section') {
        flow.endList();
        if (!first && keepRunning) flow.add(part.section.header);
        flow.endList();
        first ??= part.section;
      }
    }
    notes.pour((bytes) => file.write(bytes));
    flow.endList();
    if (keepRunning) flow.add(first?.footer ?? []);
    file.write('\n');
  };
}

interface OpenItem {
  readonly level: number;
  /** Columns that its text is indented by: what is inside of it starts there. */
  readonly indent: number;
}

/** Blocks with a blank line between them; items of a list stand close. */
class MarkdownFlow {
  readonly #file: ResultFile;
  readonly #items: OpenItem[] = [];
  #isEmpty = true;
  #list: number | undefined;

  constructor(file: ResultFile) {
    this.#file = file;
  }

  add(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.kind === 'paragraph') this.#addParagraph(block);
      else if (block.kind === 'table') {
        this.endList();
        if (block.layout) this.#addSides(block.cells.map((cell) => cell.blocks));
        else this.#write(tableMarkdown(block), '\n\n');
      }
    }
  }

  endList(): void {
    this.#items.length = 0;
    this.#list = undefined;
  }

  #addSides(sides: readonly (readonly Block[])[]): void {
    for (const blocks of sides) {
      this.add(blocks);
      this.endList();
    }
  }

  #addParagraph(paragraph: Paragraph): void {
    const { heading, list, runs } = paragraph;
    const text = runsMarkdown(runs);
    if (text === '') return;
    if (list && heading === undefined) {
      this.#addItem(text, list);
      return;
    }
    this.endList();
    const labelled = list ? `${labelOf(list)} ${text}` : text;
    this.#write(heading === undefined ? escapeStart(labelled) : `${'#'.repeat(heading)} ${labelled}`, '\n\n');
  }

  #addItem(text: string, list: ListPlace): void {
    const follows = this.#items.length > 0;
    while ((this.#items.at(-1)?.level ?? -1) >= list.level) this.#items.pop();
    // Markdown joins lists that follow each other: a blank line keeps their items apart at least.
    const gap = follows && (this.#list === list.list || list.level > 0) ? '\n' : '\n\n';
    const indent = this.#items.at(-1)?.indent ?? 0;
    const marker = markerOf(list);
    this.#write(`${' '.repeat(indent)}${marker} ${text}`, gap);
    const width = /^(?:-|\d+[.)])/.exec(marker)?.[0].length ?? 1;
    this.#items.push({ level: list.level, indent: indent + width + 1 });
    this.#list = list.list;
  }

  #write(text: string, gap: string): void {
    this.#file.write(this.#isEmpty ? text : gap + text);
    this.#isEmpty = false;
  }
}

/** Markdown counts in figures only: other labels are part of the text. */
function markerOf(list: ListPlace): string {
  const { kind, text } = list.format;
  if (kind === 'bullet') return '-';
  return kind === 'decimal' && /^%1[.)]$/.test(text) ? labelOf(list) : `- ${labelOf(list)}`;
}
