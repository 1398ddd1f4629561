// Annotations as ISO 19005-2, 6.3 requires: printed, not hidden, with a normal appearance and no other. Hidden ones still show nothing; those
// without an appearance get the one that readers draw.

import type { PDFRef } from 'pdf-lib';
import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import { annotationsOf, keepAnnotations } from '../../pages/annotations.ts';
import { arrayOf, dictOf, lookup, nameOf, numberOf } from '../../syntax/dictionary.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import type { OpenedPdf } from '../../opened.ts';
import { ANNOTATION_TYPES, fieldType, FLAGS, FLAGS_OFF, needsNoAppearance } from '../check/check-annotations.ts';
import { drawAppearance } from './draw-appearance.ts';
import { dropFieldActions } from './drop-forbidden.ts';

export function mendAnnotations(opened: OpenedPdf): Warning[] {
  const { pages, catalog } = opened;
  const lost: Warning[] = [];
  let removed = 0;
  let actions = dropFieldActions(catalog);
  for (const { dict: page } of pages) {
    removed += keepAnnotations(page, (annotation) => !isHiddenNote(annotation) && !isUnshowable(annotation)).length;
    for (const annotation of annotationsOf(page)) {
      if (nameOf(annotation, 'Subtype') === 'Widget') {
        for (const key of ['A', 'AA']) if (annotation.delete(PDFName.of(key))) actions++;
      }
      mendAnnotation(annotation, opened);
    }
  }
  if (actions > 0)
    lost.push({
      code: 'field_actions_removed',
      message: 'The actions of form fields were removed; PDF/A does not allow them.',
    });
  if (removed > 0)
    lost.push({
      code: 'annotations_removed',
      message: 'Hidden annotations, and sounds, films and 3D models that show nothing unless played, were removed.',
    });
  return lost;
}

/** Notes that are not visible on screen. A field keeps its value, so hidden fields stay. */
function isHiddenNote(annotation: PDFDict): boolean {
  const type = nameOf(annotation, 'Subtype');
  const flags = numberOf(annotation, 'F') ?? 0;
  return type !== 'Widget' && type !== 'Popup' && (flags & (FLAGS.hidden | FLAGS.noView)) !== 0;
}

function isUnshowable(annotation: PDFDict): boolean {
  return !ANNOTATION_TYPES.has(nameOf(annotation, 'Subtype') ?? '') && normalOf(annotation) === undefined;
}

function mendAnnotation(annotation: PDFDict, opened: OpenedPdf): void {
  let type = nameOf(annotation, 'Subtype') ?? '';
  if (!ANNOTATION_TYPES.has(type) || (type === 'FileAttachment' && normalOf(annotation))) {
    // Its picture stays, as a stamp.
    type = 'Stamp';
    annotation.set(PDFName.of('Subtype'), PDFName.of(type));
    for (const key of ['A', 'AA', 'MK', 'Movie', 'Sound', '3DD', '3DV', '3DA', 'RichMediaContent', 'RichMediaSettings', 'FS', 'Name'])
      annotation.delete(PDFName.of(key));
  }
  const flags = numberOf(annotation, 'F') ?? 0;
  const isHidden = (flags & (FLAGS.hidden | FLAGS.noView)) !== 0;
  if (type === 'Popup') annotation.delete(PDFName.of('F'));
  else annotation.set(PDFName.of('F'), annotation.context.obj((flags | FLAGS.print) & ~FLAGS_OFF));
  const appearance = dictOf(lookup(annotation, 'AP'));
  if (isHidden && type !== 'Popup') {
    const empty = emptyForm(annotation);
    annotation.set(
      PDFName.of('AP'),
      annotation.context.obj({ N: fieldType(annotation) === 'Btn' && type === 'Widget' ? { Off: empty } : empty }),
    );
    if (type === 'Widget' && fieldType(annotation) === 'Btn') annotation.set(PDFName.of('AS'), PDFName.of('Off'));
    return;
  }
  for (const key of ['R', 'D']) appearance?.delete(PDFName.of(key));
  if (appearance && normalOf(annotation) === undefined && !hasStates(appearance)) annotation.delete(PDFName.of('AP'));
  if (!annotation.has(PDFName.of('AP'))) {
    if (needsNoAppearance(annotation, type)) return;
    const drawn = drawAppearance(annotation, type, opened) ?? emptyForm(annotation);
    annotation.set(PDFName.of('AP'), annotation.context.obj({ N: drawn }));
  }
  for (const key of dictOf(lookup(annotation, 'AP'))?.keys() ?? [])
    if (key.decodeText() !== 'N') dictOf(lookup(annotation, 'AP'))?.delete(key);
  settleStates(annotation, type);
}

function hasStates(appearance: PDFDict): boolean {
  const states = lookup(appearance, 'N');
  return states instanceof PDFDict && states.values().some((state) => appearance.context.lookup(state) instanceof PDFStream);
}

/** 6.3.3: states for buttons, one stream for everything else. */
function settleStates(annotation: PDFDict, type: string): void {
  const appearance = dictOf(lookup(annotation, 'AP'));
  if (!appearance) return;
  const normal = lookup(appearance, 'N');
  const isButton = type === 'Widget' && fieldType(annotation) === 'Btn';
  if (isButton && normal instanceof PDFStream) {
    const raw = appearance.get(PDFName.of('N'));
    const own = PDFDict.withContext(annotation.context);
    if (raw) own.set(PDFName.of('Off'), raw);
    appearance.set(PDFName.of('N'), own);
    annotation.set(PDFName.of('AS'), PDFName.of('Off'));
  } else if (isButton && normal instanceof PDFDict) {
    for (const [name, state] of normal.entries()) {
      if (!(annotation.context.lookup(state) instanceof PDFStream)) normal.set(name, emptyForm(annotation));
    }
    if (normal.keys().length === 0) normal.set(PDFName.of('Off'), emptyForm(annotation));
  } else if (!isButton && normal instanceof PDFDict) {
    const chosen = normal.get(PDFName.of(nameOf(annotation, 'AS') ?? '')) ?? emptyForm(annotation);
    appearance.set(PDFName.of('N'), chosen);
    annotation.delete(PDFName.of('AS'));
  }
}

/** The stream that is shown; undefined where there is none. */
function normalOf(annotation: PDFDict): PDFStream | undefined {
  const appearance = dictOf(lookup(annotation, 'AP'));
  const normal = lookup(appearance, 'N');
  if (normal instanceof PDFStream) return normal;
  const state = normal instanceof PDFDict ? lookup(normal, nameOf(annotation, 'AS') ?? '') : undefined;
  return state instanceof PDFStream ? state : undefined;
}

function emptyForm(annotation: PDFDict): PDFRef {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersIn(arrayOf(annotation, 'Rect'));
  const { context } = annotation;
  return context.register(
    context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, Math.abs(x2 - x1) || 1, Math.abs(y2 - y1) || 1], Resources: {} }),
  );
}
