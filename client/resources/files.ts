import type { CreatedFile, DeletedFile, DownloadAddress, File } from '../generated/api.ts';
import type { CallOptions, ChangeOptions, Transport } from '../http/transport.ts';
import { type DownloadOptions, asStream, download, readAll } from '../uploads/download.ts';
import { type SendOptions, type Uploaded, sendParts, sendSource } from '../uploads/send.ts';
import { type NamedAs, openSource, type Uploadable } from '../uploads/source.ts';
import { List } from './list.ts';

export interface UploadOptions extends NamedAs, SendOptions {}

export interface FileQuery {
  readonly status?: File['status'] | undefined;
  readonly created_after?: string | Date | undefined;
  readonly created_before?: string | Date | undefined;
  /** Of a page. */
  readonly limit?: number | undefined;
}

export class Files {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Uploads a path, a Blob or File, bytes, or a stream of any length. A URL of http(s) is fetched by the service, where the plan allows it;
   * one of file: is a path.
   */
  async upload(file: Uploadable, options: UploadOptions = {}): Promise<Uploaded> {
    const { filename, type, ...send } = options;
    if (file instanceof URL && file.protocol !== 'file:') return this.#fetch(file, options);
    const given = file instanceof URL ? decodeURIComponent(file.pathname) : file;
    return sendSource(this.#transport, await openSource(given, { filename, type }), send);
  }

  /**
   * Goes on with an upload in parts that was broken off, also by the end of its process: `created` is what `onCreated` was given, the file the same.
   * @throws ExpiredError once its record has expired, six hours after it was created
   */
  async resumeUpload(created: CreatedFile, file: Uploadable, options: UploadOptions = {}): Promise<Pick<Uploaded, 'file_id' | 'sha256'>> {
    const { filename, type, ...send } = options;
    const given = file instanceof URL ? decodeURIComponent(file.pathname) : file;
    const { content } = await openSource(given, { filename, type });
    if (!created.parts) throw new TypeError('This upload is not in parts: upload the file again.');
    if (!(content instanceof Blob)) throw new TypeError('A stream cannot be read again: give the file, its path or its bytes.');
    return sendParts(this.#transport, created.parts, content, send);
  }

  async #fetch(url: URL, options: UploadOptions): Promise<Uploaded> {
    const { onProgress: _, onCreated: __, filename, type, region, sha256, metadata, ...call } = options;
    const { typeOfName } = await import('../uploads/source.ts');
    const name = filename ?? (decodeURIComponent(url.pathname.split('/').at(-1) ?? '') || 'document.pdf');
    const content_type = type ?? typeOfName(name) ?? 'application/pdf';
    const json = { filename: name, content_type, source_url: url.href, region, sha256, metadata };
    // The service itself may take two minutes.
    return this.#transport.json({ method: 'POST', path: '/files/fetch', json, timeout: 150_000, ...call });
  }

  list(query: FileQuery = {}, options: CallOptions = {}): List<File> {
    return new List<File>(this.#transport, '/files', query, options);
  }

  async get(fileId: string, options: CallOptions = {}): Promise<File> {
    return this.#transport.json({ path: pathOf(fileId), ...options });
  }

  /** The whole of its bytes, compared with their hash. */
  async download(fileId: string, options: DownloadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const { onProgress: _, ...call } = options;
    const { sha256 } = await this.get(fileId, call);
    return readAll(download(this.#transport, fileId, options), sha256);
  }

  /** Its bytes as they come; a connection that is cut goes on where it was. */
  stream(fileId: string, options: DownloadOptions = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
    return asStream(download(this.#transport, fileId, options));
  }

  /** A temporary address, which anyone who has it can use. */
  async downloadUrl(fileId: string, { expiresIn, ...options }: CallOptions & { expiresIn?: number } = {}): Promise<DownloadAddress> {
    return this.#transport.json({ path: `${pathOf(fileId)}/download`, query: { expires_in: expiresIn }, ...options });
  }

  /** Erases its bytes at once. */
  async delete(fileId: string, options: ChangeOptions = {}): Promise<DeletedFile> {
    return this.#transport.json({ method: 'DELETE', path: pathOf(fileId), ...options });
  }
}

function pathOf(fileId: string): string {
  return `/files/${encodeURIComponent(fileId)}`;
}
