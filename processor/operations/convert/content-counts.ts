// How much a document holds, as the report of a job says it.

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
