// What a part of an instruction asks for, before anything is known of the document: places in the instruction for the old text, the new one, the
// field. A part can be read in several ways; the document decides which of them holds.

import type { POSITIONS } from '#contract/params/edit-plan.ts';
import type { Span } from '../tokens.ts';
import type { Where } from './scope-words.ts';

interface Common {
  /** Said before the rest: `In the Denver row, …`. */
  readonly within?: readonly Span[];
  readonly where?: Where;
}

export interface Look {
  readonly color?: string;
  readonly bold?: true;
  readonly italic?: true;
  /** Of the size that it has. */
  readonly percent?: number;
  readonly points?: number;
  /** In capitals: another text, not another look. */
  readonly upper?: true;
}

export type NewUnit = 'line' | 'list_item' | 'row' | 'paragraph';

export type Intent = Common &
  (
    | {
        readonly kind: 'replace';
        readonly old: Span;
        readonly fresh: Span;
        readonly not?: Span;
        /** `label`: what stands before a colon or an arrow may only name the place. */ readonly says: 'text' | 'either' | 'label';
      }
    /** Several in one request: `"a" -> "b" and "c" -> "d"`. */
    | { readonly kind: 'replace_pairs'; readonly pairs: readonly (readonly [old: Span, fresh: Span])[] }
    | { readonly kind: 'replace_image'; readonly pages?: string }
    | { readonly kind: 'delete'; readonly target: Span }
    | { readonly kind: 'insert'; readonly value: Span; readonly place: 'before' | 'after'; readonly anchor: Span }
    /** A line, item, row or paragraph of its own; at the end of what `of` names, or of the page's text, where no anchor is said. */
    | {
        readonly kind: 'insert_unit';
        readonly value: Span;
        readonly unit?: NewUnit;
        readonly place: 'before' | 'after';
        readonly anchor?: Span;
        readonly of?: Span;
      }
    | { readonly kind: 'restyle'; readonly target: Span; readonly look: Look }
    | { readonly kind: 'highlight'; readonly target: Span; readonly color?: string }
    | { readonly kind: 'redact'; readonly target: Span }
    | { readonly kind: 'fill'; readonly field: Span; readonly value: Span }
    /** Fields with their values one after the other. */
    | { readonly kind: 'fill_list'; readonly list: Span }
    | { readonly kind: 'tick'; readonly field: Span; readonly checked: boolean }
    | {
        readonly kind: 'mark';
        readonly mark: 'stamp' | 'watermark' | 'header' | 'footer';
        readonly value: Span;
        readonly position?: (typeof POSITIONS)[number];
        readonly color?: string;
        /** No verb says that it is added. */
        readonly isBare: boolean;
      }
    | { readonly kind: 'number'; readonly position?: (typeof POSITIONS)[number]; readonly format?: string }
    | { readonly kind: 'delete_pages' | 'keep_pages'; readonly pages: string }
    | { readonly kind: 'rotate'; readonly pages: string; readonly degrees: 90 | 180 | 270 }
    | { readonly kind: 'reverse' }
    | { readonly kind: 'crop'; readonly value: number; readonly unit: 'pt' | 'mm' | 'cm' | 'in' | '%' }
    | { readonly kind: 'flatten' }
    | { readonly kind: 'set_property'; readonly field: 'title' | 'author' | 'subject' | 'keywords'; readonly value: Span }
    | { readonly kind: 'set_cell'; readonly row: Span; readonly column: Span; readonly value: Span }
    | { readonly kind: 'swap_pages'; readonly pages: string }
  );

/** Readings of one part in the order of trust: those of a later list count only where none of an earlier one holds. */
export type Readings = readonly (readonly Intent[])[];
