// The pictures of a page as a reader counts them: from the top, and at one height from the left. Only what the page and its forms draw:
// pictures in patterns, masks and appearances are not counted.

import type { PDFDict } from 'pdf-lib';
import { type Box, intersect, isEmpty } from '../geometry/box.ts';
import type { ImageEvent } from '../content/events.ts';
import { interpretPage } from '../content/interpret.ts';
import { isEditable } from './page-text.ts';

export interface PagePicture {
  /** In the order of drawing, from 0. */
  readonly index: number;
  /** Page space. */
  readonly box: Box;
  readonly event: ImageEvent;
  /** The same for every place where the same picture is drawn. */
  readonly picture: unknown;
}

/** In reading order; pictures outside their clip are invisible and not listed. @throws JobFailure decompression_limit */
export function listPictures(page: PDFDict): PagePicture[] {
  const pictures: PagePicture[] = [];
  let index = -1;
  interpretPage(page, (event) => {
    if (event.kind !== 'image' || !isEditable(event.source)) return;
    index++;
    const box = intersect(event.box, event.state.clip);
    if (event.isHidden || isEmpty(box)) return;
    pictures.push({ index, box, event, picture: event.stream ?? Buffer.from(event.inline?.data ?? []).toString('latin1') });
  });
  return pictures.toSorted(inReadingOrder);
}

function inReadingOrder({ box: one }: PagePicture, { box: two }: PagePicture): number {
  const overlap = Math.min(one[3], two[3]) - Math.max(one[1], two[1]);
  const isOneRow = overlap > Math.min(one[3] - one[1], two[3] - two[1]) / 2;
  return isOneRow ? one[0] - two[0] : two[3] - one[3];
}
