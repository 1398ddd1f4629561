// The catalog, the pages and their actions, against ISO 19005-2, 6.1.12, 6.1.13, 6.5, 6.8–6.11.

import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { arrayOf, dictOf, isString, itemsOf, lookup, nameOf, numberOf, textOf } from '../../syntax/dictionary.ts';
import { inherited } from '../../syntax/inherited.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import type { OpenedPdf } from '../../opened.ts';
import type { Visit } from '../../syntax/walk.ts';
import { isUtf8 } from './check-colour.ts';
import { placeOf } from './check-syntax.ts';
import type { Blame } from './rules.ts';

export const ACTIONS = new Set(['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'Named', 'SubmitForm']);
export const NAMED_ACTIONS = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
/** ISO 32000-1 table 30. */
const INHERITED_BOXES = new Set(['MediaBox', 'CropBox']);
export const PAGE_BOXES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'];
const SIDE_MIN = 3;
const SIDE_MAX = 14_400;

export function checkCatalog({ catalog, pages, context }: Pick<OpenedPdf, 'catalog' | 'pages' | 'context'>, blame: Blame): void {
  if (catalog.has(PDFName.of('AA'))) blame('additional_action', 'catalog');
  if (catalog.has(PDFName.of('Requirements'))) blame('requirements');
  if (lookup(catalog, 'NeedsRendering')?.toString() === 'true') blame('xfa', 'catalog');
  const names = dictOf(lookup(catalog, 'Names'));
  if (names?.has(PDFName.of('AlternatePresentations'))) blame('alternate_presentation');
  if (names?.has(PDFName.of('EmbeddedFiles'))) blame('attachment', 'name tree');
  if (names?.has(PDFName.of('JavaScript'))) blame('action', 'name tree');
  checkPermissions(catalog, blame);
  checkLayers(catalog, blame);
  for (const [index, { dict }] of pages.entries()) {
    const place = `page ${index + 1}`;
    if (dict.has(PDFName.of('AA'))) blame('additional_action', place);
    if (dict.has(PDFName.of('PresSteps'))) blame('alternate_presentation', place);
    for (const key of PAGE_BOXES) {
      const box = INHERITED_BOXES.has(key) ? inherited(dict, key) : lookup(dict, key);
      if (box instanceof PDFArray && !isSize(numbersIn(box))) blame('page_size', place);
    }
  }
  const states = context.lookup(context.trailerInfo.Info);
  if (states !== undefined && !(states instanceof PDFDict)) blame('file_structure');
}

export function isSize([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): boolean {
  return [Math.abs(x2 - x1), Math.abs(y2 - y1)].every((side) => side >= SIDE_MIN && side <= SIDE_MAX);
}

/** 6.1.12. */
function checkPermissions(catalog: PDFDict, blame: Blame): void {
  const permissions = dictOf(lookup(catalog, 'Perms'));
  if (!permissions) return;
  if (permissions.keys().some((key) => !['UR3', 'DocMDP'].includes(key.decodeText()))) blame('permissions');
  const certified = dictOf(lookup(permissions, 'DocMDP'));
  for (const item of arrayOf(certified, 'Reference')?.asArray() ?? []) {
    const reference = dictOf(catalog.context.lookup(item));
    if (['DigestLocation', 'DigestMethod', 'DigestValue'].some((key) => reference?.has(PDFName.of(key)))) blame('permissions');
  }
}

/** 6.9. */
function checkLayers(catalog: PDFDict, blame: Blame): void {
  const properties = dictOf(lookup(catalog, 'OCProperties'));
  if (!properties) return;
  const groups = itemsOf(arrayOf(properties, 'OCGs'));
  const configurations = [lookup(properties, 'D'), ...itemsOf(arrayOf(properties, 'Configs'))];
  const names = new Set<string>();
  for (const configuration of configurations) {
    if (!(configuration instanceof PDFDict)) {
      blame('layer');
      continue;
    }
    const name = textOf(lookup(configuration, 'Name')) ?? '';
    if (name === '' || names.has(name) || configuration.has(PDFName.of('AS'))) blame('layer', name);
    names.add(name);
    const order = arrayOf(configuration, 'Order');
    const listed = new Set(order ? flatten(order) : groups);
    if (groups.some((group) => !listed.has(group))) blame('layer', name);
  }
}

function flatten(array: PDFArray, depth = 0): (PDFObject | undefined)[] {
  return itemsOf(array).flatMap((item) => (item instanceof PDFArray && depth < 32 ? flatten(item, depth + 1) : [item]));
}

/** Actions, attachments, names of structure types, wherever they are. */
export function checkEntries(visit: Visit, blame: Blame): void {
  const { dict, key, ref, parent } = visit;
  if (isAction(visit)) checkAction(dict, blame, placeOf(ref, 'action'));
  if (dict.has(PDFName.of('EF'))) {
    blame('attachment', placeOf(ref, 'file specification'));
  }
  if (nameOf(dict, 'Type') === 'EmbeddedFile') blame('attachment', placeOf(ref, 'embedded file'));
  if (dict.has(PDFName.of('S')) && dict.has(PDFName.of('P')) && !isUtf8(lookup(dict, 'S')))
    blame('name_encoding', placeOf(ref, 'structure'));
  if (key === 'RoleMap' && parent && [...dict.entries()].flat().some((item) => !isUtf8(item))) blame('name_encoding', 'role map');
  if (nameOf(dict, 'Type') === 'Font' && !isUtf8(lookup(dict, 'BaseFont'))) blame('name_encoding', placeOf(ref, 'font'));
  if (dict.has(PDFName.of('ByteRange')) && isString(lookup(dict, 'Contents'))) blame('signature', placeOf(ref, 'signature'));
  if (numberOf(dict, 'MCID') !== undefined) return;
  if (dict.has(PDFName.of('AA')) && (dict.has(PDFName.of('Kids')) || dict.has(PDFName.of('FT'))))
    blame('form_field', placeOf(ref, 'field'));
}

export function isAction({ dict, key }: Visit): boolean {
  if (nameOf(dict, 'Type') === 'Action') return true;
  const kind = lookup(dict, 'S');
  return (
    kind instanceof PDFName &&
    ['A', 'OpenAction', 'Next', 'PA', 'E', 'X', 'D', 'U', 'Fo', 'Bl', 'JavaScript', 'Names'].includes(key) &&
    isActionName(kind)
  );
}

const FORBIDDEN = 'Launch Sound Movie Hide ResetForm ImportData JavaScript SetOCGState Rendition Trans GoTo3DView SetState NOP';
const ALL_ACTIONS = new Set([...ACTIONS, ...FORBIDDEN.split(' ')]);

/** Attributes of structure elements are also under `A`; their owner is /O. */
function isActionName(kind: PDFName): boolean {
  return ALL_ACTIONS.has(kind.decodeText());
}

function checkAction(action: PDFDict, blame: Blame, place: string): void {
  const kind = nameOf(action, 'S') ?? '';
  if (!ACTIONS.has(kind) || (kind === 'Named' && !NAMED_ACTIONS.has(nameOf(action, 'N') ?? ''))) blame('action', `${place}: ${kind}`);
}
