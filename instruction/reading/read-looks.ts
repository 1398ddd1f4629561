// Texts that are taken away, hidden, marked, or shall look otherwise.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED } from './folded.ts';
import type { Intent } from './intents.ts';
import { patternOf, ANY_VERB, DENIED_AT_END, INSTEAD_OF, verbsOf, word } from './lexicon.ts';
import { BIGGER, BOLD, COLOR, colorSaid, isPartOfName, ITALIC, lookOf, SMALLER, UPPER } from './looks.ts';
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

const TAKEN_OUT_FOUND = new RegExp(
  `^(?:${word('take|throw|get|leave|cross|strike|cut|kick|nimm|nehmen sie|wirf|lass|haal|laat')}) +(?:all of )?(?<target>.+?) (?:${word('out|away|off|raus|heraus|weg|eruit')})(?: of (?:it|there|the (?:document|text|list|pdf)))?$`,
  'du',
);

/** `take question 8 out`, `nimm die Zeile raus`. */
function takenOut({ text, at }: Text): Span | undefined {
  const found = TAKEN_OUT_FOUND.exec(text);
  const target = found?.indices?.groups?.['target'];
  return target && at(...target);
}

const TAKEN_FROM_FOUND = new RegExp(`^${word('take|throw|kick|get|strike|cross|leave')} (?<target>.+? ${word('out of|off')} .+)$`, 'du');

/** `take Robert out of the list`: with its place. */
function takenFrom({ text, at }: Text): Span | undefined {
  const found = TAKEN_FROM_FOUND.exec(text);
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
  const first = patternOf(`^${make} (?<target>.+?) ${unreadable}(?: machen)?$`, 'du').exec(text);
  const last = patternOf(`^(?<target>.+?) ${unreadable} ${word('machen|maken|rendre|rendere')}$`, 'du').exec(text);
  const target = (first ?? last)?.indices?.groups?.['target'];
  return target && at(...target);
}

const IN = word('in|with|using|auf|mit|en|de|con|in het|em|met');

const COLOR_END = new RegExp(`,? (?:${IN} )?(?<color>${COLOR})$`, 'u');
const COLOR_START = new RegExp(`^(?:${IN} )(?<color>${COLOR})[ :]+`, 'u');

/** Without `in yellow` at one of its ends. */
function takeColor(folded: Folded, part: Span): { readonly rest: Span; readonly color?: string } {
  const { text, at } = textOf(folded, part);
  const end = COLOR_END.exec(text);
  const start = COLOR_START.exec(text);
  const color = colorSaid(end?.groups?.['color'] ?? start?.groups?.['color'] ?? '');
  const isName = end ? isPartOfName(folded, part.start + end.index + end[0].length - (end.groups?.['color'] ?? '').length) : false;
  if (color === undefined || isName) return { rest: part };
  return { rest: end ? at(0, end.index) : at(start?.[0].length ?? 0, text.length), color };
}

const LOOK_PART = `(?:${COLOR}|${BOLD}|${ITALIC}|${UPPER}|${BIGGER}|${SMALLER}|\\d{1,3} ?(?:pt|points?|punkt)|${word('colou?r|letters|in|en|auf|and|und|et|y|e|der|farbe|the|text|font|size|a|tutto|all|kleur|pure|plain|reine[nrsm]?|exactly|genau|please|bitte|pls|svp|por favor|per favore|het|le|el|das|dem')}|\\(?#[\\da-f]{6}\\)?|,)`;

export const LOOKS = `${LOOK_PART}(?:[ ,]+${LOOK_PART})*`;

/** What of a text is changed: `the font size of`. */
const PROPERTY = word(
  '(?:font|text|letter|type)?[ -]?(?:sizes?|colou?rs?|styles?|weight)|fonts?|lettering|(?:schrift|text)?(?:grosse|farbe|schnitt|stil)|schrift|(?:taille|couleur|style|police)(?: d[eu] (?:la )?(?:police|texte|caracteres?))?|' +
    '(?:tamano|color|estilo)(?: de (?:la )?(?:letra|fuente|texto))?|letra|fuente|(?:dimensione|colore|stile|grandezza)(?: d(?:el|ei) (?:carattere|testo))?|carattere|(?:tamanho|cor|estilo)(?: d[ao] (?:letra|fonte|texto))?|fonte|(?:letter|tekst)?(?:grootte|kleur)|lettertype',
);
const OF = word(
  'of|for|in|von|vom|der|des|dem|die|das|im|bei|d[eu]|de la|des|del|de los|de las|d|della?|dei|delle|di|do|da|dos|das|van|van de|van het|pour|para|per|voor',
);
const BECOMES = word(
  'to|at|into|as|auf|in|zu|mit|en|a|au|por|con|di|para|com|naar|op|should be|must be|shall be|soll(?:te)?|is|with|by|um|de|met',
);
const CHANGES = `${verbsOf('style', 'change')}|${word('increase|decrease|reduce|raise|lower|enlarge|bump up|erhohe?n?|verringere?n?|reduziere?n?|augmente[rz]?|diminue[rz]?|aumenta(?:r|re)?|reduce|reducir|riduci|diminui[r]?|verhoog|verlaag|use|gib|give')}`;
const GROWS = word(
  'enlarge|magnify|blow up|vergrossere?n?|agrandi[rs]|agrandissez|grossi[rs]|agranda(?:r)?|ampli[ae](?:r)?|ingrandi(?:sci|re)|aumente?(?:r)?|vergroot',
);
const SHRINKS = word(
  'shrink|reduce|verkleinere?n?|reduis|reduire|reduisez|rapetisse[rz]?|reduce|reducir|encoge|rimpicciolisci|riduci|reduz(?:a|ir)|diminua|verklein',
);

const PROPERTY_GROWN = new RegExp(
  `^(?<verb>${GROWS}|${SHRINKS}) (?<target>[^\uE001]*?(?:${QUOTED})?[^\uE001]*?)(?: (?:${BECOMES}) (?<size>\\d{1,3} ?(?:pt|points?|punkt|%)))?$`,
  'du',
);
const PROPERTY_OF = new RegExp(
  `^(?:(?:${CHANGES}) )?(?:${word('the|die|der|den|la|le|el|il|lo|o|a|de|het')} )?(?:${PROPERTY}) (?:${OF})[ '](?<target>.+?) (?:${BECOMES}) (?<look>${LOOKS}|\\d{1,3})$`,
  'du',
);
const PROPERTY_USED = new RegExp(
  `^${word('use|apply|verwende|nimm|utilise[rz]?|emploie|usa|utiliza|use|usi|gebruik')} (?<look>${LOOKS}) ${word('for|on|fur|pour|para|per|voor|bei')} (?<target>.+)$`,
  'du',
);
const PROPERTY_WORDS = new RegExp(`^(?:${GROWS})`, 'u');

/** `set the font size of the title to 20 pt`, `change the colour of A to red`, `enlarge the title`, `use red for the title`. */
function readProperty({ text, at }: Text): (readonly [target: Span, look: string])[] {
  const grown = PROPERTY_GROWN.exec(text);
  const of = PROPERTY_OF.exec(text);
  const used = PROPERTY_USED.exec(text);
  const found: (readonly [Span, string])[] = [];
  for (const one of [of, used]) {
    const [target, look] = [one?.indices?.groups?.['target'], one?.groups?.['look']];
    // A number alone is a size, where size is what is spoken of; by how much more is not one.
    const isMore = one === of && new RegExp(` ${word('by|um|de')} ${look ?? ''}$`, 'u').test(text) && /\d/u.test(look ?? '');
    if (target && look !== undefined && !isMore) found.push([at(...target), /^\d+$/u.test(look) ? `${look} pt` : look]);
  }
  const target = grown?.indices?.groups?.['target'];
  const size = grown?.groups?.['size'];
  if (target && (size === undefined || !size.endsWith('%')))
    found.push([at(...target), size ?? (PROPERTY_WORDS.test(text) ? 'bigger' : 'smaller')]);
  return found;
}

const BEHIND_NAME_VERB = new RegExp(`^(?:${verbsOf('style')}) `, 'u');

/** `make Ann Brown bold`: the look without what belongs to the name. */
function behindName(folded: Folded, part: Span, looks: string): Intent[] {
  const first = /^\S+/u.exec(looks)?.[0].length ?? 0;
  const said = looks.slice(first).trim();
  const text = textOf(folded, part);
  const verb = BEHIND_NAME_VERB.exec(text.text);
  const look = said === '' ? undefined : lookOf(said);
  const end = text.text.lastIndexOf(looks) + first;
  return verb && look ? [{ kind: 'restyle', target: text.at(verb[0].length, end), where: {}, look }] : [];
}

const LOOKS_VERB = new RegExp(`^(?:${verbsOf('style', 'insert')}|${word('have|i want')}) `, 'u');
const LOOKS_END = new RegExp(`[ ,]+(?<looks>${LOOKS})(?: ${verbsOf('style')})?$`, 'u');
const LOOKS_IS_BARE = new RegExp(ANY_VERB, 'u');
const LOOKS_WORDS = new RegExp(`${verbsOf('style')}$`, 'u');
const LOOKS_TURNED = new RegExp(`^(?<looks>${LOOKS}) `, 'u');
const LOOKS_BOLD = new RegExp(`^(?<looks>${BOLD}|${ITALIC}|capitali[sz]e|uppercase|italici[sz]e|embolden) `, 'u');

const OLD_LOOK = new RegExp(`[ ,(]+${INSTEAD_OF} (?:${COLOR})\\)?(?=(?: ${word('please|bitte|pls|svp|por favor|aub')})?$)`, 'u');

/** `black instead of blue`: how it looks now is seen. */
function withoutOld(folded: Folded, { start, end }: Span): Span {
  const old = OLD_LOOK.exec(folded.text.slice(start, end));
  return { start, end: old ? start + old.index : end };
}

export function readLooks(folded: Folded, whole: Span): Intent[] {
  const apart = takeWhere(folded, whole);
  const { rest: part, where: inside } = takeWhere(folded, withoutOld(folded, apart.rest));
  const outer = { ...inside, ...apart.where };
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  const add = (target: Span, said: string) => {
    const look = lookOf(said);
    const { rest, where: inner } = takeWhere(folded, target);
    const where = { ...outer, ...inner };
    // `make figure 2 smaller` means the picture.
    const isPicture = (look?.percent ?? look?.points) !== undefined && FIGURE.test(textOf(folded, rest).text);
    const isDenied = DENIED_AT_END.test(textOf(folded, rest).text);
    if (look && !isPicture && !isDenied && rest.start < rest.end) intents.push({ kind: 'restyle', target: rest, where, look });
  };
  for (const [target, look] of readProperty(text)) add(target, look);
  if (intents.length > 0) return intents;
  const verb = LOOKS_VERB.exec(text.text);
  const end = LOOKS_END.exec(text.text);
  const looks = end?.groups?.['looks'];
  // Without a verb too: `title in dark blue`.
  const isBare = !LOOKS_IS_BARE.test(text.text);
  const isName = end && looks !== undefined && isPartOfName(folded, part.start + end.index + end[0].lastIndexOf(looks));
  if (isName) return intents.concat(behindName(folded, part, looks));
  if (end && looks !== undefined && (verb || isBare || LOOKS_WORDS.test(text.text))) add(text.at(verb?.[0].length ?? 0, end.index), looks);
  const turned = verb && LOOKS_TURNED.exec(text.text.slice(verb[0].length));
  if (verb && turned?.groups?.['looks'] !== undefined && /in|en|auf/u.test(turned.groups['looks']))
    add(text.at(verb[0].length + turned[0].length, text.text.length), turned.groups['looks']);
  // `bold the first column`, `colour X red`
  const bold = LOOKS_BOLD.exec(text.text);
  if (bold?.groups?.['looks'] !== undefined)
    add(
      text.at(bold[0].length, text.text.length),
      bold[0].startsWith('capital')
        ? 'capitals'
        : bold[0].startsWith('itali')
          ? 'italic'
          : bold[0].startsWith('embold')
            ? 'bold'
            : bold.groups['looks'],
    );
  return intents;
}
