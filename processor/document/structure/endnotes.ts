// Endnotes: the last paragraphs of the document, each with a raised mark in front that matches a raised mark in the text.

import { type Line, lineOf, rowsOfSegments } from '../words/lines.ts';
import { type FoundNote, NOTE_SIZE_MAX, noteOf } from './footnotes.ts';
import { MARK, type PageWords } from './page-words.ts';
import type { Sequence } from '../page-sequence.ts';
import { scriptOf } from '../words/scripts.ts';
import { makeSegments } from '../words/segments.ts';
import type { Word } from '../words/words.ts';

const FIRST = /^(?:1|i|a|\*)$/;

export interface FoundEndnote extends FoundNote {
  /** Where its reference is, as a place in the sequence of pages. */
  readonly referenceOn: number;
  readonly lines: readonly Line[];
}

interface Reference {
  readonly text: string;
  readonly order: number;
  readonly on: number;
}

interface Start {
  /** The place of the page, and of the line on it. */
  readonly on: number;
  readonly line: number;
  /** How many references are before it. */
  readonly references: number;
}

/** @param pages of the document, without footnotes @param bodySize points, the size of most of its text */
export function findEndnotes(pages: Sequence<PageWords>, bodySize: number): FoundEndnote[] {
  const references: Reference[] = [];
  let start: Start | undefined;
  let [on, isFirstLine] = [0, true];
  for (const page of pages) {
    if (page.hasMarks) {
      for (const [index, line] of linesOf(page).entries()) {
        if (!isFirstLine && FIRST.test(markOf(line) ?? '')) start = { on, line: index, references: references.length };
        isFirstLine = false;
        for (const word of line.words.slice(1)) if (isRaised(word, line)) references.push({ text: word.text, order: word.order, on });
      }
    } else isFirstLine = false;
    on++;
  }
  return start ? readNotes(pages, start, references.slice(0, start.references), bodySize) : [];
}

function readNotes(pages: Sequence<PageWords>, start: Start, references: readonly Reference[], bodySize: number): FoundEndnote[] {
  const open = new Map<string, Reference[]>();
  for (const reference of references) {
    const same = open.get(reference.text);
    if (same) same.push(reference);
    else open.set(reference.text, [reference]);
  }
  const notes: { mark: string; reference: Reference; lines: Line[]; markWord: Word }[] = [];
  for (let on = start.on; on < pages.length; on++) {
    const page = pages.at(on);
    for (const line of page ? linesOf(page).slice(on === start.on ? start.line : 0) : []) {
      if (line.size > bodySize * NOTE_SIZE_MAX || line.bold) return [];
      const [first] = line.words;
      const mark = markOf(line);
      const reference = mark === undefined ? undefined : open.get(mark)?.shift();
      if (first && mark !== undefined && reference) notes.push({ mark, reference, lines: [line], markWord: first });
      else if (mark !== undefined) return [];
      else notes.at(-1)?.lines.push(line);
    }
  }
  return notes.map(({ reference, ...note }) => ({ ...noteOf({ ...note, reference }), referenceOn: reference.on, lines: note.lines }));
}

function linesOf(page: PageWords): Line[] {
  return rowsOfSegments(makeSegments(page.words.filter(({ style }) => style.angle === 0))).map((row) => lineOf(row, page.pageIndex));
}

function markOf(line: Line): string | undefined {
  const [first] = line.words;
  return first && line.words.length > 1 && isRaised(first, line) ? first.text : undefined;
}

function isRaised(word: Word, line: Line): boolean {
  return MARK.test(word.text) && scriptOf(word, line) === 'super';
}
