// Paragraphs whose first line begins with something that stands apart from its text: a typed number, a term, a tick box. The lines below start where
// that text does, or, behind a number, where the number does.

import { fromStart } from '../words/from-start.ts';
import { readLabel } from '../words/labels.ts';
import type { Line } from '../words/lines.ts';

/** Points by which words at one edge may be apart. */
export const AT_EDGE = 1.5;
/** Ems: lines further in hang. */
const HANGS_EM = 0.5;
/** Ems between what it begins with and its text. */
const GAP_EM = 0.15;
/** Ems, and times the widest other gap of the line: a number that is set off from its text. */
const SET_OFF = { em: 0.5, times: 1.5 } as const;

/** How many words stand before the text of the first line; 0 where the lines below start elsewhere. */
export function wordsBeforeText(lines: readonly Line[]): number {
  const [first, second] = lines.slice(0, 2).map(fromStart);
  if (!first || !second || first.rtl !== second.rtl || second.box.left < first.box.left + first.size * HANGS_EM) return 0;
  const at = first.words.findIndex(({ box }) => Math.abs(box.left - second.box.left) < AT_EDGE);
  const [before, text] = [first.words[at - 1], first.words[at]];
  if (!before || !text) return 0;
  const gap = text.box.left - before.box.right;
  // Lines that are centred may begin where a word above does.
  if (haveOneMiddle(first, second) && gap < first.size * SET_OFF.em) return 0;
  return gap > first.size * GAP_EM ? at : 0;
}

function haveOneMiddle({ box: one }: Line, { box: other }: Line): boolean {
  return Math.abs(one.left + one.right - other.left - other.right) < AT_EDGE;
}

/** How many words of the first line are a number with a gap behind it, although the lines below start where the number does, or before it. */
export function wordsOfNumber(lines: readonly Line[]): number {
  const [first, second, ...others] = lines.map(fromStart);
  if (!first || !second || first.rtl !== second.rtl || first.segments.length > 1 || second.box.left > first.box.left + AT_EDGE) return 0;
  const isIndented = second.box.left < first.box.left - AT_EDGE;
  const [third] = others;
  if (isIndented && (!third || others.some(({ box }) => Math.abs(box.left - second.box.left) > AT_EDGE))) return 0;
  const at = first.words.findIndex(({ spaceBefore }, index) => index > 0 && spaceBefore);
  const [before, text] = [first.words[at - 1], first.words[at]];
  const number = first.words.slice(0, Math.max(0, at)).map((word) => word.text);
  if (!before || !text || readLabel(number.join('')) === undefined) return 0;
  const rest = first.words.slice(at);
  const gaps = rest.flatMap(({ spaceBefore, box }, index) => {
    const last = rest[index - 1];
    return last && spaceBefore ? [box.left - last.box.right] : [];
  });
  return text.box.left - before.box.right > Math.max(first.size * SET_OFF.em, Math.max(0, ...gaps) * SET_OFF.times) ? at : 0;
}
