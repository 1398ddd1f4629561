// Pictures of a page, and what was read in them: the text of a picture stands behind it, whatever the page around it looks like.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import type { Grid } from '../tables/grids.ts';
import type { Word } from '../words/words.ts';

export interface PagePicture extends PlacedImage {
  /** Absent where nothing was read in it. */
  readonly read?: PictureText;
}

export interface PictureText {
  readonly words: readonly Word[];
  readonly grids: readonly Grid[];
  /** Of the engine's words. */
  readonly confidences: readonly { readonly box: ShownBox; /** 0 to 100. */ readonly confidence: number }[];
}
