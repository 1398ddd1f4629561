// Tesseract compiled to WebAssembly, in threads of this process: nothing to install. A thread that hangs, traps or dies is ended and
// replaced, and its page is answered; no call stays pending, and no error of a thread reaches the process.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { type LanguageData, findLanguageData } from './tesseract-data.ts';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './tesseract-wasm-thread.ts';
import { startDeadline } from '../sandbox/deadline.ts';
import type { TesseractAnswer, TesseractPage } from './tesseract.ts';
import { limitMemory, wasm } from './web-assembly.ts';

export interface WasmRun extends TesseractPage {
  /** PNM; its memory is transferred to the thread. */
  readonly image: Uint8Array;
  readonly timeMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A heap never shrinks; a grey A4 page at 300 dpi needs 60 MB of it. */
const HEAP_BYTES_KEPT_MAX = 192 * 1024 ** 2;
const PAGES_PER_THREAD_MAX = 100;
/** As much as the native program has: a page that needs more is `broken`, and the job continues. */
const MEMORY_BYTES_MAX = 768 * 1024 ** 2;
const JS_HEAP_MIB_MAX = 256;
/** `i8x16.splat` alone in a function: valid only where WebAssembly has 128-bit SIMD. */
const SIMD_PROBE = 'AGFzbQEAAAABBQFgAAF7AwIBAAoKAQgAQQD9D/1iCw==';
/** The same with `i8x16.relaxed_swizzle`. */
const RELAXED_SIMD_PROBE = 'AGFzbQEAAAABBQFgAAF7AwIBAAoPAQ0AQQH9D0EC/Q/9gAIL';

class NoWasmSimd extends Error {
  override readonly name = 'NoWasmSimd';
}

export class LanguageMissing extends Error {
  override readonly name = 'LanguageMissing';
}

export interface WasmTesseractOptions {
  /** Default: what is installed. */
  readonly languages?: ReadonlyMap<string, LanguageData>;
  /** A thread is replaced after so many pages. */
  readonly pagesPerThreadMax?: number;
  /** Of one thread's engine. */
  readonly memoryBytesMax?: number;
}

/** State of an ended thread. */
const ENDED = -1;

interface Thread {
  readonly worker: Worker;
  pagesDone: number;
}

/** By limit of memory. Compiled once per process: the threads share the code, including later optimisations. */
const compiled = new Map<number, Promise<ThreadData>>();

export class WasmTesseract implements AsyncDisposable {
  readonly #threadData: ThreadData;
  readonly #languages: ReadonlyMap<string, LanguageData>;
  readonly #pagesPerThreadMax: number;
  readonly #idle: Thread[] = [];
  readonly #waiting: ((thread: Thread) => void)[] = [];
  readonly #ending = new Set<Promise<unknown>>();
  #closed = false;
  threadsStarted = 0;

  private constructor(threadData: ThreadData, languages: ReadonlyMap<string, LanguageData>, threads: number, pagesPerThreadMax: number) {
    this.#threadData = threadData;
    this.#languages = languages;
    this.#pagesPerThreadMax = pagesPerThreadMax;
    for (let i = 0; i < threads; i++) this.#idle.push(this.#startThread());
  }

  /** @throws NoWasmSimd: without it a page takes 2.5 times as long, for no visible reason. */
  static async open(threads: number, options: WasmTesseractOptions = {}): Promise<WasmTesseract> {
    const { memoryBytesMax = MEMORY_BYTES_MAX, pagesPerThreadMax = PAGES_PER_THREAD_MAX } = options;
    const core = compiled.get(memoryBytesMax) ?? compileCore(memoryBytesMax);
    compiled.set(memoryBytesMax, core);
    return new WasmTesseract(await core, options.languages ?? (await findLanguageData()), threads, pagesPerThreadMax);
  }

  /** Reads a page as readWithNativeTesseract does. `timeMs` counts from when a thread is free. */
  read(run: WasmRun): Promise<TesseractAnswer> {
    return this.#run('read', run.languages, run);
  }

  /** The text is the clockwise turn in degrees. */
  orient(run: WasmRun): Promise<TesseractAnswer> {
    return this.#run('orient', ['osd'], run);
  }

  /** Ends the threads; pages in progress are answered as `broken`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const thread of this.#idle.splice(0)) this.#end(thread);
    await Promise.all(this.#ending);
  }

  async #run(kind: ThreadRequest['kind'], codes: readonly string[], run: WasmRun): Promise<TesseractAnswer> {
    const languages = codes.flatMap((code) => this.#languages.get(code) ?? []);
    if (languages.length !== codes.length) return { status: 'broken', cause: new LanguageMissing(codes.join('+')) };
    let thread = this.#idle.pop() ?? (await new Promise<Thread>((resolve) => this.#waiting.push(resolve)));
    if (run.signal?.aborted) {
      this.#giveBack(thread);
      return { status: 'broken', cause: run.signal.reason };
    }
    // It may have died unnoticed.
    if (thread.worker.threadId === ENDED) thread = this.#startThread();
    const { image, dpi, segmentation } = run;
    const { answer, keep } = await askThread(thread.worker, { kind, image, languages, dpi, segmentation }, run);
    thread.pagesDone++;
    if (keep && thread.pagesDone < this.#pagesPerThreadMax && !this.#closed) this.#giveBack(thread);
    else {
      this.#end(thread);
      if (!this.#closed) this.#giveBack(this.#startThread());
    }
    return answer;
  }

  #giveBack(thread: Thread): void {
    const next = this.#waiting.shift();
    if (next) next(thread);
    else this.#idle.push(thread);
  }

  #end(thread: Thread): void {
    const ending = thread.worker.terminate().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #startThread(): Thread {
    this.threadsStarted++;
    const worker = new Worker(new URL('./tesseract-wasm-thread.ts', import.meta.url), {
      workerData: this.#threadData,
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: JS_HEAP_MIB_MAX },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    // Between two pages an error has no receiver; the next page finds the thread gone and gets another.
    worker.on('error', () => {}).unref();
    return { worker, pagesDone: 0 };
  }
}

/** `keep`: the thread can take another page. */
async function askThread(worker: Worker, request: ThreadRequest, run: WasmRun): Promise<{ answer: TesseractAnswer; keep: boolean }> {
  using deadline = startDeadline(run.timeMs, ...(run.signal ? [run.signal] : []));
  const { signal } = deadline;
  const told = Promise.withResolvers<{ answer: TesseractAnswer; keep: boolean }>();
  const breakOff = (cause: unknown): void => told.resolve({ answer: { status: 'broken', cause }, keep: false });
  const onMessage = (reply: ThreadAnswer): void => {
    const answer: TesseractAnswer =
      reply.text === undefined ? { status: 'broken', cause: new Error(reply.error) } : { status: 'read', text: reply.text };
    told.resolve({ answer, keep: !reply.broken && reply.heapBytes <= HEAP_BYTES_KEPT_MAX });
  };
  const onExit = (code: number): void => breakOff(new Error(`the thread ended with ${code}`));
  const onAbort = (): void => {
    if (run.signal?.aborted) breakOff(run.signal.reason);
    else told.resolve({ answer: { status: 'timeout' }, keep: false });
  };
  worker.on('message', onMessage).on('error', breakOff).on('exit', onExit).ref();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  else
    worker.postMessage(
      request,
      run.image.byteOffset === 0 && run.image.length === run.image.buffer.byteLength ? [run.image.buffer as ArrayBuffer] : [],
    );
  try {
    return await told.promise;
  } finally {
    worker.off('message', onMessage).off('error', breakOff).off('exit', onExit).unref();
    signal.removeEventListener('abort', onAbort);
  }
}

async function compileCore(memoryBytesMax: number): Promise<ThreadData> {
  if (!wasm.validate(Buffer.from(SIMD_PROBE, 'base64'))) throw new NoWasmSimd('WebAssembly has no SIMD here');
  const build = wasm.validate(Buffer.from(RELAXED_SIMD_PROBE, 'base64')) ? 'relaxedsimd' : 'simd';
  // The engine is the one that the installed tesseract.js uses.
  const require = createRequire(createRequire(import.meta.url).resolve('tesseract.js'));
  const coreFile = require.resolve(`tesseract.js-core/tesseract-core-${build}.js`);
  const code = limitMemory(await readFile(coreFile.replace(/\.js$/, '.wasm')), memoryBytesMax);
  return { coreFile, module: await wasm.compile(code) };
}
