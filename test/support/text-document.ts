// The facts of a document that is nothing but the text of its pages: what the checks of a plan need, without an engine.

import { createHash } from 'node:crypto';
import { findText } from '../../processor/operations/ai-edit/find-text.ts';
import { CONTEXT_CHARS, type DocumentFacts } from '../../processor/operations/ai-edit/locate.ts';

export interface TextDocument {
  readonly pages: readonly string[];
  readonly fields?: Readonly<Record<string, 'text' | 'choice' | 'box' | 'button' | 'signature'>>;
}

export function factsOfText({ pages, fields = {} }: TextDocument): DocumentFacts {
  const pageText = (page: number) => pages[page - 1] ?? '';
  return {
    sha256: createHash('sha256').update(pages.join('\f')).digest('hex'),
    pageCount: pages.length,
    pageText,
    locate: async (match, chosen) =>
      chosen.flatMap((page) =>
        findText(pageText(page), match).map(({ start, end }) => ({
          page,
          start,
          end,
          text: pageText(page).slice(start, end),
          before: pageText(page).slice(Math.max(0, start - CONTEXT_CHARS), start),
          after: pageText(page).slice(end, end + CONTEXT_CHARS),
        })),
      ),
    images: () => [],
    fieldKind: async (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
  };
}
