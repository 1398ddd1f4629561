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
    const found: number[] = [];
    for (let band = first; band <= last; band++)
      for (const at of bands.get(band) ?? []) if (isInBox(page.words[at], page.heightPt, box)) found.push(at);
    return found.toSorted((one, two) => one - two).flatMap((at) => page.words[at] ?? []);
  };
}

/** Those whose middle lies in it, in the order of the page's text. */
export function wordsInBox({ words, heightPt }: Pick<PageLayout, 'words' | 'heightPt'>, box: ShownBox): readonly PlacedWord[] {
  return words.filter((word) => isInBox(word, heightPt, box));
}

function isInBox(word: PlacedWord | undefined, heightPt: number, { left, top, right, bottom }: ShownBox): boolean {
  if (!word) return false;
  const x = (word.box[0] + word.box[2]) / 2;
  const y = heightPt - (word.box[1] + word.box[3]) / 2;
  return x > left - SLACK_PT && x < right + SLACK_PT && y > top - SLACK_PT && y < bottom + SLACK_PT;
}
