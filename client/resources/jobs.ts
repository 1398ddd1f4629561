import type { AcceptedJob, Job, JobSummary } from '../generated/api.ts';
import { OPERATIONS, type OperationType } from '../generated/operations.ts';
import { JobFailedError, PdfError } from '../http/errors.ts';
import { backoff, pause } from '../http/retry.ts';
import type { CallOptions, ChangeOptions, Transport } from '../http/transport.ts';
import type { UploadProgress } from '../uploads/send.ts';
import type { Files } from './files.ts';
import { List } from './list.ts';
import {
  type Camel,
  type FileInput,
  type FilesItem,
  type OperationName,
  type RequestOf,
  type SucceededJobOf,
  typeOfOperation,
} from './requests.ts';
import { Result } from './result.ts';

/** How far a job is. */
export type JobProgress = Job['progress'] & { readonly status: Job['status'] };

export interface WaitOptions extends CallOptions {
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
}

export interface CreateOptions extends ChangeOptions {
  readonly onUpload?: ((progress: UploadProgress) => void) | undefined;
}

export interface JobQuery {
  readonly status?: Job['status'] | undefined;
  readonly type?: OperationType | undefined;
  readonly file_id?: string | undefined;
  readonly created_after?: string | Date | undefined;
  readonly created_before?: string | Date | undefined;
  /** Of a page. */
  readonly limit?: number | undefined;
}

/** A job by its identifier, or as a call answered it. */
export type JobRef = string | { readonly job_id: string };

/** `pdf.jobs.ocr({ file, languages })`: one for each operation. */
type JobMethods = {
  readonly [T in OperationType as Camel<T>]: (request: RequestOf<T>, options?: CreateOptions) => Promise<AcceptedJob>;
};

/** The service answers as soon as the state changes; this long where nobody watches. */
const WAIT_SECONDS = 20;
/** Progress is no state: who watches it asks more often, as long as the rate has room. */
const WATCH_SECONDS = 1;
const WATCH_REMAINING_MIN = 20;
/** An answer sooner than this was none that was waited for. */
const HELD_MS_MIN = 400;

const FILES_AT_ONCE = 4;
const FILE_ID = /^file_[0-9A-Za-z]{22}$/;

class JobCalls {
  readonly #transport: Transport;
  readonly #files: Files;

  constructor(transport: Transport, files: Files) {
    this.#transport = transport;
    this.#files = files;
  }

  /** Uploads what is not there yet, and creates the job. */
  async create<N extends OperationName>(operation: N, request: RequestOf<N>, options: CreateOptions = {}): Promise<AcceptedJob> {
    const { onUpload: _, ...call } = options;
    const type = typeOfOperation(operation);
    const json = await this.#withFiles(type, request, options);
    return this.#transport.json({ method: 'POST', path: `/jobs/${OPERATIONS[type].path}`, json, ...call });
  }

  async get(job: JobRef, options: CallOptions = {}): Promise<Job> {
    return this.#transport.json({ path: pathOf(job), ...options });
  }

  list(query: JobQuery = {}, options: CallOptions = {}): List<JobSummary> {
    return new List<JobSummary>(this.#transport, '/jobs', query, options);
  }

  async cancel(job: JobRef, options: ChangeOptions = {}): Promise<Job> {
    return this.#transport.json({ method: 'POST', path: `${pathOf(job)}/cancel`, ...options });
  }

  /** Waits for the end of a job, whatever it is. */
  async wait<J extends Job = Job>(job: JobRef, options: WaitOptions = {}): Promise<J> {
    const { onProgress, ...call } = options;
    let seen: string | undefined;
    for (let idle = 0; ;) {
      const asked = Date.now();
      const isWatched = onProgress !== undefined && this.#transport.rate.remaining > WATCH_REMAINING_MIN;
      const wait = seen === undefined ? 0 : isWatched ? WATCH_SECONDS : WAIT_SECONDS;
      const found: Job = await this.#transport.json({ path: pathOf(job), query: { wait }, ...call });
      onProgress?.({ ...found.progress, status: found.status });
      if (found.status !== 'queued' && found.status !== 'running') return found as J;
      const isHeld = seen === undefined || found.status !== seen || Date.now() - asked > HELD_MS_MIN;
      idle = isHeld ? 0 : idle + 1;
      seen = found.status;
      if (!isHeld) await pause(backoff(idle), call.signal);
    }
  }

  /** Waits for the result of a job. @throws JobFailedError when it does not succeed */
  async result<N extends OperationName>(job: JobRef, options: WaitOptions = {}): Promise<Result<N>> {
    const ended = await this.wait(job, options);
    if (ended.status !== 'succeeded') throw new JobFailedError(ended);
    return new Result<N>(this.#transport, ended as unknown as SucceededJobOf<N>);
  }

  async #withFiles(type: OperationType, request: Record<string, unknown>, options: CreateOptions): Promise<Record<string, unknown>> {
    const { takesFile, filesParam } = { filesParam: undefined, ...OPERATIONS[type] };
    const { file, ...json } = request;
    if (takesFile && file !== undefined) json['file_id'] = await this.#idOf(file as FileInput, options, 'file');
    if (!takesFile && file !== undefined) throw new PdfError(`${type} takes \`${filesParam}\`, a list, and no \`file\`.`);
    if (filesParam === undefined || json[filesParam] === undefined) return json;
    const items = json[filesParam] as readonly FilesItem[];
    const ids: Record<string, unknown>[] = [];
    for (let at = 0; at < items.length; at += FILES_AT_ONCE) {
      const some = items.slice(at, at + FILES_AT_ONCE);
      ids.push(...(await Promise.all(some.map(async (item, i) => this.#itemOf(item, options, `file-${at + i}`)))));
    }
    return { ...json, [filesParam]: ids };
  }

  async #itemOf(item: FilesItem, options: CreateOptions, part: string): Promise<Record<string, unknown>> {
    if (!isPlain(item) || !('file' in item)) return isPlain(item) ? item : { file_id: await this.#idOf(item, options, part) };
    const { file, ...rest } = item;
    return { file_id: await this.#idOf(file, options, part), ...rest };
  }

  /** @param part tells the uploads of one job apart that has an Idempotency-Key */
  async #idOf(file: FileInput, options: CreateOptions, part: string): Promise<string> {
    if (typeof file === 'string' && FILE_ID.test(file)) return file;
    if (isPlain(file)) return file['file_id'];
    const { onUpload: onProgress, idempotencyKey, ...call } = options;
    const key = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}-${part}`.slice(-255) };
    return (await this.#files.upload(file, { ...call, ...key, onProgress })).file_id;
  }
}

export type Jobs = JobCalls & JobMethods;

/** The calls, and a method for each operation. */
export function jobsOf(transport: Transport, files: Files): Jobs {
  const calls = new JobCalls(transport, files);
  const methods = Object.keys(OPERATIONS).map((type) => [
    type.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    async (request: never, options?: CreateOptions) => calls.create(type as OperationType, request, options),
  ]);
  return Object.assign(calls, Object.fromEntries(methods)) as Jobs;
}

function pathOf(job: JobRef): string {
  return `/jobs/${encodeURIComponent(typeof job === 'string' ? job : job.job_id)}`;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && ('file_id' in value || 'file' in value) && !(value instanceof Blob);
}
