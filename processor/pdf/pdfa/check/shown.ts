// What a document shows, for checks that ask about use: every content stream with the resources for its names, the glyphs of each font with
// whether they are seen, the pictures and shadings as drawn. Of appearances only the normal ones count, as in PDF/A.

import type { PDFName } from 'pdf-lib';
import { PDFDict, type PDFStream } from 'pdf-lib';
import type { ContentSource } from '../../content/content-source.ts';
import type { ContentEvent } from '../../content/events.ts';
import { type Gap, RunBudget } from '../../content/execution.ts';
import { interpretAppearances, interpretPage } from '../../content/interpret.ts';
import { pageResources } from '../../content/resources.ts';
import { joinPageContents } from '../../content/source.ts';
import { dictOf, lookup } from '../../syntax/dictionary.ts';
import type { FontGlyph, PdfFont } from '../../fonts/pdf-font.ts';
import type { OpenedPdf } from '../../opened.ts';
import type { JudgedContent } from './check-content.ts';

export interface ShownGlyphs {
  readonly font: PdfFont;
  /** By code × 8 + its length in bytes. */
  readonly glyphs: ReadonlyMap<number, { readonly glyph: FontGlyph; readonly isVisible: boolean }>;
  readonly isVisible: boolean;
}

interface DrawnImage {
  readonly stream: PDFStream;
  /** Of the content that draws it. */
  readonly resources: PDFDict | undefined;
  readonly place: string;
}

export interface ShownContent {
  readonly contents: readonly JudgedContent[];
  readonly fonts: ReadonlyMap<PDFDict, ShownGlyphs>;
  readonly images: readonly DrawnImage[];
  /** Resources of some content, each once. */
  readonly resources: ReadonlyMap<PDFDict, string>;
  /** Not empty: something was not followed. */
  readonly gaps: ReadonlySet<Gap>;
}

const INVISIBLE = 3;

/** @throws JobFailure decompression_limit */
export function collectShown({ pages }: Pick<OpenedPdf, 'pages'>): ShownContent {
  const contents: JudgedContent[] = [];
  const fonts = new Map<PDFDict, { font: PdfFont; glyphs: Map<number, { glyph: FontGlyph; isVisible: boolean }>; isVisible: boolean }>();
  const images = new Map<PDFStream, Map<PDFDict | undefined, DrawnImage>>();
  const resources = new Map<PDFDict, string>();
  const gaps = new Set<Gap>();
  const entered = new Map<PDFStream, Set<PDFDict | undefined>>();
  const budget = new RunBudget();
  budget.operations *= 10;
  budget.glyphs *= 10;

  const note = (source: Pick<ContentSource, 'content' | 'resources'>, hasOwnResources: boolean, place: string) => {
    contents.push({ source, hasOwnResources, place });
    if (source.resources && !resources.has(source.resources)) resources.set(source.resources, place);
  };
  const noteText = (event: Extract<ContentEvent, { kind: 'text' }>) => {
    if (!event.font || event.glyphs.length === 0) return;
    const use = fonts.get(event.font.dict) ?? { font: event.font, glyphs: new Map(), isVisible: false };
    fonts.set(event.font.dict, use);
    const isVisible = event.state.renderMode !== INVISIBLE;
    use.isVisible ||= isVisible;
    for (const { glyph } of event.glyphs) {
      const key = glyph.code * 8 + glyph.length;
      if (isVisible || !use.glyphs.has(key)) use.glyphs.set(key, { glyph, isVisible });
    }
  };
  const noteSource = ({ source }: { readonly source: ContentSource }, place: string) => {
    const { stream } = source;
    if (!stream) return;
    const seen = entered.get(stream) ?? new Set();
    entered.set(stream, seen);
    if (seen.has(source.resources)) return;
    seen.add(source.resources);
    note(source, lookup(stream.dict, 'Resources') instanceof PDFDict || hasFontResources(source), `${place}, ${source.kind}`);
  };

  const seenPages = new Set<PDFDict>();
  for (const [index, { dict }] of pages.entries()) {
    if (seenPages.has(dict)) continue;
    seenPages.add(dict);
    const place = `page ${index + 1}`;
    note({ content: joinPageContents(dict), resources: pageResources(dict) }, lookup(dict, 'Resources') instanceof PDFDict, place);
    const visit = (event: ContentEvent) => {
      if (event.kind === 'text') noteText(event);
      else if (event.kind === 'enter') noteSource(event, place);
      else if (event.kind === 'image' && event.stream) {
        const own = images.get(event.stream) ?? new Map<PDFDict | undefined, DrawnImage>();
        images.set(event.stream, own);
        own.set(event.source.resources, { stream: event.stream, resources: event.source.resources, place });
      }
    };
    for (const gap of interpretPage(dict, visit, {}, budget).gaps) gaps.add(gap);
    for (const gap of interpretAppearances(dict, visit, { allStates: true }, budget).gaps) gaps.add(gap);
  }
  return { contents, fonts, images: [...images.values()].flatMap((own) => [...own.values()]), resources, gaps };
}

/** A glyph procedure finds its names in its font's resources. */
function hasFontResources({ kind, resources, parent }: ContentSource): boolean {
  return kind === 'glyph' && resources !== undefined && resources !== parent?.resources;
}

/** The entries of a category of resources, with their targets. */
export function entriesOf(resources: PDFDict | undefined, category: string): (readonly [name: PDFName, value: PDFDict])[] {
  const group = dictOf(lookup(resources, category));
  return (group?.entries() ?? []).flatMap(([name, value]) => {
    const found = dictOf(group?.context.lookup(value));
    return found ? [[name, found] as const] : [];
  });
}
