// Whether what a page shows beside its text still goes with the text after an edit: no words run over a line, a picture or the edge of a ground that
// did not before, no line stays where its words are gone, and nothing drawn is missing. Only inside the declared boxes: outside not a pixel changed.

import { overlaps, type ShownBox } from '../../geometry/shown-box.ts';
import { isBeyond } from './seen-columns.ts';
import { isSameGround, type SeenDrawings, type SeenRun } from './seen-drawings.ts';

/**
 * What an edit may do to what is drawn: nothing but what goes with its words; take or add the rules and grounds of a row, or it has to; anything, where it
 * draws by itself.
 */
export type DrawingFreedom = 'none' | 'rows' | 'new_rows' | 'any';

/** Letters of all that the boxes show, of which so many (as a share) stood on a picture or a pattern. */
const PATTERN_SHARE = 0.5;
/** Points by which a line that stays may differ. */
const SAME = 0.6;
/** Points between lines that meet. */
const CORNER = 1;

/** @param gone letters that the edit takes away. @returns what is wrong */
export function judgeDrawings(
  was: SeenDrawings,
  is: SeenDrawings,
  freedom: DrawingFreedom,
  gone: number,
): 'crossing' | 'left' | 'lost' | undefined {
  if (freedom === 'any') return undefined;
  if (isCrossing(was, is) || isBeyondColumn(was, is) || isElsewhere(was, is, freedom)) return 'crossing';
  if (isLeft(was, is, freedom)) return 'left';
  // A letter of another height may be touched where others were as near.
  if (is.touched > 0 && was.touched === 0 && is.nearestLine < was.nearestLine - NEARER) return 'crossing';
  return isLost(was, is, freedom, gone) ? 'lost' : undefined;
}

const sum = (runs: readonly SeenRun[], of: (run: SeenRun) => number) => runs.reduce((all, run) => all + of(run), 0);

/** Points: two letters on one baseline, as it is read. */
const NEARER = 0.3;

/** More letters than before are run through, where none was; or a text runs over the edge of a ground. */
function isCrossing(was: SeenDrawings, is: SeenDrawings): boolean {
  if (sum(was.runs, ({ crossed }) => crossed) > sum(was.runs, ({ letters }) => letters) * PATTERN_SHARE) return false;
  const disturbed = ({ rules }: SeenDrawings) => {
    const strikes = rules.filter(({ isOfWords }) => isOfWords);
    return ({ box, crossed, parted }: SeenRun) => parted + (strikes.some((rule) => overlaps(rule.box, box)) ? 0 : crossed);
  };
  const [before, after] = [disturbed(was), disturbed(is)];
  const known = was.runs.filter((run) => before(run) > 0);
  return (
    sum(is.runs, after) > sum(was.runs, before) && is.runs.some((run) => after(run) > 0 && !known.some((old) => overlaps(old.box, run.box)))
  );
}

/** A text ends beyond the column that it begins in, where none did. */
function isBeyondColumn(was: SeenDrawings, is: SeenDrawings): boolean {
  return is.runs.some(({ box }) =>
    was.columns.some((column) => isBeyond(box, column) && !was.runs.some((run) => overlaps(run.box, box) && isBeyond(run.box, column))),
  );
}

/** Words stand on a ground on which none stood. */
function isElsewhere(was: SeenDrawings, is: SeenDrawings, freedom: DrawingFreedom): boolean {
  if (freedom !== 'none' || was.runs.length === 0) return false;
  const known = new Set(was.runs.flatMap(({ grounds }) => grounds));
  const isKnown = (ground: number) => known.has(ground) || [...known].some((one) => isSameGround(one, ground));
  return is.runs.some(({ grounds, crossed }) => crossed === 0 && !grounds.some(isKnown));
}

/** A line is where it was, and its words are not; or more lines than before are without words; or a row of a table is left empty. */
function isLeft(was: SeenDrawings, is: SeenDrawings, freedom: DrawingFreedom): boolean {
  const words = was.rules.filter(({ isOfWords }) => isOfWords);
  const alone = is.rules.filter(({ isOfWords, horizontal }) => horizontal && !isOfWords);
  const fractions = was.rules.filter(({ isFraction }) => isFraction);
  if (is.rules.some((rule) => !rule.isFraction && fractions.some(({ box }) => isSame(box, rule.box)))) return true;
  if (alone.some(({ box }) => words.some((one) => isSame(one.box, box)))) return true;
  // A row that comes has a place of its own between lines where the others have.
  if (freedom === 'new_rows' && is.crowdedBands > was.crowdedBands) return true;
  if (freedom !== 'none') return is.emptyBands > was.emptyBands;
  return alone.length > was.rules.filter(({ isOfWords, horizontal }) => horizontal && !isOfWords).length;
}

function isSame(one: ShownBox, two: ShownBox): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(one[side] - two[side]) < SAME);
}

/** Lines, grounds and pictures that belong to no words go with none. */
function isLost(was: SeenDrawings, is: SeenDrawings, freedom: DrawingFreedom, gone: number): boolean {
  if (is.pictures < was.pictures || isTorn(was, is) || isLoose(was, is, freedom)) return true;
  if (isGroundLost(was, is, gone)) return true;
  if (freedom !== 'none') return false;
  const own = ({ rules }: SeenDrawings) => rules.filter(({ isOfWords }) => !isOfWords);
  // Words that have come may happen to end where a line does that has not changed.
  const kept = own(was).filter(({ box }) => is.rules.some((rule) => rule.isOfWords && isSame(rule.box, box)));
  return own(is).length + kept.length < own(was).length || is.grounds < was.grounds - was.groundsOfWords;
}

/** A line that was whole is in parts, or ends where another one no longer meets it. */
function isTorn(was: SeenDrawings, is: SeenDrawings): boolean {
  const upright = ({ rules }: SeenDrawings) => rules.filter(({ horizontal }) => !horizontal).length;
  const gone = Math.max(0, was.rules.length - is.rules.length);
  return upright(is) > upright(was) || cornersOf(is) < cornersOf(was) - gone * 2;
}

/** A side that met the rule below it no longer does. Rows may have sides of their own, which come and go with them. */
function isLoose(was: SeenDrawings, is: SeenDrawings, freedom: DrawingFreedom): boolean {
  return is.loose > was.loose && (freedom === 'none' || was.loose === 0);
}

function cornersOf({ rules }: SeenDrawings): number {
  const [level, upright] = [rules.filter(({ horizontal }) => horizontal), rules.filter(({ horizontal }) => !horizontal)];
  const meets = (one: ShownBox, x: number, y: number) =>
    x > one.left - CORNER && x < one.right + CORNER && y > one.top - CORNER && y < one.bottom + CORNER;
  const met = (all: readonly { readonly box: ShownBox }[], x: number, y: number) => (all.some(({ box }) => meets(box, x, y)) ? 1 : 0);
  return (
    level.reduce((count, { box }) => count + met(upright, box.left, box.top) + met(upright, box.right, box.top), 0) +
    upright.reduce((count, { box }) => count + met(level, box.left, box.top) + met(level, box.left, box.bottom), 0)
  );
}

/** More letters stood on a ground than were taken away, and none does any more. */
function isGroundLost(was: SeenDrawings, is: SeenDrawings, gone: number): boolean {
  const known = new Set(is.runs.flatMap(({ grounds }) => grounds));
  const counts = Map.groupBy(
    was.runs.filter(({ crossed }) => crossed === 0).flatMap(({ grounds }) => grounds),
    (ground) => ground,
  );
  return [...counts].some(
    ([ground, letters]) => letters.length > gone && !known.has(ground) && ![...known].some((one) => isSameGround(one, ground)),
  );
}
