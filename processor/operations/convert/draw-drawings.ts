// Drawings of pages → pictures at their places, drawn by PDFium. What is too much to draw is left out, with a warning.

import type { Warning } from '#contract/processor.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { drawRegionsBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import type { PageContent } from '../../pdf/pdfium/page/page-content.ts';
import { findDrawings, replaceDrawings } from './analysis/pictures/drawings.ts';
import { usualSize } from './analysis/structure/text-look.ts';

const DPI = 200;
const REGION_PIXELS_MAX = 6_000_000;
const PIXELS_MAX = 80_000_000;
const REGIONS_MAX = 400;
const TIME_MS_MAX = 40_000;

export async function drawDrawings(
  source: OpenedPdf,
  pages: readonly PageContent[],
): Promise<{ readonly pages: readonly PageContent[]; readonly warnings: readonly Warning[] }> {
  const size = usualSize(pages);
  const found = pages.flatMap((page) => findDrawings(page, size).map((drawing) => ({ ...drawing, pageIndex: page.pageIndex })));
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
    pages: pages.map((page) =>
      replaceDrawings(
        page,
        made.filter(({ pageIndex }) => pageIndex === page.pageIndex),
      ),
    ),
    warnings: lost
      ? [
          {
            code: 'drawings_left_out',
            message: 'Some drawings were too large or too slow to draw and were left out.',
            page: lost.pageIndex + 1,
          },
        ]
      : [],
  };
}
