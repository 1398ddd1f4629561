// The words of a page that stand in a box of its model: two readers of a page give the same places, and not always the same letters.

import type { ShownBox } from '../../../pdf/geometry/shown-box.ts';
import type { PageLayout, PlacedWord } from './locate.ts';

/** Points by which the boxes of two readers of a page may differ. */
const SLACK_PT = 1.5;

/** Points: words whose middles lie in one band are looked at together. */
const BAND_PT = 24;

/** For many boxes of one page: see wordsInBox. */
export function wordsOf(page: Pick<PageLayout, 'words' | 'heightPt'>): (box: ShownBox) => readonly PlacedWord[] {
  const bandOf = (y: number) => Math.floor(y / BAND_PT);
  const bands = Map.groupBy(page.words.keys(), (at) => {
    const [, bottom = 0, , top = 0] = page.words[at]?.box ?? [];
    return bandOf(page.heightPt - (bottom + top) / 2);
  });
  return (box) => {
    const [first, last] = [bandOf(box.top - SLACK_PT), bandOf(box.bottom + SLACK_PT)];
    if (!(last - first < bands.size)) return wordsInBox(page, box);
    const near: number[] = [];
    for (let band = first; band <= last; band++) near.push(...(bands.get(band) ?? []));
    const words = near.toSorted((one, two) => one - two).flatMap((at) => page.words[at] ?? []);
    return wordsInBox({ words, heightPt: page.heightPt }, box);
  };
}

/** Those whose middle lies in it, in the order of the page's text. */
export function wordsInBox(
  { words, heightPt }: Pick<PageLayout, 'words' | 'heightPt'>,
  { left, top, right, bottom }: ShownBox,
): readonly PlacedWord[] {
  return words.filter(({ box }) => {
    const [x, y] = [(box[0] + box[2]) / 2, heightPt - (box[1] + box[3]) / 2];
    return x > left - SLACK_PT && x < right + SLACK_PT && y > top - SLACK_PT && y < bottom + SLACK_PT;
  });
}
