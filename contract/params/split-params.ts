// Parameters of `split`.

import { z } from 'zod';
import { parsePattern } from './text-pattern.ts';
import { on_signature, pages, password, strict } from './shared-params.ts';

const RANGES_MAX = 1000;

/** Exactly one of them says where the document is divided. */
const SPLIT_MODES = ['ranges', 'every', 'pages', 'by_outline', 'by_size_bytes', 'by_blank_pages', 'by_text', 'by_barcode'] as const;

/** As many results are files of their own; more come as a ZIP. */
export const SPLIT_FILES_MAX = 100;

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

const pattern = z
  .string()
  .min(1)
  .max(500)
  .superRefine((text, check) => {
    const parsed = parsePattern(text);
    if (typeof parsed === 'string') check.addIssue({ code: 'custom', message: `is no regular expression that is understood: ${parsed}` });
  });

export const SplitParams = z
  .strictObject({
    ranges: z.array(pages).min(1).max(RANGES_MAX).optional().describe('A result for each list of pages: `["1-3", "4-end"]`.'),
    every: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('A result for every so many pages.')
      .meta({ examples: [10] }),
    pages: z
      .literal('each', 'must be `each`, a result for each page; lists of pages go into `ranges`, such as `["1-3", "4-end"]`')
      .optional()
      .describe('A result for each page.'),
    by_outline: z
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe('A result for each page to which an item of the outline leads, down to this level; `1` is the highest.'),
    by_size_bytes: z
      .int()
      .min(10_000)
      .optional()
      .describe('Results of at most this size, each with as many pages as fit; a page that is larger by itself is a result of its own.'),
    by_blank_pages: z.literal(true).optional().describe('Blank pages divide the document and are left out.'),
    by_text: pattern
      .optional()
      .describe(
        'A result begins at each page whose text matches this regular expression: `(?i)^invoice no\\. \\d+`. Groups, classes, `|`, `*`, `+`, `?`, `{n,m}`, `^` and `$` (of a line), `\\b`; neither look-around nor references to groups.',
      ),
    by_barcode: z
      .strictObject({
        formats: z
          .array(z.enum(['qr_code', 'code_128']))
          .min(1)
          .max(2)
          .default(['qr_code', 'code_128']),
        pattern: pattern.optional().describe('Only barcodes whose text matches this regular expression, as of `by_text`.'),
        separator: z.enum(['remove', 'keep']).default('remove').describe('`keep`: the sheet is the first page of what follows it.'),
      })
      .optional()
      .describe('Sheets with a barcode divide the document: `{}`, or `{"pattern": "^INVOICE-"}` for some of them.'),
    output: z
      .enum(['files', 'zip'])
      .default('files')
      .describe(`\`files\`: every result is a file of its own, at most ${SPLIT_FILES_MAX}; \`zip\`: one archive of them all.`),
    password: password.optional(),
    on_signature,
    strict,
  })
  .superRefine((params, check) => {
    const given = SPLIT_MODES.filter((mode) => params[mode] !== undefined);
    if (given.length === 1) return;
    const told = given.length === 0 ? '' : ` ${listed(given)} are given.`;
    check.addIssue({ code: 'custom', path: ['ranges'], message: `Exactly one of ${listed(SPLIT_MODES)} is needed.${told}` });
  });
