// Footnotes: below a short line at the foot of the page, in smaller type, each with a mark that matches a raised mark in the text.

import { boxAround, contains, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { Rule } from '../../pdf/pdfium/page/page-content.ts';
import { type Line, lineOf, rowsOfSegments } from '../words/lines.ts';
import { makeParagraphs } from './paragraphs.ts';
import { makeSegments } from '../words/segments.ts';
import { scriptOf } from '../words/scripts.ts';
import { MARK, type PageWords } from './page-words.ts';
import type { DraftText } from '../drafts.ts';
import type { Word } from '../words/words.ts';

/** Share of the body's font size: notes are not larger, except for rounding. */
export const NOTE_SIZE_MAX = 1.02;
/** A rule that separates notes from text: thickness in points, shares of the page's width, and from its top. */
const SEPARATOR = { thickness: 2, widthMin: 0.08, widthMax: 0.45, topMin: 0.3 } as const;

/** In ems: what is further below than this is the foot of the page. */
const APART_EM = 2.4;

export interface FoundNote {
  readonly mark: string;
  /** The word in the text that refers to it. */
  readonly reference: Pick<Word, 'order'>;
  /** Without the mark. */
  readonly paragraphs: readonly DraftText[];
  readonly words: ReadonlySet<Word>;
}

/** @param bodySize points, the size of most of the text */
export function findFootnotes(page: PageWords, bodySize: number): FoundNote[] {
  const separators = page.rules
    .filter((rule) => isSeparator(rule, page) && !page.grids.some((grid) => contains(grid.box, rule.box, 4)))
    .toSorted((a, b) => a.box.top - b.box.top);
  if (separators.length === 0) return [];
  const upright = page.words.filter(({ style }) => style.angle === 0);
  // Endnotes have a line of their own: the text below each, down to the next, is a group of notes.
  // Endnotes have a line of their own: the text below each, down to the next, is a group of notes.
  const notes = separators.flatMap((separator) => {
    const beneath = upright.filter(({ box }) => box.top >= separator.box.top - 3);
    const { left, right } = columnBelow(separator, beneath);
    const next = separators.find(({ box }) => box.top > separator.box.top && box.left < right && box.right > left);
    const end = next?.box.top ?? Infinity;
    const below = beneath.filter(({ box, y }) => y < end + 2 && box.left >= left - 1 && box.right <= right + 1);
    return below.length === 0 ? [] : readNotes(page, separator, below, bodySize);
  });
  return notes.toSorted((one, two) => one.reference.order - two.reference.order);
}

/** Each column of a page has its own notes: they are as wide as the lines that begin below the rule. */
function columnBelow({ box: rule }: Rule, beneath: readonly Word[]): Sides {
  const own = makeSegments(beneath).filter(({ box }) => box.left < rule.right && box.right > rule.left);
  return boxAround([rule, ...own.map(({ box }) => box)]);
}

function readNotes(page: PageWords, separator: Rule, below: readonly Word[], bodySize: number): FoundNote[] {
  const lines = rowsOfSegments(makeSegments(below)).map((row) => lineOf(row, page.pageIndex));
  const size = lines.map((line) => line.size).toSorted((a, b) => a - b)[Math.floor(lines.length / 2)] ?? 0;
  if (size > bodySize * NOTE_SIZE_MAX) return [];
  const raised = raisedWords(page, separator);
  const notes: { mark: string; reference: Word; lines: Line[]; markWord: Word }[] = [];
  for (const [at, line] of lines.entries()) {
    if (notes.length > 0 && line.y - (lines[at - 1]?.y ?? line.y) > line.size * APART_EM) break;
    const [first] = line.words;
    const mark = first?.text.replace(/[.)]$/, '');
    const reference =
      first && MARK.test(first.text)
        ? raised.find((word) => word.text === mark && !notes.some((note) => note.reference === word))
        : undefined;
    if (first && mark !== undefined && reference) notes.push({ mark, reference, lines: [line], markWord: first });
    // Above the first, what no mark refers to: whom to write to, who gave money.
    else notes.at(-1)?.lines.push(line);
  }
  return notes.map(noteOf);
}

interface NoteLines {
  readonly mark: string;
  readonly reference: Pick<Word, 'order'>;
  readonly lines: readonly Line[];
  readonly markWord: Word;
}

export function noteOf({ mark, reference, lines, markWord }: NoteLines): FoundNote {
  return {
    mark,
    reference,
    words: new Set(lines.flatMap((line) => line.words)),
    paragraphs: paragraphsOf(lines, markWord, lines[0]?.pageIndex ?? 0),
  };
}

function isSeparator({ box, horizontal, thickness }: Rule, page: PageWords): boolean {
  const width = box.right - box.left;
  if (!horizontal || thickness > SEPARATOR.thickness || box.top <= page.height * SEPARATOR.topMin) return false;
  return width > page.width * SEPARATOR.widthMin && width < page.width * SEPARATOR.widthMax;
}

function raisedWords(page: PageWords, separator: Rule): Word[] {
  const above = page.words.filter(({ box }) => box.bottom < separator.box.top + 4);
  return makeSegments(above).flatMap((segment) =>
    segment.words.filter((word) => MARK.test(word.text) && (segment.words.length === 1 || scriptOf(word, segment) === 'super')),
  );
}

function paragraphsOf(lines: readonly Line[], mark: Word, pageIndex: number): DraftText[] {
  const [first, ...rest] = lines;
  if (!first) return [];
  const words = first.words.filter((word) => word !== mark);
  const own =
    words.length === 0
      ? rest
      : [
          {
            ...first,
            words,
            segments: first.segments
              .map((one) => ({ ...one, words: one.words.filter((word) => word !== mark) }))
              .filter((one) => one.words.length > 0),
          },
          ...rest,
        ];
  const left = Math.min(...own.map(({ box }) => box.left));
  const right = Math.max(...own.map(({ box }) => box.right));
  return makeParagraphs(own, () => ({ left, right })).map((draft) => ({
    ...draft,
    kind: 'text',
    pageIndex,
    box: { left, right, top: draft.lines[0]?.box.top ?? 0, bottom: draft.lines.at(-1)?.box.bottom ?? 0 },
  }));
}
