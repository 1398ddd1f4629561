// The guard of `stamp`: a second engine reads and draws the pages of source and result. A mark that is not there, or anything else that has changed,
// is no result; a mark that cannot be seen is a warning.

import { JobFailure } from '../../failure.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import type { JudgedPage } from '../../pdf/pdfium/compare/judged-page.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { judgePagesBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { openResult, samplePages } from '../../pdf/verify.ts';
import { checkPdf } from '../../tools/check-pdf.ts';
import type { OperationContext } from '../operation.ts';
import type { Drawn } from './draw-marks.ts';

const UNTOUCHED_PAGES_MAX = 8;
const DPI = 72;
const PAGE_MS_MAX = 20_000;
/** Of the job's time. */
const JUDGE_SHARE = 0.4;
const JUDGE_MS_MIN = 30_000;

export interface Stamped {
  readonly source: ByteSource;
  readonly path: string;
  readonly pages: number;
  readonly drawn: readonly Drawn[];
}

/** @throws JobFailure unsupported_feature where the second engine finds another change than was asked, internal for a damaged file */
export async function proveMarks(context: OperationContext, stamped: Stamped): Promise<Record<string, unknown>> {
  const { source, path, pages, drawn } = stamped;
  const reopened = await openResult(fileSource(path));
  if (reopened.pages.length !== pages) throw new JobFailure('internal', { cause: new Error('another number of pages') });
  const byPage = Map.groupBy(drawn, ({ page }) => page);
  const untouched = Array.from({ length: pages }, (_, index) => index + 1).filter((page) => !byPage.has(page));
  const sample = samplePages(untouched.length, UNTOUCHED_PAGES_MAX).flatMap((at) => untouched[at] ?? []);
  const judged = [...byPage.keys(), ...sample].map((page) => judgedPage(page, byPage.get(page) ?? []));
  const deadline = performance.now() + Math.max(JUDGE_MS_MIN, context.limits.processing_ms * JUDGE_SHARE);
  const unseen: number[] = [];
  let [compared, texts, at] = [0, 0, 0];
  for await (const judgement of judgePagesBounded(
    { before: engineInput(source), after: engineInput(fileSource(path)) },
    judged,
    PAGE_MS_MAX,
  )) {
    const page = (judged[at++]?.before ?? 0) + 1;
    if (at % 16 === 0) context.progress({ percent: 50 + Math.floor((at / judged.length) * 49), stage: 'verifying' });
    const wrong = judgement?.wrong ?? [];
    // Of things only the change of look was asked.
    if (wrong.some(({ what }) => what === 'thing')) unseen.push(page);
    const other = wrong.find(({ what }) => what !== 'thing');
    if (other) throw notClean(page, other.what);
    compared += judgement?.isCompared ? 1 : 0;
    texts += judgement?.textsChecked ?? 0;
    if (performance.now() > deadline) break;
  }
  tellDoubts(context, unseen, judged.length - compared);
  return {
    result: unseen.length === 0 && compared > 0 ? 'verified' : 'differs',
    judged_by: 'pdfium',
    pages_compared: compared,
    pages_not_compared: judged.length - compared,
    texts_checked: texts,
    pages_where_not_visible: unseen.slice(0, 100),
    rendered_identical_elsewhere: compared > 0 ? true : null,
    qpdf_check: await checkPdf(path, context.workDir),
  };
}

function judgedPage(page: number, drawn: readonly Drawn[]): JudgedPage {
  const boxes = drawn.map(({ box }) => box);
  return {
    before: page - 1,
    after: page - 1,
    texts: drawn.flatMap(({ text, box, kind }) =>
      text === undefined ? [] : [{ old: undefined, new: text, box, ...(kind === 'text' ? { isScattered: true } : {}) }],
    ),
    boxes,
    ...(drawn.length > 0 ? { things: { blank: [], altered: boxes, annotations: new Map(), links: [], pictures: undefined } } : {}),
    quarterTurns: 0,
    isCut: false,
    isLetterByLetter: true,
    drawings: drawn.length > 0 ? 'any' : 'none',
    mayCover: drawn.some(({ mayCover }) => mayCover),
    coloured: 0,
    dpi: DPI,
  };
}

function tellDoubts(context: OperationContext, unseen: readonly number[], missed: number): void {
  const [page] = unseen;
  if (page !== undefined)
    context.warn({
      code: 'stamp_not_visible',
      message: `A mark cannot be seen, or hardly, on ${unseen.length} pages, such as page ${page}.`,
      page,
    });
  if (missed > 0)
    context.warn({
      code: 'pages_not_compared',
      message: `A second engine could not draw ${missed} pages in time, so they were not compared.`,
    });
}

function notClean(page: number, what: string): JobFailure {
  return new JobFailure('unsupported_feature', {
    message: 'The marks would have changed more of the page than themselves, or are not on it; nothing was changed.',
    cause: new Error(what),
    page,
    details: { finding: what },
  });
}
