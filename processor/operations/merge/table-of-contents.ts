// The table of contents on its way into a merged file: room is kept for it before the first file, and it is written after the last.

import type { OperationParams } from '#contract/operations.ts';
import type { Assembly } from '../../pdf/assembly/assembly.ts';
import { SourceIndex } from '../../pdf/assembly/source-index.ts';
import { openPdf } from '../../pdf/open.ts';
import type { PdfPage } from '../../pdf/opened.ts';
import { LETTER, rotationOf, visibleBox } from '../../pdf/pages/page-box.ts';
import type { OperationContext, SourceFile } from '../operation.ts';
import type { MergedSource } from './report-merge.ts';
import { TocPages } from './toc-pages.ts';

/** Points; a page that is smaller or larger is no page to read a table on. */
const SIDE = { least: 280, most: 1440 } as const;

export class TableOfContents {
  readonly #context: OperationContext;
  readonly #assembly: Assembly;
  readonly #title: string;
  readonly #entries: readonly string[];
  readonly #evenPages: boolean;
  #pages: TocPages | undefined;

  constructor(
    context: OperationContext,
    assembly: Assembly,
    sources: readonly SourceFile[],
    { toc_title, files, even_pages }: OperationParams<'merge'>,
  ) {
    this.#context = context;
    this.#assembly = assembly;
    this.#title = toc_title;
    this.#evenPages = even_pages;
    this.#entries = sources.map(({ filename }, at) => files[at]?.title ?? filename.replace(/\.[^.]*$/, ''));
  }

  /** @param first page of the first file, whose size it takes. @returns how many pages it has */
  async reserve(first: PdfPage | undefined): Promise<number> {
    const pages = await TocPages.plan({
      title: this.#title,
      entries: this.#entries,
      page: sizeOf(first),
      evenPages: this.#evenPages,
    });
    if (pages.missing.size > 0) {
      const message = `No font here has some characters of the table of contents; question marks replace them: ${pages.missing.size}.`;
      this.#context.warn({ code: 'glyph_missing', message });
    }
    this.#pages = pages;
    this.#assembly.reserveFront(pages.pageCount, this.#title);
    return pages.pageCount;
  }

  /** @returns what it is, to be compared with what came into the result */
  async write(merged: readonly (MergedSource & { readonly object: number | undefined })[]): Promise<MergedSource | undefined> {
    if (!this.#pages) return undefined;
    const bytes = await this.#pages.write(merged.map(({ firstPage }) => firstPage + 1));
    const opened = await openPdf(bytes, { needs: 'modify', pagesMax: this.#context.limits.pages });
    const pages = [...opened.pages.keys()];
    this.#assembly.addFront(
      new SourceIndex(opened),
      merged.map(({ object }) => object ?? 0),
    );
    return { filename: this.#title, origin: bytes, pages, padded: false, firstPage: 0 };
  }
}

function sizeOf(page: PdfPage | undefined): { readonly width: number; readonly height: number } {
  const [left, bottom, right, top] = page ? visibleBox(page.dict) : LETTER;
  const sides = [right - left, top - bottom].map((side) => Math.round(side * 100) / 100);
  const [width = 0, height = 0] = page && rotationOf(page.dict) % 180 === 90 ? sides.toReversed() : sides;
  const isUsual = [width, height].every((side) => side >= SIDE.least && side <= SIDE.most);
  return isUsual ? { width, height } : { width: LETTER[2], height: LETTER[3] };
}
