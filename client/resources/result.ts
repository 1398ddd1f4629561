// The outcome of a job: its files, fetched when they are asked for, and its evidence.

import type { ResultFile, Warning } from '../generated/api.ts';
import { PdfError } from '../http/errors.ts';
import type { Transport } from '../http/transport.ts';
import { asStream, download, type DownloadOptions, readAll } from '../uploads/download.ts';
import type { OperationName, ReportOf, SucceededJobOf } from './requests.ts';

/** One file of a result. */
export class ResultEntry {
  readonly #transport: Transport;
  readonly file: ResultFile;

  constructor(transport: Transport, file: ResultFile) {
    this.#transport = transport;
    this.file = file;
  }

  get filename(): string {
    return this.file.filename;
  }

  get contentType(): string {
    return this.file.content_type;
  }

  get size(): number {
    return this.file.size_bytes;
  }

  /** The whole of it, compared with its hash. */
  async bytes(options: DownloadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return readAll(download(this.#transport, this.file.file_id, options), this.file.sha256);
  }

  async blob(options: DownloadOptions = {}): Promise<Blob> {
    return new Blob([await this.bytes(options)], { type: this.contentType });
  }

  async text(options: DownloadOptions = {}): Promise<string> {
    return new TextDecoder().decode(await this.bytes(options));
  }

  stream(options: DownloadOptions = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
    return asStream(download(this.#transport, this.file.file_id, options));
  }

  /** Writes it to a file, whole or not at all, compared with its hash. Only where there are files. @returns the path */
  async save(path: string, options: DownloadOptions = {}): Promise<string> {
    const { savePath } = await import('../node/paths.ts');
    await savePath(path, download(this.#transport, this.file.file_id, options), this.file.sha256);
    return path;
  }
}

export class Result<N extends OperationName> {
  readonly job: SucceededJobOf<N>;
  /** All files of the result, in their order. */
  readonly files: readonly ResultEntry[];

  constructor(transport: Transport, job: SucceededJobOf<N>) {
    this.job = job;
    this.files = job.result_files.map((file) => new ResultEntry(transport, file));
  }

  /** The evidence: what was done and how it was verified. */
  get report(): ReportOf<N> {
    return this.job.report as ReportOf<N>;
  }

  get warnings(): readonly Warning[] {
    return this.job.warnings;
  }

  /** The first file, or the only one. */
  get first(): ResultEntry {
    const [first] = this.files;
    if (!first) throw new PdfError(`The job ${this.job.job_id} has no file.`);
    return first;
  }

  async bytes(options?: DownloadOptions): Promise<Uint8Array<ArrayBuffer>> {
    return this.#only().bytes(options);
  }

  async text(options?: DownloadOptions): Promise<string> {
    return this.#only().text(options);
  }

  stream(options?: DownloadOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#only().stream(options);
  }

  async save(path: string, options?: DownloadOptions): Promise<string> {
    return this.#only().save(path, options);
  }

  /** Writes every file into a folder by its own name. @returns the paths */
  async saveAll(folder: string, options?: DownloadOptions): Promise<string[]> {
    const paths: string[] = [];
    for (const entry of this.files) paths.push(await entry.save(`${folder}/${entry.filename}`, options));
    return paths;
  }

  #only(): ResultEntry {
    if (this.files.length > 1) {
      throw new PdfError(`The result has ${this.files.length} files: take them from \`files\`, use saveAll(), or ask for output: 'zip'.`);
    }
    return this.first;
  }
}
