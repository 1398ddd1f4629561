// Pages that are named by what stands at their top: `the whole Appendix A`, `chapter 3`. They are those from the page that begins with its heading to
// the one before the next of its kind.

import type { EditOf } from '#contract/params/edit-plan.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { fold } from '#instruction/reading/folded.ts';
import type { GroundDocument } from '../places/ground-document.ts';

export const PAGED = ['delete_pages', 'keep_pages', 'rotate_pages', 'move_pages', 'duplicate_pages'] as const;
export type PagedOperation = EditOf<(typeof PAGED)[number]>;

export const SECTION_KINDS = [
  'appendix|anhang|annexe?|allegato|ap[eé]ndice|bijlage|anexo',
  'chapter|kapitel|chapitre|cap[ií]tulo|capitolo|hoofdstuk',
  'part|teil|partie|parte|deel',
  'section|abschnitt|secci[oó]n|sezione|se[cç][aã]o|sectie',
  'annex|schedule|exhibit|anlage',
];

/** @returns the instruction and the words of the operation with these pages in place of their name; undefined where none are so named, or others */
export function withSectionPages(
  operation: PagedOperation,
  instruction: string,
  ground: GroundDocument,
): { readonly operation: PagedOperation; readonly instruction: string } | undefined {
  const chosen = choosePages(operation.pages, ground.pageCount) ?? [];
  for (const kind of SECTION_KINDS) {
    const name = new RegExp(`(?<!\\p{L})(?:${kind})\\s+(\\p{Lu}|\\d{1,3}|[IVX]{1,5})(?![\\p{L}\\d])`, 'iu').exec(operation.because);
    const [said, mark] = name ?? [];
    if (said === undefined || mark === undefined) continue;
    const pages = pagesOf(kind, mark, ground);
    if (pages.length === 0 || pages.join() !== chosen.join()) continue;
    const [first, last] = [pages[0], pages.at(-1)];
    const named = `pages ${first}-${last}`;
    return {
      operation: { ...operation, because: operation.because.replace(said, named) },
      instruction: instruction.replace(said, named),
    };
  }
  return undefined;
}

function pagesOf(kind: string, mark: string, ground: GroundDocument): readonly number[] {
  const heads = Array.from({ length: ground.pageCount }, (_, index) => headOf(kind, index + 1, ground));
  const own = heads.flatMap((head, index) => (head === fold(mark).text ? [index + 1] : []));
  const [first] = own;
  if (first === undefined || own.length > 1) return [];
  const next = heads.findIndex((head, index) => index + 1 > first && head !== undefined);
  // The last one of its kind ends where nobody can tell.
  if (next < 0) return [];
  return Array.from({ length: next + 1 - first }, (_, index) => first + index);
}

/** What the heading of this kind with which a page begins is counted by. */
function headOf(kind: string, page: number, ground: GroundDocument): string | undefined {
  const block = ground.blocks(page).find((one) => one.kind !== 'header' && one.kind !== 'footer');
  if (block?.kind !== 'heading') return undefined;
  return new RegExp(`^(?:${kind})\\s+(\\p{L}|\\d{1,3}|[ivx]{1,5})(?![\\p{L}\\d])`, 'u').exec(fold(block.text).text)?.[1];
}
