// Where a mark goes on a page as it is seen: at one of nine places, turned about its middle, or next to it where something is printed there. Points,
// y upwards, from the lower left corner of the crop box as /Rotate shows it.

import { type Box, boundsOf, transformBox } from '../../pdf/geometry/box.ts';
import { IDENTITY, invert, type Matrix, multiply } from '../../pdf/geometry/matrix.ts';
import type { PageView } from '../../pdf/pages/page-view.ts';
import { type PageInk, shiftsWithin } from '../../pdf/placing/free-space.ts';

/** From the middle of a thing to its sides. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** From the page as it is seen to its user space. */
export function toUserSpace({ toShown, height }: PageView): Matrix {
  return multiply([1, 0, 0, -1, 0, height], invert(toShown) ?? IDENTITY);
}

/** @param rotation `diagonal`: up from the lower left corner. @returns radians */
export function angleOn({ width, height }: PageView, rotation: number | 'diagonal'): number {
  return rotation === 'diagonal' ? Math.atan2(height, width) : (rotation * Math.PI) / 180;
}

/** What a thing takes when it is turned. */
export function turned({ width, height }: Extent, angle: number): Extent {
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** The middle of a thing at one of the nine places; nearer to the sides than the margin where the page is small. */
export function middleAt(view: PageView, position: string, margin: number, extent: Extent): readonly [number, number] {
  const [vertical, horizontal = 'center'] = position.split('_');
  const [halfWidth, halfHeight] = [extent.width / 2, extent.height / 2];
  const x = horizontal === 'left' ? margin + halfWidth : horizontal === 'right' ? view.width - margin - halfWidth : view.width / 2;
  const y = vertical === 'bottom' ? margin + halfHeight : vertical === 'top' ? view.height - margin - halfHeight : view.height / 2;
  const within = (at: number, half: number, side: number) => Math.max(half, Math.min(side - half, at));
  return [within(x, halfWidth, view.width), within(y, halfHeight, view.height)];
}

export function isOnPage({ width, height }: PageView, [x, y]: readonly [number, number], extent: Extent): boolean {
  const [halfWidth, halfHeight] = [extent.width / 2 - SLACK, extent.height / 2 - SLACK];
  return x >= halfWidth && x <= width - halfWidth && y >= halfHeight && y <= height - halfHeight;
}

const SLACK = 0.01;

/** Moves a thing drawn around `center` there and turns it. */
export function placementOf(center: readonly [number, number], angle: number, [x, y]: readonly [number, number]): Matrix {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return multiply([1, 0, 0, 1, -center[0], -center[1]], [cos, sin, -sin, cos, x, y]);
}

/** How far a number or a running line may go from its place, up and down. */
const REACH = 40;
const AIR = 1.5;
const EDGE_MIN = 9;

/** One mark on one page. */
export interface Running {
  readonly view: PageView;
  readonly ink: PageInk | undefined;
  readonly middle: readonly [number, number];
  readonly extent: Extent;
}

/** One shift up or down for all pages where it can be, else one for each; undefined where nothing near is free. */
export function findShifts(running: readonly Running[]): readonly (number | undefined)[] {
  const shifts = shiftsWithin({ across: [0, 0], up: [-REACH, REACH], acrossWeight: 1 }).map(([, up]) => up);
  const isFree = ({ view, ink, middle: [x, y], extent }: Running, up: number) => {
    const isInside = y + up - extent.height / 2 >= EDGE_MIN && y + up + extent.height / 2 <= view.height - EDGE_MIN;
    return (up === 0 || isInside) && (ink?.isFree(areaOf(view, [x, y + up], extent, AIR)) ?? true);
  };
  const common = shifts.find((up) => running.every((one) => isFree(one, up)));
  return running.map((one) => {
    const up = common ?? shifts.find((shift) => isFree(one, shift));
    one.ink?.take(areaOf(one.view, [one.middle[0], one.middle[1] + (up ?? 0)], one.extent, 0));
    return up;
  });
}

function areaOf(view: PageView, [x, y]: readonly [number, number], { width, height }: Extent, air: number): Box {
  const [dx, dy] = [width / 2 + air, height / 2 + air];
  return boundsOf(transformBox(toUserSpace(view), [x - dx, y - dy, x + dx, y + dy]));
}
