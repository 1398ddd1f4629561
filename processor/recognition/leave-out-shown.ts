// A scan with a stamp or a header of real text: the recognised words that repeat it are left out, so that no text is found twice.

import { boundsOf, contains, transformBox } from '../pdf/geometry/box.ts';
import type { Matrix } from '../pdf/geometry/matrix.ts';
import type { PageSurvey } from '../pdf/pdfium/compare/survey-text.ts';
import type { RecognisedPage } from './recognised.ts';

/** @param toUserSpace from pixels of the upright picture to the space of the survey's boxes */
export function leaveOutShown(page: RecognisedPage, survey: PageSurvey, toUserSpace: Matrix): RecognisedPage {
  const shown = survey.lines.flat();
  const lines = page.lines.flatMap((line) => {
    const words = line.words.filter((word) => {
      const { left, top, right, bottom } = word.box;
      const box = boundsOf(transformBox(toUserSpace, [left, top, right, bottom]));
      const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      return !shown.some((one) => contains(one.box, [x, y, x, y]));
    });
    return words.length === 0 ? [] : [words.length === line.words.length ? line : { ...line, words }];
  });
  return { ...page, lines };
}
