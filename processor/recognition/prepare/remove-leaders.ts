// Takes leaders off a page, the rows of dots that lead from a title to its number: an engine reads them as letters (`cece eee`), and takes the words
// at their ends with them. Dots of one size at equal steps on one line are a leader; an ellipsis, the dots of letters and full stops are not.

import type { GreyRaster } from '../recognised.ts';
import type { Component } from './components.ts';
import { whiten } from './remove-specks.ts';

const DOTS_MIN = 6;
/** A page with more is full of specks. */
const DOTS_MAX = 20_000;
/** Beside the height of the usual letter: the side of a dot, the step to the next, and how much higher or lower that may be. */
const SIDE_MAX = 0.35;
const STEP = { min: 0.25, max: 2.2 } as const;
const RISE_MAX = 0.15;
/** Share by which steps and sizes differ, and pixels that always may. */
const SAME = { share: 0.25, pixels: 2 } as const;

export interface Cleaned {
  readonly raster: GreyRaster;
  /** Those that are left. */
  readonly components: readonly Component[];
}

/** @param usual height of the usual letter, in pixels */
export function removeLeaders(raster: GreyRaster, components: readonly Component[], usual: number): Cleaned {
  const dots = components.filter((component) => isDot(component, usual)).toSorted((one, two) => one.left - two.left);
  const leaders = new Set(dots.length > DOTS_MAX ? [] : chainsOf(dots, usual).flat());
  if (leaders.size === 0) return { raster, components };
  const pixels = new Uint8Array(raster.pixels);
  for (const dot of leaders) whiten(pixels, raster.width, raster.height, dot);
  return { raster: { ...raster, pixels }, components: components.filter((component) => !leaders.has(component)) };
}

function isDot({ left, top, right, bottom }: Component, usual: number): boolean {
  const [width, height] = [right - left, bottom - top];
  return Math.max(width, height) <= usual * SIDE_MAX && Math.abs(width - height) <= Math.max(SAME.pixels, width * SAME.share);
}

/** @param dots from left to right */
function chainsOf(dots: readonly Component[], usual: number): Component[][] {
  const rows = Map.groupBy(dots, ({ bottom }) => Math.floor(bottom / usual));
  const used = new Set<Component>();
  const chains: Component[][] = [];
  for (const dot of dots) {
    if (used.has(dot)) continue;
    const chain = [dot];
    for (let next = nextOf(chain, rows, usual); next; next = nextOf(chain, rows, usual)) chain.push(next);
    if (chain.length < DOTS_MIN) continue;
    for (const one of chain) used.add(one);
    chains.push(chain);
  }
  return chains;
}

function nextOf(chain: readonly Component[], rows: ReadonlyMap<number, readonly Component[]>, usual: number): Component | undefined {
  const [last, before] = [chain.at(-1), chain.at(-2)];
  if (!last) return undefined;
  const row = Math.floor(last.bottom / usual);
  const [from, to] = [last.left + usual * STEP.min, last.left + usual * STEP.max];
  for (const near of [rows.get(row), rows.get(row - 1), rows.get(row + 1)]) {
    if (!near) continue;
    for (let at = firstFrom(near, from); at < near.length; at++) {
      const dot = near[at];
      if (!dot || dot.left > to) break;
      if (Math.abs(dot.bottom - last.bottom) > Math.max(1, usual * RISE_MAX) || !isLike(dot.right - dot.left, last.right - last.left))
        continue;
      if (!before || isLike(dot.left - last.left, last.left - before.left)) return dot;
    }
  }
  return undefined;
}

/** @param dots from left to right @returns the place of the first that begins there or further right */
function firstFrom(dots: readonly Component[], left: number): number {
  let [from, to] = [0, dots.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((dots[middle]?.left ?? 0) < left) from = middle + 1;
    else to = middle;
  }
  return from;
}

function isLike(one: number, two: number): boolean {
  return Math.abs(one - two) <= Math.max(SAME.pixels, two * SAME.share);
}
