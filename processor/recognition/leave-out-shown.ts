// A scan with a stamp or a header of real text: the recognised words that repeat it are left out, so that nothing is found twice.

import type { Matrix } from '../pdf/geometry/matrix.ts';
import type { PageSurvey } from '../pdf/pdfium/compare/survey-text.ts';
import { mapBox } from './page-text.ts';
import type { RecognisedPage } from './recognised.ts';

/** @param toUserSpace from pixels of the upright picture to the space of the survey's boxes */
export function leaveOutShown(page: RecognisedPage, survey: PageSurvey, toUserSpace: Matrix): RecognisedPage {
  const shown = survey.lines.flat().map(({ box: [x0, y0, x1, y1] }) => ({ x0, y0, x1, y1 }));
  const lines = page.lines.flatMap((line) => {
    const words = line.words.filter((word) => {
      const box = mapBox(toUserSpace, word.box);
      const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
      return !shown.some((one) => x >= one.x0 && x <= one.x1 && y >= one.y0 && y <= one.y1);
    });
    return words.length === 0 ? [] : [words.length === line.words.length ? line : { ...line, words }];
  });
  return { ...page, lines };
}
