// Pages of one document as grey pictures, drawn by PDFium in its own thread, which lives as long as the document is needed. A page that
// draws forever, or breaks the engine, costs its time limit and is reported as absent; the next page gets a new thread.

import { Worker } from 'node:worker_threads';
import type { EngineInput } from './pdfium.ts';
import { watchWork } from './watch-work.ts';
import type { GreyAnswer, GreyPage, GreyRequest } from './grey-pages-work.ts';

/** The engine's heap never shrinks, and a page of a large picture is read for a while after it was drawn. */
const HEAP_BYTES_KEPT_MAX = 128 * 1024 * 1024;

export class GreyPages implements AsyncDisposable {
  readonly #input: EngineInput;
  #thread: Worker | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** @param input a document without encryption; read when the first page is asked for. */
  constructor(input: EngineInput) {
    this.#input = input;
  }

  /** One page after the other. Undefined when the page cannot be drawn in `timeMsMax`, counted from its turn. */
  draw(request: GreyRequest, timeMsMax: number): Promise<GreyPage | undefined> {
    const turn = this.#queue.then(() => this.#drawNow(request, timeMsMax));
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.terminate();
    this.#thread = undefined;
  }

  #drawNow(request: GreyRequest, timeMsMax: number): Promise<GreyPage | undefined> {
    this.#thread ??= new Worker(new URL('./grey-pages-work.ts', import.meta.url), {
      workerData: this.#input,
      stdout: true,
      stderr: true,
      execArgv: [],
      env: {},
    }).on('error', () => {});
    const thread = this.#thread;
    thread.ref();
    return new Promise((resolve) => {
      const finish = (page: GreyPage | undefined, keep: boolean): void => {
        watch[Symbol.dispose]();
        thread.off('message', onPage).off('error', onEnd).off('exit', onEnd);
        thread.unref();
        if (!keep) {
          if (this.#thread === thread) this.#thread = undefined;
          void thread.terminate();
        }
        resolve(page);
      };
      const onPage = ({ page, heapBytes }: GreyAnswer): void => finish(page, heapBytes <= HEAP_BYTES_KEPT_MAX);
      const onEnd = (): void => finish(undefined, false);
      const watch = watchWork(thread, timeMsMax, onEnd);
      thread.once('message', onPage).once('error', onEnd).once('exit', onEnd);
      thread.postMessage(request);
    });
  }
}
