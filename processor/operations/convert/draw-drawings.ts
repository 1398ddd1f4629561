// Drawings of pages → pictures at their places, drawn by PDFium. What is too much to draw is left out, with a warning.

import type { Warning } from '#contract/processor.ts';
import { widgetsOf } from './read-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { drawRegionsBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { areaOf } from '../../pdf/geometry/shown-box.ts';
import type { PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import { keepPage } from '../../document/kept-page.ts';
import type { PageStore } from '../../document/page-store.ts';
import { addLabels, type FoundDrawing, replaceDrawings } from '../../document/pictures/drawings.ts';
import type { PictureFiles } from '../../document/pictures/pictures.ts';
import { UsualSize } from '../../document/structure/text-look.ts';

/** What is drawn is not looked for again. */
const DRAWN = { withDrawings: false, keepsContent: () => false };
const DPI = 200;
const REGION_PIXELS_MAX = 6_000_000;
const PIXELS_MAX = 80_000_000;
const REGIONS_MAX = 400;
const BATCH_PIXELS_MAX = 12_000_000;
const TIME_MS_MAX = 40_000;

interface PlacedDrawing extends FoundDrawing {
  /** In the store. */
  readonly place: number;
  readonly pageIndex: number;
}

interface MadeDrawing extends PlacedDrawing {
  readonly picture: PlacedImage;
}

/** @param store its pages with drawings are replaced */
export async function drawDrawings(source: OpenedPdf, store: PageStore, files: PictureFiles): Promise<Warning[]> {
  const found = findAll(store);
  if (found.length === 0) return [];
  const made: MadeDrawing[] = [];
  let pixelsLeft = PIXELS_MAX;
  const end = performance.now() + TIME_MS_MAX;
  for (const batch of batchesOf(found.slice(0, REGIONS_MAX))) {
    const timeMs = end - performance.now();
    if (timeMs <= 0) break;
    const regions = batch.map(({ pageIndex, box }) => ({ pageIndex, box, widgets: widgetsOf(source, pageIndex) }));
    const request = { input: engineInput(source.source), regions, dpi: DPI, regionPixelsMax: REGION_PIXELS_MAX, pixelsMax: pixelsLeft };
    const drawn = await drawRegionsBounded(request, timeMs);
    for (const [index, drawing] of batch.entries()) {
      const pixels = drawn?.[index];
      if (!pixels) continue;
      pixelsLeft -= pixels.widthPixels * pixels.heightPixels;
      const picture = await files.shrink({ box: drawing.box, mcid: drawing.mcid, object: -1, ...pixels });
      made.push({ ...drawing, picture });
    }
  }
  const pages = store.pages;
  for (const [place, own] of Map.groupBy(made, (drawing) => drawing.place)) {
    const content = pages.at(place)?.content;
    if (content) store.replace(place, keepPage(replaceDrawings(content, own), DRAWN));
  }
  const boxes = new Set(made.map(({ box }) => box));
  const lost = found.find(({ box }) => !boxes.has(box));
  if (!lost) return [];
  const message = 'Some drawings were too large or too slow to draw and were left out.';
  return [{ code: 'drawings_left_out', message, page: lost.pageIndex + 1 }];
}

function findAll({ pages }: PageStore): PlacedDrawing[] {
  const sizes = new UsualSize();
  for (const { facts } of pages) sizes.add(facts);
  const found: PlacedDrawing[] = [];
  let place = 0;
  for (const { drawings, words } of pages) {
    if (drawings.length > 0)
      for (const drawing of addLabels(drawings, words, sizes.find())) found.push({ ...drawing, place, pageIndex: words.pageIndex });
    place++;
  }
  return found;
}

/** So many that their pixels together are no burden. */
function batchesOf(drawings: readonly PlacedDrawing[]): PlacedDrawing[][] {
  const batches: PlacedDrawing[][] = [];
  let pixels = Infinity;
  for (const drawing of drawings) {
    const own = Math.min(REGION_PIXELS_MAX, areaOf(drawing.box) * (DPI / 72) ** 2);
    pixels += own;
    if (pixels <= BATCH_PIXELS_MAX) batches.at(-1)?.push(drawing);
    else {
      batches.push([drawing]);
      pixels = own;
    }
  }
  return batches;
}
