// Link annotations of a page: addresses (http, https, mailto, …) and targets inside the document. Launch, JavaScript and file targets are not
// read at all.

import type { Pdfium } from '../pdfium.ts';
import { boundsOf } from '../../geometry/box.ts';
import { showBox, type ShownBox } from '../../geometry/shown-box.ts';
import type { PageLink } from './page-content.ts';
import { type Matrix } from '../../geometry/matrix.ts';
import type { Scratch } from './scratch.ts';

const ACTION = { goto: 1, uri: 3 } as const;
/** Not of the interior. */
const COLOUR = 0;
const LINKS_MAX = 5000;
const URI_CHARS_MAX = 2048;
const SAFE = /^(?:https?|mailto|ftp|tel):/i;

export function readLinks(engine: Pdfium, scratch: Scratch, document: number, page: number, toPage: Matrix): PageLink[] {
  const links: PageLink[] = [];
  const position = scratch.pointer;
  scratch.integers[0] = 0;
  for (let count = 0; count < LINKS_MAX; count++) {
    const linkOut = position + 4;
    const next = scratch.integers;
    next[1] = 0;
    if (!engine.FPDFLink_Enumerate(page, position, linkOut)) break;
    const [resume = 0, handle = 0] = scratch.integers;
    const boxes = readBoxes(engine, scratch, handle, toPage);
    const target = readTarget(engine, scratch, document, handle);
    if (target && boxes.length > 0) links.push({ boxes, ...target, ...readBorder(engine, scratch, page, handle) });
    scratch.integers[0] = resume;
  }
  return links;
}

function readBoxes(engine: Pdfium, scratch: Scratch, handle: number, toPage: Matrix): ShownBox[] {
  const quads = Math.min(engine.FPDFLink_CountQuadPoints(handle), 100);
  const boxes: ShownBox[] = [];
  for (let index = 0; index < quads; index++) {
    if (!engine.FPDFLink_GetQuadPoints(handle, index, scratch.pointer)) continue;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = scratch.floats;
    boxes.push(showBox(toPage, boundsOf([x1, y1, x2, y2, x3, y3, x4, y4])));
  }
  if (boxes.length > 0) return boxes;
  if (!engine.FPDFLink_GetAnnotRect(handle, scratch.pointer)) return [];
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
  return [showBox(toPage, [left, bottom, right, top])];
}

/** Only one that is asked for (ISO 32000-1 12.5.4): most viewers draw none by default. */
function readBorder(engine: Pdfium, scratch: Scratch, page: number, handle: number): Pick<PageLink, 'border'> {
  const annotation = engine.FPDFLink_GetAnnot(page, handle);
  if (annotation === 0) return {};
  const at = scratch.pointer;
  const width = engine.FPDFAnnot_GetBorder(annotation, at, at + 4, at + 8) ? (scratch.floats[2] ?? 0) : 0;
  const hasColour = width > 0 && engine.FPDFAnnot_GetColor(annotation, COLOUR, at, at + 4, at + 8, at + 12);
  const [red = 0, green = 0, blue = 0] = hasColour ? scratch.integers : [];
  engine.FPDFPage_CloseAnnot(annotation);
  return width > 0 ? { border: { width, colour: (red << 16) | (green << 8) | blue } } : {};
}

function readTarget(
  engine: Pdfium,
  scratch: Scratch,
  document: number,
  handle: number,
): Pick<PageLink, 'uri' | 'pageIndex' | 'y'> | undefined {
  const action = engine.FPDFLink_GetAction(handle);
  const type = action === 0 ? ACTION.goto : engine.FPDFAction_GetType(action);
  if (type === ACTION.uri) {
    const uri = scratch.string((pointer, max) => engine.FPDFAction_GetURIPath(document, action, pointer, max)).trim();
    return SAFE.test(uri) && uri.length <= URI_CHARS_MAX ? { uri } : undefined;
  }
  if (type !== ACTION.goto) return undefined;
  const destination = engine.FPDFLink_GetDest(document, handle) || (action === 0 ? 0 : engine.FPDFAction_GetDest(document, action));
  if (destination === 0) return undefined;
  const pageIndex = engine.FPDFDest_GetDestPageIndex(document, destination);
  return pageIndex >= 0 ? { pageIndex, y: readHeight(engine, scratch, document, destination, pageIndex) } : undefined;
}

/** Distance of a target from the upper edge of a page that is not turned; the page's own boxes are not used. */
function readHeight(engine: Pdfium, scratch: Scratch, document: number, destination: number, pageIndex: number): number {
  const at = scratch.pointer;
  if (!engine.FPDFDest_GetLocationInPage(destination, at, at + 4, at + 8, at + 12, at + 16, at + 20)) return 0;
  const hasY = scratch.integers[1] === 1;
  const y = scratch.floats[4] ?? 0;
  if (!hasY || !engine.FPDF_GetPageSizeByIndexF(document, pageIndex, at)) return 0;
  return Math.max(0, Math.round((scratch.floats[1] ?? 0) - y));
}
