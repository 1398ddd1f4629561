// The objects of a page as the engine has them, those of forms where the forms are drawn.

import { type Matrix, multiply } from '../../geometry/matrix.ts';
import type { Pdfium } from '../pdfium.ts';
import { readFillColour } from './read-colours.ts';
import type { Scratch } from './scratch.ts';

/** FPDF_PAGEOBJ_… of fpdf_edit.h. */
export const OBJECT = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;

const OBJECTS_MAX = 200_000;
const FORM_DEPTH_MAX = 12;
const OPAQUE = 255;

interface Reading {
  readonly engine: Pdfium;
  readonly scratch: Scratch;
}

/** An object, and the matrix from the content that draws it to default user space. */
export interface PlacedObject {
  readonly handle: number;
  readonly outer: Matrix;
}

/**
 * Is given the object, its kind, the matrix from the content that draws it to default user space, what the forms around it leave of its
 * opacity (0–1; that of a form is its group's, ISO 32000-1 11.4.5), and these forms, the outermost first.
 */
type Visit = (handle: number, type: number, outer: Matrix, opacity: number, forms: readonly PlacedObject[]) => void;

/** In the order of the content. */
export function walkObjects(on: Reading, page: number, visit: Visit): void {
  const { wasmExports } = on.engine.pdfium;
  let left = OBJECTS_MAX;
  const inside = (handle: number, outer: Matrix, forms: readonly PlacedObject[], opacity: number): void => {
    if (left-- <= 0) return;
    const type = wasmExports.FPDFPageObj_GetType(handle);
    visit(handle, type, outer, opacity, forms);
    if (type !== OBJECT.form || forms.length >= FORM_DEPTH_MAX) return;
    const matrix = multiply(objectMatrix(on, handle), outer);
    const own = (opacity * (readFillColour(on.engine, on.scratch, handle)?.opacity ?? OPAQUE)) / OPAQUE;
    const around = [...forms, { handle, outer }];
    const count = wasmExports.FPDFFormObj_CountObjects(handle);
    for (let index = 0; index < count; index++) inside(wasmExports.FPDFFormObj_GetObject(handle, index), matrix, around, own);
  };
  const count = wasmExports.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) inside(wasmExports.FPDFPage_GetObject(page, index), [1, 0, 0, 1, 0, 0], [], 1);
}

/** From the object's space to that of the content that draws it. */
export function objectMatrix({ engine, scratch }: Reading, handle: number): Matrix {
  if (engine.pdfium.wasmExports.FPDFPageObj_GetMatrix(handle, scratch.pointer) === 0) return [1, 0, 0, 1, 0, 0];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = scratch.floats;
  return [a, b, c, d, e, f];
}
