// Questions over a whole document: which glyphs of which font it shows, and where it places each image. Everything that can show something is
// followed: pages, forms, patterns, glyph procedures, soft masks, annotation appearances in all their states.

import { PDFDict, type PDFRef, type PDFStream } from 'pdf-lib';
import type { OpenedPdf } from '../opened.ts';
import { dictOf, lookup } from '../syntax/dictionary.ts';
import type { FontGlyph, PdfFont } from '../fonts/pdf-font.ts';
import { loadFont } from '../fonts/font.ts';
import type { ContentEvent, ImageEvent } from './events.ts';
import { type Gap, RunBudget } from './execution.ts';
import { interpretAppearances, interpretPage } from './interpret.ts';
import type { Matrix } from '../geometry/matrix.ts';

interface FontUse {
  readonly font: PdfFont;
  /** Every code shown, with its CID and glyph index where known; by code × 8 + its length in bytes. */
  readonly glyphs: ReadonlyMap<number, FontGlyph>;
  /** At least one glyph is shown, drawn or not. */
  readonly isUsed: boolean;
  /** A field may show more: the font is in default resources of forms, where viewers use it for what users type. */
  readonly isForFields: boolean;
}

export interface DocumentFontUse {
  /** By font dictionary. Fonts that no content selects are missing. */
  readonly fonts: ReadonlyMap<PDFDict, FontUse>;
  /** Not empty: some content could not be followed, so what is not listed may still be used. */
  readonly unknown: ReadonlySet<Gap>;
}

/**
 * The codes that each font object shows anywhere in the document.
 * @throws JobFailure decompression_limit
 */
export function collectFontUse(opened: Pick<OpenedPdf, 'pages' | 'catalog'>): DocumentFontUse {
  const fonts = new Map<PDFDict, { font: PdfFont; glyphs: Map<number, FontGlyph>; isUsed: boolean; isForFields: boolean }>();
  const useOf = (font: PdfFont) => {
    const use = fonts.get(font.dict) ?? { font, glyphs: new Map<number, FontGlyph>(), isUsed: false, isForFields: false };
    fonts.set(font.dict, use);
    return use;
  };
  const unknown = runAll(opened, (event) => {
    if (event.kind !== 'text' || !event.font) return;
    const use = useOf(event.font);
    for (const { glyph } of event.glyphs) use.glyphs.set(glyph.code * 8 + glyph.length, glyph);
    use.isUsed ||= event.glyphs.length > 0;
  });
  const form = lookup(opened.catalog, 'AcroForm');
  const fieldFonts = lookup(dictOf(lookup(dictOf(form), 'DR')), 'Font');
  if (fieldFonts instanceof PDFDict) {
    for (const value of fieldFonts.values()) {
      const dict = fieldFonts.context.lookup(value);
      if (dict instanceof PDFDict) useOf(loadFont(dict)).isForFields = true;
    }
  }
  return { fonts, unknown };
}

interface ImagePlacement {
  /** 0-based. */
  readonly pageIndex: number;
  /** Unit square → page space. */
  readonly matrix: Matrix;
  /** Pixels per inch in the coarser direction, UserUnit applied. */
  readonly dpi: number;
  readonly isClipped: boolean;
  readonly isHidden: boolean;
  /** Through a tiling pattern or a Type 3 glyph: it appears more often than here, in other places of the same scale. */
  readonly isRepeated: boolean;
  /** The event that placed it, for further questions. */
  readonly event: ImageEvent;
}

interface ImageUse {
  readonly stream: PDFStream;
  readonly ref: PDFRef | undefined;
  readonly placements: readonly ImagePlacement[];
  /** The images of which it is a soft mask or mask. */
  readonly maskOf: ReadonlySet<PDFStream>;
}

export interface DocumentImageUse {
  /** Image XObjects; masks have the placements of the images that they mask. */
  readonly images: ReadonlyMap<PDFStream, ImageUse>;
  readonly inline: readonly ImagePlacement[];
  readonly unknown: ReadonlySet<Gap>;
}

/**
 * Every placement of every image. Images without one are missing.
 * @throws JobFailure decompression_limit
 */
export function collectImagePlacements(opened: Pick<OpenedPdf, 'pages'>): DocumentImageUse {
  const images = new Map<PDFStream, { stream: PDFStream; ref: PDFRef | undefined; placements: ImagePlacement[]; maskOf: Set<PDFStream> }>();
  const inline: ImagePlacement[] = [];
  const useOf = (stream: PDFStream, ref: PDFRef | undefined) => {
    const use = images.get(stream) ?? { stream, ref, placements: [], maskOf: new Set<PDFStream>() };
    images.set(stream, use);
    return use;
  };
  const unknown = runAll(opened, (event, pageIndex, userUnit) => {
    if (event.kind !== 'image') return;
    let isRepeated = false;
    for (let source = event.source; ; source = source.parent) {
      isRepeated ||= source.kind === 'pattern' || source.kind === 'glyph';
      if (!source.parent) break;
    }
    const { matrix, isClipped, isHidden } = event;
    const placement = { pageIndex, matrix, dpi: event.dpi / userUnit, isClipped, isHidden, isRepeated, event };
    if (!event.stream) {
      inline.push(placement);
      return;
    }
    useOf(event.stream, event.ref).placements.push(placement);
    for (const [mask, ref] of [
      [event.softMask, event.softMaskRef],
      [event.mask, event.maskRef],
    ] as const) {
      if (!mask) continue;
      const use = useOf(mask, ref);
      use.maskOf.add(event.stream);
      const [width, height] = [sizeOf(mask, 'Width'), sizeOf(mask, 'Height')];
      const scale = Math.min(width / Math.max(1, event.widthPixels), height / Math.max(1, event.heightPixels));
      use.placements.push({ ...placement, dpi: placement.dpi * scale });
    }
  });
  return { images, inline, unknown };
}

function sizeOf(stream: PDFStream, key: string): number {
  const value = lookup(stream.dict, key);
  return value && 'asNumber' in value ? (value as { asNumber(): number }).asNumber() : 0;
}

function runAll({ pages }: Pick<OpenedPdf, 'pages'>, visit: (event: ContentEvent, pageIndex: number, userUnit: number) => void): Set<Gap> {
  const unknown = new Set<Gap>();
  // One budget for the document, which bounds the cost of all pages together.
  const budget = new RunBudget();
  budget.operations *= 10;
  budget.glyphs *= 10;
  const seen = new Set<PDFDict>();
  for (const [pageIndex, { dict }] of pages.entries()) {
    // A repeated page object shows nothing new.
    if (seen.has(dict)) continue;
    seen.add(dict);
    const unit = lookup(dict, 'UserUnit');
    const userUnit = unit && 'asNumber' in unit ? Math.max(1e-3, (unit as { asNumber(): number }).asNumber()) : 1;
    const tell = (event: ContentEvent) => visit(event, pageIndex, userUnit);
    for (const gap of interpretPage(dict, tell, {}, budget).gaps) unknown.add(gap);
    for (const gap of interpretAppearances(dict, tell, { allStates: true }, budget).gaps) unknown.add(gap);
  }
  return unknown;
}
