// Finds what an operation acts on beside text: pictures, annotations, links, form fields, and the anchor that something is put beside.

import { hasPicture } from '#instruction/refuse-instruction.ts';
import type { Anchor, EditOf, EditOperation } from '#contract/params/edit-plan.ts';
import type { FailureReason } from '#contract/failures.ts';
import { JobFailure } from '../../../failure.ts';
import type { Box } from '../../../pdf/geometry/box.ts';
import { unite } from '../../../pdf/geometry/box.ts';
import { chooseImages, chooseOccurrence, type DocumentFacts } from '../facts/locate.ts';
import type { PlacedAnchor, PlacedOperation } from '../facts/placed-operation.ts';

interface Wanted {
  readonly operation: EditOperation;
  readonly pages: readonly number[];
  readonly facts: DocumentFacts;
  /** How many pictures came with the job. */
  readonly pictures: number;
}

/** @throws JobFailure text_not_found, ambiguous_match, plan_invalid */
export async function placeThings(wanted: Wanted): Promise<PlacedOperation> {
  const { operation, pages, facts } = wanted;
  switch (operation.op) {
    case 'replace_image':
    case 'insert_image':
    case 'delete_image':
    case 'move_image':
    case 'resize_image':
    case 'stamp':
      return placeDrawn(wanted, operation);
    case 'delete_drawing':
      return placeDrawing(wanted, operation);
    case 'fill_field':
    case 'check_field':
      await requireField(operation, operation.field, facts);
      break;
    case 'clear_fields':
    case 'flatten_forms':
      if (Array.isArray(operation.fields)) for (const field of operation.fields) await requireField(operation, field, facts);
      break;
    case 'remove_links':
      if (operation.url !== undefined || operation.text !== undefined || operation.borders_only) requireAnnotations(wanted, operation);
      break;
    case 'remove_annotations':
      if (operation.author !== undefined || operation.color !== undefined || operation.text !== undefined)
        requireAnnotations(wanted, operation);
      break;
    case 'flatten_annotations':
      requireAnnotations(wanted, operation);
      break;
    default:
  }
  return { operation, pages, found: [] };
}

type OfPictures =
  | EditOf<'replace_image'>
  | EditOf<'insert_image'>
  | EditOf<'delete_image'>
  | EditOf<'move_image'>
  | EditOf<'resize_image'>
  | EditOf<'stamp'>;

async function placeDrawn({ pages, facts, pictures }: Wanted, operation: OfPictures): Promise<PlacedOperation> {
  if ('with' in operation && !hasPicture(operation.with, pictures))
    throw missing(operation, 'plan_invalid', 'The picture that the operation names was not sent with the job.');
  if ('image' in operation) return { operation, pages, found: [], images: chosenImages(operation, operation.image, pages, facts) };
  if (operation.anchor === undefined) return { operation, pages, found: [] };
  const anchors = await placeAnchors(operation, operation.anchor, pages, facts);
  return { operation, pages: anchors.map(({ page }) => page), found: [], anchors };
}

/** @throws JobFailure text_not_found, ambiguous_match, unsupported_feature */
function placeDrawing({ pages, facts }: Wanted, operation: EditOf<'delete_drawing'>): PlacedOperation {
  const { drawing: which } = operation;
  const drawings = pages.flatMap((page) => {
    const all = facts.drawings(page);
    if (which === 'only' && all.length > 1)
      throw missing(operation, 'ambiguous_match', `Page ${page} has ${all.length} drawings; say which one by its number.`);
    return all[typeof which === 'number' ? which - 1 : 0] ?? [];
  });
  if (drawings.length === 0) throw missing(operation, 'text_not_found', 'There is no such drawing on the page.');
  if (drawings.some(({ hidesText, isCrossed, texts }) => hidesText && (!operation.with_text || isCrossed || texts.length === 0)))
    throw missing(operation, 'unsupported_feature', 'Text lies hidden under this drawing; it would appear.');
  const found = operation.with_text ? drawings.flatMap(({ texts }) => texts) : [];
  return { operation, pages: drawings.map(({ page }) => page), found, drawings };
}

function chosenImages(operation: EditOperation, which: EditOf<'replace_image'>['image'], pages: readonly number[], facts: DocumentFacts) {
  const all = facts.images(pages);
  const chosen = chooseImages(all, which);
  if (chosen === undefined) throw missing(operation, 'ambiguous_match', `There are ${all.length} pictures; say which one.`);
  if (chosen.length === 0) throw missing(operation, 'text_not_found', 'There is no such picture on the pages.');
  return chosen;
}

/** One on each page that has it. */
async function placeAnchors(
  operation: EditOperation,
  { place, match, image }: Anchor,
  pages: readonly number[],
  facts: DocumentFacts,
): Promise<readonly PlacedAnchor[]> {
  const found = match
    ? chooseOccurrence(await facts.locate(match, pages), match.occurrence).flatMap((text): PlacedAnchor[] => {
        const box = boxAround(facts, text);
        return box ? [{ page: text.page, place, box, isSeen: true }] : [];
      })
    : chosenImages(operation, image ?? 'only', pages, facts).map(({ page, box }): PlacedAnchor => ({ page, place, box, isSeen: false }));
  if (found.length === 0) throw missing(operation, 'text_not_found', 'What it should be put beside was not found.');
  const perPage = new Set(found.map(({ page }) => page));
  if (perPage.size < found.length)
    throw missing(operation, 'ambiguous_match', 'What it should be put beside is there several times on one page.');
  return found;
}

function boxAround(
  facts: DocumentFacts,
  { page, start, end }: { readonly page: number; readonly start: number; readonly end: number },
): Box | undefined {
  const boxes = facts
    .layout(page)
    .words.filter((word) => word.end > start && word.start < end)
    .map(({ box }) => box);
  return boxes.length > 0 ? boxes.reduce(unite) : undefined;
}

async function requireField(operation: EditOperation, name: string, facts: DocumentFacts): Promise<void> {
  const kind = await facts.fieldKind(name);
  if (kind === undefined) throw missing(operation, 'text_not_found', 'The document has no form field of this name.');
  const isFillable = kind === 'text' || kind === 'choice' || kind === 'box';
  const fits = operation.op === 'check_field' ? kind === 'box' : operation.op === 'flatten_forms' || isFillable;
  if (!fits) throw missing(operation, 'plan_invalid', 'The operation does not fit this kind of form field.');
}

function requireAnnotations(
  { pages, facts }: Wanted,
  operation: EditOf<'remove_annotations'> | EditOf<'flatten_annotations'> | EditOf<'remove_links'>,
): void {
  if (facts.annotations(pages, operation).length > 0) return;
  const what = operation.op === 'remove_links' ? 'link' : 'annotation';
  throw missing(operation, 'text_not_found', `There is no such ${what} on the pages.`);
}

export function missing(operation: EditOperation, reason: FailureReason, message: string): JobFailure {
  return new JobFailure(reason, { message, refused: { kind: 'edit', check: 'located', operation: operation.id } });
}
