// Ruling lines of a raster: what is darker than both of its sides, thin, and longer than any stroke of a letter. Pure. They find the tables of scans
// and of pictures, as the drawn lines of a page find its own.

import type { Matrix } from '../pdf/geometry/matrix.ts';
import { moveBox, type ShownBox } from '../pdf/geometry/shown-box.ts';
import type { GreyRaster } from './recognised.ts';

/** Darker than what is beside it by this much: grey lines on white, and lines on shaded cells. */
const CONTRAST = 28;
const LENGTH_INCHES_MIN = 0.35;
const THICKNESS_INCHES_MAX = 0.025;
/** Pixels without contrast that do not end a line: where another crosses it. */
const GAP_INCHES_MAX = 0.03;
/** A page with more is noise. */
const RULES_MAX = 4000;

export interface RasterRule {
  /** Pixels. */
  readonly box: ShownBox;
  readonly horizontal: boolean;
}

export function findRules(raster: GreyRaster): RasterRule[] {
  const across = findAlong(raster, true);
  const down = findAlong(raster, false);
  return across.length + down.length > RULES_MAX ? [] : [...across, ...down];
}

/** On the page as shown, to which `toShown` leads. */
export function showRules(rules: readonly RasterRule[], toShown: Matrix): RasterRule[] {
  const isTurned = Math.abs(toShown[1]) > Math.abs(toShown[0]);
  return rules.map(({ box, horizontal }) => ({ box: moveBox(toShown, box), horizontal: horizontal !== isTurned }));
}

/** Lines along one direction: each row of pixels by itself, then rows that touch. */
function findAlong({ pixels, width, height, dpi }: GreyRaster, horizontal: boolean): RasterRule[] {
  const [along, lines] = horizontal ? [width, height] : [height, width];
  const [step, next] = horizontal ? [1, width] : [width, 1];
  const reach = Math.max(2, Math.round(dpi * THICKNESS_INCHES_MAX));
  const lengthMin = dpi * LENGTH_INCHES_MIN;
  const gapMax = Math.max(2, Math.round(dpi * GAP_INCHES_MAX));
  const joined = new RunJoiner(reach);
  for (let line = reach; line < lines - reach; line++) {
    let [from, last] = [-1, -1];
    const end = () => {
      if (from >= 0 && last - from >= lengthMin) joined.add(line, from, last + 1);
      from = -1;
    };
    for (let at = 0, pixel = line * next; at < along; at++, pixel += step) {
      const dark = (pixels[pixel] ?? 255) + CONTRAST;
      if (dark <= (pixels[pixel - reach * next] ?? 255) && dark <= (pixels[pixel + reach * next] ?? 255)) {
        if (from < 0) from = at;
        last = at;
      } else if (from >= 0 && at - last > gapMax) end();
    }
    end();
  }
  return joined.all.map(({ first, last, from, to }) => ({
    box: horizontal ? { left: from, top: first, right: to, bottom: last + 1 } : { left: first, top: from, right: last + 1, bottom: to },
    horizontal,
  }));
}

interface OpenRun {
  readonly first: number;
  last: number;
  from: number;
  to: number;
}

/** Runs in rows of pixels that follow each other are one line. */
class RunJoiner {
  readonly all: OpenRun[] = [];
  readonly #thicknessMax: number;
  #open: OpenRun[] = [];

  constructor(thicknessMax: number) {
    this.#thicknessMax = thicknessMax;
  }

  add(line: number, from: number, to: number): void {
    this.#open = this.#open.filter(({ last }) => last >= line - 1);
    const same = this.#open.find((run) => run.last < line + 1 && Math.min(run.to, to) - Math.max(run.from, from) > (to - from) / 2);
    if (same && line - same.first < this.#thicknessMax) {
      same.last = line;
      same.from = Math.min(same.from, from);
      same.to = Math.max(same.to, to);
      return;
    }
    const run = { first: line, last: line, from, to };
    this.all.push(run);
    this.#open.push(run);
  }
}
