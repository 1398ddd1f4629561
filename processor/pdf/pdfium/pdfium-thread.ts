// PDFium in its own thread, so that a document that draws forever costs a bounded time: the thread is ended and the next call starts
// another. One thread per process, kept warm between calls, replaced when its heap has grown.

import { Worker } from 'node:worker_threads';
import type { Raster } from '../../images/raster.ts';
import type { ComparisonRequest, PageComparison } from './compare/compare-pages.ts';
import type { EditJudgement, EditJudgementRequest } from './compare/judge-edit.ts';
import type { PageSurvey, SurveyRequest } from './compare/survey-text.ts';
import type { EngineInput } from './pdfium.ts';
import type { CopyAnswer, PdfiumAnswer, PdfiumRequest, UnlockAnswer, WordCount } from './pdfium-work.ts';
import type { PageContent } from './page/page-content.ts';
import type { PagesRequest } from './page/read-pages-here.ts';
import type { LikenessRequest, PageLikeness } from './compare/compare-renders.ts';
import type { RegionPixels, RegionsRequest } from './page/draw-regions.ts';
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

/** Decodes one picture to the colours that PDFium shows. Undefined as above, and when the picture does not draw. */
export async function drawPictureBounded(request: DrawPictureRequest, timeMsMax: number): Promise<Raster | undefined> {
  return (await ask({ kind: 'draw_picture', ...request }, timeMsMax)) as Raster | undefined;
}

/** Parts of pages as seen, an entry for each. Undefined as above. */
export async function drawRegionsBounded(
  request: RegionsRequest,
  timeMsMax: number,
): Promise<readonly (RegionPixels | undefined)[] | undefined> {
  return (await ask({ kind: 'draw_regions', ...request }, timeMsMax)) as readonly (RegionPixels | undefined)[] | undefined;
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
export async function countWordsBounded(bytes: Uint8Array, pagesMax: number, timeMsMax: number): Promise<WordCount | undefined> {
  return (await ask({ kind: 'count', bytes, pagesMax }, timeMsMax)) as WordCount | undefined;
}

/** Judges an edited document against its source. Undefined as above. */
export async function judgeEditBounded(request: EditJudgementRequest, timeMsMax: number): Promise<EditJudgement | undefined> {
  return (await ask({ kind: 'judge', ...request }, timeMsMax)) as EditJudgement | undefined;
}

/** The text of pages, an entry for each page that loads. Undefined as above. */
export async function surveyTextBounded(request: SurveyRequest, timeMsMax: number): Promise<readonly PageSurvey[] | undefined> {
  return (await ask({ kind: 'survey', ...request }, timeMsMax)) as readonly PageSurvey[] | undefined;
}

/** The content of each page asked for, in that order; undefined for one that does not load. Undefined as above. */
export async function readPagesBounded(
  request: PagesRequest,
  timeMsMax: number,
): Promise<readonly (PageContent | undefined)[] | undefined> {
  return (await ask({ kind: 'read', ...request }, timeMsMax)) as readonly (PageContent | undefined)[] | undefined;
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

function askNow(request: PdfiumRequest, timeMsMax: number): Promise<unknown> {
  thread ??= startThread();
  const worker = thread;
  worker.ref();
  return new Promise((resolve) => {
    const finish = (value: unknown, keep: boolean) => {
      clearTimeout(timer);
      worker.off('message', onAnswer).off('error', onEnd).off('exit', onEnd);
      worker.unref();
      if (!keep && thread === worker) thread = undefined;
      if (!keep) void worker.terminate();
      resolve(value);
    };
    const onAnswer = (answer: PdfiumAnswer) => finish(answer.value, answer.heapBytes <= HEAP_BYTES_KEPT_MAX);
    // Out of memory or a trap inside the engine ends the thread; the document is at fault, not the process.
    const onEnd = () => finish(undefined, false);
    const timer = setTimeout(onEnd, timeMsMax);
    worker.once('message', onAnswer).once('error', onEnd).once('exit', onEnd);
    worker.postMessage(request);
  });
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
