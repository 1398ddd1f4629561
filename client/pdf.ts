// The client: what it is made with, and its resources.

import type { Capabilities } from './generated/api.ts';
import { PdfError } from './http/errors.ts';
import { type CallOptions, type ChangeOptions, Transport } from './http/transport.ts';
import { Account, Keys } from './resources/account.ts';
import { Batches } from './resources/batches.ts';
import { Files } from './resources/files.ts';
import { type Jobs, jobsOf, type JobProgress } from './resources/jobs.ts';
import type { FileInput, FilesItem, OperationName, RequestOf, RunParamsOf } from './resources/requests.ts';
import { typeOfOperation } from './resources/requests.ts';
import type { Result } from './resources/result.ts';
import { Webhooks } from './resources/webhooks.ts';
import type { UploadProgress } from './uploads/send.ts';
import { OPERATIONS } from './generated/operations.ts';

export interface PdfOptions {
  /** By default PDF_API_KEY of the environment. */
  readonly apiKey?: string | undefined;
  /** By default PDF_API_URL of the environment. */
  readonly baseUrl?: string | undefined;
  /** How often a request is repeated over faults of the network, 429 and 5xx. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds for each attempt. */
  readonly timeout?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** A key in a page is anyone's. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

export interface RunOptions extends ChangeOptions {
  readonly onUpload?: ((progress: UploadProgress) => void) | undefined;
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
}

const MAX_RETRIES = 4;
const TIMEOUT_MS = 60_000;

export class Pdf {
  readonly files: Files;
  readonly jobs: Jobs;
  readonly batches: Batches;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly #account: Account;
  readonly #transport: Transport;

  constructor(options: PdfOptions = {}) {
    refuseBrowser(options);
    const apiKey = options.apiKey ?? environment('PDF_API_KEY');
    const baseUrl = options.baseUrl ?? environment('PDF_API_URL');
    if (!apiKey) throw new PdfError('The API key is missing: new Pdf({ apiKey }), or PDF_API_KEY in the environment.');
    if (!baseUrl) throw new PdfError('The address of the service is missing: new Pdf({ baseUrl }), or PDF_API_URL in the environment.');
    this.#transport = new Transport({
      apiKey,
      baseUrl: readBaseUrl(baseUrl),
      maxRetries: options.maxRetries ?? MAX_RETRIES,
      timeout: options.timeout ?? TIMEOUT_MS,
      // Called as a function of nobody: Workers refuse another `this`.
      fetch: options.fetch ?? (async (input, init) => fetch(input, init)),
    });
    this.files = new Files(this.#transport);
    this.jobs = jobsOf(this.#transport, this.files);
    this.batches = new Batches(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
    this.keys = new Keys(this.#transport);
    this.#account = new Account(this.#transport);
  }

  /**
   * From files to the result in one call: uploads, creates the job, waits for it.
   * @param input a file, or for `merge` and `pipeline` a list of them
   * @throws JobFailedError when the job does not succeed
   */
  async run<N extends OperationName>(
    operation: N,
    input: FileInput | readonly FilesItem[],
    ...[params, options = {}]: RunArguments<N>
  ): Promise<Result<N>> {
    const { onProgress, onUpload, ...call } = options;
    const row = OPERATIONS[typeOfOperation(operation)];
    const files = row.takesFile ? { file: input } : { [row.filesParam]: Array.isArray(input) ? input : [input] };
    const request = { ...params, ...files } as unknown as RequestOf<N>;
    const job = await this.jobs.create(operation, request, { onUpload, ...call });
    const { idempotencyKey: _, ...wait } = call;
    return this.jobs.result<N>(job, { onProgress, ...wait });
  }

  /** Usage by day. */
  get usage(): Account['usage'] {
    return async (query, options) => this.#account.usage(query, options);
  }

  /** The audit log, newest first. */
  get audit(): Account['audit'] {
    return (query, options) => this.#account.audit(query, options);
  }

  /** What the service can do: operations, file types, what is installed in each region. */
  async capabilities(options: CallOptions = {}): Promise<Capabilities> {
    return this.#transport.json({ path: '/capabilities', ...options });
  }
}

/** Parameters may be left out where none is required. */
type RunArguments<N extends OperationName> =
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- the question is whether nothing is enough
  Record<never, never> extends RunParamsOf<N>
    ? [params?: RunParamsOf<N>, options?: RunOptions]
    : [params: RunParamsOf<N>, options?: RunOptions];

function readBaseUrl(given: string): string {
  if (!URL.canParse(given)) throw new PdfError(`${given} is no address: https://…/v1 is expected.`);
  const url = new URL(given);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' ? '/v1' : path}`;
}

function refuseBrowser({ dangerouslyAllowBrowser = false }: PdfOptions): void {
  const { window, document } = globalThis as { window?: { document?: unknown }; document?: unknown };
  if (dangerouslyAllowBrowser || window === undefined || document === undefined) return;
  throw new PdfError(
    'Keys do not belong into a browser: call the service from a server. `dangerouslyAllowBrowser: true` allows it all the same.',
  );
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name]?.trim() || undefined;
}
