// PDF → docx, html, txt: what the `convert` operation calls. Reads the document once into a model (model.ts) and writes it in one of three
// forms. Text only: a page without any has to go through OCR first. Carries no script, action or file reference of the source into a result.

import type { Progress, Warning } from '#contract/processor.ts';
import type { OpenedPdf } from '../../pdf/open.ts';

export interface FromPdfOptions {
  /** 1-based numbers in the order wanted; all pages when absent. */
  readonly pages?: readonly number[];
  /** txt only: columns keep their places, by spaces, instead of being read one after the other. */
  readonly layout?: boolean;
}

/** The slice of OperationContext that is used here. */
export interface FromPdfContext {
  readonly limits: { readonly output_bytes: number };
  readonly progress: (progress: Progress) => void;
}

/** What the result holds. */
export interface ContentCounts {
  readonly words: number;
  readonly paragraphs: number;
  readonly headings: number;
  readonly list_items: number;
  readonly tables: number;
  readonly images: number;
  readonly links: number;
}

/** For the job's report. */
export interface FromPdfEvidence {
  /** `tags`: the structure tree of the document led; `layout`: geometry; `mixed`: some pages by one, some by the other. */
  readonly order: 'tags' | 'layout' | 'mixed';
  readonly pages: number;
  /** 1-based; they have no text that can be read. */
  readonly pages_without_text: readonly number[];
  /** Characters that the fonts of the document do not map to Unicode. */
  readonly characters_unmapped: number;
  /** Words that the source's pages hold, the words of headers and footers counted once. */
  readonly words_in: number;
}

export interface ConvertedPdf {
  readonly bytes: Uint8Array;
  readonly counts: ContentCounts;
  readonly warnings: readonly Warning[];
  readonly evidence: FromPdfEvidence;
}

/** @throws JobFailure no_text_found, output_limit, timeout, page_limit */
export type ConvertPdf = (source: OpenedPdf, options: FromPdfOptions, context: FromPdfContext) => Promise<ConvertedPdf>;
