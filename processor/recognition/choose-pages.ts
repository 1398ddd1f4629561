// Which pages are read, and which are skipped because they have their own text (or nothing at all). The rule counts characters that
// are visible and have a meaning; an earlier recognition's layer counts as text unless it is to be replaced.

import { parsePageRanges, resolvePages } from '#contract/params/page-ranges.ts';
import type { OperationParams } from '#contract/operations.ts';
import { JobFailure } from '../failure.ts';
import type { OpenedPdf } from '../pdf/opened.ts';
import { engineInput } from '../pdf/pdfium/pdfium.ts';
import { surveyTextBounded } from '../pdf/pdfium/pdfium-thread.ts';
import type { PageSurvey } from '../pdf/pdfium/compare/survey-text.ts';

type Mode = OperationParams<'ocr'>['mode'];

export type PageNeed = 'read' | 'skip' | 'blank';

const PAGES_AT_A_TIME = 40;
const PART_MS_MAX = 10_000;
const PAGE_MS_MAX = 4000;
/** More than this share of meaningless characters: a font without a map to characters, whose text is useless. */
export const UNMAPPED_SHARE_MAX = 0.25;
/** A picture that covers so much with so few characters on it is a scan with a stamp, a number or a header. */
const STAMP_PICTURE_SHARE = 0.5;
export const STAMP_CHARACTERS_MAX = 100;

/** 0-based, in order, each once. @throws JobFailure page_out_of_range */
export function selectPages(pages: string | undefined, pageCount: number): number[] {
  const chosen = resolvePages(parsePageRanges(pages ?? '1-end') ?? [], pageCount);
  if (!chosen || chosen.length === 0)
    throw new JobFailure('page_out_of_range', { message: `The document has ${pageCount} pages; \`pages\` names pages beyond that.` });
  return [...new Set(chosen)].toSorted((a, b) => a - b).map((page) => page - 1);
}

/**
 * The text of the pages. A page that the engine does not finish in time is missing and must be read.
 * @param onPart called with how many are done
 */
export async function surveyPages(
  opened: Pick<OpenedPdf, 'source'>,
  pageIndexes: readonly number[],
  withWords: boolean,
  onPart: (done: number) => void,
): Promise<ReadonlyMap<number, PageSurvey>> {
  const found = new Map<number, PageSurvey>();
  const ask = async (part: readonly number[], timeMs: number): Promise<boolean> => {
    const answer = await surveyTextBounded({ input: engineInput(opened.source), pageIndexes: part, withWords }, timeMs);
    for (const survey of answer ?? []) found.set(survey.pageIndex, survey);
    return answer !== undefined;
  };
  for (let at = 0; at < pageIndexes.length; at += PAGES_AT_A_TIME) {
    const part = pageIndexes.slice(at, at + PAGES_AT_A_TIME);
    if (!(await ask(part, PART_MS_MAX))) for (const index of part) await ask([index], PAGE_MS_MAX);
    onPart(Math.min(at + PAGES_AT_A_TIME, pageIndexes.length));
  }
  return found;
}

export function judgePage(survey: PageSurvey | undefined, mode: Mode): PageNeed {
  if (!survey) return 'read';
  if (survey.objects === 0) return 'blank';
  if (mode === 'force') return 'read';
  const { visible, unmapped, invisible, pictureShare } = survey;
  const isBroken = unmapped > (visible + unmapped) * UNMAPPED_SHARE_MAX;
  if (invisible > 0 && mode === 'skip_text' && !isBroken) return 'skip';
  if (visible === 0 || isBroken) return 'read';
  const isStamped = pictureShare >= STAMP_PICTURE_SHARE && visible <= STAMP_CHARACTERS_MAX;
  return isStamped ? 'read' : 'skip';
}
