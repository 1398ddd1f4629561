// The label before a quoted text stays where the new text goes on from that text: `the keywords "A, B"` that become `A, B, C` are still under their label.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { PlannedEdits } from '#contract/params/edit-plan.ts';
import type { DocumentFacts } from '../../facts/locate.ts';

const QUOTED = /["\u201c\u201e\u00ab]([^"\u201c\u201d\u201e\u00ab\u00bb]+)["\u201c\u201d\u00bb]/gu;

export async function keptLabels(edits: PlannedEdits, instruction: string, facts: DocumentFacts): Promise<PlannedEdits> {
  const quotes = [...instruction.matchAll(QUOTED)].flatMap(([, text]) => text ?? []);
  const operations = await Promise.all(
    edits.operations.map(async (operation) => {
      if (operation.op !== 'replace_text' || operation.match.text === undefined) return operation;
      const { text } = operation.match;
      const own = quotes.find((quote) => text !== quote && text.endsWith(` ${quote}`) && goesOnFrom(operation.value, quote));
      if (own === undefined || operation.value.startsWith(text.slice(0, -own.length))) return operation;
      const match = { ...operation.match, text: own };
      const pages = choosePages(operation.pages, facts.pageCount) ?? [];
      const [whole, part] = await Promise.all([facts.locate(operation.match, pages), facts.locate(match, pages)]);
      return whole.length === part.length ? { ...operation, match } : operation;
    }),
  );
  return { ...edits, operations };
}

function goesOnFrom(value: string, quote: string): boolean {
  return value.length > quote.length && value.startsWith(quote.replace(/[\s.,;:!?]+$/u, ''));
}
