// Removes what PDF/A-2 forbids and no page shows: active content, attachments, XFA, alternate presentations, requirements. Each removed kind is
// reported once. Signatures are removed too: they do not hold for the new file.

import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import { arrayOf, dictOf, lookup, nameOf } from '../../syntax/dictionary.ts';
import { dropSignatures } from '../../pages/drop-extras.ts';
import type { OpenedPdf } from '../../opened.ts';
import { walkLive } from '../../syntax/walk.ts';
import { ACTIONS, isAction, NAMED_ACTIONS } from '../check/check-document.ts';

/** @returns a warning for each kind of thing that is lost */
export function dropForbidden(opened: OpenedPdf): Warning[] {
  const { catalog, context, pages } = opened;
  const lost: Warning[] = [];
  const tell = (count: number, code: string, message: string) => {
    if (count > 0) lost.push({ code, message });
  };
  tell(
    dropSignatures(opened),
    'signature_removed',
    'The document was signed; the change made the signatures invalid, so they were removed.',
  );
  catalog.delete(PDFName.of('Perms'));
  tell(
    dropActions(opened),
    'actions_removed',
    'Scripts and other actions that PDF/A does not allow were removed; links to pages and addresses stay.',
  );
  tell(
    dropAttachments(opened),
    'attachments_removed',
    'The attached files were removed: PDF/A-2 allows only attachments that are PDF/A themselves.',
  );
  const form = dictOf(lookup(catalog, 'AcroForm'));
  tell(form?.delete(PDFName.of('XFA')) ? 1 : 0, 'xfa_removed', 'The XFA form was removed; the fields of the plain form stay.');
  form?.delete(PDFName.of('NeedAppearances'));
  // Required (ISO 32000-1, table 218), and missing where a form was emptied.
  if (form && !form.has(PDFName.of('Fields'))) form.set(PDFName.of('Fields'), PDFArray.withContext(context));
  for (const key of ['Requirements', 'NeedsRendering', 'Collection', 'SpiderInfo']) catalog.delete(PDFName.of(key));
  dictOf(lookup(catalog, 'Names'))?.delete(PDFName.of('AlternatePresentations'));
  for (const { dict } of pages) for (const key of ['PresSteps', 'PresStep']) dict.delete(PDFName.of(key));
  walkLive(context, ({ dict, key }) => {
    // Metadata of parts may be of any schema; those of the document are recreated.
    if (dict.has(PDFName.of('Metadata')) && dict !== catalog && key !== 'Metadata') dict.delete(PDFName.of('Metadata'));
    // Remains of a signature, wherever they are.
    for (const name of dict.keys()) {
      const value = dict.lookup(name);
      if (value instanceof PDFDict && value.has(PDFName.of('ByteRange')) && value.has(PDFName.of('Contents'))) dict.delete(name);
    }
  });
  return lost;
}

/** 6.5. */
function dropActions({ context, catalog }: OpenedPdf): number {
  let dropped = 0;
  const drop = (dict: PDFDict, key: string) => {
    if (dict.delete(PDFName.of(key))) dropped++;
  };
  drop(dictOf(lookup(catalog, 'Names')) ?? catalog, 'JavaScript');
  const found: { dict: PDFDict; key: string; parent: PDFDict | undefined }[] = [];
  walkLive(context, (visit) => {
    if (visit.dict.has(PDFName.of('AA'))) drop(visit.dict, 'AA');
    if (isAction(visit) && visit.parent) found.push(visit);
  });
  for (const { dict, key, parent } of found) {
    const kind = nameOf(dict, 'S') ?? '';
    const isAllowed = ACTIONS.has(kind) && (kind !== 'Named' || NAMED_ACTIONS.has(nameOf(dict, 'N') ?? ''));
    if (!isAllowed && parent) dropped += forget(parent, key, dict);
  }
  return dropped;
}

/** Removes a dictionary from its parent's entry, or from the array there. */
function forget(parent: PDFDict, key: string, dict: PDFDict): number {
  const value = lookup(parent, key);
  if (value === dict) return parent.delete(PDFName.of(key)) ? 1 : 0;
  if (!(value instanceof PDFArray)) return 0;
  for (let index = value.size() - 1; index >= 0; index--) if (value.lookup(index) === dict) value.remove(index);
  return 1;
}

/** 6.8. */
function dropAttachments({ context, catalog }: OpenedPdf): number {
  let dropped = dictOf(lookup(catalog, 'Names'))?.delete(PDFName.of('EmbeddedFiles')) ? 1 : 0;
  walkLive(context, ({ dict }) => {
    for (const key of ['EF', 'RF']) if (dict.delete(PDFName.of(key))) dropped++;
    if (dict.has(PDFName.of('AF'))) dict.delete(PDFName.of('AF'));
  });
  return dropped;
}

/** Fields and widgets: no actions of their own (6.4.1). @returns how many had any */
export function dropFieldActions(catalog: PDFDict): number {
  let dropped = 0;
  const seen = new Set<PDFObject>();
  const waiting: PDFObject[] = [...(arrayOf(dictOf(lookup(catalog, 'AcroForm')), 'Fields')?.asArray() ?? [])];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const field = item instanceof PDFRef ? catalog.context.lookup(item) : item;
    if (!(field instanceof PDFDict) || seen.has(field)) continue;
    seen.add(field);
    for (const key of ['A', 'AA']) if (field.delete(PDFName.of(key))) dropped++;
    waiting.push(...(arrayOf(field, 'Kids')?.asArray() ?? []));
  }
  return dropped;
}
