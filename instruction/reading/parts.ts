// An instruction as its parts: one request each, without courtesy, and reasons apart. Misspelled verbs are recognised here.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED, trimmed } from './folded.ts';
import { withPassive } from './clauses/passive.ts';
import { BOLD, COLOR, ITALIC } from './looks.ts';
import { type Stay, stayAtEnd, stayOf } from './clauses/stays.ts';
import { conceptsSaid } from './form-concepts.ts';
import {
  AFTER,
  ANY_VERB,
  ARROW,
  BEFORE,
  CLOSERS,
  ELSE_STAYS,
  HARMLESS,
  LIMITS,
  LINKS,
  OPENERS,
  PAGE_VERBS,
  PLACE_STAYS,
  REASON,
  SIGNS,
  VERBS_BY_SPELLING,
  verbsOf,
  word,
} from './lexicon.ts';
import { isTextKept } from './scope-words.ts';

/** A request: `span` is what asks, without courtesy and reasons. */
export interface Part {
  readonly span: Span;
  /** With all that belongs to it. */
  readonly said: Span;
  /** What follows as its reason. */
  readonly reason?: Span;
  /** What held the text that goes stays, empty: `…; keep the row`. */
  readonly isPlaceKept?: true;
  /** What is said of the rest: it holds for what is done, or nothing is done. */
  readonly stays?: readonly Stay[];
}

/** The verb of a part that begins here, also behind courtesy. */
const VERB_NEXT = new RegExp(`^[\\s,]*(?:(?:${OPENERS}|${LINKS})[\\s,]*)*(?:${ANY_VERB}|${PAGE_VERBS})(?=[\\s"'\uE001]|$)`, 'u');
/** A German or Dutch request with its verb at the end. */
const VERB_LAST = new RegExp(`^[^,;\uE001]{3,80} (?:${ANY_VERB})(?=[,;]|$)`, 'u');
const SENTENCE_END = /[.!?;]+(?=\s|$)/gu;
const JOINT = new RegExp(
  `,? (?:${word('and then|and also|and|then|und dann|und|et puis|et|y|e poi|e|en dan|en')}|&) |, ?(?:${word('then|dann|puis|luego|poi|depois|dan')} )?`,
  'gu',
);

export function splitParts(folded: Folded): Part[] {
  const stays: Stay[] = [];
  const parts = splitRequests(folded, stays);
  return stays.length > 0 ? parts.map((part) => ({ ...part, stays })) : parts;
}

/** @param stays what is said of the rest is added here */
function splitRequests(folded: Folded, stays: Stay[]): Part[] {
  const parts: Part[] = [];
  for (const sentence of sentencesOf(folded)) {
    for (const piece of piecesOf(folded, sentence)) {
      const kept = withoutPlaceKept(folded, withoutCourtesy(folded, piece));
      const { isPlaceKept } = kept;
      const last = parts.at(-1);
      const span = withoutStays(folded, kept.span, stays, last !== undefined);
      if (span.start >= span.end && kept.span.start < kept.span.end) continue;
      if (isPlaceKept && last && span.start >= span.end) {
        parts[parts.length - 1] = { ...last, said: { start: last.said.start, end: piece.end }, isPlaceKept };
        continue;
      }
      if (span.start >= span.end) continue;
      const text = folded.text.slice(span.start, span.end);
      const subject = last && PRONOUN_ONLY.test(text) ? last : undefined;
      if (subject && IS_SO.test(folded.text.slice(subject.span.start, subject.span.end))) {
        parts[parts.length - 1] = { ...subject, span: { ...subject.span, end: span.end }, said: { ...subject.said, end: piece.end } };
        continue;
      }
      if (isPreface(text) && !last && !withPassive(folded, span)) continue;
      if (last && REPEATED.test(text)) {
        parts[parts.length - 1] = { ...last, said: { start: last.said.start, end: piece.end } };
        continue;
      }
      // `…, after "A"`: where, said behind a comma; `…, keep the words`.
      if (last && !last.reason && (PLACE_ONLY.test(text) || isTextKept(text))) {
        const { end } = span;
        parts[parts.length - 1] = { ...last, span: { ...last.span, end }, said: { ...last.said, end: piece.end } };
        continue;
      }
      const isReason = REASON.test(text) && !LIMITS.test(text) && !/[\uE001\d]/u.test(text);
      if (last && isReason && !VERB_NEXT.test(text) && !last.reason) {
        parts[parts.length - 1] = { ...last, said: { start: last.said.start, end: piece.end }, reason: span };
        continue;
      }
      parts.push({ span, said: isPlaceKept ? piece : span, ...(isPlaceKept ? { isPlaceKept } : {}) });
    }
  }
  return parts;
}

const WITHOUT_PLACE_KEPT_KEPT = new RegExp(
  `(?:^|[,;:(-] ?| (?=but |and |und |aber |et |mais |y |pero |e |ma |mas |en |maar ))${PLACE_STAYS}\\)?$`,
  'u',
);

function withoutPlaceKept(folded: Folded, span: Span): { readonly span: Span; readonly isPlaceKept: true | undefined } {
  const kept = WITHOUT_PLACE_KEPT_KEPT.exec(folded.text.slice(span.start, span.end));
  if (!kept) return { span, isPlaceKept: undefined };
  return { span: trimmed(folded, { start: span.start, end: span.start + kept.index }, /[\s,;:.!?-]/u), isPlaceKept: true };
}

/** Without clauses at its end that say only what stays; all of it may be one, behind a request. */
function withoutStays(folded: Folded, whole: Span, stays: Stay[], isBehind: boolean): Span {
  let span = whole;
  for (;;) {
    const text = folded.text.slice(span.start, span.end);
    const own = isBehind ? stayOf(text) : undefined;
    if (own) {
      stays.push(own);
      return { start: span.start, end: span.start };
    }
    const found = stayAtEnd(text);
    if (!found) return span;
    stays.push(found.stay);
    span = trimmed(folded, { start: span.start, end: span.start + found.index }, /[\s,;:.!?-]/u);
  }
}

const PLACE_ONLY = new RegExp(`^(?:${AFTER}|${BEFORE}) ${QUOTED}$`, 'u');
const PRONOUN = word('it|them|this|that|these|those|sie|es|ihn|diese[snr]?|le|la|les|lo|las|los|li|o|a|os|as|het|ze|die');
const PRONOUN_ONLY = new RegExp(`^(?:${ANY_VERB}) ${PRONOUN}(?: ${word('please|bitte|weg|raus')})?$|^${PRONOUN} (?:${ANY_VERB})$`, 'u');
/** `the last page is empty`: says of what the next request speaks, and why. */
const IS_SO = new RegExp(
  `^(?!(?:${ANY_VERB}) )[^\uE001:]{3,80} ${word('is|are|was|were|looks?|has|have|ist|sind|est|sont|es|esta|estan|son|e|sono|sao')} [^\uE001:\\d]{2,60}$`,
  'u',
);
const SAID_OF = new RegExp(
  `^(?<what>(?!(?:${ANY_VERB}) )[^\uE001:]{3,80}?)(?<why> ${word('is|are|was|were|looks?|has|have|ist|sind|est|sont|es|esta|estan|son|e|sono|sao')} [^\uE001:\\d]{2,60}?[,.;]? (?:(?:${OPENERS}|${word('so|also|donc|then|dann|daher|por eso|quindi|entao|dus|and|und')})[ ,]*)*)(?<verb>${ANY_VERB})(?<it> ${PRONOUN}(?: ${word('please|bitte')})?)$`,
  'du',
);

/** `the last page is empty, please delete it` as `the last page … delete`, every word that remains at its place. */
export function withSubject(folded: Folded, { start, end }: Span): Folded | undefined {
  const groups = SAID_OF.exec(folded.text.slice(start, end))?.indices?.groups;
  if (!groups?.['why'] || !groups['it']) return undefined;
  let { text } = folded;
  for (const [from, to] of [groups['why'], groups['it']])
    text = text.slice(0, start + from) + ' '.repeat(to - from) + text.slice(start + to);
  return { ...folded, text };
}

const IS_ABOUT_ONESELF_SAID = new RegExp(
  `^${word('my|mein[er]?|meinen?|mon|ma|mi|mio|mia|il mio|la mia|meu|minha|mijn')} (?<what>[\\p{L} -]{2,30}?) ${word('is|ist|est|es|e')} `,
  'u',
);

/** `my name is Ada` is what a form is filled with. */
function isAboutOneself(text: string): boolean {
  const said = IS_ABOUT_ONESELF_SAID.exec(text);
  return conceptsSaid(said?.groups?.['what'] ?? '').length > 0;
}

/** `could you correct it`: asks for what was told before. */
const REPEATED = new RegExp(
  `^(?:${verbsOf('change')}|corriger|korrigieren)(?: (?:it|that|this|them|das|es|dies|le|la|lo|dit|dat|that typo|the typo))?(?: (?:korrigieren|andern|anpassen))?$`,
  'u',
);

/** A verb where a request begins; within a statement it asks for nothing: `we changed the street`. */
const IS_PREFACE_WORDS = new RegExp(
  `(?:^|[,;:(] ?|${word('and|und|et|y|e|en|so|also|then|please|pls|bitte|to|must|should|shall|has to|have to|needs?|want|would like|soll(?:te)?|muss|doit|debe|deve|moet')} )(?:${ANY_VERB}|${PAGE_VERBS})|${word('must|should|shall|has to|have to|needs? to|want|would like|soll(?:te)?|muss|doit|debe|deve|moet|is now|are now|instead')}`,
  'u',
);

/** Said before the first request, without asking for anything: `thanks for yesterday`, `this is only my draft`. */
function isPreface(text: string): boolean {
  return (
    !/[\uE001\d:@]|->/u.test(text) &&
    !isAboutOneself(text) &&
    !/^(?:i|we) (?:only |just )(?:need|want) /u.test(text) &&
    !IS_PREFACE_WORDS.test(text) &&
    (/^(?:thanks|thank you|merci|danke)(?: |$)/u.test(text) || (REASON.test(text) && !/ (?:now|should|must) /u.test(text)))
  );
}

/** Tells of its author or their work, and asks for nothing. */
const isStatement = (said: string) => isPreface(said.trim()) && said.trim().split(' ').length > 3;

const SENTENCES_OF_IS_END = new RegExp(`^(?:${OPENERS}|${CLOSERS})`, 'u');

/** A full stop ends a sentence where another request, a reason or courtesy follows; within a text it does not. */
function sentencesOf({ text }: Folded): Span[] {
  const sentences: Span[] = [];
  let start = 0;
  for (const found of text.matchAll(SENTENCE_END)) {
    const end = found.index + found[0].length;
    const rest = text.slice(end).trimStart();
    const isEnd =
      rest === '' ||
      isStatement(text.slice(start, found.index)) ||
      stayOf(rest.replace(/[\s.!?]+$/u, '')) !== undefined ||
      /[;!?]/.test(found[0]) ||
      VERB_NEXT.test(rest) ||
      SENTENCES_OF_IS_END.test(rest) ||
      REASON.test(rest);
    // An abbreviation or a number goes on.
    if (
      /(?<!\p{L})(?:i\.? ?e|e\.? ?g|d\.? ?h|z\.? ?b|c\.?-?a-?d|p\.? ?ej|viz|et al|etc|vs|approx|ca|fig|abb|nr|vol|ed|eds|dr|mr|mrs|ms|prof|inc|ltd|co|corp|bzw|ggf|evtl|sra?|cf)$/u.test(
        text.slice(start, found.index),
      )
    )
      continue;
    if (!isEnd && !/[\uE000\uE001]$/u.test(text.slice(0, found.index))) continue;
    sentences.push({ start, end: found.index });
    start = end;
  }
  if (start < text.length) sentences.push({ start, end: text.length });
  return sentences;
}

const PIECES_OF_IS_DONE = new RegExp(` (?:${ANY_VERB})$`, 'u');
const PIECES_OF_WORDS = new RegExp(ANY_VERB, 'u');

/** Cut at `and` and commas where a verb follows. */
function piecesOf({ text }: Folded, { start, end }: Span): Span[] {
  const pieces: Span[] = [];
  let from = start;
  const sentence = text.slice(start, end);
  for (const joint of sentence.matchAll(JOINT)) {
    const at = start + joint.index;
    const next = at + joint[0].length;
    const isDone = PIECES_OF_IS_DONE.test(text.slice(from, at)) && VERB_LAST.test(text.slice(next, end));
    const isStated = STATED.test(text.slice(from, at)) && STATED.test(text.slice(next, end)) && !VERB_NEXT.test(text.slice(from, at));
    if (at <= from || (!isStated && !isDone && !VERB_NEXT.test(text.slice(next, end)))) continue;
    const before = withoutCourtesy({ source: text, text }, { start: from, end: at });
    const said = text.slice(before.start, before.end);
    if (!isStated && !PIECES_OF_WORDS.test(said) && !KEPT_ONLY.test(said) && !isPreface(said) && said !== '') continue;
    pieces.push({ start: from, end: at });
    from = next;
  }
  pieces.push({ start: from, end });
  return pieces;
}

/** A wish without a verb of its own. */
const KEPT_ONLY = new RegExp(`^(?:i|we) (?:only |just )?(?:need|want) |^(?:keep|only|just|nur|seulement|solo|apenas|alleen) `, 'u');

/** Says of something what it shall be now. */
const STATED = new RegExp(
  ` (?:in|en|auf) (?:${BOLD}|${ITALIC}|${COLOR})$|${ARROW}|${word('(?:is|are) now|(?:should|must|shall) (?:now )?(?:be|read|say)|becomes?|ist jetzt|sind jetzt|soll(?:te)? .{1,40} (?:heissen|lauten|sein)|wird zu|est maintenant|devient|devrait etre|ahora es|debe (?:ser|decir)|ora e|deve essere|agora e|deve ser|is nu|moet .{1,40} (?:zijn|worden)')}`,
  'u',
);

/** What it is for, before a colon: `our paper goes into review: please black out …`. */
const PREFACE = new RegExp(
  `^(?:${word("our|my|we|i|this (?:is|goes|will|was|gets)|it's|it (?:is|goes|will)|for (?:a|an|the|our|my)|unser[e]?|mein[e]?|wir|ich|das ist|fur (?:ein|eine|einen|die|den|das)|notre|mon|ma|nous|je|c'est|pour (?:un|une|le|la)|nuestro|nuestra|mi|es|para (?:un|una|el|la)|nostr[oa]|mi[oa]|per (?:un|una|il|la)|nosso|nossa|meu|minha|para (?:um|uma|o|a)|ons|onze|mijn|voor (?:een|de|het)")}) [^:\uE001\\d]{3,90}(?:: (?=(?:${OPENERS}[ ,]*)*(?:${ANY_VERB}) )| - (?=(?:${OPENERS}[ ,]*)+(?:${ANY_VERB}) ))`,
  'u',
);

/** Why, before what is asked for with all that belongs to it: `we print this on A5, so delete the footer`. */
const CONSEQUENCE = new RegExp(
  `^(?!${ANY_VERB})[^:;\uE001]{3,110}?,? ${word('so|also|donc|por eso|quindi|dus')} (?=(?:${OPENERS}[ ,]*)*(?:${ANY_VERB}) (?!${PRONOUN}(?![\\p{L}])))`,
  'u',
);

const WITHOUT_COURTESY_OPEN = new RegExp(
  `^(?:${OPENERS}(?=[\\s,!.:]|$)|(?:(?:${word('just|the|some|a few|two|three|four|following|small|quick|zwei|drei|deux|trois|dos|tres|due|tre|twee|drie')}) )*${word('things|changes|typos|corrections|fixes|edits|requests|points|dinge|anderungen|korrekturen|modifications|cambios|cambiamenti|mudancas|dingen|wijzigingen')}:)`,
  'u',
);
const WITHOUT_COURTESY_LINK = new RegExp(`^${LINKS}(?=[,:]| (?:${ANY_VERB}|${PAGE_VERBS})(?: |$))`, 'u');
const WITHOUT_COURTESY_CLOSE = new RegExp(`(?:^|[\\s,(]+)${CLOSERS}\\)?$`, 'u');
const WITHOUT_COURTESY_STAYS = new RegExp(`(?:^|[\\s,;-]+)${ELSE_STAYS}$`, 'u');

function withoutCourtesy(folded: Folded, part: Span): Span {
  // `Name, 10, -, -`: the empty cells of a row.
  const isRow = /[,|;] ?-\s*$/u.test(folded.text.slice(part.start, part.end));
  let span = trimmed(folded, part, isRow ? /[\s,;:.!?]/u : /[\s,;:.!?-]/u);
  for (;;) {
    const text = folded.text.slice(span.start, span.end);
    const open = WITHOUT_COURTESY_OPEN.exec(text);
    const link = WITHOUT_COURTESY_LINK.exec(text);
    const close = WITHOUT_COURTESY_CLOSE.exec(text);
    const stays = WITHOUT_COURTESY_STAYS.exec(text);
    const preface = PREFACE.exec(text);
    const consequence = CONSEQUENCE.exec(text);
    if (consequence) span = trimmed(folded, { ...span, start: span.start + consequence[0].length }, /[\s,;:.!?-]/u);
    else if (preface && !LIMITS.test(preface[0]))
      span = trimmed(folded, { ...span, start: span.start + preface[0].length }, /[\s,;:.!?-]/u);
    else if (stays) span = trimmed(folded, { ...span, end: span.start + stays.index }, /[\s,;:.!?-]/u);
    else if (open) span = trimmed(folded, { ...span, start: span.start + open[0].length }, /[\s,;:.!?-]/u);
    else if (link) span = trimmed(folded, { ...span, start: span.start + link[0].length }, /[\s,;:.!?-]/u);
    else if (close) span = trimmed(folded, { ...span, end: span.start + close.index }, /[\s,;:.!?-]/u);
    else return span;
  }
}

const REASON_MARK = /(?:, | - |\(|; )|(?<=\s)(?=(?:because|weil|parce que|porque|perche|omdat) )/gu;

/** The part without a reason at its end; the shortest first. */
export function withoutReason(folded: Folded, part: Part): Part | undefined {
  const text = folded.text.slice(part.span.start, part.span.end);
  for (const mark of [...text.matchAll(REASON_MARK)].toReversed()) {
    const start = part.span.start + mark.index + mark[0].length;
    const tail = folded.text.slice(start, part.span.end).trim().replace(/\)$/u, '');
    if (mark.index === 0 || !REASON.test(tail) || LIMITS.test(tail.replace(HARMLESS, ' ')) || /\uE001/u.test(tail)) continue;
    const span = withoutCourtesy(folded, { start: part.span.start, end: part.span.start + mark.index });
    return { ...part, span, reason: { start, end: part.span.end } };
  }
  return undefined;
}

const MEND_VERBS_WORDS = new RegExp(`^(?:${ANY_VERB}|${AFTER}|${BEFORE})$`, 'u');
const MEND_VERBS_IS_FIRST = new RegExp(`${OPENERS}$`, 'u');

/** With a sign instead of a misspelled verb where a request begins. */
export function mendVerbs(folded: Folded): Folded {
  let { text } = folded;
  // Without its marks it is the German word for `other`.
  for (const { 0: said, index } of folded.source.matchAll(/(?<![\p{L}])[Ää]ndere(?![\p{L}])/gu))
    text = text.slice(0, index) + SIGNS.change + ' '.repeat(said.length - 1) + text.slice(index + said.length);
  for (const found of text.matchAll(/\p{L}{4,}/gu)) {
    const [said, at] = [found[0], found.index];
    if (VERBS_BY_SPELLING.has(said) || MEND_VERBS_WORDS.test(said)) continue;
    const before = text.slice(0, at).trimEnd();
    const isFirst = before === '' || /[,;:.!?]$/u.test(before) || MEND_VERBS_IS_FIRST.test(before);
    const act = isFirst ? misspelledAct(said) : undefined;
    if (act) text = text.slice(0, at) + act + ' '.repeat(said.length - 1) + text.slice(at + said.length);
  }
  return { ...folded, text };
}

/** Words of their own, one letter off a verb: `after` is no `alter`. */
const NO_VERBS = new Set(
  'after later alert center centre centered invert inverse white while charge remote connect stripe strips eraser master clean place price black other under order folder since wider fixed every there these those where whole title total text table date name other'.split(
    ' ',
  ),
);

function misspelledAct(said: string): string | undefined {
  if (NO_VERBS.has(said)) return undefined;
  for (const [verb, act] of VERBS_BY_SPELLING) if (isOneOff(said, verb)) return SIGNS[act];
  // In a long verb two letters may be missing: `hilight`.
  for (const [verb, act] of VERBS_BY_SPELLING) {
    if (
      verb.length >= 8 &&
      said.length === verb.length - 2 &&
      Array.from(verb).some((_, at) => isOneOff(verb.slice(0, at) + verb.slice(at + 1), said))
    )
      return SIGNS[act];
  }
  // Two letters swapped and another one wrong: `deltet`.
  for (const [verb, act] of VERBS_BY_SPELLING) {
    const isNear = verb.length >= 6 && said.startsWith(verb.slice(0, 2)) && Math.abs(verb.length - said.length) <= 1;
    if (isNear && swapsOf(said).some((swapped) => isOneOff(swapped, verb))) return SIGNS[act];
  }
  return undefined;
}

/** Each with two neighbouring letters swapped. */
const swapsOf = (said: string) =>
  Array.from({ length: said.length - 1 }, (_, at) => said.slice(0, at) + said.charAt(at + 1) + said.charAt(at) + said.slice(at + 2));

/** One letter more, less, another, or two swapped. */
export function isOneOff(one: string, two: string): boolean {
  if (one === two || Math.abs(one.length - two.length) > 1) return false;
  let at = 0;
  while (at < one.length && one.charAt(at) === two.charAt(at)) at++;
  const [rest, other] = [one.slice(at), two.slice(at)];
  if (rest.length === other.length) {
    if (rest.slice(1) === other.slice(1)) return true;
    return rest.charAt(0) === other.charAt(1) && rest.charAt(1) === other.charAt(0) && rest.slice(2) === other.slice(2);
  }
  return rest.length > other.length ? rest.slice(1) === other : rest === other.slice(1);
}
