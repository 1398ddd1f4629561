// Drawings of pages → pictures at their places, drawn by PDFium. What is too much to draw stays as it was, and is named.

import type { Warning } from '#contract/processor.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { drawRegionsBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { keepPage, type KeptPage } from './analysis/kept-page.ts';
import { addLabels, replaceDrawings } from './analysis/pictures/drawings.ts';
import { usualSize } from './analysis/structure/text-look.ts';

/** What is drawn is not looked for again. */
const DRAWN = { withDrawings: false, keepsCharacters: () => false };
const DPI = 200;
const REGION_PIXELS_MAX = 6_000_000;
const PIXELS_MAX = 80_000_000;
const REGIONS_MAX = 400;
const TIME_MS_MAX = 40_000;

export async function drawDrawings(
  source: OpenedPdf,
  pages: readonly KeptPage[],
): Promise<{ readonly pages: readonly KeptPage[]; readonly warnings: readonly Warning[] }> {
  const size = usualSize(pages.map(({ facts }) => facts));
  const found = pages.flatMap(({ drawings, words }) =>
    drawings.length === 0 ? [] : addLabels(drawings, words, size).map((drawing) => ({ ...drawing, pageIndex: words.pageIndex })),
  );
  if (found.length === 0) return { pages, warnings: [] };
  const regions = found.slice(0, REGIONS_MAX).map(({ pageIndex, box }) => ({ pageIndex, box }));
  const drawn = await drawRegionsBounded(
    { bytes: source.bytes, regions, dpi: DPI, regionPixelsMax: REGION_PIXELS_MAX, pixelsMax: PIXELS_MAX },
    TIME_MS_MAX,
  );
  const made = found.flatMap((drawing, index) => {
    const pixels = drawn?.[index];
    return pixels ? [{ ...drawing, picture: { box: drawing.box, mcid: drawing.mcid, object: -1, ...pixels } }] : [];
  });
  const lost = found.find((drawing) => !made.some((one) => one.box === drawing.box));
  return {
    pages: pages.map((page) => {
      const own = made.filter(({ pageIndex }) => pageIndex === page.words.pageIndex);
      return own.length === 0 ? page : keepPage(replaceDrawings(page.content, own), DRAWN);
    }),
    warnings: lost
      ? [
          {
            code: 'drawings_left_out',
            message: 'Some drawings were too large or too slow to draw and are left out.',
            page: lost.pageIndex + 1,
          },
        ]
      : [],
  };
}
