// Makes a page easy to read before the engine sees it: even light, level lines, letters that are not too small, no specks and no upright rules. Places
// that are found in the prepared raster are led back to the given one.

import sharp from 'sharp';
import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { GreyRaster, RecognisedLine } from '../recognised.ts';
import { removeRules } from '../remove-rules.ts';
import { calmNoise } from './calm-noise.ts';
import { type Component, findComponents, thresholdOf } from './components.ts';
import { evenLight, isPhotograph as takenByCamera } from './even-light.ts';
import { findLean } from './find-lean.ts';
import { removeLeaders } from './remove-leaders.ts';
import { removeSpecks } from './remove-specks.ts';

/** Inches: from 3 points to 36 points of height. */
export const LETTER_INCHES = { min: 0.03, max: 0.5 } as const;
/** Width of a component beside its height: words of scripts whose letters touch are wide. */
const LETTER_WIDTH_MAX = 20;
/** Pixels of the height of usual letters, capitals and small ones mixed; engines read lines of less worse. */
const HEIGHT_MIN = 16;
const HEIGHT_WANTED = 24;
const SCALE_MAX = 2;
const PIXELS_MAX = 24_000_000;

export interface PreparedRaster extends GreyRaster {
  /** Pixels of the given raster are so much larger. */
  readonly scale: number;
  /** The given raster was turned counter-clockwise by this. */
  readonly leanDegrees: number;
  readonly isPhotograph: boolean;
}

/** @param options.calms noise is taken off too */
export async function prepareRaster(given: GreyRaster, { calms = true } = {}): Promise<PreparedRaster> {
  const lit = evenLight(given);
  const isPhotograph = lit !== given && takenByCamera(given);
  const threshold = thresholdOf(lit);
  const even = calms ? await calmNoise(lit, threshold) : lit;
  const components = findComponents(even, threshold);
  if (!components) return { ...removeRules(even), scale: 1, leanDegrees: 0, isPhotograph };
  const letters = components.filter((component) => isLetter(component, given.dpi));
  const led = removeLeaders(even, components, usualHeight(letters));
  const clean = removeSpecks(led.raster, threshold, led.components, letters);
  const leanDegrees = findLean(letters, Math.max(1, given.dpi / 150));
  const scale = scaleFor(letters, given);
  const level = leanDegrees === 0 && scale === 1 ? clean : await resample(clean, scale, leanDegrees);
  return { ...removeRules(level), scale, leanDegrees, isPhotograph };
}

export function isLetter({ left, top, right, bottom }: ShownBox, dpi: number): boolean {
  const [width, height] = [right - left, bottom - top];
  return (
    height >= dpi * LETTER_INCHES.min && height <= dpi * LETTER_INCHES.max && width <= height * LETTER_WIDTH_MAX && width >= height * 0.1
  );
}

/** Lines of a prepared raster as they lie in the given one. */
export function leadBack(
  lines: readonly RecognisedLine[],
  prepared: PreparedRaster,
  given: Pick<GreyRaster, 'width' | 'height'>,
): RecognisedLine[] {
  const { scale, leanDegrees } = prepared;
  if (scale === 1 && leanDegrees === 0) return [...lines];
  const angle = (leanDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const point = (x: number, y: number): { x: number; y: number } => {
    const [dx, dy] = [x - prepared.width / 2, y - prepared.height / 2];
    return { x: given.width / 2 + dx * cos - dy * sin, y: given.height / 2 + dx * sin + dy * cos };
  };
  // A word keeps its size: the box around a leaning one would reach into its neighbours.
  const box = ({ left, top, right, bottom }: ShownBox): ShownBox => {
    const { x, y } = point((left + right) / 2, (top + bottom) / 2);
    const [width, height] = [(right - left) / scale, (bottom - top) / scale];
    return {
      left: Math.max(0, Math.round(x - width / 2)),
      top: Math.max(0, Math.round(y - height / 2)),
      right: Math.min(given.width, Math.round(x + width / 2)),
      bottom: Math.min(given.height, Math.round(y + height / 2)),
    };
  };
  return lines.map((line): RecognisedLine => {
    const [from, to] = [point(line.baseline.x0, line.baseline.y0), point(line.baseline.x1, line.baseline.y1)];
    const words = line.words.map((word) => ({ ...word, box: box(word.box) }));
    return { ...line, words, box: aroundWords(words.map((word) => word.box)), baseline: { x0: from.x, y0: from.y, x1: to.x, y1: to.y } };
  });
}

function aroundWords(boxes: readonly ShownBox[]): ShownBox {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

function usualHeight(letters: readonly Component[]): number {
  const heights = letters.map(({ top, bottom }) => bottom - top).toSorted((one, two) => one - two);
  return heights[Math.floor(heights.length / 2)] ?? HEIGHT_WANTED;
}

function scaleFor(letters: readonly Component[], { width, height }: GreyRaster): number {
  if (letters.length === 0) return 1;
  const usual = usualHeight(letters);
  if (usual >= HEIGHT_MIN) return 1;
  return Math.max(1, Math.min(SCALE_MAX, HEIGHT_WANTED / usual, Math.sqrt(PIXELS_MAX / (width * height))));
}

async function resample(raster: GreyRaster, scale: number, leanDegrees: number): Promise<GreyRaster> {
  const angle = (-leanDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const { data, info } = await sharp(raster.pixels, { raw: { width: raster.width, height: raster.height, channels: 1 } })
    .affine([cos, -sin, sin, cos], { background: '#ffffff', interpolator: 'bicubic' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, channels: 1, dpi: raster.dpi * scale };
}
