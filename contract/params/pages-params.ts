// Parameters of `pages`: steps that are carried out in their order, each on the pages as the step before it left them.

import { z } from 'zod';
import { PageChoice } from './edit-pages.ts';
import { length, pageSize, parseLength } from './lengths.ts';
import { on_signature, pages as pageRanges, password, strict } from './shared-params.ts';

const STEPS_MAX = 50;
const COUNT_MAX = 100;
const PAGES_PER_SHEET = [2, 3, 4, 6, 8, 9, 16] as const;

const pages = PageChoice.default('all');

const pageNumber = z
  .int()
  .min(-100_000)
  .max(100_000)
  .refine((page) => page !== 0, 'is 0; pages count from 1, or with -1 from the end')
  .describe('A page: from 1, or negative from the end (-1 is the last).');
const before = pageNumber.optional();
const after = pageNumber.optional();

function namesOnePlace(step: { readonly before?: number | undefined; readonly after?: number | undefined }): boolean {
  return (step.before === undefined) !== (step.after === undefined);
}
const ONE_PLACE = 'needs either `before` or `after`';

const PERCENT = /^\d{1,2}(?:\.\d{1,2})?%$/;
const cut = z
  .string('must be a text with a unit, such as `20mm`, or a share, such as `10%`')
  .max(20)
  .refine((text) => PERCENT.test(text) || parseLength(text) !== undefined, 'is neither a length such as `20mm` nor a share such as `10%`')
  .optional()
  .describe('A length such as `20mm`, `0.5in`, `36pt`, or a share of the side such as `10%`.');

/** @param side of the page, in points @returns points; undefined: it is neither length nor share */
export function cutPoints(text: string | undefined, side: number): number {
  if (text === undefined) return 0;
  return text.endsWith('%') ? (side * Number(text.slice(0, -1))) / 100 : (parseLength(text) ?? 0);
}

const orientation = z.enum(['auto', 'portrait', 'landscape']).default('auto');
const margin = length.default('0').describe('Free space at all sides of a page.');

export const PageStep = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('rotate'),
    pages,
    degrees: z.literal([90, 180, 270, -90]).describe('Clockwise, added to the present rotation.'),
  }),
  z.strictObject({ op: z.literal('delete'), pages: PageChoice }),
  z.strictObject({
    op: z.literal('keep'),
    pages: PageChoice.describe('These pages alone, in this order; a page named twice comes twice.'),
  }),
  z.strictObject({
    op: z.literal('reorder'),
    order: z
      .union([z.literal('reverse'), pageRanges])
      .describe('`reverse`, or pages that come first in this order; those that are not named follow in theirs.'),
  }),
  z.strictObject({ op: z.literal('move'), pages: PageChoice, before, after }).refine(namesOnePlace, ONE_PLACE),
  z
    .strictObject({
      op: z.literal('insert_blank'),
      before,
      after,
      count: z.int().min(1).max(COUNT_MAX).default(1),
      page_size: pageSize.optional().describe('By default the size of the page beside it.'),
      orientation,
    })
    .refine(namesOnePlace, ONE_PLACE),
  z.strictObject({
    op: z.literal('duplicate'),
    pages,
    copies: z.int().min(1).max(COUNT_MAX).default(1).describe('How many copies to add, each directly after its original.'),
  }),
  z
    .strictObject({ op: z.literal('crop'), pages, top: cut, right: cut, bottom: cut, left: cut })
    .refine((step) => step.top ?? step.right ?? step.bottom ?? step.left, 'cuts nothing: name one of `top`, `right`, `bottom` and `left`')
    .describe('Cuts the margins of pages as they are seen. What is cut is hidden, not removed.'),
  z.strictObject({
    op: z.literal('resize'),
    pages,
    page_size: pageSize,
    orientation: orientation.describe('`auto`: that of each page.'),
    fit: z
      .enum(['contain', 'cover', 'stretch', 'none'])
      .default('contain')
      .describe(
        'How the page fills its new size: whole inside it, covering it and cropped, stretched out of proportion, or as large as it is; in the middle.',
      ),
    margin,
  }),
  z.strictObject({
    op: z.literal('n_up'),
    pages_per_sheet: z.literal(PAGES_PER_SHEET).default(2),
    page_size: pageSize.optional().describe('Of the sheets; by default the size of the first page.'),
    orientation: orientation.describe('Of the sheets; `auto`: the one in which the pages are larger.'),
    order: z.enum(['rows', 'columns']).default('rows').describe('`rows`: from side to side, then down; `columns`: down first.'),
    right_to_left: z.boolean().default(false),
    gap: length.default('0').describe('Between the pages of a sheet.'),
    margin: margin.describe('Free space at all sides of a sheet.'),
  }),
  z.strictObject({
    op: z.literal('booklet'),
    page_size: pageSize.optional().describe('Of the sheets, two pages side by side; by default twice the width of the first page.'),
    binding: z.enum(['left', 'right']).default('left').describe('`right`: for scripts that are read from right to left.'),
    sheets_per_signature: z
      .int()
      .min(1)
      .max(COUNT_MAX)
      .optional()
      .describe('Sheets of paper that are folded together; by default all. The last signature may have fewer.'),
    margin,
  }),
]);
export type PageStep = z.infer<typeof PageStep>;

export const PagesParams = z.strictObject({
  steps: z
    .array(PageStep)
    .min(1)
    .max(STEPS_MAX)
    .describe('What to do, in this order. Page numbers of a step count the pages that the steps before it left.')
    .meta({ examples: [[{ op: 'rotate', pages: '1', degrees: 90 }]] }),
  password: password.optional(),
  on_signature,
  strict,
});
