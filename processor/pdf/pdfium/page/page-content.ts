// What is on a page, as data: characters, rules, fills, pictures and links. All positions are points in the page as it is shown: origin in
// the upper left corner of the crop box, y downwards, /Rotate applied. Nothing here is interpreted; its readers do that.

import type { ShownBox } from '../../geometry/shown-box.ts';
import type { FontFace } from './fonts.ts';

/** What the characters of one text object share. */
export interface TextStyle extends FontFace {
  /** Points, as shown. */
  readonly size: number;
  /** Share of their width at this size that letters have, where they are clearly narrower or wider than their font. */
  readonly stretch?: number;
  /** 0xRRGGBB: on white, where it is not opaque. */
  readonly colour: number;
  /** Degrees, counter-clockwise as seen: 0, 90, 180, 270 for upright pages. */
  readonly angle: number;
  /** Text rendering mode 3 or 7: searchable but not visible (ISO 32000-1 9.3.6). */
  readonly invisible: boolean;
}

/** One of a page's characters on its own; a page holds them as columns. */
export interface Character {
  /** One code point; a ligature that the font maps to several letters comes as several characters. */
  readonly text: string;
  readonly box: ShownBox;
  /** Where the baseline starts. */
  readonly x: number;
  readonly y: number;
  readonly style: TextStyle;
  /** Number of the text object in the order of the content stream. */
  readonly object: number;
  /** Marked-content identifier; -1 where the text is not marked. */
  readonly mcid: number;
  /** The engine added it (a space, a line end): it is not in the document. */
  readonly generated: boolean;
  /** A hyphen at the end of a line. */
  readonly hyphen: boolean;
  /** The font does not map it to a character. */
  readonly unmapped: boolean;
}

/** In the order of the page; `count` of each column are filled. */
export interface CharacterColumns {
  readonly count: number;
  /** The six columns of points, one after the other: see Character. */
  readonly left: Float64Array<ArrayBuffer>;
  readonly top: Float64Array<ArrayBuffer>;
  readonly right: Float64Array<ArrayBuffer>;
  readonly bottom: Float64Array<ArrayBuffer>;
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
  /** Code points. */
  readonly code: Uint32Array<ArrayBuffer>;
  /** Index into `styles`. */
  readonly style: Uint32Array<ArrayBuffer>;
  readonly object: Int32Array<ArrayBuffer>;
  readonly mcid: Int32Array<ArrayBuffer>;
  /** Sum of FLAG (character-columns.ts). */
  readonly flags: Uint8Array<ArrayBuffer>;
  /** Each once. */
  readonly styles: readonly TextStyle[];
}

/** A line or a thin filled box, along an axis. */
export interface Rule {
  readonly box: ShownBox;
  readonly horizontal: boolean;
  readonly thickness: number;
  /** 0xRRGGBB: on white, where it is not opaque. */
  readonly colour: number;
  /** As of pictures. */
  readonly object?: number;
  /** Drawn with a pen (ISO 32000-1 8.5.3.2); absent: a thin filled box. */
  readonly pen?: Pen;
}

export interface Pen {
  /** Points on and off in turn (8.4.3.6); absent: solid. */
  readonly dash?: readonly number[];
}

/** A filled box that is not thin. */
export interface Fill {
  readonly box: ShownBox;
  readonly colour: number;
  /** 0–255. */
  readonly opacity: number;
  /** Points: of its corners, where they are round. */
  readonly radius?: number;
  /** As of pictures. */
  readonly object?: number;
}

/** What is seen of a colour on white. @param opacity 0–255 */
export function onWhite({ colour, opacity }: Pick<Fill, 'colour' | 'opacity'>): number {
  const seen = (shift: number) => Math.round((((colour >> shift) & 255) * opacity + 255 * (255 - opacity)) / 255) << shift;
  return opacity >= 255 ? colour : seen(16) | seen(8) | seen(0);
}

export interface PlacedImage {
  readonly box: ShownBox;
  readonly mcid: number;
  /** Number among the text objects and pictures of the page, in stream order. */
  readonly object: number;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** The visible part of the pixels, where a clip hides the rest: fractions from the upper left corner. The box is that of the visible part. */
  readonly crop?: ShownBox;
  /** A whole JPEG file, or BGRA pixels, four bytes each. Absent when the picture could not be read or is beyond the budget. */
  readonly jpeg?: Uint8Array<ArrayBuffer>;
  readonly bgra?: Uint8Array<ArrayBuffer>;
  /** Tells small pictures apart where their pixels are kept elsewhere. */
  readonly digest?: number;
  /** What it says: it was drawn from text. */
  readonly alternative?: string;
}

/** An area that is neither text nor a picture nor a rule: curves, slanted lines. */
export interface Drawing {
  readonly box: ShownBox;
  /** Marked-content identifier; -1 where it is not marked. */
  readonly mcid: number;
  /** A box filled with a pattern: it may be the ground of a cell. */
  readonly patterned?: true;
  /** 0xRRGGBB: on white, where all of it is filled with one. */
  readonly colour?: number;
}

export interface PageLink {
  readonly boxes: readonly ShownBox[];
  readonly uri?: string;
  /** 0-based target inside the document. */
  readonly pageIndex?: number;
  /** Points below the top of that page; 0 where the target is the page. */
  readonly y?: number;
  /** Drawn around it by viewers: points, and 0xRRGGBB. */
  readonly border?: { readonly width: number; readonly colour: number };
}

export interface PageContent {
  /** 0-based. */
  readonly pageIndex: number;
  readonly width: number;
  readonly height: number;
  readonly characters: CharacterColumns;
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
  readonly images: readonly PlacedImage[];
  readonly drawings: readonly Drawing[];
  readonly links: readonly PageLink[];
}
