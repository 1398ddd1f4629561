// A document as structure and looks, the form between reading a PDF and writing it in another format. Lengths are points. It holds text, looks
// and targets of links; nothing that runs. Writers take it part by part (StreamedDocument), so that none of them holds the whole.

import type { ShownBox } from '../pdf/geometry/shown-box.ts';
import type { Pen } from '../pdf/pdfium/page/page-content.ts';

/** Where something is in the source: points from the upper left corner of the page as it is shown. */
export interface PageBox {
  /** 1-based. */
  readonly page: number;
  readonly box: ShownBox;
}

/** Of what its content spans, a page or a column each; absent where nothing of it is in the source. */
interface InSource {
  readonly boxes?: readonly PageBox[];
}

export interface Run {
  readonly text: string;
  readonly family: string;
  /** Points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  /** 0xRRGGBB. */
  readonly colour: number;
  readonly highlight?: number;
  readonly script?: 'super' | 'sub';
  /** Points above its line, where it keeps its place: its size is its own then. */
  readonly rise?: number;
  /** Points between its letters beyond what the font has. */
  readonly letterSpacing?: number;
  /** Share of the width that its letters have in their font. */
  readonly scale?: number;
  /** A web or mail address, or `#` with the name of a bookmark. */
  readonly link?: string;
  /** The number of a note, from 1: the run is its mark. */
  readonly footnote?: number;
  readonly field?: 'page' | 'pages';
}

/** Left is where a paragraph starts, and right where it ends, also in one that runs from right to left. */
export type Alignment = 'left' | 'centre' | 'right' | 'justified';

export interface ListPlace {
  /** Items with the same number belong to one list. */
  readonly list: number;
  /** 0-based. */
  readonly level: number;
  readonly format: ListFormat;
  /** Decimal value of the label; 1 for bullets. */
  readonly value: number;
  /** Its text begins right behind the label. */
  readonly tight?: boolean;
  /** As it stands in the source; absent where it is drawn. Its family is empty where another sign stands for it. */
  readonly label?: LabelLook;
}

export type LabelLook = Pick<Run, 'text' | 'family' | 'size' | 'bold' | 'italic' | 'colour'>;

export interface ListFormat {
  readonly kind: 'bullet' | 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';
  /** The bullet, or the pattern around the number: `%1.`, `(%1)`, `%1.%2`. */
  readonly text: string;
}

/** A place that is kept, whatever is around it. Points from the upper left corner of the page. */
export interface PagePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface TextBox {
  /** Degrees, counter-clockwise: its text reads upwards (90) or downwards (270). */
  readonly angle: 0 | 90 | 270;
}

export interface Paragraph extends InSource {
  readonly kind: 'paragraph';
  /** Absent: it flows. */
  readonly place?: PagePlace;
  /** In its place it is a text box, not a frame. */
  readonly boxed?: TextBox;
  readonly runs: readonly Run[];
  readonly alignment: Alignment;
  readonly rtl: boolean;
  readonly indentLeft: number;
  readonly indentRight: number;
  /** Indent of the first line against the others; negative hangs. */
  readonly indentFirst: number;
  readonly spaceBefore: number;
  /** From one baseline to the next. */
  readonly lineHeight: number;
  /** That is so whatever is written there: it keeps its place on the page. */
  readonly exactLines?: boolean;
  /** Room between East Asian and other letters, as programs add it. */
  readonly scriptGaps?: boolean;
  readonly breakBefore?: Break;
  /** Names of targets of links inside the document. */
  readonly bookmarks?: readonly string[];
  /** 0xRRGGBB, behind the whole paragraph. */
  readonly shading?: number;
  /** 1–6. */
  readonly heading?: number;
  readonly list?: ListPlace;
  /** Its lines as they stand, where it is set in type of one width in a document that is not. */
  readonly code?: readonly CodeLine[];
  /** Where text after each tab starts, or ends when it is right-aligned; from the column's left side. */
  readonly tabs?: readonly TabStop[];
}

export interface CodeLine {
  /** Letters between the left side of the page and its first one. */
  readonly indent: number;
  readonly text: string;
}

export interface TabStop {
  readonly at: number;
  readonly right: boolean;
  /** What fills the gap up to it. */
  readonly leader?: 'dot';
}

export type Break = 'page' | 'column';

export type CellSide = 'top' | 'left' | 'bottom' | 'right';

export interface CellBorder {
  /** Points. */
  readonly thickness: number;
  readonly colour: number;
  /** Points on and off in turn; absent: solid. */
  readonly dash?: readonly number[];
}

/** Absent: no line. */
export type CellBorders = Readonly<Partial<Record<CellSide, CellBorder>>>;

export interface TableCell extends InSource {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly shading?: number;
  readonly blocks: readonly Block[];
  readonly header?: boolean;
  /** Degrees, counter-clockwise: its text reads upwards (90) or downwards (270). */
  readonly turned?: 90 | 270;
  readonly vertical?: 'middle' | 'bottom';
  /** Absent: those of its table. */
  readonly borders?: CellBorders;
  readonly paddingLeft: number;
  readonly paddingRight: number;
}

export interface Table extends InSource {
  readonly kind: 'table';
  /** Absent: it flows. */
  readonly place?: PagePlace;
  /** One per column. */
  readonly widths: readonly number[];
  readonly rows: number;
  readonly cells: readonly TableCell[];
  readonly bordered: boolean;
  readonly borderColour: number;
  /** Negative where it sticks out of the column. */
  readonly indentLeft: number;
  readonly rtl: boolean;
  /** One per row, at least; 0 where it is not known. */
  readonly rowHeights: readonly number[];
  /** Rows are not higher than that either: the table keeps its place. */
  readonly rowsExact?: boolean;
  readonly spaceBefore: number;
  readonly breakBefore?: Break;
  /** Not a table of the document: it holds things side by side. Its cells are read one after the other. */
  readonly layout?: boolean;
}

/** An encoded picture, which lies on disk. */
export interface PictureFile {
  readonly type: 'jpg' | 'png';
  /** Its bytes. The same function wherever the picture is the same. */
  readonly read: () => Promise<Uint8Array>;
}

export interface Image extends PictureFile, InSource {
  readonly kind: 'image';
  readonly width: number;
  readonly height: number;
  readonly alignment: Alignment;
  readonly indentLeft: number;
  readonly spaceBefore: number;
  readonly breakBefore?: Break;
  /** It has a fixed place. */
  readonly float?: Float;
  readonly alternative?: string;
  /** A web or mail address. */
  readonly link?: string;
}

export interface Float {
  /** `text`: from the left side of the column and the top of the paragraph that follows, whose text flows around it. `page`: behind the text. */
  readonly from: 'text' | 'page';
  readonly left: number;
  readonly top: number;
  /** When it was drawn on its page, where that is known: later ones lie above earlier ones. */
  readonly object?: number;
}

/** A filled box; a rule is a thin one. */
export interface FilledBox extends PagePlace {
  /** 0xRRGGBB. */
  readonly colour: number;
  /** 0 to 1. */
  readonly opacity: number;
  /** Points: of its corners, where they are round. */
  readonly radius?: number;
  /** When the last of the pictures was drawn that it lies over (`Float.object`). */
  readonly over?: number;
  /** Of a line along its longer side: drawn with a pen as thick as the shorter. */
  readonly pen?: Pen;
}

export type Block = Paragraph | Table | Image;

export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A section without its blocks. */
export interface SectionHead {
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly margins: Margins;
  readonly columns: number;
  readonly columnGap: number;
  /** False: continues on the same page. */
  readonly newPage: boolean;
  /** 0-based, of the source: it is this page, and its blocks have places. */
  readonly placedPage?: number;
  readonly header: readonly Block[];
  readonly footer: readonly Block[];
  /** From the edge of the page. */
  readonly headerDistance: number;
  readonly footerDistance: number;
  /** The number of its first page, where that is not the next number. */
  readonly numberStart?: number;
  /** Without it on the first page. */
  readonly bareFirstPage: { readonly header: boolean; readonly footer: boolean };
}

export type FontKind = 'serif' | 'sans' | 'mono';

/** How the letters of a run look. */
export type Look = Pick<Run, 'family' | 'size' | 'bold' | 'italic' | 'colour'>;

export interface LineSpacing {
  readonly rule: 'multiple' | 'exact';
  /** 240ths of a line, or twentieths of a point. */
  readonly value: number;
}

/** The usual look of a document's text and of its headings. */
export interface DocumentLook extends Pick<Run, 'family' | 'size'> {
  /** By level, from 1. A level that does not occur looks like the one above it. */
  readonly headings: readonly Look[];
  /** Of most of the text. */
  readonly line: LineSpacing;
}

/** What a document states about itself. */
interface DocumentFacts {
  readonly title?: string;
  readonly language?: string;
  /** 0xRRGGBB: the background of every page. */
  readonly background?: number;
  /** What kind of type each family of the document is. */
  readonly families: ReadonlyMap<string, FontKind>;
}

/** What holds for the whole document, known before its first part. */
export interface DocumentHead extends DocumentFacts {
  readonly look: DocumentLook;
  /** Most of its paragraphs run from right to left. */
  readonly rtl: boolean;
}

export type DocumentPart =
  /** Begins a section, and ends the one before. The first part of a document. */
  | { readonly kind: 'section'; readonly section: SectionHead }
  /** Of the open section; neighbours in two parts are neighbours. */
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }
  /** Drawn behind the blocks of the open section, which is one page and whose blocks have places: later ones over earlier ones. Its last part. */
  | { readonly kind: 'shapes'; readonly boxes: readonly FilledBox[] }
  /** After the part with its mark, in the order of the numbers, which start at 1. */
  | { readonly kind: 'footnote'; readonly number: number; readonly paragraphs: readonly Paragraph[] };

export interface StreamedDocument {
  readonly head: DocumentHead;
  /** Read once. */
  readonly parts: AsyncIterable<DocumentPart>;
}

/** All paragraphs of blocks, those in tables too, in order. */
export function* paragraphsIn(blocks: readonly Block[]): Generator<Paragraph> {
  for (const block of blocks) {
    if (block.kind === 'paragraph') yield block;
    else if (block.kind === 'table') for (const cell of block.cells) yield* paragraphsIn(cell.blocks);
  }
}

/** Brightness of a 24-bit colour as the eye sees it, 0 to 255 (ITU-R BT.601). */
export function luminanceOf(colour: number): number {
  return ((colour >> 16) & 255) * 0.3 + ((colour >> 8) & 255) * 0.59 + (colour & 255) * 0.11;
}
