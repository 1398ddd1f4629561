// Text that is written askew, a watermark, the labels of an axis: a Word document sets text level or turned by quarters, so it becomes a picture at
// its place, with nothing around its letters.

import { widgetsOf } from '../read-source.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { intersect, overlaps, type ShownBox } from '../../../pdf/geometry/shown-box.ts';
import { isSlanted, selectCharacters } from '../../../pdf/pdfium/page/character-columns.ts';
import type { PageContent, PlacedImage } from '../../../pdf/pdfium/page/page-content.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { drawRegionsBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import { type FoundDrawing, grow, mergeOverlapping } from '../../../document/pictures/drawings.ts';
import type { PictureFiles } from '../../../document/pictures/pictures.ts';

const DPI = 200;
const REGION_PIXELS_MAX = 4_000_000;
/** Of the size: letters that are so near are one text. */
const NEAR_SHARE = 0.4;
const TEXTS_MAX = 200;

export function hasSlantedText({ characters }: PageContent): boolean {
  return characters.styles.some(({ angle, invisible }) => isSlanted(angle) && !invisible);
}

export interface SlantedText {
  /** Without what is in the pictures. */
  readonly content: PageContent;
  readonly pictures: readonly PlacedImage[];
}

interface Drawing {
  readonly files: PictureFiles;
  readonly pixelsMax: number;
  readonly timeMs: number;
  /** What is drawn as pictures, with all that is in their places. */
  readonly drawings: readonly FoundDrawing[];
}

/** Where it cannot be drawn in time, it stays text. */
export async function drawSlantedText(
  source: OpenedPdf,
  content: PageContent,
  { files, pixelsMax, timeMs, drawings }: Drawing,
): Promise<SlantedText> {
  const { pageIndex, characters } = content;
  const { style, styles } = characters;
  const isText = (at: number) => {
    const own = styles[style[at] ?? 0];
    return own !== undefined && isSlanted(own.angle) && !own.invisible;
  };
  const boxes = hasSlantedText(content) && timeMs > 0 ? boxesOf(content, isText) : [];
  if (boxes.length === 0 || boxes.length > TEXTS_MAX) return { content, pictures: [] };
  const widgets = widgetsOf(source, pageIndex);
  const regions = boxes.map(({ box }) => ({ pageIndex, box, widgets }));
  const request = { input: engineInput(source.source), regions, dpi: DPI, regionPixelsMax: REGION_PIXELS_MAX, pixelsMax };
  const drawn = await drawRegionsBounded({ ...request, only: 'slanted_text' }, timeMs);
  if (!drawn || drawn.length < boxes.length || drawn.includes(undefined)) return { content, pictures: [] };
  const pictures: PlacedImage[] = [];
  for (const [index, { box }] of boxes.entries()) {
    const pixels = drawn[index];
    const object = drawings.some((drawing) => overlaps(drawing.box, box)) ? -1 : objectIn(characters, isText, box);
    if (pixels) pictures.push(await files.shrink({ box, mcid: -1, object, ...pixels }));
  }
  return { content: { ...content, characters: selectCharacters(characters, (at) => !isText(at)) }, pictures };
}

/** Of its first letter: rules and fills that are drawn later lie over it. */
function objectIn({ object, left, top, count }: PageContent['characters'], isText: (at: number) => boolean, box: ShownBox): number {
  let first = Infinity;
  for (let at = 0; at < count; at++) {
    const [x, y] = [left[at] ?? 0, top[at] ?? 0];
    if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom && isText(at)) first = Math.min(first, object[at] ?? -1);
  }
  return Number.isFinite(first) ? first : -1;
}

/** Of texts whose letters are near to each other. */
function boxesOf({ characters, width, height }: PageContent, isText: (at: number) => boolean): FoundDrawing[] {
  const { left, top, right, bottom, style, styles, count } = characters;
  const page = { left: 0, top: 0, right: width, bottom: height };
  const letters: FoundDrawing[] = [];
  for (let at = 0; at < count; at++) {
    if (!isText(at)) continue;
    const box = { left: left[at] ?? 0, top: top[at] ?? 0, right: right[at] ?? 0, bottom: bottom[at] ?? 0 };
    letters.push({ box: intersect(grow(box, (styles[style[at] ?? 0]?.size ?? 0) * NEAR_SHARE), page), mcid: -1 });
  }
  return mergeOverlapping(letters).filter(({ box }) => box.right > box.left && box.bottom > box.top);
}
