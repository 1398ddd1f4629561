// What is tried with which documents, and what it is measured beside.

import type { SingleOperationName } from '#contract/operations.ts';
import type { Input, Kind } from './inputs.ts';
import { WORD_TO_REPLACE } from './pages.ts';
import type { ProgramName } from './programs.ts';

export interface BenchOperation {
  readonly type: SingleOperationName;
  readonly params: (input: Input) => Readonly<Record<string, unknown>>;
  readonly kinds: readonly Kind[];
  /** The programs that do the same, or the nearest to it. */
  readonly beside: readonly ProgramName[];
  /** Of the documents that it is tried with. */
  readonly pagesMax?: number;
  /** It reads the first pages only, so many. */
  readonly pagesRead?: number;
  /** The document comes so many times, as files of its own. */
  readonly copies?: number;
}

const WITH_TEXT: readonly Kind[] = ['text', 'forms', 'pictures', 'attachment'];
const EVERY: readonly Kind[] = ['text', 'forms', 'scanned', 'pictures', 'one_picture', 'attachment'];
const FIRST_PAGES = 10;
const MERGED_FILES = 100;
const FILE_ID = `file_${'0'.repeat(22)}`;
/** Where there are few words: the page is changed and its stream is not. */
const TURN = 'Rotate page 1 by 90 degrees';
const READERS = ['pdftotext', 'mutool_text'] as const;
const convertTo = (target_format: string) =>
  ({ type: 'convert', params: () => ({ target_format }), kinds: WITH_TEXT, beside: READERS }) as const;

export const BENCH_OPERATIONS: Readonly<Record<string, BenchOperation>> = {
  txt: convertTo('txt'),
  docx: convertTo('docx'),
  html: convertTo('html'),
  md: convertTo('md'),
  json: convertTo('json'),
  xlsx: { ...convertTo('xlsx'), kinds: ['text'] },
  jpg: {
    type: 'convert',
    params: ({ pages = 1 }) => ({ target_format: 'jpg', pages: `1-${Math.min(FIRST_PAGES, pages)}` }),
    kinds: EVERY,
    beside: ['pdftoppm_10_pages'],
    pagesRead: FIRST_PAGES,
  },
  ai_edit: {
    type: 'ai_edit',
    params: ({ pages }) => ({ instruction: pages === undefined ? TURN : `Replace "${WORD_TO_REPLACE}" with "Southwind"` }),
    kinds: ['text', 'forms', 'pictures', 'one_picture', 'attachment'],
    beside: [...READERS, 'qpdf_rewrite'],
  },
  compress: { type: 'compress', params: () => ({}), kinds: EVERY, beside: ['gs_rewrite', 'qpdf_rewrite'] },
  metadata: { type: 'metadata', params: () => ({ action: 'remove' }), kinds: EVERY, beside: ['qpdf_rewrite'] },
  flatten: { type: 'flatten', params: () => ({}), kinds: ['forms', 'pictures', 'one_picture', 'attachment'], beside: ['qpdf_rewrite'] },
  merge: {
    type: 'merge',
    params: () => ({ files: Array.from({ length: MERGED_FILES }, () => ({ file_id: FILE_ID })) }),
    kinds: ['text', 'forms'],
    beside: [],
    pagesMax: 500,
    copies: MERGED_FILES,
  },
  ocr: { type: 'ocr', params: () => ({}), kinds: ['scanned', 'one_picture'], beside: [], pagesMax: 10 },
};

export function isTriedWith({ kinds, pagesMax = Number.POSITIVE_INFINITY }: BenchOperation, { kind, pages = 1 }: Input): boolean {
  return kinds.includes(kind) && pages <= pagesMax;
}
