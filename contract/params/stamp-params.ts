// Parameters of `stamp`.

import { z } from 'zod';
import { idPattern, notAnId } from '../ids.ts';
import { PageChoice } from './edit-pages.ts';
import { length } from './lengths.ts';
import { on_signature, password, strict } from './shared-params.ts';

const MARKS_MAX = 10;
const FILES_MAX = 10;

const STAMP_POSITIONS = [
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
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'holds a control character, such as a line break');
const pages = PageChoice.default('all');
const margin = length.default('28pt').describe('From the sides of the page as it is seen.');
const opacity = z.number().min(0.05).max(1);
const rotation = z
  .union([z.number().min(-180).max(180), z.literal('diagonal')])
  .describe('Degrees, counterclockwise; `diagonal`: from corner to corner of each page.');
const writing = {
  font_size: z.number().min(4).max(144).default(10).describe('Points.'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'is not a colour such as `#ff0000`, in small letters')
    .default('#000000')
    .describe('sRGB, such as `#ff0000`.'),
  bold: z.boolean().default(false),
};
const position = z.enum(STAMP_POSITIONS);
const file = z
  .int('must be the place of the file in `files`, from 1')
  .min(1)
  .max(FILES_MAX)
  .default(1)
  .describe('Which of `files`, from 1.');
const layer = z
  .enum(['over', 'under'])
  .default('over')
  .describe('`under`: below what the page prints, and not seen where that has a ground of its own.');
const tiled = z.boolean().default(false).describe('Repeated in rows over the whole page; `position` and `margin` say nothing then.');
const start = z.int().min(0).max(100_000_000).default(1).describe('The number of the first page that gets one.');

const Mark = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    text: oneLine(500),
    pages,
    position: position.default('center'),
    margin,
    rotation: rotation.default('diagonal'),
    opacity: opacity.default(0.3),
    ...writing,
    font_size: z.number().min(4).max(500).optional().describe('Points; without it as large as the page allows, or 24 where it is `tiled`.'),
    color: writing.color.default('#808080'),
    layer,
    tiled,
  }),
  z.strictObject({
    kind: z.literal('image'),
    file,
    pages,
    position: position.default('center'),
    margin,
    rotation: rotation.default(0),
    opacity: opacity.default(1),
    width: length.optional().describe('Of the picture on the page; without it a quarter of the page’s width.'),
    layer,
    tiled,
  }),
  z
    .strictObject({
      kind: z.literal('pdf'),
      file,
      file_pages: PageChoice.default('1').describe(
        'Which pages of the file: the first on the first page that gets one, and so on; the last one on all further pages.',
      ),
      pages,
      position: position.default('center'),
      margin: length.default('0').describe('From the sides of the page as it is seen.'),
      rotation: rotation.default(0),
      opacity: opacity.default(1),
      width: length.optional().describe('Of the file’s page on the page; without it as large as fits.'),
      layer,
    })
    .describe('A page of another PDF, such as letter paper (`layer: "under"`) or a watermark.'),
  z
    .strictObject({
      kind: z.literal('qr_code'),
      text: oneLine(1000),
      pages,
      position: position.default('bottom_right'),
      margin,
      size: length.default('72pt').describe('Of a side, with the white edge that readers need.'),
      error_correction: z.enum(['L', 'M', 'Q', 'H']).default('M').describe('How much of it may be dirty or torn: 7, 15, 25 or 30 %.'),
      color: writing.color,
    })
    .describe('A QR code. `{page}`, `{pages}`, `{date}` and `{file_name}` stand for what they name, as in a header.'),
  z.strictObject({
    kind: z.literal('page_numbers'),
    pages,
    position: position.default('bottom_center'),
    margin,
    format: oneLine(200)
      .refine((format) => format.includes('{page}'), 'has no `{page}`, where the number comes')
      .default('{page}')
      .describe('`{page}` is the number, `{pages}` the last of them.'),
    style: z.enum(['arabic', 'roman', 'Roman', 'letters', 'Letters']).default('arabic').describe('`iv`, `IV`, `d`, `D` are the others.'),
    start,
    ...writing,
  }),
  z.strictObject({
    kind: z.literal('bates'),
    pages,
    position: position.default('bottom_right'),
    margin,
    prefix: oneLine(100).optional(),
    suffix: oneLine(100).optional(),
    digits: z.int().min(1).max(12).default(6).describe('At least so many, filled with zeros.'),
    start,
    ...writing,
  }),
  z
    .strictObject({
      kind: z.enum(['header', 'footer']),
      pages,
      margin,
      left: oneLine(500).optional(),
      center: oneLine(500).optional(),
      right: oneLine(500).optional(),
      ...writing,
    })
    .refine(({ left, center, right }) => left ?? center ?? right, 'One of `left`, `center` and `right` is needed.')
    .describe('`{page}`, `{pages}` (of the document), `{date}` (of the job, UTC) and `{file_name}` stand for what they name.'),
]);
export type StampMark = z.infer<typeof Mark>;

export const StampParams = z
  .strictObject({
    marks: z
      .array(Mark)
      .min(1)
      .max(MARKS_MAX)
      .describe('What is put on pages, one after the other.')
      .meta({ examples: [[{ kind: 'page_numbers', format: '{page} / {pages}' }]] }),
    files: z
      .array(z.strictObject({ file_id: z.string().regex(idPattern('file'), notAnId('file')) }))
      .min(1)
      .max(FILES_MAX)
      .optional()
      .describe('Pictures (JPEG or PNG) for `image`, PDFs for `pdf`.'),
    password: password.optional().describe('Opens the PDF, and those among `files`.'),
    on_signature,
    strict,
  })
  .superRefine(({ marks, files = [] }, check) => {
    for (const [at, mark] of marks.entries())
      if ('file' in mark && mark.file > files.length)
        check.addIssue({
          code: 'custom',
          path: ['marks', at, 'file'],
          message: `names file ${mark.file}, and \`files\` has ${files.length}: list it there as \`{"file_id": "…"}\`.`,
        });
  });
