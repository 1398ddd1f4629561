// Pages that are to be made of pages of a document: where each goes. All lengths are points of pages as they are shown, y downwards.

import { type Matrix, multiply } from './matrix.ts';
import { intersect, moveBox, type ShownBox } from './shown-box.ts';

export interface PlacedPage {
  /** 0-based in the source. */
  readonly pageIndex: number;
  /** From the page as it is shown to the planned page. Turns by quarters only. */
  readonly onto: Matrix;
  /** What is seen of it, on the planned page. */
  readonly seen: ShownBox;
}

export interface PlannedPage {
  readonly width: number;
  readonly height: number;
  /** In the order in which they are read; empty for a blank page. */
  readonly placed: readonly PlacedPage[];
  /** Holds pages, however few, instead of being one. */
  readonly isSheet: boolean;
}

export interface PageSides {
  readonly width: number;
  readonly height: number;
}

/** A page of the source by itself. */
export function wholePage(pageIndex: number, { width, height }: PageSides): PlannedPage {
  const seen = { left: 0, top: 0, right: width, bottom: height };
  return { width, height, placed: [{ pageIndex, onto: [1, 0, 0, 1, 0, 0], seen }], isSheet: false };
}

/** What it holds, moved by `matrix` into a page of another size. */
export function moveOnto(page: PlannedPage, matrix: Matrix, { width, height }: PageSides): PlannedPage {
  return { width, height, placed: placedBy(page, matrix, { left: 0, top: 0, right: width, bottom: height }), isSheet: page.isSheet };
}

/** What is seen of a page within a box of the page that it goes onto. */
export function placedBy({ placed }: PlannedPage, matrix: Matrix, within: ShownBox): readonly PlacedPage[] {
  return placed.map(({ pageIndex, onto, seen }) => ({
    pageIndex,
    onto: multiply(onto, matrix),
    seen: intersect(moveBox(matrix, seen), within),
  }));
}
