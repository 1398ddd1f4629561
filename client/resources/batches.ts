import type { Batch, BatchItem, CreateBatch } from '../generated/api.ts';
import { backoff, pause } from '../http/retry.ts';
import type { CallOptions, ChangeOptions, Transport } from '../http/transport.ts';
import { List } from './list.ts';

export type BatchRef = string | { readonly batch_id: string };

export interface BatchQuery {
  readonly status?: Batch['status'] | undefined;
  readonly created_after?: string | Date | undefined;
  readonly created_before?: string | Date | undefined;
  /** Of a page. */
  readonly limit?: number | undefined;
}

export interface BatchWaitOptions extends CallOptions {
  readonly onProgress?: ((batch: Batch) => void) | undefined;
}

export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Up to 1,000 jobs at once. */
  async create(request: CreateBatch, options: ChangeOptions = {}): Promise<Batch> {
    return this.#transport.json({ method: 'POST', path: '/batches', json: request, ...options });
  }

  list(query: BatchQuery = {}, options: CallOptions = {}): List<Batch> {
    return new List<Batch>(this.#transport, '/batches', query, options);
  }

  async get(batch: BatchRef, options: CallOptions = {}): Promise<Batch> {
    return this.#transport.json({ path: pathOf(batch), ...options });
  }

  items(
    batch: BatchRef,
    query: { status?: BatchItem['status'] | undefined; limit?: number | undefined } = {},
    options: CallOptions = {},
  ): List<BatchItem> {
    return new List<BatchItem>(this.#transport, `${pathOf(batch)}/items`, query, options);
  }

  async cancel(batch: BatchRef, options: ChangeOptions = {}): Promise<Batch> {
    return this.#transport.json({ method: 'POST', path: `${pathOf(batch)}/cancel`, ...options });
  }

  /** Waits until every item has ended, in whatever state. */
  async wait(batch: BatchRef, { onProgress, ...options }: BatchWaitOptions = {}): Promise<Batch> {
    for (let asked = 0; ; asked++) {
      const found = await this.get(batch, options);
      onProgress?.(found);
      if (found.status === 'completed') return found;
      await pause(backoff(asked), options.signal);
    }
  }

  /** All results as one ZIP with a manifest. */
  async results(batch: BatchRef, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#transport.open({ path: `${pathOf(batch)}/results`, ...options });
    return response.body ?? new Blob([]).stream();
  }
}

function pathOf(batch: BatchRef): string {
  return `/batches/${encodeURIComponent(typeof batch === 'string' ? batch : batch.batch_id)}`;
}
