// Several pages on a sheet: side by side, or so that the folded sheets are a booklet.

import { parseLength, parsePageSize } from '#contract/params/lengths.ts';
import type { PageStep } from '#contract/params/pages-params.ts';
import type { Matrix } from '../../pdf/geometry/matrix.ts';
import { type PageSides, placedBy, type PlannedPage } from '../../pdf/geometry/planned-page.ts';
import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import { marginOf, turnedFor } from './fit-page.ts';

type NUp = Extract<PageStep, { op: 'n_up' }>;
type Booklet = Extract<PageStep, { op: 'booklet' }>;
type Pages = readonly PlannedPage[];

/** Columns and rows of an upright sheet; a sheet that is wide has them the other way round. */
const GRIDS = { 2: [1, 2], 3: [1, 3], 4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 16: [4, 4] } as const;

interface Grid {
  readonly sheet: PageSides;
  readonly columns: number;
  readonly rows: number;
  readonly margin: number;
  readonly gap: number;
}

export function makeSheets(pages: Pages, step: NUp): Pages {
  const [first] = pages;
  if (!first) return [];
  const size = step.page_size === undefined ? first : (parsePageSize(step.page_size) ?? first);
  const [few, many] = GRIDS[step.pages_per_sheet];
  const upright = gridOf(turnedFor(size, 'portrait', size), [few, many], step);
  const wide = gridOf(turnedFor(size, 'landscape', size), [many, few], step);
  const isWide = step.orientation === 'auto' ? scaleIn(wide, first) > scaleIn(upright, first) : step.orientation === 'landscape';
  const grid = isWide ? wide : upright;
  const sheets: PlannedPage[] = [];
  for (let from = 0; from < pages.length; from += step.pages_per_sheet)
    sheets.push(fillSheet(pages.slice(from, from + step.pages_per_sheet), grid, step));
  return sheets;
}

function gridOf(sheet: PageSides, [columns, rows]: readonly [number, number], step: Pick<NUp, 'margin' | 'gap'>): Grid {
  const margin = marginOf(step.margin, sheet);
  const room = Math.min((sheet.width - 2 * margin) / columns, (sheet.height - 2 * margin) / rows);
  return { sheet, columns, rows, margin, gap: Math.min(parseLength(step.gap) ?? 0, room / 2) };
}

function cellOf({ sheet, columns, rows, margin, gap }: Grid): PageSides {
  return {
    width: (sheet.width - 2 * margin - (columns - 1) * gap) / columns,
    height: (sheet.height - 2 * margin - (rows - 1) * gap) / rows,
  };
}

function scaleIn(grid: Grid, page: PageSides): number {
  const cell = cellOf(grid);
  return Math.min(cell.width / page.width, cell.height / page.height);
}

function fillSheet(pages: Pages, grid: Grid, { order, right_to_left }: Pick<NUp, 'order' | 'right_to_left'>): PlannedPage {
  const { sheet, columns, rows, margin, gap } = grid;
  const { width, height } = cellOf(grid);
  const placed = pages.flatMap((page, at) => {
    const [across, down] = order === 'rows' ? [at % columns, Math.floor(at / columns)] : [Math.floor(at / rows), at % rows];
    const column = right_to_left ? columns - 1 - across : across;
    const [left, top] = [margin + column * (width + gap), margin + down * (height + gap)];
    return placeIn(page, { left, top, right: left + width, bottom: top + height }, 'middle');
  });
  return { ...sheet, placed, isSheet: true };
}

/** Upright, as large as the cell allows. @param side of the cell on which the page stands */
function placeIn(page: PlannedPage, cell: ShownBox, side: 'left' | 'middle' | 'right'): PlannedPage['placed'] {
  const [width, height] = [cell.right - cell.left, cell.bottom - cell.top];
  const scale = Math.min(width / page.width, height / page.height);
  const free = width - scale * page.width;
  const left = cell.left + { left: 0, middle: free / 2, right: free }[side];
  const onto: Matrix = [scale, 0, 0, scale, left, cell.top + (height - scale * page.height) / 2];
  return placedBy(page, onto, { left, top: onto[5], right: left + scale * page.width, bottom: onto[5] + scale * page.height });
}

/** Front and back of each sheet of paper, to be printed on both sides and turned at the short edge. */
export function makeBooklet(pages: Pages, step: Booklet): Pages {
  const [first] = pages;
  if (!first) return [];
  const usual = { width: 2 * first.width, height: first.height };
  const sheet = step.page_size === undefined ? usual : turnedFor(parsePageSize(step.page_size), 'landscape', usual);
  const whole = Math.ceil(pages.length / 4);
  const ofSignature = 4 * Math.min(step.sheets_per_signature ?? whole, whole);
  const sides: PlannedPage[] = [];
  for (let from = 0; from < pages.length; from += ofSignature) {
    const count = 4 * Math.ceil(Math.min(ofSignature, pages.length - from) / 4);
    for (let side = 0; side < count / 2; side++) {
      // The outermost sheet has the first and the last page on its front, the second and the last but one on its back.
      const [low, high] = [pages[from + side], pages[from + count - 1 - side]];
      const isFront = side % 2 === 0;
      const [left, right] = isFront === (step.binding === 'left') ? [high, low] : [low, high];
      sides.push(openSpread(left, right, sheet, marginOf(step.margin, { width: sheet.width / 2, height: sheet.height })));
    }
  }
  return sides;
}

/** Two pages that touch in the middle, where the sheet is folded. */
function openSpread(left: PlannedPage | undefined, right: PlannedPage | undefined, sheet: PageSides, margin: number): PlannedPage {
  const middle = sheet.width / 2;
  const [top, bottom] = [margin, sheet.height - margin];
  const placed = [
    ...(left ? placeIn(left, { left: margin, top, right: middle, bottom }, 'right') : []),
    ...(right ? placeIn(right, { left: middle, top, right: sheet.width - margin, bottom }, 'left') : []),
  ];
  return { ...sheet, placed, isSheet: true };
}
