// What the calls take, by operation: the request of the API with files in the place of identifiers.

import type * as api from '../generated/api.ts';
import { OPERATIONS, type OperationType } from '../generated/operations.ts';
import { PdfError } from '../http/errors.ts';
import type { Uploadable } from '../uploads/source.ts';

interface JobRequests {
  ai_edit: api.AiEditJobRequest;
  metadata: api.MetadataJobRequest;
  convert: api.ConvertJobRequest;
  ocr: api.OcrJobRequest;
  compress: api.CompressJobRequest;
  split: api.SplitJobRequest;
  merge: api.MergeJobRequest;
  pages: api.PagesJobRequest;
  flatten: api.FlattenJobRequest;
  stamp: api.StampJobRequest;
  protect: api.ProtectJobRequest;
  unlock: api.UnlockJobRequest;
  pipeline: api.PipelineJobRequest;
}

/** By the type of its jobs (`ai_edit`) or its address (`ai-edit`). */
export type OperationName = OperationType | (typeof OPERATIONS)[OperationType]['path'];
type TypeOf<N extends OperationName> = N extends OperationType ? N : N extends 'ai-edit' ? 'ai_edit' : never;

export type JobOf<N extends OperationName> = Extract<api.Job, { type: TypeOf<N> }>;
export type ReportOf<N extends OperationName> = NonNullable<JobOf<N>['report']>;
export type SucceededJobOf<N extends OperationName> = api.SucceededState & {
  readonly type: TypeOf<N>;
  readonly params: JobOf<N>['params'];
  readonly report: ReportOf<N>;
};

/** Anything to upload, or a file that is there already: its identifier. */
export type FileInput = Uploadable | { readonly file_id: string };
/** One of several files; with what the operation takes of each, as `pages` of `merge`. */
export type FilesItem = FileInput | { readonly file: FileInput; readonly pages?: string | undefined };

type Source<T extends OperationType> = (typeof OPERATIONS)[T] extends { readonly takesFile: true }
  ? { readonly file: FileInput } | { readonly file_id: string }
  : unknown;
type FilesOf<T extends OperationType> = (typeof OPERATIONS)[T] extends { readonly filesParam: infer F extends string }
  ? (typeof OPERATIONS)[T] extends { readonly takesFile: true }
    ? { readonly [K in F]?: readonly FilesItem[] }
    : { readonly [K in F]: readonly FilesItem[] }
  : unknown;

/** The parameters alone. */
export type ParamsOf<N extends OperationName> = Omit<JobRequests[TypeOf<N>], 'file_id' | 'files' | 'images'>;
export type RequestOf<N extends OperationName> = ParamsOf<N> & Source<TypeOf<N>> & FilesOf<TypeOf<N>>;
/** What `run` takes beside its input. */
export type RunParamsOf<N extends OperationName> = ParamsOf<N> &
  ((typeof OPERATIONS)[TypeOf<N>] extends { readonly takesFile: true } ? FilesOf<TypeOf<N>> : unknown);

export function typeOfOperation(name: string): OperationType {
  const type = name.replaceAll('-', '_');
  if (Object.hasOwn(OPERATIONS, type)) return type as OperationType;
  throw new PdfError(`There is no operation ${name}: ${Object.keys(OPERATIONS).join(', ')}.`);
}

/** `ai_edit` → `aiEdit`. */
export type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;
