// The model → JSON of the schema `DocumentContent` (contract/content.ts), a page, block or field to a line, as the parts come: nothing is held.

import { CONTENT_VERSION, type ContentBlock, type ContentField, type ContentPage } from '#contract/content.ts';
import type { Block, Image, PageBox, Paragraph, Run, StreamedDocument, Table, TableCell } from '../../../document/model.ts';
import { numberBlocks, type NumberedBlock } from '../../../document/number-blocks.ts';
import { labelOf } from './labels.ts';
import { isSafeLink } from './html-text.ts';
import { PictureNames } from './picture-names.ts';
import { ResultFile } from '../../../archive/result-file.ts';
import { roundBox, roundPoints } from './round-box.ts';
import type { WriteDocument } from './writer.ts';
import { ZipFile } from '../../../archive/zip-file.ts';

export type TextOrigin = Pick<Extract<ContentBlock, { readonly type: 'paragraph' }>, 'from' | 'confidence'>;

export interface SourceFacts {
  readonly pages: () => Iterable<ContentPage>;
  readonly fields: () => Iterable<ContentField>;
  /** Of the text in these places. */
  readonly originOf: (boxes: readonly PageBox[]) => TextOrigin;
}

/** The content in a ZIP. */
const CONTENT_NAME = 'document.json';

/** @param pictures `references`: their names only; `files`: the result is a ZIP with the pictures beside the content */
export function contentWriter(facts: SourceFacts, pictures: 'none' | 'references' | 'files'): WriteDocument {
  return async (document, { path, bytesMax }) => {
    const names = pictures === 'none' ? undefined : new PictureNames();
    if (pictures !== 'files') {
      using file = new ResultFile(path, bytesMax);
      await writeContent(document, facts, names, (text) => file.write(text));
      return;
    }
    using zip = new ZipFile(path, bytesMax);
    zip.open(CONTENT_NAME);
    await writeContent(document, facts, names, (text) => zip.write(text));
    zip.close();
    for (const [name, picture] of names?.all ?? []) zip.store(name, await picture.read());
    zip.end();
  };
}

type Write = (text: string) => void;

async function writeContent(
  { head, parts }: StreamedDocument,
  facts: SourceFacts,
  names: PictureNames | undefined,
  write: Write,
): Promise<void> {
  const { title, language } = head;
  const start = JSON.stringify({
    version: CONTENT_VERSION,
    ...(title !== undefined && { title }),
    ...(language !== undefined && { language }),
  });
  write(start.slice(0, -1));
  writeList(write, 'pages', facts.pages());
  write(',\n"blocks":[');
  let gap = '\n';
  for await (const block of blocksOf(parts, new BlockWriter(facts, names))) {
    write(`${gap}${JSON.stringify(block)}`);
    gap = ',\n';
  }
  write('\n]');
  writeList(write, 'fields', facts.fields());
  write('}\n');
}

function writeList(write: Write, name: string, items: Iterable<unknown>): void {
  write(`,\n"${name}":[`);
  let gap = '\n';
  for (const item of items) {
    write(`${gap}${JSON.stringify(item)}`);
    gap = ',\n';
  }
  write('\n]');
}

async function* blocksOf(parts: StreamedDocument['parts'], writer: BlockWriter): AsyncGenerator<ContentBlock, void, void> {
  const footers: (readonly Block[])[] = [];
  for await (const item of numberBlocks(parts)) {
    if (item.kind === 'block') yield writer.block(item);
    else if (item.kind === 'note') {
      const [first] = item.paragraphs;
      if (first) yield { type: 'footnote', number: item.number, ...writer.written(item.id, ...item.paragraphs) };
    } else {
      yield* writer.running('page_header', item.section.header);
      footers.push(item.section.footer);
    }
  }
  for (const footer of footers) yield* writer.running('page_footer', footer);
}

class BlockWriter {
  readonly #facts: SourceFacts;
  readonly #names: PictureNames | undefined;
  /** Texts of running heads and feet that were written. */
  readonly #running = new Set<string>();

  constructor(facts: SourceFacts, names: PictureNames | undefined) {
    this.#facts = facts;
    this.#names = names;
  }

  block({ id, block, captionOf }: NumberedBlock): ContentBlock {
    if (block.kind === 'image') return this.#picture(id, block);
    if (block.kind === 'table') return this.#table(id, block);
    const { code, heading, list } = block;
    if (code) {
      const text = code.map((line) => line.text && ' '.repeat(line.indent - leastIndent(code)) + line.text).join('\n');
      return { type: 'code', ...this.#read(id, [block]), text };
    }
    if (captionOf !== undefined) return { type: 'caption', of: captionOf, ...this.written(id, block) };
    if (heading !== undefined) {
      const label = list ? `${labelOf(list)} ` : '';
      return { type: 'heading', level: heading, ...this.written(id, labelled(block, label)) };
    }
    if (list) return { type: 'list_item', list: list.list, level: list.level + 1, label: labelOf(list), ...this.written(id, block) };
    return { type: 'paragraph', ...this.written(id, block) };
  }

  /** Once each. */
  *running(type: 'page_header' | 'page_footer', blocks: readonly Block[]): Generator<ContentBlock, void, void> {
    for (const block of blocks) {
      if (block.kind !== 'paragraph') continue;
      const text = `${type} ${textOf(block.runs)}`;
      if (this.#running.has(text)) continue;
      this.#running.add(text);
      yield { type, ...this.written(`r${this.#running.size}`, block) };
    }
  }

  /** Paragraphs of one block are lines of its text. */
  written(id: string, ...paragraphs: readonly Paragraph[]) {
    const runs = runsOf(paragraphs);
    const anchors = paragraphs.flatMap(({ bookmarks = [] }) => bookmarks);
    return {
      ...this.#read(id, paragraphs),
      text: textOf(runs),
      runs,
      ...(anchors.length > 0 && { anchors }),
      ...(paragraphs.some(({ rtl }) => rtl) && { rtl: true as const }),
    };
  }

  #read(id: string, blocks: readonly Block[]) {
    const boxes = blocks.flatMap((block) => block.boxes ?? []);
    return { id, boxes: placesOf(boxes), ...this.#facts.originOf(boxes) };
  }

  #picture(id: string, image: Image): ContentBlock {
    const file = this.#names?.nameOf(image);
    return {
      type: 'picture',
      id,
      boxes: placesOf(image.boxes ?? []),
      width: roundPoints(image.width),
      height: roundPoints(image.height),
      ...(file !== undefined && { file }),
      ...(image.alternative !== undefined && { alternative: image.alternative }),
      ...(isSafeLink(image.link) && { link: image.link }),
    };
  }

  #table(id: string, table: Table): ContentBlock {
    const cells = table.cells.map((cell) => {
      const runs = runsOf(paragraphsOf(cell));
      const { row, column, rowSpan, columnSpan, header = false } = cell;
      const boxes = placesOf(cell.boxes ?? []);
      return { row, column, row_span: rowSpan, column_span: columnSpan, header, text: textOf(runs), runs, boxes };
    });
    const rtl = table.rtl && { rtl: true as const };
    return { type: 'table', ...this.#read(id, [table]), rows: table.rows, columns: table.widths.length, cells, ...rtl };
  }
}

function leastIndent(code: NonNullable<Paragraph['code']>): number {
  return Math.min(...code.filter(({ text }) => text !== '').map(({ indent }) => indent));
}

function placesOf(boxes: readonly PageBox[]) {
  return boxes.map(({ page, box }) => ({ page, box: roundBox(box) }));
}

/** Of a cell, those of tables inside it too; items with their labels. */
function paragraphsOf({ blocks }: Pick<TableCell, 'blocks'>): Paragraph[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'image') return [];
    if (block.kind === 'table') return block.cells.flatMap(paragraphsOf);
    return [block.list ? labelled(block, `${labelOf(block.list)} `) : block];
  });
}

function labelled(paragraph: Paragraph, label: string): Paragraph {
  const [first, ...others] = paragraph.runs;
  return first && label !== '' ? { ...paragraph, runs: [{ ...first, text: label + first.text }, ...others] } : paragraph;
}

type ContentRun = Extract<ContentBlock, { readonly type: 'paragraph' }>['runs'][number];

function runsOf(paragraphs: readonly Paragraph[]): ContentRun[] {
  return paragraphs.flatMap(({ runs }, index) =>
    runs.map((run, at) => runOf(index > 0 && at === 0 ? { ...run, text: `\n${run.text}` } : run)),
  );
}

function runOf({ text, family, size, colour, footnote, link, ...run }: Run): ContentRun {
  return {
    text: text.toWellFormed(),
    font: family,
    size: roundPoints(size),
    ...(run.bold && { bold: true }),
    ...(run.italic && { italic: true }),
    ...(run.underline && { underline: true }),
    ...(run.strike && { strike: true }),
    ...(run.script && { script: run.script }),
    ...(colour !== 0 && { color: `#${colour.toString(16).padStart(6, '0')}` }),
    ...(isSafeLink(link) && { link }),
    ...(footnote !== undefined && { note: footnote }),
  };
}

function textOf(runs: readonly { readonly text: string }[]): string {
  return runs.map(({ text }) => text).join('');
}
