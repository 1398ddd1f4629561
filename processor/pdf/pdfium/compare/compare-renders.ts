// How alike the pages of two versions look: the structural similarity of their pictures in PDFium, and whether the text is the same. Complements
// compare-pages.ts, which judges equality.

import { lumaOfBgrx } from '../../../images/raster.ts';
import { measureSsim } from '../../../images/ssim.ts';
import { openPair, type Versions } from './open-pair.ts';
import { type Pdfium, type PdfiumDocument, readPageText, renderPage } from '../pdfium.ts';

export interface LikenessRequest extends Versions {
  /** 0-based. */
  readonly renderPageIndexes: readonly number[];
  readonly textPageIndexes: readonly number[];
  readonly dpi: number;
  readonly pixelsMax: number;
}

export interface PageLikeness {
  /** 0-based. */
  readonly pageIndex: number;
  /** Of the luma; 0 when one of them does not draw or has another size. Absent when only the text was requested. */
  readonly ssim?: number;
  readonly textSame?: boolean;
  /** Ignores white space, which engines derive from the places of glyphs. */
  readonly lettersSame?: boolean;
}

/** An empty list when one of the versions does not open; pages beyond the end are left out. */
export function measureLikeness(engine: Pdfium, request: LikenessRequest): PageLikeness[] {
  using pair = openPair(engine, request);
  if (!pair.both) return [];
  const { before, after } = pair.both;
  const pageCount = Math.min(before.pageCount, after.pageCount);
  const [render, text] = [new Set(request.renderPageIndexes), new Set(request.textPageIndexes)];
  return [...render.union(text)]
    .filter((pageIndex) => pageIndex < pageCount)
    .toSorted((a, b) => a - b)
    .map((pageIndex) => ({
      pageIndex,
      ...(render.has(pageIndex) ? { ssim: comparePictures(engine, before, after, pageIndex, request) } : {}),
      ...(text.has(pageIndex) ? compareTexts(readText(engine, before, pageIndex), readText(engine, after, pageIndex)) : {}),
    }));
}

/** Also for its text a page is loaded with its pictures: what the engine keeps of one version must not be there beside the other. */
function readText(engine: Pdfium, document: PdfiumDocument, pageIndex: number): string | undefined {
  const text = readPageText(engine, document, pageIndex);
  if (document.isHeavy) document.reopen();
  return text;
}

function compareTexts(one: string | undefined, two: string | undefined): Pick<PageLikeness, 'textSame' | 'lettersSame'> {
  const letters = (text: string | undefined) => text?.replaceAll(/\s/g, '');
  return { textSame: one === two, lettersSame: one === two || letters(one) === letters(two) };
}

function comparePictures(
  engine: Pdfium,
  before: PdfiumDocument,
  after: PdfiumDocument,
  pageIndex: number,
  { dpi, pixelsMax }: LikenessRequest,
): number {
  const draw = (document: PdfiumDocument) => {
    const picture = renderPage(engine, document, pageIndex, dpi, pixelsMax);
    if (document.isHeavy) document.reopen();
    return picture;
  };
  const [one, two] = [draw(before), draw(after)];
  if (!one || !two || one.width !== two.width || one.height !== two.height) return 0;
  return measureSsim(lumaOfBgrx(one.pixels), lumaOfBgrx(two.pixels), one.width, one.height);
}
