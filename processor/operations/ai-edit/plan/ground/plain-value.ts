// Whether words without quotation marks can only be a text to write.

import type { Span } from '#instruction/tokens.ts';
import { isTreatment } from '#instruction/reading/clauses/passive.ts';
import { ANY_VERB, ARROW, INSTEAD_OF, LIMITS, REASON, word } from '#instruction/reading/lexicon.ts';
import type { Scene } from '../places/scene.ts';

/** A clause that says more than a new text. */
const GOES_ON =
  /[,;-] ?(?:so|and|but|because|which|please|kindly|then|as|since|when|where|while|i|we|it|he|she|they|that|this|otherwise|or|weil|da|damit|denn|und|parce|car|et|afin|porque|para|y|perche|pois|want|omdat|en) /u;

/** Words to write that could be words of the request are not taken without quotation marks. */
export function isPlainValue(scene: Scene, span: Span): boolean {
  const text = scene.folded.text.slice(span.start, span.end);
  if (
    text === '' ||
    text.length > 400 ||
    isTreatment(text) ||
    // `colour: black`: what it is the value of is said too.
    (/^\p{L}[\p{L} ]{1,24}: \S/u.test(text) && !/^(?:re|fw|fwd|aw|wg|tr|rv|rif|ref|attn|cc|ps|nb): /u.test(text)) ||
    /\uE001/u.test(text) ||
    new RegExp(`(?:^|[ ,(])(?:${LIMITS.source}|${INSTEAD_OF})`, 'u').test(text)
  )
    return false;
  if (new RegExp(ARROW, 'u').test(text) || REASON.test(text.slice(text.search(/, | - |[，。]/u)).replace(/^[\s,，。-]+/u, '')))
    return false;
  // Chinese and Japanese go on after a comma: with a reason or another request.
  if (/[，。；]/u.test(scene.folded.source.slice(span.start, span.end))) return false;
  // `Member states (lower case)`: what stands in brackets may be said about the text.
  if (/\((?!s\))[\p{Ll} ]+\)$/u.test(text) && !/\p{N}/u.test(text)) return false;
  if (GOES_ON.test(text) || /\. (?:then|also|and|please)(?: |$)/u.test(text)) return false;
  // Another request, or something that only its author knows: `my name`.
  return !new RegExp(
    `^(?:${ANY_VERB}) |, (?:and )?(?:${ANY_VERB}) |^${word('my|mine|our|ours|your|mein|unser|mon|notre|mi|nuestro|mio|nostro|meu|nosso|mijn|ons')} `,
    'u',
  ).test(text);
}
