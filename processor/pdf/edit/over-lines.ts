// A match over several lines: its parts line by line, and how new text is divided among them. Only consecutive lines
// in reading order; anything else is refused.

import { describeMatch, type TextMatch } from './find.ts';
import type { Line } from './line.ts';
import { type PageText, type PlacedGlyph, SAME_ANGLE } from './page-text.ts';

/** Ems from a line to the next of its paragraph; a step up by at least the smallest is the top of the next column. */
const NEXT_LINE_EMS = { least: 0.7, most: 4 } as const;

/** The parts of a match, one for each line, in the order of the text. */
export function linesOf(page: PageText, { start, end }: Pick<TextMatch, 'start' | 'end'>): TextMatch[] {
  const parts: TextMatch[] = [];
  for (let from = start, at = start; at <= end; at++) {
    if (at < end && !isLineEnd(page, at)) continue;
    const part = at > from ? describeMatch(page, from, at) : undefined;
    if (part) parts.push(part);
    from = at + 1;
  }
  return parts;
}

function isLineEnd(page: PageText, at: number): boolean {
  return page.text.charAt(at) === '\n' && page.glyphOf[at] === -1;
}

/** Each part but the last ends its line, each but the first begins it, and a line follows below, or at the top of the next column. */
export function areConsecutive(parts: readonly TextMatch[], lines: readonly Line[]): boolean {
  const isVisible = ({ shown }: PlacedGlyph) => shown.glyph.unicode.trim() !== '';
  return parts.every((part, index) => {
    const line = lines[index];
    const first = part.glyphs[0];
    if (!line || !first) return false;
    if (index < parts.length - 1 && [...line.after].some(isVisible)) return false;
    if (index === 0) return true;
    const last = parts[index - 1]?.glyphs.at(-1);
    if (!last || [...line.before].some(isVisible) || Math.abs(last.angle - first.angle) > SAME_ANGLE) return false;
    const drop = last.baseline - first.baseline;
    const size = Math.max(last.size, first.size);
    if (!(Math.abs(drop) > size * NEXT_LINE_EMS.least)) return false;
    return drop > 0 ? drop < size * NEXT_LINE_EMS.most && first.start < last.end : first.start > last.end - size;
  });
}

const GLUED_CHARS_MAX = 4;

/** With the closing marks at the end of the match: they must not begin a line alone. */
export function withClosingMarks(page: PageText, { end }: TextMatch): { readonly end: number; readonly marks: string } {
  let at = end;
  while (at - end < GLUED_CHARS_MAX && at < page.text.length && page.glyphOf[at] !== -1 && /[^\p{L}\p{N}\s]/u.test(page.text.charAt(at)))
    at++;
  const runsOn = at < page.text.length && page.glyphOf[at] !== -1 && !/\s/u.test(page.text.charAt(at));
  return runsOn ? { end, marks: '' } : { end: at, marks: page.text.slice(end, at) };
}

/**
 * Words for each line, as many as fit, from the first on; the last line takes the rest.
 * @param fits whether a line has room for a text
 * @param isFirstGlued the first word continues the text before it, so it stays on the first line; likewise the last
 * @returns undefined when the last line has no room for the rest
 */
export function shareWords(
  value: string,
  count: number,
  fits: (text: string, index: number) => boolean,
  { isFirstGlued, isLastGlued }: { readonly isFirstGlued: boolean; readonly isLastGlued: boolean },
): string[] | undefined {
  const words = value.split(' ');
  const shares: string[] = [];
  const kept = isLastGlued ? words.splice(-1) : [];
  for (let index = 0; index < count - 1; index++) {
    let share = index === 0 && isFirstGlued ? (words.shift() ?? '') : '';
    if (share !== '' && !fits(share, index)) return undefined;
    while (words.length > 0) {
      const longer = share === '' ? (words[0] ?? '') : `${share} ${words[0]}`;
      if (!fits(longer, index)) break;
      share = longer;
      words.shift();
    }
    shares.push(share);
  }
  const rest = [...words, ...kept].join(' ');
  if (!fits(rest, count - 1)) return undefined;
  return [...shares, rest];
}
