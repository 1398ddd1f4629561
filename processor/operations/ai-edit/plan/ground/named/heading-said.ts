// `the heading "A"`, where the text stands elsewhere too: only the document says which of them is the heading.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { PlannedEdits } from '#contract/params/edit-plan.ts';
import type { DocumentFacts } from '../../../facts/locate.ts';

const HEADING_BEFORE = /(?<!\p{L})(?:headings?|headlines?|titles?|sub-?(?:headings?|titles?)) ["'“„«‘]$/iu;

export async function isHeadingAmongOthers(
  operations: readonly Omit<PlannedEdits['operations'][number], 'id' | 'because'>[],
  instruction: string,
  facts: Pick<DocumentFacts, 'locate' | 'pageCount'>,
): Promise<boolean> {
  for (const operation of operations as PlannedEdits['operations']) {
    const text = 'match' in operation && operation.op !== 'redact' ? operation.match.text : undefined;
    if (text === undefined || !('match' in operation) || !HEADING_BEFORE.test(instruction.slice(0, instruction.indexOf(text)))) continue;
    const pages = choosePages(operation.pages, facts.pageCount) ?? [];
    if ((await facts.locate({ ...operation.match, whole_word: true }, pages)).length > 1) return true;
  }
  return false;
}
