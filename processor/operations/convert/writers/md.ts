// The model → Markdown as GitHub reads it: headings by level, paragraphs on one line, nested lists, tables, code, links, notes, pictures. What
// runs along the edges of the pages is left out unless it is asked for, and then written once: the head before, the foot after everything.

import type { Block, Image, ListPlace, Paragraph, SectionHead } from '../../../document/model.ts';
import { numberBlocks, type NumberedBlock } from '../../../document/number-blocks.ts';
import { labelOf } from './labels.ts';
import { CodeFence } from './md-code.ts';
import { soleCell, tableMarkdown } from './md-table.ts';
import { escapeMarkdown, escapeStart, runsMarkdown } from './md-text.ts';
import { PictureNames } from './picture-names.ts';
import { ResultFile } from '../../../archive/result-file.ts';
import { WaitingFile } from './waiting-file.ts';
import type { WriteDocument } from './writer.ts';
import { ZipFile } from '../../../archive/zip-file.ts';

export interface MarkdownOptions {
  /** With running heads and feet. */
  readonly keepRunning?: boolean;
  /** A comment before the first block that begins on each page. */
  readonly pageMarks?: boolean;
  /** A comment with its id before each block. */
  readonly blockIds?: boolean;
  /** `references`: their names only; `files`: the result is a ZIP with the pictures beside the text. */
  readonly pictures?: 'none' | 'references' | 'files';
}

/** The text in a ZIP. */
const TEXT_NAME = 'document.md';

export function markdownWriter(options: MarkdownOptions): WriteDocument {
  return async ({ parts }, { path, bytesMax }) => {
    const names = options.pictures === 'references' || options.pictures === 'files' ? new PictureNames() : undefined;
    using notes = new WaitingFile({ path, bytesMax }, 'notes');
    if (options.pictures !== 'files') {
      using file = new ResultFile(path, bytesMax);
      await writeText(parts, {
        file: { write: (text) => file.write(text), writeBytes: (bytes) => file.write(bytes) },
        notes,
        names,
        options,
      });
      return;
    }
    using zip = new ZipFile(path, bytesMax);
    zip.open(TEXT_NAME);
    await writeText(parts, { file: zip, notes, names, options });
    zip.close();
    for (const [name, picture] of names?.all ?? []) zip.store(name, await picture.read());
    zip.end();
  };
}

interface Target {
  readonly file: Pick<ZipFile, 'write' | 'writeBytes'>;
  readonly notes: WaitingFile;
  readonly names: PictureNames | undefined;
  readonly options: MarkdownOptions;
}

async function writeText(parts: Parameters<typeof numberBlocks>[0], { file, notes, names, options }: Target): Promise<void> {
  const flow = new MarkdownFlow(file, names, options);
  let first: SectionHead | undefined;
  for await (const item of numberBlocks(parts)) {
    if (item.kind === 'block') flow.add(item);
    else if (item.kind === 'note') notes.write(noteMarkdown(item.number, item.paragraphs));
    else {
      flow.endList();
      if (!first && options.keepRunning) flow.addRunning(item.section.header);
      first ??= item.section;
    }
  }
  flow.endList();
  notes.pour((bytes) => file.writeBytes(bytes));
  if (options.keepRunning) flow.addRunning(first?.footer ?? []);
  file.write('\n');
}

function noteMarkdown(number: number, paragraphs: readonly Paragraph[]): string {
  return `\n\n[^${number}]: ${paragraphs.map(({ runs }) => runsMarkdown(runs)).join('\n\n    ')}`;
}

interface OpenItem {
  readonly level: number;
  readonly list: number;
  /** Columns that its text is indented by: what is inside of it starts there. */
  readonly indent: number;
}

/** Blocks with a blank line between them; items of a list stand close. */
class MarkdownFlow {
  readonly #file: Target['file'];
  readonly #names: PictureNames | undefined;
  readonly #options: MarkdownOptions;
  readonly #items: OpenItem[] = [];
  readonly #code = new CodeFence();
  #isEmpty = true;
  #page = 0;
  /** Comments that stand before the next block. */
  #comments: string[] = [];

  constructor(file: Target['file'], names: PictureNames | undefined, options: MarkdownOptions) {
    this.#file = file;
    this.#names = names;
    this.#options = options;
  }

  add({ block, id, startsSide }: NumberedBlock): void {
    if (startsSide) this.endList();
    const comments = this.#commentsOf(block, id);
    if (comments.length > 0 || !isCode(block)) this.#endCode();
    this.#comments.push(...comments);
    this.#addBlock(block);
  }

  /** Without marks. */
  addRunning(blocks: readonly Block[]): void {
    this.endList();
    for (const block of blocks) this.#addBlock(block);
    this.endList();
  }

  endList(): void {
    this.#endCode();
    this.#items.length = 0;
  }

  #commentsOf(block: Block, id: string): string[] {
    const page = block.boxes?.[0]?.page ?? this.#page;
    const isNew = page !== this.#page;
    this.#page = page;
    return [...(isNew && this.#options.pageMarks ? [`<!-- page ${page} -->`] : []), ...(this.#options.blockIds ? [`<!-- ${id} -->`] : [])];
  }

  #addBlock(block: Block): void {
    if (block.kind === 'image') this.#addImage(block);
    else if (block.kind === 'table') {
      const only = soleCell(block);
      if (only) for (const inner of only.blocks) this.#addBlock(inner);
      if (only) return;
      this.endList();
      this.#write(tableMarkdown(block), '\n\n');
    } else if (block.code) {
      this.#items.length = 0;
      this.#code.add(block.code, block.spaceBefore > block.lineHeight / 2);
    } else this.#addParagraph(block);
  }

  #endCode(): void {
    const code = this.#code.end();
    if (code !== undefined) this.#write(code, '\n\n');
  }

  #addImage(image: Image): void {
    const name = this.#names?.nameOf(image);
    if (name === undefined) return;
    this.endList();
    const picture = `![${escapeMarkdown(image.alternative ?? '')
      .replaceAll(/[[\]]/g, '\\$&')
      .replaceAll(/\s+/g, ' ')}](${name})`;
    this.#write(picture, '\n\n');
  }

  #addParagraph(paragraph: Paragraph): void {
    const { heading, list, runs } = paragraph;
    const text = runsMarkdown(runs);
    if (text === '') return;
    if (list && heading === undefined) {
      this.#addItem(text, list);
      return;
    }
    this.#items.length = 0;
    const labelled = list ? `${labelOf(list)} ${text}` : text;
    this.#write(heading === undefined ? escapeStart(labelled) : `${'#'.repeat(heading)} ${labelled}`, '\n\n');
  }

  #addItem(text: string, list: ListPlace): void {
    let before = this.#items.at(-1);
    while ((this.#items.at(-1)?.level ?? -1) >= list.level) before = this.#items.pop();
    // Markdown joins lists that follow each other: a blank line keeps their items apart at least.
    const gap = before && (before.list === list.list || list.level > 0) ? '\n' : '\n\n';
    const indent = this.#items.at(-1)?.indent ?? 0;
    const marker = markerOf(list);
    this.#write(`${marker} ${text}`, gap, indent);
    const width = /^(?:-|\d+[.)])/.exec(marker)?.[0].length ?? 1;
    this.#items.push({ level: list.level, list: list.list, indent: indent + width + 1 });
  }

  #write(text: string, gap: string, indent = 0): void {
    const start = this.#isEmpty ? '' : gap;
    const space = ' '.repeat(indent);
    const comments = this.#comments.splice(0).map((comment) => `${space}${comment}${indent > 0 ? '\n' : '\n\n'}`);
    this.#file.write(`${start}${comments.join('')}${space}${text}`);
    this.#isEmpty = false;
  }
}

function isCode(block: Block): boolean {
  return block.kind === 'paragraph' && block.code !== undefined;
}

/** Markdown counts in figures only: other labels are part of the text. */
function markerOf(list: ListPlace): string {
  const { kind, text } = list.format;
  if (kind === 'bullet') return '-';
  return kind === 'decimal' && /^%1[.)]$/.test(text) ? labelOf(list) : `- ${labelOf(list)}`;
}
