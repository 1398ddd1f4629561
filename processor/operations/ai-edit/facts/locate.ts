// What the checks know about the document: how many pages, where a target is, which fields there are. The editor answers these
// from the real content; the checks never open a file.

import type { EditOf, Match, TextUnit } from '#contract/params/edit-plan.ts';
import type { Box } from '../../../pdf/geometry/box.ts';
import type { ShownBox } from '../../../pdf/geometry/shown-box.ts';

/** A place where a target was found. */
export interface LocatedText {
  /** 1-based. */
  readonly page: number;
  /** Code units of the page's text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The pieces of a unit that its content writes apart, the cells of a row: they go with this one. */
  readonly pieces?: readonly LocatedText[];
  /** One of these: nothing is done for it alone. */
  readonly isPiece?: true;
}

/** A picture in its place on a page. */
export interface LocatedImage {
  /** 1-based. */
  readonly page: number;
  /** In the order of drawing on its page. */
  readonly index: number;
  /** Default user space. */
  readonly box: Box;
  /** On the page as it is shown. */
  readonly seen: ShownBox;
  /** The same for the same picture, wherever it is drawn. */
  readonly picture: number;
}

/** A drawing in its place on a page. */
export interface LocatedDrawing {
  /** 1-based. */
  readonly page: number;
  /** Among those of its page, from the largest, from 1. */
  readonly number: number;
  /** Default user space. */
  readonly box: Box;
  /** On the page as it is shown. */
  readonly seen: ShownBox;
  /** Such as `#ff0000`. */
  readonly color: string;
  /** A text that it covers would appear. */
  readonly hidesText: boolean;
  /** A text stands in it in part, and goes on outside: it is none of its texts. */
  readonly isCrossed: boolean;
  /** The texts that stand in it, line by line. */
  readonly texts: readonly LocatedText[];
}

/** A page as it is seen, in points from its lower left corner. */
export interface PageLayout {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly words: readonly PlacedWord[];
}

export interface PlacedWord {
  /** Code units of the page's text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly box: Box;
}

/** What somebody added to a page beside its content. */
export interface Remark {
  /** Table 169 of ISO 32000-1, such as `Stamp`. */
  readonly kind: string;
  readonly text: string;
}

/** An annotation or link in its place on a page. */
interface LocatedAnnotation extends Remark {
  /** 1-based. */
  readonly page: number;
  /** Default user space; undefined where it has none. */
  readonly box: Box | undefined;
  readonly author: string | undefined;
  /** Of a link that leads to an address. */
  readonly url: string | undefined;
}

export interface DocumentFacts {
  /** Lower-case hexadecimal SHA-256 of the file. */
  readonly sha256: string;
  readonly pageCount: number;
  /** The text of a page in reading order; 1-based. */
  readonly pageText: (page: number) => string;
  /** Every match on these pages, in reading order, whatever its `occurrence`; on request in any spelling. */
  readonly locate: (match: Match, pages: readonly number[], anySpelling?: boolean) => Promise<readonly LocatedText[]>;
  /** The line, list item, row or paragraph that a place is in, with its pieces; undefined where it cannot be told apart. */
  readonly unitOf: (place: LocatedText, unit: Exclude<TextUnit, 'text'>) => LocatedText | undefined;
  /** Every picture on these pages, in reading order. */
  readonly images: (pages: readonly number[]) => readonly LocatedImage[];
  /** Nothing is on the page, not even what nobody sees. */
  readonly isBlank: (page: number) => boolean;
  /** Every drawing of a page, from the largest. */
  readonly drawings: (page: number) => readonly LocatedDrawing[];
  /** The form field with this name or label; undefined where there is none. */
  readonly fieldKind: (name: string) => Promise<'text' | 'choice' | 'box' | 'button' | 'signature' | undefined>;
  /** What the form field with this name or label holds; empty where it holds nothing. */
  readonly fieldValue: (name: string) => Promise<string>;
  /** How many fields of text and choice the document has, how many of them hold nothing, and how many a word or a number other than zero. */
  readonly countFields: () => Promise<{ readonly all: number; readonly empty: number; readonly stated: number }>;
  /** The words of a page where they are seen; 1-based. */
  readonly layout: (page: number) => PageLayout;
  /** Annotations that `remove_annotations` of this kind would take off these pages. */
  readonly remarks: (pages: readonly number[], kind: EditOf<'remove_annotations'>['kind']) => readonly Remark[];
  /** Annotations that this operation means, in the order of the pages. */
  readonly annotations: (
    pages: readonly number[],
    operation: EditOf<'remove_annotations'> | EditOf<'flatten_annotations'> | EditOf<'remove_links'>,
  ) => readonly LocatedAnnotation[];
  /** The links that lie over a text. */
  readonly linksOver: (place: Pick<LocatedText, 'page' | 'start' | 'end'>) => readonly LocatedAnnotation[];
}

/** The pictures that are meant; undefined where one is meant and there are several. */
export function chooseImages(found: readonly LocatedImage[], which: EditOf<'replace_image'>['image']): readonly LocatedImage[] | undefined {
  const area = ({ box }: LocatedImage) => (box[2] - box[0]) * (box[3] - box[1]);
  if (which === 'all') return found;
  if (which === 'only') return new Set(found.map(({ picture }) => picture)).size > 1 ? undefined : found;
  const chosen = which === 'largest' ? found.toSorted((one, two) => area(two) - area(one))[0] : found.at(which > 0 ? which - 1 : which);
  return chosen ? [chosen] : [];
}

/** @param values of fields */
export function countValues(values: readonly string[]): Awaited<ReturnType<DocumentFacts['countFields']>> {
  return {
    all: values.length,
    empty: values.filter((value) => value.trim() === '').length,
    stated: values.filter((value) => /[\p{L}1-9]/u.test(value)).length,
  };
}

/** The matches that `occurrence` chooses. */
export function chooseOccurrence(found: readonly LocatedText[], occurrence: Match['occurrence']): readonly LocatedText[] {
  if (occurrence === 'all') return found;
  const chosen = found.at(occurrence > 0 ? occurrence - 1 : occurrence);
  return chosen === undefined ? [] : [chosen];
}
