// What the package exports.

export { Pdf, type PdfOptions, type RunOptions } from './pdf.ts';
export * from './http/errors.ts';
export { unwrap, type UnwrapOptions, type WebhookEvent, type WebhookHeaders } from './resources/unwrap.ts';
export type { CallOptions, ChangeOptions } from './http/transport.ts';
export type { FileQuery, UploadOptions } from './resources/files.ts';
export type { BatchQuery, BatchRef, BatchWaitOptions } from './resources/batches.ts';
export type { CreateOptions, JobProgress, JobQuery, JobRef, WaitOptions } from './resources/jobs.ts';
export type { FileInput, FilesItem, JobOf, OperationName, ParamsOf, RequestOf, SucceededJobOf } from './resources/requests.ts';
export type { Result, ResultEntry } from './resources/result.ts';
export type { List, Page } from './resources/list.ts';
export type { Uploaded, UploadProgress } from './uploads/send.ts';
export type { DownloadOptions, DownloadProgress } from './uploads/download.ts';
export type { Uploadable } from './uploads/source.ts';
export type * as types from './generated/api.ts';
