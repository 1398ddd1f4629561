// A document whose pages and parts lie in files is the same as one that is held in memory.

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keepPage } from '../../../../processor/document/kept-page.ts';
import type { Block, DocumentHead, DocumentPart, Paragraph, SectionHead, StreamedDocument } from '../../../../processor/document/model.ts';
import { PageStore } from '../../../../processor/document/page-store.ts';
import { PartStore } from '../../../../processor/document/part-store.ts';
import { PictureFiles } from '../../../../processor/document/pictures/pictures.ts';
import { readDocument } from '../../../../processor/document/read-document.ts';
import { packCharacters } from '../../../../processor/pdf/pdfium/page/character-columns.ts';
import type { Character, PageContent } from '../../../../processor/pdf/pdfium/page/page-content.ts';
import { across, BOLD, down, set, STYLE } from '../../../support/synthetic-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SMALL = { ...STYLE, size: 6 };
const LINE = 'words that fill all of a line of this text up to its very end here';
const PAGES = 24;
const ITEMS = 10;

/** No page has the word of another: what comes back on every page is taken for its foot. */
function nameOf(index: number): string {
  return `Quay ${String.fromCodePoint(65 + (index % 26), 97 + Math.floor(index / 26))}`;
}

/** A running head, a heading, a list that counts over all pages, a ruled table, a note, text that goes on on the next page. */
function contentOf(pageIndex: number): PageContent {
  const first = pageIndex * ITEMS;
  const items: Character[][] = Array.from({ length: ITEMS }, (_, at) => [
    ...set(`${first + at + 1}.`, 40, 180 + at * 20),
    ...set(`item of the list ${first + at + 1}`, 64, 180 + at * 20),
  ]);
  const table = [0, 1].flatMap((row) => [0, 1].map((column) => set(`r${row}c${column}`, 48 + column * 100, 418 + row * 20)));
  const parts = [
    set(`Harbour report ${pageIndex + 1}`, 40, 30),
    set('Chapter of this page', 40, 150, BOLD),
    ...items,
    ...table,
    ...Array.from({ length: 8 }, (_, at) => set(LINE, 40, 490 + at * 12)),
    set('1', 436, 570, SMALL),
    set('1', 40, 700, SMALL),
    set(`A note on ${nameOf(pageIndex)}`, 46, 704, SMALL),
  ];
  return {
    pageIndex,
    width: 600,
    height: 800,
    characters: packCharacters(parts.flat()),
    rules: [...[406, 426, 446].map((y) => across(y, 40, 240)), ...[40, 140, 240].map((x) => down(x, 406, 446)), across(690, 40, 180)],
    fills: [{ box: { left: 40, top: 140, right: 560, bottom: 154 }, colour: 0xdddddd, opacity: 255 }],
    images: [],
    drawings: [],
    links: [{ boxes: [{ left: 40, top: 140, right: 100, bottom: 154 }], pageIndex: PAGES - 1 - pageIndex, y: 130 }],
  };
}

interface Collected {
  readonly head: DocumentHead;
  readonly sections: readonly SectionHead[];
  readonly blocks: readonly Block[];
  readonly footnotes: readonly (readonly Paragraph[])[];
}

async function collect({ head, parts }: StreamedDocument): Promise<Collected> {
  const all: DocumentPart[] = [];
  for await (const part of parts) all.push(part);
  return {
    head,
    sections: all.flatMap((part) => (part.kind === 'section' ? [part.section] : [])),
    blocks: all.flatMap((part) => (part.kind === 'blocks' ? part.blocks : [])),
    footnotes: all.flatMap((part) => (part.kind === 'footnote' ? [part.paragraphs] : [])),
  };
}

async function read(name: string, pagesInMemory: number, blocksInMemory: number): Promise<Collected> {
  using store = new PageStore(join(folder, `${name}-pages`), pagesInMemory);
  using parts = new PartStore(join(folder, `${name}-parts`), blocksInMemory);
  for (let at = 0; at < PAGES; at++) store.add(keepPage(contentOf(at), { withDrawings: false, keepsContent: () => at % 2 === 0 }));
  const sources = { files: new PictureFiles(folder), structure: undefined, properties: {}, parts };
  const { document } = await readDocument(store.pages, sources);
  const collected = await collect(document);
  expect(existsSync(join(folder, `${name}-pages`))).toBe(pagesInMemory < PAGES);
  return collected;
}

describe('a document of many pages', () => {
  it('is the same from files as from memory, and leaves no file behind', async () => {
    const held = await read('held', PAGES, Number.POSITIVE_INFINITY);
    const { blocks, footnotes } = held;
    const items = blocks.flatMap((block) => (block.kind === 'paragraph' && block.list ? [block.list] : []));
    expect(items.map(({ value }) => value)).toEqual(Array.from({ length: PAGES * ITEMS }, (_, at) => at + 1));
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['paragraph', 'table']));
    expect(footnotes.length).toBe(PAGES);
    expect(await read('stored', 3, 7)).toEqual(held);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives a page back as it was put in its place, and the others as they were', () => {
    using store = new PageStore(join(folder, 'replaced'), 1);
    const keeping = { withDrawings: false, keepsContent: () => true };
    const pages = [0, 1, 2].map((at) => keepPage(contentOf(at), keeping));
    for (const page of pages) store.add(page);
    const other = keepPage(contentOf(9), { ...keeping, keepsContent: () => false });
    store.replace(1, other);
    expect(structuredClone([...store.pages])).toEqual([pages[0], other, pages[2]]);
    expect(store.pages.at(3)).toBeUndefined();
  });
});
