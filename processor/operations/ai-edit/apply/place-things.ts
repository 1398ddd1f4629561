// The places of what a plan puts on pages: in a corner, at an edge or beside an anchor, and there where nothing is printed. The same shift
// serves all pages where it can, so that page numbers stand at one place.

import type { MovedBy } from '#instruction/moved-by.ts';
import type { EditOf, Length } from '#contract/params/edit-plan.ts';
import { JobFailure } from '../../../failure.ts';
import { type Box, boundsOf, transformBox } from '../../../pdf/geometry/box.ts';
import { IDENTITY, invert } from '../../../pdf/geometry/matrix.ts';
import { cornerOf, type Horizontal, type Mark, type Vertical } from '../facts/mark-place.ts';
import { type PageView, unitsOf } from '../facts/page-view.ts';
import type { PlacedAnchor } from '../facts/placed-operation.ts';
import type { PageInk } from '../../../pdf/placing/free-space.ts';
import { type Reach, shiftsWithin } from '../../../pdf/placing/free-space.ts';

/** What is to be placed on one page, in points of the page as it is seen. */
export interface Placing {
  readonly view: PageView;
  readonly ink: PageInk | undefined;
  readonly width: number;
  /** Above and below its origin. */
  readonly ascent: number;
  readonly descent: number;
  readonly anchor: PlacedAnchor | undefined;
}

export interface Placed {
  /** Its origin, on the page as it is seen. */
  readonly x: number;
  readonly y: number;
  /** Nothing is printed there, as was measured; it is in default user space. */
  readonly blank: Box | undefined;
}

type Cornered = Exclude<Mark, EditOf<'watermark_text'>> | EditOf<'insert_image'> | MovedTo;
type MovedTo = EditOf<'move_image'> & { position: NonNullable<EditOf<'move_image'>['position']> };

/** Points around a thing that stay free too. */
const AIR = 1.5;
const ANCHOR_GAP = 8;
const EDGE_MIN = 9;

/** @throws JobFailure text_does_not_fit where it is larger than the page, or nothing near is free */
export function placeAll(operation: Cornered, placings: readonly Placing[]): readonly Placed[] {
  const nominal = placings.map((placing) => nominalOf(operation, placing));
  for (const [index, placing] of placings.entries()) if (!isOnPage(nominal[index], placing)) throw doesNotFit(operation);
  const reaches = placings.map((placing, index) => reachOf(operation, placing, nominal[index] ?? [0, 0]));
  const [first] = placings;
  const shifts = placings.map((_, index) => shiftsWithin(reaches[index] ?? NO_REACH));
  const isFree = (index: number, shift: readonly [number, number]) => {
    const [placing, at] = [placings[index], nominal[index]];
    if (!placing || !at) return false;
    const moved = [at[0] + shift[0], at[1] + shift[1]] as const;
    return isOnPage(moved, placing) && (placing.ink?.isFree(areaOf(placing, moved, AIR)) ?? true);
  };
  const common = first?.anchor ? undefined : shifts[0]?.find((shift) => placings.every((_, index) => isFree(index, shift)));
  return placings.map((placing, index): Placed => {
    const at = nominal[index] ?? [0, 0];
    const shift = common ?? shifts[index]?.find((one) => isFree(index, one));
    if (!shift && isAnythingFree(placing)) throw notFree(operation, placing);
    const [x, y] = [at[0] + (shift?.[0] ?? 0), at[1] + (shift?.[1] ?? 0)];
    const area = areaOf(placing, [x, y], 0);
    placing.ink?.take(area);
    return { x, y, blank: shift && placing.ink ? area : undefined };
  });
}

const NO_REACH: Reach = { across: [0, 0], up: [0, 0], acrossWeight: 1 };

/** The origin that was asked for. */
function nominalOf(operation: Cornered, { view, width, ascent, descent, anchor }: Placing): readonly [number, number] {
  if (anchor) {
    const [left, bottom, right, top] = seenBox(anchor, view);
    const isCentred = Math.abs((left + right) / 2 - view.widthPt / 2) < view.widthPt * 0.04;
    const x = { above: left, below: left, left: left - ANCHOR_GAP - width, right: right + ANCHOR_GAP }[anchor.place];
    const middle = (bottom + top) / 2 - (ascent - descent) / 2;
    const y = { above: top + ANCHOR_GAP / 2 + descent, below: bottom - ANCHOR_GAP / 2 - ascent, left: middle, right: middle }[anchor.place];
    const isBeside = anchor.place === 'left' || anchor.place === 'right';
    return [isCentred && !isBeside ? (view.widthPt - width) / 2 : Math.max(EDGE_MIN, x), y];
  }
  const [vertical, horizontal, margin] = cornersOf(operation);
  const across = unitsOf(margin, view.widthPt, 1);
  const down = unitsOf(margin, view.heightPt, 1);
  const x = { left: across, center: (view.widthPt - width) / 2, right: view.widthPt - across - width }[horizontal];
  const y = { top: view.heightPt - down - ascent, center: (view.heightPt - ascent) / 2, bottom: down + descent }[vertical];
  return [x, y];
}

function cornersOf(operation: Cornered): readonly [Vertical, Horizontal, Length] {
  if (operation.op !== 'insert_image' && operation.op !== 'move_image') return cornerOf(operation);
  const [vertical, horizontal = 'center'] = operation.position.split('_') as [Vertical, Horizontal?];
  return [vertical, horizontal, operation.margin];
}

function seenBox({ box, isSeen }: PlacedAnchor, view: PageView): Box {
  return isSeen ? box : boundsOf(transformBox(invert(view.toUserSpace) ?? IDENTITY, box));
}

/** A share of the page within which a corner is still that corner. */
const ZONE = 0.3;
const EDGE_ZONE = 0.16;
const ANCHOR_REACH = 48;

function reachOf(operation: Cornered, { view, width, ascent, anchor }: Placing, [x, y]: readonly [number, number]): Reach {
  if (anchor) {
    const { place } = anchor;
    return {
      across: place === 'right' ? [0, ANCHOR_REACH] : place === 'left' ? [-ANCHOR_REACH, 0] : [0, 0],
      up: place === 'above' ? [0, ANCHOR_REACH] : place === 'below' ? [-ANCHOR_REACH, 0] : [-4, 4],
      acrossWeight: 1,
    };
  }
  const [vertical, horizontal] = cornersOf(operation);
  const isRunning = operation.op === 'page_numbers' || operation.op === 'header_footer';
  const zone = view.heightPt * (isRunning ? EDGE_ZONE / 2 : EDGE_ZONE);
  const up = {
    top: [Math.min(0, view.heightPt - zone - ascent - y), Math.max(0, view.heightPt - EDGE_MIN - ascent - y)],
    bottom: [Math.min(0, EDGE_MIN - y), Math.max(0, zone - y)],
    center: [-view.heightPt * EDGE_ZONE, view.heightPt * EDGE_ZONE],
  }[vertical] as [number, number];
  const side = Math.max(0, view.widthPt * ZONE - width / 2 - 20);
  const across = {
    left: [Math.min(0, EDGE_MIN - x), side],
    right: [-side, Math.max(0, view.widthPt - EDGE_MIN - width - x)],
    center: isRunning ? [0, 0] : [-view.widthPt * 0.12, view.widthPt * 0.12],
  }[horizontal] as [number, number];
  return { across, up, acrossWeight: 2 };
}

/**
 * As far from its place as was said.
 * @param from its origin, on the page as it is seen
 * @throws JobFailure text_does_not_fit where it would leave the page, or come over what is printed
 */
export function placeBy(operation: EditOf<'move_image'>, by: MovedBy, placing: Placing, [x, y]: readonly [number, number]): Placed {
  const { view, ink } = placing;
  const isAcross = by.direction === 'left' || by.direction === 'right';
  const length =
    unitsOf(by.distance, isAcross ? view.widthPt : view.heightPt, 1) * (by.direction === 'left' || by.direction === 'down' ? -1 : 1);
  const to = isAcross ? ([x + length, y] as const) : ([x, y + length] as const);
  // Where it stood itself, it is in nobody's way.
  const [width, height] = [Math.min(Math.abs(length), placing.width), Math.min(Math.abs(length), placing.ascent)];
  const fresh: Placing = isAcross ? { ...placing, width } : { ...placing, ascent: height };
  const at = isAcross
    ? ([length > 0 ? to[0] + placing.width - width : to[0], y] as const)
    : ([x, length > 0 ? to[1] + placing.ascent - height : to[1]] as const);
  if (!isOnPage(to, placing)) throw doesNotFit(operation);
  const area = areaOf(fresh, at, 0);
  if (ink && !ink.isFree(area)) throw inTheWay(operation);
  return { x: to[0], y: to[1], blank: ink ? area : undefined };
}

function inTheWay({ id }: EditOf<'move_image'>): JobFailure {
  return new JobFailure('text_does_not_fit', {
    message: 'Something else is printed where the picture would come to stand; a shorter distance, or another direction, may be free.',
    refused: { kind: 'edit', check: 'fit', operation: id },
  });
}

function areaOf({ view, width, ascent, descent }: Placing, [x, y]: readonly [number, number], air: number): Box {
  return boundsOf(transformBox(view.toUserSpace, [x - air, y - descent - air, x + width + air, y + ascent + air]));
}

function isOnPage(at: readonly [number, number] | undefined, { view, width, ascent }: Placing): boolean {
  return at !== undefined && at[0] >= 0 && at[0] + width <= view.widthPt && at[1] >= 0 && at[1] + ascent <= view.heightPt;
}

/** Of a page that is printed all over, such as a photograph, no place is better than another. */
function isAnythingFree(placing: Placing): boolean {
  return freeCorners(placing).length > 0;
}

const CORNERS = ['top_left', 'top_center', 'top_right', 'bottom_left', 'bottom_center', 'bottom_right'] as const;

function freeCorners(placing: Placing): readonly string[] {
  const margin: Length = { value: 24, unit: 'pt' };
  return CORNERS.filter((position) => {
    const operation = { op: 'stamp', position, margin } as EditOf<'stamp'>;
    const bare = { ...placing, anchor: undefined };
    const at = nominalOf(operation, bare);
    return shiftsWithin(reachOf(operation, bare, at)).some(([dx, dy]) => {
      const moved = [at[0] + dx, at[1] + dy] as const;
      return isOnPage(moved, bare) && (bare.ink?.isFree(areaOf(bare, moved, AIR)) ?? false);
    });
  });
}

function doesNotFit({ id }: Cornered | EditOf<'move_image'>): JobFailure {
  return new JobFailure('text_does_not_fit', { refused: { kind: 'edit', check: 'fit', operation: id } });
}

function notFree({ id }: Cornered, placing: Placing): JobFailure {
  const corners = freeCorners(placing).map((corner) => corner.replace('_', ' '));
  return new JobFailure('text_does_not_fit', {
    message: `There is no free place for it where it should go; free on this page: ${corners.join(', ')}.`,
    refused: { kind: 'edit', check: 'fit', operation: id },
    details: { free: corners },
  });
}
