// Pages → document: the recipe of the analysis. Pure but for the pictures, which sharp encodes.

import type { PageContent, PlacedImage } from '../../../pdf/text/page-content.ts';
import type { ConvertedDocument, Image, Margins, Paragraph, Section } from '../model.ts';
import { joinAcrossPages } from './across-pages.ts';
import { buildBlocks, type BuildContext, buildParagraph } from './build.ts';
import { findFootnotes, type PageFootnote } from './footnotes.ts';
import { findHeadings } from './headings.ts';
import type { Line } from './lines.ts';
import { ListReader } from './lists.ts';
import { type PageWords, readPageWords } from './page-words.ts';
import { makePicture } from './pictures.ts';
import { type DraftBlock, type DraftText, readRegion } from './region.ts';
import { learnWords } from './runs.ts';
import { findRunning, type RunningLine } from './running.ts';
import { findTextLook } from './text-look.ts';

export interface ReadDocument {
  readonly document: ConvertedDocument;
  readonly wordsIn: number;
}

export async function readDocument(contents: readonly PageContent[]): Promise<ReadDocument> {
  const whole = contents.map(readPageWords);
  const running = findRunning(whole);
  const pages = whole.map((page) => ({ ...page, words: page.words.filter((word) => !running.words.has(word)) }));
  const size = findTextLook(pages).size;
  const notes = pages.map((page) => findFootnotes(page, size));
  const noteWords = new Set(notes.flat().flatMap(({ words }) => [...words]));
  const bodies = pages.map((page) => ({ ...page, words: page.words.filter((word) => !noteWords.has(word)) }));
  const look = findTextLook(bodies);
  const drafts = bodies.map((page) => readRegion({ ...page, columns: look.columns }));
  const groups = groupPages(bodies);
  const blocks = groups.map((group) => joinAcrossPages(group.flatMap((index) => drafts[index] ?? [])));
  const all = blocks.flat();
  const pictures = await makePictures(all);
  const sides = bodySides(all, bodies);
  const context: BuildContext = {
    ...learnWords(linesOf(all)),
    footnotes: new Map(notes.flat().map(({ reference }, index) => [reference, index + 1])),
    headings: findHeadings(all, look),
    lists: new ListReader(),
    pictures,
    bodyLeft: sides.left,
    bodyRight: sides.right,
  };
  const sections = groups.map((group, index): Section => {
    const first = bodies[group[0] ?? 0];
    const own = blocks[index] ?? [];
    return {
      pageWidth: first?.width ?? 595,
      pageHeight: first?.height ?? 842,
      margins: marginsOf(
        own,
        group.flatMap((at) => bodies[at] ?? []),
      ),
      columns: 1,
      columnGap: 0,
      newPage: true,
      header: buildRunning(running.header, sides, context),
      footer: buildRunning(running.footer, sides, context),
      blocks: buildBlocks(own, context),
    };
  });
  return {
    document: { sections, footnotes: notes.flat().map((note) => buildNote(note, context)) },
    wordsIn: bodies.reduce((sum, page) => sum + page.words.length, 0),
  };
}

/** Consecutive pages of one size. */
function groupPages(pages: readonly PageWords[]): number[][] {
  const groups: number[][] = [];
  for (const [index, page] of pages.entries()) {
    const open = groups.at(-1);
    const first = open === undefined ? undefined : pages[open[0] ?? 0];
    if (open && first && Math.abs(first.width - page.width) < 3 && Math.abs(first.height - page.height) < 3) open.push(index);
    else groups.push([index]);
  }
  return groups;
}

async function makePictures(blocks: readonly DraftBlock[]): Promise<Map<PlacedImage, Pick<Image, 'type' | 'bytes'>>> {
  const files = new Map<PlacedImage, Pick<Image, 'type' | 'bytes'>>();
  const collect = async (all: readonly DraftBlock[]): Promise<void> => {
    for (const block of all) {
      if (block.kind === 'table') for (const cell of block.cells) await collect(cell.blocks);
      if (block.kind !== 'image') continue;
      const file = await makePicture(block.image);
      if (file) files.set(block.image, file);
    }
  };
  await collect(blocks);
  return files;
}

function linesOf(blocks: readonly DraftBlock[]): Line[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return block.lines;
    return block.kind === 'table' ? block.cells.flatMap((cell) => linesOf(cell.blocks)) : [];
  });
}

interface Sides {
  readonly left: number;
  readonly right: number;
}

function bodySides(blocks: readonly DraftBlock[], pages: readonly PageWords[]): Sides {
  const width = pages[0]?.width ?? 595;
  if (blocks.length === 0) return { left: width * 0.12, right: width * 0.88 };
  const lefts = blocks.map(({ box }) => box.left).toSorted((a, b) => a - b);
  const rights = blocks.map(({ box }) => box.right).toSorted((a, b) => a - b);
  return { left: lefts[Math.floor(lefts.length * 0.05)] ?? 0, right: rights[Math.floor(rights.length * 0.95)] ?? width };
}

const MARGIN_MIN = 14;

function marginsOf(blocks: readonly DraftBlock[], pages: readonly PageWords[]): Margins {
  const [page] = pages;
  const { width, height } = page ?? { width: 595, height: 842 };
  const sides = bodySides(blocks, pages);
  const boxes = pages.flatMap(({ words, images }) => [...words.map(({ box }) => box), ...images.map(({ box }) => box)]);
  const top = Math.min(...boxes.map((box) => box.top), height * 0.15);
  const bottom = Math.min(...boxes.map((box) => height - box.bottom), height * 0.12);
  const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(MARGIN_MIN, value)));
  const left = within(sides.left, width * 0.35);
  return {
    left,
    top: within(top, height * 0.3),
    right: within(width - sides.right, Math.min(width * 0.35, left * 1.6)),
    bottom: within(bottom, height * 0.3),
  };
}

function buildRunning(lines: readonly RunningLine[], sides: Sides, context: BuildContext): Paragraph[] {
  return lines.map(({ line, fields }) => buildParagraph(draftOf([line], sides), { ...context, fields, headings: new Map() }));
}

function draftOf(lines: readonly Line[], sides: Sides): DraftText {
  const [first] = lines;
  const box = first?.box ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return { kind: 'text', lines, ...sides, spaceBefore: 0, box, pageIndex: first?.pageIndex ?? 0 };
}

function buildNote(note: PageFootnote, context: BuildContext): Paragraph[] {
  return note.paragraphs.map((draft) => buildParagraph(draft, context));
}
