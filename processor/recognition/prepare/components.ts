// Connected components of ink (8-connected), by runs of rows and union-find: letters, specks, rules and pictures of a page by their size and
// their share of ink. Pure.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Raster } from '../../images/raster.ts';

export interface Component extends ShownBox {
  /** Pixels of ink. */
  readonly area: number;
}

/** A page with more is a halftone or noise. */
const COMPONENTS_MAX = 200_000;
const RUNS_MAX = 6_000_000;

/** @returns undefined where there are too many to mean anything */
export function findComponents({ pixels, width, height }: Raster<1>, threshold: number): Component[] | undefined {
  const runs = new Runs();
  let [above, aboveEnd] = [0, 0];
  for (let y = 0; y < height; y++) {
    const first = runs.count;
    let search = above;
    const end = (y + 1) * width;
    for (let at = endOfPaper(pixels, y * width, end, threshold); at < end; at = endOfPaper(pixels, at, end, threshold)) {
      const left = at - y * width;
      while (at < end && (pixels[at] ?? 255) < threshold) at++;
      const right = at - y * width;
      const run = runs.add(left, right, y);
      while (search < aboveEnd && (runs.right[search] ?? 0) < left) search++;
      for (let other = search; other < aboveEnd && (runs.left[other] ?? 0) <= right; other++) runs.join(run, other);
    }
    [above, aboveEnd] = [first, runs.count];
    if (runs.sets > COMPONENTS_MAX || runs.count > RUNS_MAX) return undefined;
  }
  return runs.collect();
}

/** The first pixel of ink from `at` on, or `end`. Apart, because most of a page is paper. */
function endOfPaper(pixels: Uint8Array, at: number, end: number, threshold: number): number {
  while (at < end && (pixels[at] ?? 255) >= threshold) at++;
  return at;
}

/** Runs of ink in rows, with the trees of union-find over them. */
class Runs {
  count = 0;
  sets = 0;
  left = new Int32Array(1 << 16);
  right = new Int32Array(1 << 16);
  #row = new Int32Array(1 << 16);
  #parent = new Int32Array(1 << 16);

  add(left: number, right: number, row: number): number {
    const run = this.count++;
    if (run === this.left.length) this.#grow();
    this.left[run] = left;
    this.right[run] = right;
    this.#row[run] = row;
    this.#parent[run] = run;
    this.sets++;
    return run;
  }

  join(one: number, two: number): void {
    const [first, second] = [this.#rootOf(one), this.#rootOf(two)];
    if (first === second) return;
    this.#parent[Math.max(first, second)] = Math.min(first, second);
    this.sets--;
  }

  collect(): Component[] {
    const found = new Map<number, { left: number; top: number; right: number; bottom: number; area: number }>();
    for (let run = 0; run < this.count; run++) {
      const [left, right, row, root] = [this.left[run] ?? 0, this.right[run] ?? 0, this.#row[run] ?? 0, this.#rootOf(run)];
      const one = found.get(root);
      if (!one) found.set(root, { left, top: row, right, bottom: row + 1, area: right - left });
      else {
        one.left = Math.min(one.left, left);
        one.right = Math.max(one.right, right);
        one.bottom = row + 1;
        one.area += right - left;
      }
    }
    return [...found.values()];
  }

  #rootOf(run: number): number {
    let root = run;
    for (let up = this.#parent[root] ?? root; up !== root; up = this.#parent[root] ?? root) {
      this.#parent[root] = this.#parent[up] ?? up;
      root = this.#parent[root] ?? root;
    }
    return root;
  }

  #grow(): void {
    const grown = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(old.length * 2);
      larger.set(old);
      return larger;
    };
    [this.left, this.right, this.#row, this.#parent] = [grown(this.left), grown(this.right), grown(this.#row), grown(this.#parent)];
  }
}

/** The threshold between dark and light with the largest variance between both (Otsu 1979); every `step`-th pixel is looked at. */
export function thresholdOf({ pixels }: Pick<Raster<1>, 'pixels'>, step = 7): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += step) counts[pixels[at] ?? 0] = (counts[pixels[at] ?? 0] ?? 0) + 1;
  const [total, sum] = counts.reduce(([n, s], count, level) => [n + count, s + count * level], [0, 0]);
  let [dark, darkSum, best, threshold] = [0, 0, -1, 128];
  for (let level = 0; level < 255; level++) {
    dark += counts[level] ?? 0;
    darkSum += (counts[level] ?? 0) * level;
    const light = total - dark;
    if (dark === 0 || light === 0) continue;
    const between = dark * light * (darkSum / dark - (sum - darkSum) / light) ** 2;
    if (between > best) [best, threshold] = [between, level + 1];
  }
  return threshold;
}
