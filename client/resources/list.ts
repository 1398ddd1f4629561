// A list of the service: items one after the other over all its pages, or one page.

import type { CallOptions, Transport } from '../http/transport.ts';

export interface Page<T> {
  readonly data: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** `for await (const job of pdf.jobs.list())`, or `await pdf.jobs.list().page()`. */
export class List<T> implements AsyncIterable<T> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #query: object;
  readonly #options: CallOptions;

  constructor(transport: Transport, path: string, query: object, options: CallOptions) {
    this.#transport = transport;
    this.#path = path;
    this.#query = query;
    this.#options = options;
  }

  /** @param cursor `next_cursor` of the page before; absent: the first page */
  async page(cursor?: string): Promise<Page<T>> {
    const query = { ...this.#query, ...(cursor === undefined ? {} : { cursor }) };
    return this.#transport.json<Page<T>>({ path: this.#path, query, ...this.#options });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (let cursor: string | undefined; ;) {
      const page = await this.page(cursor);
      yield* page.data;
      if (!page.has_more || page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }

  /** @param max how many at most */
  async all(max: number = Number.POSITIVE_INFINITY): Promise<T[]> {
    const items: T[] = [];
    if (max <= 0) return items;
    for await (const item of this) if (items.push(item) >= max) break;
    return items;
  }
}
