// Pieces of lines on a page of which an engine read nothing, or nothing sure: letters outside of its words and in doubtful ones, joined to pieces
// of lines by their distance. Letters on a dark panel are found by the panel's own threshold. Pure.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { type Component, findComponents, thresholdOf } from '../prepare/components.ts';
import { isLetter, LETTER_INCHES } from '../prepare/prepare-raster.ts';
import type { GreyRaster, RecognisedLine } from '../recognised.ts';

export interface Strip {
  readonly box: ShownBox;
  /** Boxes of its letters. */
  readonly letters: readonly ShownBox[];
  /** Height of its usual letter, in pixels. */
  readonly height: number;
  /** Letters of the strip are lighter than what is around them. */
  readonly isInverted: boolean;
  /** Is set in black and white. */
  readonly isBilevel?: boolean;
}

/** Letters in words with less confidence are looked at again. */
const SURE_CONFIDENCE = 80;
/** Share of a strip's letters that nobody has read surely. */
const UNREAD_SHARE_MIN = 0.3;
/** Beside the height of the letters. */
const GAP_MAX = 1.1;
const HEIGHT_RATIO_MAX = 2.6;
const OVERLAP_MIN = 0.4;
/** Side of a panel in inches, and its share of ink. */
const PANEL_INCHES_MIN = 0.12;
const PANEL_SHARE_MIN = 0.5;
const STRIPS_MAX = 400;
const MARK_INCHES_MAX = 0.12;
/** Beside the height of the letters: how far beside, above and below a line its marks are. */
const MARK_REACH = 0.6;
const MARK_SLACK = 0.35;

export function findStrips(raster: GreyRaster, lines: readonly RecognisedLine[]): Strip[] {
  const threshold = thresholdOf(raster);
  const components = findComponents(raster, threshold);
  if (!components) return [];
  const panels = components.filter((component) => isPanel(component, raster.dpi));
  const found = [...joinLetters(components, raster.dpi, false), ...panels.flatMap((panel) => findInPanel(raster, panel))];
  const words = lines.flatMap((line) => line.words).filter(({ confidence }) => confidence >= SURE_CONFIDENCE);
  const isRead = makeFinder(words.map(({ box }) => box));
  const strips = found.filter(({ letters }) => letters.filter((letter) => !isRead(letter)).length >= letters.length * UNREAD_SHARE_MIN);
  return strips.length > STRIPS_MAX ? [] : strips;
}

function isPanel({ left, top, right, bottom, area }: Component, dpi: number): boolean {
  const [width, height] = [right - left, bottom - top];
  return Math.min(width, height) >= dpi * PANEL_INCHES_MIN && area >= width * height * PANEL_SHARE_MIN;
}

/** Letters on a dark ground are the fewer pixels, lighter or darker than the ground. */
function findInPanel({ pixels, width, dpi }: GreyRaster, panel: Component): Strip[] {
  const [wide, high] = [panel.right - panel.left, panel.bottom - panel.top];
  const cut = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    const from = (panel.top + y) * width + panel.left;
    cut.set(pixels.subarray(from, from + wide), y * wide);
  }
  const threshold = thresholdOf({ pixels: cut }, 1);
  const dark = cut.reduce((sum, pixel) => sum + (pixel < threshold ? 1 : 0), 0);
  const isInverted = dark * 2 > cut.length;
  const inside = { pixels: isInverted ? cut.map((pixel) => 255 - pixel) : cut, width: wide, height: high, channels: 1 as const };
  const components = findComponents(inside, isInverted ? 256 - threshold : threshold) ?? [];
  const away = (box: ShownBox): ShownBox => ({
    left: box.left + panel.left,
    top: box.top + panel.top,
    right: box.right + panel.left,
    bottom: box.bottom + panel.top,
  });
  // What touches the panel's edge is what lies around it.
  const own = components.filter(({ left, top, right, bottom }) => left > 0 && top > 0 && right < wide && bottom < high);
  return joinLetters(own, dpi, isInverted).map((strip) => ({ ...strip, box: away(strip.box), letters: strip.letters.map(away) }));
}

function joinLetters(components: readonly Component[], dpi: number, isInverted: boolean): Strip[] {
  const letters = components.filter((component) => isLetter(component, dpi)).toSorted((one, two) => one.left - two.left);
  const parent = letters.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] = parent[parent[root] ?? root] ?? root;
    return root;
  };
  const widest = letters.reduce((most, { left, right }) => Math.max(most, right - left), 0);
  for (const [index, letter] of letters.entries()) {
    const reach = letter.right + heightOf(letter) * GAP_MAX * HEIGHT_RATIO_MAX;
    for (let next = index + 1; next < letters.length; next++) {
      const other = letters[next];
      if (!other || other.left > reach || other.left > letter.left + widest + reach) break;
      if (isBeside(letter, other)) parent[rootOf(next)] = rootOf(index);
    }
  }
  const groups = Map.groupBy(letters, (_, index) => rootOf(index));
  const marks = components.filter((component) => isMark(component, dpi)).toSorted((one, two) => one.left - two.left);
  return [...groups.values()].map((group): Strip => {
    const heights = group.map(heightOf).toSorted((one, two) => one - two);
    const height = heights[Math.floor(heights.length * 0.6)] ?? 1;
    const all = [...group, ...marksOf(boxAround(group), height, marks)];
    return { box: boxAround(all), letters: all, height, isInverted };
  });
}

/** Points, dashes, accents: too small for letters. */
function isMark({ left, top, right, bottom }: Component, dpi: number): boolean {
  return bottom - top < dpi * LETTER_INCHES.min && right - left <= dpi * MARK_INCHES_MAX;
}

/** Those within a line and at its ends; `marks` are sorted by their left sides. */
function marksOf(line: ShownBox, height: number, marks: readonly Component[]): Component[] {
  const [reach, slack] = [height * MARK_REACH, height * MARK_SLACK];
  let [from, to] = [0, marks.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((marks[middle]?.left ?? 0) < line.left - reach) from = middle + 1;
    else to = middle;
  }
  const own: Component[] = [];
  for (let at = from; at < marks.length && (marks[at]?.left ?? 0) <= line.right + reach; at++) {
    const mark = marks[at];
    if (mark && mark.top >= line.top - slack && mark.bottom <= line.bottom + slack && mark.right - mark.left <= height) own.push(mark);
  }
  return own;
}

function isBeside(one: ShownBox, two: ShownBox): boolean {
  const [small, large] = [Math.min(heightOf(one), heightOf(two)), Math.max(heightOf(one), heightOf(two))];
  const overlap = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return large <= small * HEIGHT_RATIO_MAX && overlap >= small * OVERLAP_MIN && two.left - one.right <= large * GAP_MAX;
}

function heightOf({ top, bottom }: ShownBox): number {
  return bottom - top;
}

/** Is the middle of a box in one of these? By rows of cells, so that it is fast for thousands. */
function makeFinder(boxes: readonly ShownBox[]): (box: ShownBox) => boolean {
  const CELL = 64;
  const cells = new Map<string, ShownBox[]>();
  for (const box of boxes) {
    for (let row = Math.floor(box.top / CELL); row <= Math.floor(box.bottom / CELL); row++)
      for (let column = Math.floor(box.left / CELL); column <= Math.floor(box.right / CELL); column++) {
        const key = `${row} ${column}`;
        const there = cells.get(key);
        if (there) there.push(box);
        else cells.set(key, [box]);
      }
  }
  return ({ left, top, right, bottom }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const there = cells.get(`${Math.floor(y / CELL)} ${Math.floor(x / CELL)}`) ?? [];
    return there.some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  };
}
