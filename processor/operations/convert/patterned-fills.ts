// Boxes that a page fills with a pattern (hatching, a gradient; ISO 32000-1 8.7): PDFium says a plain colour for them, so they are found in the content
// itself, and are drawings.

import { PDFDict, type PDFStream } from 'pdf-lib';
import { interpretPage } from '../../pdf/content/interpret.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { type Box, intersect, isEmpty, transformBox, boundsOf } from '../../pdf/geometry/box.ts';
import { contains, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { viewOf } from '../../pdf/pages/page-view.ts';
import type { PageContent } from '../../pdf/pdfium/page/page-content.ts';
import { dictOf, lookup } from '../../pdf/syntax/dictionary.ts';
import { pageResources } from '../../pdf/content/resources.ts';

const SHALLOW = { patterns: false, glyphProcedures: false, softMasks: false, text: false } as const;
/** Points. */
const SLACK = 0.75;

/** Makes drawings of the fills of a page that are patterns. */
export function findPatterns(source: OpenedPdf): (page: PageContent) => PageContent {
  if (!hasPatterns(source)) return (page) => page;
  return (page) => {
    const dict = page.fills.length > 0 ? source.pages[page.pageIndex]?.dict : undefined;
    const boxes = dict ? patternsOf(dict) : [];
    if (boxes.length === 0) return page;
    const isPattern = ({ box }: { readonly box: ShownBox }) => boxes.some((pattern) => contains(pattern, box, SLACK));
    const patterns = page.fills.filter(isPattern).map(({ box }) => ({ box, mcid: -1, patterned: true as const }));
    return { ...page, fills: page.fills.filter((fill) => !isPattern(fill)), drawings: [...page.drawings, ...patterns] };
  };
}

function hasPatterns({ pages, description }: OpenedPdf): boolean {
  const names = (resources: unknown) => {
    const patterns = resources instanceof PDFDict ? dictOf(lookup(resources, 'Pattern')) : undefined;
    return patterns !== undefined && patterns.keys().length > 0;
  };
  const inStream = ({ dict }: PDFStream) => names(lookup(dict, 'Resources'));
  return pages.some(({ dict }) => names(pageResources(dict))) || Iterator.from(description.streams).some(inStream);
}

function patternsOf(page: PDFDict): ShownBox[] {
  const { toShown } = viewOf(page);
  const boxes: ShownBox[] = [];
  interpretPage(
    page,
    (event) => {
      if (event.kind !== 'path' || !event.fills || event.state.fill.pattern === undefined) return;
      const seen: Box = intersect(event.box, event.state.clip);
      if (isEmpty(seen)) return;
      const [left, top, right, bottom] = boundsOf(transformBox(toShown, seen));
      boxes.push({ left, top, right, bottom });
    },
    SHALLOW,
  );
  return boxes;
}
