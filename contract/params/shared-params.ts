// Parameters that several operations share, in the same words.

import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { LANGUAGE_ALIASES, orAlias } from './aliases.ts';
import { BACKWARDS, parsePageRanges, runsBackwards } from './page-ranges.ts';

export const password = z
  .string()
  .min(1)
  .max(LIMITS.passwordCharsMax)
  .describe('Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned.');
export const on_signature = z
  .enum(['refuse', 'invalidate'])
  .default('refuse')
  .describe('What to do when the document is signed and the operation would break the signature.');
export const strict = z.boolean().default(false).describe('Fail on a damaged document instead of repairing it.');

export const pages = z
  .string()
  .min(1)
  .max(LIMITS.pageRangesCharsMax)
  .refine((ranges) => parsePageRanges(ranges) !== undefined, 'is not a list of pages and ranges such as `1-3,5,8-end,last,-2`')
  .refine((ranges) => !runsBackwards(ranges), BACKWARDS)
  .describe('Which pages: numbers and ranges from 1, `end` or `last`, negative numbers from the end: `1-3,5,8-end,last,-2`.');

const LANGUAGES_MAX = 5;
export const LANGUAGES_DEFAULT = ['eng'];

export const languages = z
  .array(orAlias(LANGUAGE_ALIASES, z.string().regex(/^[a-z]{3}(_[a-z]+)?$/, 'is not a language code such as `eng`, `en` or `chi_sim`')))
  .min(1)
  .max(LANGUAGES_MAX)
  .refine((codes) => new Set(codes).size === codes.length, 'names a language twice')
  .describe(
    'Languages of the text, the most frequent first: ISO 639-2 codes, some with a script (`chi_sim`); `en` is `eng`. `GET /capabilities` lists them.',
  );
