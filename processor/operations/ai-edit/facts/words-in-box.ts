// The words of a page that stand in a box of its model: two readers of a page give the same places, and not always the same letters.

import type { ShownBox } from '../../../pdf/geometry/shown-box.ts';
import type { PageLayout, PlacedWord } from './locate.ts';

/** Points by which the boxes of two readers of a page may differ. */
const SLACK_PT = 1.5;

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
