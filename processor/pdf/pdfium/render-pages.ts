// Pages of a document as encoded images, drawn in two threads and returned in the requested order, a few at a time: however many pages there
// are, only some are in memory. A page that draws forever fails the job, with its number.

import { Worker } from 'node:worker_threads';
import { JobFailure } from '../../failure.ts';
import type { EngineInput } from './pdfium.ts';
import { watchWork } from './watch-work.ts';
import type { RenderAnswer, RenderRequest } from './render-work.ts';

export interface RenderOptions {
  readonly format: 'jpg' | 'png';
  readonly dpi: number;
  /** 1–100, for jpg. */
  readonly quality: number;
  /** Of one page; its dpi is lowered to stay below. */
  readonly pixelsMax: number;
  readonly threads: number;
  readonly pageMsMax: number;
}

export interface RenderedPage {
  readonly pageNumber: number;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
}

/** Above this a new thread is started: the engine's heap never shrinks. */
const HEAP_BYTES_KEPT_MAX = 256 * 1024 * 1024;

/**
 * @param pageNumbers 1-based, in the order wanted.
 * @throws JobFailure timeout (with the page), corrupt_file (a page that does not load)
 */
export async function* renderPages(
  document: EngineInput,
  pageNumbers: readonly number[],
  options: RenderOptions,
): AsyncGenerator<RenderedPage> {
  const threads = Array.from({ length: Math.min(options.threads, pageNumbers.length) }, () => new RenderThread(document, options));
  try {
    // Page i goes to thread i mod n; each thread is one page ahead of what was taken from it.
    const waiting = pageNumbers.slice(0, threads.length).map((pageNumber, index) => threads[index]?.render(pageNumber));
    for (const one of waiting) one?.catch(() => {});
    for (const index of pageNumbers.keys()) {
      const page = await waiting[index];
      if (!page) throw new JobFailure('internal');
      const next = pageNumbers[index + threads.length];
      if (next !== undefined) {
        const promise = threads[index % threads.length]?.render(next);
        promise?.catch(() => {});
        waiting.push(promise);
      }
      waiting[index] = undefined;
      yield page;
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

/** Threads without a document, for the next job of this process: a new one costs 100 ms of CPU. */
const idle: Worker[] = [];
const IDLE_MAX = 2;

/** Ends the threads that wait for a document. */
export async function endRenderThreads(): Promise<void> {
  await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
}

class RenderThread {
  #busy = false;
  #heapBytes = 0;
  readonly #document: EngineInput;
  readonly #options: RenderOptions;
  #worker: Worker | undefined;

  constructor(document: EngineInput, options: RenderOptions) {
    this.#document = document;
    this.#options = options;
  }

  async render(pageNumber: number): Promise<RenderedPage> {
    const { dpi, pixelsMax, format, quality, pageMsMax } = this.#options;
    const isNew = this.#worker === undefined;
    const worker = (this.#worker ??= takeWorker());
    const request: RenderRequest = {
      ...(isNew && { document: this.#document }),
      pageIndex: pageNumber - 1,
      dpi,
      pixelsMax,
      format,
      quality,
    };
    this.#busy = true;
    const answer = await ask(worker, request, pageMsMax, pageNumber);
    this.#busy = false;
    if (!answer.ok) throw new JobFailure('corrupt_file', { message: 'A page of the document cannot be drawn.', page: pageNumber });
    this.#heapBytes = answer.heapBytes;
    if (this.#heapBytes > HEAP_BYTES_KEPT_MAX) await this.end();
    const { bytes, width, height } = answer;
    return { pageNumber, bytes, width, height, dpi: answer.dpi };
  }

  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    // One that hangs, broke, or has grown is useless for the next document.
    if (this.#busy || this.#heapBytes > HEAP_BYTES_KEPT_MAX || idle.length >= IDLE_MAX) await worker.terminate();
    else keepIdle(worker);
  }
}

function takeWorker(): Worker {
  const worker = idle.pop();
  worker?.ref();
  return worker ?? startWorker();
}

function keepIdle(worker: Worker): void {
  worker.unref();
  idle.push(worker);
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./render-work.ts', import.meta.url), { stdout: true, stderr: true, execArgv: [], env: {} });
  const forget = (): void => void (idle.includes(worker) && idle.splice(idle.indexOf(worker), 1));
  // An error between two documents must not end the process.
  return worker.on('error', forget).on('exit', forget);
}

function ask(worker: Worker, request: RenderRequest, timeMsMax: number, page: number): Promise<RenderAnswer> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      watch[Symbol.dispose]();
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit);
      settle();
    };
    const onAnswer = (answer: RenderAnswer): void => finish(() => resolve(answer));
    // A trap inside the engine, or no memory for it: the page is at fault, not the process.
    const onError = (cause: unknown): void =>
      finish(() => reject(new JobFailure('corrupt_file', { message: 'A page of the document cannot be drawn.', page, cause })));
    const onExit = (): void => onError(undefined);
    const watch = watchWork(worker, timeMsMax, () => finish(() => reject(new JobFailure('timeout', { page }))));
    worker.once('message', onAnswer).once('error', onError).once('exit', onExit);
    worker.postMessage(request);
  });
}
