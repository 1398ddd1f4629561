// Whether edits touch one place of the document, so that what is said of others holds anyway.

import { choosePages } from '#contract/params/edit-pages.ts';
import { EditOperation } from '#contract/params/edit-plan.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import type { PlannedEdit } from './outcome.ts';

export async function touchesOne({ facts, pageCount }: GroundDocument, edits: readonly PlannedEdit[]): Promise<boolean> {
  const [edit, ...others] = edits;
  const parsed = edit && EditOperation.safeParse({ ...edit, id: 'op1', because: '-' });
  if (!parsed?.success || others.length > 0) return false;
  const operation = parsed.data;
  if ('match' in operation && operation.match.text !== undefined) {
    const pages = choosePages(operation.pages, pageCount) ?? [];
    const places = await facts.locate(operation.match, pages);
    return operation.match.occurrence === 'all' ? places.length === 1 : places.length > 0;
  }
  return ['delete_image', 'replace_image', 'fill_field', 'check_field'].includes(operation.op);
}
