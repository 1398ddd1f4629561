// The one table of operations: the parameters of each job type, what it accepts, what it yields, how long it may take.
// A new operation is a row here, a function in processor/operations/operations.ts, where needed a row in worker/jobs/submissions.ts, and their
// tests.

import type { z } from 'zod';
import { AiEditParams } from './params/ai-edit-params.ts';
import { CONVERTIBLE_TYPES, TARGET_TYPES } from './params/conversions.ts';
import { ConvertParams } from './params/convert-params.ts';
import { CompressParams } from './params/compress-params.ts';
import type { ErrorCode } from './errors.ts';
import { type ContentType, UPLOAD_TYPES, type UploadType } from './files.ts';
import { FlattenParams } from './params/flatten-params.ts';
import { MetadataParams } from './params/metadata-params.ts';
import { MergeParams } from './params/merge-params.ts';
import { pipelineParams } from './params/pipeline-params.ts';
import { OcrParams } from './params/ocr-params.ts';
import { PagesParams } from './params/pages-params.ts';
import { ProtectParams, UnlockParams } from './params/protect-params.ts';
import { StampParams } from './params/stamp-params.ts';
import { SplitParams } from './params/split-params.ts';

/** What a source may be at most. Absent: as much as the account's plan allows. Never more than that. */
export interface SourceLimits {
  /** Known when the document is opened: beyond it the job fails with `page_limit`. */
  readonly pagesMax?: number;
  /** Known when the job is created: beyond it the request is refused with `file_too_large`. */
  readonly bytesMax?: number;
}

export interface OperationRow extends SourceLimits {
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodType<Record<string, unknown>>;
  readonly accepts: readonly UploadType[];
  /**
   * Files that the job reads beside its first one: the parameter that lists them as `{file_id}`, and the types that it accepts. `withFirst`: it lists
   * the first one too, which the request then names nowhere else.
   */
  readonly furtherSources?: { readonly param: string; readonly accepts: readonly UploadType[]; readonly withFirst?: true };
  readonly yields: readonly ContentType[];
  /** A parameter whose faults have their own code instead of invalid_request, as long as nothing else is wrong with the parameters. */
  readonly fault?: { readonly param: string; readonly code: ErrorCode };
  /** The budget of one attempt, from its start in the processor to its report. */
  readonly processingMsMax: number;
  /** Limits that stand instead of the row's own for some values of one parameter. */
  readonly limitsBy?: { readonly param: string; readonly values: Readonly<Record<string, SourceLimits>> };
}

const MIB = 1024 * 1024;

// Limits of pages and bytes below those of plans: what a job with 1 GiB was measured to need (`npm run bench:large`, bench/results/), with room
// for documents that are heavier than those.
const REFLOWED = { pagesMax: 2_000 } as const;
/** Drawing holds the largest picture of a page, not the file: 500 MB in three pictures took 478 MB, 200 MB in one 544 MB. */
const DRAWN = { jpg: { bytesMax: 450 * MIB }, png: { bytesMax: 450 * MIB } } as const;

/** The program that encrypts holds a stream twice, and one may be nearly all of the file. */
const ENCRYPTED_BYTES_MAX = 200 * MIB;

const documents = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/jpeg',
  'image/png',
] as const satisfies readonly UploadType[];

export const SINGLE_OPERATIONS = {
  ai_edit: {
    path: 'ai-edit',
    summary: 'Edit the content of a PDF from an instruction in natural language.',
    params: AiEditParams,
    accepts: ['application/pdf'],
    furtherSources: { param: 'images', accepts: ['image/jpeg', 'image/png'] },
    yields: ['application/pdf', 'application/json'],
    fault: { param: 'instruction', code: 'invalid_instruction' },
    processingMsMax: 600_000,
    // A page with a picture of 199 MB turned took 735 MB, most of it for the picture in the second engine.
    // 2,000 pages were edited and judged to the end.
    pagesMax: 2000,
    bytesMax: 200 * MIB,
  },
  metadata: {
    path: 'metadata',
    summary: 'Remove, read or set the metadata of a document.',
    params: MetadataParams,
    accepts: documents,
    yields: [...documents, 'application/json'],
    processingMsMax: 120_000,
    // No limits of its own: an attachment of 1,074 MB took 243 MB, six pictures of 178 MB 651 MB, 10,000 pages of text 321 MB.
  },
  convert: {
    path: 'convert',
    summary: 'Convert a document to another format.',
    params: ConvertParams,
    accepts: CONVERTIBLE_TYPES,
    yields: [...Object.values(TARGET_TYPES), 'application/zip'],
    processingMsMax: 600_000,
    // Made PDF/A, a file is in memory several times.
    bytesMax: 128 * MIB,
    // 2,000 pages of text took at most 364 MB, as many with drawings and formulas 549 MB, with twenty fields each 719 MB.
    limitsBy: {
      param: 'target_format',
      values: { txt: REFLOWED, docx: REFLOWED, html: REFLOWED, md: REFLOWED, json: REFLOWED, xlsx: REFLOWED, csv: REFLOWED, ...DRAWN },
    },
  },
  ocr: {
    path: 'ocr',
    summary: 'Recognise the text of scanned pages.',
    params: OcrParams,
    accepts: ['application/pdf', 'image/jpeg', 'image/png', 'image/tiff'],
    yields: ['application/pdf', 'text/plain', 'text/html', 'application/json'],
    processingMsMax: 1_800_000,
    // A picture of 200 MB took 760 MB.
    bytesMax: 200 * MIB,
  },
  compress: {
    path: 'compress',
    summary: 'Make a PDF smaller without losing anything that it can do.',
    params: CompressParams,
    accepts: ['application/pdf'],
    yields: ['application/pdf'],
    processingMsMax: 600_000,
    // 200 MB in one picture took 529 MB, an attachment of 500 MB 268 MB. What bounds it is time: a picture of 45 MB takes up to a minute of CPU.
    bytesMax: 200 * MIB,
  },
  split: {
    path: 'split',
    summary: 'Divide a PDF into several, each with what belongs to its pages.',
    params: SplitParams,
    accepts: ['application/pdf'],
    yields: ['application/pdf', 'application/zip'],
    processingMsMax: 600_000,
  },
  merge: {
    path: 'merge',
    summary: 'Make one PDF of several files of any kind, with their outlines, links, forms, tags and layers.',
    params: MergeParams,
    accepts: CONVERTIBLE_TYPES,
    furtherSources: { param: 'files', accepts: CONVERTIBLE_TYPES, withFirst: true },
    yields: ['application/pdf'],
    processingMsMax: 600_000,
  },
  pages: {
    path: 'pages',
    summary: 'Rotate, delete, reorder, insert, duplicate, crop and resize pages, several on a sheet, or as a booklet.',
    params: PagesParams,
    accepts: ['application/pdf'],
    yields: ['application/pdf'],
    processingMsMax: 600_000,
  },
  flatten: {
    path: 'flatten',
    summary: 'Make form fields, annotations and layers part of the pages, which look as before.',
    params: FlattenParams,
    accepts: ['application/pdf'],
    yields: ['application/pdf'],
    processingMsMax: 600_000,
  },
  stamp: {
    path: 'stamp',
    summary: 'Put watermarks, pictures, pages of another PDF, page and Bates numbers, headers, footers and QR codes on the pages of a PDF.',
    params: StampParams,
    accepts: ['application/pdf'],
    furtherSources: { param: 'files', accepts: ['image/jpeg', 'image/png', 'application/pdf'] },
    yields: ['application/pdf'],
    processingMsMax: 600_000,
    // As for `ai_edit`, whose judge looks at the pages.
    bytesMax: 200 * MIB,
  },
  protect: {
    path: 'protect',
    summary: 'Encrypt a PDF with AES-256: a password to open it, permissions for those who do not know another.',
    params: ProtectParams,
    accepts: ['application/pdf'],
    yields: ['application/pdf'],
    processingMsMax: 120_000,
    bytesMax: ENCRYPTED_BYTES_MAX,
  },
  unlock: {
    path: 'unlock',
    summary: 'Remove the encryption of a PDF whose password is known.',
    params: UnlockParams,
    accepts: ['application/pdf'],
    yields: ['application/pdf'],
    processingMsMax: 120_000,
    bytesMax: ENCRYPTED_BYTES_MAX,
  },
} as const satisfies Record<string, OperationRow>;

export type SingleOperationName = keyof typeof SINGLE_OPERATIONS;

export const OPERATIONS = {
  ...SINGLE_OPERATIONS,
  pipeline: {
    path: 'pipeline',
    summary: 'Run up to eight operations one after the other, on one or several files, in one job.',
    params: pipelineParams(SINGLE_OPERATIONS),
    accepts: UPLOAD_TYPES,
    furtherSources: { param: 'files', accepts: UPLOAD_TYPES, withFirst: true },
    yields: [...new Set(Object.values(SINGLE_OPERATIONS).flatMap((row: OperationRow) => row.yields))],
    processingMsMax: 3_600_000,
  },
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as [OperationName, ...OperationName[]];
export type OperationParams<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['params']>;
