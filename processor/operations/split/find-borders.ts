// Where a document is to be divided by what its pages say or show: at pages with a text, at blank pages, and at sheets with a barcode, all as a second
// engine sees them.

import { parsePattern } from '#contract/params/text-pattern.ts';
import { JobFailure } from '../../failure.ts';
import { type Barcode, type BarcodeFormat, readBarcodes } from '../../images/read-barcodes.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { GreyPages } from '../../pdf/pdfium/grey-pages.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { surveyTextBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { PatternMatcher } from './match-pattern.ts';

const PAGES_AT_ONCE = 16;
const PAGE_MS_MAX = 5000;

type Tell = (pagesDone: number) => void;

/** 0-based indexes of the pages whose text matches. @throws JobFailure no_text_found where no page has any */
export async function findMatches(opened: OpenedPdf, text: string, tell: Tell): Promise<number[]> {
  const pattern = parsePattern(text);
  if (typeof pattern === 'string') throw new JobFailure('internal', { message: pattern });
  const matcher = new PatternMatcher(pattern);
  const found: number[] = [];
  let visible = 0;
  for (let from = 0; from < opened.pages.length; from += PAGES_AT_ONCE) {
    const pageIndexes = indexesFrom(from, opened.pages.length);
    const request = { input: engineInput(opened.source), pageIndexes, withWords: true };
    const pages = await surveyTextBounded(request, PAGE_MS_MAX * pageIndexes.length);
    if (!pages) throw unread(from);
    for (const page of pages) {
      visible += page.visible + page.invisible;
      const lines = page.lines.map((words) => words.map((word) => word.text).join(' '));
      if (matcher.matches(lines.join('\n'))) found.push(page.pageIndex);
    }
    tell(from + pageIndexes.length);
  }
  if (visible === 0)
    throw new JobFailure('no_text_found', { message: 'No page has readable text: the pages are pictures. Run OCR first.' });
  return found;
}

export interface SeparatorSheet extends Barcode {
  /** 0-based. */
  readonly pageIndex: number;
}

/** A bar of 0.2 mm is two pixels wide. */
const BARCODE_DPI = 250;
const BARCODE_PIXELS_MAX = 12_000_000;

/** Pages with a barcode whose text matches, in order, each with the first that does. */
export async function findSeparators(
  opened: OpenedPdf,
  { formats, pattern: text }: { readonly formats: readonly BarcodeFormat[]; readonly pattern?: string | undefined },
  tell: Tell,
): Promise<SeparatorSheet[]> {
  const pattern = parsePattern(text ?? '');
  if (typeof pattern === 'string') throw new JobFailure('internal', { message: pattern });
  const matcher = text === undefined ? undefined : new PatternMatcher(pattern);
  await using drawing = new GreyPages(engineInput(opened.source));
  const found: SeparatorSheet[] = [];
  for (const pageIndex of opened.pages.keys()) {
    const page = await drawing.draw({ pageIndex, dpi: BARCODE_DPI, pixelsMax: BARCODE_PIXELS_MAX }, PAGE_MS_MAX);
    if (!page) throw unread(pageIndex);
    const barcodes = await readBarcodes(page, formats);
    const separator = barcodes.find((barcode) => matcher?.matches(barcode.text) ?? true);
    if (separator) found.push({ pageIndex, ...separator });
    tell(pageIndex + 1);
  }
  return found;
}

const DPI = 36;
const PIXELS_MAX = 1_000_000;
/** Specks and the shadow at the edge of a scan are no content. */
const DARK_BELOW = 160;
const DARK_SHARE_MAX = 0.0005;
const EDGE_SHARE = 0.04;

/** 0-based indexes of the pages on which nothing is seen. */
export async function findBlankPages(opened: OpenedPdf, tell: Tell): Promise<number[]> {
  await using drawing = new GreyPages(engineInput(opened.source));
  const found: number[] = [];
  for (const pageIndex of opened.pages.keys()) {
    const page = await drawing.draw({ pageIndex, dpi: DPI, pixelsMax: PIXELS_MAX }, PAGE_MS_MAX);
    if (!page) throw unread(pageIndex);
    if (isBlank(page)) found.push(pageIndex);
    tell(pageIndex + 1);
  }
  return found;
}

function isBlank({ width, height, pixels }: { readonly width: number; readonly height: number; readonly pixels: Uint8Array }): boolean {
  const [across, down] = [Math.ceil(width * EDGE_SHARE), Math.ceil(height * EDGE_SHARE)];
  let dark = 0;
  for (let y = down; y < height - down; y++)
    for (let x = across; x < width - across; x++) if ((pixels[y * width + x] ?? 255) < DARK_BELOW) dark++;
  return dark <= width * height * DARK_SHARE_MAX;
}

function indexesFrom(from: number, pageCount: number): number[] {
  return Array.from({ length: Math.min(PAGES_AT_ONCE, pageCount - from) }, (_, offset) => from + offset);
}

function unread(pageIndex: number): JobFailure {
  const message = 'A page could not be read in its time, so it is not known where to divide the document.';
  return new JobFailure('unsupported_feature', { message, page: pageIndex + 1 });
}
