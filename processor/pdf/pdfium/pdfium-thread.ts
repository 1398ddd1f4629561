// PDFium in its own thread, so that a document that draws forever costs a bounded time: the thread is ended and the next call starts
// another. One thread per process, kept warm between calls, replaced when its heap has grown.

import { Worker } from 'node:worker_threads';
import type { Raster } from '../../images/raster.ts';
import type { CountRequest, PartCounts } from './compare/count-parts.ts';
import type { ComparisonRequest, PageComparison } from './compare/compare-pages.ts';
import type { MadePageLikeness, PlacedRequest } from './compare/compare-placed.ts';
import type { PageJudgement } from './compare/judge-edit.ts';
import type { JudgedPage } from './compare/judged-page.ts';
import type { Versions } from './compare/open-pair.ts';
import type { PageSurvey, SurveyRequest } from './compare/survey-text.ts';
import type { EngineInput } from './pdfium.ts';
import type { CopyAnswer, PdfiumAnswer, PdfiumRequest, UnlockAnswer, WordCount } from './pdfium-work.ts';
import type { PageContent } from './page/page-content.ts';
import type { PagesRequest, PageToRead } from './page/page-reader.ts';
import { watchWork } from './watch-work.ts';
import type { LikenessRequest, PageLikeness } from './compare/compare-renders.ts';
import type { RegionPixels, RegionsRequest } from './page/draw-regions.ts';
import type { FontLetters, GlyphsRequest } from './page/read-glyphs.ts';
import type { DrawPictureRequest } from './draw-picture.ts';

const HEAP_BYTES_KEPT_MAX = 128 * 1024 * 1024;

let thread: Worker | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** Starts the engine ahead of the first document; a process that waits for work calls it once. */
export async function warmUpPdfium(): Promise<void> {
  await ask({ kind: 'warm' }, 30_000);
}

/** Undefined when the engine did not finish in `timeMsMax` or broke on the document. */
export async function comparePagesBounded(request: ComparisonRequest, timeMsMax: number): Promise<PageComparison | undefined> {
  return (await ask({ kind: 'compare', ...request }, timeMsMax)) as PageComparison | undefined;
}

/** How alike the pages of two versions look. Undefined as above. */
export async function measureLikenessBounded(request: LikenessRequest, timeMsMax: number): Promise<readonly PageLikeness[] | undefined> {
  return (await ask({ kind: 'likeness', ...request }, timeMsMax)) as readonly PageLikeness[] | undefined;
}

/** Whether pages made of others are as they were planned. Undefined as above. */
export async function comparePlacedBounded(request: PlacedRequest, timeMsMax: number): Promise<readonly MadePageLikeness[] | undefined> {
  return (await ask({ kind: 'compare_placed', ...request }, timeMsMax)) as readonly MadePageLikeness[] | undefined;
}

/** Decodes one picture to the colours that PDFium shows. Undefined as above, and when the picture does not draw. */
export async function drawPictureBounded(request: DrawPictureRequest, timeMsMax: number): Promise<Raster | undefined> {
  return (await ask({ kind: 'draw_picture', ...request }, timeMsMax)) as Raster | undefined;
}

/** Parts of pages as seen, an entry for each. Undefined as above; at once for a page that was not drawn in nearly as much time before. */
export async function drawRegionsBounded(
  request: RegionsRequest,
  timeMsMax: number,
): Promise<readonly (RegionPixels | undefined)[] | undefined> {
  const page = onlyPage(request);
  if (page !== undefined && timeMsMax < (triedMs.get(page) ?? 0) * TRIED_SHARE) return undefined;
  const drawn = (await ask({ kind: 'draw_regions', ...request }, timeMsMax)) as readonly (RegionPixels | undefined)[] | undefined;
  if (drawn === undefined && page !== undefined) {
    if (triedMs.size >= TRIED_MAX) triedMs.clear();
    triedMs.set(page, Math.max(timeMsMax, triedMs.get(page) ?? 0));
  }
  return drawn;
}

/** A page that was not drawn in some time may be drawn in so many times as much. */
const TRIED_SHARE = 4;
const TRIED_MAX = 1000;
const triedMs = new Map<string, number>();

/** Of a file; undefined where several pages are drawn, of which nobody knows which one takes long. */
function onlyPage({ input, regions }: RegionsRequest): string | undefined {
  const [first] = regions;
  const isOne = first !== undefined && regions.every(({ pageIndex }) => pageIndex === first.pageIndex);
  return isOne && !(input instanceof Uint8Array) ? `${input.path} ${input.start} ${input.size} ${first.pageIndex}` : undefined;
}

/** The outlines of the letters of pages, by font. Undefined as above. */
export async function readGlyphsBounded(request: GlyphsRequest, timeMsMax: number): Promise<readonly FontLetters[] | undefined> {
  return (await ask({ kind: 'glyphs', ...request }, timeMsMax)) as readonly FontLetters[] | undefined;
}

/** Whether a password opens a document, and what it allows. Undefined as above. */
export async function tryPassword(input: EngineInput, password: string, timeMsMax: number): Promise<UnlockAnswer | undefined> {
  return (await ask({ kind: 'unlock', input, password }, timeMsMax)) as UnlockAnswer | undefined;
}

/** Opens with a password and writes anew without encryption. Undefined as above. */
export async function copyDecrypted(input: EngineInput, password: string, timeMsMax: number): Promise<CopyAnswer | undefined> {
  return (await ask({ kind: 'copy', input, password }, timeMsMax)) as CopyAnswer | undefined;
}

/** Pages and words as the engine reads them, the words of the first `pagesMax` pages; 0 pages when it does not open. Undefined as above. */
export async function countWordsBounded(input: EngineInput, pagesMax: number, timeMsMax: number): Promise<WordCount | undefined> {
  return (await ask({ kind: 'count', input, pagesMax }, timeMsMax)) as WordCount | undefined;
}

/** What a reader finds beside the look of pages. Undefined as above, and when the engine does not open the document. */
export async function countPartsBounded(request: CountRequest, timeMsMax: number): Promise<PartCounts | undefined> {
  return (await ask({ kind: 'count_parts', ...request }, timeMsMax)) as PartCounts | undefined;
}

/** The text of pages, an entry for each page that loads. Undefined as above. */
export async function surveyTextBounded(request: SurveyRequest, timeMsMax: number): Promise<readonly PageSurvey[] | undefined> {
  return (await ask({ kind: 'survey', ...request }, timeMsMax)) as readonly PageSurvey[] | undefined;
}

/**
 * The content of each page, in the order asked for; undefined for one that does not load, breaks the engine or takes longer than `timeMsMax`.
 * Until the last has been taken, nothing else is asked of the engine. What a page needs is made when its turn comes.
 */
export function readPagesBounded(
  request: PagesRequest,
  pages: readonly PageToRead[],
  timeMsMax: number,
): AsyncGenerator<PageContent | undefined, void, void> {
  const reading: Series = {
    open: { kind: 'open_pages', ...request },
    requests: pages.map((page) => () => ({ kind: 'read_page', ...page })),
    close: { kind: 'close_pages' },
  };
  return askEachBounded<PageContent>(reading, timeMsMax);
}

/** How each page of an edited document is judged against its source; otherwise as readPagesBounded. */
export function judgePagesBounded(
  versions: Versions,
  pages: readonly JudgedPage[],
  timeMsMax: number,
): AsyncGenerator<PageJudgement | undefined, void, void> {
  const judging: Series = {
    open: { kind: 'open_judge', ...versions },
    requests: pages.map((page) => () => ({ kind: 'judge_page', page })),
    close: { kind: 'close_judge' },
  };
  return askEachBounded<PageJudgement>(judging, timeMsMax);
}

/** Requests between one that opens a document and one that closes it. */
interface Series {
  readonly open: PdfiumRequest;
  /** Each is made when it is sent. */
  readonly requests: readonly (() => PdfiumRequest)[];
  readonly close: PdfiumRequest;
}

/** Requests sent before the first of them is answered: the thread works while the caller uses what it has. */
const AHEAD_REQUESTS = 3;

/** How long a thread may take for what it was asked before nobody wanted more; a new one costs a tenth of a second. */
const LEAVING_MS_MAX = 1000;

async function* askEachBounded<T>(series: Series, timeMsMax: number): AsyncGenerator<T | undefined, void, void> {
  const turn = Promise.withResolvers<void>();
  const before = queue;
  queue = turn.promise;
  await before;
  try {
    let next = 0;
    while (next < series.requests.length) {
      const first = next;
      for await (const answer of askUntilItEnds<T>({ ...series, requests: series.requests.slice(first) }, timeMsMax)) {
        // What others before it have left behind may have been at fault.
        if (answer === 'ended' && next > first) break;
        yield answer === 'ended' || answer === 'late' ? undefined : answer;
        next++;
      }
    }
  } finally {
    turn.resolve();
  }
}

/** @returns answers until the thread ends or one takes too long, which is the last */
async function* askUntilItEnds<T>(
  { open, requests, close }: Series,
  timeMsMax: number,
): AsyncGenerator<T | undefined | 'ended' | 'late', void, void> {
  thread ??= startThread();
  using answers = new Answers(thread);
  answers.ask(open);
  let asked = 0;
  try {
    let last = await answers.next(timeMsMax);
    for (let next = 0; next < requests.length; next++) {
      for (; asked < Math.min(requests.length, next + AHEAD_REQUESTS); asked++) {
        const request = requests[asked];
        if (request) answers.ask(request());
      }
      if (typeof last !== 'string') last = await answers.next(timeMsMax);
      yield typeof last === 'string' ? last : (last.value as T | undefined);
      if (typeof last === 'string') return;
    }
  } finally {
    // Also when the caller wants no more, and answers are still under way.
    if (!(await answers.closeIn(close, LEAVING_MS_MAX))) await answers.end();
  }
}

/** The answers of the thread, in the order of the requests. */
class Answers implements Disposable {
  readonly #worker: Worker;
  readonly #come: PdfiumAnswer[] = [];
  #owed = 0;
  #isEnded = false;
  #isLate = false;
  #wake: () => void = () => {};

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.ref();
    worker.on('message', this.#onAnswer).on('error', this.#onEnd).on('exit', this.#onEnd);
  }

  readonly #onAnswer = (answer: PdfiumAnswer): void => {
    this.#come.push(answer);
    this.#owed--;
    this.#wake();
  };

  // Out of memory or a trap inside the engine ends the thread; the document is at fault, not the process.
  readonly #onEnd = (): void => {
    this.#isEnded = true;
    this.#wake();
  };

  ask(request: PdfiumRequest): void {
    this.#owed++;
    this.#worker.postMessage(request);
  }

  /** @returns whether the thread has answered everything in time, this last request too, and may be kept */
  async closeIn(close: PdfiumRequest, timeMsMax: number): Promise<boolean> {
    if (this.#isEnded || this.#isLate) return false;
    this.ask(close);
    const deadline = performance.now() + timeMsMax;
    let last: PdfiumAnswer | 'ended' | 'late' | undefined;
    while ((this.#owed > 0 || this.#come.length > 0) && typeof last !== 'string')
      last = await this.next(Math.max(0, deadline - performance.now()));
    return typeof last === 'object' && last.heapBytes <= HEAP_BYTES_KEPT_MAX;
  }

  async next(timeMsMax: number): Promise<PdfiumAnswer | 'ended' | 'late'> {
    if (this.#come.length === 0 && !this.#isEnded) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      using _watch = watchWork(this.#worker, timeMsMax, resolve);
      await promise;
    }
    const answer = this.#come.shift();
    if (!answer) this.#isLate = !this.#isEnded;
    return answer ?? (this.#isEnded ? 'ended' : 'late');
  }

  /** Its memory is free afterwards: a program that is started next may need it. */
  async end(): Promise<void> {
    if (thread === this.#worker) thread = undefined;
    await this.#worker.terminate();
  }

  [Symbol.dispose](): void {
    this.#worker.off('message', this.#onAnswer).off('error', this.#onEnd).off('exit', this.#onEnd);
    this.#worker.unref();
  }
}

/** Ends the thread, if there is one. */
export async function endPdfium(): Promise<void> {
  const ending = thread;
  thread = undefined;
  await ending?.terminate();
}

function ask(request: PdfiumRequest, timeMsMax: number): Promise<unknown> {
  const turn = queue.then(() => askNow(request, timeMsMax));
  queue = turn.catch(() => {});
  return turn;
}

/** Undefined when there is no answer in time: then the thread is ended. */
async function askNow(request: PdfiumRequest, timeMsMax: number): Promise<unknown> {
  thread ??= startThread();
  using answers = new Answers(thread);
  answers.ask(request);
  const answer = await answers.next(timeMsMax);
  if (typeof answer === 'string' || answer.heapBytes > HEAP_BYTES_KEPT_MAX) await answers.end();
  return typeof answer === 'string' ? undefined : answer.value;
}

function startThread(): Worker {
  const worker = new Worker(new URL('./pdfium-work.ts', import.meta.url), { stdout: true, stderr: true, execArgv: [], env: {} });
  // An error between two calls must not end the process; the next call starts another thread.
  return worker
    .on('error', () => {})
    .on('exit', () => {
      if (thread === worker) thread = undefined;
    });
}
