// Writes a value behind its label in line with the values above and below: in their look, at their edge. What is there already stays where it is.

import { type Box, unite } from '../geometry/box.ts';
import { describeMatch, type TextMatch } from './find.ts';
import { isVisible, linesOfPage, type TextLine } from './layout/lines.ts';
import type { PageText } from './page-text.ts';
import type { EditedPage, EditOutcome } from './replace-text.ts';
import { setCell } from './set-unit.ts';
import { writeUnit } from './write-unit.ts';

/** Ems that stay free behind the label. */
const APART_EMS = 0.2;

/** @param label behind which it is written; @param example a text whose edge it gets, the nearest one where there are several */
export async function insertInColumn(on: EditedPage, label: TextMatch, example: string, value: string): Promise<EditOutcome> {
  const { text: page } = on;
  const own = label.glyphs.findLast(isVisible);
  const cell = own && nearestOf(page, example, own.baseline);
  if (!own || !cell || cell.glyphs[0]?.event.source !== label.glyphs[0]?.event.source)
    return { ok: false, refusal: 'no_column', match: label };
  const set = await setCell(on, { cell, next: undefined, common: undefined, isBefore: false, baseline: own.baseline, lines: [] }, value);
  if ('refusal' in set) return { ok: false, match: label, ...set };
  const box = set.boxes.reduce(unite);
  if (box[0] < own.end + own.size * APART_EMS || !isFree(page, box)) return { ok: false, refusal: 'does_not_fit', match: label };
  const outcome = writeUnit(on, label, {
    removed: [],
    insertions: set.insertions,
    encoded: set.encoded,
    edits: [],
    by: 0,
    boxes: set.boxes,
    column: { left: box[0], right: box[2], top: box[1], baseline: own.baseline, size: own.size },
    moving: { lines: [], bottom: box[1] },
    drawings: [],
    before: '',
    after: value,
    isRow: false,
    marks: [],
  });
  // What is told is the label with its value.
  return outcome.ok ? { ok: true, change: { ...outcome.change, before: label.text, after: `${label.text} ${value}` } } : outcome;
}

function nearestOf(page: PageText, example: string, baseline: number): TextLine | undefined {
  const places: TextLine[] = [];
  for (let at = page.text.indexOf(example); at >= 0; at = page.text.indexOf(example, at + 1)) {
    const glyphs = describeMatch(page, at, at + example.length)?.glyphs.filter(isVisible) ?? [];
    const [first, last] = [glyphs[0], glyphs.at(-1)];
    const line = first && linesOfPage(page).of(first);
    if (first && last && line && Math.abs(first.baseline - baseline) > first.size / 2)
      places.push({ ...line, glyphs, start: first.start, end: last.end });
  }
  return places.toSorted((one, two) => Math.abs(one.baseline - baseline) - Math.abs(two.baseline - baseline))[0];
}

function isFree({ glyphs }: PageText, [left, bottom, right, top]: Box): boolean {
  return !glyphs.some(
    (glyph) => isVisible(glyph) && glyph.box[0] < right && glyph.box[2] > left && glyph.box[1] < top && glyph.box[3] > bottom,
  );
}
