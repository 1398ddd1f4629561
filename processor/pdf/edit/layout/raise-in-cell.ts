// A text that becomes longer within its cell: where it stands in the middle of its height, or at its foot, its lines move up for those that come.

import type { Box } from '../../geometry/box.ts';
import { type PageText, SAME_ANGLE } from '../page-text.ts';
import { isVisible } from './lines.ts';
import type { Paragraph } from './paragraph.ts';
import type { Reflow } from './reflow.ts';
import { joined, widened } from './row-boxes.ts';

/** Ems above and below their baselines that letters take, and that stay free beside the rules of the cell. */
const [ASCENT, DESCENT, APART] = [0.7, 0.2, 0.2];
/** Ems: what is less off the middle of its cell is centred; what is nearer to its foot stands there. */
const [SAME, FOOT] = [0.3, 0.8];
/** Ems: the height of a cell, at most. */
const CELL_EMS_MAX = 8;

type SetText = Pick<Reflow, 'fitting' | 'removed' | 'insertions' | 'rises' | 'boxes'>;

/** In the lines that the cell has room for; undefined where the text stands in no such cell. @param set with so many lines more */
export function setInCell<R extends SetText>(
  page: PageText,
  paragraph: Paragraph,
  set: (more: number) => R | string | { readonly excess: number },
): R | undefined {
  for (let more = 1; more <= CELL_EMS_MAX; more++) {
    const raise = raiseFor(page, paragraph, more);
    const longer = raise === undefined ? undefined : set(more);
    if (raise === undefined || typeof longer !== 'object') return undefined;
    if ('excess' in longer) continue;
    return longer.fitting === 'free_room' ? raised(page, longer, paragraph, raise) : undefined;
  }
  return undefined;
}

/** How far the lines of a text move up where so many come below them; undefined where it stands in no such cell, or there is no room. */
function raiseFor(page: PageText, paragraph: Paragraph, more: number): number | undefined {
  const [first, last] = [paragraph.lines[0], paragraph.lines.at(-1)];
  if (!first || !last || Math.abs(first.angle) > SAME_ANGLE) return undefined;
  const { size } = first;
  const [high, low] = [first.baseline + size * ASCENT, last.baseline - size * DESCENT];
  const [top, bottom] = heightOf(page, paragraph, [low, high]);
  if (!(top - bottom < size * CELL_EMS_MAX) || !isAlone(page, paragraph, [bottom, top])) return undefined;
  const [above, below] = [top - high, low - bottom];
  const taken = more * paragraph.leading;
  const isCentred = Math.abs(above - below) / 2 < size * SAME;
  const raise = isCentred ? taken / 2 : below < size * FOOT ? taken : undefined;
  if (raise === undefined || above - raise < size * APART || below - taken + raise < size * (isCentred ? APART : 0)) return undefined;
  return raise;
}

/** Between the nearest edges above and below that are as long as the text. */
function heightOf({ rules }: PageText, { lines }: Paragraph, [low, high]: readonly [number, number]): readonly [number, number] {
  const [start, end] = [Math.min(...lines.map((line) => line.start)), Math.max(...lines.map((line) => line.end))];
  const edges = rules.flatMap(([left, bottom, right, top]) => (left <= start && right >= end ? [bottom, top] : []));
  return [Math.min(...edges.filter((y) => y > high)), Math.max(...edges.filter((y) => y < low))];
}

/** No other text stands in the cell over or under it. */
function isAlone({ glyphs }: PageText, { lines, start, end }: Paragraph, [bottom, top]: readonly [number, number]): boolean {
  const own = new Set(lines.flatMap((line) => line.glyphs));
  const [left, right] = [Math.min(start, ...lines.map((line) => line.start)), Math.max(end, ...lines.map((line) => line.end))];
  const isIn = ([x1, y1, x2, y2]: Box) => x1 < right && x2 > left && y1 < top && y2 > bottom;
  return glyphs.every((glyph) => own.has(glyph) || !isVisible(glyph) || !isIn(glyph.box));
}

/** All of a text that was set again stands higher. */
function raised<R extends SetText>({ drawings }: PageText, set: R, { lines }: Paragraph, by: number): R {
  const gone = new Set(set.removed);
  const own = lines.flatMap(({ glyphs }) => glyphs.flatMap((glyph) => [glyph, ...(drawings.get(glyph) ?? [])]));
  const staying = own.filter((glyph) => !gone.has(glyph));
  const rises = new Map([...set.rises, ...staying.map((glyph) => [glyph, (set.rises.get(glyph) ?? 0) + by] as const)]);
  return {
    ...set,
    insertions: set.insertions.map((insertion) => ({ ...insertion, rise: (insertion.rise ?? 0) + by })),
    rises,
    boxes: [...set.boxes.map((box) => widened(box, by)), ...joined(staying.map(({ box }) => widened(box, by)))],
  };
}
