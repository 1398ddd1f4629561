// A page's text as the outputs tell it, recognised or its own: lines of words with boxes in pixels of an upright picture, and the way from there
// to points of the page as shown.

import { multiply, transform, type Matrix } from '../pdf/geometry/matrix.ts';
import type { PageSurvey } from '../pdf/pdfium/compare/survey-text.ts';
import { uprightToUserSpace } from './page-raster.ts';
import type { PageRaster } from './page-raster.ts';
import type { PixelBox, RecognisedLine, RecognisedPage } from './recognised.ts';
import type { ShownPage } from './shown-page.ts';

export interface PageText {
  readonly recognised: RecognisedPage;
  /** From pixels of the upright picture to points of the page as shown. */
  readonly toShown: Matrix;
  readonly dpi: number;
  /** The document's own text, not read from its picture. */
  readonly isOwnText: boolean;
}

const OWN_TEXT_DPI = 300;

export function textOfRaster(recognised: RecognisedPage, raster: Omit<PageRaster, 'pixels'>, shown: ShownPage): PageText {
  const toUser = uprightToUserSpace(raster, recognised.rotation);
  return { recognised, toShown: multiply(toUser, shown.fromUserSpace), dpi: raster.dpi, isOwnText: false };
}

/** The words that a page has already. */
export function textOfSurvey(survey: PageSurvey, shown: ShownPage): PageText {
  const scale = OWN_TEXT_DPI / 72;
  const lines = survey.lines.map((words): RecognisedLine => {
    const placed = words.map(({ text, box: [left, bottom, right, top] }) => ({
      text,
      confidence: 100,
      box: scaleBox(mapBox(shown.fromUserSpace, { x0: left, y0: bottom, x1: right, y1: top }), scale),
    }));
    const box = boxAround(placed.map((word) => word.box));
    return { words: placed, box, baseline: { ...box, y0: box.y1 }, isRightToLeft: false, block: 0, paragraph: 0 };
  });
  const [widthPx, heightPx] = [Math.round(shown.widthPoints * scale), Math.round(shown.heightPoints * scale)];
  const recognised: RecognisedPage = { widthPx, heightPx, rotation: 0, lines, confidence: undefined, ms: 0 };
  return { recognised, toShown: [1 / scale, 0, 0, 1 / scale, 0, 0], dpi: OWN_TEXT_DPI, isOwnText: true };
}

/** The box around a box after `matrix`. */
export function mapBox(matrix: Matrix, { x0, y0, x1, y1 }: PixelBox): PixelBox {
  const corners = [transform(matrix, x0, y0), transform(matrix, x1, y0), transform(matrix, x0, y1), transform(matrix, x1, y1)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

export function countWords(page: RecognisedPage): number {
  return page.lines.reduce((sum, line) => sum + line.words.length, 0);
}

function scaleBox({ x0, y0, x1, y1 }: PixelBox, scale: number): PixelBox {
  return { x0: Math.round(x0 * scale), y0: Math.round(y0 * scale), x1: Math.round(x1 * scale), y1: Math.round(y1 * scale) };
}

function boxAround(boxes: readonly PixelBox[]): PixelBox {
  const around = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const box of boxes) {
    around.x0 = Math.min(around.x0, box.x0);
    around.y0 = Math.min(around.y0, box.y0);
    around.x1 = Math.max(around.x1, box.x1);
    around.y1 = Math.max(around.y1, box.y1);
  }
  return around;
}
