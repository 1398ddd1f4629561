// A page as its readers see it: blocks in reading order, labels with their values, form fields with the labels printed beside them, pictures,
// links and remarks. Each has an id that is the same whenever the same file is read. Positions are points of the page as it is shown, from its
// upper left corner. What reads it: planners of edits, structured output, the tools of a language model.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';

interface Placed {
  /** `p3-b12` is the twelfth block of page 3; `f` a field, `i` a picture, `l` a link, `r` a remark, `k` a label with its value. */
  readonly id: string;
  readonly box: ShownBox;
}

/** Where a text comes from: the page's text in its geometric order, in that of its tags, or read from its picture. */
export type Origin = 'text' | 'tags' | 'ocr';

interface TextLine {
  readonly text: string;
  readonly box: ShownBox;
}

export interface TextBlock extends Placed {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'header' | 'footer' | 'footnote' | 'caption';
  /** Of a heading 1–6; of a list item from 1. */
  readonly level?: number;
  /** Of a list item or footnote: its number or bullet as it is shown. Not part of `text`. */
  readonly label?: string;
  /** Lines joined by spaces; a word that is divided at the end of a line is whole. */
  readonly text: string;
  readonly lines: readonly TextLine[];
  readonly from: Origin;
}

interface Cell {
  /** 0-based. */
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly header: boolean;
  readonly text: string;
  /** Of its text; undefined where it is empty. */
  readonly box: ShownBox | undefined;
}

export interface TableBlock extends Placed {
  readonly kind: 'table';
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly Cell[];
  readonly from: Origin;
}

export interface PictureBlock extends Placed {
  readonly kind: 'picture';
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** The id of the text block that describes it. */
  readonly caption?: string;
}

export type PageBlock = TextBlock | TableBlock | PictureBlock;

/** A label and what is written for it: `Date: 3 May`, or a label left of or above its value. */
export interface Pair extends Placed {
  /** Without its colon or leaders. */
  readonly label: string;
  readonly labelBox: ShownBox;
  /** Empty where nothing is written yet: then `box` is that of the label. */
  readonly value: string;
  /** Where the value stands: on the label's line, in the next column of its row, or below it. */
  readonly place: 'inline' | 'right' | 'below';
}

export interface FormField extends Placed {
  /** Fully qualified (ISO 32000-2 12.7.4.2). */
  readonly name: string;
  readonly kind: 'text' | 'choice' | 'check' | 'radio' | 'button' | 'signature';
  /** The text printed beside it; undefined where there is none near enough. */
  readonly label: string | undefined;
  /** In a table of fields: the heads of its row and column. */
  readonly row?: string;
  readonly column?: string;
  /** The alternate name (/TU), which viewers show as its tip. */
  readonly tip: string | undefined;
  readonly value: string;
  /** Of a check box or radio button: the name of its state when it is on. */
  readonly state?: string;
}

export interface Link extends Placed {
  readonly text: string;
  readonly uri?: string;
  /** 1-based target in the document. */
  readonly page?: number;
}

/** An annotation that is neither a link nor a field. */
export interface Remark extends Placed {
  /** Table 169 of ISO 32000-1, such as `Stamp`. */
  readonly kind: string;
  readonly text: string;
}

export interface PageModel {
  /** 1-based. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** In reading order, the header first and the footer last. */
  readonly blocks: readonly PageBlock[];
  readonly pairs: readonly Pair[];
  readonly fields: readonly FormField[];
  readonly links: readonly Link[];
  readonly remarks: readonly Remark[];
}
