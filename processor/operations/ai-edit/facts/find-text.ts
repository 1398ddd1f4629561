// Finds the target of an operation in the text of one page. Literal text matches across any run of white space, since lines break
// where the page ends, not where the words do, and a word that is divided there is found too.

import type { Match } from '#contract/params/edit-plan.ts';
import { patternOf } from '../../../pdf/edit/find.ts';
import { spellingsOf } from './spellings.ts';
import { findPattern, type TextSpan } from './text-patterns.ts';

/**
 * All matches in the order of the text, without overlaps; `occurrence` and `expect` are for the whole document, not for a page.
 * @param anySpelling see spellings.ts
 */
export function findText(text: string, match: Match, anySpelling = false): readonly TextSpan[] {
  if (match.pattern !== undefined) return findPattern(text, match.pattern);
  const pattern = anySpelling ? spellingsOf(match.text ?? '') : patternOf(match.text ?? '', match.case !== 'ignore');
  if (!pattern) return [];
  const spans = Array.from(text.matchAll(pattern), ({ 0: hit, index }): TextSpan => ({ start: index, end: index + hit.length })).filter(
    (span) => span.end > span.start,
  );
  return match.whole_word ? spans.filter((span) => isWhole(text, span)) : spans;
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** No edge of the match lies between two letters or digits. */
function isWhole(text: string, { start, end }: TextSpan): boolean {
  const joined = (left: string, right: string) => WORD.test(left) && WORD.test(right);
  return !joined(text.charAt(start - 1), text.charAt(start)) && !joined(text.charAt(end - 1), text.charAt(end));
}
