// Endnotes: the last paragraphs of the document, each with a raised mark in front that matches a raised mark in the text.

import { type Line, lineOf, rowsOfSegments } from '../words/lines.ts';
import { notesOf, MARK, NOTE_SIZE_MAX, type PageFootnote } from './footnotes.ts';
import type { PageWords } from './page-words.ts';
import { scriptOf } from '../words/scripts.ts';
import { makeSegments } from '../words/segments.ts';
import type { Word } from '../words/words.ts';

const FIRST = /^(?:1|i|a|\*)$/;

/** @param pages of the document, without footnotes @param bodySize points, the size of most of its text */
export function findEndnotes(pages: readonly PageWords[], bodySize: number): PageFootnote[] {
  const lines = pages.flatMap((page) =>
    rowsOfSegments(makeSegments(page.words.filter(({ style }) => style.angle === 0))).map((row) => lineOf(row, page.pageIndex)),
  );
  const start = lines.findLastIndex((line) => FIRST.test(markOf(line) ?? ''));
  if (start < 1) return [];
  const raised = lines.slice(0, start).flatMap((line) => line.words.slice(1).filter((word) => isRaised(word, line)));
  const notes: { mark: string; reference: Word; lines: Line[]; markWord: Word }[] = [];
  for (const line of lines.slice(start)) {
    if (line.size > bodySize * NOTE_SIZE_MAX || line.bold) return [];
    const [first] = line.words;
    const mark = markOf(line);
    const reference =
      mark === undefined ? undefined : raised.find((word) => word.text === mark && !notes.some((note) => note.reference === word));
    if (first && mark !== undefined && reference) notes.push({ mark, reference, lines: [line], markWord: first });
    else if (mark !== undefined) return [];
    else notes.at(-1)?.lines.push(line);
  }
  return notesOf(notes);
}

function markOf(line: Line): string | undefined {
  const [first] = line.words;
  return first && line.words.length > 1 && isRaised(first, line) ? first.text : undefined;
}

function isRaised(word: Word, line: Line): boolean {
  return MARK.test(word.text) && scriptOf(word, line) === 'super';
}
