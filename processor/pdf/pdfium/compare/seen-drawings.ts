// What a page shows beside its text, as the engine draws it with its text left out: the ground on which each letter stands, what runs across it,
// and the lines, grounds and pictures with the words that they belong to. Only inside declared boxes.

import type { Box } from '../../geometry/box.ts';
import { multiply, type Matrix } from '../../geometry/matrix.ts';
import { contains, intersect, overlaps, showBox, type ShownBox } from '../../geometry/shown-box.ts';
import { readClip, readPath } from '../page/read-paths.ts';
import type { Scratch } from '../page/scratch.ts';
import { OBJECT, objectMatrix, walkObjects } from '../page/walk-objects.ts';
import { drawLoaded, type Drawn, type Pdfium } from '../pdfium.ts';
import { findColumns, type SeenColumn, type SeenLine } from './seen-columns.ts';
import { countLooseEnds } from './seen-ends.ts';
import { joinRules, type SeenRule, type ShownLetter, withWords } from './seen-rules.ts';
import { seeRowLines, type SeenRowLine } from './seen-rows.ts';
import { boxOfLetter, type Letters } from './seen-letters.ts';
import { isAcross } from './slant.ts';

/** Places are points of the page as shown. */
export interface SeenDrawings {
  readonly runs: readonly SeenRun[];
  /** Lines and thin boxes that can be seen, those that continue one another as one. */
  readonly rules: readonly SeenRule[];
  /** Filled boxes, and those of them that begin and end with words. */
  readonly grounds: number;
  readonly groundsOfWords: number;
  readonly pictures: number;
  /** Spaces between two long level lines in which nothing is written. */
  readonly emptyBands: number;
  /** Those in which words stand on several lines. */
  readonly crowdedBands: number;
  /** Letters that a long level line touches from below. */
  readonly touched: number;
  /** Points from the baseline of the letter that is nearest to such a line. */
  readonly nearestLine: number;
  /** Ends of upright lines that meet nothing. */
  readonly loose: number;
  readonly columns: readonly SeenColumn[];
}

/** Letters that follow one another. */
export interface SeenRun extends SeenLine {
  /** Of them, those that something drawn runs through. */
  readonly crossed: number;
  /** Neighbours on different grounds. */
  readonly parted: number;
  /** 0xRRGGBB, of each letter. */
  readonly grounds: readonly number[];
}

export interface Version {
  readonly engine: Pdfium;
  readonly page: number;
  readonly textPage: number;
  readonly scratch: Scratch;
  /** From default user space to a picture of the page of a size. */
  readonly toPixels: (size: Pick<Drawn, 'width' | 'height'>) => Matrix;
}

/** Hair lines are still seen at it. */
const DPI = 144;
const PIXELS_MAX = 2_500_000;
const SHAPES_MAX = 5000;
/** What ends at a box may begin beside it. */
const NEAR_POINTS = 2;

/** @param regions in default user space. @param inside the letters in them. @returns undefined where a page has too many drawings */
export function seeDrawings(
  version: Version,
  letters: Letters,
  inside: readonly number[],
  regions: readonly Box[],
): SeenDrawings | undefined {
  const { engine, page } = version;
  const size = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) };
  const toShown = version.toPixels(size);
  const shown = regions.map((box) => widened(showBox(toShown, box), NEAR_POINTS));
  const { shapes, texts, isTooMany } = findShapes(version, toShown, shown);
  if (isTooMany) return undefined;
  const letterAt = placeLetters(version, letters, toShown);
  // A mark across the page lies over everything and goes with nothing.
  const isLevel = (index: number) => !isSlanted(version, letters.indexes[index] ?? 0);
  const places = inside.filter(isLevel).map(letterAt);
  const all = Array.from({ length: letters.count }, (_, index) => index)
    .filter(isLevel)
    .map(letterAt);
  const columns = findColumns(runsOf(all, undefined, 1));
  if (shapes.rules.length + shapes.fills.length + shapes.drawings.length + shapes.images.length === 0)
    return {
      runs: runsOf(places, undefined, 1),
      rules: [],
      grounds: 0,
      groundsOfWords: 0,
      pictures: 0,
      emptyBands: 0,
      crowdedBands: 0,
      touched: 0,
      nearestLine: Infinity,
      loose: 0,
      columns,
    };
  using layer = drawWithout(version, texts);
  const scale = layer.width / size.width;
  const isSeen = ({ box }: { readonly box: ShownBox }) => contrastIn(layer, scaled(box, scale, SEEN_AROUND)) >= SEEN_CONTRAST;
  const rules = joinRules(shapes.rules.filter(isSeen)).map((rule) => withWords(rule, all));
  const grounds = shapes.fills.filter(isSeen);
  return {
    runs: runsOf(places, layer, scale),
    rules,
    grounds: grounds.length,
    groundsOfWords: grounds.filter((ground) => withWords({ ...ground, horizontal: true }, all).isOfWords).length,
    pictures: shapes.images.length,
    ...countBands(rules, all),
    ...touchedFromBelow(rules, places),
    loose: countLooseEnds(layer, scaled(shown.reduce(around), scale, 0)),
    columns,
  };
}

interface Shapes {
  readonly rules: { readonly box: ShownBox; readonly horizontal: boolean; readonly thickness: number; readonly colour: number }[];
  readonly fills: { readonly box: ShownBox; readonly colour: number; readonly opacity: number }[];
  readonly drawings: { readonly box: ShownBox; readonly mcid: number }[];
  readonly images: { readonly box: ShownBox; readonly mcid: number }[];
}

function findShapes({ engine, page, scratch }: Version, toShown: Matrix, regions: readonly ShownBox[]) {
  const shapes: Shapes = { rules: [], fills: [], drawings: [], images: [] };
  const texts: number[] = [];
  const at = scratch.pointer;
  let count = 0;
  walkObjects({ engine, scratch }, page, (handle, type, outer) => {
    if (type === OBJECT.text) texts.push(handle);
    if (type === OBJECT.text || type === OBJECT.form || count > SHAPES_MAX) return;
    const place = multiply(outer, toShown);
    if (engine.pdfium.wasmExports.FPDFPageObj_GetBounds(handle, at, at + 4, at + 8, at + 12) === 0) return;
    const [left = 0, bottom = 0, right = 0, top = 0] = scratch.floats;
    const bounds = widened(showBox(place, [left, bottom, right, top]));
    if (!regions.some((region) => overlaps(bounds, region))) return;
    count++;
    const clip = readClip(engine, scratch, handle, place);
    if (type === OBJECT.path) {
      readPath({ engine, scratch }, handle, multiply(objectMatrix({ engine, scratch }, handle), place), { clip }, shapes);
    } else {
      const box = clip ? intersect(bounds, clip) : bounds;
      if (box.right > box.left && box.bottom > box.top) shapes[type === OBJECT.image ? 'images' : 'drawings'].push({ box, mcid: -1 });
    }
  });
  const isInside = ({ box }: { readonly box: ShownBox }) => regions.some((region) => overlaps(widened(box), region));
  return {
    shapes: {
      rules: shapes.rules.filter(isInside),
      fills: shapes.fills.filter(isInside),
      drawings: shapes.drawings.filter(isInside),
      images: shapes.images.filter(isInside),
    },
    texts,
    isTooMany: count > SHAPES_MAX,
  };
}

/** A line without thickness has a place too. */
function widened({ left, top, right, bottom }: ShownBox, by = 0.1): ShownBox {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

function isSlanted({ engine, textPage, scratch }: Version, index: number): boolean {
  if (!engine.pdfium.wasmExports.FPDFText_GetMatrix(textPage, index, scratch.pointer)) return false;
  const [run = 1, rise = 0] = scratch.floats;
  return isAcross(run, rise);
}

const OF_WORD = /[\p{L}\p{N}]/u;

function placeLetters({ engine, textPage, scratch }: Version, letters: Letters, toShown: Matrix): (index: number) => ShownLetter {
  const { FPDFText_GetCharOrigin, FPDFText_GetLooseCharBox } = engine.pdfium.wasmExports;
  const { pointer } = scratch;
  return (index) => {
    const box = showBox(toShown, boxOfLetter(letters, index));
    const at = letters.indexes[index] ?? 0;
    let [baseline, height]: [number | undefined, number] = [undefined, box.bottom - box.top];
    if (FPDFText_GetLooseCharBox(textPage, at, pointer)) {
      const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
      const loose = showBox(toShown, [left, bottom, right, top]);
      height = Math.max(height, loose.bottom - loose.top);
    }
    if (FPDFText_GetCharOrigin(textPage, at, pointer, pointer + 8)) {
      const [x = 0, y = 0] = scratch.doubles;
      const origin = showBox(toShown, [x, y, x, y]);
      // Turned letters begin at a corner of their place that is not below them.
      const isLevel =
        origin.top > box.top - height * 0.1 && origin.top < box.bottom + height && Math.abs(origin.left - box.left) < height * 0.6;
      if (isLevel) baseline = origin.top;
    }
    return { box, baseline, height, isOfWord: OF_WORD.test(String.fromCodePoint(letters.codes[index] ?? 0)) };
  };
}

/** Degrees of a channel by which something drawn stands out from its ground. */
const CROSSED_CONTRAST = 60;
const SEEN_CONTRAST = 20;
/** Pixels around a line in which its ground is seen. */
const SEEN_AROUND = 2;
/** Of the place of a letter, what is left out at its sides: strokes of cells may touch it there. */
const SIDE_SHARE = 0.18;
/** Of its height above the baseline, what an underline may reach. */
const FOOT_SHARE = 0.18;
/** Degrees of a channel by which grounds are different ones. */
const GROUND_SLACK = 30;

interface LetterGround {
  readonly isCrossed: boolean;
  readonly colour: number;
}

function groundOf({ box, baseline }: ShownLetter, layer: Drawn | undefined, scale: number): LetterGround {
  if (!layer) return { isCrossed: false, colour: 0xffffff };
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const foot = baseline === undefined ? box.bottom : Math.min(box.bottom, Math.max(baseline, box.top + height / 2));
  const body: ShownBox = {
    left: box.left + width * SIDE_SHARE,
    right: box.right - width * SIDE_SHARE,
    top: box.top + (foot - box.top) * SIDE_SHARE,
    bottom: foot - (foot - box.top) * FOOT_SHARE,
  };
  const place = scaled(body, scale, 0);
  return { isCrossed: contrastIn(layer, place) >= CROSSED_CONTRAST, colour: middleColour(layer, place) };
}

/** Heights of a line within which letters follow one another. */
const NEAR = 1.2;

function runsOf(letters: readonly ShownLetter[], layer: Drawn | undefined, scale: number): SeenRun[] {
  const runs: { box: ShownBox; letters: number; height: number; crossed: number; parted: number; grounds: number[] }[] = [];
  let last: (ShownLetter & LetterGround) | undefined;
  for (const letter of letters) {
    const ground = groundOf(letter, layer, scale);
    const run = runs.at(-1);
    if (run && last && follows(last, letter)) {
      run.box = around(run.box, letter.box);
      run.letters++;
      run.crossed += ground.isCrossed ? 1 : 0;
      run.parted += !ground.isCrossed && !last.isCrossed && !isSameGround(ground.colour, last.colour) ? 1 : 0;
      run.grounds.push(ground.colour);
    } else {
      const [crossed, grounds] = [ground.isCrossed ? 1 : 0, [ground.colour]];
      runs.push({ box: letter.box, letters: 1, height: letter.height, crossed, parted: 0, grounds });
    }
    last = { ...letter, ...ground };
  }
  return runs;
}

function follows(last: ShownLetter, next: ShownLetter): boolean {
  const reach = Math.max(last.height, next.height) * NEAR;
  if (last.baseline !== undefined && next.baseline !== undefined)
    return Math.abs(last.baseline - next.baseline) < reach / 3 && Math.abs(next.box.left - last.box.right) < reach;
  return overlaps(
    { left: last.box.left - reach, right: last.box.right + reach, top: last.box.top - reach, bottom: last.box.bottom + reach },
    next.box,
  );
}

function around(one: ShownBox, two: ShownBox): ShownBox {
  return {
    left: Math.min(one.left, two.left),
    top: Math.min(one.top, two.top),
    right: Math.max(one.right, two.right),
    bottom: Math.max(one.bottom, two.bottom),
  };
}

/** The lines of the page between the sides of each of the boxes of default user space. */
export function seeRows(version: Version, letters: Letters, boxes: readonly Box[]): SeenRowLine[][] {
  const { engine, page } = version;
  const size = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) };
  const toShown = version.toPixels(size);
  const letterAt = placeLetters(version, letters, toShown);
  const all = Array.from({ length: letters.count }, (_, index) => ({ ...letterAt(index), code: letters.codes[index] ?? 0 }));
  const texts: number[] = [];
  walkObjects(version, page, (handle, type) => {
    if (type === OBJECT.text) texts.push(handle);
  });
  using layer = drawWithout(version, texts);
  return boxes.map((box) => seeRowLines(all, showBox(toShown, box), layer, layer.width / size.width));
}

function drawWithout({ engine, page }: Version, texts: readonly number[]): Drawn {
  const setTexts = (isActive: boolean) => {
    for (const text of texts) engine.pdfium.wasmExports.FPDFPageObj_SetIsActive(text, isActive ? 1 : 0);
  };
  setTexts(false);
  const layer = drawLoaded(engine, page, { dpi: DPI, pixelsMax: PIXELS_MAX, channels: 3, hasAnnotations: false });
  setTexts(true);
  return layer;
}

export function isSameGround(one: number, two: number): boolean {
  return [16, 8, 0].every((bits) => Math.abs(((one >> bits) & 255) - ((two >> bits) & 255)) < GROUND_SLACK);
}

/** Whole pixels; at least one. */
function scaled({ left, top, right, bottom }: ShownBox, scale: number, more: number): ShownBox {
  const [x, y] = [Math.ceil(left * scale) - more, Math.ceil(top * scale) - more];
  return {
    left: x,
    top: y,
    right: Math.max(x + 1, Math.floor(right * scale) + more),
    bottom: Math.max(y + 1, Math.floor(bottom * scale) + more),
  };
}

/** @param place in whole pixels */
function eachPixel({ width, height, rowBytes, channels }: Drawn, place: ShownBox, see: (byte: number) => void): void {
  for (let y = Math.max(0, place.top); y < Math.min(height, place.bottom); y++)
    for (let x = Math.max(0, place.left); x < Math.min(width, place.right); x++) see(y * rowBytes + x * channels);
}

function contrastIn(layer: Drawn, place: ShownBox): number {
  const pixels = layer.pixels();
  const [least, most] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  eachPixel(layer, place, (byte) => {
    for (let channel = 0; channel < 3; channel++) {
      const value = pixels[byte + channel] ?? 0;
      if (value < (least[channel] ?? 0)) least[channel] = value;
      if (value > (most[channel] ?? 0)) most[channel] = value;
    }
  });
  return Math.max(0, ...most.map((value, channel) => value - (least[channel] ?? 0)));
}

/** The colour of most of it: the median of each channel. Outside of the page it is white. */
function middleColour(layer: Drawn, place: ShownBox): number {
  const pixels = layer.pixels();
  const channels: [number[], number[], number[]] = [[], [], []];
  eachPixel(layer, place, (byte) => {
    for (let channel = 0; channel < 3; channel++) channels[channel]?.push(pixels[byte + channel] ?? 0);
  });
  const [blue = 255, green = 255, red = 255] = channels.map(
    (values) => values.toSorted((one, two) => one - two)[values.length >> 1] ?? 255,
  );
  return (red << 16) | (green << 8) | blue;
}

/** Points: the height of a row of a table, and how long its lines are. */
const BAND = { least: 5, most: 60, length: 40 } as const;
/** Of the shorter line, what both have in common. */
const COMMON_SHARE = 0.8;

function countBands(rules: readonly SeenRule[], letters: readonly ShownLetter[]): Pick<SeenDrawings, 'emptyBands' | 'crowdedBands'> {
  const long = rules.filter(({ horizontal, isOfWords, box }) => horizontal && !isOfWords && box.right - box.left > BAND.length);
  const sorted = long.toSorted((one, two) => one.box.top - two.box.top);
  let [emptyBands, crowdedBands] = [0, 0];
  for (const [index, { box: above }] of sorted.entries()) {
    const below = sorted.slice(index + 1).find(({ box }) => {
      const common = Math.min(box.right, above.right) - Math.max(box.left, above.left);
      return box.top - above.bottom > BAND.least && common > COMMON_SHARE * Math.min(box.right - box.left, above.right - above.left);
    });
    if (!below || below.box.top - above.bottom > BAND.most) continue;
    const band = {
      left: Math.min(above.left, below.box.left),
      right: Math.max(above.right, below.box.right),
      top: above.bottom,
      bottom: below.box.top,
    };
    const inside = letters.filter(({ box }) => contains(band, { ...box, top: middleOf(box), bottom: middleOf(box) }));
    if (inside.length === 0) emptyBands++;
    const baselines = inside.flatMap(({ baseline, isOfWord }) => (isOfWord && baseline !== undefined ? [baseline] : []));
    if (Math.max(...baselines) - Math.min(...baselines) > BAND.least) crowdedBands++;
  }
  return { emptyBands, crowdedBands };
}

/** Of the height of a letter: from its baseline down to a line that touches it. */
const TOUCH_SHARE = 0.2;

function touchedFromBelow(rules: readonly SeenRule[], letters: readonly ShownLetter[]): Pick<SeenDrawings, 'touched' | 'nearestLine'> {
  const long = rules.filter(({ horizontal, isOfWords, box }) => horizontal && !isOfWords && box.right - box.left > BAND.length);
  let touched = 0;
  let nearestLine = Infinity;
  for (const { box, baseline, height } of letters) {
    if (baseline === undefined) continue;
    const crossing = long.filter((rule) => rule.box.left < box.right && rule.box.right > box.left);
    const below = crossing.map((rule) => rule.box.top - baseline).filter((drop) => drop > -height * TOUCH_SHARE);
    const nearest = Math.min(...below);
    if (nearest < height * TOUCH_SHARE) touched++;
    nearestLine = Math.min(nearestLine, nearest);
  }
  return { touched, nearestLine };
}

function middleOf({ top, bottom }: ShownBox): number {
  return (top + bottom) / 2;
}
