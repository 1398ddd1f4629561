// Whether pictures, links and annotations of a page are as planned, asked of the engine: how many there are, where links lead, and whether what
// should be seen is seen, and covers nothing.

import type { ShownBox } from '../../geometry/shown-box.ts';
import { intersect, isEmpty } from '../../geometry/box.ts';
import { IDENTITY } from '../../geometry/matrix.ts';
import { readLinks } from '../page/read-links.ts';
import { Scratch } from '../page/scratch.ts';
import type { Drawn, Pdfium } from '../pdfium.ts';
import type { ThingExpectation } from './judged-page.ts';

const IMAGE = 3;
const FORM = 5;
const DEPTH_MAX = 8;

export interface SeenThings {
  /** By subtype. */
  readonly annotations: ReadonlyMap<number, number>;
  readonly pictures: number;
  readonly links: readonly { readonly boxes: readonly ShownBox[]; readonly uri?: string; readonly pageIndex?: number }[];
}

export function isAsked({ annotations, links, pictures }: ThingExpectation): boolean {
  return annotations.size > 0 || links.length > 0 || pictures !== undefined;
}

export function seeThings(engine: Pdfium, document: number, page: number): SeenThings {
  using scratch = new Scratch(engine);
  const annotations = new Map<number, number>();
  const count = engine.FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count; index++) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = engine.FPDFAnnot_GetSubtype(annotation);
    annotations.set(subtype, (annotations.get(subtype) ?? 0) + 1);
    engine.FPDFPage_CloseAnnot(annotation);
  }
  let pictures = 0;
  const objects = engine.FPDFPage_CountObjects(page);
  for (let index = 0; index < objects; index++) pictures += picturesIn(engine, engine.FPDFPage_GetObject(page, index), 0);
  // In default user space: y grows upwards.
  return { annotations, pictures, links: readLinks(engine, scratch, document, page, IDENTITY) };
}

function picturesIn(engine: Pdfium, object: number, depth: number): number {
  const kind = engine.FPDFPageObj_GetType(object);
  if (kind === IMAGE) return 1;
  if (kind !== FORM || depth >= DEPTH_MAX) return 0;
  let pictures = 0;
  const inside = engine.FPDFFormObj_CountObjects(object);
  for (let index = 0; index < inside; index++) pictures += picturesIn(engine, engine.FPDFFormObj_GetObject(object, index), depth + 1);
  return pictures;
}

export function areThingsPlanned(was: SeenThings, is: SeenThings, { annotations, links, pictures }: ThingExpectation): boolean {
  for (const [subtype, more] of annotations)
    if ((is.annotations.get(subtype) ?? 0) !== (was.annotations.get(subtype) ?? 0) + more) return false;
  if (pictures !== undefined && is.pictures !== was.pictures + pictures) return false;
  return links.every(({ box, url }) =>
    is.links.some(
      (link) =>
        (url === undefined ? link.pageIndex !== undefined : link.uri === url || decoded(link.uri) === decoded(url)) &&
        link.boxes.some(({ left, top, right, bottom }) => !isEmpty(intersect([left, top, right, bottom], box))),
    ),
  );
}

function decoded(uri: string | undefined): string {
  try {
    return decodeURIComponent(uri ?? '');
  } catch {
    return uri ?? '';
  }
}

/** Out of 255. */
const GROUND_SLACK = 64;
const SPECKS_MAX = 0.02;
const CHANGE_MIN = 24;
const ALTERED_PIXELS_MIN = 2;

/** Whether each box shows one even ground. @param boxes in pixels */
export function areBlank(drawn: Drawn, boxes: readonly ShownBox[]): boolean {
  return boxes.every((box) => {
    const pixels = inside(drawn, box, 1);
    if (pixels.length === 0) return true;
    const grounds = Map.groupBy(pixels, (pixel) => pixel >> 3);
    const ground = ([...grounds].toSorted(([, one], [, two]) => two.length - one.length)[0]?.[0] ?? 0) << 3;
    return pixels.filter((pixel) => Math.abs(pixel - ground) > GROUND_SLACK).length <= pixels.length * SPECKS_MAX;
  });
}

/** Whether something inside each box looks different. */
export function areAltered(before: Drawn, after: Drawn, boxes: readonly ShownBox[]): boolean {
  return boxes.every((box) => {
    // A thin line at the edge of a box is drawn in pixels that lie across it.
    const [one, two] = [inside(before, box, -1), inside(after, box, -1)];
    if (one.length !== two.length) return true;
    return one.filter((pixel, index) => Math.abs(pixel - (two[index] ?? 0)) > CHANGE_MIN).length >= ALTERED_PIXELS_MIN;
  });
}

/** The luma of the pixels. @param inset in pixels */
function inside(drawn: Drawn, { left, top, right, bottom }: ShownBox, inset: number): number[] {
  const { width, height, rowBytes, channels } = drawn;
  const bytes = drawn.pixels();
  const found: number[] = [];
  const [x0, x1] = [Math.max(0, Math.ceil(left + inset)), Math.min(width, Math.floor(right - inset))];
  const [y0, y1] = [Math.max(0, Math.ceil(top + inset)), Math.min(height, Math.floor(bottom - inset))];
  for (let y = y0; y < y1; y++)
    for (let x = x0; x < x1; x++) {
      const at = y * rowBytes + x * channels;
      found.push(((bytes[at] ?? 0) * 29 + (bytes[at + 1] ?? 0) * 150 + (bytes[at + 2] ?? 0) * 77) >> 8);
    }
  return found;
}
