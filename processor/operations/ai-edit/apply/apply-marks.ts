// Draws what a plan adds to pages: watermarks, stamps, page numbers, headers and footers. Everything is placed on the page as it is seen, all
// but watermarks where nothing is printed, and marked as an artifact, outside the document's own text flow.

import type { PDFContext, PDFDict } from 'pdf-lib';
import type { EditOf, EditOperation } from '#contract/params/edit-plan.ts';
import { JobFailure } from '../../../failure.ts';
import { type Box, boundsOf, transformBox } from '../../../pdf/geometry/box.ts';
import { type Matrix, multiply } from '../../../pdf/geometry/matrix.ts';
import { drawForms } from '../../../pdf/draw/draw-forms.ts';
import type { FaceStyle } from '../../../pdf/draw/face-files.ts';
import { embedTextFaces, makeTextForm, type TextFaces, type TextForm } from '../../../pdf/draw/text-form.ts';
import { type ArrangedPage } from './apply-pages.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';
import { type PageView, viewOf } from '../facts/page-view.ts';
import type { Mark } from '../facts/mark-place.ts';
import type { FreeSpace } from '../../../pdf/placing/free-space.ts';
import { placeAll, type Placing } from './place-things.ts';

export interface DrawnMark {
  readonly operation: string;
  /** 1-based, in the new order. */
  readonly page: number;
  readonly text: string;
  /** In default user space. */
  readonly bbox: Box;
  /** Where nothing was printed before, as was measured. */
  readonly blank: Box | undefined;
}

const WATERMARK_SHARE = 0.8;
const WATERMARK_PT_MAX = 200;

/** @throws JobFailure glyph_missing, text_does_not_fit (wider than the page, or no free place) */
export async function applyMarks(
  context: PDFContext,
  pages: readonly ArrangedPage[],
  placed: readonly PlacedOperation[],
  space: Pick<FreeSpace, 'inkOf'>,
): Promise<readonly DrawnMark[]> {
  const drawn: DrawnMark[] = [];
  for (const one of placed) {
    if (!isMark(one.operation)) continue;
    const everywhere = one.operation.pages === 'all' && one.anchors === undefined;
    const marked = pages.flatMap(({ dict, sourcePage }, pageIndex): MarkedPage[] =>
      (sourcePage === undefined ? everywhere : one.pages.includes(sourcePage)) ? [{ dict, pageIndex, sourcePage, view: viewOf(dict) }] : [],
    );
    drawn.push(...(await drawMarks(context, { ...one, operation: one.operation }, marked, space)));
  }
  return drawn;
}

interface MarkedPage {
  readonly dict: PDFDict;
  readonly pageIndex: number;
  readonly sourcePage: number | undefined;
  readonly view: PageView;
}

async function drawMarks(
  context: PDFContext,
  { operation, anchors }: PlacedOperation & { readonly operation: Mark },
  marked: readonly MarkedPage[],
  space: Pick<FreeSpace, 'inkOf'>,
): Promise<DrawnMark[]> {
  const texts = marked.map((_, index) => textFor(operation, index, marked.length));
  const faces = await facesFor(context, operation, texts.join(''));
  const forms = new Map<string, TextForm>();
  const make: MakeForm = (text, sizePt, color, opacity = 1) => {
    const key = `${sizePt} ${text}`;
    const made = forms.get(key) ?? makeTextForm(context, faces, { text, sizePt, color, opacity });
    forms.set(key, made);
    return made;
  };
  const places =
    operation.op === 'watermark_text'
      ? marked.map(({ view }, index) => watermarkOn(operation, view, (...how) => make(texts[index] ?? '', ...how)))
      : await placedOn(operation, marked, { texts, make, anchors, space });
  return marked.flatMap(({ dict, pageIndex, view }, index) => {
    const place = places[index];
    if (!place) return [];
    const { form, placement, blank } = place;
    const onPage = multiply(placement, view.toUserSpace);
    drawForms(dict, [{ form: form.form, placement: onPage }], true);
    const slack = form.ascent / 2;
    const bbox = boundsOf(transformBox(onPage, [-slack, -form.descent - slack, form.width + slack, form.ascent + slack]));
    return [{ operation: operation.id, page: pageIndex + 1, text: texts[index] ?? '', bbox, blank }];
  });
}

type MakeForm = (text: string, sizePt: number, color: string, opacity?: number) => TextForm;

interface PlacedForm {
  readonly form: TextForm;
  /** On the page as it is seen. */
  readonly placement: Matrix;
  readonly blank?: Box | undefined;
}

async function placedOn(
  operation: Exclude<Mark, EditOf<'watermark_text'>>,
  marked: readonly MarkedPage[],
  how: {
    readonly texts: readonly string[];
    readonly make: MakeForm;
    readonly anchors: PlacedOperation['anchors'];
    readonly space: Pick<FreeSpace, 'inkOf'>;
  },
): Promise<readonly PlacedForm[]> {
  const color = operation.op === 'stamp' ? operation.color : '#000000';
  const made = how.texts.map((text) => how.make(text, operation.font_size_pt, color));
  const placings: Placing[] = [];
  for (const [index, { view, sourcePage }] of marked.entries()) {
    const { width = 0, ascent = 0, descent = 0 } = made[index] ?? {};
    const ink = sourcePage === undefined ? undefined : await how.space.inkOf(sourcePage);
    placings.push({ view, ink, width, ascent, descent, anchor: how.anchors?.find(({ page }) => page === sourcePage) });
  }
  return placeAll(operation, placings).flatMap(({ x, y, blank }, index) => {
    const form = made[index];
    return form ? [{ form, placement: [1, 0, 0, 1, x, y] as const, blank }] : [];
  });
}

function isMark(operation: EditOperation): operation is Mark {
  return ['watermark_text', 'stamp', 'page_numbers', 'header_footer'].includes(operation.op);
}

/** Pages are numbered in their new order, counting those that get a number. */
function textFor(operation: Mark, index: number, count: number): string {
  if (operation.op !== 'page_numbers') return operation.value;
  return operation.format.replaceAll('{n}', String(operation.start + index)).replaceAll('{total}', String(operation.start + count - 1));
}

async function facesFor(context: PDFContext, operation: Mark, characters: string): Promise<TextFaces> {
  const isBold = operation.op === 'watermark_text' || (operation.op === 'stamp' && operation.bold);
  const style: FaceStyle = { family: 'sans', isBold, isItalic: false };
  const faces = await embedTextFaces(context, characters, style);
  if (!faces) throw new JobFailure('glyph_missing', { refused: { kind: 'edit', check: 'glyphs', operation: operation.id } });
  return faces;
}

function watermarkOn(
  operation: EditOf<'watermark_text'>,
  view: PageView,
  made: (sizePt: number, color: string, opacity: number) => TextForm,
): PlacedForm {
  const unit = made(1, operation.color, operation.opacity);
  const sizePt = operation.font_size_pt ?? fittingSize(unit, operation.angle, view);
  const form = made(sizePt, operation.color, operation.opacity);
  return { form, placement: centred(form, operation.angle, view) };
}

/** @param unit the text at a size of one point */
function fittingSize(unit: TextForm, angle: number, view: PageView): number {
  const [sin, cos] = [Math.abs(Math.sin((angle * Math.PI) / 180)), Math.abs(Math.cos((angle * Math.PI) / 180))];
  const across = (WATERMARK_SHARE * view.widthPt) / (unit.width * cos + sin);
  const up = (WATERMARK_SHARE * view.heightPt) / (unit.width * sin + cos);
  return Math.max(1, Math.min(across, up, WATERMARK_PT_MAX));
}

/** Puts the middle of the capitals in the middle of the page. */
function centred(form: TextForm, angle: number, view: PageView): Matrix {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const [dx, dy] = [form.width / 2, form.ascent / 2];
  return [cos, sin, -sin, cos, view.widthPt / 2 - (dx * cos - dy * sin), view.heightPt / 2 - (dx * sin + dy * cos)];
}
