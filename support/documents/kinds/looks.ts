// Looks that a document of a kind can have: type, headings, how paragraphs are separated, how lists and tables are set.

export interface HeadingLook {
  /** Points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic?: boolean;
  readonly capitals?: boolean;
  readonly centred?: boolean;
  readonly underlined?: boolean;
  /** RRGGBB. */
  readonly colour?: string;
  readonly before: number;
  readonly after: number;
}

export interface Look {
  readonly family: string;
  readonly headingFamily: string;
  /** Points. */
  readonly size: number;
  /** Share of the size. */
  readonly leading: number;
  readonly justified: boolean;
  /** Paragraphs are separated by space (points) or by an indent of the first line. */
  readonly space: number;
  readonly indent: number;
  /** Levels 1–4. */
  readonly headings: readonly HeadingLook[];
  readonly itemIndent: number;
  readonly itemSpace: number;
  readonly headFill?: string;
  readonly page: { readonly width: number; readonly height: number; readonly margin: number };
}

const A4 = { width: 595, height: 842, margin: 71 };
const LETTER = { width: 612, height: 792, margin: 60 };

export const LOOKS: Readonly<Record<'office' | 'book' | 'plain' | 'web', Look>> = {
  office: {
    family: 'Liberation Sans',
    headingFamily: 'Liberation Sans',
    size: 11,
    leading: 1.15,
    justified: false,
    space: 8,
    indent: 0,
    headings: [
      { size: 18, bold: true, colour: '1F3864', before: 16, after: 6 },
      { size: 14, bold: true, colour: '1F3864', before: 12, after: 4 },
      { size: 12, bold: true, before: 10, after: 3 },
      { size: 11, bold: true, italic: true, before: 8, after: 2 },
    ],
    itemIndent: 18,
    itemSpace: 0,
    headFill: 'D9E2F3',
    page: A4,
  },
  book: {
    family: 'Liberation Serif',
    headingFamily: 'Liberation Serif',
    size: 10,
    leading: 1.2,
    justified: true,
    space: 0,
    indent: 14,
    headings: [
      { size: 16, bold: false, centred: true, before: 12, after: 12 },
      { size: 10, bold: true, capitals: true, before: 14, after: 7 },
      { size: 10, bold: true, before: 10, after: 4 },
      { size: 10, bold: false, italic: true, before: 8, after: 2 },
    ],
    itemIndent: 16,
    itemSpace: 2,
    page: LETTER,
  },
  plain: {
    family: 'DejaVu Sans',
    headingFamily: 'DejaVu Sans',
    size: 9,
    leading: 1.4,
    justified: false,
    space: 6,
    indent: 0,
    headings: [
      { size: 13, bold: true, before: 12, after: 6 },
      { size: 9, bold: true, underlined: true, before: 12, after: 5 },
      { size: 9, bold: true, before: 8, after: 3 },
      { size: 9, bold: false, italic: true, before: 6, after: 2 },
    ],
    itemIndent: 14,
    itemSpace: 3,
    headFill: 'EEEEEE',
    page: A4,
  },
  web: {
    family: 'Liberation Serif',
    headingFamily: 'Liberation Sans',
    size: 12,
    leading: 1.35,
    justified: false,
    space: 11,
    indent: 0,
    headings: [
      { size: 24, bold: true, before: 16, after: 12 },
      { size: 17, bold: true, before: 14, after: 9 },
      { size: 14, bold: true, before: 12, after: 8 },
      { size: 12, bold: true, before: 10, after: 8 },
    ],
    itemIndent: 28,
    itemSpace: 0,
    headFill: 'F0F0F0',
    page: A4,
  },
};
