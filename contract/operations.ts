// The one table of operations: the parameters of each job type, what it accepts, what it yields, how long it may take.
// A new operation is a row here, a function in processor/operations/operations.ts, where needed a row in worker/jobs/submissions.ts, and their
// tests.

import type { z } from 'zod';
import { AiEditParams } from './params/ai-edit-params.ts';
import { ConvertParams, CONVERTIBLE_TYPES, TARGET_TYPES } from './params/convert-params.ts';
import { CompressParams } from './params/compress-params.ts';
import type { ErrorCode } from './errors.ts';
import type { ContentType, UploadType } from './files.ts';
import { MetadataParams } from './params/metadata-params.ts';
import { OcrParams } from './params/ocr-params.ts';

export interface OperationRow {
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodType<Record<string, unknown>>;
  readonly accepts: readonly UploadType[];
  /** Files that the job reads beside its first one: the parameter that lists them as `{file_id}`, and the types that it accepts. */
  readonly furtherSources?: { readonly param: string; readonly accepts: readonly UploadType[] };
  readonly yields: readonly ContentType[];
  /** A parameter whose faults have their own code instead of invalid_request, as long as nothing else is wrong with the parameters. */
  readonly fault?: { readonly param: string; readonly code: ErrorCode };
  /** The budget of one attempt, from its start in the processor to its report. */
  readonly processingMsMax: number;
}

const documents = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/jpeg',
  'image/png',
] as const satisfies readonly UploadType[];

export const OPERATIONS = {
  ai_edit: {
    path: 'ai-edit',
    summary: 'Edit the content of a PDF from an instruction in natural language.',
    params: AiEditParams,
    accepts: ['application/pdf'],
    furtherSources: { param: 'images', accepts: ['image/jpeg', 'image/png'] },
    yields: ['application/pdf', 'application/json'],
    fault: { param: 'instruction', code: 'invalid_instruction' },
    processingMsMax: 180_000,
  },
  metadata: {
    path: 'metadata',
    summary: 'Remove, read or set the metadata of a document.',
    params: MetadataParams,
    accepts: documents,
    yields: [...documents, 'application/json'],
    processingMsMax: 120_000,
  },
  convert: {
    path: 'convert',
    summary: 'Convert a document to another format.',
    params: ConvertParams,
    accepts: CONVERTIBLE_TYPES,
    yields: [...Object.values(TARGET_TYPES), 'application/zip'],
    processingMsMax: 600_000,
  },
  ocr: {
    path: 'ocr',
    summary: 'Recognise the text of scanned pages.',
    params: OcrParams,
    accepts: ['application/pdf', 'image/jpeg', 'image/png', 'image/tiff'],
    yields: ['application/pdf', 'text/plain', 'text/html', 'application/json'],
    processingMsMax: 1_800_000,
  },
  compress: {
    path: 'compress',
    summary: 'Make a PDF smaller without losing anything that it can do.',
    params: CompressParams,
    accepts: ['application/pdf'],
    yields: ['application/pdf'],
    processingMsMax: 600_000,
  },
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as [OperationName, ...OperationName[]];
export type OperationParams<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['params']>;
