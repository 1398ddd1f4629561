// Whether a plan does what an annotated instruction asks for: an operation of the right kind for each act, on the text that is annotated, with the new
// text, and no other operation. It is said of the plan alone: nothing is carried out.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { EditName, EditOperation } from '#contract/params/edit-plan.ts';
import type { GroundDocument } from '../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { plainName } from '../../processor/operations/ai-edit/plan/places/ground-document.ts';
import type { Annotated, AnnotatedAct } from './annotations.ts';

export type Verdict = 'right' | 'wrong' | 'refused';

const OPS: Readonly<Record<string, readonly EditName[]>> = {
  replace: ['replace_text', 'fill_field', 'check_field'],
  'correct-spelling': ['replace_text', 'delete_text'],
  translate: ['replace_text'],
  shorten: ['replace_text', 'delete_text'],
  delete: ['delete_text', 'redact', 'replace_text', 'delete_image'],
  insert: ['insert_text', 'replace_text', 'stamp', 'header_footer', 'fill_field'],
  style: ['restyle_text', 'underline', 'highlight', 'strike', 'replace_text'],
  highlight: ['highlight'],
  underline: ['underline'],
  strike: ['strike', 'delete_text'],
  redact: ['redact'],
  'fill-field': ['fill_field', 'check_field', 'replace_text', 'insert_text'],
  tick: ['check_field', 'fill_field'],
  untick: ['check_field'],
  'clear-field': ['fill_field'],
  stamp: ['stamp', 'header_footer'],
  watermark: ['watermark_text'],
  'page-numbers': ['page_numbers'],
  'header-footer': ['header_footer', 'stamp', 'insert_text', 'replace_text'],
  'rotate-pages': ['rotate_pages'],
  'delete-pages': ['delete_pages', 'keep_pages'],
  'reorder-pages': ['move_pages'],
  'insert-page': ['insert_blank_page'],
  'duplicate-page': ['duplicate_pages'],
  'extract-pages': ['keep_pages', 'delete_pages'],
  'link-add': ['set_link'],
  'link-change': ['set_link'],
  'link-remove': ['remove_links'],
  'picture-replace': ['replace_image'],
  'picture-remove': ['delete_image'],
  'picture-move': ['move_image'],
  'picture-resize': ['resize_image'],
  'note-add': ['add_note'],
};

export async function verdictOf(
  row: Annotated,
  operations: readonly EditOperation[] | undefined,
  ground: GroundDocument,
): Promise<Verdict> {
  if (!operations || operations.length === 0) return 'refused';
  if (row.outcome !== 'do') return 'wrong';
  const fits = await Promise.all(
    row.acts.map(async (act) => Promise.all(operations.map((operation) => isDone(row, act, operation, ground)))),
  );
  const isAll = fits.every((own) => own.includes(true)) && operations.every((_, at) => fits.some((own) => own[at]));
  return isAll ? 'right' : 'wrong';
}

async function isDone(row: Annotated, act: AnnotatedAct, operation: EditOperation, ground: GroundDocument): Promise<boolean> {
  const ops = OPS[act.act];
  if (ops && !ops.includes(operation.op)) return false;
  if (!isValueSaid(row, act, operation)) return false;
  if (!('match' in operation)) return isOnPage(act, operation, ground);
  const { match, pages } = operation;
  const all = await ground.facts.locate(match, choosePages(pages, ground.pageCount) ?? []);
  const places = match.occurrence === 'all' ? all : all.slice(match.occurrence - 1, match.occurrence < 0 ? undefined : match.occurrence);
  const wanted = act.truth.text;
  if (wanted === undefined) return true;
  const name = plainName(wanted.replace(/(?:…|\.\.\.)\s*$/u, ''));
  const { page } = act.truth;
  return places.some((place) => {
    const text = plainName(ground.facts.pageText(place.page).slice(place.start, place.end));
    const isThere = page === undefined || page === place.page;
    return isThere && isSame(operation, text, name);
  });
}

/** What goes must be the whole; what is marked most of it. */
function isSame(operation: EditOperation, text: string, wanted: string): boolean {
  if (text === wanted) return true;
  const [short, long] = text.length < wanted.length ? [text, wanted] : [wanted, text];
  if (!` ${long} `.includes(` ${short} `)) return false;
  if (operation.op === 'delete_text') return operation.as !== 'text' || short.length > long.length * 0.8;
  return (
    operation.op === 'replace_text' || operation.op === 'insert_text' || operation.op === 'add_note' || short.length > long.length * 0.6
  );
}

function isValueSaid({ text }: Annotated, { act, parts }: AnnotatedAct, operation: EditOperation): boolean {
  if (!('value' in operation) || act === 'style' || act === 'correct-spelling') return true;
  const said = parts.filter(([role]) => role === 'new').map(([, { start, end }]) => plainName(text.slice(start, end)));
  const written = plainName(operation.value);
  return said.some((one) => one === written || (operation.op === 'insert_text' && plainName(one.replaceAll(',', ' ')) === plainName(written)) || one.includes(written) && written.length > one.length * 0.7); // prettier-ignore
}

function isOnPage({ truth }: AnnotatedAct, operation: EditOperation, ground: GroundDocument): boolean {
  if (truth.page === undefined || !('pages' in operation) || operation.op === 'keep_pages') return true;
  return (choosePages(operation.pages, ground.pageCount) ?? []).includes(truth.page);
}
