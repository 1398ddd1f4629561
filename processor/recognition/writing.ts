// What scripts require of a text layer: where words are written without a space between them, and the order of the letters of a word.

const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー、。，．・：；？！「」『』（）〔〕【】〈〉《》％]$/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;
/** Digits with what joins them, and letters of scripts that run from left to right: inside a right-to-left word they keep their order. */
const LEFT_TO_RIGHT_RUN = /[\p{Nd}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+(?:[.,:/][\p{Nd}]+)*/gu;

/** Whether a space belongs between two neighbouring words of a line. @param gapEms between them, in heights of the line */
export function isSpaceBetween(before: string, after: string, gapEms: number): boolean {
  if (gapEms > GAP_EMS_MAX) return true;
  return !(SPACELESS.test(Array.from(before).at(-1) ?? '') && SPACELESS.test(Array.from(after)[0] ?? ''));
}

const GAP_EMS_MAX = 0.8;

function isRightToLeft(word: string): boolean {
  return RIGHT_TO_LEFT.test(word);
}

const RIGHT_TO_LEFT_MARK = '\u200f';

/**
 * The code points of a word from left to right as on the page. A mark stays after its letter for readers that reverse the word.
 * @param inRightToLeft the word is in such a line: a word that ends in punctuation, a digit or a foreign letter gets a direction mark there,
 *   without which poppler takes the space beside it to the other side (`unicodeTypeNum` in its TextOutputDev)
 */
export function visualOrder(word: string, inRightToLeft = false): string[] {
  const characters = Array.from(word);
  const isForeign = !isRightToLeft(word);
  const endsForeign = isForeign || !RIGHT_TO_LEFT.test(characters.at(-1) ?? '');
  const mark = inRightToLeft && endsForeign ? [RIGHT_TO_LEFT_MARK] : [];
  if (isForeign) return [...mark, ...characters];
  const turned = word.replace(LEFT_TO_RIGHT_RUN, (run) => Array.from(run).toReversed().join(''));
  return [...mark, ...Array.from(turned).toReversed()];
}
