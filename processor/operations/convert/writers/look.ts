// The usual look of a document's text and of each level of heading: the content of styles, so that runs only hold what differs.

import type { ConvertedDocument, Paragraph, Run } from '../../../document/model.ts';
import { paragraphsOf } from './docx-numbering.ts';
import { type LineSpacing, lineSpacingOf } from './line-spacing.ts';

export type Look = Pick<Run, 'family' | 'size' | 'bold' | 'italic' | 'colour'>;

export interface DocumentLook extends Pick<Run, 'family' | 'size'> {
  /** By level, from 1. A level that does not occur looks like the one above it. */
  readonly headings: readonly Look[];
  /** Of most of the text. */
  readonly line: LineSpacing;
}

export function findLook(document: ConvertedDocument): DocumentLook {
  const paragraphs = paragraphsOf(document);
  const body = mostCommon(paragraphs.filter(({ heading }) => heading === undefined).flatMap(({ runs }) => runs));
  const headings: Look[] = [];
  for (let level = 1; level <= 6; level++) {
    const own = mostCommon(paragraphs.filter(({ heading }) => heading === level).flatMap(({ runs }) => runs));
    headings.push(own ?? headings.at(-1) ?? { ...FALLBACK, bold: true });
  }
  return { family: body?.family ?? FALLBACK.family, size: body?.size ?? FALLBACK.size, headings, line: usualLine(paragraphs) };
}

function usualLine(paragraphs: readonly Paragraph[]): LineSpacing {
  const letters = new Map<string, { line: LineSpacing; count: number }>();
  for (const paragraph of paragraphs) {
    const line = lineSpacingOf(paragraph);
    const known = letters.get(`${line.rule} ${line.value}`) ?? { line, count: 0 };
    known.count += paragraph.runs.reduce((sum, { text }) => sum + text.length, 0);
    letters.set(`${line.rule} ${line.value}`, known);
  }
  return [...letters.values()].toSorted((a, b) => b.count - a.count)[0]?.line ?? { rule: 'multiple', value: 240 };
}

const FALLBACK: Look = { family: 'Arial', size: 11, bold: false, italic: false, colour: 0 };

function mostCommon(runs: readonly Run[]): Look | undefined {
  const letters = new Map<string, { run: Run; count: number }>();
  for (const run of runs) {
    const key = `${run.family} ${run.size} ${run.bold} ${run.italic} ${run.colour}`;
    const known = letters.get(key) ?? { run, count: 0 };
    known.count += run.text.length;
    letters.set(key, known);
  }
  const most = [...letters.values()].toSorted((a, b) => b.count - a.count)[0]?.run;
  if (!most) return undefined;
  const { family, size, bold, italic, colour } = most;
  return { family, size, bold, italic, colour };
}
