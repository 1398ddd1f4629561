// What is drawn for a row of a table when a row comes beside it: its sides, its ground and its rule once more, as high as the new row is.

import type { Box } from '../../geometry/box.ts';
import { IDENTITY, type Matrix } from '../../geometry/matrix.ts';
import { isSideBySide } from './row-boxes.ts';
import type { Drawing } from './units.ts';

/** Points: a rule between rows, a thick one, and by how much two rules of one kind differ. */
const [RULE_PT, THICK_PT, SAME_PT] = [1.5, 3, 0.3];
/** Points from the edge of a row to what ends there. */
const EDGE_PT = 3;
/** Heights of a row to the next rule. */
const ROWS_APART = 2.5;

function isLevelRule({ box }: Drawing): boolean {
  return box[3] - box[1] < THICK_PT && box[2] - box[0] > THICK_PT;
}

/** It parts the row from the next one as others are parted. The rule above a sum, or at the end of a table, is of none of its rows. */
export function partsRows(drawings: readonly Drawing[], rule: Drawing, [left, low, right, high]: Box): boolean {
  const rules = drawings.filter((one) => one !== rule && isLevelRule(one) && one.box[0] < right && one.box[2] > left);
  const isLike = ({ box }: Drawing) => isSideBySide(box, rule.box) && Math.abs(box[3] - box[1] - (rule.box[3] - rule.box[1])) < SAME_PT;
  const above = rules.filter(({ box }) => Math.abs(box[1] - high) < RULE_PT || Math.abs(box[3] - high) < RULE_PT);
  if (above.some(isLike)) return true;
  const height = (high - low) * ROWS_APART;
  const nextOf = (y: number) => rules.find((one) => isLike(one) && one.box[3] < y - THICK_PT && one.box[3] > y - height);
  const next = nextOf(low);
  // Below the head of a table, or in its first row.
  return next !== undefined && (above.length > 0 || nextOf(next.box[1]) !== undefined);
}

export interface RowSteps {
  /** From the row to the next, as high as it is. */
  readonly pitch: number;
  /** How far what is below moves for the new row, which may be lower. */
  readonly step: number;
  readonly isAfter: boolean;
}

/** Where a piece of the row is drawn afterwards: for the row itself, and for the new one. */
export function placesOfPiece({ box: [, low, , high] }: Drawing, band: Box, { pitch, step, isAfter }: RowSteps): Matrix[] {
  const middle = (band[1] + band[3]) / 2;
  const extra = pitch - step;
  const isWithin = high < band[3] - EDGE_PT && low > band[1] + EDGE_PT;
  // The upper end keeps its place in the row, the lower end comes nearer.
  const ends = [low, high].map((y) => y + (y < middle && !isWithin ? extra : 0)) as [number, number];
  const lower = high - low > 0 && ends[1] > ends[0] ? (ends[1] - ends[0]) / (high - low) : 1;
  const fresh: Matrix = [1, 0, 0, lower, 0, ends[1] - high * lower - (isAfter ? pitch : 0)];
  return isAfter ? [IDENTITY, fresh] : [fresh, [1, 0, 0, 1, 0, -step]];
}
