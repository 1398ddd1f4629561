// Words read from a page's picture → characters for the analysis, on the upright page. Pure. What recognition does not give is assumed:
// black letters of one family, level lines, the few sizes that a document has. The picture of the page itself is dropped.

import { type Matrix, multiply, transform } from '../../pdf/geometry/matrix.ts';
import { areaOf, contains, moveBox, overlaps, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { packCharacters, unpackCharacters } from '../../pdf/pdfium/page/character-columns.ts';
import type { Character, PageContent, PlacedImage, Rule, TextStyle } from '../../pdf/pdfium/page/page-content.ts';
import type { PageReading } from '../../document/kept-page.ts';
import { findRuledTables } from '../../document/structure/page-words.ts';
import { makeWords, type Word } from '../../document/words/words.ts';
import { type RasterRule, showRules } from '../../recognition/find-rules.ts';
import type { PageText } from '../../recognition/page-text.ts';
import type { RecognisedLine, RecognisedPage, RecognisedWord } from '../../recognition/recognised.ts';
import { isSpaceBetween } from '../../recognition/writing.ts';
import { mendBullets } from '../../recognition/mend-bullets.ts';
import { type BoldType, familyOfLines } from './recognised-faces.ts';
import { doubtfulWords } from './doubtful-words.ts';
import { letterPixels, settleSizes } from './recognised-sizes.ts';

/** A page and what was read from its picture. */
export interface PageToPlace {
  readonly content: PageContent;
  readonly text: PageText;
  /** The page's own text: shown and not in the readings (a stamp), or useless. */
  readonly keepsOwnText: boolean;
  /** Cut out of its picture, on the upright page. */
  readonly figures?: readonly PlacedImage[];
  /** What is set in bold type. */
  readonly bold?: BoldType;
  /** Of the letters of lines, by their boxes: 0xRRGGBB. */
  readonly colours?: ReadonlyMap<ShownBox, number>;
  /** Words whose picture says more, where that is seen. */
  readonly left?: ReadonlySet<RecognisedWord>;
  /** Whether its letters have serifs, where that is seen. */
  readonly hasSerifs?: boolean | undefined;
  /** Lines in its picture, on the page as shown. */
  readonly rules?: readonly RasterRule[];
}

/** In ems, above and below the baseline. */
const ASCENT = 0.8;
const DESCENT = 0.2;
/** A page larger than A3 has a picture that was placed without a resolution. */
const SIDE_POINTS_MAX = 1224;
const SIDE_POINTS_LIKELY = 842;
/** A picture that covers so much of its page is its scan. */
const SCAN_SHARE = 0.5;
const TILES_SHARE = 0.85;
/** So many words make a picture one of text. */
const SURE_CONFIDENCE = 60;
const SURE_WORDS_MIN = 3;
/** A scan of text has more. */
const PHOTOGRAPH_WORDS = 12;

export interface PlacedReading {
  readonly content: PageContent;
  readonly reading: PageReading;
}

/** Sizes are chosen over all pages together. */
export function placeRecognised(pages: readonly PageToPlace[]): PlacedReading[] {
  const mended = pages.map((page) => ({ ...page, text: { ...page.text, recognised: mendBullets(page.text.recognised) } }));
  const placed = mended.map((page) => ({ page, frame: frameOf(page) }));
  const sizes = settleSizes(
    placed.flatMap(({ page, frame }) =>
      page.text.recognised.lines.map((line) => ({ line, points: letterPixels(line) * frame.pointsPerPixel })),
    ),
  );
  const serifs = mended.map(({ hasSerifs }) => hasSerifs).find((one) => one !== undefined);
  const face = familyOfLines(
    mended.flatMap(({ text }) => text.recognised.lines),
    serifs,
  );
  const styleOf = ({ box }: RecognisedLine, size: number, { bold, colours }: PageToPlace): Omit<TextStyle, 'angle'> => ({
    ...face,
    bold: bold?.lines.has(box) ?? false,
    size,
    colour: colours?.get(box) ?? 0,
    invisible: false,
  });
  return placed.map(({ page, frame }) => placePage(page, frame, (line) => styleOf(line, sizes.get(line) ?? 10, page)));
}

const NO_WORDS: ReadonlySet<RecognisedWord> = new Set();
type StyleOfLine = (line: RecognisedLine) => Omit<TextStyle, 'angle'>;

/** The page as its words are set: upright, and its lines level. */
export interface LevelPage {
  /** From the page as shown. */
  readonly toLevel: Matrix;
  readonly width: number;
  readonly height: number;
}

export function levelPage(page: Omit<PageToPlace, 'figures'>): LevelPage {
  const { turn, width, height } = frameOf(page);
  return { toLevel: multiply(turn, turnLevel(slopeOf(page.text.recognised), { width, height })), width, height };
}

interface Frame {
  /** From the page as shown to the upright page. */
  readonly turn: Matrix;
  /** From pixels of the upright picture. */
  readonly fromPixels: Matrix;
  readonly pointsPerPixel: number;
  readonly width: number;
  readonly height: number;
}

/** From the page as shown to the upright page. */
export function turnOf(page: Omit<PageToPlace, 'figures'>): Matrix {
  return frameOf(page).turn;
}

function frameOf({ content, text }: PageToPlace): Frame {
  const { width, height } = content;
  const side = Math.max(width, height);
  const scale = side > SIDE_POINTS_MAX ? SIDE_POINTS_LIKELY / side : 1;
  const isLying = text.recognised.rotation % 180 !== 0;
  const turn = multiply(turnBy(text.recognised.rotation, width, height), [scale, 0, 0, scale, 0, 0]);
  const fromPixels = multiply(text.toShown, turn);
  return {
    turn,
    fromPixels,
    pointsPerPixel: Math.hypot(fromPixels[0], fromPixels[1]),
    width: (isLying ? height : width) * scale,
    height: (isLying ? width : height) * scale,
  };
}

/** Clockwise; y grows downwards. */
function turnBy(rotation: RecognisedPage['rotation'], width: number, height: number): Matrix {
  switch (rotation) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 90:
      return [0, 1, -1, 0, height, 0];
    case 180:
      return [-1, 0, 0, -1, width, height];
    case 270:
      return [0, -1, 1, 0, 0, width];
  }
}

function placePage(
  { content, text, keepsOwnText, figures = [], rules = [], left, bold }: PageToPlace,
  frame: Frame,
  styleOf: StyleOfLine,
): PlacedReading {
  const { recognised } = text;
  const turned = turnContent(content, frame, recognised.rotation);
  const own = keepsOwnText ? unpackCharacters(turned.characters) : [];
  const inside = sortImages(turned, recognised, frame, {
    hasOwnText: own.length > 0,
    isScanned: own.length > 0 || content.characters.count === 0,
    figures,
  });
  const objects = turned.images.reduce((most, { object }) => Math.max(most, object), -1);
  const first = own.reduce((most, { object }) => Math.max(most, object), objects) + 1;
  const level = { ...frame, fromPixels: multiply(frame.fromPixels, turnLevel(slopeOf(recognised), frame)) };
  const characters: Character[] = [...own];
  const doubtful: number[] = [];
  const unsure = doubtfulWords(recognised.lines).union(left ?? NO_WORDS);
  let object = first;
  for (const line of recognised.lines) {
    const words = line.words.filter((word) => !inside.left.has(word));
    if (words.length === 0) continue;
    for (const character of placeLine({ ...line, words }, level, styleOf(line), bold?.labels)) {
      characters.push({ ...character, object: object + character.object });
    }
    for (const [at, word] of words.entries()) if (unsure.has(word)) doubtful.push(object + at);
    object += words.length;
  }
  const packed = packCharacters(characters);
  const toLevel = multiply(frame.turn, turnLevel(slopeOf(recognised), frame));
  const drawn = rules.length > 0 ? rulesOfTables(showRules(rules, toLevel).map(drawnRule), makeWords(packed)) : [];
  return {
    content: { ...turned, characters: packed, images: inside.kept, rules: [...turned.rules, ...drawn] },
    reading: { ...readingOf(recognised, level.fromPixels), doubtful },
  };
}

/** Lines of a scan are those of its tables: others may be shadows, stamps, or a form's. */
function rulesOfTables(rules: readonly Rule[], words: readonly Word[]): Rule[] {
  const grids = findRuledTables(rules, words);
  return rules.filter((rule) => grids.some(({ box }) => contains(box, rule.box, 3)));
}

export function drawnRule({ box, horizontal }: RasterRule): Rule {
  return { box, horizontal, thickness: horizontal ? box.bottom - box.top : box.right - box.left, colour: 0 };
}

function readingOf({ rotation, lines }: RecognisedPage, fromPixels: Matrix): Omit<PageReading, 'doubtful'> {
  const words = lines.flatMap((line) => line.words);
  return { rotation, words: words.map(({ box, confidence }) => ({ box: moveBox(fromPixels, box), confidence })) };
}

function turnContent(content: PageContent, { turn, width, height }: Frame, rotation: number): PageContent {
  if (turn.every((value, index) => value === [1, 0, 0, 1, 0, 0][index])) return content;
  const scale = Math.hypot(turn[0], turn[1]);
  const place = (box: ShownBox): ShownBox => moveBox(turn, box);
  const placed = <T extends { readonly box: ShownBox }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, box: place(item.box) }));
  const styles = new Map<TextStyle, TextStyle>();
  const restyle = (style: TextStyle): TextStyle => {
    const known = styles.get(style) ?? { ...style, size: style.size * scale, angle: (style.angle - rotation + 360) % 360 };
    styles.set(style, known);
    return known;
  };
  return {
    ...content,
    width,
    height,
    characters: packCharacters(
      placed(unpackCharacters(content.characters)).map((one) => {
        const [x, y] = transform(turn, one.x, one.y);
        return { ...one, x, y, style: restyle(one.style) };
      }),
    ),
    rules: placed(content.rules).map((rule) => ({ ...rule, horizontal: rotation % 180 === 0 ? rule.horizontal : !rule.horizontal })),
    fills: placed(content.fills),
    images: placed(content.images),
    drawings: placed(content.drawings),
    links: content.links.map((link) => ({ ...link, boxes: link.boxes.map(place) })),
  };
}

interface SortedImages {
  readonly kept: readonly PlacedImage[];
  /** Words of pictures that stay: a logo, the labels of a chart. */
  readonly left: ReadonlySet<RecognisedWord>;
}

interface Scan {
  /** That stays. */
  readonly hasOwnText: boolean;
  readonly isScanned: boolean;
  readonly figures: readonly PlacedImage[];
}

/** Recognised words replace pictures that are scans of text; in other pictures they belong to the picture. */
function sortImages(
  content: PageContent,
  recognised: RecognisedPage,
  frame: Frame,
  { hasOwnText, isScanned, figures }: Scan,
): SortedImages {
  const area = Math.max(1, content.width * content.height);
  const share = ({ box }: PlacedImage): number => areaOf(box) / area;
  const isTiled = content.images.reduce((sum, image) => sum + share(image), 0) >= TILES_SHARE;
  const words = recognised.lines.flatMap((line) => line.words);
  if (words.length === 0) return { kept: content.images, left: new Set() };
  const isPhotograph = hasOwnText && hasFewWords(recognised);
  const middles = new Map(words.map((word) => [word, middleOf(frame, word.box)]));
  const kept: PlacedImage[] = [];
  const left = new Set<RecognisedWord>();
  const wordsIn = ({ box }: PlacedImage) =>
    words.filter((word) => {
      const [x, y] = middles.get(word) ?? [0, 0];
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
  for (const image of content.images) {
    const within = wordsIn(image);
    const sure = within.filter(isSure).length;
    if (!isPhotograph && (isTiled || share(image) >= SCAN_SHARE || (isScanned && sure >= SURE_WORDS_MIN))) continue;
    kept.push(image);
    for (const word of within) left.add(word);
  }
  // A figure that lies in a picture that stays is shown by it.
  const shown = figures.filter(({ box }) => !kept.some((image) => overlaps(image.box, box)));
  for (const word of shown.flatMap(wordsIn)) if (word.confidence < SURE_CONFIDENCE) left.add(word);
  return { kept: [...kept, ...shown], left };
}

/** A cover or a drawing with text of its own, in which something can be read, too. */
export function hasFewWords({ lines }: RecognisedPage): boolean {
  return lines.flatMap(({ words }) => words).filter(isSure).length < PHOTOGRAPH_WORDS;
}

function isSure({ text, confidence }: RecognisedWord): boolean {
  return confidence >= SURE_CONFIDENCE && /[\p{L}\p{N}]{2}/u.test(text);
}

function middleOf({ fromPixels }: Frame, { left, top, right, bottom }: ShownBox): readonly [number, number] {
  return transform(fromPixels, (left + right) / 2, (top + bottom) / 2);
}

/** The slope of the page's lines towards the right: the median of all lines. */
function slopeOf({ lines }: RecognisedPage): number {
  const slopes = lines
    .filter(({ words, baseline }) => words.length > 2 && Math.abs(baseline.x1 - baseline.x0) > Math.abs(baseline.y1 - baseline.y0) * 3)
    .map(({ baseline }) => (baseline.y1 - baseline.y0) / (baseline.x1 - baseline.x0))
    .toSorted((a, b) => a - b);
  return slopes[slopes.length >> 1] ?? 0;
}

/** Turns the whole page level about its middle, so that things side by side, or one below the other, stay so. */
function turnLevel(slope: number, { width, height }: Pick<Frame, 'width' | 'height'>): Matrix {
  return [1, -slope, slope, 1, (-slope * height) / 2, (slope * width) / 2];
}

/** 0 from left to right; 90 upwards, 270 downwards. */
function angleOf({ baseline: { x0, y0, x1, y1 } }: RecognisedLine): 0 | 90 | 180 | 270 {
  if (Math.abs(y1 - y0) > Math.abs(x1 - x0)) return y1 < y0 ? 90 : 270;
  return x1 < x0 ? 180 : 0;
}

export function placeLine(
  line: RecognisedLine,
  frame: Pick<Frame, 'fromPixels' | 'pointsPerPixel'>,
  looks: Omit<TextStyle, 'angle'>,
  bold: ReadonlySet<RecognisedWord> = NO_WORDS,
): Character[] {
  const angle = angleOf(line);
  const { size } = looks;
  const plain: TextStyle = { ...looks, angle };
  const heavy: TextStyle = { ...plain, bold: true };
  const isLevel = angle === 0 || angle === 180;
  const [baseX, y] = transform(frame.fromPixels, (line.baseline.x0 + line.baseline.x1) / 2, (line.baseline.y0 + line.baseline.y1) / 2);
  const characters: Character[] = [];
  for (const [index, word] of line.words.entries()) {
    const read = moveBox(frame.fromPixels, word.box);
    const box = isLevel ? { ...read, top: y - ASCENT * size, bottom: y + DESCENT * size } : read;
    const style = bold.has(word) ? heavy : plain;
    const place = { style, mcid: -1, object: index, generated: false, hyphen: false, unmapped: false };
    const origin = isLevel ? { y } : { x: baseX };
    const before = line.words[index - 1];
    const gap = before ? Math.max(word.box.left - before.box.right, before.box.left - word.box.right) * frame.pointsPerPixel : 0;
    if (before && isSpaceBetween(before.text, word.text, gap / size)) {
      // Without width: a space without width is never taken for one that is written over.
      characters.push({ ...place, text: ' ', box: { ...box, right: box.left }, x: box.left, y: box.bottom, ...origin });
    }
    const letters = Array.from(word.text);
    const isLast = index === line.words.length - 1;
    for (const [at, text] of letters.entries()) {
      const part = partOf(box, angle, line.isRightToLeft && RIGHT_TO_LEFT.test(word.text), at, letters.length);
      const hyphen = isLast && at === letters.length - 1 && at > 0 && text === '-';
      characters.push({ ...place, text, box: part, x: part.left, y: part.bottom, ...origin, hyphen });
    }
  }
  return characters;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Divides the box of a word evenly among its letters. */
function partOf({ left, top, right, bottom }: ShownBox, angle: number, isTurned: boolean, at: number, count: number): ShownBox {
  const isBackwards = isTurned !== (angle === 180 || angle === 90);
  const [from, to] = isBackwards ? [1 - (at + 1) / count, 1 - at / count] : [at / count, (at + 1) / count];
  if (angle === 90 || angle === 270) return { left, right, top: top + (bottom - top) * from, bottom: top + (bottom - top) * to };
  return { top, bottom, left: left + (right - left) * from, right: left + (right - left) * to };
}
