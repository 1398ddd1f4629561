// Parameters of the targets of `convert` that hold the structure of a document: what is kept of the pages, and what goes beside the text.

import { z } from 'zod';
import type { TargetFormat } from './conversions.ts';
import { pages } from './shared-params.ts';

const AREAS_MAX = 200;
const POINTS_MAX = 20_000;

const points = z.number().min(-POINTS_MAX).max(POINTS_MAX);
const area = z
  .strictObject({ page: z.int().min(1).max(100_000), left: points, top: points, right: points, bottom: points })
  .refine(({ left, top, right, bottom }) => right > left && bottom > top, 'is empty: `right` is beyond `left`, and `bottom` below `top`');

export const structureParams = {
  keep_running: z
    .boolean()
    .optional()
    .describe('For md, `true`: running heads and feet are in the result, once: by default they are left out.'),
  page_marks: z
    .boolean()
    .optional()
    .describe('For md, `true`: a comment like `<!-- page 3 -->` before the first block that begins on each page.'),
  pictures: z
    .enum(['none', 'references', 'files'])
    .optional()
    .describe(
      'For md and json: `none` (default) leaves pictures out (json: their places stay); `references` names each where it stands (`images/p3-1.png` is the first picture of page 3); `files` returns a ZIP of `document.md` or `document.json` and the pictures in `images/`. With the latter two, charts and diagrams that are drawn are pictures too.',
    ),
  block_ids: z.boolean().optional().describe('For md, `true`: a comment with its id, like `<!-- b12 -->`, before each block.'),
  tables: z
    .strictObject({ pages: pages.optional(), areas: z.array(area).min(1).max(AREAS_MAX).optional() })
    .optional()
    .describe(
      'For xlsx and csv: only the tables that begin on these `pages`, and of which at least half lies in one of the `areas` (points from the upper left corner of the page as it is shown). By default all tables.',
    ),
  table: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      'For csv: only this table, from 1, of those that `tables` chooses, as one file. By default all, in a ZIP of `table-1.csv` and on.',
    ),
};

/** The targets that have a use for each. */
export const STRUCTURE_TARGETS: Readonly<Record<keyof typeof structureParams, readonly TargetFormat[]>> = {
  keep_running: ['md'],
  page_marks: ['md'],
  pictures: ['md', 'json'],
  block_ids: ['md'],
  tables: ['xlsx', 'csv'],
  table: ['csv'],
};

/** One sentence for each that the target has no use for. */
export function* refuseStructure(
  params: Readonly<Record<string, unknown>>,
  target: TargetFormat,
): Generator<{ name: string; message: string }> {
  for (const [name, targets] of Object.entries(STRUCTURE_TARGETS)) {
    if (params[name] === undefined || targets.includes(target)) continue;
    yield { name, message: `\`${name}\` applies only to the target format ${targets.join(' or ')}.` };
  }
}
