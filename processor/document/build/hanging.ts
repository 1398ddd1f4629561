// Paragraphs whose lines stand below the text of their first line, beside what it begins with: a typed number, a term, a tick box.

import type { Line } from '../words/lines.ts';

/** Points by which words at one edge may be apart. */
const AT_EDGE = 1.5;
/** Ems: lines further in hang. */
const HANGS_EM = 0.5;
/** Ems between what it begins with and its text. */
const GAP_EM = 0.15;

/** How many words stand before the text of the first line; 0 where the lines below start elsewhere. */
export function wordsBeforeText([first, second]: readonly Line[]): number {
  if (!first || !second || first.rtl || second.rtl || second.box.left < first.box.left + first.size * HANGS_EM) return 0;
  const at = first.words.findIndex(({ box }) => Math.abs(box.left - second.box.left) < AT_EDGE);
  const [before, text] = [first.words[at - 1], first.words[at]];
  return before && text && text.box.left - before.box.right > first.size * GAP_EM ? at : 0;
}
