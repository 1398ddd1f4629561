// A text of letters means whole words: `Report` is not the beginning of `Reported`. Only where there is no whole word it is a part of one. Scripts
// without spaces have no edges of words.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { PlannedEdits } from '#contract/params/edit-plan.ts';
import type { DocumentFacts } from '../../facts/locate.ts';

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/u;

export async function wholeWords(edits: PlannedEdits, facts: DocumentFacts): Promise<PlannedEdits> {
  const operations = await Promise.all(
    edits.operations.map(async (operation) => {
      // A redaction leaves no part of a word that is the text.
      if (!('match' in operation) || operation.op === 'redact' || operation.match.text === undefined || operation.match.whole_word)
        return operation;
      const { text } = operation.match;
      if (UNSPACED.test(text.at(0) ?? '') && UNSPACED.test(text.at(-1) ?? '')) return operation;
      const pages = choosePages(operation.pages, facts.pageCount) ?? [];
      const [all, whole] = await Promise.all([
        facts.locate(operation.match, pages),
        facts.locate({ ...operation.match, whole_word: true }, pages),
      ]);
      if (whole.length === 0 || whole.length === all.length) return operation;
      // A number with its point is whole beside letters too.
      const isFree = ({ page, start, end }: { readonly page: number; readonly start: number; readonly end: number }) =>
        !/[\p{N}.,]$/u.test(facts.pageText(page).slice(0, start)) &&
        !/^(?:\p{N}|[.,]\p{N})/u.test(facts.pageText(page).slice(end, end + 2));
      if (/^\d+(?:\.\d+)+$/u.test(operation.match.text) && all.every(isFree)) return operation;
      return { ...operation, match: { ...operation.match, whole_word: true } };
    }),
  );
  return { ...edits, operations };
}
