// Opened document → content of its pages, one by one through PDFium's thread. A page that PDFium cannot finish is left out and named; the
// others are not lost with it.

import type { PDFObject } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { filtersOf } from '../../pdf/streams/decode-stream.ts';
import { nameOf } from '../../pdf/syntax/dictionary.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { readPagesBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { findPatterns } from './patterned-fills.ts';
import { describeWidgets, type PageWidgets } from '../../pdf/pdfium/page/widgets.ts';
import { type Keeping, keepPage, shrinkPictures } from '../../document/kept-page.ts';
import type { PageStore } from '../../document/page-store.ts';
import type { PictureFiles } from '../../document/pictures/pictures.ts';
import { withoutClipped, withoutCovered } from '../../pdf/pdfium/page/character-columns.ts';
import { flagFalseSyllables } from '../../pdf/pdfium/page/false-syllables.ts';
import { partMisnamedLigatures } from '../../pdf/pdfium/page/misnamed-ligatures.ts';
import type { PageContent, TextStyle } from '../../pdf/pdfium/page/page-content.ts';
import { PDFName } from 'pdf-lib';

const REPORTED_PAGES = 12;
const PAGE_MS_MAX = 40_000;
const IMAGE_PIXELS_MAX = 60_000_000;
/** Of a few pages together. */
const IMAGE_MS_MAX = 12_000;
/** The fields of so many pages may be held. */
const RELEASED_PAGES = 50;
const IMAGE_BYTES_MAX = 96 * 1024 * 1024;

export interface ReadOptions {
  /** 0-based. */
  readonly pageIndexes: readonly number[];
  readonly keeping: Keeping;
  /** Without: pictures come without their pixels. */
  readonly withImages: boolean;
  readonly files: PictureFiles;
  /** Takes the pages. */
  readonly store: PageStore;
  readonly onPages: (done: number) => void;
}

export async function readSource(
  source: OpenedPdf,
  { pageIndexes, keeping, withImages, files, store, onPages }: ReadOptions,
): Promise<Warning[]> {
  const request = {
    input: engineInput(source.source),
    imagePixelsMax: withImages ? IMAGE_PIXELS_MAX : 0,
    imageMsMax: withImages ? IMAGE_MS_MAX : 0,
    imageBytesMax: withImages ? IMAGE_BYTES_MAX : 0,
    maskedJpegBytes: withImages ? maskedJpegSizes(source) : [],
    ...(withImages && { marksCovered: true as const }),
  };
  // Nothing is changed here: objects are read again from the file rather than held, but for those that the opened document itself holds.
  const held = new Set<PDFObject>([source.catalog, ...source.pages.map(({ dict }) => dict)]);
  source.objects.release(held);
  const wanted = pageIndexes.map((pageIndex) => ({
    pageIndex,
    get widgets() {
      return widgetsOf(source, pageIndex);
    },
  }));
  const warnings: Warning[] = [];
  const styles = new SharedStyles();
  const withPatterns = findPatterns(source);
  let lostOn: number | undefined;
  let done = 0;
  for await (const page of readPagesBounded(request, wanted, PAGE_MS_MAX)) {
    if (page) {
      const unclipped = { ...page, characters: flagFalseSyllables(partMisnamedLigatures(withoutClipped(page.characters))) };
      const seen = { ...unclipped, characters: withoutCovered(unclipped.characters) };
      const kept = keepPage(styles.share(withPatterns(seen)), keeping);
      lostOn ??= withImages && page.images.some((image) => !image.jpeg && !image.bgra) ? page.pageIndex : undefined;
      // Recognition may yet take pictures away.
      store.add(keeping.keepsContent(kept.facts) ? kept : await shrinkPictures(kept, files));
    } else warnings.push({ code: 'page_unreadable', message: 'This page could not be read.', page: (pageIndexes[done] ?? 0) + 1 });
    done++;
    if (done % RELEASED_PAGES === 0) source.objects.release(held);
    if (done % REPORTED_PAGES === 0 || done === pageIndexes.length) onPages(done);
  }
  if (lostOn !== undefined)
    warnings.push({
      code: 'images_left_out',
      message: 'Some pictures were too large or too slow to draw and are left out.',
      page: lostOn + 1,
    });
  return warnings;
}

/** Pages of one document look alike: what they say of it is held once. */
class SharedStyles {
  readonly #known = new Map<string, TextStyle>();

  share(page: PageContent): PageContent {
    const styles = page.characters.styles.map((style) => {
      const key = JSON.stringify(style);
      const known = this.#known.get(key) ?? style;
      this.#known.set(key, known);
      return known;
    });
    return { ...page, characters: { ...page.characters, styles } };
  }
}

/** Stored sizes of JPEG pictures that do not show as stored: with a mask, or with inverted values. */
function maskedJpegSizes({ description }: OpenedPdf): number[] {
  return Iterator.from(description.streams)
    .flatMap((stream) => {
      if (nameOf(stream.dict, 'Subtype') !== 'Image') return [];
      const isJpeg = filtersOf(stream.dict).some(({ name }) => name === 'DCTDecode');
      const changed = ['SMask', 'Mask', 'Decode', 'ImageMask'].some((key) => stream.dict.has(PDFName.of(key)));
      return isJpeg && changed ? [stream.getContentsSize()] : [];
    })
    .toArray();
}

/** What the annotations of a page show. @param pageIndex 0-based */
export function widgetsOf({ pages }: OpenedPdf, pageIndex: number): PageWidgets | undefined {
  const page = pages[pageIndex];
  return page && describeWidgets(page.dict, pageIndex);
}
