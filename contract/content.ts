// The content of a document as JSON: what `convert` yields for the target format `json`. Published in the API document as the schema
// `DocumentContent`. Fields may be added within a version; none is removed or changes its meaning.

import { z } from 'zod';

export const CONTENT_VERSION = '1.0';

const Box = z
  .object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
  .describe('Points (1/72 inch) from the upper left corner of the page as it is shown, turned by its `rotation`; y grows downwards.');

const PlacedBox = z.object({ page: z.int().min(1).describe('In the source, from 1.'), box: Box });

const Origin = z
  .enum(['text', 'tags', 'ocr'])
  .describe(
    'Where the text comes from: the page’s own text in the order of its layout, the same in the order of the document’s tags, or its picture.',
  );

const Run = z.object({
  text: z.string(),
  font: z.string().describe('The family.'),
  size: z.number().describe('Points.'),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  script: z.enum(['super', 'sub']).optional(),
  color: z.string().optional().describe('`#rrggbb`; black when absent.'),
  link: z.string().optional().describe('A web or mail address, or `#` with one of the `anchors` of another block.'),
  note: z.int().optional().describe('The run is the mark of the footnote with this number.'),
});

const placed = {
  id: z
    .string()
    .describe('`b12`; of pictures `i3`, of footnotes `n3`. The same as in Markdown of the same source, `pages` and `pictures`.'),
  boxes: z.array(PlacedBox).describe('One for each page and column that the block spans. Empty for what is not in the source.'),
};

const read = {
  ...placed,
  from: Origin,
  confidence: z.number().min(0).max(1).optional().describe('Of recognised text: the mean of its words.'),
};

const written = {
  ...read,
  text: z.string().describe('Lines are joined; a word that is divided at the end of a line is whole.'),
  runs: z.array(Run).describe('The same text, by its looks and links.'),
  anchors: z.array(z.string()).optional().describe('Names that links inside the document lead to.'),
  rtl: z.literal(true).optional().describe('It runs from right to left.'),
};

const Cell = z.object({
  row: z.int().min(0).describe('From 0.'),
  column: z.int().min(0).describe('From 0.'),
  row_span: z.int().min(1),
  column_span: z.int().min(1),
  header: z.boolean(),
  text: z.string().describe('Its paragraphs, with a line break between them.'),
  runs: z.array(Run),
  boxes: z.array(PlacedBox).describe('Of its text.'),
});

export const ContentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('heading'), level: z.int().min(1).max(6), ...written }),
  z.object({ type: z.literal('paragraph'), ...written }),
  z.object({
    type: z.literal('list_item'),
    list: z.int().describe('Items with the same number belong to one list.'),
    level: z.int().min(1),
    label: z.string().describe('Its bullet or number as it is shown; not part of `text`.'),
    ...written,
  }),
  z.object({ type: z.literal('code'), ...read, text: z.string().describe('Its lines as they stand, with line breaks between them.') }),
  z.object({ type: z.literal('caption'), of: z.string().describe('The id of the picture or table.'), ...written }),
  z.object({
    type: z.literal('table'),
    ...read,
    rows: z.int().min(0),
    columns: z.int().min(0),
    cells: z.array(Cell).describe('By row, then column; one that spans several stands where it begins.'),
    rtl: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('picture'),
    ...placed,
    width: z.number().describe('Points.'),
    height: z.number(),
    file: z.string().optional().describe('Its name in the result’s ZIP: `images/p3-1.png`.'),
    alternative: z.string().optional().describe('The text that stands for it, where the document has one.'),
    link: z.string().optional(),
  }),
  z.object({ type: z.literal('footnote'), number: z.int().min(1), ...written }),
  z
    .object({ type: z.literal('page_header'), ...written })
    .describe('What runs along the top of pages, once for each part of the document.'),
  z.object({ type: z.literal('page_footer'), ...written }),
]);
export type ContentBlock = z.output<typeof ContentBlock>;

export const ContentPage = z.object({
  page: z.int().min(1).describe('In the source, from 1.'),
  width: z.number().describe('Points, as it is shown.'),
  height: z.number(),
  rotation: z
    .int()
    .describe('Degrees, clockwise, by which the page is turned to be shown: those of the document, and of a scan that lies.'),
  from: Origin.or(z.literal('none')),
  confidence: z.number().min(0).max(1).optional().describe('Of a recognised page.'),
});
export type ContentPage = z.output<typeof ContentPage>;

export const ContentField = z.object({
  id: z.string().describe('`p3-f2` is the second field of page 3.'),
  page: z.int().min(1),
  box: Box,
  type: z.enum(['text', 'choice', 'check', 'radio', 'button', 'signature']),
  name: z.string().describe('Fully qualified (ISO 32000-2 12.7.4.2).'),
  label: z.string().optional().describe('The text printed beside it.'),
  row: z.string().optional().describe('In a table of fields: the head of its row.'),
  column: z.string().optional(),
  tip: z.string().optional().describe('Its alternate name.'),
  value: z.string(),
  state: z.string().optional().describe('Of a check box or radio button: the name of its state when it is on.'),
});
export type ContentField = z.output<typeof ContentField>;

export const DocumentContent = z.object({
  version: z.literal(CONTENT_VERSION),
  title: z.string().optional().describe('As the document states it.'),
  language: z.string().optional().describe('As the document states it (BCP 47).'),
  pages: z.array(ContentPage).describe('In the order of `pages` of the request.'),
  blocks: z.array(ContentBlock).describe('In reading order; footnotes follow the text.'),
  fields: z.array(ContentField).describe('Of a form, by page.'),
});
