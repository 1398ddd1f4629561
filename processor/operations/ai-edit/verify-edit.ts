// The guard of an edit: the saved bytes are opened again here and by a second engine, and a result that fails is not returned.

import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import { interpretPage } from '../../pdf/content/interpret.ts';
import type { JudgedPage } from '../../pdf/pdfium/compare/judged-page.ts';
import type { WrongPage } from '../../pdf/pdfium/compare/judge-edit.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { openPdf } from '../../pdf/open.ts';
import { judgeEditBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { openResult, samplePages } from '../../pdf/verify.ts';
import { checkPdf, type QpdfVerdict } from '../../tools/qpdf.ts';
import type { Applied } from './applied.ts';
import type { ArrangedPage } from './apply/apply-pages.ts';

const CHANGED_PAGES_MAX = 60;
const UNCHANGED_PAGES_MAX = 8;
const JUDGE_MS_MAX = 40_000;
const SEVERITY: Readonly<Record<QpdfVerdict, number>> = { missing: 0, clean: 0, warnings: 1, errors: 2 };

export interface EditVerification {
  readonly reopened: OpenedPdf;
  readonly report: Record<string, unknown>;
  readonly notes: readonly Warning[];
}

/** @throws JobFailure unsupported_feature when the second engine finds more or less change than planned, internal when the file is damaged */
export async function verifyEdit(
  source: OpenedPdf,
  result: Uint8Array,
  pages: readonly Pick<ArrangedPage, 'sourcePage'>[],
  applied: Applied,
  workDir: string,
): Promise<EditVerification> {
  const reopened = await openResult(result);
  if (reopened.pages.length !== pages.length) throw damaged(`${reopened.pages.length} pages instead of ${pages.length}`);
  const judged = judgedPages(pages, applied);
  const judgement = await judgeEditBounded({ before: source.bytes, after: result, pages: judged }, JUDGE_MS_MAX);
  const isSeen = judgement?.pagesBefore === source.pages.length;
  if (isSeen) {
    if (judgement.pagesAfter !== pages.length) throw damaged(`the second engine sees ${judgement.pagesAfter} pages`);
    const [wrong] = judgement.wrong;
    if (wrong) throw notClean(wrong, pages[wrong.after]?.sourcePage ?? wrong.before + 1, applied);
  }
  await requireWellFormed(source, reopened, judged, applied);
  const qpdf = await compareWithQpdf(source.bytes, result, workDir);
  return {
    reopened,
    report: {
      pages_before: source.pages.length,
      pages_after: pages.length,
      texts_checked: isSeen ? judgement.textsChecked : 0,
      places_checked: isSeen ? judgement.placesChecked : 0,
      rendered_pages_compared: isSeen ? judgement.renderedPagesCompared : 0,
      rendered_pages_different_elsewhere: [],
      qpdf_check: qpdf,
    },
    notes: isSeen ? [] : [{ code: 'pages_not_compared', message: 'A second engine could not draw the pages, so they were not compared.' }],
  };
}

/** The changed pages, and a sample of the others. */
function judgedPages(pages: readonly Pick<ArrangedPage, 'sourcePage'>[], applied: Applied): JudgedPage[] {
  const shown = pages.flatMap(({ sourcePage }, after) => (sourcePage === undefined ? [] : [{ sourcePage, after }]));
  const isChanged = ({ sourcePage }: { readonly sourcePage: number }) => applied.pages.has(sourcePage);
  const changed = shown.filter(isChanged);
  const unchanged = shown.filter((page) => !isChanged(page));
  const chosen = [
    ...samplePages(changed.length, CHANGED_PAGES_MAX).flatMap((index) => changed[index] ?? []),
    ...samplePages(unchanged.length, UNCHANGED_PAGES_MAX).flatMap((index) => unchanged[index] ?? []),
  ];
  return chosen.map(({ sourcePage, after }) => {
    const expected = applied.pages.get(sourcePage);
    const texts = expected?.texts ?? [];
    const quarterTurns = (expected?.quarterTurns ?? 0) % 4;
    const isCut = expected?.isCut ?? false;
    // Pages that are turned, cropped or flattened read in another order or have more text: only the expected texts are searched.
    const isLoose = expected && (quarterTurns > 0 || isCut || expected.isFlattened) && texts.length === 0;
    return {
      before: sourcePage - 1,
      after,
      texts: isLoose ? [{ old: undefined, new: undefined }] : texts,
      boxes: expected?.boxes ?? [],
      quarterTurns,
      isCut,
    };
  });
}

/** Readers tolerate words in a content that are no operators, each in its own way. An edit must not add any. */
async function requireWellFormed(source: OpenedPdf, result: OpenedPdf, judged: readonly JudgedPage[], applied: Applied): Promise<void> {
  const unknownIn = (opened: OpenedPdf, index: number): number => {
    const dict = opened.pages[index]?.dict;
    return dict ? interpretPage(dict, () => undefined, { glyphProcedures: false }).unknownOperators : 0;
  };
  const suspects = judged.flatMap((page) => {
    const unknown = applied.pages.has(page.before + 1) ? unknownIn(result, page.after) : 0;
    return unknown > 0 ? [{ ...page, unknown }] : [];
  });
  if (suspects.length === 0) return;
  const original = await openPdf(source.bytes, { needs: 'read', pagesMax: Number.MAX_SAFE_INTEGER });
  const worse = suspects.find((page) => page.unknown > unknownIn(original, page.before));
  if (worse) throw notClean({ ...worse, what: 'content', operations: [] }, worse.before + 1, applied);
}

async function compareWithQpdf(source: Uint8Array, result: Uint8Array, workDir: string): Promise<QpdfVerdict> {
  const paths = [join(workDir, 'check-after.pdf'), join(workDir, 'check-before.pdf')] as const;
  await writeFile(paths[0], result);
  const after = await checkPdf(paths[0]);
  if (SEVERITY[after] === 0) return after;
  await writeFile(paths[1], source);
  if (SEVERITY[after] > SEVERITY[await checkPdf(paths[1])]) throw damaged(`qpdf: ${after}`);
  return after;
}

const FINDINGS: Readonly<Record<WrongPage['what'] | 'content', string>> = {
  text: 'the text of a page is not what was planned',
  place: 'a new text does not stand where it was put',
  shape: 'a page is not turned or cut as planned',
  picture: 'a page looks different elsewhere',
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
