// One request → the ways in which it can be read. Each way accounts for every word: what is not part of a frame is part of one of its places,
// and those must then be found in the document or be the new text.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED, quotedIn, trimmed } from './folded.ts';
import type { Intent, Readings } from './intents.ts';
import { AFTER, ANY_VERB, ARROW, BEFORE, INSTEAD_OF, NEW_LEAD, NEW_TAIL, NOT, PARTICLES, SHOULD_BE, TO, verbsOf, word } from './lexicon.ts';
import { BIGGER, BOLD, COLOR, colorSaid, ITALIC, lookOf, SMALLER, UPPER } from './looks.ts';
import { readMarks } from './read-marks.ts';
import { readPagesPart } from './read-pages-part.ts';
import { findPages, takeWhere } from './scope-words.ts';
import { readNewUnits } from './read-new-units.ts';
import { readUnspaced } from './read-unspaced.ts';

export function readPart(folded: Folded, part: Span): Readings {
  const hidden = madeUnreadable(textOf(folded, part));
  if (hidden) {
    const { rest, where } = takeWhere(folded, hidden);
    return [[{ kind: 'redact', target: rest, where }]];
  }
  const own = [
    readPagesPart(folded, part),
    readMarks(folded, part),
    readImages(folded, part),
    readProperties(folded, part),
    readCells(folded, part),
    readPairs(folded, part),
    readTwoQuoted(folded, part),
    readLooks(folded, part),
    readReplace(folded, part),
    readRemovals(folded, part),
    readInsertions(folded, part),
    readNewUnits(folded, part),
    readFields(folded, part),
    readStatements(folded, part),
    readUnspaced(folded, part),
  ].filter((list) => list.length > 0);
  return [...own, ...readLocated(folded, part)];
}

/** `In the Denver row, set …`: the place first, then the request. */
function readLocated(folded: Folded, part: Span): Readings {
  const text = folded.text.slice(part.start, part.end);
  const opens = new RegExp(
    `^${word('in|on|at|under|for|from|im|in der|auf|unter|bei|dans|sur|sous|au|a la|en|el|nella?|nell|sul|na|no|op')}[ ']`,
    'u',
  ).exec(text);
  if (!opens) return readBehindPlace(folded, part);
  const readings: Intent[] = [];
  const cuts = [...text.matchAll(/, ?/gu)].map(({ index, 0: all }) => [index, index + all.length] as const);
  const verb = new RegExp(` (?=${ANY_VERB} )`, 'u').exec(text);
  if (verb) cuts.push([verb.index, verb.index + 1]);
  for (const [end, next] of cuts) {
    const place = trimmed(folded, { start: part.start + opens[0].length, end: part.start + end });
    const rest = trimmed(folded, { start: part.start + next, end: part.end });
    if (place.start >= place.end || rest.start >= rest.end) continue;
    if (readLocated(folded, rest).length > 0) continue;
    for (const list of readPart(folded, rest))
      for (const intent of list) readings.push({ ...intent, within: [place, ...(intent.within ?? [])] });
  }
  return readings.length > 0 ? [readings] : [];
}

/** `page 3: take out …`, `Footer: make … bold`; what a lead only announces says nothing. */
function readBehindPlace(folded: Folded, part: Span): Readings {
  const text = folded.text.slice(part.start, part.end);
  const lead = new RegExp(`^(?<place>[^:\uE001]{1,60}): +(?=(?:${ANY_VERB})(?: |$))`, 'u').exec(text);
  const place = lead?.groups?.['place'];
  if (!lead || place === undefined) return [];
  const rest = { start: part.start + lead[0].length, end: part.end };
  const isAnnounced = ANNOUNCED.test(place);
  const within = { start: part.start, end: part.start + place.length };
  const list = readPart(folded, rest).flat();
  return [isAnnounced ? list : list.map((intent) => ({ ...intent, within: [within, ...(intent.within ?? [])] }))];
}

const ANNOUNCED = new RegExp(
  `^(?:${word('a|one|two|three|four|some|the|new|small|quick|last|another|version|changes?|corrections?|edits?|updates?|things?|requests?|tasks?|todo|neue|version|anderungen|korrekturen?|nouvelle|modifications?|corrections?|nueva|cambios|correcciones|nuova|modifiche|correzioni|nova|alteracoes|nieuwe|wijzigingen')} ?)+$`,
  'u',
);

interface Text {
  readonly text: string;
  readonly at: (from: number, to: number) => Span;
}

function textOf(folded: Folded, part: Span): Text {
  const text = folded.text.slice(part.start, part.end);
  return { text, at: (from, to) => trimmed(folded, { start: part.start + from, end: part.start + to }) };
}

/** Every way to cut a part in two at a joining word outside quotes. */
function splitsAt({ text, at }: Text, joint: string, from = 0, to = text.length): (readonly [Span, Span])[] {
  const found: (readonly [Span, Span])[] = [];
  for (const match of text.slice(0, to).matchAll(new RegExp(joint, 'gu'))) {
    if (match.index < from) continue;
    const [left, right] = [at(from, match.index), at(match.index + match[0].length, to)];
    if (left.start < left.end && right.start < right.end) found.push([left, right]);
  }
  return found;
}

function readReplace(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  const substitution = /^s\/([^/]+)\/([^/]+)\/g?$/u.exec(text.text);
  if (substitution?.[1] !== undefined) {
    const middle = 2 + substitution[1].length;
    return [
      { kind: 'replace', old: text.at(2, middle), fresh: text.at(middle + 1, middle + 1 + (substitution[2] ?? '').length), says: 'text' },
    ];
  }
  const verb = new RegExp(`^(?<verb>${verbsOf('change', 'replace', 'rename')})[ :]+(?:${word('from|von|de|da|van')} )?`, 'u').exec(
    text.text,
  );
  const isText = new RegExp(`^${verbsOf('replace', 'rename')}`, 'u').test(text.text);
  const says = isText ? 'text' : 'either';
  if (verb) {
    for (const [old, fresh] of splitsAt(text, `(?:${TO}|${ARROW})`, verb[0].length)) intents.push({ kind: 'replace', old, fresh, says });
    for (const [fresh, old] of splitsAt(text, INSTEAD_OF, verb[0].length)) intents.push({ kind: 'replace', old, fresh, says: 'text' });
  }
  const last = new RegExp(` (?:${verbsOf('change', 'replace')})$`, 'u').exec(text.text);
  if (last) {
    for (const [old, fresh] of splitsAt(text, TO, 0, last.index)) intents.push({ kind: 'replace', old, fresh, says: 'either' });
  }
  // `Titel ändern in …`
  const middle = new RegExp(` (?:${verbsOf('change', 'replace')}) (?:${TO}) `, 'u').exec(text.text);
  if (middle && !verb)
    intents.push({
      kind: 'replace',
      old: text.at(0, middle.index),
      fresh: text.at(middle.index + middle[0].length, text.text.length),
      says: 'either',
    });
  const writes = new RegExp(
    `^(?:${verbsOf('insert', 'change')}|${word('use|usa|utilise|verwende|gebruik|have|there should be|it should (?:say|read)')}) `,
    'u',
  ).exec(text.text);
  if (writes || !verb) {
    for (const [fresh, old] of splitsAt(text, INSTEAD_OF, writes?.[0].length ?? 0))
      if (!folded.text.slice(fresh.start, fresh.end).includes(': ')) intents.push({ kind: 'replace', old, fresh, says: 'text' });
  }
  return intents.map((intent) => withoutDenied(folded, intent));
}

/** Two quoted texts and a few words of change around them: `i need "A" shorter, just "B"`. */
function readTwoQuoted(folded: Folded, part: Span): Intent[] {
  const { rest, where } = takeWhere(folded, part);
  const { text, at } = textOf(folded, rest);
  const [first, second, third] = text.matchAll(new RegExp(QUOTED, 'gu'));
  if (!first || !second || third) return [];
  const between = text.slice(first.index + first[0].length, second.index);
  const outside = `${text.slice(0, first.index)} ${text.slice(second.index + second[0].length)}`;
  const isChange = new RegExp(
    word('just|simply|nur|einfach|auf deutsch|in english|en francais|better|besser|shorter|mieux|seulement'),
    'u',
  ).test(between);
  if (!isChange || between.replaceAll(CHANGE_FILL, '').trim() !== '' || outside.replaceAll(CHANGE_FILL, '').trim() !== '') return [];
  const old = at(first.index, first.index + first[0].length);
  return [{ kind: 'replace', old, fresh: at(second.index, second.index + second[0].length), says: 'text', where }];
}

const CHANGE_FILL = new RegExp(
  `[,:.]|${word('i|we|need|want|would like|have|it|the|a|title|heading|text|label|shorter|longer|just|simply|better|please|in|english|german|french|should|be|read|say|to|is|now|as|ich|wir|brauche|mochte|bitte|nur|einfach|besser|auf|deutsch|kurzer|die|der|das|uberschrift|titel|titre|le|la|mieux|seulement|francais|en|called')}`,
  'gu',
);

/** Old and new texts in quotation marks, several of them in a row. */
function readPairs(folded: Folded, part: Span): Intent[] {
  const { text, at } = textOf(folded, part);
  const pair = `(${QUOTED}) ?(?:${TO}|${ARROW}|${SHOULD_BE}) ?(${QUOTED})`;
  const found = [...text.matchAll(new RegExp(pair, 'gdu'))];
  const first = found[0];
  if (!first || found.length < 2) return [];
  const lead = text.slice(0, first.index).trim();
  const between = text
    .slice(first.index)
    .replaceAll(new RegExp(pair, 'gu'), ' ')
    .replaceAll(new RegExp(`[,;]|${word('and|und|et|y|e|en')}`, 'gu'), ' ');
  if (between.trim() !== '' || !PAIRS_LEAD.test(lead)) return [];
  const pairs = found.flatMap(({ indices }) => (indices?.[1] && indices[2] ? [[at(...indices[1]), at(...indices[2])] as const] : []));
  return [{ kind: 'replace_pairs', pairs }];
}

const PAIRS_LEAD = new RegExp(
  `^(?:${verbsOf('change', 'replace')})?(?: ?${word('the|these|following|two|three|typos?|mistakes?|errors?|words?|texts?|names?|die|den|folgenden|fehler|tippfehler|les|fautes?|coquilles?|los|las|errores|gli|errori|os|erros|de|fouten')})*:?$`,
  'u',
);

const PICTURE = word('logos?|pictures?|images?|photos?|photographs?|bild(?:er)?|fotos?|grafik|imagen|immagine|imagem|afbeelding');
const NEW_PICTURE = `(?:${word('our|my|the|the new|this|a|unser|unserem|das neue|notre|le nouveau|nuestro|il nostro|nosso|ons')} )*(?:${word('new|company|own|attached|neue[ns]?')} )*${PICTURE}(?: ${word('attached|i attached|i sent')})?`;

/** The picture that came with the instruction takes the place of the only one there is. */
function readImages(folded: Folded, part: Span): Intent[] {
  const { rest, where } = takeWhere(folded, part);
  const { text } = textOf(folded, rest);
  const swap = new RegExp(
    `^(?:${verbsOf('replace', 'change')}) (?<old>[^\uE001]*?${PICTURE}(?<place>.*)) (?:${word('with|by|for|durch|mit|par|por|con|door')}) ${NEW_PICTURE}$`,
    'u',
  ).exec(text);
  if (!swap) return [];
  const place = swap.groups?.['place'] ?? '';
  const start = rest.start + text.indexOf(place, text.indexOf(swap.groups?.['old'] ?? ''));
  const said = place.trim() === '' ? { pages: where.pages } : findPages(folded, { start, end: start + place.length });
  if (
    place.trim() !== '' &&
    (!said ||
      !/^[\s()]*$/u.test(
        place.replace(
          folded.text.slice(
            findPages(folded, { start, end: start + place.length })?.span.start,
            findPages(folded, { start, end: start + place.length })?.span.end,
          ),
          '',
        ),
      ))
  )
    return [];
  return [{ kind: 'replace_image', ...(said?.pages === undefined ? {} : { pages: said.pages }) }];
}

/** `…, not Lot 71`: what stood there is said too. */
function withoutDenied(folded: Folded, intent: Intent): Intent {
  if (intent.kind !== 'replace') return intent;
  const text = textOf(folded, intent.fresh);
  const [denied] = splitsAt(text, `${NOT} `);
  if (!denied || denied[0].start >= denied[0].end) return intent;
  return { ...intent, fresh: denied[0], not: denied[1] };
}

/** `ballots cast: 1227 instead of 327`: what stood there is said too. */
function insteadOf(folded: Folded, intent: Extract<Intent, { kind: 'replace' }>): Intent {
  const [said] = splitsAt(textOf(folded, intent.fresh), INSTEAD_OF);
  return said ? { ...intent, fresh: said[0], not: said[1] } : intent;
}

/** `the date should be …`, `Version: 2.0`, `a -> b`. */
function readStatements(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  if (new RegExp(`^(?:${ANY_VERB}) `, 'u').test(text.text)) return [];
  const named = new RegExp(
    `^(?:(?:the |a |obvious )*(?:typos?|misspellings?|tippfehler|coquilles?|erratas?|refuso|erro)|corrections?|korrektur|fix|new) ?:? `,
    'u',
  ).exec(text.text);
  const from = named?.[0].length ?? 0;
  const says = /^typo|^coquille|^tippf/u.test(text.text) ? 'text' : 'either';
  const stated = splitsAt(text, SHOULD_BE, from).map(([whole, fresh]): Intent => {
    const faulty = new RegExp(` ${FAULTY}$`, 'u').exec(folded.text.slice(whole.start, whole.end));
    const old = faulty ? { start: whole.start, end: whole.start + faulty.index } : whole;
    const isQuoted = ({ start, end }: Span) => new RegExp(`^${QUOTED}$`, 'u').test(folded.text.slice(start, end));
    const isArrow = new RegExp(`^ ?${ARROW} ?$`, 'u').test(folded.text.slice(old.end, fresh.start));
    return { kind: 'replace', old, fresh, says: says === 'either' && isArrow && isQuoted(fresh) ? 'label' : says };
  });
  const labelled = splitsAt(text, '(?<=[\\p{L}\\p{N})\\uE000]) ?: ?', from)
    .slice(0, 1)
    .map(([old, fresh]): Intent => insteadOf(folded, { kind: 'replace', old, fresh, says: 'label' }));
  return [...stated, ...labelled].map((intent) => withoutDenied(folded, intent));
}

/** Says that what stands there is not right any more. */
const FAULTY = word(
  '(?:is|are|was) (?:outdated|old|wrong|incorrect|obsolete|no longer valid|out of date|misspelled)|ist (?:falsch|veraltet)|est (?:faux|fausse|perimee?|obsolete)|es incorrect[oa]|esta mal|e sbagliat[oa]|esta errad[oa]|is (?:fout|verouderd)',
);

function readRemovals(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  for (const [act, kind] of [
    ['delete', 'delete'],
    ['redact', 'redact'],
    ['highlight', 'highlight'],
  ] as const) {
    const target = (act === 'delete' ? takenOut(text) : undefined) ?? objectOf(text, verbsOf(act));
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

/** What stands after a verb, or before one at the end, also around its particle. */
function objectOf({ text, at }: Text, verb: string): Span | undefined {
  const first = new RegExp(`^(?:${verb})(?: ${word('out|off|away')})? +`, 'u').exec(text);
  if (first) {
    const rest = text.slice(first[0].length);
    const particle = new RegExp(` (?:${PARTICLES}|${word('out|off|away')})$`, 'u').exec(rest);
    return at(first[0].length, first[0].length + (particle?.index ?? rest.length));
  }
  const last = new RegExp(` (?:${word('zu|te')} )?(?:${verb})$`, 'u').exec(text);
  return last ? at(0, last.index) : undefined;
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

/** `make the IBAN unreadable`: hidden for good. */
function madeUnreadable({ text, at }: Text): Span | undefined {
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
const LOOKS = `${LOOK_PART}(?:[ ,]+${LOOK_PART})*`;

function readLooks(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  const add = (target: Span, said: string) => {
    const look = lookOf(said);
    const { rest, where } = takeWhere(folded, target);
    if (look && rest.start < rest.end) intents.push({ kind: 'restyle', target: rest, where, look });
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

/** `the document title in the metadata`, `the author property`. */
function readProperties(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const verb = new RegExp(`^(?:${verbsOf('change')}) `, 'u').exec(text.text);
  if (!verb) return [];
  return splitsAt(text, `(?:${word('to|as|auf|zu|a|en|in|op|naar')})`, verb[0].length).flatMap(([name, value]): Intent[] => {
    const said = folded.text.slice(name.start, name.end);
    const field = new RegExp(word('title|author|subject|keywords|titel|autor|titre|auteur|titulo|titolo|autore'), 'u').exec(said)?.[0];
    const rest = said.replaceAll(PROPERTY_WORDS, ' ').replaceAll(/[\s()]/gu, '');
    return field !== undefined && PROPERTY.test(said) && rest === ''
      ? [{ kind: 'set_property', field: FIELD_OF[field] ?? 'title', value }]
      : [];
  });
}

const PROPERTY = new RegExp(
  word(
    'metadata|propert(?:y|ies)|pdf title|metadaten|eigenschaften|metadonnees|proprietes|metadatos|propiedades|metadati|proprieta|metadados|propriedades',
  ),
  'u',
);
const PROPERTY_WORDS = new RegExp(
  word(
    'metadata|propert(?:y|ies)|pdf|document|documents|dokument|documento|title|author|subject|keywords|titel|autor|titre|auteur|titulo|titolo|autore|the|its|in|of|der|die|den|des|dans|les|le|del|de|la|los|nei|metadaten|eigenschaften|metadonnees|proprietes|metadatos|propiedades|metadati|proprieta|metadados|propriedades|field',
  ),
  'gu',
);
const FIELD_OF: Readonly<Record<string, 'title' | 'author' | 'subject' | 'keywords'>> = {
  author: 'author',
  autor: 'author',
  auteur: 'author',
  autore: 'author',
  subject: 'subject',
  keywords: 'keywords',
};

/** `row Tripura, column Market Loans: 1.98`. */
function readCells(folded: Folded, part: Span): Intent[] {
  const { text, at } = textOf(folded, part);
  const row = word('row|zeile|ligne|fila|riga|linha|rij');
  const column = word('column|col|spalte|colonne|columna|colonna|coluna|kolom');
  const found = new RegExp(
    `^(?:in )?(?:the )?${row} (?<row>[^,]+), ?(?:the )?${column} (?<column>.+?) ?(?::|->|=|${word('is|to|should be|should read')}) ?(?<value>.+)$`,
    'du',
  ).exec(text);
  const { row: r, column: c, value } = found?.indices?.groups ?? {};
  return r && c && value ? [{ kind: 'set_cell', row: at(...r), column: at(...c), value: at(...value) }] : [];
}

function readInsertions(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  const verb = new RegExp(`^(?:${verbsOf('insert')}) +`, 'u').exec(text.text);
  for (const [place, joint] of [
    ['before', BEFORE],
    ['after', AFTER],
  ] as const) {
    if (verb) {
      for (const [value, anchor] of splitsAt(text, joint, verb[0].length)) {
        if (quotedIn(folded, value)) intents.push({ kind: 'insert', value, place, anchor });
      }
    }
    const first = new RegExp(`^${joint} `, 'u').exec(text.text);
    for (const [anchor, value] of first ? splitsAt(text, `,? (?:${verbsOf('insert')}) `, first[0].length) : [])
      intents.push({ kind: 'insert', value, place, anchor });
  }
  return intents;
}

function readFields(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  const verb = new RegExp(`^(?:${verbsOf('fill')})(?: ${word('in|out')})?:? +`, 'u').exec(text.text);
  const into = word(
    'as|in(?:to)? the field|into?|in|for|behind|to|als|bei|ins feld|in das feld|comme|dans(?: le champ)?|pour|como|en(?: el campo)?|come|nel campo|no campo|bij|im feld',
  );
  if (verb) {
    for (const [value, field] of splitsAt(text, into, verb[0].length)) intents.push({ kind: 'fill', field, value });
    for (const [field, value] of splitsAt(text, word('with|mit|avec|con|com|met|as|to|:'), verb[0].length))
      intents.push({ kind: 'fill', field, value });
    const at = new RegExp(`^(?:${word('bei|in|dans|en|bij')}) `, 'u').exec(text.text.slice(verb[0].length));
    const quoted = at && quotedIn(folded, part);
    if (at && quoted)
      intents.push({ kind: 'fill', field: text.at(verb[0].length + at[0].length, quoted.start - part.start), value: quoted });
    intents.push({ kind: 'fill_list', list: text.at(verb[0].length, text.text.length) });
  } else if (!new RegExp(`^(?:${ANY_VERB}) `, 'u').test(text.text)) intents.push({ kind: 'fill_list', list: part });
  for (const [act, checked] of [
    ['tick', true],
    ['untick', false],
  ] as const) {
    const field = objectOf(text, verbsOf(act));
    if (field) intents.push({ kind: 'tick', field, checked });
  }
  return intents;
}

/** The value that a part says: quoted, or all of it; with what is said of its place behind it. */
export function readValue(
  folded: Folded,
  part: Span,
): { readonly value: Span; readonly tail?: Span; readonly where: ReturnType<typeof takeWhere>['where'] } | undefined {
  const { rest, where } = takeWhere(folded, part);
  const quoted = quotedIn(folded, rest);
  if (!quoted) return { value: withoutNews(folded, rest), where };
  const [before, after] = [
    trimmed(folded, { start: rest.start, end: quoted.start }),
    trimmed(folded, { start: quoted.end, end: rest.end }),
  ];
  const lead = folded.text.slice(before.start, before.end);
  if (lead !== '' && !VALUE_NOUN.test(lead)) return undefined;
  if (new RegExp(QUOTED, 'u').test(folded.text.slice(after.start, after.end))) return undefined;
  return {
    value: quoted,
    where,
    ...(after.start < after.end && !/^[.!]+$/.test(folded.text.slice(after.start, after.end)) ? { tail: after } : {}),
  };
}

function withoutNews(folded: Folded, part: Span): Span {
  const { text, at } = textOf(folded, part);
  const lead = new RegExp(`^${NEW_LEAD} `, 'u').exec(text)?.[0].length ?? 0;
  const tail = new RegExp(` ${NEW_TAIL}$`, 'u').exec(text)?.index ?? text.length;
  return lead < tail ? at(lead, tail) : part;
}

const VALUE_NOUN =
  /^(?:(?:the|a|an|der|die|das|den|le|la|les|el|los|il|lo|o|os|het|de) ?)?(?:(?:new )?(?:words?|texts?|phrases?|names?|titles?|values?|numbers?|dates?|adress(?:es)?|address(?:es)?|line|sentence|wort|mot|texte|palabra|texto|parola|testo|paragraphe|paragraph|woord|tekst)? ?)$/u;
