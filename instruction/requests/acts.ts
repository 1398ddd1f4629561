// What is asked for, by its verb wherever it stands: `delete X`, `X should be removed`, `take X out`, `X bitte rausnehmen`, `X can go`. What is left of
// the request without its verb, its auxiliaries and its courtesy is what it is asked for.

import type { Folded } from '../reading/folded.ts';
import { CLOSERS, OPENERS, verbsOf, word } from '../reading/lexicon.ts';
import { BIGGER, BOLD, COLOR, ITALIC, SMALLER } from '../reading/looks.ts';
import { UNDERLINE, UNDERLINED } from '../reading/thing-words.ts';

export type ObjectAct = 'delete' | 'highlight' | 'redact' | 'underline' | 'strike' | 'style';

export const LOOK_WORDS = new RegExp(`${COLOR}|${BOLD}|${ITALIC}|${BIGGER}|${SMALLER}`, 'u');

const MORE: Readonly<Record<ObjectAct, string>> = {
  delete: [
    verbsOf('delete'),
    word(
      'removed|deleted|erased|dropped|cut(?: out)?|crossed out|cleared|left out|gone|lose|ditch|kill|remove|taken (?:out|off|away)|(?:throw|chuck|pull|rip|leave|take|cut|strip|kick) (?:out|off|away)|be gone|can go|vanish|disappear|(?<=(?:has to|have to|needs to|need to|must|should|can|may|is to|are to) )(?:go|come out)|verschwinden|entfallen|wegfallen|disparaitre|desaparecer|sparire|verdwijnen|geloscht|entfernt|gestrichen|weggelassen|rausgenommen|herausgenommen|rausnehmen|herausnehmen|wegnehmen|weglassen|rausschmeissen|rauswerfen|rausstreichen|wegmachen|tilgen|kann weg|konnen weg|muss weg|mussen weg|soll weg|sollen weg|muss raus|kann raus|soll raus|fliegt raus|(?:nimm|nehmen sie|mach|lass|wirf|schmeiss)|' +
        'supprimee?s?|enlevee?s?|retiree?s?|effacee?s?|otez|oter|ote|eliminad[oa]s?|borrad[oa]s?|quitad[oa]s?|suprimid[oa]s?|saca|sacar|saque|eliminat[oaie]|cancellat[oaie]|rimoss[oaie]|tolt[oaie]|leva(?:re)?|elimina|removid[oa]s?|apagad[oa]s?|tira(?:r)?|tire|verwijderd|geschrapt|gewist|weggehaald|weghalen|haal|halen|gooi|laat weg|weglaten|eruit halen',
    ),
  ].join('|'),
  highlight: `${verbsOf('highlight')}|${word('highlighted|hervorgehoben|markiert|surlignee?s?|resaltad[oa]s?|evidenziat[oaie]|destacad[oa]s?|gemarkeerd|anstreichen|markieren|stabilo(?:ter)?')}`,
  redact: `${verbsOf('redact')}|${word('redacted|blacked out|anonymi[sz]ed|masked|censored|geschwarzt|caviardee?s?|masquee?s?|noircie?s?|tachad[oa]s?|ocultad[oa]s?|censurad[oa]s?|oscurat[oaie]|annerit[oaie]|tarjad[oa]s?|zwartgelakt|black|blacken')}`,
  underline: `${UNDERLINE}|${UNDERLINED}|${word('unterstreichen|underlining')}`,
  strike: word(
    'strike(?: |-)?through|strike out|cross out|struck (?:through|out)|crossed out|(?:put|draw) a line through|durchgestrichen|durchstreichen?|barre[rz]?|barree?s?|raye[rz]?|doorstreep|doorstrepen|doorgestreept|riscar?|tachar',
  ),
  style: `${verbsOf('style')}|${word('make|set|turn|put|print|format|style|write|show|display|paint|render|have|gib|schreib|gern|mach|mets|passe[rz]?|pon|metti|rendi|deixa|deixe|poe|zet|maak|want|need|should|must|has to|soll|muss|doit|debe|deve|moet')}`,
};
const ACTS: Readonly<Record<ObjectAct, RegExp>> = Object.fromEntries(
  Object.entries(MORE).map(([act, words]) => [act, new RegExp(words, 'gu')]),
) as Record<ObjectAct, RegExp>;

/** Around a verb: they say that it is wished, and nothing of what. */
const AUXILIARY = new RegExp(
  word(
    "should|must|shall|needs? to|has to|have to|ought to|can|could|may|will|would|be|get|gets|being|to be|i (?:want|need|would like|d like)(?: to (?:have|see|get))?|we (?:want|need|would like|d like)(?: to (?:have|see|get))?|i'd like(?: to (?:have|see))?|we'd like(?: to (?:have|see))?|please|pls|plz|kindly|just|simply|completely|entirely|altogether|also|too|again|now|for me|" +
      'soll(?:en|te|ten)?|muss(?:en)?|kann|konnen|darf|werden|wird|bitte|ganz|komplett|vollstandig|einfach|auch|noch|jetzt|mal|gern(?:e)?|weg|raus|heraus|doit|doivent|peut|devrait|etre|faut|il faut|completement|aussi|svp|stp|debe[n]?|puede[n]?|ser|hay que|tiene que|tambien|por completo|por favor|deve|devono|puo|essere|va|anche|completamente|per favore|deve|devem|pode|tambem|moet(?:en)?|mag|kan|worden|ook|helemaal|graag|aub|even|eens|alstublieft',
  ),
  'u',
);
const AUXILIARIES_LAST = new RegExp(`(?:^|[ ,]+)(?:${AUXILIARY.source})$`, 'u');
const AUXILIARIES_FIRST = new RegExp(`^(?:${AUXILIARY.source})(?:[ ,]+|$)`, 'u');
/** Left of a verb of two words. */
const PARTICLE_LAST = new RegExp(`(?:^| )${word('out|off|away|weg|raus|heraus|rausnehmen|eruit|loschen|entfernen')}$`, 'u');
const OPEN = new RegExp(`^(?:(?:${OPENERS}|${word('also|and|then|und|et|y|e|en|auch|ook|ok')})[ ,.:!]+)+`, 'u');
const CLOSE = new RegExp(
  `(?:[ ,.!]+(?:${CLOSERS}|${word('(?:of|in|from|on) (?:the|this|my|our|your) (?:whole |entire )?(?:document|file|pdf|poster|flyer|leaflet|brochure|booklet|newsletter|report|paper|manual|presentation|deck|contract|cv|resume)|(?:des|im|in dem|aus dem) (?:dokuments?|pdf|flyers?|plakats?|berichts?)|(?:du|dans le) (?:document|pdf|fichier|rapport)|(?:del|en el) (?:documento|pdf|archivo|informe)|(?:nel|del) (?:documento|pdf|file)|(?:no|do) (?:documento|pdf|ficheiro|arquivo)|(?:in|van|uit) (?:het|de) (?:document|pdf|bestand)')}))+$`,
  'u',
);

/** A part of the instruction as a text of its own. */
export function sliceOf({ source, text }: Folded, start: number, end: number): Folded {
  return { source: source.slice(start, end), text: text.slice(start, end) };
}

export function joined(parts: readonly Folded[]): Folded {
  const kept = parts.map(stripped).filter(({ text }) => text !== '');
  return { source: kept.map(({ source }) => source).join(' '), text: kept.map(({ text }) => text).join(' ') };
}

/** Without white space and marks at its ends. */
export function stripped(part: Folded): Folded {
  const lead = /^[\s,;:.!?-]*/u.exec(part.text)?.[0].length ?? 0;
  const tail = /[\s,;:.!?-]*$/u.exec(part.text.slice(lead))?.[0].length ?? 0;
  return sliceOf(part, lead, part.text.length - tail);
}

/** Without courtesy at its ends. */
export function withoutCourtesy(part: Folded): Folded {
  let left = stripped(part);
  for (;;) {
    const open = OPEN.exec(`${left.text} `)?.[0].length ?? 0;
    const close = open > 0 ? undefined : CLOSE.exec(left.text)?.index;
    const next =
      open > 0
        ? sliceOf(left, Math.min(open, left.text.length), left.text.length)
        : close !== undefined && close > 0
          ? sliceOf(left, 0, close)
          : undefined;
    if (!next) return left;
    left = stripped(next);
  }
}

/** Without auxiliaries at its ends. */
export function withoutAuxiliaries(part: Folded): Folded {
  let left = withoutCourtesy(part);
  for (;;) {
    const last = AUXILIARIES_LAST.exec(left.text);
    const first = last ? null : AUXILIARIES_FIRST.exec(left.text);
    if (last) left = withoutCourtesy(sliceOf(left, 0, last.index));
    else if (first) left = withoutCourtesy(sliceOf(left, first[0].length, left.text.length));
    else return left;
  }
}

export interface ActRequest {
  readonly act: ObjectAct;
  /** What it is asked for. */
  readonly object: Folded;
  /** Said before it: where. */
  readonly place: Folded | undefined;
}

const PLACE_FIRST = new RegExp(
  `^${word('in|on|at|under|below|above|from|within|inside|im|in der|in dem|auf|unter|am|bei|dans|sur|sous|au|en|nel|nella|nello|sul|sulla|no|na|nos|nas|op|bij|aan|onder')}[ ']`,
  'u',
);
const CUT_MAX = 4;

/** The ways in which a part asks for one of these acts; its verb begins it, ends it, or stands between auxiliaries and the rest. */
export function requestsFor(part: Folded, act: ObjectAct): readonly ActRequest[] {
  const whole = withoutCourtesy(part);
  const found: ActRequest[] = [];
  for (const verb of [...whole.text.matchAll(ACTS[act])].slice(0, CUT_MAX)) {
    const before = sliceOf(whole, 0, verb.index);
    const after = sliceOf(whole, verb.index + verb[0].length, whole.text.length);
    const lead = withoutAuxiliaries(before);
    const isLast = withoutAuxiliaries(after).text === '';
    const isFirst = lead.text === '';
    // A name with a capital inside the request is no verb of it.
    if (!isFirst && /^\p{Lu}/u.test(whole.source.slice(verb.index)) && /\p{Ll}/u.test(whole.source)) continue;
    if (isFirst) found.push({ act, object: withoutParticle(withoutAuxiliaries(after)), place: undefined });
    else if (isLast) found.push({ act, object: lead, place: undefined });
    else if (AUXILIARIES_LAST.test(before.text.trimEnd()))
      found.push({ act, object: joined([lead, withoutAuxiliaries(after)]), place: undefined });
    const placed = found.at(-1);
    if (placed && !placed.place) found.push(...placesApart(placed));
    if (!isFirst && !isLast && PLACE_FIRST.test(lead.text))
      found.push({ act, object: withoutParticle(withoutAuxiliaries(after)), place: lead });
  }
  return found;
}

const DETERMINED = new RegExp(
  ` (?=(?:${word('the|that|this|both|all|every|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|i|o|a|os|as|het|de')}|l') ?)`,
  'gu',
);
const PLACE_WITHIN = new RegExp(
  ` (?=(?:${word('in|on|at|under|below|above|from|within|im|in der|in dem|auf|unter|am|bei|aus|dans|sur|sous|au|de|du|en|nel|nella|nello|sul|sulla|del|della|no|na|op|onder|uit')})[ '])`,
  'gu',
);
const LISTED = /, | (?:and|und|et|y|e|en|&) /u;

/** `under Interests the second bullet`: the place first; `A and B in the heading`: the place of both behind them. */
function placesApart({ act, object }: ActRequest): readonly ActRequest[] {
  const cut = (at: number, isFirst: boolean): ActRequest => {
    const [one, two] = [stripped(sliceOf(object, 0, at)), stripped(sliceOf(object, at, object.text.length))];
    return isFirst ? { act, object: two, place: one } : { act, object: one, place: two };
  };
  if (PLACE_FIRST.test(object.text)) {
    const first = PLACE_FIRST.exec(object.text)?.[0].length ?? 0;
    return [...object.text.matchAll(DETERMINED)]
      .filter(({ index }) => index > first)
      .slice(0, CUT_MAX)
      .map(({ index }) => cut(index, true));
  }
  if (!LISTED.test(object.text)) return [];
  const listed = object.text.search(LISTED);
  return [...object.text.matchAll(PLACE_WITHIN)]
    .filter(({ index }) => index > listed)
    .slice(0, CUT_MAX)
    .map(({ index }) => cut(index, false));
}

function withoutParticle(part: Folded): Folded {
  const last = PARTICLE_LAST.exec(part.text);
  return last && last.index > 0 ? withoutAuxiliaries(sliceOf(part, 0, last.index)) : part;
}
