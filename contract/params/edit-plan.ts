// The plan of an edit: a closed set of operations, written by a planner and checked before anything is touched. It holds no path, no regular
// expression and no code: every text in it is literal text. The only addresses are those that links lead to; nothing opens them.

import { z } from 'zod';
import { PageChoice } from './edit-pages.ts';

export const PLAN_VERSION = 1;
export const PLAN_OPERATIONS_MAX = 50;
export const INSTRUCTION_CHARS_MAX = 4000;
export const EDIT_IMAGES_MAX = 10;
export const TEXT_PATTERNS = ['email', 'phone', 'card_number', 'iban', 'ssn', 'date', 'url'] as const;
export const METADATA_FIELDS = ['title', 'author', 'subject', 'keywords'] as const;
export const ANNOTATION_KINDS = ['all', 'comments', 'highlights', 'underlines', 'strikeouts', 'stamps', 'drawings'] as const;
export const SIDES_OF_ANCHOR = ['above', 'below', 'left', 'right'] as const;
export const POSITIONS = [
  'top_left',
  'top_center',
  'top_right',
  'center_left',
  'center',
  'center_right',
  'bottom_left',
  'bottom_center',
  'bottom_right',
] as const;

const oneLine = (charsMax: number) =>
  z
    .string()
    .min(1)
    .max(charsMax)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+$/u, 'holds a control character');
const value = oneLine(2000).describe('The text to write, word for word as in the instruction.');
const pages = PageChoice.default('all');
const pageNumber = z
  .number()
  .int()
  .min(-100_000)
  .max(100_000)
  .refine((page) => page !== 0, 'is 0')
  .describe('A page: from 1, or negative from the end (-1 is the last).');
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/)
  .describe('sRGB, such as `#ff0000`.');
/** Two decimals are enough for a page, and can be written as words and read back. */
const decimal = (min: number, max: number) => z.number().min(min).max(max).multipleOf(0.01);
const Length = z
  .strictObject({ value: decimal(0, 15_000), unit: z.enum(['pt', 'mm', 'cm', 'in', '%']) })
  .describe('A length; `%` is of the side of the page.');
export type Length = z.infer<typeof Length>;
const position = z.enum(POSITIONS);
/** On the page as it is seen. */
export const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;
const font_size_pt = decimal(1, 1000);

const nth = z
  .number()
  .int()
  .min(-1000)
  .max(1000)
  .refine((nth) => nth !== 0, 'is 0');
const occurrence = z.union([z.literal('all'), nth]);

const matchIn = (spelling: 'exact' | 'ignore') =>
  z
    .strictObject({
      text: oneLine(500).optional().describe('Literal text to find.'),
      pattern: z.enum(TEXT_PATTERNS).optional().describe('A class of text to find, instead of `text`.'),
      case: z
        .enum(['exact', 'ignore'])
        .default(spelling)
        .describe('In a redaction, `ignore` also matches other hyphens, spaces and soft hyphens.'),
      whole_word: z.boolean().default(false),
      occurrence: occurrence
        .default('all')
        .describe('`all`, or the nth in reading order over the chosen pages: 1 is the first, -1 the last.'),
      expect: z
        .strictObject({ min: z.number().int().min(1).max(10_000).default(1), max: z.number().int().min(1).max(10_000).optional() })
        .default({ min: 1 })
        .describe('How many matches there must be before `occurrence` chooses among them.'),
    })
    .refine((match) => (match.text === undefined) !== (match.pattern === undefined), 'needs either `text` or `pattern`');
const Match = matchIn('exact');
export type Match = z.infer<typeof Match>;
/** Redacted text must not stay in another spelling. */
const RedactedMatch = matchIn('ignore');

const someImage = z.union([z.enum(['only', 'all', 'largest']), nth]);
const whichImage = someImage
  .default('only')
  .describe('Which picture of the pages: the only one, all, the largest, or the nth in reading order (-1 is the last).');
const withPicture = z
  .union([z.literal('only'), z.int().min(1).max(EDIT_IMAGES_MAX)])
  .default('only')
  .describe('Which of the pictures that came with the instruction: the only one, or its number from 1.');
const margin = Length.default({ value: 36, unit: 'pt' });
const Anchor = z
  .strictObject({ place: z.enum(SIDES_OF_ANCHOR), match: Match.optional(), image: someImage.optional() })
  .refine(({ match, image }) => (match === undefined) !== (image === undefined), 'needs either `match` or `image`')
  .describe('Put beside a text or a picture of the page, instead of `position`.');
export type Anchor = z.infer<typeof Anchor>;

/** What a link may lead to: nothing that runs, and no file of the machine that reads it. */
const url = z
  .string()
  .max(2000)
  .regex(/^(?:https?:\/\/|mailto:|tel:)[^\s<>"\\^`{|}\p{Cc}]+$/u, 'is not an address that begins with http:, https:, mailto: or tel:')
  .describe('Begins with `http:`, `https:`, `mailto:` or `tel:`.');

const common = {
  id: z.string().regex(/^op[1-9]\d?$/),
  because: z.string().min(1).max(INSTRUCTION_CHARS_MAX).describe('The part of the instruction that asks for this, word for word.'),
};
const place = z.enum(['before', 'after']);
/** What a change of text takes with it: the matched words alone, or the whole that they stand in. */
const TEXT_UNITS = ['text', 'line', 'list_item', 'row', 'paragraph'] as const;
export type TextUnit = (typeof TEXT_UNITS)[number];
/** Deleting all pages but some means keeping those, and the reverse: there is one way to say it. */
const somePages = PageChoice.refine((pages) => !pages.startsWith('all'), 'must list the pages that it means, not `all` or `all except`');

export const EditOperation = z.discriminatedUnion('op', [
  z.strictObject({
    ...common,
    op: z.literal('replace_text'),
    pages,
    match: Match,
    value,
    fit: z
      .enum(['shrink', 'reflow', 'error', 'overflow'])
      .default('shrink')
      .describe(
        'What to do when the new text is longer than the old. `shrink`: the lines of the paragraph are broken anew, then set up to 3 % tighter, then free room beside or below is taken, then the new text is made smaller, to 90 % at least, with a warning; otherwise the edit is refused. `reflow`: the same, but never smaller. `error`: only other line breaks. `overflow`: it may pass its place.',
      ),
  }),
  z.strictObject({
    ...common,
    op: z.literal('delete_text'),
    pages,
    match: Match,
    as: z
      .enum(TEXT_UNITS)
      .default('text')
      .describe(
        'What goes: the matched words, or the whole line, list item, table row or paragraph that they stand in; what is below it in its column moves up.',
      ),
  }),
  z
    .strictObject({
      ...common,
      op: z.literal('insert_text'),
      pages,
      place: place.describe(
        'On which side of the matched text the new text goes: on its line, or above or below the unit that it stands in.',
      ),
      match: Match,
      value: value.describe(
        'The text to write, word for word as in the instruction. The cells of a row, from the left, are separated by ` | `; a list item is written without its mark.',
      ),
      as: z
        .enum(TEXT_UNITS)
        .default('text')
        .describe(
          'What the new text is: words on the line of the match, or a line, list item, table row or paragraph of its own in the style of the one that holds the match; what is below it in its column moves down, as far as there is room.',
        ),
      in_line_with: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .describe(
          'A text above or below whose edge the new one gets, on the line of the match: values under each other behind their labels.',
        ),
    })
    .refine(
      ({ as, place, in_line_with: column }) => column === undefined || (as === 'text' && place === 'after'),
      'a text after another, in line with a third',
    ),
  z
    .strictObject({
      ...common,
      op: z.literal('restyle_text'),
      pages,
      match: Match,
      color: color.optional(),
      size: z
        .strictObject({ value: decimal(1, 1000), unit: z.enum(['pt', '%']) })
        .optional()
        .describe('The new size: in points, or in % of the old one.'),
      bold: z.boolean().optional().describe('In the bold face of its family, or a substitute for it; `false`: in the regular one.'),
      italic: z.boolean().optional(),
      family: z
        .enum(['serif', 'sans', 'mono'])
        .optional()
        .describe('In another kind of face, which is embedded: with serifs, without, or monospaced.'),
      align: z
        .enum(['left', 'center', 'right', 'justify'])
        .optional()
        .describe('How the paragraph that the text stands in is set; its words stay on their lines. Not together with another change.'),
    })
    .refine(
      ({ color, size, bold, italic, family, align }) => (color ?? size ?? bold ?? italic ?? family ?? align) !== undefined,
      'changes nothing',
    )
    .refine(
      ({ color, size, bold, italic, family, align }) => align === undefined || (color ?? size ?? bold ?? italic ?? family) === undefined,
      'aligns a paragraph, and changes the look of a text, in one operation',
    ),
  z
    .strictObject({
      ...common,
      op: z.literal('restyle_box'),
      pages,
      match: Match,
      as: z.enum(['cell', 'row']).default('cell').describe('Of the box that the matched text stands in, or of all boxes of its table row.'),
      ground: color.optional().describe('The new colour of what is filled in behind the text.'),
      frame: z
        .union([color, z.literal('none')])
        .optional()
        .describe('The new colour of the lines around the text, or `none`: they go, and the text stays.'),
    })
    .refine(({ ground, frame }) => ground ?? frame, 'changes nothing')
    .refine(({ as, frame }) => as === 'cell' || frame === undefined, 'changes the frame of one box only')
    .describe('The look of a coloured or framed box: its text is not touched.'),
  z.strictObject({ ...common, op: z.literal('redact'), pages, match: RedactedMatch }),
  z.strictObject({ ...common, op: z.literal('highlight'), pages, match: Match, color: color.default('#ffff00') }),
  z.strictObject({
    ...common,
    op: z.literal('replace_image'),
    pages,
    image: whichImage,
    with: withPicture,
    fit: z
      .enum(['contain', 'cover', 'stretch'])
      .default('contain')
      .describe('How it fills the place of the old one: whole inside it, covering it and cropped, or stretched out of proportion.'),
  }),
  z.strictObject({ ...common, op: z.literal('delete_image'), pages, image: whichImage }),
  z
    .strictObject({
      ...common,
      op: z.literal('delete_drawing'),
      pages,
      drawing: z
        .union([z.enum(['only', 'largest']), z.int().min(1).max(1000)])
        .default('only')
        .describe('Which drawing of the page: the only one, the largest, or its number, from the largest to the smallest.'),
      with_text: z.boolean().default(false).describe('The text in it goes too.'),
    })
    .describe('What is drawn of lines and areas, no picture: a box with all that is drawn in it, a shape, a figure.'),
  z
    .strictObject({
      ...common,
      op: z.literal('move_image'),
      pages,
      image: whichImage,
      position: position.optional().describe('On its page.'),
      margin,
      by: z
        .strictObject({ direction: z.enum(DIRECTIONS), distance: Length })
        .optional()
        .describe('From where it is, instead of `position`; what is printed there is in its way.'),
    })
    .refine(({ position, by }) => (position === undefined) !== (by === undefined), 'needs either `position` or `by`'),
  z.strictObject({
    ...common,
    op: z.literal('resize_image'),
    pages,
    image: whichImage,
    percent: decimal(1, 1000).describe('Of its size; its middle stays where it is.'),
  }),
  z.strictObject({
    ...common,
    op: z.literal('insert_image'),
    pages,
    with: withPicture,
    position: position.default('top_right'),
    anchor: Anchor.optional(),
    margin,
    width: Length.optional().describe('Without it as large as a logo usually is.'),
  }),
  z.strictObject({ ...common, op: z.literal('underline'), pages, match: Match, color: color.optional() }),
  z.strictObject({ ...common, op: z.literal('strike'), pages, match: Match, color: color.optional() }),
  z
    .strictObject({
      ...common,
      op: z.literal('set_link'),
      pages,
      match: Match,
      url: url.optional(),
      page: pageNumber.optional(),
    })
    .refine((link) => (link.url === undefined) !== (link.page === undefined), 'needs either `url` or `page`')
    .describe('The matched text leads to an address or a page; a link that is there already gets the new target.'),
  z
    .strictObject({ ...common, op: z.literal('add_note'), pages, match: Match, value })
    .describe('A comment in the margin of the text that it is about.'),
  z.strictObject({
    ...common,
    op: z.literal('rotate_pages'),
    pages: PageChoice,
    degrees: z.union([z.literal(90), z.literal(180), z.literal(270)]).describe('Clockwise, added to the present rotation.'),
  }),
  z.strictObject({ ...common, op: z.literal('delete_pages'), pages: somePages }),
  z.strictObject({
    ...common,
    op: z.literal('keep_pages'),
    pages: somePages.describe('Pages to keep, in this order; all others are deleted.'),
  }),
  z.strictObject({ ...common, op: z.literal('move_pages'), pages: PageChoice, place, page: pageNumber }),
  z.strictObject({
    ...common,
    op: z.literal('duplicate_pages'),
    pages: PageChoice,
    copies: z.number().int().min(1).max(100).default(1).describe('How many copies to add, each directly after its original.'),
  }),
  z.strictObject({
    ...common,
    op: z.literal('insert_blank_page'),
    place,
    page: pageNumber,
    count: z.number().int().min(1).max(100).default(1),
  }),
  z
    .strictObject({
      ...common,
      op: z.literal('crop'),
      pages,
      top: Length.optional(),
      right: Length.optional(),
      bottom: Length.optional(),
      left: Length.optional(),
    })
    .refine((crop) => crop.top ?? crop.right ?? crop.bottom ?? crop.left, 'cuts nothing')
    .describe('Crops the margins of the page as it is shown.'),
  z.strictObject({
    ...common,
    op: z.literal('watermark_text'),
    pages,
    value,
    color: color.default('#808080'),
    opacity: decimal(0.05, 1).default(0.3),
    angle: z.number().int().min(-90).max(90).default(45).describe('Degrees, counterclockwise.'),
    font_size_pt: font_size_pt.optional().describe('Without it the text fills the page.'),
  }),
  z.strictObject({
    ...common,
    op: z.literal('stamp'),
    pages,
    value,
    position: position.default('top_right'),
    anchor: Anchor.optional(),
    margin,
    color: color.default('#000000'),
    font_size_pt: font_size_pt.default(12),
    bold: z.boolean().default(false),
  }),
  z.strictObject({
    ...common,
    op: z.literal('page_numbers'),
    pages,
    position: position.default('bottom_center'),
    format: oneLine(200)
      .refine((format) => format.includes('{n}'), 'has no `{n}`')
      .default('{n}')
      .describe('`{n}` is the number, `{total}` the number of pages.'),
    start: z.number().int().min(0).max(100_000).default(1),
    font_size_pt: font_size_pt.default(10),
  }),
  z.strictObject({
    ...common,
    op: z.literal('header_footer'),
    pages,
    area: z.enum(['header', 'footer']),
    align: z.enum(['left', 'center', 'right']).default('center'),
    value,
    font_size_pt: font_size_pt.default(10),
  }),
  z.strictObject({ ...common, op: z.literal('set_metadata'), field: z.enum(METADATA_FIELDS), value }),
  z.strictObject({
    ...common,
    op: z.literal('remove_metadata'),
    fields: z.union([z.literal('all'), z.array(z.enum(METADATA_FIELDS)).min(1).max(METADATA_FIELDS.length)]).default('all'),
  }),
  z.strictObject({ ...common, op: z.literal('fill_field'), field: oneLine(200).describe('The name or label of a form field.'), value }),
  z.strictObject({ ...common, op: z.literal('check_field'), field: oneLine(200), checked: z.boolean().default(true) }),
  z.strictObject({
    ...common,
    op: z.literal('clear_fields'),
    fields: z.union([z.literal('all'), z.array(oneLine(200)).min(1).max(200)]).default('all'),
  }),
  z.strictObject({
    ...common,
    op: z.literal('flatten_forms'),
    fields: z.array(oneLine(200)).min(1).max(200).optional().describe('Only these fields; without it the whole form.'),
  }),
  z.strictObject({
    ...common,
    op: z.literal('flatten_annotations'),
    pages,
    kind: z.enum(ANNOTATION_KINDS).default('all').describe('Links and form fields are no annotations here.'),
  }),
  z.strictObject({
    ...common,
    op: z.literal('remove_annotations'),
    pages,
    kind: z.enum(ANNOTATION_KINDS).default('all'),
    author: oneLine(200).optional().describe('Only those of this author.'),
    color: color.optional().describe('Only those of about this colour.'),
    text: oneLine(500).optional().describe('Only those that say this, or lie over it.'),
  }),
  z.strictObject({
    ...common,
    op: z.literal('remove_links'),
    pages,
    url: oneLine(2000).optional().describe('Only links to this address.'),
    text: oneLine(500).optional().describe('Only links over this text.'),
    borders_only: z.boolean().default(false).describe('The links stay; only the frames around them go.'),
  }),
]);
export type EditOperation = z.infer<typeof EditOperation>;
export type EditName = EditOperation['op'];
export type EditOf<N extends EditName> = Extract<EditOperation, { op: N }>;
export const EDIT_NAMES = EditOperation.options.map((option) => option.shape.op.value) as readonly EditName[];

/** What a planner decides. A part that it cannot plan goes into `unresolved`, never into a guess. */
export const PlannedEdits = z.strictObject({
  operations: z
    .array(EditOperation)
    .max(PLAN_OPERATIONS_MAX)
    .refine((operations) => new Set(operations.map((operation) => operation.id)).size === operations.length, 'names an id twice'),
  unresolved: z
    .array(z.strictObject({ text: z.string().min(1).max(INSTRUCTION_CHARS_MAX), reason: z.string().min(1).max(500) }))
    .max(PLAN_OPERATIONS_MAX)
    .describe('Parts of the instruction that no operation can do, each with the reason.'),
});
export type PlannedEdits = z.infer<typeof PlannedEdits>;

/** A plan is bound to its planner and to the document that it was written for. */
export const EditPlan = z.strictObject({
  plan_version: z.literal(PLAN_VERSION),
  planner: z.strictObject({ kind: z.enum(['grammar', 'llm', 'caller']), version: z.string().min(1).max(64) }),
  source: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), pages: z.number().int().min(1) }),
  ...PlannedEdits.shape,
});
export type EditPlan = z.infer<typeof EditPlan>;
