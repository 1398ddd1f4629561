// A change as its roles, wherever they stand in the request: what is changed, the new text, the old one, where it is. A request can be cut in several
// ways; the document says which of them holds.

import type { Folded } from '../reading/folded.ts';
import { INSTEAD_OF, NOT, patternOf, SHOULD_BE, TO, verbsOf, word } from '../reading/lexicon.ts';
import { sliceOf, stripped, withoutAuxiliaries, withoutCourtesy } from './acts.ts';

export interface Change {
  /** What is changed, by its name or a description; undefined where only its place is said. */
  readonly thing: Folded | undefined;
  readonly fresh: Folded;
  readonly old: Folded | undefined;
  readonly places: readonly Folded[];
  /** Nothing says that it is a change but a colon. */
  readonly isBare: boolean;
}

const CHANGE = new RegExp(
  `^(?:${verbsOf('change', 'replace', 'rename')}|${word('call|name|correct|bump|nenne[n]?|nenn|appelle[rz]?|llama(?:r)?|chiama(?:re)?|chame|noem')})(?: |$)`,
  'u',
);
/** Of these verbs the new text follows on few words. */
const ENGLISH = patternOf(
  `^${word('change|update|modify|edit|alter|amend|correct|fix|set|turn|adjust|reword|make|put|replace|swap|exchange|substitute|switch|rename|retitle|relabel|call|name|bump')}(?: |$)`,
  'u',
);
const ENGLISH_TO = word('so (?:that )?it (?:says|reads)|to (?:be|read|say)|(?:in)?to|with|by|as');
/** Before a new text. */
const SAY = word(
  'say|says|read|reads|write|put|use|show|state|print|enter|type|insert|make it|be|schreib(?:en|e)?|schreiben sie|setz(?:e|en)?|nimm|verwende[n]?|ecris|ecrivez|ecrire|mets|mettez|mettre|indique[rz]?|escribe|escriba|escribir|pon|ponga|poner|scrivi|scrivere|metti|mettere|escreva|escrever|poe|ponha|coloque|schrijf|zet|gebruik',
);
const IS = word(
  'is|are|was|reads|says|ist|sind|lautet|est(?: de)?|sont(?: de)?|es(?: de)?|son(?: de)?|e(?: di)?|sono(?: di)?|sao(?: de)?|zijn',
);
const CALLED = word(
  '(?:is|are|will be|gets|becomes) (?:now )?(?:called|named|titled|entitled|known as)|(?:is|are) now|becomes?|heisst(?: jetzt| nun)?|wird zu|s.appelle(?: maintenant| desormais)?|devient|se llama(?: ahora)?|pasa a ser|si chiama(?: ora)?|diventa|chama-se(?: agora)?|passa a ser|heet(?: nu)?|wordt',
);
const FROM = word('from|von|de|da|van|vom');
const NOW_LAST = new RegExp(
  ` ${word('now|instead|jetzt|nun|maintenant|desormais|ahora|adesso|ora|agora|nu|sein|heissen|lauten|werden|stehen|zijn|worden|staan|heten')}$`,
  'u',
);
const MODAL = word(
  'soll(?:te|en|ten)?|muss(?:en)?|moet(?:en)?|doit|doivent|debe[n]?|deve|devono|devem|should|must|needs? to|has to|have to',
);
const FINAL = new RegExp(` ${word('sein|heissen|lauten|werden|stehen|zijn|worden|staan|heten')}$`, 'u');
const PLACE_FIRST = new RegExp(
  `^${word('in|on|at|under|below|above|next to|beside|after|before|from|within|inside|im|in der|in dem|in den|auf|unter|uber|am|bei|beim|dans|sur|sous|au-dessus d[eu]|au|aux|en|debajo de|encima de|nel|nella|nello|sul|sulla|sotto|sopra|no|na|nos|nas|op|bij|aan|onder|boven')}[ ']`,
  'u',
);
const NEW_FINAL_WORDS_MAX = 4;
const CUTS_MAX = 6;

/** @returns in the order of trust */
export function readChanges(given: Folded): readonly Change[] {
  const part = withoutCourtesy(given);
  const changes: Change[] = [];
  for (const { places, rest } of placesFirst(part))
    for (const change of cutsOf(rest)) changes.push({ ...change, places: [...places, ...change.places] });
  return changes.filter(({ fresh }) => fresh.text !== '').flatMap(withPlaceLast);
}

interface Placed {
  readonly places: readonly Folded[];
  readonly rest: Folded;
}

/** `In the second paragraph, …`, `bottom right: …`; without a mark the place ends before a verb. */
function placesFirst(part: Folded): readonly Placed[] {
  const found: Placed[] = [{ places: [], rest: part }];
  const isPlace = PLACE_FIRST.test(part.text);
  const marks = [...part.text.matchAll(/, |: | - /gu)].map(({ index, 0: mark }) => [index, index + mark.length] as const);
  const verbs = isPlace ? [...part.text.matchAll(patternOf(` (?=(?:please |pls |plz |bitte |svp |por favor )?(?:${SAY}|${verbsOf('change', 'replace')}|${MODAL}) )`, 'gu'))].map(({ index }) => [index, index + 1] as const) : []; // prettier-ignore
  for (const [end, next] of [...marks, ...verbs].slice(0, CUTS_MAX)) {
    const place = withoutFault(withoutCourtesy(sliceOf(part, 0, end)));
    const rest = withoutCourtesy(sliceOf(part, next, part.text.length));
    if (place.text === '' || rest.text === '' || /\uE001/u.test(place.text)) continue;
    found.push({ places: [place], rest });
    // `on page 2, in the first line, …`
    if (PLACE_FIRST.test(rest.text))
      found.push(
        ...placesFirst(rest)
          .slice(1)
          .map((inner) => ({ places: [place, ...inner.places], rest: inner.rest })),
      );
  }
  return found;
}

const VALUE = '[€$£]?\\p{N}[\\p{N}.,/:%-]*(?: ?[%€$£])?';
const ELIDED = patternOf(
  `^(?<one>${VALUE}),? ${word('and|und|et|y|e|en')} (?<thing>[^\uE001]{2,60}?) (?:${word('to|auf|zu|a|naar|is|be')} )?(?<two>${VALUE})$`,
  'u',
);

/** `the total must be 880 and the sum 10,132`: two requests of one verb. */
export function elided({ fresh, places }: Change): readonly Change[] {
  const found = ELIDED.exec(fresh.text)?.groups;
  const [one, thing, two] = [found?.['one'], found?.['thing'], found?.['two']];
  if (one === undefined || thing === undefined || two === undefined) return [];
  const at = fresh.text.indexOf(thing, one.length);
  const from = fresh.text.length - two.length;
  return [
    { thing: undefined, fresh: sliceOf(fresh, 0, one.length), old: undefined, places, isBare: false },
    { thing: sliceOf(fresh, at, at + thing.length), fresh: sliceOf(fresh, from, fresh.text.length), old: undefined, places, isBare: false },
  ];
}

const FAULT_WORD = word(
  'typo|typing error|misprint|mistake|error|fault|tippfehler|fehler|schreibfehler|faute(?: de frappe)?|coquille|erreur|errata|error|fallo|errore|refuso|erro|gralha|fout|tikfout|foutje',
);
const FAULT = patternOf(
  `^(?:${word("there(?:'s| is| are)|theres|es gibt|da ist|hier ist|il y a|hay|c'e|ha|er (?:is|zit|staat)")} )?(?:${word('still|another|a|an|one|noch|ein|une?|un|una|um|uma|een')} )*${FAULT_WORD}(?: |$)|(?:,? ${word("there(?:'s| is| are)|theres|es gibt|ist|steht|il y a|hay|c'e|ha|er (?:is|zit|staat)|zit|staat|is")})? (?:${word('still|another|a|an|one|noch|ein|une?|un|una|um|uma|een')} )*${FAULT_WORD}$`,
  'u',
);

/** `in the last row there is a typo`: the place alone. */
function withoutFault(part: Folded): Folded {
  const found = FAULT.exec(part.text);
  if (!found) return part;
  return stripped(found.index === 0 ? sliceOf(part, found[0].length, part.text.length) : sliceOf(part, 0, found.index));
}

type Cut = Omit<Change, 'places'> & { readonly places: readonly Folded[] };

function cutsOf(part: Folded): readonly Cut[] {
  const found: Cut[] = [];
  for (const [whole, old] of withOld(part)) found.push(...cutsWithout(whole, old));
  return found;
}

/** The old text where it is said: behind `instead of`, `not`, or in brackets. */
function withOld(part: Folded): readonly (readonly [Folded, Folded | undefined])[] {
  const found: (readonly [Folded, Folded | undefined])[] = [];
  for (const joint of part.text.matchAll(patternOf(`[ ,(]+(?:${INSTEAD_OF}) |${NOT} `, 'gu'))) {
    const before = stripped(sliceOf(part, 0, joint.index));
    const old = withoutFinal(stripped(withoutBrackets(sliceOf(part, joint.index + joint[0].length, part.text.length))));
    if (before.text !== '' && old.text !== '') found.push([before, old]);
  }
  found.push([part, undefined]);
  return found;
}

const withoutBrackets = (part: Folded): Folded => {
  const close = part.text.indexOf(')');
  const isLast = /^[\s.,;:!?]*$/u.test(part.text.slice(close + 1));
  return close >= 0 && isLast && !part.text.slice(0, close).includes('(') ? sliceOf(part, 0, close) : part;
};

function withoutFinal(part: Folded): Folded {
  const last = NOW_LAST.exec(part.text);
  return last && last.index > 0 ? withoutFinal(stripped(sliceOf(part, 0, last.index))) : part;
}

const IT_SAYS = patternOf(
  `^(?<every>${word('everywhere|wherever|every time|uberall(?: wo)?|partout(?: ou)?|en todas partes|ovunque|overal(?: waar)?')} |${word('where|there where|da wo|dort wo|wo|la ou|donde|dove|onde|waar')} )?(?:${word('it|the text|he|es|das|il|elle|ca|er')} )?(?:${word('still|noch|encore|todavia|ancora|ainda|nog')} )?${word('says|said|reads|writes|has|steht|heisst|dit|est ecrit|dice|pone|diz|staat')}:? (?<old>.+?),? (?:${word('but|and|then|please|pls|there|it|this|that|aber|bitte|soll|mais|pero|ma|mas|maar|debe|doit|deve|moet')} )*(?:${SAY}|${verbsOf('change')}(?: (?:it|that|this))? ${TO}|${word('should (?:be|read|say)|must (?:be|read|say)|muss|soll')}):? (?<fresh>.+)$`,
  'du',
);

/** `where it says A, write B` */
function saidThere(whole: Folded): { readonly old: Folded; readonly fresh: Folded } | undefined {
  const groups = IT_SAYS.exec(whole.text)?.indices?.groups;
  const [old, fresh, every] = [groups?.['old'], groups?.['fresh'], groups?.['every']];
  if (!old || !fresh) return undefined;
  const isEvery = every !== undefined && /^(?:every|wherever|uberall|partout|en todas|ovunque|overal)/u.test(whole.text.slice(...every));
  const text = stripped(sliceOf(whole, ...old));
  const mark = ' everywhere';
  return { old: isEvery ? { source: text.source + mark, text: text.text + mark } : text, fresh: stripped(sliceOf(whole, ...fresh)) };
}

function cutsWithout(whole: Folded, old: Folded | undefined): readonly Cut[] {
  const found: Cut[] = [];
  const add = (thing: Folded | undefined, fresh: Folded, said = old, isBare = false) => {
    const named = thing && withoutAuxiliaries(thing);
    const value = withoutFinal(withoutCourtesy(fresh));
    if (value.text !== '')
      found.push({ thing: named && named.text !== '' ? named : undefined, fresh: value, old: said, places: [], isBare });
  };
  const at = (joint: { readonly index: number; readonly 0: string }) =>
    [sliceOf(whole, 0, joint.index), sliceOf(whole, joint.index + joint[0].length, whole.text.length)] as const;
  const there = old ? undefined : saidThere(whole);
  if (there) add(undefined, there.fresh, there.old);
  const verb = CHANGE.exec(whole.text)?.[0].length ?? 0;
  if (verb > 0) {
    const rest = sliceOf(whole, verb, whole.text.length);
    const to = ENGLISH.test(whole.text) ? ENGLISH_TO : TO;
    for (const joint of [...rest.text.matchAll(patternOf(` (?:${to}) `, 'gu'))].slice(0, CUTS_MAX)) {
      const [thing, fresh] = [sliceOf(rest, 0, joint.index), sliceOf(rest, joint.index + joint[0].length, rest.text.length)];
      add(thing, fresh);
      // `the year from 2019 to 2020`
      const from = [...thing.text.matchAll(patternOf(` ${FROM} `, 'gu'))].at(-1);
      if (from && !old) add(sliceOf(thing, 0, from.index), fresh, stripped(sliceOf(thing, from.index + from[0].length, thing.text.length)));
    }
    // `call her Emma`
  }
  for (const joint of [...whole.text.matchAll(patternOf(`[ ,]+(?:${SHOULD_BE}|${CALLED})(?:[: ]+)`, 'gu'))].slice(0, CUTS_MAX)) {
    // A heading or a label before an arrow may name what stands under it.
    const isNews = /(?:(?:^| )is|->|=>|→|⇒|>>)$/u.test(joint[0].replace(/[: ]+$/u, ''));
    add(...at(joint), old, isNews && !old);
  }
  const says =
    verb > 0 && found.length > 0
      ? []
      : [...whole.text.matchAll(patternOf(`(?:^| )(?:${SAY})(?: ${word('there|here|da|dort|la|ahi|li|daar')})?[: ]+`, 'gu'))].slice(
          0,
          CUTS_MAX,
        );
  for (const joint of says) {
    const [thing, fresh] = at(joint);
    if (old !== undefined || thing.text.trim() !== '' || fresh.text.startsWith('\uE001')) add(thing, fresh);
  }
  if (old) for (const joint of [...whole.text.matchAll(patternOf(` (?:${IS}) `, 'gu'))].slice(0, CUTS_MAX)) add(...at(joint));
  const final = FINAL.exec(whole.text);
  const modal = final ? patternOf(`(?:^| )${MODAL} `, 'u').exec(whole.text) : null;
  if (final && modal) addFinal(whole, modal.index, modal.index + modal[0].length, final.index, add);
  if (old && found.length === 0 && !TELLS.test(whole.text)) add(undefined, withoutLead(whole));
  const colon = /: /u.exec(whole.text);
  if (colon) add(sliceOf(whole, 0, colon.index), sliceOf(whole, colon.index + 2, whole.text.length), old, true);
  return found;
}

const LEAD = new RegExp(
  `^(?:${word("call|use|write|say|put|make|take|name|spell|type|it's|it is|its|that's|there should be|nimm|schreib(?:e)?|nenn(?:e)?|es ist|das ist|es heisst|appelle[rz]?|ecris|ecrivez|mets|mettez|c.est|llama|escribe|pon|es|chiama|scrivi|metti|e|chama|chame|escreve|escreva|poe|noem|schrijf|zet|het is|gebruik")}(?: ${word('her|him|it|them|this|that|there|sie|ihn|es|dort|la|le|lo|il|elle|li|haar|hem|het|er|daar')})? )+`,
  'u',
);

/** More than a new text. */
const TELLS = patternOf(`(?:^| )(?:${MODAL}|${IS}|${verbsOf('change', 'replace', 'delete', 'insert')}) `, 'u');

/** `call her Emma` of `call her Emma instead of Evelyn`. */
function withoutLead(part: Folded): Folded {
  const lead = LEAD.exec(part.text)?.[0].length ?? 0;
  return lead > 0 ? stripped(sliceOf(part, lead, part.text.length)) : part;
}

/** `moet het tweede jaartal 1805 zijn`: the new text are the last words before the verb. */
function addFinal(whole: Folded, modal: number, from: number, end: number, add: (thing: Folded | undefined, fresh: Folded) => void): void {
  const middle = sliceOf(whole, from, end);
  const starts = [...middle.text.matchAll(/(?:^|(?<= ))\S/gu)].map(({ index }) => index);
  for (const start of starts.slice(-NEW_FINAL_WORDS_MAX).toReversed()) {
    const thing = modal > 0 ? sliceOf(whole, 0, modal) : sliceOf(middle, 0, start);
    if (modal > 0 && start > 0) continue;
    add(thing, sliceOf(middle, start, middle.text.length));
  }
}

const PLACE_LAST = new RegExp(
  `,? (?:${word('in|on|at|under|below|above|from|for|throughout|im|in der|in dem|auf|unter|bei|dans|sur|sous|au|en|nel|nella|sul|no|na|in het|op|onder')}[ '])(?=${word('the|this|that|all|every|each|both|our|my|der|die|das|dem|den|jeder|allen|le|la|les|l|el|los|las|il|lo|i|gli|o|a|os|as|het|de|table|figure|section|page')})`,
  'gu',
);

/** Also with a place behind the new or the old text. */
function withPlaceLast(change: Change): readonly Change[] {
  const side = change.old ? 'old' : 'fresh';
  const text = change[side];
  if (!text) return [change];
  const cuts = [...text.text.matchAll(PLACE_LAST)].slice(0, 2).flatMap((found) => {
    const [kept, place] = [stripped(sliceOf(text, 0, found.index)), stripped(sliceOf(text, found.index, text.text.length))];
    return kept.text === '' ? [] : [{ ...change, [side]: kept, places: [...change.places, place] }];
  });
  return [change, ...cuts];
}
