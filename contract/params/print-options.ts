// How a document is printed to PDF: sizes of pages, lengths and ranges as `convert` takes them. Options are named as Chromium and Gotenberg name
// them.

import { z } from 'zod';
import { length, type PageSize, pageSize, parseLength, parsePageSize, POINTS_PER_INCH, SIZE_NAMES } from './lengths.ts';

const PAGE_SIZE_DEFAULT = 'a4';
/** 20 mm. */
const MARGIN_DEFAULT = '20mm';
/** What margins must leave of each side. */
const PRINTED_MIN = POINTS_PER_INCH / 2;
const PAGE_RANGES_CHARS_MAX = 200;
const TEMPLATE_CHARS_MAX = 20_000;
const SCALE_MIN = 0.1;
const SCALE_MAX = 2;

export interface PageRange {
  /** 1-based, inclusive; `last` is absent where the range goes on to the end. */
  readonly first: number;
  readonly last?: number;
}

/** `1-3, 5, 8-` → its ranges; undefined when it is none, or when they are not in order. */
export function parsePrintedRanges(text: string): readonly PageRange[] | undefined {
  const ranges: PageRange[] = [];
  for (const part of text.split(',')) {
    const [, first, dash, last] = /^\s*([1-9]\d{0,5})\s*(?:(-)\s*([1-9]\d{0,5})?)?\s*$/.exec(part) ?? [];
    if (first === undefined) return undefined;
    const range: PageRange = {
      first: Number(first),
      ...(dash === undefined ? { last: Number(first) } : last !== undefined && { last: Number(last) }),
    };
    const before = ranges.at(-1);
    if (range.first > (range.last ?? Infinity) || (before && range.first <= (before.last ?? Infinity))) return undefined;
    ranges.push(range);
  }
  return ranges;
}

export interface Margins<T> {
  readonly top: T;
  readonly right: T;
  readonly bottom: T;
  readonly left: T;
}

const side = length.optional();

const margins = z.union([length, z.strictObject({ top: side, right: side, bottom: side, left: side })], {
  error: 'is neither a length such as `20mm` nor an object of lengths with `top`, `right`, `bottom` and `left`',
});

/** Points. A side that is not given has the default. */
export function marginPoints(given: z.output<typeof margins> | undefined): Margins<number> {
  const of = (name: keyof Margins<string>): number =>
    parseLength((typeof given === 'string' ? given : given?.[name]) ?? MARGIN_DEFAULT) ?? 0;
  return { top: of('top'), right: of('right'), bottom: of('bottom'), left: of('left') };
}

export const PRINT_OPTIONS = {
  page_size: pageSize
    .optional()
    .describe(
      `The size of the pages: a name (${SIZE_NAMES}), or width and height such as \`210mm x 297mm\` (mm, cm, in, pt, px). By default ${PAGE_SIZE_DEFAULT}; for pictures and drawings their own size, for spreadsheets that of each sheet. A page size that an HTML document itself asks for comes first, unless \`prefer_css_page_size\` is false.`,
    ),
  landscape: z.boolean().optional().describe('Pages are wider than high.'),
  margins: margins
    .optional()
    .describe(
      `One length for all sides, or an object with \`top\`, \`right\`, \`bottom\` and \`left\`; by default ${MARGIN_DEFAULT}, for spreadsheets those of each sheet. Margins that an HTML document itself asks for (\`@page\`) come first.`,
    ),
  scale: z
    .number()
    .min(SCALE_MIN)
    .max(SCALE_MAX)
    .optional()
    .describe(
      `How large the content is, ${SCALE_MIN}–${SCALE_MAX}; by default 1. A spreadsheet is then not fitted to the width of the page.`,
    ),
  print_background: z.boolean().optional().describe('Print colours and pictures of backgrounds; by default true.'),
  page_ranges: z
    .string()
    .max(PAGE_RANGES_CHARS_MAX)
    .refine((ranges) => parsePrintedRanges(ranges) !== undefined, 'is not a list of pages and ranges in ascending order such as `1-3,5,8-`')
    .optional()
    .describe('Print only these pages, in ascending order: `1-3,5,8-`. A page that the document does not have fails the job.'),
  header_html: template('above'),
  footer_html: template('below'),
  prefer_css_page_size: z
    .boolean()
    .optional()
    .describe('A page size that the document itself asks for (`@page`) comes before `page_size` and `landscape`; by default true.'),
  outline: z.boolean().optional().describe('Bookmarks from headings, sheets or slides; by default true. Bookmarks of HTML need `tagged`.'),
  tagged: z
    .boolean()
    .optional()
    .describe('Tags that say what is a heading, a paragraph, a table: for readers that read aloud. By default true.'),
} as const;

function template(where: 'above' | 'below') {
  return z
    .string()
    .max(TEMPLATE_CHARS_MAX)
    .optional()
    .describe(
      `HTML that is printed ${where} the content of every page, within the margin. Elements of the classes \`pageNumber\`, \`totalPages\`, \`title\` and \`date\` are filled in. It has no styles but those in its \`style\` attributes; give it a \`font-size\`. Scripts, addresses and pictures other than \`data:\` are left out.`,
    );
}

/** What of `page_size` and `landscape` a page is, in points. */
export function pagePoints(size: string | undefined, landscape: boolean | undefined): PageSize {
  const { width, height } = parsePageSize(size ?? PAGE_SIZE_DEFAULT) ?? { width: 595.28, height: 841.89 };
  const isTurned = landscape !== undefined && landscape === width < height;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** True when margins leave too little of the page to print on. */
export function leavesNoRoom({ width, height }: PageSize, { top, right, bottom, left }: Margins<number>): boolean {
  return width - left - right < PRINTED_MIN || height - top - bottom < PRINTED_MIN;
}
