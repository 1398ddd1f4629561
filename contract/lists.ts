// Lists: the query that every list takes and the page that it answers. Newest first; the cursor is opaque, signed, and good for the same
// list with the same filters only.

import { z } from 'zod';
import { LIMITS } from './limits.ts';

export const listQuery = {
  created_after: z.iso.datetime({ offset: true }).optional().describe('Only items created later than this'),
  created_before: z.iso.datetime({ offset: true }).optional().describe('Only items created earlier than this'),
  limit: z.coerce.number().int().min(1).max(LIMITS.listItemsMax).default(LIMITS.listItemsDefault),
  cursor: z
    .string()
    .min(1)
    .max(LIMITS.cursorCharsMax)
    .optional()
    .describe('`next_cursor` of the previous page; use it with the same filters'),
};

/** What every list's query has; a list adds its filters. */
export const ListQuery = z.strictObject(listQuery);
export type ListQuery = z.output<typeof ListQuery>;

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('Null on the last page'),
  });
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
