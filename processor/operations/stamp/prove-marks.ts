// The guard of `stamp`: a second engine reads and draws the pages of source and result. A mark that is not there, or anything else that has changed,
// is no result; a mark that cannot be seen is a warning.

import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import { readBarcodes } from '../../images/read-barcodes.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import type { JudgedPage } from '../../pdf/pdfium/compare/judged-page.ts';
import { GreyPages } from '../../pdf/pdfium/grey-pages.ts';
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
  const { path, pages, drawn } = stamped;
  const reopened = await openResult(fileSource(path));
  if (reopened.pages.length !== pages) throw new JobFailure('internal', { cause: new Error('another number of pages') });
  const byPage = Map.groupBy(drawn, ({ page }) => page);
  const untouched = Array.from({ length: pages }, (_, index) => index + 1).filter((page) => !byPage.has(page));
  const sample = samplePages(untouched.length, UNTOUCHED_PAGES_MAX).flatMap((at) => untouched[at] ?? []);
  const judged = [...byPage.keys(), ...sample].map((page) => judgedPage(page, byPage.get(page) ?? []));
  const deadline = performance.now() + Math.max(JUDGE_MS_MIN, context.limits.processing_ms * JUDGE_SHARE);
  const seen = await judgePages(context, stamped, { judged, deadline });
  const codes = await readCodes(stamped, deadline);
  const missed = judged.length - seen.compared;
  tellDoubts(context, { unseen: seen.unseen, hiding: seen.hiding, unread: codes.unread, missed });
  const differs = seen.unseen.length + seen.hiding.length + codes.unread.length > 0;
  return {
    result: differs ? 'differs' : missed > 0 ? 'incomplete' : 'verified',
    judged_by: 'pdfium',
    pages_compared: seen.compared,
    pages_not_compared: missed,
    texts_checked: seen.texts,
    pages_where_not_visible: seen.unseen.slice(0, 100),
    ...(seen.hiding.length > 0 ? { pages_where_text_is_hidden: seen.hiding.slice(0, 100) } : {}),
    ...(codes.read + codes.unread.length > 0 ? { codes_read: codes.read, pages_where_code_not_read: codes.unread.slice(0, 100) } : {}),
    rendered_identical_elsewhere: seen.compared > 0 ? true : null,
    qpdf_check: await checkPdf(path, context.workDir),
  };
}

interface Seen {
  compared: number;
  texts: number;
  /** Pages of whose marks one is not seen. */
  readonly unseen: number[];
  /** Pages on which a mark hides text. */
  readonly hiding: number[];
}

interface Judging {
  readonly judged: readonly JudgedPage[];
  readonly deadline: number;
}

/** @throws JobFailure unsupported_feature */
async function judgePages(context: OperationContext, stamped: Stamped, { judged, deadline }: Judging): Promise<Seen> {
  const seen: Seen = { compared: 0, texts: 0, unseen: [], hiding: [] };
  const versions = { before: engineInput(stamped.source), after: engineInput(fileSource(stamped.path)) };
  const again: JudgedPage[] = [];
  let at = 0;
  for await (const judgement of judgePagesBounded(versions, judged, PAGE_MS_MAX)) {
    const asked = judged[at++];
    const page = (asked?.before ?? 0) + 1;
    if (at % 16 === 0) context.progress({ percent: 50 + Math.floor((at / judged.length) * 49), stage: 'verifying' });
    const wrong = judgement?.wrong ?? [];
    // Of things only the change of look was asked.
    if (wrong.some(({ what }) => what === 'thing')) seen.unseen.push(page);
    const others = wrong.filter(({ what }) => what !== 'thing').map(({ what }) => what);
    const [other] = others;
    if (asked && asked.boxes.length > 0 && others.length > 0 && others.every((what) => DOUBTS.has(what))) {
      if (others.includes('hidden')) seen.hiding.push(page);
      again.push(lessStrict(asked));
    } else if (other) throw notClean(page, other);
    seen.compared += judgement?.isCompared ? 1 : 0;
    seen.texts += judgement?.textsChecked ?? 0;
    if (performance.now() > deadline) break;
  }
  for await (const judgement of judgePagesBounded(versions, again, PAGE_MS_MAX)) {
    const other = judgement?.wrong.find(({ what }) => what !== 'thing');
    if (!judgement || other) throw notClean((other?.before ?? 0) + 1, other?.what ?? 'text');
  }
  return seen;
}

/** What may be the engine's way of reading a page whose lines run the other way, or a mark that hides what it lies over. */
const DOUBTS: ReadonlySet<string> = new Set(['text', 'place', 'hidden']);

/** That all letters are there, those of the marks in their boxes, is asked in any case. */
function lessStrict(page: JudgedPage): JudgedPage {
  return { ...page, texts: page.texts.map((text) => ({ ...text, isScattered: true })), coloured: Number.MAX_SAFE_INTEGER };
}

/** Engines read a watermark between the lines that it lies over. */
const SCATTERED: ReadonlySet<string> = new Set(['text', 'pdf']);

function judgedPage(page: number, drawn: readonly Drawn[]): JudgedPage {
  const boxes = drawn.map(({ box }) => box);
  const texts = drawn.flatMap(({ letters, box, kind }) =>
    letters === '' ? [] : [{ old: undefined, new: letters, box, ...(SCATTERED.has(kind) ? { isScattered: true } : {}) }],
  );
  return {
    before: page - 1,
    after: page - 1,
    texts,
    boxes,
    ...(drawn.length > 0 ? { things: { blank: [], altered: boxes, annotations: new Map(), links: [], pictures: undefined } } : {}),
    quarterTurns: 0,
    isCut: false,
    isLetterByLetter: true,
    drawings: drawn.length > 0 ? 'any' : 'none',
    mayCover: drawn.some(({ mayCover }) => mayCover),
    // A mark may be as light as was asked for, or of the colour of what it lies over.
    coloured: drawn.reduce((sum, { letters, mayCover }) => sum + (mayCover ? letters.length : 0), 0),
    dpi: DPI,
  };
}

const CODE_PIXELS_MAX = 12_000_000;
const CODE_PAGES_MAX = 50;

/** Each QR code, or a sample of them, is read where it is drawn, by other code than wrote it. */
async function readCodes(
  { path, drawn }: Stamped,
  deadline: number,
): Promise<{ readonly read: number; readonly unread: readonly number[] }> {
  const codes = drawn.filter(({ kind }) => kind === 'qr_code');
  const unread = new Set<number>();
  let read = 0;
  await using pages = new GreyPages(engineInput(fileSource(path)));
  for (const at of samplePages(codes.length, CODE_PAGES_MAX)) {
    const { page = 1, text } = codes[at] ?? {};
    if (performance.now() > deadline) break;
    let isRead = false;
    for (const dpi of CODE_DPIS) {
      const picture = await pages.draw({ pageIndex: page - 1, dpi, pixelsMax: CODE_PIXELS_MAX }, PAGE_MS_MAX);
      isRead = picture !== undefined && (await readBarcodes(picture, ['qr_code'])).some((code) => code.text === text);
      if (isRead) break;
    }
    if (isRead) read++;
    else unread.add(page);
  }
  return { read, unread: [...unread] };
}

const CODE_DPIS = [150, 300];

interface Doubts {
  readonly unseen: readonly number[];
  readonly hiding: readonly number[];
  readonly unread: readonly number[];
  readonly missed: number;
}

function tellDoubts(context: OperationContext, { unseen, hiding, unread, missed }: Doubts): void {
  const warn = (warning: Pick<Warning, 'code' | 'message'>, pages: readonly number[]) => {
    const [page] = pages;
    if (page === undefined) return;
    context.warn({ ...warning, message: `${warning.message} on ${pages.length} pages, such as page ${page}.`, page });
  };
  warn({ code: 'stamp_not_visible', message: 'A mark cannot be seen, or hardly,' }, unseen);
  warn({ code: 'stamp_hides_text', message: 'A mark hides text, which is still in the file,' }, hiding);
  warn({ code: 'code_not_read', message: 'A QR code could not be read back' }, unread);
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
