// Parameters of `merge`.

import { z } from 'zod';
import { idPattern, notAnId } from '../ids.ts';
import { on_signature, pages, password, strict } from './shared-params.ts';

const MERGE_FILES_MAX = 100;

const MergedFile = z.strictObject({
  file_id: z.string().regex(idPattern('file'), notAnId('file')),
  pages: pages.optional(),
  title: z.string().min(1).max(200).optional().describe('For `outline: "file_names"` and `toc`: instead of the file’s name.'),
});

const Fields = z.strictObject({
  files: z
    .array(MergedFile)
    .min(2)
    .max(MERGE_FILES_MAX)
    .describe(
      'The files in their order, each with all its pages or those of `pages`. A picture is a page; a document of another kind is converted as `convert` does it. The first is the `file_id` of the job.',
    ),
  outline: z
    .enum(['keep', 'file_names', 'none'])
    .default('keep')
    .describe(
      '`keep`: the outlines of the files one after the other; `file_names`: an item for each file, with its own outline below; `none`.',
    ),
  even_pages: z
    .boolean()
    .default(false)
    .describe('After a file with an odd number of pages an empty page is inserted, so that the next begins on a right-hand page.'),
  collate: z
    .enum(['none', 'alternate', 'alternate_reverse'])
    .default('none')
    .describe(
      'For sheets whose fronts and backs were scanned one after the other. `alternate`: a page of each file in turn; `alternate_reverse`: the same with the second file, and any further one, from its last page to its first, as a stack that was turned over comes out of the scanner. Pages that are left in a longer file come at the end.',
    ),
  toc: z
    .boolean()
    .default(false)
    .describe('A table of contents comes first: the title of each file with the page on which it begins, as a link.'),
  toc_title: z.string().min(1).max(200).default('Contents').describe('The heading of the table of contents.'),
  password: password.optional().describe('Opens the encrypted PDFs among the files.'),
  on_signature,
  strict,
});

/** What needs the pages of each file together. */
export const MergeParams = Fields.refine(
  ({ collate, even_pages, toc, outline }) => collate === 'none' || !(even_pages || toc || outline === 'file_names'),
  {
    path: ['collate'],
    message: 'mixes the pages of the files, so it goes with neither `even_pages` nor `toc` nor `outline: "file_names"`',
  },
);
