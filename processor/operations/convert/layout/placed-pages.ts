// Pages whose blocks keep their places: their text stays text, also that in charts and over curves, but for what no line of text can set: formulas of
// several levels, and text askew. What else is drawn and is neither a rule, a fill nor a picture becomes a picture without text, behind it.

import { widgetsOf } from '../read-source.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { areaOf, boxAround, contains, intersect, type ShownBox } from '../../../pdf/geometry/shown-box.ts';
import type { Fill, PageContent, PageLink, PlacedImage } from '../../../pdf/pdfium/page/page-content.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { selectCharacters } from '../../../pdf/pdfium/page/character-columns.ts';
import { drawRegionsBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import { keepPage, type KeptPage } from '../../../document/kept-page.ts';
import { type FoundDrawing, grow, mergeOverlapping } from '../../../document/pictures/drawings.ts';
import type { PictureFiles } from '../../../document/pictures/pictures.ts';
import { PICTURE_BULLET, standsFor } from '../../../document/words/drawn-bullets.ts';
import { drawFormulas } from './formula-pictures.ts';
import { drawSlantedText } from './slanted-text.ts';
import { hasTextLayer, showTextLayer } from './text-layer.ts';

const DRAWN = { withDrawings: false, keepsContent: () => false };
const DPI = 200;
const REGION_PIXELS_MAX = 4_000_000;
const PIXELS_MAX = 60_000_000;
const TIME_MS_MAX = 20_000;
/** Points around a path: strokes are as wide, and what is nearer to each other is one drawing. */
const AROUND = 2;
/** More become one. */
const REGIONS_MAX = 40;
/** Points: a rule or a fill inside a drawing is drawn with it. */
const SLACK = 1;
/** Square points: less is a speck. */
const AREA_MIN = 4;

/** @param pages with their content @returns by page index, those that look other than their flowing ones */
export async function drawPlacedPages(
  source: OpenedPdf,
  pages: readonly KeptPage[],
  files: PictureFiles,
): Promise<ReadonlyMap<number, KeptPage>> {
  const placed = new Map<number, KeptPage>();
  const end = performance.now() + TIME_MS_MAX;
  let pixelsLeft = PIXELS_MAX;
  for (const read of pages) {
    const { content: whole, scan, words } = read;
    if (whole && scan) placed.set(whole.pageIndex, keepPage(onScan(whole, scan, read.reading?.doubtful ?? []), DRAWN));
    if (!whole || scan) continue;
    if (hasTextLayer(read)) {
      const shown = await showTextLayer(source, read, whole, { files, timeMs: Math.max(1, end - performance.now()) });
      if (shown) placed.set(whole.pageIndex, keepPage(shown, DRAWN));
      continue;
    }
    const formulas = await drawFormulas(source, read, whole, { files, pixelsMax: pixelsLeft, timeMs: end - performance.now() });
    const { content, pictures: slanted } = await drawSlantedText(source, formulas.content, {
      files,
      pixelsMax: pixelsLeft,
      timeMs: end - performance.now(),
      drawings: whole.drawings.length > 0 ? regionsOf(read, whole) : [],
    });
    const written = [...formulas.pictures, ...slanted];
    for (const { widthPixels, heightPixels } of written) pixelsLeft -= widthPixels * heightPixels;
    const page = written.length > 0 ? { ...withPictures(keepPage(content, DRAWN), written), drawings: read.drawings } : read;
    const borders = content.links.flatMap(borderOf);
    if (borders.length > 0 || written.length > 0) placed.set(content.pageIndex, withFills(page, borders));
    if (content.drawings.length === 0) continue;
    const regions = regionsOf(page, content);
    const request = { dpi: DPI, regionPixelsMax: REGION_PIXELS_MAX, pixelsMax: pixelsLeft, withoutText: true };
    const widgets = widgetsOf(source, content.pageIndex);
    const wanted = regions.map(({ box }) => ({ pageIndex: content.pageIndex, box, widgets }));
    const timeMs = end - performance.now();
    const drawn =
      timeMs > 0 ? await drawRegionsBounded({ ...request, input: engineInput(source.source), regions: wanted }, timeMs) : undefined;
    const pictures: PlacedImage[] = [];
    for (const [index, { box, mcid }] of regions.entries()) {
      const pixels = drawn?.[index];
      if (!pixels) continue;
      pixelsLeft -= pixels.widthPixels * pixels.heightPixels;
      pictures.push(await files.shrink({ box, mcid, object: -1, ...pixels }));
    }
    if (pictures.length === 0) continue;
    const free = withoutBullets(withoutDrawn(content, page.drawings), words, pictures);
    const drawnPage = withPictures(keepPage(free, DRAWN), [...pictures, ...written]);
    placed.set(content.pageIndex, withFills(drawnPage, borders));
  }
  return placed;
}

/** What was read so badly that the picture says more is left to it. */
function onScan(content: PageContent, scan: PlacedImage, doubtful: readonly number[]): PageContent {
  const { characters } = content;
  const left = new Set(doubtful);
  const read = selectCharacters(characters, (at) => !left.has(characters.object[at] ?? -1));
  return { ...content, characters: read, drawings: [], images: [scan] };
}

/** The four sides of the boxes that viewers draw around a link. */
function borderOf({ boxes, border }: PageLink): Fill[] {
  if (!border) return [];
  const { width, colour } = border;
  return boxes.flatMap((box) => {
    // Its middle is the edge: within, it would run through the text, which has no more room there than its letters.
    const { left, top, right, bottom } = grow(box, width / 2);
    return [
      { left, top, right, bottom: top + width },
      { left, top: bottom - width, right, bottom },
      { left, top, right: left + width, bottom },
      { left: right - width, top, right, bottom },
    ].map((side) => ({ box: side, colour, opacity: 255 }));
  });
}

/** No part of tables and columns either. */
function withFills(page: KeptPage, fills: readonly Fill[]): KeptPage {
  return { ...page, words: { ...page.words, fills: [...page.words.fills, ...fills] } };
}

/** Charts and diagrams as they were found, and around them all paths that are none of their own. */
function regionsOf({ drawings, words }: KeptPage, content: PageContent): FoundDrawing[] {
  const page = { left: 0, top: 0, right: content.width, bottom: content.height };
  const isBullet = bulletsOf(words);
  const paths = content.drawings.filter((path) => !isBullet(path));
  const grown = [...drawings, ...paths].map(({ box, mcid }) => ({ box: intersect(grow(box, AROUND), page), mcid }));
  const merged = mergeOverlapping(grown).filter(({ box }) => areaOf(box) > AREA_MIN && box.right > box.left && box.bottom > box.top);
  return merged.length <= REGIONS_MAX ? merged : [{ box: boxAround(merged.map(({ box }) => box)), mcid: -1 }];
}

/** Whether a shape became the bullet of a line. */
function bulletsOf({ words }: KeptPage['words']): (shape: { readonly box: ShownBox }) => boolean {
  const bullets = words.filter(({ object }) => object < 0).map(({ box }) => box);
  return ({ box }) => bullets.some((bullet) => contains(bullet, box, SLACK));
}

/** A bullet within what was drawn as a picture is seen there: as a label it would be over itself. */
function withoutBullets(content: PageContent, words: KeptPage['words'], pictures: readonly PlacedImage[]): PageContent {
  const isBullet = bulletsOf(words);
  const isFree = (shape: { readonly box: ShownBox }) =>
    !isBullet(shape) || !pictures.some((picture) => contains(picture.box, shape.box, SLACK));
  return { ...content, fills: content.fills.filter(isFree), drawings: content.drawings.filter(isFree) };
}

/** Without what only belongs to a drawing: the bars of a chart are no table. */
function withoutDrawn(content: PageContent, drawings: readonly FoundDrawing[]): PageContent {
  const isFree = ({ box }: { readonly box: ShownBox }) => !drawings.some((drawing) => contains(drawing.box, box, SLACK));
  return {
    ...content,
    rules: content.rules.filter(isFree),
    fills: content.fills.filter(isFree),
    drawings: content.drawings.filter(isFree),
  };
}

/** Behind all else: they are no part of tables or columns. */
function withPictures(page: KeptPage, pictures: readonly PlacedImage[]): KeptPage {
  const { words } = page;
  return { ...page, words: { ...words, backgrounds: [...words.backgrounds, ...pictures] } };
}

/** The pictures that became bullets of its lines are shown where they are. @param read the page with its content */
export function withBulletPictures(page: KeptPage, read: KeptPage | undefined): KeptPage {
  const bullets = page.words.words.filter(({ object }) => object === PICTURE_BULLET);
  const pictures = read?.content?.images.filter((image) => bullets.some((bullet) => standsFor(bullet, image))) ?? [];
  return pictures.length === 0 ? page : withPictures(page, pictures);
}
