// Texts that are transparent, over a path that draws their letters: so writers (Skia, in browsers) give bold that a font has no face for, and
// letters that are not to be embedded. The path is what is seen, and is no drawing.

import type { Pdfium } from '../pdfium.ts';
import { IDENTITY } from '../../geometry/matrix.ts';
import { readFillColour } from './read-colours.ts';
import type { Scratch } from './scratch.ts';
import { OBJECT } from './walk-objects.ts';

type Bounds = readonly [left: number, bottom: number, right: number, top: number];

export interface DrawnText {
  /** The engine's handle of the path. */
  readonly path: number;
  readonly bold: boolean;
}

/** Of the height of a text: the sides of its letters and of the path differ by less. */
const SLACK = 0.2;
/** Of that height: bold letters are wider by more on the whole line. */
const BOLDER = 0.02;

/** Is given the objects of a page in their order. */
export class DrawnTexts {
  /** By the engine's handle of the text. */
  readonly texts = new Map<number, DrawnText>();
  readonly paths = new Set<number>();
  readonly #engine: Pdfium;
  readonly #scratch: Scratch;
  #path: { readonly handle: number; readonly outer: string } | undefined;
  #run: number[] = [];

  constructor(engine: Pdfium, scratch: Scratch) {
    this.#engine = engine;
    this.#scratch = scratch;
  }

  add(handle: number, type: number, outer = IDENTITY): void {
    const place = outer.join(' ');
    if (type === OBJECT.text && this.#path?.outer === place && this.#isTransparent(handle)) {
      this.#run.push(handle);
      return;
    }
    this.end();
    if (type === OBJECT.path) this.#path = { handle, outer: place };
  }

  end(): void {
    const [path, run] = [this.#path?.handle, this.#run];
    this.#path = undefined;
    this.#run = [];
    if (path === undefined || run.length === 0) return;
    const drawn = this.#boundsOf(path);
    const letters = run.flatMap((text) => {
      const bounds = this.#boundsOf(text);
      return bounds && bounds[2] > bounds[0] && bounds[3] > bounds[1] ? [bounds] : [];
    });
    if (!drawn || letters.length === 0) return;
    const all: Bounds = [
      Math.min(...letters.map(([left]) => left)),
      Math.min(...letters.map(([, bottom]) => bottom)),
      Math.max(...letters.map(([, , right]) => right)),
      Math.max(...letters.map(([, , , top]) => top)),
    ];
    const height = all[3] - all[1];
    if (all.some((side, at) => Math.abs(side - (drawn[at] ?? 0)) > height * SLACK)) return;
    const bold = drawn[2] - drawn[0] - (all[2] - all[0]) > height * BOLDER;
    this.paths.add(path);
    for (const text of run) this.texts.set(text, { path, bold });
  }

  #isTransparent(text: number): boolean {
    return readFillColour(this.#engine, this.#scratch, text)?.opacity === 0;
  }

  #boundsOf(handle: number): Bounds | undefined {
    const at = this.#scratch.pointer;
    if (this.#engine.pdfium.wasmExports.FPDFPageObj_GetBounds(handle, at, at + 4, at + 8, at + 12) === 0) return undefined;
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#scratch.floats;
    return [left, bottom, right, top];
  }
}
