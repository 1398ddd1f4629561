// Requests: the key, the time limit, repetitions. A POST carries one Idempotency-Key over all its repetitions, so that it is done once
// however often it is sent. Only web APIs.

import { ConnectionError, errorOf, PdfError, TimeoutError } from './errors.ts';
import { noteRate, type Rate } from './rate.ts';
import { pause, pauseBefore } from './retry.ts';

type Body = NonNullable<RequestInit['body']>;

export interface TransportOptions {
  readonly apiKey: string;
  /** With `/v1`, without a slash at the end. */
  readonly baseUrl: string;
  readonly maxRetries: number;
  readonly timeout: number;
  readonly fetch: typeof fetch;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it then throws the signal's reason. */
  readonly signal?: AbortSignal | null | undefined;
  /** Milliseconds for each attempt, to the end of the answer's headers. */
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
}

/** What every call that changes something takes. */
export interface ChangeOptions extends CallOptions {
  /** The same request with the same key is done once within 24 hours. By default each call has its own. */
  readonly idempotencyKey?: string | undefined;
}

export interface ApiRequest extends ChangeOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base address. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly json?: unknown;
  /** Instead of JSON: body and headers, made for each attempt. */
  readonly form?: () => { readonly body: Body; readonly headers?: Readonly<Record<string, string>> };
  /** Of the form. */
  readonly sizeBytes?: number;
}

/** A request to an address that carries its own permission. */
interface SignedRequest extends CallOptions {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for each attempt: a body that was begun cannot be sent again. */
  readonly body?: () => Promise<Body>;
  /** Of the body. */
  readonly sizeBytes?: number;
}

/** Beyond `timeout` a body has the time that a slow line needs: 16 kB a second. */
const BODY_BYTES_PER_MS = 16;

interface Attempt<T> {
  readonly url: string;
  readonly init: () => Promise<RequestInit>;
  /** Reads a good answer; a connection that is cut meanwhile is a failed attempt. */
  readonly read: (response: Response) => Promise<T>;
  readonly options: CallOptions;
  /** Bytes of an upload; absent for other bodies. */
  readonly uploadBytes?: number | undefined;
}

export class Transport {
  readonly options: TransportOptions;
  readonly rate: Rate = { remaining: Number.POSITIVE_INFINITY };

  constructor(options: TransportOptions) {
    this.options = options;
  }

  /** @throws ApiError, ConnectionError, or the signal's reason */
  async json<T>(request: ApiRequest): Promise<T> {
    return this.#repeat(this.#attempt(request, readJson<T>));
  }

  /** The answer, of which only the headers are there. */
  async open(request: ApiRequest): Promise<Response> {
    return this.#repeat(this.#attempt(request, async (response) => response));
  }

  async openSigned({ method, url, headers, body, sizeBytes, ...options }: SignedRequest): Promise<Response> {
    const init = async (): Promise<RequestInit> => ({
      method,
      ...(headers ? { headers } : {}),
      ...(body ? withBody(await body()) : {}),
    });
    return this.#repeat({ url, init, read: async (response) => response, options, uploadBytes: body && (sizeBytes ?? 0) });
  }

  #attempt<T>(request: ApiRequest, read: Attempt<T>['read']): Attempt<T> {
    const { method = 'GET', path, query, json, form, idempotencyKey, ...options } = request;
    const headers: Record<string, string> = { authorization: `Bearer ${this.options.apiKey}`, accept: 'application/json' };
    if (json !== undefined) headers['content-type'] = 'application/json';
    if (method === 'POST' && !form) headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID();
    const body = json === undefined ? undefined : JSON.stringify(json);
    const init = async (): Promise<RequestInit> => {
      const made = form?.();
      const sent = made?.body ?? body;
      return { method, headers: { ...headers, ...made?.headers }, ...(sent === undefined ? {} : withBody(sent)) };
    };
    return {
      url: this.options.baseUrl + path + printQuery(query),
      init,
      read,
      options,
      uploadBytes: form && (request.sizeBytes ?? Number.POSITIVE_INFINITY),
    };
  }

  async #repeat<T>(attempt: Attempt<T>): Promise<T> {
    const { signal, maxRetries = this.options.maxRetries } = attempt.options;
    for (let failed = 0; ; failed++) {
      signal?.throwIfAborted();
      try {
        return await this.#once(attempt);
      } catch (failure) {
        signal?.throwIfAborted();
        const ms = failed < maxRetries ? pauseBefore(failure, failed, attempt.uploadBytes !== undefined) : undefined;
        if (ms === undefined) throw failure;
        await pause(ms, signal);
      }
    }
  }

  async #once<T>({ url, init, read, options, uploadBytes = 0 }: Attempt<T>): Promise<T> {
    const { signal, timeout = this.options.timeout } = options;
    const clock = new AbortController();
    const allowed = timeout + uploadBytes / BODY_BYTES_PER_MS;
    // setTimeout takes 32 bits.
    const timer = allowed < 2 ** 31 ? setTimeout(() => clock.abort(), allowed) : undefined;
    const signals = signal ? AbortSignal.any([signal, clock.signal]) : clock.signal;
    try {
      const { fetch } = this.options;
      const response = await fetch(url, { ...(await init()), signal: signals, redirect: 'manual' });
      noteRate(this.rate, response.headers);
      if (response.ok) return await read(response);
      throw errorOf(response.status, response.headers, await response.text());
    } catch (cause) {
      if (cause instanceof PdfError) throw cause;
      signal?.throwIfAborted();
      if (clock.signal.aborted) throw new TimeoutError(`No answer within ${Math.round(allowed)} ms from ${originOf(url)}.`, { cause });
      throw new ConnectionError(`No answer from ${originOf(url)}: ${reasonOf(cause)}`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Streams need `duplex`; runtimes that know nothing of it ignore it. */
function withBody(body: Body): RequestInit {
  return { body, duplex: 'half' };
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (text === '') return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new PdfError(`${response.url} did not answer JSON: ${text.slice(0, 100)}`, { cause });
  }
}

function printQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const texts = pairs.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)] as const);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(texts)).toString()}`;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause } = failure;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? reasonOf(cause) : failure.message || failure.name;
}
