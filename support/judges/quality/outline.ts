// The outline by which two documents are compared: text and structure, without looks. Read from a docx (read-docx.ts) or a page of HTML
// (read-html.ts); compared in score.ts.

export interface OutlineParagraph {
  /** White space collapsed, small letters; without the label of a list item. */
  readonly text: string;
  /** 1–9; a title counts as 1. */
  readonly heading?: number;
  /** Its level, 0-based. */
  readonly listLevel?: number;
  /** Set like a heading, in bold or larger, whatever its style is called. */
  readonly emphatic?: boolean;
}

export interface OutlineCell {
  /** 0-based, spans counted. */
  readonly row: number;
  readonly column: number;
  /** Without the text of a table inside the cell. */
  readonly text: string;
  /** Lines or a ground are drawn for it. */
  readonly drawn?: true;
}

export interface Outline {
  /** In reading order, including those in cells, without empty ones, headers and footers. */
  readonly paragraphs: readonly OutlineParagraph[];
  readonly tables: readonly (readonly OutlineCell[])[];
  /** Targets outside the document, one per link. */
  readonly links: readonly string[];
  readonly images: number;
}

export function collapse(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u00ad', '')
    .replaceAll(/[\s\u00a0\u200b-\u200f\u2028\u2029\ufeff]+/g, ' ')
    .trim();
}

const IDEOGRAPH = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]/;

/** Words between white space; each character of a script without spaces is one. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const part of collapse(text).split(' ')) {
    if (part === '') continue;
    if (!IDEOGRAPH.test(part)) words.push(part);
    else
      words.push(
        ...(part.match(
          /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]|[^\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+/g,
        ) ?? []),
      );
  }
  return words;
}
