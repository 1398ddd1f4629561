// Parts of a request as one text, so that each is a place of it.

import type { Folded } from '#instruction/reading/folded.ts';
import type { Span } from '#instruction/tokens.ts';

const BETWEEN = ' ; ';

export function composed(parts: readonly Folded[]): { readonly folded: Folded; readonly spans: readonly Span[] } {
  const spans: Span[] = [];
  let [source, text] = ['', ''];
  for (const part of parts) {
    if (text !== '') [source, text] = [source + BETWEEN, text + BETWEEN];
    spans.push({ start: text.length, end: text.length + part.text.length });
    [source, text] = [source + part.source, text + part.text];
  }
  return { folded: { source, text }, spans };
}
