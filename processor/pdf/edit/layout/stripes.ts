// Tables whose rows stand on grounds in turn. The stripes stay where they are when a row is inserted or deleted: only the texts move, and at the end
// of the table there is one stripe more or less.

import type { Box } from '../../geometry/box.ts';
import type { PageText } from '../page-text.ts';
import { isVisible, linesOfPage } from './lines.ts';
import type { Drawing, FoundUnit } from './units.ts';

export interface Stripes {
  /** Of all rows from the found one on, from the top; a row may have none. */
  readonly below: readonly (readonly Drawing[])[];
  /** What the row after the last one would stand on: that of the row before the last, and how far it is from there (upwards). */
  readonly next: { readonly drawings: readonly Drawing[]; readonly by: number };
}

/** Points by which rows may differ in height, and ground in place. */
const SAME = 1.5;
/** So many rows in turn show it. */
const ROWS_MIN = 4;
/** Of the height of a row, what its ground has at least. */
const GROUND_SHARE = 0.5;
/** Ems that it is wide: the sides of cells are thin. */
const GROUND_EMS = 0.5;

/** Undefined where the rows around one do not stand on grounds in turn, or are not of one height. @param pitch from row to row, in points */
export function stripesOf(
  page: PageText,
  drawings: readonly Drawing[],
  { bottom, size }: FoundUnit,
  band: Box,
  pitch: number,
): Stripes | undefined {
  const [left, low, right, high] = band;
  const lines = linesOfPage(page).all.filter((line) => line.glyphs.some(isVisible) && line.end > left && line.start < right);
  const isGround = ({ kind, box, ...drawing }: Drawing) =>
    kind === 'path' &&
    'fills' in drawing &&
    drawing.fills &&
    box[2] - box[0] > size * GROUND_EMS &&
    box[3] - box[1] > (high - low) * GROUND_SHARE &&
    box[3] - box[1] < high - low + SAME;
  const near = drawings.filter((drawing) => isGround(drawing) && drawing.box[0] < right && drawing.box[2] > left);
  // A row without a ground says only where its texts are.
  const [from, to] = [Math.min(...near.map(({ box }) => box[0])), Math.max(...near.map(({ box }) => box[2]))];
  const fills = drawings.filter((drawing) => isGround(drawing) && drawing.box[0] > from - SAME && drawing.box[2] < to + SAME);
  const nextOf = (baseline: number, direction: 1 | -1) => {
    const near = lines.filter(
      (line) => Math.abs((line.baseline - baseline) * direction - pitch) < SAME && Math.abs(line.size - size) < size,
    );
    return near[0]?.baseline;
  };
  const walk = (direction: 1 | -1) => {
    const rows: number[] = [];
    for (let at = nextOf(bottom, direction); at !== undefined && rows.length < lines.length; at = nextOf(at, direction)) rows.push(at);
    return rows;
  };
  const rows = [...walk(1).toReversed(), bottom, ...walk(-1)];
  const grounds = rows.map((baseline) => {
    const by = baseline - bottom;
    return fills.filter(({ box }) => box[1] > low + by - SAME && box[3] < high + by + SAME);
  });
  const found = rows.indexOf(bottom);
  const last = rows.length - 1;
  const inTurn = grounds.filter((own, index) => index > 0 && own.length > 0 !== (grounds[index - 1] ?? []).length > 0).length;
  // The head of a table may have a ground of its own.
  if (rows.length < ROWS_MIN || inTurn < Math.min(last, ROWS_MIN - 1) || !isInTurn(grounds.slice(Math.max(0, Math.min(found, last - 2)))))
    return undefined;
  return {
    below: grounds.slice(found),
    next: { drawings: grounds[last - 1] ?? [], by: 2 * ((rows[last] ?? 0) - (rows[last - 1] ?? 0)) },
  };
}

function isInTurn(grounds: readonly (readonly Drawing[])[]): boolean {
  return grounds.every((own, index) => index === 0 || own.length > 0 !== (grounds[index - 1] ?? []).length > 0);
}
