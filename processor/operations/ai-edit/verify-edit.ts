// The guard of an edit: the saved file is opened again here and by a second engine, and a result that fails is not returned. Pages that the plan
// touches are drawn and compared outside of what it declares; every other page must be the one of the source, object by object, or be drawn too.

import type { EditName } from '#contract/params/edit-plan.ts';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import { interpretPage } from '../../pdf/content/interpret.ts';
import type { JudgedPage, ThingExpectation } from '../../pdf/pdfium/compare/judged-page.ts';
import type { WrongPage } from '../../pdf/pdfium/compare/judge-edit.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { openPdf } from '../../pdf/open.ts';
import { compareFingerprint, type Fingerprint, type PagePair } from '../../pdf/pages/fingerprint.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { judgePagesBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { openResult, samplePages } from '../../pdf/verify.ts';
import { checkPdf, checkSource, isWorse } from '../../tools/check-pdf.ts';
import type { QpdfVerdict } from '../../tools/qpdf.ts';
import type { OperationContext } from '../operation.ts';
import type { Applied } from './applied.ts';
import { tellPages } from './tell-pages.ts';

/** Drawn first, spread over the changed pages, and as finely as a single page would be. */
const FINE_PAGES_MAX = 60;
const FINE_DPI = 72;
/** Enough to see a letter that has moved by a third of a point; half the cost. */
const COARSE_DPI = 50;
const UNCHANGED_PAGES_MAX = 8;
const PAGE_MS_MAX = 20_000;
/** Of the job's time, and never less than a page of a heavy drawing needs. */
const JUDGE_SHARE = 0.4;
const JUDGE_MS_MIN = 40_000;

/** An edit as it was carried out and written; the documents themselves are closed. */
export interface SavedEdit {
  readonly source: { readonly file: ByteSource; readonly pages: number; readonly fingerprint: Fingerprint };
  readonly path: string;
  /** For each page of the result the 1-based page of the source that it is; undefined for a new one. */
  readonly sourcePages: readonly (number | undefined)[];
  /** The source's number of each object, by its number in the result. */
  readonly sourceNumbers: ReadonlyMap<number, number>;
  readonly applied: Applied;
}

export interface EditVerification<T> {
  readonly proved: T;
  readonly report: Record<string, unknown>;
  readonly notes: readonly Warning[];
}

/**
 * @param prove what else must hold of the result, opened again
 * @throws JobFailure unsupported_feature when more or less has changed than planned, internal when the file is damaged
 */
export async function verifyEdit<T>(
  saved: SavedEdit,
  context: Pick<OperationContext, 'limits' | 'progress' | 'workDir'>,
  prove: (reopened: OpenedPdf) => T,
): Promise<EditVerification<T>> {
  const { source, path, sourcePages } = saved;
  await tellPages(context, 'verifying', [70, 70])(0, sourcePages.length);
  const { unplanned, proved } = await proveObjects(saved, prove);
  const judged = judgedPages(saved, unplanned);
  const seen = await judgePages(saved, judged, context);
  const qpdf = await compareWithQpdf(source.file, path, context.workDir);
  return {
    proved,
    report: {
      pages_before: source.pages,
      pages_after: sourcePages.length,
      pages_unchanged: sourcePages.filter((page) => page !== undefined && !saved.applied.pages.has(page)).length - unplanned.length,
      texts_checked: seen.textsChecked,
      places_checked: seen.placesChecked,
      rendered_pages_compared: seen.compared,
      rendered_pages_different_elsewhere: [],
      qpdf_check: qpdf,
    },
    notes: seen.missed === 0 ? [] : [notCompared(seen.missed, judged.length)],
  };
}

function notCompared(missed: number, total: number): Warning {
  const which = missed === total ? 'the pages' : `${missed} of ${total} pages`;
  return { code: 'pages_not_compared', message: `A second engine could not draw ${which}, so they were not compared.` };
}

/** What is asked of the objects of the result; they are let go when it has been answered. */
async function proveObjects<T>(
  { source, path, sourcePages, sourceNumbers, applied }: SavedEdit,
  prove: (reopened: OpenedPdf) => T,
): Promise<{ readonly unplanned: readonly PagePair[]; readonly proved: T }> {
  const reopened = await openResult(fileSource(path));
  if (reopened.pages.length !== sourcePages.length) throw damaged(`${reopened.pages.length} pages instead of ${sourcePages.length}`);
  const pairs = pairsOf(sourcePages);
  const others = pairs.filter(({ before }) => !applied.pages.has(before + 1));
  const { changed, isSharedChanged } = compareFingerprint(source.fingerprint, reopened, others, (number) => sourceNumbers.get(number));
  if (isSharedChanged && applied.changes.every(({ op }) => OF_PAGES.has(op))) throw damaged('what all pages share was changed');
  await requireWellFormed(
    source.file,
    reopened,
    pairs.filter(({ before }) => applied.pages.has(before + 1)),
    applied,
  );
  return { unplanned: changed, proved: prove(reopened) };
}

/** These change pages, and nothing that all pages share; a picture that goes may have a name in what forms share. */
const OF_PAGES: ReadonlySet<EditName> = new Set<EditName>([
  'replace_text',
  'delete_text',
  'insert_text',
  'restyle_text',
  'restyle_box',
  'delete_drawing',
  'highlight',
  'underline',
  'strike',
  'set_link',
  'add_note',
  'move_image',
  'resize_image',
  'insert_image',
  'rotate_pages',
  'crop',
  'watermark_text',
  'stamp',
  'page_numbers',
  'header_footer',
  'set_metadata',
]);

function pairsOf(sourcePages: SavedEdit['sourcePages']): PagePair[] {
  return sourcePages.flatMap((page, after) => (page === undefined ? [] : [{ before: page - 1, after }]));
}

/** A sample of the changed pages and of the others, pages that differ without being planned, and the rest of the changed ones. */
function judgedPages({ sourcePages, applied }: SavedEdit, unplanned: readonly PagePair[]): JudgedPage[] {
  const pairs = pairsOf(sourcePages);
  const isChanged = ({ before }: PagePair) => applied.pages.has(before + 1);
  const differs = new Set(unplanned.map(({ after }) => after));
  const changed = pairs.filter(isChanged);
  const unchanged = pairs.filter((pair) => !isChanged(pair) && !differs.has(pair.after));
  const fine = new Set(samplePages(changed.length, FINE_PAGES_MAX).flatMap((index) => changed[index] ?? []));
  const sample = samplePages(unchanged.length, UNCHANGED_PAGES_MAX).flatMap((index) => unchanged[index] ?? []);
  const rest = changed.filter((pair) => !fine.has(pair));
  return [
    ...[...fine, ...sample].map((pair) => judgedPage(pair, applied, FINE_DPI)),
    ...[...unplanned, ...rest].map((pair) => judgedPage(pair, applied, COARSE_DPI)),
  ];
}

/** What these draw may lie over text. */
const COVERING: ReadonlySet<EditName> = new Set<EditName>(['watermark_text', 'stamp', 'replace_image', 'fill_field', 'check_field']);
/** These draw on the page itself, or take what is drawn. */
const DRAWING: ReadonlySet<EditName> = new Set<EditName>([
  'watermark_text',
  'stamp',
  'page_numbers',
  'header_footer',
  'insert_image',
  'replace_image',
  'delete_image',
  'move_image',
  'resize_image',
  'redact',
  'flatten_forms',
  'flatten_annotations',
  'restyle_box',
  'delete_drawing',
]);
const COLOURING: ReadonlySet<EditName> = new Set<EditName>(['restyle_text', 'restyle_box', 'highlight']);

function judgedPage({ before, after }: PagePair, applied: Applied, dpi: number): JudgedPage {
  const expected = applied.pages.get(before + 1);
  const texts = expected?.texts ?? [];
  const quarterTurns = (expected?.quarterTurns ?? 0) % 4;
  const isCut = expected?.isCut ?? false;
  const isDone = (isMeant: (op: EditName) => boolean) =>
    applied.changes.some(({ op, page }) => isMeant(op) && (page === undefined || page === before + 1));
  // Pages that are turned, cropped or flattened read in another order or have more text: only the expected texts are searched.
  const isLoose = expected && (quarterTurns > 0 || isCut || expected.isFlattened) && texts.length === 0;
  return {
    before,
    after,
    texts: isLoose ? [{ old: undefined, new: undefined }] : texts,
    boxes: expected?.boxes ?? [],
    ...(expected ? { things: thingsOf(expected) } : {}),
    quarterTurns,
    isCut,
    isLetterByLetter: !expected?.isFlattened && !isDone((op) => op === 'redact'),
    mayCover: isDone((op) => COVERING.has(op)),
    drawings: isDone((op) => DRAWING.has(op)) ? 'any' : !expected?.hasRows ? 'none' : expected.newRows.length > 0 ? 'new_rows' : 'rows',
    newRows: expected?.newRows ?? [],
    coloured: colouredLetters(applied, before + 1),
    dpi,
  };
}

/** Of the texts that the plan gives a colour, or a coloured ground: white on white is what was asked for. */
function colouredLetters({ changes }: Applied, number: number): number {
  const coloured = changes.filter(({ op, page }) => COLOURING.has(op) && page === number);
  return coloured.reduce((sum, { before, after }) => sum + (after ?? before ?? '').length, 0);
}

function thingsOf({ blank, altered, annotations, links, pictures }: ThingExpectation): ThingExpectation {
  return { blank, altered, annotations, links, pictures };
}

interface Seen {
  textsChecked: number;
  placesChecked: number;
  compared: number;
  missed: number;
}

/** Where the second engine reads the source with other pages, it cannot judge. */
async function judgePages(
  { source, path, sourcePages, applied }: SavedEdit,
  judged: readonly JudgedPage[],
  context: Pick<OperationContext, 'limits' | 'progress'>,
): Promise<Seen> {
  const seen: Seen = { textsChecked: 0, placesChecked: 0, compared: 0, missed: judged.length };
  const deadline = performance.now() + Math.max(JUDGE_MS_MIN, context.limits.processing_ms * JUDGE_SHARE);
  const tell = tellPages(context, 'verifying', [70, 98]);
  const versions = { before: engineInput(source.file), after: engineInput(fileSource(path)) };
  let done = 0;
  for await (const judgement of judgePagesBounded(versions, judged, PAGE_MS_MAX)) {
    await tell(done++, judged.length);
    if (judgement && judgement.pagesBefore !== source.pages) break;
    if (judgement && judgement.pagesAfter !== sourcePages.length) throw damaged(`the second engine sees ${judgement.pagesAfter} pages`);
    const [wrong] = judgement?.wrong ?? [];
    if (wrong) throw notClean(wrong, sourcePages[wrong.after] ?? wrong.before + 1, applied);
    seen.textsChecked += judgement?.textsChecked ?? 0;
    seen.placesChecked += judgement?.placesChecked ?? 0;
    seen.compared += judgement?.isCompared ? 1 : 0;
    seen.missed -= judgement ? 1 : 0;
    if (performance.now() > deadline) break;
  }
  return seen;
}

/** Readers tolerate words in a content that are no operators, each in its own way. An edit must not add any. */
async function requireWellFormed(source: ByteSource, result: OpenedPdf, changed: readonly PagePair[], applied: Applied): Promise<void> {
  const unknownIn = (opened: OpenedPdf, index: number): number => {
    const dict = opened.pages[index]?.dict;
    return dict ? interpretPage(dict, () => undefined, { text: false }).unknownOperators : 0;
  };
  const suspects = changed.flatMap((pair) => {
    const unknown = unknownIn(result, pair.after);
    return unknown > 0 ? [{ ...pair, unknown }] : [];
  });
  if (suspects.length === 0) return;
  const original = await openPdf(source, { needs: 'read', pagesMax: Number.MAX_SAFE_INTEGER });
  const worse = suspects.find((page) => page.unknown > unknownIn(original, page.before));
  if (worse) throw notClean({ ...worse, what: 'content', operations: [] }, worse.before + 1, applied);
}

async function compareWithQpdf(source: ByteSource, result: string, workDir: string): Promise<QpdfVerdict> {
  const after = await checkPdf(result, workDir);
  if (!isWorse('clean', after)) return after;
  if (isWorse(await checkSource(source, workDir), after)) throw damaged(`qpdf: ${after}`);
  return after;
}

const FINDINGS: Readonly<Record<WrongPage['what'] | 'content', string>> = {
  text: 'the text of a page is not what was planned',
  place: 'a new text does not stand where it was put',
  shape: 'a page is not turned or cut as planned',
  picture: 'a page looks different elsewhere',
  covered: 'what was added lies over something',
  thing: 'a picture, link or annotation is not what was planned',
  hidden: 'text that was to stay is gone or not visible',
  overlap: 'texts lie over each other',
  joined: 'words run into each other',
  look: 'letters that were to stay have another colour or size',
  uneven: 'words do not stand on their line, or leave a hole in it',
  row: 'a new row does not stand as the rows beside it do',
  crossing: 'words run over a line, a picture or the edge of a ground',
  left: 'a line is left without its words',
  lost: 'a line, a ground or a picture is gone or torn',
  content: 'a content has words that are no operators',
};

/** It fails the same way each time: a refusal, not a passing fault. Where the cause is unknown, all operations that changed the page are blamed. */
function notClean(
  { what, operations: known }: Omit<WrongPage, 'what'> & { readonly what: keyof typeof FINDINGS },
  page: number,
  applied: Applied,
): JobFailure {
  const onPage = applied.changes.filter((change) => change.page === page || change.page === undefined);
  const operations = new Set(known.length > 0 ? known : onPage.map(({ operation }) => operation));
  return new JobFailure('unsupported_feature', {
    message: 'The edit would have changed more of the page than requested, or not all of it; nothing was changed.',
    cause: new Error(FINDINGS[what]),
    page,
    refused: { kind: 'edit', check: 'verify', operations: [...operations] },
  });
}

function damaged(what: string, page?: number): JobFailure {
  return new JobFailure('internal', {
    cause: new Error(what),
    refused: { kind: 'edit', check: 'verify' },
    ...(page === undefined ? {} : { page }),
  });
}
