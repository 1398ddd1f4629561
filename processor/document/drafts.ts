// What the analysis finds on pages before it becomes the model: blocks whose lines are still those of the page.

import type { CellBorders } from './model.ts';
import type { Line } from './words/lines.ts';
import type { ShownBox, Sides } from '../pdf/geometry/shown-box.ts';
import type { PlacedImage } from '../pdf/pdfium/page/page-content.ts';

/** Its sides are those of its column. */
export interface DraftParagraph extends Sides {
  readonly lines: readonly Line[];
  /** Points between it and what is above it; 0 at the top. */
  readonly spaceBefore: number;
}

export interface DraftCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly shading?: number;
  readonly blocks: readonly DraftBlock[];
  readonly header?: boolean;
  readonly turned?: 90 | 270;
  /** As the page draws them; absent where its lines are not known. */
  readonly borders?: CellBorders;
}

export interface DraftTable {
  readonly kind: 'table';
  readonly xs: readonly number[];
  /** Edges of its rows, where lines are drawn. */
  readonly ys?: readonly number[];
  /** It only holds things side by side. */
  readonly layout?: boolean;
  readonly rows: number;
  readonly cells: readonly DraftCell[];
  readonly bordered: boolean;
  readonly colour: number;
  readonly box: ShownBox;
  readonly pageIndex: number;
  readonly rtl: boolean;
}

/** Lines that are upright here stand on the page turned. */
export interface TurnedText {
  /** Degrees, counter-clockwise: they read upwards (90) or downwards (270). */
  readonly angle: 90 | 270;
  /** Where they are on the page. */
  readonly around: ShownBox;
}

export interface DraftText extends DraftParagraph {
  readonly kind: 'text';
  readonly turned?: TurnedText;
  /** It is a variant of this one. */
  readonly source?: DraftText;
  readonly box: ShownBox;
  readonly pageIndex: number;
  /** It was read in a picture of the page. */
  readonly inPicture?: boolean;
  /** It stands above a text of its own, beside others that do. */
  readonly isColumnHead?: boolean;
  /** It is a label of a chart. */
  readonly isLabel?: boolean;
}

export interface DraftImage {
  readonly kind: 'image';
  readonly image: PlacedImage;
  readonly box: ShownBox;
  readonly pageIndex: number;
  readonly column: Sides;
}

export type DraftBlock = DraftText | DraftTable | DraftImage;
