// The API as a customer's server calls it: one key, plain fetch, and the few sequences that most tests start with.

import type { AcceptedJob, CreatedFile, FileObject, JobObject } from '#contract/api.ts';

export type FetchBody = NonNullable<RequestInit['body']> | Uint8Array;

export interface RequestOptions {
  readonly json?: unknown;
  readonly body?: FetchBody;
  readonly headers?: Record<string, string>;
}

const WAIT_SECONDS = 25;

/**
 * The Worker refuses a body without reading it, and workerd then closes the connection a moment after its answer: a pooled connection
 * could be taken for the next request in that moment.
 */
export const ONE_REQUEST = { connection: 'close' };

/** A PDF as far as the edge looks at it. Distinct text makes distinct bytes. */
export function pdfBytes(text = 'a document'): Uint8Array {
  return Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`);
}

export class ApiClient {
  readonly url: string;
  private readonly key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  /** @param path Below the base address. */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.key}` };
    if (options.json !== undefined) headers['content-type'] = 'application/json';
    const body = options.json === undefined ? options.body : JSON.stringify(options.json);
    return fetch(`${this.url}/v1${path}`, {
      method,
      redirect: 'manual',
      headers: { ...ONE_REQUEST, ...headers, ...options.headers },
      ...(body === undefined ? {} : { body: body as FetchBody }),
    });
  }

  async get(path: string): Promise<Response> {
    return this.request('GET', path);
  }

  async post(path: string, json?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.request('POST', path, { ...(json === undefined ? {} : { json }), headers });
  }

  async createFile(bytes: Uint8Array, fields: Record<string, unknown> = {}): Promise<CreatedFile> {
    const declared = { filename: 'document.pdf', content_type: 'application/pdf', size_bytes: bytes.byteLength, ...fields };
    return bodyOf(await this.post('/files', declared), 201);
  }

  /** Creates a record and sends the bytes. @returns the file's id. */
  async upload(bytes: Uint8Array = pdfBytes(), fields: Record<string, unknown> = {}): Promise<string> {
    const created = await this.createFile(bytes, fields);
    await bodyOf(await putBytes(created, bytes), 200);
    return created.file_id;
  }

  async readFile(fileId: string): Promise<FileObject> {
    return bodyOf(await this.get(`/files/${fileId}`), 200);
  }

  async downloadUrl(fileId: string): Promise<string> {
    return (await bodyOf<{ download_url: string }>(await this.get(`/files/${fileId}/download`), 200)).download_url;
  }

  /** A metadata job on a fresh file, unless one is named. */
  async createJob(fields: Record<string, unknown> = {}): Promise<AcceptedJob> {
    const file_id = fields['file_id'] ?? (await this.upload());
    return bodyOf(await this.post('/jobs/metadata', { action: 'remove', ...fields, file_id }), 202);
  }

  async readJob(jobId: string): Promise<JobObject> {
    return bodyOf(await this.get(`/jobs/${jobId}`), 200);
  }

  /** Long-polls until the job is in that state. */
  async jobIn(jobId: string, state: JobObject['status']): Promise<JobObject> {
    const until = Date.now() + WAIT_SECONDS * 1000;
    let job = await this.readJob(jobId);
    while (job.status !== state && Date.now() < until) job = await bodyOf(await this.get(`/jobs/${jobId}?wait=5`), 200);
    if (job.status !== state) throw new Error(`the job is ${job.status}, not ${state}`);
    return job;
  }

  async cancel(jobId: string): Promise<Response> {
    return this.post(`/jobs/${jobId}/cancel`);
  }
}

/** Sends bytes to the address of a created file as its answer says. */
export async function putBytes(created: CreatedFile, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  const wanted = Object.entries(created.upload_headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return fetch(created.upload_url, {
    method: 'PUT',
    body: bytes as FetchBody,
    headers: { ...ONE_REQUEST, ...Object.fromEntries(wanted), ...headers },
  });
}

/** @throws Error with the body when the status is another. */
export async function bodyOf<T>(response: Response, status: number): Promise<T> {
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.url}: ${response.status}, not ${status}: ${text}`);
  return JSON.parse(text) as T;
}
