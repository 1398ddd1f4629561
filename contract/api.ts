// The route table: every method and path of the API, who may call it, what it takes, what it answers. The Worker mounts it, the tests
// exhaust it, docs/openapi.json is printed from it.

import { z } from 'zod';
import { Isolation } from './processor-capabilities.ts';
import { RequestAccess, RequestedAccess } from './access.ts';
import { Capabilities } from './capabilities.ts';
import { CALL_ERRORS, type CallError } from './courier.ts';
import { ERROR_CODES, type ErrorCode } from './errors.ts';
import { openEnum } from './open-enum.ts';
import { BatchCounts, StreamedEvent } from './events.ts';
import { FAILURE_REASONS } from './failures.ts';
import { FILE_STATES, UPLOAD_TYPES } from './files.ts';
import { idPattern, notAnId } from './ids.ts';
import { JOB_STATES } from './jobs.ts';
import { AuditEntry, AuditQuery, CreateKey, KeyObject, NewKey, RevokedKey, RotatedKey, RotateKey, Usage, UsageQuery } from './keys.ts';
import { LIMITS } from './limits.ts';
import { ListQuery, listQuery, pageOf } from './lists.ts';
import { OPERATION_NAMES, type OperationRow, OPERATIONS, type OperationName } from './operations.ts';
import { boundsBytes, describeLimits } from './source-limits.ts';
import { Progress, Warning } from './processor.ts';
import type { Scope } from './scopes.ts';
import {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  DeliveriesQuery,
  Delivery,
  DeliveryList,
  RecoverDeliveries,
  Recovered,
  RotateSecret,
  WebhookList,
  WebhookObject,
} from './webhooks.ts';

const timestamp = z.iso.datetime().describe('ISO 8601, UTC');
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits');
const fileId = z.string().regex(idPattern('file'), notAnId('file'));
const jobId = z.string().regex(idPattern('job'), notAnId('job'));
const batchId = z.string().regex(idPattern('batch'), notAnId('batch'));
export const RefusedFieldObject = z.object({
  field: z.string(),
  issue: z.string(),
  message: z.string(),
  start: z.int().optional().describe('In a text field: where the faulty part begins, in UTF-16 code units.'),
  end: z.int().optional().describe('Where the faulty part ends, exclusive.'),
  suggestions: z.array(z.string()).optional().describe('What was probably meant: names, values, or instructions that would be understood.'),
});

/** The body of every refusal. */
export const ApiError = z.object({
  error: z.object({
    code: openEnum(ERROR_CODES),
    message: z.string().describe('For people; decide by `code`.'),
    request_id: z.string(),
    retryable: z.boolean().describe('Whether the same request can succeed later.'),
    docs: z.url().describe('Where to read on.'),
    details: z.array(RefusedFieldObject).optional(),
  }),
});

/** The customer's own map, echoed in answers and events. */
const UserMetadata = z
  .record(z.string().min(1).max(LIMITS.userMetadataKeyCharsMax), z.string().max(LIMITS.userMetadataValueCharsMax))
  .refine((map) => Object.keys(map).length <= LIMITS.userMetadataKeysMax, `holds at most ${LIMITS.userMetadataKeysMax} entries`);

// Separators, NUL and control characters, and the bidirectional overrides that make a name read as another (UAX #9).
// oxlint-disable-next-line no-control-regex -- the control characters are what is refused
const FORBIDDEN_IN_FILENAME = /[/\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

export const Filename = z
  .string()
  .min(1)
  .refine((name) => utf8Length(name) <= LIMITS.filenameBytesMax, `is longer than ${LIMITS.filenameBytesMax} bytes in UTF-8`)
  .refine((name) => !FORBIDDEN_IN_FILENAME.test(name), 'has a path separator, a control character or a bidirectional override')
  .refine((name) => name !== '.' && name !== '..', 'is not a name');

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

export const CreateFile = z.strictObject({
  filename: Filename.meta({ examples: ['document.pdf'] }),
  content_type: z
    .string()
    .min(1)
    .max(127)
    .meta({ description: `One of ${UPLOAD_TYPES.join(', ')}`, examples: ['application/pdf'] }),
  size_bytes: z
    .int()
    .min(1)
    .meta({ description: 'The upload must have exactly this size', examples: [48_213] }),
  sha256: sha256.optional().describe('The bytes must have this SHA-256, or the upload is refused'),
  region: z.string().max(16).default('auto').describe('Where the file is stored and its jobs run; `auto` lets the service choose'),
  metadata: UserMetadata.optional(),
});
export type CreateFile = z.infer<typeof CreateFile>;

export const FetchFile = CreateFile.omit({ size_bytes: true }).extend({
  source_url: z
    .string()
    .min(1)
    .max(LIMITS.webhookUrlCharsMax)
    .meta({
      description:
        'https://, a public host, port 443 or 8443. It is not stored. Redirects are followed, each judged like the first address',
      examples: ['https://example.com/document.pdf'],
    }),
  size_bytes: CreateFile.shape.size_bytes.optional().describe('The bytes must have exactly this size'),
});
export type FetchFile = z.infer<typeof FetchFile>;

export const FileObject = z.object({
  file_id: fileId,
  status: z.enum(FILE_STATES),
  filename: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  sha256: sha256.optional(),
  region: z.string(),
  job_id: jobId.optional().describe('The job that produced this file'),
  created_at: timestamp,
  uploaded_at: timestamp.optional(),
  expires_at: timestamp.describe('When the bytes are erased'),
  metadata: UserMetadata.optional(),
});
export type FileObject = z.infer<typeof FileObject>;

export const CreatedFile = z.object({
  file_id: fileId,
  upload_url: z.url(),
  expires_at: timestamp.describe('When the upload address stops being valid'),
  upload_method: z.literal('PUT'),
  upload_headers: z.record(z.string(), z.string()).describe('Headers to send with the bytes'),
  status: z.literal('awaiting_upload'),
  region: z.string(),
  parts: z
    .object({
      parts_url: z.url().describe('`PUT` each part to this address and `/` and its number; `GET` it for the numbers that have arrived'),
      complete_url: z.url().describe('`POST` here once all parts have arrived'),
      part_bytes: z.int().describe('The size of each part but the last'),
      count: z.int().describe('How many parts; the first is 1'),
    })
    .optional()
    .describe(
      `For a file of more than ${LIMITS.uploadPartBytes / 2 ** 20} MiB: the bytes may also come in parts, in any order, each as often as needed`,
    ),
});
export type CreatedFile = z.infer<typeof CreatedFile>;

export const UploadAnswer = z.object({ file_id: fileId, status: z.literal('uploaded'), size_bytes: z.int(), sha256 });
export const UploadedPart = z.object({ number: z.int(), size_bytes: z.int(), sha256 });
export const UploadParts = z.object({
  part_bytes: z.int(),
  count: z.int(),
  received: z.array(z.int()).describe('Numbers of the parts that have arrived, ascending'),
});
export const DownloadAddress = z.object({ download_url: z.url(), expires_at: timestamp });
export type DownloadAddress = z.infer<typeof DownloadAddress>;
export const DeletedFile = z.object({ file_id: fileId, deleted: z.literal(true) });

const DELIVERY_HEADERS_MAX = 10;
const DELIVERY_ADDRESSES_MAX = 100;
const deliveryUrl = z.string().min(1).max(LIMITS.webhookUrlCharsMax);

export const DeliverTo = z
  .strictObject({
    url: deliveryUrl
      .optional()
      .describe('https://, a public host, port 443 or 8443, with its own permission (a signed address): for a job with one result'),
    urls: z
      .array(deliveryUrl)
      .min(1)
      .max(DELIVERY_ADDRESSES_MAX)
      .optional()
      .describe('Instead of `url`: an address for each result, in their order; addresses beyond the last result are not used'),
    headers: z
      .record(
        z
          .string()
          .regex(/^(content-(type|disposition)|cache-control|x-(amz|ms|goog)-[a-z0-9-]{1,50})$/, 'is not a header that can be sent'),
        z
          .string()
          .max(1024)
          .regex(/^[\x20-\x7e]*$/, 'is not printable ASCII'),
      )
      .refine((map) => Object.keys(map).length <= DELIVERY_HEADERS_MAX, `holds at most ${DELIVERY_HEADERS_MAX} headers`)
      .optional()
      .describe(
        'Sent with the bytes, in lower case: `content-type`, `content-disposition`, `cache-control`, `x-amz-…`, `x-ms-…`, `x-goog-…`',
      ),
  })
  .refine(({ url, urls }) => (url === undefined) !== (urls === undefined), { path: ['url'], message: 'One of `url` and `urls` is needed.' })
  .describe('Where the results are sent by PUT when the job has succeeded. Only for plans that allow it');
export type DeliverTo = z.infer<typeof DeliverTo>;

const RESULT_DELIVERY_STATES = ['waiting', 'pending', 'delivered', 'failed', 'dropped'] as const;
export type ResultDeliveryState = (typeof RESULT_DELIVERY_STATES)[number];

export const ResultDelivery = z
  .object({
    status: z
      .enum(RESULT_DELIVERY_STATES)
      .describe('`waiting` for the job; `pending`: under way or to be tried again; `dropped`: the job has no result'),
    attempts: z.int().describe('Of the result that is under way, or was the last'),
    delivered: z.int().describe('Results that have arrived; they are sent one after the other'),
    next_attempt_at: timestamp.optional(),
    completed_at: timestamp.optional(),
    error: openEnum([...(Object.keys(CALL_ERRORS) as CallError[]), 'status', 'several_results', 'result_gone'])
      .optional()
      .describe('Of the last attempt that failed'),
    answered: z.int().optional().describe('The status that the address answered then'),
  })
  .describe('Of a job with `deliver_to`');
export type ResultDelivery = z.infer<typeof ResultDelivery>;

/** Fields that every job request has beside the parameters of its type; see jobRequestCommon. */
const JobRequestCommon = z.strictObject({ file_id: fileId, metadata: UserMetadata.optional(), deliver_to: DeliverTo.optional() });

/** As JobRequestCommon; without `file_id` where a parameter of the operation lists all files. */
export function jobRequestCommon(
  name: OperationName,
): z.ZodType<{ file_id?: string; metadata?: Record<string, string> | undefined; deliver_to?: DeliverTo | undefined }> & z.ZodObject {
  const row: OperationRow = OPERATIONS[name];
  return row.furtherSources?.withFirst ? JobRequestCommon.omit({ file_id: true }) : JobRequestCommon;
}

export const AcceptedJob = z.object({
  job_id: jobId,
  status: z.literal('queued'),
  type: z.enum(OPERATION_NAMES),
  file_id: fileId,
  created_at: timestamp,
});
export type AcceptedJob = z.infer<typeof AcceptedJob>;

export const ResultFileObject = z.object({
  file_id: fileId,
  filename: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  sha256,
});

export const JobErrorObject = z.object({
  code: z.literal('job_failed'),
  reason: openEnum(FAILURE_REASONS),
  message: z.string(),
  retryable: z.boolean(),
  page: z.int().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

export const JobObject = z.object({
  job_id: jobId,
  status: z.enum(JOB_STATES),
  type: z.enum(OPERATION_NAMES),
  file_id: fileId,
  region: z.string(),
  params: z.record(z.string(), z.unknown()),
  created_at: timestamp,
  started_at: timestamp.optional(),
  completed_at: timestamp.optional().describe('Set in every terminal state'),
  expires_at: timestamp.optional().describe('When the results are erased'),
  attempts: z.int(),
  batch_id: batchId.optional().describe('The batch that it is an item of'),
  result_file_id: fileId.optional(),
  result_files: z.array(ResultFileObject).optional().describe('All results in their order; `result_file_id` is the first'),
  progress: Progress,
  error: JobErrorObject.optional(),
  warnings: z.array(Warning),
  metrics: z.record(z.string(), z.number()).optional(),
  report: z.record(z.string(), z.unknown()).optional().describe('The evidence: what was done and how it was verified'),
  delivery: ResultDelivery.optional(),
  metadata: UserMetadata.optional(),
});
export type JobObject = z.infer<typeof JobObject>;

/** A job as lists show it: without the fields that can be long. */
export const JobSummary = JobObject.omit({ params: true, report: true, warnings: true, result_files: true, delivery: true });
export type JobSummary = z.infer<typeof JobSummary>;

export const FileListQuery = z.strictObject({ status: z.enum(FILE_STATES).optional(), ...listQuery });
export const JobListQuery = z.strictObject({
  status: z.enum(JOB_STATES).optional(),
  type: z.enum(OPERATION_NAMES).optional(),
  file_id: fileId.optional().describe('Only jobs of this source'),
  ...listQuery,
});

export const Health = z.object({ status: z.literal('ok') });
export const Readiness = z.object({
  status: z.enum(['ready', 'not_ready']),
  checks: z.record(z.string(), z.boolean()),
  isolation: z
    .record(z.string(), Isolation)
    .describe('By region: how its processors keep jobs apart. A region that does not answer is absent'),
});

/** One operation on one file, or on the files that its parameters list. */
const BatchItem = z.strictObject({
  operation: z.enum(OPERATION_NAMES).optional().describe('Absent: that of the batch'),
  file_id: fileId.optional().describe('Not where a parameter lists all files (`merge`, `pipeline`)'),
  params: z.record(z.string(), z.unknown()).optional().describe('As in a job of the operation; absent: those of the batch'),
  metadata: UserMetadata.optional().describe('Your own map, echoed in the job'),
  deliver_to: DeliverTo.optional(),
});
export type BatchItem = z.infer<typeof BatchItem>;

export const CreateBatch = z.strictObject({
  operation: z
    .enum(OPERATION_NAMES)
    .optional()
    .meta({ description: 'Of every item that names none', examples: ['compress'] }),
  params: z.record(z.string(), z.unknown()).optional().describe('Of every item that has none; they are not merged'),
  items: z
    .array(BatchItem)
    .min(1)
    .max(LIMITS.batchItemsMax)
    .meta({ description: 'Each becomes a job', examples: [[{ file_id: 'file_0123456789ABCDEFGHIJKL' }]] }),
  on_error: z
    .enum(['reject', 'continue'])
    .default('reject')
    .describe(
      '`reject`: one item that cannot be accepted refuses the whole batch. `continue`: the others are accepted; `GET /batches/{batch_id}/items` has the errors.',
    ),
  metadata: UserMetadata.optional().describe('Your own map, echoed in the batch and its event'),
});
export type CreateBatch = z.infer<typeof CreateBatch>;

export const BATCH_STATES = ['running', 'cancelling', 'completed'] as const;

export const BatchObject = z.object({
  batch_id: batchId,
  status: z.enum(BATCH_STATES).describe('`completed`: every item has ended, in whatever state'),
  counts: BatchCounts.describe('Items by the state of their job; `refused` were never accepted'),
  progress: z.object({ percent: z.int() }).describe('Items that have ended, of all'),
  created_at: timestamp,
  completed_at: timestamp.optional(),
  metadata: UserMetadata.optional(),
});
export type BatchObject = z.infer<typeof BatchObject>;

const ITEM_STATES = ['refused', ...JOB_STATES] as const;

export const BatchItemObject = z.object({
  position: z.int().describe('Its place in the request, from 0'),
  status: z.enum(ITEM_STATES),
  job: JobSummary.optional().describe('Absent for an item that was refused'),
  error: z
    .object({ code: openEnum(ERROR_CODES), message: z.string(), details: z.array(RefusedFieldObject).optional() })
    .optional()
    .describe('Why the item was refused'),
});
export type BatchItemObject = z.infer<typeof BatchItemObject>;

export const BatchListQuery = z.strictObject({ status: z.enum(BATCH_STATES).optional(), ...listQuery });

export const BatchItemsQuery = z.strictObject({
  status: z.enum(ITEM_STATES).optional(),
  limit: listQuery.limit,
  cursor: listQuery.cursor,
});

export const WaitQuery = z.strictObject({
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(LIMITS.waitSecondsMax)
    .optional()
    .meta({ description: 'Seconds to wait for a change of state', examples: [20] }),
});
export const DownloadQuery = z.strictObject({
  expires_in: z.coerce
    .number()
    .int()
    .min(LIMITS.downloadAddressSecondsMin)
    .max(LIMITS.downloadAddressSecondsMax)
    .optional()
    .describe('Seconds for which the address is valid'),
});

/** The fields of `POST /run/{operation}`, each a part of the form; `region` before the parts `file`, since bytes are stored as they come. */
export const RunForm = z.strictObject({
  params: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'JSON: the parameters of the operation, as in the body of `POST /jobs/{operation}` without identifiers of files. The parts `file` are its files in their order: the first is the source, further ones fill the parameter that lists files (`files` of `merge`, `images` of `ai-edit`).',
    ),
  metadata: UserMetadata.optional().describe('JSON: your own map, echoed in the job'),
  region: CreateFile.shape.region,
});

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, parameters in braces. */
  readonly path: string;
  /** One sentence. */
  readonly summary: string;
  /** `bearer`: an API key. `signed`: the address carries its own permission. `none`: anyone. */
  readonly auth: 'bearer' | 'signed' | 'none';
  /** Any one of these is enough. */
  readonly scopes: readonly Scope[];
  readonly body?: z.ZodType;
  /** The body is JobRequestCommon and the parameters of this operation in one flat object. */
  readonly operation?: OperationName;
  /**
   * The body is bytes: of the file itself; or a form with the fields of `body` and the part `file`, beside JSON or (`parts`) always, with several
   * such parts.
   */
  readonly bytes?: 'raw' | 'form' | 'parts';
  readonly query?: z.ZodType;
  /** Of a JSON body; absent: LIMITS.jsonBodyBytesMax. */
  readonly bodyBytesMax?: number;
  /** Media type of a successful answer that is not one of our JSON objects. */
  readonly answers?: string;
  /** The data of each event, where a successful answer is a stream of them (text/event-stream). */
  readonly events?: z.ZodType;
  /** Each success status with its body; null is not JSON. */
  readonly success: Readonly<Record<number, z.ZodType | null>>;
  /** Errors of this route, beside those that every route has. */
  readonly errors: readonly ErrorCode[];
  /** The route is to go (docs/versions.md): its answers say so. */
  readonly deprecated?: Deprecation;
}

export interface Deprecation {
  /** Days, as `2027-01-31`. */
  readonly since: string;
  readonly ends: string;
  /** Where it says what takes its place: a path of the service. */
  readonly instead: string;
}

/** Errors that every route behind a key can answer. */
export const BEARER_ERRORS = ['unauthorized', 'forbidden', 'rate_limited'] as const satisfies readonly ErrorCode[];
/** Errors of every route that reads or writes anything, for when a part of the service fails. */
export const WORLD_ERRORS = ['internal_error', 'unavailable'] as const satisfies readonly ErrorCode[];

/** Errors that every POST behind a key can answer, for its Idempotency-Key. */
export const IDEMPOTENCY_ERRORS = [
  'invalid_request',
  'request_too_large',
  'idempotency_in_progress',
  'idempotency_key_reused',
] as const satisfies readonly ErrorCode[];

/** Before its handler runs. The handler of a form of parts takes it itself, when the bytes are known. */
export function takesIdempotencyKey(route: Route): boolean {
  return route.method === 'POST' && route.auth === 'bearer' && route.bytes !== 'parts';
}

const JSON_ERRORS = ['invalid_request', 'request_too_large', 'unsupported_media_type'] as const satisfies readonly ErrorCode[];

/** Faults of bytes that went straight to the bucket; they are found when the file is first asked for. */
const ARRIVAL_ERRORS = ['unsupported_file_type', 'size_mismatch', 'checksum_mismatch'] as const satisfies readonly ErrorCode[];

const fixedRoutes = {
  createFile: {
    method: 'POST',
    path: '/files',
    summary: 'Create an upload record and obtain an upload address, or upload at once as multipart/form-data.',
    auth: 'bearer',
    scopes: ['files:write'],
    body: CreateFile,
    bytes: 'form',
    success: { 201: z.union([CreatedFile, FileObject]) },
    errors: [...JSON_ERRORS, 'file_too_large', 'unsupported_file_type', 'size_mismatch', 'checksum_mismatch'],
  },
  fetchFile: {
    method: 'POST',
    path: '/files/fetch',
    summary: `Have the service fetch a file from an address, within ${LIMITS.sourceFetchMs / 1000} seconds. Only for plans that allow it.`,
    auth: 'bearer',
    scopes: ['files:write'],
    body: FetchFile,
    success: { 201: FileObject },
    errors: [...JSON_ERRORS, 'file_too_large', 'unsupported_file_type', 'size_mismatch', 'checksum_mismatch', 'source_unavailable'],
  },
  listFiles: {
    method: 'GET',
    path: '/files',
    summary: 'List files, newest first: uploads and results.',
    auth: 'bearer',
    scopes: ['files:read'],
    query: FileListQuery,
    success: { 200: pageOf(FileObject) },
    errors: ['invalid_request'],
  },
  uploadFile: {
    method: 'PUT',
    path: '/uploads/{token}',
    summary: 'Send the bytes of a file to its upload address.',
    auth: 'signed',
    scopes: [],
    bytes: 'raw',
    success: { 200: UploadAnswer },
    errors: [
      'invalid_request',
      'size_mismatch',
      'checksum_mismatch',
      'length_required',
      'file_too_large',
      'unsupported_file_type',
      'upload_already_completed',
      'expired',
      'not_found',
    ],
  },
  uploadPart: {
    method: 'PUT',
    path: '/uploads/{token}/parts/{number}',
    summary: 'Send one part of a large file.',
    auth: 'signed',
    scopes: [],
    bytes: 'raw',
    success: { 200: UploadedPart },
    errors: [
      'invalid_request',
      'size_mismatch',
      'checksum_mismatch',
      'length_required',
      'unsupported_file_type',
      'upload_already_completed',
      'expired',
      'not_found',
    ],
  },
  listParts: {
    method: 'GET',
    path: '/uploads/{token}/parts',
    summary: 'List the parts of a large file that have arrived.',
    auth: 'signed',
    scopes: [],
    success: { 200: UploadParts },
    errors: ['invalid_request', 'upload_already_completed', 'expired', 'not_found'],
  },
  completeUpload: {
    method: 'POST',
    path: '/uploads/{token}/complete',
    summary: 'Join the parts of a large file. It may be repeated.',
    auth: 'signed',
    scopes: [],
    success: { 200: UploadAnswer },
    errors: ['invalid_request', 'size_mismatch', 'checksum_mismatch', 'expired', 'not_found'],
  },
  readFile: {
    method: 'GET',
    path: '/files/{file_id}',
    summary: 'Read a file record.',
    auth: 'bearer',
    scopes: ['files:read'],
    success: { 200: FileObject },
    errors: ['not_found'],
  },
  downloadAddress: {
    method: 'GET',
    path: '/files/{file_id}/download',
    summary: 'Obtain a temporary download address for a file.',
    auth: 'bearer',
    scopes: ['files:read'],
    query: DownloadQuery,
    success: { 200: DownloadAddress },
    errors: ['invalid_request', 'not_found', 'file_not_ready', 'expired', ...ARRIVAL_ERRORS],
  },
  download: {
    method: 'GET',
    path: '/downloads/{token}',
    summary: 'Fetch the bytes of a file from its download address (ranges are supported).',
    auth: 'signed',
    scopes: [],
    answers: '*/*',
    success: { 200: null, 206: null, 304: null, 416: null },
    errors: ['expired', 'not_found'],
  },
  deleteFile: {
    method: 'DELETE',
    path: '/files/{file_id}',
    summary: 'Delete a file and its bytes at once; jobs that still need it are cancelled.',
    auth: 'bearer',
    scopes: ['files:write'],
    success: { 200: DeletedFile },
    errors: ['not_found'],
  },
  listJobs: {
    method: 'GET',
    path: '/jobs',
    summary: 'List jobs, newest first.',
    auth: 'bearer',
    scopes: ['jobs:read'],
    query: JobListQuery,
    success: { 200: pageOf(JobSummary) },
    errors: ['invalid_request'],
  },
  readJob: {
    method: 'GET',
    path: '/jobs/{job_id}',
    summary: 'Read a job; with `wait`, as soon as its state changes.',
    auth: 'bearer',
    scopes: ['jobs:read'],
    query: WaitQuery,
    success: { 200: JobObject },
    errors: ['invalid_request', 'not_found'],
  },
  readJobEvents: {
    method: 'GET',
    path: '/jobs/{job_id}/events',
    summary: `Follow a job as it goes: its states and its progress as server-sent events, until it has ended. A stream lasts at most ${LIMITS.eventStreamMsMax / 60_000} minutes; the same request with the header \`Last-Event-ID\` goes on after that event, and is answered 204 when there are no more. An account has at most ${LIMITS.eventStreamsMax} streams open.`,
    auth: 'bearer',
    scopes: ['jobs:read'],
    answers: 'text/event-stream',
    events: StreamedEvent,
    success: { 200: null, 204: null },
    errors: ['not_found'],
  },
  cancelJob: {
    method: 'POST',
    path: '/jobs/{job_id}/cancel',
    summary: 'Cancel a job: 200 when it is cancelled now, 202 when a running job was asked to stop.',
    auth: 'bearer',
    scopes: ['jobs:write'],
    success: { 200: JobObject, 202: JobObject },
    errors: ['not_found', 'job_not_cancellable'],
  },
  createBatch: {
    method: 'POST',
    path: '/batches',
    summary: `Create up to ${LIMITS.batchItemsMax} jobs at once: each item has its operation, file and parameters, or all share one operation.`,
    auth: 'bearer',
    scopes: ['jobs:write'],
    body: CreateBatch,
    bodyBytesMax: LIMITS.batchBodyBytesMax,
    success: { 202: BatchObject },
    errors: [
      ...JSON_ERRORS,
      'not_found',
      'file_not_ready',
      'expired',
      'file_too_large',
      'quota_exceeded',
      'invalid_instruction',
      'policy_violation',
      ...ARRIVAL_ERRORS,
    ],
  },
  listBatches: {
    method: 'GET',
    path: '/batches',
    summary: 'List batches, newest first, each with its items by state.',
    auth: 'bearer',
    scopes: ['jobs:read'],
    query: BatchListQuery,
    success: { 200: pageOf(BatchObject) },
    errors: ['invalid_request'],
  },
  readBatch: {
    method: 'GET',
    path: '/batches/{batch_id}',
    summary: 'Read a batch: its items by state, and how many have ended.',
    auth: 'bearer',
    scopes: ['jobs:read'],
    success: { 200: BatchObject },
    errors: ['not_found'],
  },
  listBatchItems: {
    method: 'GET',
    path: '/batches/{batch_id}/items',
    summary: 'List the items of a batch in the order of the request, each with its job or the reason why it was refused.',
    auth: 'bearer',
    scopes: ['jobs:read'],
    query: BatchItemsQuery,
    success: { 200: pageOf(BatchItemObject) },
    errors: ['invalid_request', 'not_found'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/batches/{batch_id}/cancel',
    summary: 'Cancel the jobs of a batch that have not ended: 200 when all have ended now, 202 when running ones were asked to stop.',
    auth: 'bearer',
    scopes: ['jobs:write'],
    success: { 200: BatchObject, 202: BatchObject },
    errors: ['not_found', 'job_not_cancellable'],
  },
  batchResults: {
    method: 'GET',
    path: '/batches/{batch_id}/results',
    summary:
      'Fetch the results of a completed batch as one ZIP: a folder for each item, and `manifest.json` with the state of each, its files and their SHA-256.',
    auth: 'bearer',
    scopes: ['files:read'],
    answers: 'application/zip',
    success: { 200: null },
    errors: ['not_found', 'file_not_ready', 'file_too_large', 'expired'],
  },
  run: {
    method: 'POST',
    path: '/run/{operation}',
    summary: `Run an operation in one call: a form with the bytes in, the result out. It is a job underneath (\`Link\`), and its evidence is in the header \`Job-Report\`. Several results come as a ZIP. After ${LIMITS.runWaitSecondsMax} seconds, or those of \`Prefer: wait=…\` (RFC 7240), the answer is 202 with the job.`,
    auth: 'bearer',
    scopes: ['jobs:write'],
    body: RunForm,
    bytes: 'parts',
    answers: '*/*',
    success: { 200: null, 202: JobObject },
    errors: [
      ...JSON_ERRORS,
      'not_found',
      'file_too_large',
      'unsupported_file_type',
      'size_mismatch',
      'quota_exceeded',
      'invalid_instruction',
      'policy_violation',
      'job_failed',
      'idempotency_in_progress',
      'idempotency_key_reused',
    ],
  },
  requestAccess: {
    method: 'POST',
    path: '/access-requests',
    summary: 'Ask the operator for access to the service; the answer comes by e-mail.',
    auth: 'none',
    scopes: [],
    body: RequestAccess,
    success: { 201: RequestedAccess },
    errors: [...JSON_ERRORS, 'rate_limited', 'unavailable'],
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    summary: 'Register an endpoint for events; its signing secret is in this answer only.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    body: CreateWebhook,
    success: { 201: CreatedWebhook },
    errors: JSON_ERRORS,
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    summary: 'List the endpoints of the account.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    success: { 200: WebhookList },
    errors: [],
  },
  readWebhook: {
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    summary: 'Read an endpoint.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    success: { 200: WebhookObject },
    errors: ['not_found'],
  },
  changeWebhook: {
    method: 'PATCH',
    path: '/webhooks/{webhook_id}',
    summary: 'Change an endpoint, disable it, or enable it again.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    body: ChangeWebhook,
    success: { 200: WebhookObject },
    errors: [...JSON_ERRORS, 'not_found'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    summary: 'Delete an endpoint and its deliveries.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    success: { 204: null },
    errors: ['not_found'],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate-secret',
    summary: 'Give an endpoint a new secret; deliveries carry both signatures during the grace period.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    body: RotateSecret,
    success: { 200: CreatedWebhook },
    errors: [...JSON_ERRORS, 'not_found'],
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/test',
    summary: 'Send the event `webhook.test` to an endpoint.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    success: { 202: Delivery },
    errors: ['invalid_request', 'not_found'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries',
    summary: 'List the deliveries of an endpoint with their attempts, newest first.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    query: DeliveriesQuery,
    success: { 200: DeliveryList },
    errors: ['invalid_request', 'not_found'],
  },
  redeliver: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    summary: 'Deliver an event once more, also one that was already delivered.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    success: { 202: Delivery },
    errors: ['invalid_request', 'not_found'],
  },
  recoverDeliveries: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/recover',
    summary: 'Deliver again the events that failed, or were missed while the endpoint was disabled.',
    auth: 'bearer',
    scopes: ['webhooks:manage'],
    body: RecoverDeliveries,
    success: { 202: Recovered },
    errors: [...JSON_ERRORS, 'not_found'],
  },
  createKey: {
    method: 'POST',
    path: '/keys',
    summary: 'Create an API key; the key itself is in this answer only.',
    auth: 'bearer',
    scopes: ['keys:manage'],
    body: CreateKey,
    success: { 201: NewKey },
    errors: JSON_ERRORS,
  },
  listKeys: {
    method: 'GET',
    path: '/keys',
    summary: 'List API keys, newest first.',
    auth: 'bearer',
    scopes: ['keys:manage'],
    query: ListQuery,
    success: { 200: pageOf(KeyObject) },
    errors: ['invalid_request'],
  },
  readKey: {
    method: 'GET',
    path: '/keys/{key_id}',
    summary: 'Read the record of an API key, without the key itself.',
    auth: 'bearer',
    scopes: ['keys:manage'],
    success: { 200: KeyObject },
    errors: ['not_found'],
  },
  rotateKey: {
    method: 'POST',
    path: '/keys/{key_id}/rotate',
    summary: 'Replace an API key with a new one with the same name and scopes; the old one stays valid for `grace_seconds`.',
    auth: 'bearer',
    scopes: ['keys:manage'],
    body: RotateKey,
    success: { 201: RotatedKey },
    errors: [...JSON_ERRORS, 'not_found', 'expired'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/{key_id}',
    summary: 'Revoke an API key; it is refused from the next request on.',
    auth: 'bearer',
    scopes: ['keys:manage'],
    success: { 200: RevokedKey },
    errors: ['not_found'],
  },
  readUsage: {
    method: 'GET',
    path: '/usage',
    summary: 'Read usage by day.',
    auth: 'bearer',
    scopes: ['usage:read'],
    query: UsageQuery,
    success: { 200: Usage },
    errors: ['invalid_request'],
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    summary: 'List the audit log, newest first.',
    auth: 'bearer',
    scopes: ['audit:read'],
    query: AuditQuery,
    success: { 200: pageOf(AuditEntry) },
    errors: ['invalid_request'],
  },
  capabilities: {
    method: 'GET',
    path: '/capabilities',
    summary: 'What the service can do: operations, file types, and what is installed in each region.',
    auth: 'none',
    scopes: [],
    success: { 200: Capabilities },
    errors: [],
  },
  health: {
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the edge answers.',
    auth: 'none',
    scopes: [],
    success: { 200: Health },
    errors: [],
  },
  readiness: {
    method: 'GET',
    path: '/readyz',
    summary: 'Whether database, storage and every region’s processor answer.',
    auth: 'none',
    scopes: [],
    success: { 200: Readiness, 503: Readiness },
    errors: [],
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'The API as an OpenAPI 3.1 document.',
    auth: 'none',
    scopes: [],
    answers: 'application/json',
    success: { 200: null },
    errors: [],
  },
  docs: {
    method: 'GET',
    path: '/docs',
    summary: 'The API as a page to read.',
    auth: 'none',
    scopes: [],
    answers: 'text/html',
    success: { 200: null },
    errors: [],
  },
  llms: {
    method: 'GET',
    path: '/llms.txt',
    summary: 'The API as a text for language models.',
    auth: 'none',
    scopes: [],
    answers: 'text/plain',
    success: { 200: null },
    errors: [],
  },
} as const satisfies Record<string, Route>;

/** Errors that only some job routes can answer. */
const OPERATION_ERRORS: Partial<Record<OperationName, readonly ErrorCode[]>> = {
  ai_edit: ['invalid_instruction', 'policy_violation'],
  pipeline: ['invalid_instruction', 'policy_violation'],
};

function jobRoute(name: OperationName): Route {
  const row: OperationRow = OPERATIONS[name];
  return {
    method: 'POST',
    path: `/jobs/${OPERATIONS[name].path}`,
    summary: [OPERATIONS[name].summary, describeLimits(name)].join(' ').trim(),
    auth: 'bearer',
    scopes: ['jobs:write', `jobs:${name}`],
    operation: name,
    success: { 202: AcceptedJob },
    errors: [
      ...JSON_ERRORS,
      'not_found',
      'file_not_ready',
      'expired',
      'quota_exceeded',
      ...ARRIVAL_ERRORS,
      ...(boundsBytes(row) || row.furtherSources?.withFirst ? (['file_too_large'] as const) : []),
      ...(OPERATION_ERRORS[name] ?? []),
    ],
  };
}

export type RouteName = keyof typeof fixedRoutes | `create_${OperationName}`;

export const ROUTES = {
  ...fixedRoutes,
  ...(Object.fromEntries(OPERATION_NAMES.map((name) => [`create_${name}`, jobRoute(name)])) as Record<`create_${OperationName}`, Route>),
} satisfies Record<RouteName, Route>;

export const BASE_PATH = '/v1';
/** Routes outside the base path; some exist in both places. */
export const ROOT_PATHS: readonly string[] = ['/healthz', '/readyz', '/openapi.json', '/docs', '/llms.txt'];
