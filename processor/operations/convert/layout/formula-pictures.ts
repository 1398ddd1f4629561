// Displayed formulas, as pictures at their places that say what they say.

import { widgetsOf } from '../read-source.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { contains, intersect } from '../../../pdf/geometry/shown-box.ts';
import type { PageContent, PlacedImage } from '../../../pdf/pdfium/page/page-content.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { drawRegionsBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import type { KeptPage } from '../../../document/kept-page.ts';
import { withoutShown } from '../../../document/pictures/drawings.ts';
import { findFormulas } from '../../../document/pictures/formulas.ts';
import type { PictureFiles } from '../../../document/pictures/pictures.ts';

/** Letters are read on paper, too. */
const DPI = 300;
const REGION_PIXELS_MAX = 4_000_000;
const FORMULAS_MAX = 200;

interface Drawing {
  readonly files: PictureFiles;
  readonly pixelsMax: number;
  readonly timeMs: number;
}

/** Where they cannot be drawn in time, they stay text. @returns the page without them, and their pictures */
export async function drawFormulas(
  source: OpenedPdf,
  { words, drawings }: KeptPage,
  content: PageContent,
  { files, pixelsMax, timeMs }: Drawing,
): Promise<{ readonly content: PageContent; readonly pictures: readonly PlacedImage[] }> {
  const { pageIndex } = content;
  const page = { left: 0, top: 0, right: content.width, bottom: content.height };
  const found = findFormulas(words, content.rules)
    .filter(({ box }) => !drawings.some((drawing) => contains(drawing.box, box)))
    .map(({ box, text }) => ({ box: intersect(box, page), text }));
  if (found.length === 0 || found.length > FORMULAS_MAX || timeMs <= 0) return { content, pictures: [] };
  const widgets = widgetsOf(source, pageIndex);
  const regions = found.map(({ box }) => ({ pageIndex, box, widgets }));
  const request = { input: engineInput(source.source), regions, dpi: DPI, regionPixelsMax: REGION_PIXELS_MAX, pixelsMax };
  const drawn = await drawRegionsBounded(request, timeMs);
  const pictures: PlacedImage[] = [];
  const shown: typeof found = [];
  for (const [index, formula] of found.entries()) {
    const pixels = drawn?.[index];
    if (!pixels) continue;
    shown.push(formula);
    pictures.push(await files.shrink({ box: formula.box, mcid: -1, object: -1, alternative: formula.text, ...pixels }));
  }
  return { content: shown.length > 0 ? withoutShown(content, shown) : content, pictures };
}
