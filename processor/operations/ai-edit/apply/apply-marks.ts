// Draws what a plan adds to pages: watermarks, stamps, page numbers, headers and footers. Everything is placed on the page as it is seen,
// and marked as an artifact, outside the document's own text flow.

import type { PDFContext, PDFDict } from 'pdf-lib';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { JobFailure } from '../../../failure.ts';
import { type Box, boundsOf, transformBox } from '../../../pdf/geometry/box.ts';
import { type Matrix, multiply } from '../../../pdf/geometry/matrix.ts';
import { readPageTextEvents } from '../../../pdf/edit/page-text.ts';
import { drawForms } from '../../../pdf/draw/draw-forms.ts';
import type { FaceStyle } from '../../../pdf/draw/fallback-font.ts';
import { embedTextFaces, makeTextForm, type TextFaces, type TextForm } from '../../../pdf/draw/text-form.ts';
import { unitsOf } from '../facts/page-view.ts';
import { type ArrangedPage } from './apply-pages.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';
import { type PageView, viewOf } from '../facts/page-view.ts';
import { type Mark, cornerOf } from '../facts/mark-place.ts';

export interface DrawnMark {
  readonly operation: string;
  /** 1-based, in the new order. */
  readonly page: number;
  readonly text: string;
  /** In default user space. */
  readonly bbox: Box;
}

const WATERMARK_SHARE = 0.8;
const WATERMARK_PT_MAX = 200;

/** @throws JobFailure glyph_missing, text_does_not_fit (wider than the page) */
export async function applyMarks(
  context: PDFContext,
  pages: readonly ArrangedPage[],
  placed: readonly PlacedOperation[],
): Promise<readonly DrawnMark[]> {
  const drawn: DrawnMark[] = [];
  for (const { operation, pages: chosen } of placed) {
    if (!isMark(operation)) continue;
    const everywhere = operation.pages === 'all';
    const marked = pages.flatMap(({ dict, sourcePage }, pageIndex) =>
      (sourcePage === undefined ? everywhere : chosen.includes(sourcePage)) ? [{ dict, pageIndex }] : [],
    );
    const texts = marked.map((_, index) => textFor(operation, index, marked.length));
    const faces = await facesFor(context, operation, texts.join(''));
    const forms = new Map<string, TextForm>();
    for (const [index, { dict, pageIndex }] of marked.entries()) {
      const text = texts[index] ?? '';
      const view = viewOf(dict);
      const { form, placement } = place(operation, { view, dict }, (sizePt, color, opacity = 1) => {
        const key = `${sizePt} ${text}`;
        const made = forms.get(key) ?? makeTextForm(context, faces, { text, sizePt, color, opacity });
        forms.set(key, made);
        return made;
      });
      const onPage = multiply(placement, view.toUserSpace);
      drawForms(dict, [{ form: form.form, placement: onPage }], true);
      const slack = form.ascent / 2;
      const bbox = boundsOf(transformBox(onPage, [-slack, -form.descent - slack, form.width + slack, form.ascent + slack]));
      drawn.push({ operation: operation.id, page: pageIndex + 1, text, bbox });
    }
  }
  return drawn;
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

/** @returns the form and its place on the page as it is seen */
function place(
  operation: Mark,
  { view, dict }: { readonly view: PageView; readonly dict: PDFDict },
  made: (sizePt: number, color: string, opacity?: number) => TextForm,
): { readonly form: TextForm; readonly placement: Matrix } {
  if (operation.op === 'watermark_text') {
    const unit = made(1, operation.color, operation.opacity);
    const sizePt = operation.font_size_pt ?? fittingSize(unit, operation.angle, view);
    const form = made(sizePt, operation.color, operation.opacity);
    return { form, placement: centred(form, operation.angle, view) };
  }
  const [vertical, horizontal, margin] = cornerOf(operation);
  const form = made(operation.font_size_pt, operation.op === 'stamp' ? operation.color : '#000000');
  const across = unitsOf(margin, view.widthPt, 1);
  const down = unitsOf(margin, view.heightPt, 1);
  const x = { left: across, center: (view.widthPt - form.width) / 2, right: view.widthPt - across - form.width }[horizontal];
  const y = { top: view.heightPt - down - form.ascent, center: (view.heightPt - form.ascent) / 2, bottom: down + form.descent }[vertical];
  if (x < 0 || x + form.width > view.widthPt || y < 0 || y + form.ascent > view.heightPt) {
    throw new JobFailure('text_does_not_fit', { refused: { kind: 'edit', check: 'fit', operation: operation.id } });
  }
  const placement: Matrix = [1, 0, 0, 1, x, y];
  return { form, placement: operation.op === 'stamp' ? placement : clearOfText(placement, form, view, dict) };
}

/** Points of the steps in which a free place is looked for, and of the paper's edge that printers leave white. */
const [STEP, EDGE] = [1, 8];
/** Of the size of the text: kept free above and below it. */
const CLEAR_SHARE = 0.25;

/** What runs along the edge of the page does not lie over text: it moves up or down to the nearest place where nothing is printed. */
function clearOfText(placement: Matrix, form: TextForm, view: PageView, dict: PDFDict): Matrix {
  const printed = readPageTextEvents(dict).glyphs.filter(({ shown }) => shown.glyph.unicode.trim() !== '');
  const clear = form.ascent * CLEAR_SHARE;
  const [, , , , x, at] = placement;
  const isFree = (y: number) => {
    const area = boundsOf(
      transformBox(multiply([1, 0, 0, 1, x, y], view.toUserSpace), [0, -form.descent - clear, form.width, form.ascent + clear]),
    );
    return !printed.some(({ box }) => box[0] < area[2] && box[2] > area[0] && box[1] < area[3] && box[3] > area[1]);
  };
  const third = view.heightPt / 3;
  const isInMargin = (y: number) => y - form.descent >= EDGE && y + form.ascent <= view.heightPt - EDGE && Math.abs(y - at) < third;
  for (let by = 0; by < third; by += STEP) {
    const free = [at + by, at - by].find((y) => (by === 0 || isInMargin(y)) && isFree(y));
    if (free !== undefined) return [1, 0, 0, 1, x, free];
  }
  return placement;
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
