// Pages drawn by pdftoppm, and boxes of default user space on them, from the crop box and rotation that pdfinfo reports.

import { spawnSync } from 'node:child_process';

const DPI = 72;
const CHANNEL_SLACK = 8;
const EDGE_PIXELS = 2;

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGB. */
  readonly pixels: Uint8Array;
}

export interface Shape {
  /** Left, bottom, right, top. */
  readonly crop: readonly [number, number, number, number];
  readonly rotation: number;
}

/** Left, top, right, bottom in pixels. */
export type Part = readonly [number, number, number, number];

export interface Drawing {
  /** The media box instead of the crop box. */
  readonly isWhole?: boolean;
  readonly isWithoutAnnotations?: boolean;
  readonly dpi?: number;
}

export function drawPage(path: string, page: number, drawing: Drawing = {}): Picture | undefined {
  const { isWhole = false, isWithoutAnnotations = false, dpi = DPI } = drawing;
  const flags = [...(isWhole ? [] : ['-cropbox']), ...(isWithoutAnnotations ? ['-hide-annotations'] : [])];
  const args = ['-r', String(dpi), ...flags, '-f', String(page), '-l', String(page), path];
  const { stdout } = spawnSync('pdftoppm', args, { maxBuffer: 512 * 1024 * 1024, timeout: 60_000 });
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString('latin1', 0, 40));
  return head ? { width: Number(head[1]), height: Number(head[2]), pixels: stdout.subarray(head[0].length) } : undefined;
}

export function shapeOf(path: string, page: number): Shape | undefined {
  const told = spawnSync('pdfinfo', ['-box', '-f', String(page), '-l', String(page), path]).stdout.toString();
  const [left, bottom, right, top] = (/CropBox:\s+([-\d. ]+)/.exec(told)?.[1] ?? '').trim().split(/\s+/).map(Number);
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return undefined;
  return { crop: [left, bottom, right, top], rotation: Number(/rot:\s+(\d+)/.exec(told)?.[1] ?? 0) };
}

export function placeOnPicture(box: readonly number[], { crop, rotation }: Shape, picture: Picture): Part {
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const corners = [
    [left, bottom],
    [right, top],
  ].map(([x = 0, y = 0]) => {
    const [across, up] = [(x - crop[0]) / (crop[2] - crop[0]), (y - crop[1]) / (crop[3] - crop[1])];
    const turned = { 0: [across, 1 - up], 90: [up, across], 180: [1 - across, up], 270: [1 - up, 1 - across] }[rotation] ?? [
      across,
      1 - up,
    ];
    return [(turned[0] ?? 0) * picture.width, (turned[1] ?? 0) * picture.height] as const;
  });
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs) - EDGE_PIXELS, Math.min(...ys) - EDGE_PIXELS, Math.max(...xs) + EDGE_PIXELS, Math.max(...ys) + EDGE_PIXELS];
}

/** Squares along each side of the page. */
const GRID = 96;

/** @returns the squares of a grid in which the pictures differ; undefined for pictures of another size */
export function differencesOutside(one: Picture, two: Picture, parts: readonly Part[]): ReadonlySet<number> | undefined {
  if (one.width !== two.width || one.height !== two.height) return undefined;
  const squares = new Set<number>();
  for (let at = 0; at < one.width * one.height; at++) {
    const byte = at * 3;
    let differs = false;
    for (let channel = byte; channel < byte + 3; channel++)
      differs ||= Math.abs((one.pixels[channel] ?? 0) - (two.pixels[channel] ?? 0)) > CHANNEL_SLACK;
    if (!differs) continue;
    const [x, y] = [(at % one.width) + 0.5, Math.floor(at / one.width) + 0.5];
    if (!parts.some(([left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom))
      squares.add(Math.floor((y * GRID) / one.height) * GRID + Math.floor((x * GRID) / one.width));
  }
  return squares;
}
