// What a planned edit may change on a page: the judges of text and picture compare with this.

import type { Box } from '../../geometry/box.ts';
import type { DrawingFreedom } from './judge-drawings.ts';

export interface JudgedPage {
  /** 0-based, in the source and in the result. */
  readonly before: number;
  readonly after: number;
  readonly texts: readonly TextExpectation[];
  /** Where the page may look different, in default user space. */
  readonly boxes: readonly Box[];
  /** By how much the plan turns the page, clockwise. */
  readonly quarterTurns: number;
  /** The plan crops the page: less of it is visible. */
  readonly isCut: boolean;
  /** Rows that the plan puts into tables. */
  readonly newRows?: readonly NewRow[];
  readonly things?: ThingExpectation;
  /** All letters in the boxes are accounted for: not where fields became text, or a redaction took whole what it covers in part. */
  readonly isLetterByLetter: boolean;
  /** What the plan does to lines, grounds and pictures. */
  readonly drawings: DrawingFreedom;
  /** What the plan adds lies over text on purpose. */
  readonly mayCover: boolean;
  /** The plan colours text or its ground: so many letters may be as good as invisible afterwards. */
  readonly coloured: number;
  /** At which the page is drawn first; higher ones follow where the pictures differ. */
  readonly dpi: number;
}

export interface NewRow {
  readonly cells: readonly string[];
  /** Around all of them, in default user space. */
  readonly box: Box;
}

export interface TextExpectation {
  /** The operations that cause it. */
  readonly operation?: string;
  /** As it was on the page; undefined for text that is only added. */
  readonly old: string | undefined;
  /** Undefined for text that is only removed. */
  readonly new: string | undefined;
  /** Letters that go with it wherever they are: hyphens and leaders. */
  readonly also?: string;
  /** It lies over other text, so engines read its letters between those of that text: they are counted, in whatever order. */
  readonly isScattered?: boolean;
  /** The place of the new text, in default user space; undefined where unknown. */
  readonly box?: Box | undefined;
}

/** Beside text: what was put on a page, and what was taken off it. */
export interface ThingExpectation {
  /** One even ground before: what is put there covers nothing. In default user space. */
  readonly blank: readonly Box[];
  /** These must look different afterwards. */
  readonly altered: readonly Box[];
  /** By the engine's number of the subtype (fpdf_annot.h): how many more there are; others are not counted. */
  readonly annotations: ReadonlyMap<number, number>;
  readonly links: readonly LinkExpectation[];
  /** How many more there are; undefined where they are not counted. */
  readonly pictures: number | undefined;
}

export interface LinkExpectation {
  /** Where it is. */
  readonly box: Box;
  /** Undefined for a link into the document. */
  readonly url: string | undefined;
}
