// How much a document holds, as in the report of a job.

/** The content of the result. */
export interface ContentCounts {
  readonly words: number;
  readonly paragraphs: number;
  readonly headings: number;
  readonly list_items: number;
  readonly tables: number;
  readonly images: number;
  readonly links: number;
}
