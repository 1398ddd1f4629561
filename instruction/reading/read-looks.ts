// Texts that are taken away, hidden, marked, or shall look otherwise.

import type { Span } from '../tokens.ts';
import { type Folded } from './folded.ts';
import type { Intent } from './intents.ts';
import { ANY_VERB, verbsOf, word } from './lexicon.ts';
import { BIGGER, BOLD, COLOR, colorSaid, ITALIC, lookOf, SMALLER, UPPER } from './looks.ts';
import { objectOf, type Text, textOf } from './part-text.ts';
import { takeWhere } from './scope-words.ts';
import { FIGURE } from './thing-words.ts';

export function readRemovals(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  for (const [act, kind] of [
    ['delete', 'delete'],
    ['redact', 'redact'],
    ['highlight', 'highlight'],
  ] as const) {
    const target = (act === 'delete' ? (takenOut(text) ?? takenFrom(text)) : undefined) ?? objectOf(text, verbsOf(act));
    if (!target) continue;
    const { rest, where } = takeWhere(folded, target);
    if (kind !== 'highlight') {
      intents.push({ kind, target: rest, where });
      continue;
    }
    const coloured = takeColor(folded, rest);
    intents.push({
      kind,
      target: takeWhere(folded, coloured.rest).rest,
      where: { ...where, ...takeWhere(folded, coloured.rest).where },
      ...(coloured.color ? { color: coloured.color } : {}),
    });
  }
  return intents;
}

/** `take question 8 out`, `nimm die Zeile raus`. */
function takenOut({ text, at }: Text): Span | undefined {
  const found = new RegExp(
    `^(?:${word('take|throw|get|leave|cross|strike|cut|kick|nimm|nehmen sie|wirf|lass|haal|laat')}) +(?:all of )?(?<target>.+?) (?:${word('out|away|off|raus|heraus|weg|eruit')})(?: of (?:it|there|the (?:document|text|list|pdf)))?$`,
    'du',
  ).exec(text);
  const target = found?.indices?.groups?.['target'];
  return target && at(...target);
}

/** `take Robert out of the list`: with its place. */
function takenFrom({ text, at }: Text): Span | undefined {
  const found = new RegExp(`^${word('take|throw|kick|get|strike|cross|leave')} (?<target>.+? ${word('out of|off')} .+)$`, 'du').exec(text);
  const target = found?.indices?.groups?.['target'];
  return target && at(...target);
}

/** `make the IBAN unreadable`: hidden for good. */
export function madeUnreadable({ text, at }: Text): Span | undefined {
  const unreadable = word(
    'unreadable|illegible|unrecogni[sz]able|invisible|anonymous|unkenntlich|unleserlich|unlesbar|anonym|illisibles?|meconnaissables?|ilegibles?|irreconocibles?|illeggibil[ei]|irriconoscibil[ei]|irreconheci(?:vel|veis)|ilegive(?:l|is)|onleesbaar|onherkenbaar|anoniem',
  );
  const make = word(
    'make|render|mach|mache|machen sie|rends|rendez|rendre|haz|haga|hacer|deja|rendi|renda|rendere|torne|tornar|deixe|maak|maken',
  );
  const first = new RegExp(`^${make} (?<target>.+?) ${unreadable}(?: machen)?$`, 'du').exec(text);
  const last = new RegExp(`^(?<target>.+?) ${unreadable} ${word('machen|maken|rendre|rendere')}$`, 'du').exec(text);
  const target = (first ?? last)?.indices?.groups?.['target'];
  return target && at(...target);
}

const IN = word('in|with|using|auf|mit|en|de|con|in het|em|met');

/** Without `in yellow` at one of its ends. */
function takeColor(folded: Folded, part: Span): { readonly rest: Span; readonly color?: string } {
  const { text, at } = textOf(folded, part);
  const end = new RegExp(`,? (?:${IN} )?(?<color>${COLOR})$`, 'u').exec(text);
  const start = new RegExp(`^(?:${IN} )(?<color>${COLOR})[ :]+`, 'u').exec(text);
  const color = colorSaid(end?.groups?.['color'] ?? start?.groups?.['color'] ?? '');
  if (color === undefined) return { rest: part };
  return { rest: end ? at(0, end.index) : at(start?.[0].length ?? 0, text.length), color };
}

const LOOK_PART = `(?:${COLOR}|${BOLD}|${ITALIC}|${UPPER}|${BIGGER}|${SMALLER}|\\d{1,3} ?(?:pt|points?|punkt)|${word('colou?r|letters|in|en|auf|and|und|et|y|e|der|farbe|the|text|font|size|a|tutto|all|kleur')}|,)`;

export const LOOKS = `${LOOK_PART}(?:[ ,]+${LOOK_PART})*`;

export function readLooks(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  const add = (target: Span, said: string) => {
    const look = lookOf(said);
    const { rest, where } = takeWhere(folded, target);
    // `make figure 2 smaller` means the picture.
    const isPicture = (look?.percent ?? look?.points) !== undefined && FIGURE.test(textOf(folded, rest).text);
    if (look && !isPicture && rest.start < rest.end) intents.push({ kind: 'restyle', target: rest, where, look });
  };
  const verb = new RegExp(`^(?:${verbsOf('style', 'insert')}|${word('have|i want')}) `, 'u').exec(text.text);
  const end = new RegExp(`[ ,]+(?<looks>${LOOKS})(?: ${verbsOf('style')})?$`, 'u').exec(text.text);
  const looks = end?.groups?.['looks'];
  // Without a verb too: `title in dark blue`.
  const isBare = !new RegExp(ANY_VERB, 'u').test(text.text);
  if (end && looks !== undefined && (verb || isBare || new RegExp(`${verbsOf('style')}$`, 'u').test(text.text)))
    add(text.at(verb?.[0].length ?? 0, end.index), looks);
  const turned = verb && new RegExp(`^(?<looks>${LOOKS}) `, 'u').exec(text.text.slice(verb[0].length));
  if (verb && turned?.groups?.['looks'] !== undefined && /in|en|auf/u.test(turned.groups['looks']))
    add(text.at(verb[0].length + turned[0].length, text.text.length), turned.groups['looks']);
  // `bold the first column`, `colour X red`
  const bold = new RegExp(`^(?<looks>${BOLD}|${ITALIC}|capitali[sz]e|uppercase) `, 'u').exec(text.text);
  if (bold?.groups?.['looks'] !== undefined)
    add(text.at(bold[0].length, text.text.length), bold[0].startsWith('capital') ? 'capitals' : bold.groups['looks']);
  return intents;
}
