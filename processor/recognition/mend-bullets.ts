// Discs before the items of a list are read as signs that look like them: ¢, ©, ®, *. Pure.

import type { RecognisedLine, RecognisedPage } from './recognised.ts';

const LIKE_A_DISC = /^[\u00a2\u00a9\u00ae\u00b0*]{1,2}$/;
/** A notice of copyright, a price, a note. */
const MEANT = /^[\d.,(]/;
/** So many lines that begin so are items. */
const ITEMS_MIN = 3;

export function mendBullets(page: RecognisedPage): RecognisedPage {
  const isItem = ({ words: [first, second] }: RecognisedLine) =>
    first !== undefined && second !== undefined && LIKE_A_DISC.test(first.text) && !MEANT.test(second.text);
  if (page.lines.filter(isItem).length < ITEMS_MIN) return page;
  const lines = page.lines.map((line): RecognisedLine => {
    const [first, ...others] = line.words;
    return first && isItem(line) ? { ...line, words: [{ ...first, text: '\u2022' }, ...others] } : line;
  });
  return { ...page, lines };
}
