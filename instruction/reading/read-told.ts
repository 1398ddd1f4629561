// Corrections that are told instead of asked for: `it still says "A", that is wrong, it must be "B"`, `the rate changed from 3 % to 4 %`,
// `the meeting is now on 5 May`. What stands around the two texts says where they are; the document has to bear it out.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED } from './folded.ts';
import type { Intent } from './intents.ts';
import { ARROW, INSTEAD_OF, NOT, SHOULD_BE, TO, verbsOf, word } from './lexicon.ts';
import { UPPER } from './looks.ts';
import { splitsAt, type Text, textOf } from './part-text.ts';
import { takeWhere } from './scope-words.ts';

type Told = Extract<Intent, { kind: 'told' }>;

const TYPO = word(
  'typos?|misspellings?|mistakes?|errors?|slips?|(?:schreib|tipp)fehler|fehler|coquilles?|fautes?|erreurs?|erratas?|erro(?:r|re|s)?|refus[oi]|gralha|(?:tik|schrijf)fout(?:je)?',
);
/** `there is an obvious typo in the Denver row:` */
const LEAD = new RegExp(
  `^(?:(?:there(?:'s| is| are|s)|we have|i (?:found|see|spotted)|es gibt|da ist|hier ist|il y a|hay|c'e|ce|ha|er (?:staat|zit|is)) )?(?:(?:a|an|one|two|three|the|these|die|les|los|las|gli|i|os|de|ein|einen|une?|una?|um|een|obvious|small|little|kleine[rn]?|petite?) )*${TYPO}(?<about>[^:,\uE001]*?)(?:[:,] ?| - )`,
  'u',
);

/** What says that a text is written there: `it still says`. */
const SAYS = word(
  "(?:it |there |that |which )?(?:still |currently |wrongly |now )*(?:says|reads|states|has|shows|is written)|(?:es |da |dort )?(?:steht|heisst es|lautet)(?: noch| immer noch| da| dort| falschlich)*|il (?:est ecrit|y a)|on lit|dice(?: todavia)?|pone|c'e scritto|diz|esta escrito|er staat(?: nog)?|staat(?: er)?(?: nog)?",
);

/** All that may stand between the old text and the new one. */
const GAP = new RegExp(
  `${ARROW}|[,;:.-]|${SHOULD_BE}|${TYPO}|${word(
    "that|this|it|there|the|a|an|das|dies|es|hier|da|ein|une?|c'est|c'etait|ce|cela|ca|eso|esto|questo|isso|dat|het|is|was|were|ist|war|est|etait|era|e|it's|that's|it is|" +
      'outdated|old|obsolete|wrong|incorrect|misspelled|not right|falsch|veraltet|faux|fausse|incorrecto|sbagliato|errado|fout|verkeerd|' +
      'must|should|shall|shud|has to|needs to|ought to|muss|soll|sollte|musste|doit|devrait|il faut|faut|debe|deberia|deve|deveria|moet|' +
      'be|say|read|have|just|only|simply|now|rather|correctly|correct|right|really|actually|instead|in fact|by the end|meanwhile|since|heissen|lauten|sein|stehen|nur|jetzt|richtig|ist jetzt|' +
      'etre|lire|ecrire|mettre|dire|plutot|maintenant|en fait|seulement|ser|decir|poner|ahora|essere|dire|ora|invece|adesso|dizer|agora|zijn|worden|staan|nu|und|and|et|y|ed?|en|but|so',
  )}`,
  'gu',
);
/** It says that the other text is the right one. */
const MUST = new RegExp(
  `${SHOULD_BE}|${ARROW}|${word('must|should|shall|shud|has to|needs to|muss|soll|sollte|musste|doit|devrait|faut|debe|deberia|deve|deveria|moet|it is|it was|richtig|correct|plutot|invece')}`,
  'u',
);
/** What a verb leaves behind the new text. */
const BEHIND = new RegExp(
  `^[ ,]*(?:${word('heissen|lauten|sein|stehen|be|now|instead|etre|ser|essere|zijn|worden|staan|please|bitte')}[ ,.]*)*`,
  'u',
);
/** `it should just say` before the new text. */
const ASKS = new RegExp(
  `[ ,]*(?:${SHOULD_BE}|${word('(?:shud|should|must|has to|needs to|ought to|muss|soll|sollte|doit|devrait|debe|deve|moet)(?: (?:just|only|simply|really|now|nur|jetzt|juste|seulement|solo|alleen))*(?: (?:say|read|be|show|have|heissen|lauten|dire|etre|decir|ser|essere|zijn))?')})(?: ${word('just|only|simply|now|nur|jetzt|seulement')})*$`,
  'u',
);

/** `…, change it in all headers`: where, of what was told before. */
export const ANAPHOR = new RegExp(
  `(?:,? | - |[;.] )(?:(?:so|and|please|bitte|could you|und|et|y|e|en) )*(?:${verbsOf('change', 'replace')}) (?:it|that|this|das|es|le|la|lo|dit|dat)(?: (?<place>[^,\uE001]+))?$`,
  'u',
);

/** `Sources starts on page 40`: the page is what it shall say. */
const STARTS_ON = new RegExp(
  `^[^\uE001]+ ${word('starts?|begins?|is|beginnt|commence|empieza|inizia|comeca|begint')} (?:${word('now|jetzt')} )?${word('on|at|auf|a la|en la|a|na|op')} (?:${word('page|seite|pagina')}) \\d+$`,
  'u',
);

export function readTold(folded: Folded, part: Span): Intent[] {
  const whole = folded.text.slice(part.start, part.end);
  const anaphor = ANAPHOR.exec(whole);
  if (anaphor && anaphor.index > 0) {
    const place = anaphor.groups?.['place'];
    const about = place === undefined ? [] : [textOf(folded, part).at(whole.length - place.length, whole.length)];
    const told = readTold(folded, textOf(folded, part).at(0, anaphor.index));
    return told.map((one) => (one.kind === 'told' ? { ...one, about: [...one.about, ...about] } : one));
  }
  const isPageNew = STARTS_ON.test(whole);
  const { rest, where } = isPageNew ? { rest: part, where: {} } : takeWhere(folded, part);
  const lead = LEAD.exec(folded.text.slice(rest.start, rest.end));
  const before = lead ? aboutOfLead(folded, rest, lead) : [];
  const text = textOf(folded, { start: rest.start + (lead?.[0].length ?? 0), end: rest.end });
  const wrong = [
    ...quotedPair(text),
    ...quotedThenSaid(text),
    ...fromTo(text),
    ...stated(text),
    ...faultyValue(text),
    ...changed(text),
    ...announced(text),
    ...swapped(text),
    ...saysAndIs(text),
    ...madeValue(text),
  ];
  const told = wrong.map((one) => ({ ...one, about: [...before, ...one.about].filter(({ start, end }) => start < end), where }));
  return [
    ...told,
    ...(lead && before.length === 0 ? arrowed(text) : []),
    ...wrongOf(text),
    ...writtenFor(text, where.isEverywhere === true),
  ].map((one) => ({ where, ...one }));
}

const ANNOUNCED_GROUPS = new RegExp(`^(?<about>[^:\uE001]+): (?<old>[^ ]*\\p{N}[^ ]*) ${SHOULD_BE} (?<fresh>[^ ]*\\p{N}[^ ]*)$`, 'du');

/** `the fees went up: 70€ is now 75€`. */
function announced({ text, at }: Text): Told[] {
  const groups = ANNOUNCED_GROUPS.exec(text)?.indices?.groups;
  const [about, old, fresh] = [groups?.['about'], groups?.['old'], groups?.['fresh']];
  return about && old && fresh ? [{ kind: 'told', fresh: at(...fresh), old: at(...old), about: [at(...about)] }] : [];
}

const SWAPPED_INSTEAD = new RegExp(
  `^(?<about>[^\uE001]*?) ?${INSTEAD_OF} (?<old>${QUOTED})(?:,? ${word('bitte|please|svp|por favor|per favore|lieber|rather|nur|just')})* (?<fresh>${QUOTED})$`,
  'du',
);
const SWAPPED_WHERE = new RegExp(
  `^(?<fresh>${QUOTED}|[^\uE001]+?)(?<about>)(?: in ${UPPER})? ${word('(?:everywhere|wherever|each time|every time)(?: that)? it (?:says|reads)|uberall wo .{1,10} steht')} (?<old>${QUOTED})$`,
  'du',
);

const EVERYWHERE_WRITE = new RegExp(
  `^(?:${word('everywhere|wherever|each time|every time|whenever')}(?: that)? )?${word('it|the text|that')} ${word('says|reads|mentions|has')} (?<old>[^,\uE001]+?|${QUOTED}),? (?:${word('please|pls|plz|you should|we should')} )?${word('write|put|use|say|make it|change it to|replace it (?:by|with)')} (?<fresh>.+)$`,
  'du',
);

/** `everywhere it says A please write B`. */
function writtenFor({ text, at }: Text, isEverywhere: boolean): Intent[] {
  const groups = EVERYWHERE_WRITE.exec(text)?.indices?.groups;
  const [old, fresh] = [groups?.['old'], groups?.['fresh']];
  if (!old || !fresh) return [];
  const isSaid = isEverywhere || /^(?:every|wher|each|when)/u.test(text);
  return [{ kind: 'replace', old: at(...old), fresh: at(...fresh), says: 'text', ...(isSaid ? { where: { isEverywhere: true } } : {}) }];
}

const SAYS_AND_IS = new RegExp(
  `^(?<about>[^\uE001]*?)[:, ]*${SAYS} (?<old>[^ ]*\\p{N}[^ ]*?),? (?:${word('and|but|y|pero|und|aber|et|mais|e|ma|mas|en|maar')} )?(?:${word('it|es|das|ce|that')} )?(?:${SHOULD_BE}|${word('es|ist|est|e|is')}) (?<fresh>[^ ]*\\p{N}[^ ]*)$`,
  'du',
);

/** `in the programme it says 2014-21018 and it is 2014-2018`. */
function saysAndIs({ text, at }: Text): Told[] {
  const groups = SAYS_AND_IS.exec(text)?.indices?.groups;
  const [about, old, fresh] = [groups?.['about'], groups?.['old'], groups?.['fresh']];
  return about && old && fresh ? [{ kind: 'told', fresh: at(...fresh), old: at(...old), about: [] }] : [];
}

/** `at the bottom instead of "A" please "B"`, `"B" everywhere it says "A"`. */
function swapped({ text, at }: Text): Told[] {
  const instead = SWAPPED_INSTEAD.exec(text);
  const where = SWAPPED_WHERE.exec(text);
  const groups = (instead ?? where)?.indices?.groups;
  const [about, old, fresh] = [groups?.['about'], groups?.['old'], groups?.['fresh']];
  return about && old && fresh ? [{ kind: 'told', fresh: at(...fresh), old: at(...old), about: [at(...about)] }] : [];
}

/** Behind `there is a typo:`. */
const arrowed = (text: Text): Intent[] =>
  splitsAt(text, `(?:${ARROW}|${SHOULD_BE})`).map(([old, fresh]) => ({ kind: 'replace', old, fresh, says: 'text' }));

const WRONG_OF_GROUPS = new RegExp(
  `^(?:(?:you|we|i|they) [^ ]+ )?(?:the )?${word('wrong|incorrect|old|outdated|falsche[nrs]?|mauvaise?|verkeerde')} (?<old>[^,\uE001]+?)(?:,| -) ?(?:${word('it|this|that|es|das|ce|cela|het|dat')} )?${SHOULD_BE} (?<fresh>.+)$`,
  'du',
);

/** `we published the wrong city for Symantec, it should be Sunnyvale`. */
function wrongOf({ text, at }: Text): Intent[] {
  const groups = WRONG_OF_GROUPS.exec(text)?.indices?.groups;
  const [old, fresh] = [groups?.['old'], groups?.['fresh']];
  return old && fresh ? [{ kind: 'replace', old: at(...old), fresh: at(...fresh), says: 'label' }] : [];
}

const CHANGED_GROUPS = new RegExp(`^${verbsOf('change')} (?<about>[^\uE001]+?) ${TO} (?<fresh>[^ ]*[\\p{N}@].*)$`, 'du');

/** `change the mail of Ann Brown to ann@example.org`: a value of that kind near what is named. */
function changed({ text, at }: Text): Told[] {
  const groups = CHANGED_GROUPS.exec(text)?.indices?.groups;
  const [about, fresh] = [groups?.['about'], groups?.['fresh']];
  return about && fresh ? [{ kind: 'told', fresh: at(...fresh), about: [at(...about)] }] : [];
}

const MADE_VALUE = new RegExp(`^${word('make|set|put')} (?<about>the [\\p{L}]+(?: [\\p{L}]+){0,3}) (?<fresh>[^ ]*\\p{N}[^ ]*)$`, 'du');

/** `make the period 12.04-14.04.06`. */
function madeValue({ text, at }: Text): Told[] {
  const groups = MADE_VALUE.exec(text)?.indices?.groups;
  const [about, fresh] = [groups?.['about'], groups?.['fresh']];
  return about && fresh ? [{ kind: 'told', fresh: at(...fresh), about: [at(...about)] }] : [];
}

function aboutOfLead(folded: Folded, rest: Span, lead: RegExpExecArray): Span[] {
  const about = lead.groups?.['about'] ?? '';
  if (about.trim() === '') return [];
  const start = lead[0].lastIndexOf(about);
  return [textOf(folded, rest).at(start, start + about.length)];
}

const isGap = (said: string) => said.replaceAll(GAP, ' ').replaceAll(GAP, ' ').trim() === '';

const QUOTED_PAIR_WORDS = new RegExp(QUOTED, 'gu');
const QUOTED_PAIR_WORDS_2 = new RegExp(`^[ ,(-]*(?:${NOT}|${INSTEAD_OF}) *$`, 'u');
const QUOTED_PAIR_WORDS_3 = new RegExp(`^ *${NOT} *$`, 'u');
const QUOTED_PAIR_SAYS = new RegExp(`[ ,]*${SAYS} *$`, 'u');

/** Two quoted texts: `it says "A", that must be "B"`, `it should say "B", not "A"`. */
function quotedPair({ text, at }: Text): Told[] {
  const [first, second, third] = text.matchAll(QUOTED_PAIR_WORDS);
  if (!first || !second || third) return [];
  const one = at(first.index, first.index + first[0].length);
  const two = at(second.index, second.index + second[0].length);
  const between = text.slice(first.index + first[0].length, second.index);
  const before = text.slice(0, first.index);
  const tail = second.index + second[0].length;
  const behind = tail + (BEHIND.exec(text.slice(tail))?.[0].length ?? 0);
  const ends = behind < text.length ? [at(behind, text.length)] : [];
  if (QUOTED_PAIR_WORDS_2.test(between) || QUOTED_PAIR_WORDS_3.test(between)) {
    const asks = ASKS.exec(before.trimEnd());
    return asks ? [{ kind: 'told', fresh: one, old: two, about: [at(0, asks.index), ...ends] }] : [];
  }
  if (!MUST.test(between) || !isGap(between)) return [];
  const says = QUOTED_PAIR_SAYS.exec(before);
  return [{ kind: 'told', fresh: two, old: one, about: [at(0, says?.index ?? first.index), ...ends] }];
}

const QUOTED_THEN_SAID_WORDS = new RegExp(QUOTED, 'gu');
const QUOTED_THEN_SAID_SAYS = new RegExp(`[ ,]*${SAYS} *$`, 'u');

/** `"A" is a typo, it must be B`, `it says "through 22 states", by the end it was 24`. */
function quotedThenSaid({ text, at }: Text): Told[] {
  const [first, second] = text.matchAll(QUOTED_THEN_SAID_WORDS);
  if (!first || second) return [];
  const rest = text.slice(first.index + first[0].length);
  const says = QUOTED_THEN_SAID_SAYS.exec(text.slice(0, first.index));
  if (!says && first.index > 0) return [];
  const ends = Array.from(rest.matchAll(/ /gu), ({ index }) => index).filter(
    (index) => MUST.test(rest.slice(0, index)) && isGap(rest.slice(0, index)),
  );
  const end = ends.at(-1);
  if (end === undefined) return [];
  const from = first.index + first[0].length + end;
  const old = at(first.index, first.index + first[0].length);
  return [{ kind: 'told', fresh: at(from, text.length), old, about: [at(0, says?.index ?? 0)] }];
}

const MOVED = word(
  'changed|changes|has changed|goes|went|moves|moved|rises|rose|drops|dropped|is changing|andert sich|hat sich geandert|steigt|sinkt|passe|a change|change|cambia|ha cambiado|passa|e cambiat[oa]|mudou|muda|verandert|is veranderd|wijzigt',
);
const FROM_TO = new RegExp(
  `^(?<verb>${verbsOf('change')} )?(?<about>.+?) (?:${MOVED} )?${word('from|von|de|da|van|desde')} (?<old>[^ ]*[\\p{N}\\uE001][^ ]*(?: ?[%€$£])?|${QUOTED}) (?:${word('to|auf|zu|a|para|naar|in')}|${ARROW}) (?<fresh>.+)$`,
  'du',
);

/** `change the rate of B2 from 3 % to 4 %`, `the phone number changed from 3646 to 3966`. */
function fromTo({ text, at }: Text): Told[] {
  const groups = FROM_TO.exec(text)?.indices?.groups;
  const [about, old, fresh] = [groups?.['about'], groups?.['old'], groups?.['fresh']];
  return about && old && fresh ? [{ kind: 'told', fresh: at(...fresh), old: at(...old), about: [at(...about)] }] : [];
}

/** Between what is spoken of and its new value. */
const NOW_IS = word(
  '(?:now )?(?:is|are|was|were|runs?|ends?|closes?|opens?|costs?|ended|started|go(?:es)?|starts?|begins?|takes? place|is (?:dated|due|held|scheduled|called|postponed|moved|set)|has been (?:moved|postponed|set))(?: (?:now|to|on|at|by|for|with|in|until|from|page|since|actually|really))*|(?:ist|sind|findet|beginnt|liegt|betragt|kostet)(?: (?:jetzt|nun|am|bei|auf|um))*|' +
    '(?:est|sont|commence|passe|coute)(?: (?:reporte|reportee|fixe|fixee|deplace|deplacee|maintenant|desormais|au|a|le|la|pour))*|(?:es|son|esta|empieza|cuesta|pasa)(?: (?:ahora|a|el|al))*|' +
    '(?:e|sono|inizia|costa|passa|e stat[oa] (?:spostat[oa]|rinviat[oa]))(?: (?:ora|adesso|a|al|il))*|(?:sao|comeca|passa)(?: (?:agora|a|ao))*|(?:is|zijn|begint|kost)(?: (?:nu|op|om|naar))*|should (?:be|read|say)|must (?:be|say|read)|becomes?|(?:is|was) (?:a typo|wrong|a mistake|not right|incorrect),? (?:it.s|it is|it was|should be|it should be|it must be)|now',
);
const AROUND_NOW = new RegExp(`^(?:${word('now|jetzt|maintenant|ahora|ora|adesso|agora|nu|the|le|on|at|to|der|am|el|il')} )+`, 'u');

const STATED_DENIED = new RegExp(`,? (?:${NOT}(?: ${word('to|on|at|the|auf|am')})*|${INSTEAD_OF}) (?<old>.+)$`, 'du');
const STATED_NOW = new RegExp(` ${word('now|meanwhile|jetzt|maintenant|ahora|adesso|agora|nu')}$`, 'u');
const STATED_WORDS = new RegExp(`[ ,:]+(?:${NOW_IS})[ :]+`, 'gu');
const STATED_COLON = new RegExp(`(?<=[\\p{L})%]) ?: (?:(?:make|set|change) it (?:to )?)?`, 'u');
const STATED_ROUNDED = new RegExp(
  `^${word('round(?: off| up| down)?|runde[n]?|arrondi[srtez]*|redondea[r]?|arrotonda|arredonde|rond')} (?<about>.+) ${word('to|auf|a|para|op|naar')} `,
  'du',
);

/** `the meeting is now on 5 May`, `version is 2.1`, `round the value to 19.73`: a number, date or address of the kind that stands there. */
function stated({ text, at }: Text): Told[] {
  const found: Told[] = [];
  const add = (about: Span, from: number, isRounded = false) => {
    const lead = AROUND_NOW.exec(text.slice(from))?.[0].length ?? 0;
    const rest = text.slice(from + lead);
    const denied = STATED_DENIED.exec(rest);
    const old = denied?.indices?.groups?.['old'];
    const end = denied ? denied.index : rest.length;
    const now = STATED_NOW.exec(rest.slice(0, end));
    const fresh = at(from + lead, from + lead + (now?.index ?? end));
    if (!/[\p{N}@]/u.test(text.slice(from, from + lead + end)) || fresh.start >= fresh.end) return;
    found.push({
      kind: 'told',
      fresh,
      about: [about],
      ...(old ? { old: at(from + lead + old[0], from + lead + old[1]) } : {}),
      ...(isRounded ? { isRounded: true } : {}),
    });
  };
  for (const joint of text.matchAll(STATED_WORDS)) add(at(0, joint.index), joint.index + joint[0].length);
  const colon = STATED_COLON.exec(text);
  if (colon) add(at(0, colon.index), colon.index + colon[0].length);
  const rounded = STATED_ROUNDED.exec(text);
  const value = rounded?.indices?.groups?.['about'];
  if (rounded && value) add(at(...value), rounded[0].length, true);
  // `Copyright 2005-2015`
  const bare = /^(?:\p{L}+ ){1,3}(?=[^ ]*\p{N}[^ ]*$)/u.exec(text);
  if (bare) found.push({ kind: 'told', fresh: at(bare[0].length, text.length), about: [at(0, bare[0].length)], isBare: true });
  return found;
}

const FAULTY_VALUE_GROUPS = new RegExp(
  `^(?<about>[^\uE001]+?) (?<old>[^ ]*\\p{N}[^ ]*?)(?:,| -)? (?:${SHOULD_BE}) ?(?<fresh>[^ ]*\\p{N}[^ ]*)$`,
  'du',
);

/** `effective date 05/15/5016, should be 2016`. */
function faultyValue({ text, at }: Text): Told[] {
  const groups = FAULTY_VALUE_GROUPS.exec(text)?.indices?.groups;
  const [about, old, fresh] = [groups?.['about'], groups?.['old'], groups?.['fresh']];
  return about && old && fresh ? [{ kind: 'told', fresh: at(...fresh), old: at(...old), about: [at(...about)] }] : [];
}
