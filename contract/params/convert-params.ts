// Parameters of `convert`. An impossible pair, and an option that does not apply to it, are refused when the job is created.

import { z } from 'zod';
import { FORMAT_ALIASES, orAlias } from './aliases.ts';
import {
  isOneOf,
  isReflowed,
  PICTURE_TYPES,
  REFLOWED_NAMES,
  refusePair,
  TARGET_FORMATS,
  TARGET_TYPES,
  type TargetFormat,
} from './conversions.ts';
import { refuseOptions } from './convert-options.ts';
import type { Submission, SubmissionRefusal } from './submission.ts';
import { leavesNoRoom, marginPoints, pagePoints, PRINT_OPTIONS } from './print-options.ts';
import { refuseLanguages } from './ocr-params.ts';
import { refuseStructure, structureParams } from './structure-params.ts';
import { languages, LANGUAGES_DEFAULT, on_signature, pages, password, strict } from './shared-params.ts';

/** A picture has text only when it is recognised. */
function refuseUnreadPicture(source: string, { target_format, ocr }: Record<string, unknown>): SubmissionRefusal | undefined {
  if (ocr !== false || !isOneOf(PICTURE_TYPES, source) || !isReflowed(target_format)) return undefined;
  const message = `A picture cannot become ${target_format} without recognition; omit \`ocr\` or set it to true.`;
  return { code: 'invalid_request', message, details: [{ field: 'ocr', issue: 'ocr_needed', message }] };
}

/** Recognition that the request demands and the region does not have. `auto` does without. */
function refuseRecognition(submission: Submission): SubmissionRefusal | undefined {
  const { params, capabilities } = submission;
  if (params['languages'] !== undefined) return refuseLanguages(submission);
  if (params['ocr'] !== true || !capabilities || capabilities.ocr) return undefined;
  const message = 'No engine that recognises text is installed in this region.';
  return { code: 'invalid_request', message, details: [{ field: 'ocr', issue: 'ocr_unavailable', message }] };
}

/** What lays out Word documents is what converts them. */
function refuseLayout({ params, capabilities }: Submission): SubmissionRefusal | undefined {
  const here = capabilities?.convert?.conversions;
  if (params['layout'] !== 'pages' || !here || here[TARGET_TYPES.docx]?.includes('pdf')) return undefined;
  const message = 'No program that lays out documents is installed in this region; omit `layout`.';
  return { code: 'invalid_request', message, details: [{ field: 'layout', issue: 'layout_unavailable', message }] };
}

function refuseInapplicable(source: string, target: string, params: Record<string, unknown>): SubmissionRefusal | undefined {
  const refused = refuseOptions(source, target, params);
  if (!refused) return undefined;
  const details = refused.options.map((field) => ({ field, issue: 'not_applicable', message: refused.message }));
  return { code: 'invalid_request', message: refused.message, details };
}

/** The pair is impossible everywhere, or a program that it needs is missing in this region. */
export function refuseConversion(submission: Submission): SubmissionRefusal | undefined {
  const { source, params, capabilities } = submission;
  const target = String(params['target_format']);
  const message = refusePair(source, target);
  if (message !== undefined) return { code: 'unsupported_file_type', message };
  const refused =
    refuseInapplicable(source, target, params) ??
    refuseUnreadPicture(source, params) ??
    refuseRecognition(submission) ??
    refuseLayout(submission);
  if (refused) return refused;
  const here = capabilities?.convert?.conversions;
  if (!here || here[source]?.includes(target)) return undefined;
  return {
    code: 'unsupported_file_type',
    message: `Files of the type ${source} cannot be converted to ${target} in this region: a program is not installed.`,
  };
}

/** Conformance that a target pdf can have. */
const PDFA_LEVELS = ['PDF/A-2b'] as const;

export const DPI_DEFAULT = 150;
export const QUALITY_DEFAULT = 85;

const IMAGE_TARGETS: readonly TargetFormat[] = ['jpg', 'png'];
const LAYOUTS = ['pages', 'flow'] as const;

export const ConvertParams = z
  .strictObject({
    target_format: orAlias(FORMAT_ALIASES, z.enum(TARGET_FORMATS)).describe(
      'The format of the result. `GET /capabilities` lists the formats that each type can become.',
    ),
    dpi: z
      .int()
      .min(18)
      .max(600)
      .optional()
      .describe(`For jpg and png: dots per inch, by default ${DPI_DEFAULT}. A page that would have too many pixels is drawn with fewer.`),
    quality: z.int().min(1).max(100).optional().describe(`For jpg: 1–100, by default ${QUALITY_DEFAULT}.`),
    pages: pages.optional().describe('From a PDF or a picture with several pages: only these pages, in this order: `1-3,5,8-end,last,-2`.'),
    ...PRINT_OPTIONS,
    pdfa: z
      .enum(PDFA_LEVELS)
      .optional()
      .describe(
        'For pdf, from any type: the result conforms to this level of PDF/A (ISO 19005-2). Fonts that are not embedded are replaced by similar ones of the same widths; scripts and attachments are removed, and a warning says so. A document that cannot conform is refused with the rules that it breaks.',
      ),
    layout: z
      .union([z.boolean(), z.enum(LAYOUTS)])
      .optional()
      .describe(
        'For txt, `true`: spaces keep columns in their places, instead of one column following the other. For docx, `pages` (default): the document is laid out, and what is on a page that would look other than in the source keeps its place there; the report says which pages these are. `flow`: all text flows, and nothing is laid out. Documents of more than 240 pages, and those of a region without such a program, flow with a warning.',
      ),
    ocr: z
      .union([z.boolean(), z.literal('auto')])
      .optional()
      .describe(
        `For ${REFLOWED_NAMES}: what to do with pages without text. \`auto\` (default): recognise them where an engine is installed; \`true\`: recognise them, or refuse the job; \`false\`: leave them out. Where the result has no pictures (txt, xlsx, csv; md and json without \`pictures\`), text and tables in the pictures of all other pages are recognised too, while at least half of the job's time is left.`,
      ),
    languages: languages
      .optional()
      .describe(
        `For recognition: languages of the text, the most frequent first, by default ${LANGUAGES_DEFAULT.join()}; where it is absent, pages of another script are read in its most spoken language that is installed. \`GET /capabilities\` lists them.`,
      ),
    ...structureParams,
    password: password.optional(),
    on_signature,
    strict,
  })
  .refine(({ dpi, target_format }) => dpi === undefined || IMAGE_TARGETS.includes(target_format), {
    path: ['dpi'],
    message: '`dpi` applies only to the target formats jpg and png.',
  })
  .refine(({ quality, target_format }) => quality === undefined || target_format === 'jpg', {
    path: ['quality'],
    message: '`quality` applies only to the target format jpg.',
  })
  .refine(({ layout, target_format }) => layout === undefined || target_format === (typeof layout === 'string' ? 'docx' : 'txt'), {
    path: ['layout'],
    message: '`layout` is true or false for the target format txt, and `pages` or `flow` for docx.',
  })
  .refine(({ ocr, target_format }) => ocr === undefined || isReflowed(target_format), {
    path: ['ocr'],
    message: `\`ocr\` applies only to the target formats ${REFLOWED_NAMES}.`,
  })
  .refine(({ languages, ocr, target_format }) => languages === undefined || (ocr !== false && isReflowed(target_format)), {
    path: ['languages'],
    message: `\`languages\` applies only to recognition (\`ocr\` is not false) for the target formats ${REFLOWED_NAMES}.`,
  })
  .refine(({ pages, target_format }) => pages === undefined || target_format !== 'pdf', {
    path: ['pages'],
    message: '`pages` does not apply to the target format pdf.',
  })
  .refine(({ pdfa, target_format }) => pdfa === undefined || target_format === 'pdf', {
    path: ['pdfa'],
    message: '`pdfa` applies only to the target format pdf.',
  })
  .superRefine((params, issues) => {
    if (params.target_format === 'pdf') return;
    for (const name of Object.keys(PRINT_OPTIONS) as (keyof typeof PRINT_OPTIONS)[]) {
      if (params[name] === undefined) continue;
      issues.addIssue({ code: 'custom', path: [name], message: `\`${name}\` applies only to the target format pdf.` });
    }
  })
  .refine(
    ({ page_size, landscape, margins }) => margins === undefined || !leavesNoRoom(pagePoints(page_size, landscape), marginPoints(margins)),
    { path: ['margins'], message: 'leaves less than half an inch of the page to print on' },
  )
  .superRefine((params, context) => {
    for (const { name, message } of refuseStructure(params, params.target_format))
      context.addIssue({ code: 'custom', path: [name], message });
  });
export type ConvertParams = z.output<typeof ConvertParams>;
