// A page's text for the outputs, recognised or its own: lines of words with boxes in pixels of an upright picture, and the matrix from there
// to points of the page as shown.

import { multiply, type Matrix } from '../pdf/geometry/matrix.ts';
import { boxAround, showBox, type ShownBox } from '../pdf/geometry/shown-box.ts';
import type { PageSurvey } from '../pdf/pdfium/compare/survey-text.ts';
import { uprightToUserSpace } from './page-raster.ts';
import type { PageRaster } from './page-raster.ts';
import type { Baseline, RecognisedLine, RecognisedPage } from './recognised.ts';
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

/** The words that a page already has. */
export function textOfSurvey(survey: PageSurvey, shown: ShownPage): PageText {
  const scale = OWN_TEXT_DPI / 72;
  const lines = survey.lines.map((words): RecognisedLine => {
    const placed = words.map(({ text, box }) => ({ text, confidence: 100, box: scaleBox(showBox(shown.fromUserSpace, box), scale) }));
    const box = boxAround(placed.map((word) => word.box));
    return { words: placed, box, baseline: footOf(box), isRightToLeft: false, block: 0, paragraph: 0 };
  });
  const [widthPx, heightPx] = [Math.round(shown.widthPoints * scale), Math.round(shown.heightPoints * scale)];
  const recognised: RecognisedPage = { widthPx, heightPx, rotation: 0, lines, confidence: undefined, ms: 0 };
  return { recognised, toShown: [1 / scale, 0, 0, 1 / scale, 0, 0], dpi: OWN_TEXT_DPI, isOwnText: true };
}

/** The baseline of level text at the bottom of its box. */
export function footOf({ left, right, bottom }: ShownBox): Baseline {
  return { x0: left, y0: bottom, x1: right, y1: bottom };
}

export function countWords(page: RecognisedPage): number {
  return page.lines.reduce((sum, line) => sum + line.words.length, 0);
}

/** Of the letters of a page: one with less is written in a language, or a hand, that the engine was not to read. */
const SURE_LETTERS_MIN = 0.5;

export function isReadSurely({ sureLetters = 1 }: Pick<RecognisedPage, 'sureLetters'>): boolean {
  return sureLetters >= SURE_LETTERS_MIN;
}

function scaleBox({ left, top, right, bottom }: ShownBox, scale: number): ShownBox {
  return {
    left: Math.round(left * scale),
    top: Math.round(top * scale),
    right: Math.round(right * scale),
    bottom: Math.round(bottom * scale),
  };
}
