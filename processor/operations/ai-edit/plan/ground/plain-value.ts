// Whether words without quotation marks can only be a text to write.

import type { Span } from '#instruction/tokens.ts';
import { isTreatment } from '#instruction/reading/clauses/passive.ts';
import { ANY_VERB, ARROW, CLOSERS, INSTEAD_OF, LIMITS, OPENERS, REASON, TO, word } from '#instruction/reading/lexicon.ts';
import { placeBehind } from '#instruction/reading/texts/place-behind.ts';
import { isRequestTalk } from '#instruction/reading/texts/request-talk.ts';
import { IN_PLACE } from '#instruction/reading/things.ts';
import { findIn } from '../places/ground-document.ts';
import type { Scene } from '../places/scene.ts';

/** A clause that says more than a new text. */
const GOES_ON =
  /[,;-] ?(?:so|and|but|because|which|please|kindly|then|as|since|when|where|while|i|we|it|he|she|they|that|this|otherwise|or|weil|da|damit|denn|und|parce|car|et|afin|porque|para|y|perche|pois|want|omdat|en) /u;

/** Another statement, or a request behind its place. */
const STATEMENT = new RegExp(
  `^${word('written|spelled|spelt|printed|shown|geschrieben|ecrit|escrit[oa]|scritt[oa]|geschreven')}|${word('(?:should|must|has to|needs to) (?:be|say|read|become)|soll(?:te)? .+ (?:heissen|lauten|sein)|doit (?:etre|dire)|debe (?:ser|decir)')}|^${IN_PLACE}[ '].* ${ANY_VERB} `,
  'u',
);
const FURTHER = new RegExp(
  `(?:,| ${word('and|und|et|y|e|en')}) (?:${word('also|auch|aussi|tambien|anche|the|die|das|der|le|la|el|il|o')} )*(?<old>[^ ]+(?: [^ ]+){0,5}?) (?:${TO}|${ARROW}) `,
  'gu',
);

/** `that's and cant to can't`: a second request whose old text stands in the document. */
function goesOnElided({ folded, ground, pages }: Scene, { start, end }: Span): boolean {
  const text = folded.text.slice(start, end);
  return [...text.matchAll(FURTHER)].some(({ groups, index, 0: hit }) => {
    const old = groups?.['old'] ?? '';
    const from = start + index + hit.lastIndexOf(old, hit.length);
    return findIn(ground, folded.source.slice(from, from + old.length), pages)?.isInside === false;
  });
}

/** @param old what it stands for; a place behind both is a part of the texts */
function hasPlaceBehind({ folded }: Scene, span: Span, old: Span | undefined): boolean {
  const place = placeBehind(folded, span)?.place;
  if (!place) return false;
  const said = folded.text.slice(place.start, place.end);
  return old === undefined || !folded.text.slice(old.start, old.end).includes(said);
}

const LIKE_SHARE = 0.6;

/** Most of its words stand in the old text too, which stands in the document: it is written again. */
function isLikely({ ground, folded, pages }: Scene, span: Span, old: Span): boolean {
  const wordsOf = ({ start, end }: Span) => folded.text.slice(start, end).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [words, olds] = [wordsOf(span), new Set(wordsOf(old))];
  const shared = words.filter((one) => olds.has(one)).length;
  return (
    words.length > 2 &&
    shared >= words.length * LIKE_SHARE &&
    findIn(ground, folded.source.slice(old.start, old.end), pages)?.isInside === false
  );
}

const IS_PLAIN_VALUE_WORDS = new RegExp(`(?:^|[ ,(])(?:${LIMITS.source}|${INSTEAD_OF})`, 'u');
const IS_PLAIN_VALUE_WORDS_2 = new RegExp(ARROW, 'u');
const IS_PLAIN_VALUE_WORDS_3 = new RegExp(
  `^(?:${ANY_VERB}) |, (?:and )?(?:${ANY_VERB}) |^${word('my|mine|our|ours|your|mein|unser|mon|notre|mi|nuestro|mio|nostro|meu|nosso|mijn|ons')} `,
  'u',
);

const COURTESY_FIRST = new RegExp(`^(?:${OPENERS}|${CLOSERS})(?=[ ,.]|$)`, 'u');

/** The cells of a row hold what they hold; only words of the request are none of them. */
export function isRowValue({ folded }: Scene, { start, end }: Span): boolean {
  const text = folded.text.slice(start, end);
  return !COURTESY_FIRST.test(text) && !GOES_ON.test(text);
}

/** Words to write that could be words of the request are not taken without quotation marks. */
export function isPlainValue(scene: Scene, span: Span, old?: Span): boolean {
  const text = scene.folded.text.slice(span.start, span.end);
  if (
    text === '' ||
    text.length > 400 ||
    isTreatment(text) ||
    isRequestTalk(text) ||
    // `colour: black`: what it is the value of is said too.
    (/^\p{L}[\p{L} ]{1,24}: \S/u.test(text) && !/^(?:re|fw|fwd|aw|wg|tr|rv|rif|ref|attn|cc|ps|nb): /u.test(text)) ||
    /\uE001/u.test(text) ||
    IS_PLAIN_VALUE_WORDS.test(text)
  )
    return false;
  if (IS_PLAIN_VALUE_WORDS_2.test(text) || REASON.test(text.slice(text.search(/, | - |[，。]/u)).replace(/^[\s,，。-]+/u, '')))
    return false;
  const isLike = old !== undefined && isLikely(scene, span, old);
  if (STATEMENT.test(text) || (!isLike && hasPlaceBehind(scene, span, old)) || goesOnElided(scene, span)) return false;
  // Chinese and Japanese go on after a comma: with a reason or another request.
  if (/[，。；]/u.test(scene.folded.source.slice(span.start, span.end))) return false;
  // `Member states (lower case)`: what stands in brackets may be said about the text.
  if (/\((?!s\))[\p{Ll} ]+\)$/u.test(text) && !/\p{N}/u.test(text)) return false;
  if ((!isLike && GOES_ON.test(text)) || /\. (?:then|also|and|please)(?: |$)/u.test(text)) return false;
  // Another request, or something that only its author knows: `my name`.
  return !IS_PLAIN_VALUE_WORDS_3.test(text);
}
