// What a part of an instruction asks for, before anything is known of the document: places in the instruction for the old text, the new one, the
// field. A part can be read in several ways; the document decides which of them holds.

import type { ANNOTATION_KINDS, METADATA_FIELDS, POSITIONS, SIDES_OF_ANCHOR } from '#contract/params/edit-plan.ts';
import type { MovedBy } from '../moved-by.ts';
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

interface Beside {
  readonly position?: (typeof POSITIONS)[number];
  readonly beside?: { readonly side: (typeof SIDES_OF_ANCHOR)[number]; readonly anchor: Span };
}

export type Intent = Common &
  (
    | {
        readonly kind: 'replace';
        readonly old: Span;
        readonly fresh: Span;
        readonly not?: Span;
        /** The links over it lead to the new address too. */
        readonly withLinks?: true;
        /** `label`: what stands before a colon or an arrow may only name the place. */ readonly says: 'text' | 'either' | 'label';
      }
    /** A correction that is told: the new text, the old one where it is said, and what describes where it stands. */
    | {
        readonly kind: 'told';
        readonly fresh: Span;
        readonly old?: Span;
        readonly about: readonly Span[];
        /** The new text is the old number, rounded. */
        readonly isRounded?: true;
        /** Nothing says that it is a change: `Copyright 2005-2015`. */
        readonly isBare?: true;
      }
    /** Several in one request: `"a" -> "b" and "c" -> "d"`. */
    | { readonly kind: 'replace_pairs'; readonly pairs: readonly (readonly [old: Span, fresh: Span])[] }
    /** By the picture that came with the instruction. */
    | { readonly kind: 'replace_image'; readonly target: Span }
    /** @property withLinks the links over it go too @property isPlaceKept its row, line or cell stays, empty */
    | { readonly kind: 'delete'; readonly target: Span; readonly withLinks?: true; readonly isPlaceKept?: true }
    /** A word that stands twice in a row: once is enough. */
    | { readonly kind: 'doubled'; readonly word: Span }
    /**
     * @property until it stands right behind the anchor: the value goes between both
     * @property isRunOn it goes on in the text that the anchor ends, not on a line of its own
     */
    | {
        readonly kind: 'insert';
        readonly value: Span;
        readonly place: 'before' | 'after';
        readonly anchor: Span;
        readonly until?: Span;
        readonly isRunOn?: true;
      }
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
    /** Each field with its own quoted value. */
    | { readonly kind: 'fill_pairs'; readonly pairs: readonly (readonly [field: Span, value: Span])[] }
    /** Fields with their values one after the other. */
    | { readonly kind: 'fill_list'; readonly list: Span }
    | { readonly kind: 'tick'; readonly field: Span; readonly checked: boolean }
    | {
        readonly kind: 'mark';
        readonly mark: 'stamp' | 'watermark' | 'header' | 'footer';
        readonly value: Span;
        readonly position?: (typeof POSITIONS)[number];
        readonly color?: string;
        readonly beside?: Beside['beside'];
        readonly points?: number;
        readonly bold?: true;
        /** No verb says that it is added. */
        readonly isBare: boolean;
      }
    | { readonly kind: 'number'; readonly position?: (typeof POSITIONS)[number]; readonly format?: string; readonly start?: number }
    /** A picture of the document, said by place, size or caption. */
    | {
        readonly kind: 'picture';
        readonly act: 'delete' | 'move' | 'resize';
        readonly target: Span;
        readonly position?: (typeof POSITIONS)[number];
        readonly by?: MovedBy;
        readonly percent?: number;
        /** The text right below it goes too. */
        readonly withTextBelow?: true;
      }
    /** The one that came with the instruction is put on. */
    | ({ readonly kind: 'add_picture' } & Beside)
    | {
        readonly kind: 'remarks';
        readonly act: 'remove' | 'flatten';
        readonly kinds: readonly (typeof ANNOTATION_KINDS)[number][];
        readonly color?: string;
        readonly author?: Span;
        /** What they say, or lie over. */
        readonly at?: Span;
        /** Words say which, and are not understood. */
        readonly isDescribed?: true;
      }
    | { readonly kind: 'line'; readonly line: 'underline' | 'strike'; readonly target: Span; readonly color?: string }
    | { readonly kind: 'note'; readonly value: Span; readonly at: Span }
    /** Without an address the text is one itself. */
    | {
        readonly kind: 'link';
        readonly target: Span;
        readonly url?: Span;
        readonly page?: number;
        /** One that is there gets another target. */
        readonly isThere?: true;
      }
    | { readonly kind: 'unlink'; readonly target?: Span; readonly isBorder: boolean }
    | { readonly kind: 'clear_fields'; readonly target?: Span }
    /** @property shown what stands on them */
    | { readonly kind: 'delete_pages' | 'keep_pages'; readonly pages: string; readonly shown?: Span }
    | { readonly kind: 'rotate'; readonly pages: string; readonly degrees: 90 | 180 | 270 }
    | { readonly kind: 'reverse' }
    | { readonly kind: 'crop'; readonly value: number; readonly unit: 'pt' | 'mm' | 'cm' | 'in' | '%' }
    | { readonly kind: 'flatten' }
    | { readonly kind: 'set_property'; readonly field: 'title' | 'author' | 'subject' | 'keywords'; readonly value: Span }
    | { readonly kind: 'set_cell'; readonly row: Span; readonly column: Span; readonly value: Span }
    /** Two pages change places. */
    | { readonly kind: 'swap_pages'; readonly pages: string }
    | { readonly kind: 'move_pages'; readonly pages: string; readonly place: 'before' | 'after'; readonly page: number }
    | { readonly kind: 'duplicate_pages'; readonly pages: string; readonly copies: number }
    /** A copy of them that stands elsewhere. */
    | { readonly kind: 'copy_pages'; readonly pages: string; readonly place: 'before' | 'after'; readonly page: number }
    | { readonly kind: 'insert_blank'; readonly place: 'before' | 'after'; readonly page: number }
    /** Pages by what stands at their top. */
    | { readonly kind: 'named_pages'; readonly act: 'delete_pages' | 'keep_pages'; readonly name: Span }
    | { readonly kind: 'remove_properties'; readonly fields: 'all' | readonly (typeof METADATA_FIELDS)[number][] }
  );

/** Readings of one part in the order of trust: those of a later list count only where none of an earlier one holds. */
export type Readings = readonly (readonly Intent[])[];
