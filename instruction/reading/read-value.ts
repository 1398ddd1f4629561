// The new text that a part says, with what is said of its place.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED, quotedIn, trimmed } from './folded.ts';
import { NEW_LEAD, NEW_TAIL } from './lexicon.ts';
import { textOf } from './part-text.ts';
import { takeWhere } from './scope-words.ts';

const VALUE_WORDS = new RegExp(QUOTED, 'u');

/**
 * The value that a part says: quoted, or all of it; with what is said of its place behind it.
 *
 * @param old what it stands for: of a value that differs only in capitals, a remark on these is no part
 */
export function readValue(
  folded: Folded,
  part: Span,
  old?: Span,
): { readonly value: Span; readonly tail?: Span; readonly where: ReturnType<typeof takeWhere>['where'] } | undefined {
  const taken = takeWhere(folded, part);
  // `Page 1 of 2` is a text that begins with a page.
  const isText = taken.where.pages !== undefined && taken.rest.start > trimmed(folded, part).start && !quotedIn(folded, part);
  const { rest, where } = isText ? { rest: trimmed(folded, part), where: {} } : taken;
  const quoted = quotedIn(folded, rest);
  if (!quoted) return { value: withoutNews(folded, rest, old), where };
  const [before, after] = [
    trimmed(folded, { start: rest.start, end: quoted.start }),
    trimmed(folded, { start: quoted.end, end: rest.end }),
  ];
  const lead = folded.text.slice(before.start, before.end);
  if (lead !== '' && !VALUE_NOUN.test(lead)) return undefined;
  if (VALUE_WORDS.test(folded.text.slice(after.start, after.end))) return undefined;
  return {
    value: quoted,
    where,
    ...(after.start < after.end && !/^[.!]+$/.test(folded.text.slice(after.start, after.end)) ? { tail: after } : {}),
  };
}

const WITHOUT_NEWS_LEAD = new RegExp(`^${NEW_LEAD} `, 'u');
const WITHOUT_NEWS_TAIL = new RegExp(` ${NEW_TAIL}$`, 'u');

function withoutNews(folded: Folded, part: Span, old: Span | undefined): Span {
  const { text, at } = textOf(folded, part);
  const lead = WITHOUT_NEWS_LEAD.exec(text)?.[0].length ?? 0;
  const remark = ABOUT_CASE.exec(text);
  const isSame = remark && old && text.slice(0, remark.index) === folded.text.slice(old.start, old.end);
  const tail = (isSame ? remark.index : WITHOUT_NEWS_TAIL.exec(text)?.index) ?? text.length;
  return lead < tail ? at(lead, tail) : part;
}

/** `États membres (minuscule)`: how the new text is written is said too. */
const ABOUT_CASE =
  / \((?:(?:in|with|mit|avec|en|con|com|met|all|small|capital) )*(?:(?:a )?(?:small|capital|lower|upper)(?:[- ]?case)?(?: letters?)?(?: [a-z])?|minuscules?|majuscules?|kleingeschrieben|klein|grossgeschrieben|gross|kleinschreibung|grossschreibung|minusculas?|mayusculas?|minuscol[oa]|maiuscol[oa]|maiusculas?|kleine letters?|hoofdletters?)\)$/u;

const VALUE_NOUN =
  /^(?:(?:the|a|an|der|die|das|den|le|la|les|el|los|il|lo|o|os|het|de) ?)?(?:(?:new )?(?:words?|texts?|phrases?|names?|titles?|values?|numbers?|dates?|adress(?:es)?|address(?:es)?|line|sentence|wort|mot|texte|palabra|texto|parola|testo|paragraphe|paragraph|woord|tekst)? ?)$/u;
