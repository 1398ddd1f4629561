// Lines, list items, table rows and paragraphs that are added as wholes: `add "Gloves" to the list after Weigh paper`, `insert another bullet at the
// end: …`, `under Knowledge add one more bullet "…"`.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED, quotedIn, trimmed } from './folded.ts';
import type { Intent, NewUnit } from './intents.ts';
import { patternOf, ANY_VERB, PARTICLES, verbsOf, word } from './lexicon.ts';
import { findPages, ORDINAL } from './scope-words.ts';
import { DETERMINER } from './things.ts';

const UNITS: Readonly<Record<NewUnit, string>> = {
  row: word('(?:table )?rows?|tabellenzeile|zeile in der tabelle|rangee|filas?|rij'),
  list_item: word(
    'bullets?(?: points?)?|(?:list )?items?|points?|steps?|questions?|schritt|frage|etape|question|paso|pregunta|passo|domanda|pergunta|stap|vraag|list entr(?:y|ies)|entr(?:y|ies)|listenpunkt|aufzahlungspunkt|punkt|eintrag|puces?|elements?|vinetas?|elementos?|voce|voci|punto|itens?|punt',
  ),
  paragraph: word('paragraphs?|absatz|paragraphes?|parrafos?|paragraf[oi]|alinea'),
  line: word(
    'lines?|sentences?|sub-?titles?|notes?|remarks?|hinweis|vermerk|anmerkung|mention|remarque|nota|avviso|aviso|opmerking|zeilen?|satz|lignes?|phrases?|lineas?|frases?|righ?[ae]|linhas?|regels?|zin',
  ),
};
const FILLER = word(
  'a|an|the|another|one|more|new|next|last|further|additional|extra|following|also|too|with|that says|saying|which says|text|words?|as|eine?[nrms]?|weitere[nrs]?|neue[nrs]?|noch|den|die|das|der|mit|text|une?|nouvelle|nouveau|autre|la|le|les|avec|texte|una?|nueva|nuevo|otra|otro|mas|el|con|texto|nuova|nuovo|altra|altro|il|testo|uma?|nova|novo|outra|outro|o|com|een|nieuwe|nog|de|het|met|tekst',
);
const BELOW = word(
  'under(?:neath)?|below|beneath|after|behind|following|unter(?:halb)?|nach|hinter|sous|au-dessous de|apres|debajo d[eo]l?|bajo|despues d[eo]l?|tras|sotto|dopo|abaixo d[eao]|depois d[eao]|sob|onder|na|achter',
);
const ABOVE = word(
  'above|before|over|ahead of|uber|vor|oberhalb|avant|au-dessus de|antes d[eo]l?|encima de|sopra|prima di|acima d[eao]|boven|voor',
);
const END_OF = word(
  '(?:at|to) the (?:very )?(?:end|bottom)(?: of)?|(?:am|ans) ende?(?: der| des| von)?|a la fin(?: d[eu]| de la)?|al final(?: de la| del| de)?|alla fine(?: del(?:la)?| di)?|no fi(?:m|nal)(?: d[aoe])?|aan het einde?(?: van)?|as (?:the )?last',
);
const INTO = word('to|in|into|zur?|in die|in der|im|ins|au|aux?|a la|dans|al|en|alla?|nella?|na|no|aan|in de|in het');

const NOUN = word(
  'the|der|die|das|den|dem|le|la|les|el|los|il|lo|o|a|het|de|heading|title|line|row|item|bullet|entry|step|paragraph|sentence|text|words?|uberschrift|titel|zeile|eintrag|absatz|satz|punkt|text|titre|ligne|texte|titulo|linea|fila|titolo|riga|linha|kop|regel|rij',
);

const ANOTHER = word(
  'another|an?|one more|(?:a |the )?new|an? (?:additional|further|extra)|(?:ein|eine|einen|noch ein|noch eine|noch einen|weitere[nrs]?|neue[nrs]?)|un|une|un autre|une autre|nouveau|nouvelle|otr[oa]|un nuevo|una nueva|un altr[oa]|nuov[oa]|outr[oa]|um novo|uma nova|een|nog een|nieuwe?',
);

/** Without a verb: `new last row in the table: …`. */
const NEW_ONE = `^(?:${word('an?|ein|eine|einen|une?|una?|um|uma|een')} )?(?:${word('new|another|additional|extra|one more|neue[nrs]?|weitere[nrs]?|zusatzliche[nrs]?|nouvelle|nouveau|autre|nuev[oa]|otr[oa]|nuov[oa]|altr[oa]|nov[oa]|outr[oa]|nieuwe?|extra')} )(?:${word('last|first|letzte|dernier|derniere|ultim[oa]|laatste')} )?(?:${word('table|tabellen')}[ -]?)?`;

const VALUE_OF_CELLS = new RegExp(`${QUOTED}(?:[,;|]? ?(?:and |und |et |y |e |en )?${QUOTED})+`, 'u');
const VALUE_OF_WORDS = new RegExp(`(?:${UNITS.row}|${UNITS.list_item}|${UNITS.line})[ :]*$`, 'u');
const VALUE_OF_IS_PLACE = new RegExp(`(?:${BELOW}|${ABOVE})(?: ${NOUN}| ${ORDINAL})*$`, 'u');
const VALUE_OF_IS_PLACE_QUOTED = new RegExp(`(?:${BELOW}|${ABOVE})(?: ${NOUN}| ${ORDINAL})*$`, 'u');

/** A part without quoted value: what stands behind its colon. */
function valueOf(folded: Folded, part: Span): Span | undefined {
  const quoted = quotedIn(folded, part);
  const text = folded.text.slice(part.start, part.end);
  // `a row "A", "B", "C"`: its cells.
  const cells = VALUE_OF_CELLS.exec(text);
  if (cells && VALUE_OF_WORDS.test(text.slice(0, cells.index).trimEnd()))
    return { start: part.start + cells.index, end: part.start + cells.index + cells[0].length };
  const second = quoted && quotedIn(folded, { start: quoted.end, end: part.end });
  // `under the heading "A" the line "B"`: what stands behind a place is one.
  if (quoted && second && !/:/u.test(text) && !quotedIn(folded, { start: second.end, end: part.end })) {
    const isPlace = VALUE_OF_IS_PLACE;
    const [first, next] = [
      text.slice(0, quoted.start - part.start).trim(),
      text.slice(quoted.end - part.start, second.start - part.start).trim(),
    ];
    return isPlace.test(first) && !isPlace.test(next) ? second : isPlace.test(next) && !isPlace.test(first) ? quoted : undefined;
  }
  const colon = /: ?(?=[^\s])/u.exec(text);
  // `under "A" add our cost centre: B`: the quoted text is the place.
  const isPlaceQuoted =
    quoted &&
    colon &&
    part.start + colon.index > quoted.end &&
    VALUE_OF_IS_PLACE_QUOTED.test(text.slice(0, quoted.start - part.start).trim());
  if (quoted && !isPlaceQuoted) return second && !/[:]/u.test(text) ? undefined : quoted;
  return colon ? trimmed(folded, { start: part.start + colon.index + colon[0].length, end: part.end }) : undefined;
}

interface Side {
  readonly joint?: 'before' | 'after' | 'end' | 'into';
  readonly place?: Span;
  readonly rest: string;
  /** The end of a line or sentence: what is added there is text of it. */
  readonly isWithin?: boolean;
}

const SAYS_OF = new RegExp(` ${word('of|der|des|von|d[eu]|de la|del(?:la)?|di|d[ao]|van')} ?$`, 'u');
const END_WITHIN = new RegExp(`^(?:(?:${FILLER}|${ORDINAL}) )*(?:${UNITS.line})$`, 'u');

const SIDE_VERB = new RegExp(`[ ,]+(?:${verbsOf('insert')})(?: |$)`, 'u');
const SIDE_QUOTE = new RegExp(`^(?:${NOUN} )*${QUOTED}`, 'u');
const SIDE_ADDED = new RegExp(`[ ,]+(?:${ANOTHER}) (?:${Object.values(UNITS).join('|')})(?: ${FILLER})*$`, 'u');

/** What a side of the value says of its place. */
function readSide(folded: Folded, side: Span): Side {
  const text = folded.text.slice(side.start, side.end);
  for (const [joint, words] of [
    ['after', BELOW],
    ['before', ABOVE],
    ['end', END_OF],
    ['into', INTO],
  ] as const) {
    // `add a row to …`: an article in one language is a joining word in another.
    const isArticle = joint === 'into' ? `(?!(?:${ANOTHER} )?(?:${Object.values(UNITS).join('|')})(?:[ :,]|$))` : '';
    const found = patternOf(`(?:^|[ ,])(?:${words})(?:(?= ?[:,])| |$)${isArticle}`, 'u').exec(text);
    if (!found) continue;
    const from = found.index + found[0].length;
    // A place that is said first ends where the request begins.
    const verb = SIDE_VERB.exec(text.slice(from));
    const quote = SIDE_QUOTE.exec(text.slice(from));
    // `after the second paragraph a line "…"`: what is added follows its place.
    const added = SIDE_ADDED.exec(text.slice(from).trimEnd());
    const to = quote ? from + quote[0].length : verb ? from + verb.index : added ? from + added.index : text.length;
    const place = trimmed(folded, { start: side.start + from, end: side.start + to });
    const isWithin = joint === 'end' && END_WITHIN.test(folded.text.slice(place.start, place.end)) && SAYS_OF.test(found[0]);
    if (isWithin) return { joint, rest: `${text.slice(0, found.index)} ${text.slice(to)}`, place, isWithin };
    // `at the end the paragraph …`: what is added, not where.
    if (joint === 'end' && isUnitOnly(folded.text.slice(place.start, place.end))) return { joint, rest: text.replace(found[0], ' ') };
    return { joint, rest: `${text.slice(0, found.index)} ${text.slice(to)}`, ...(place.start < place.end ? { place } : {}) };
  }
  return { rest: text };
}

const IS_UNIT_ONLY_WORDS = new RegExp(`^(?:${FILLER} )*(?:${Object.values(UNITS).join('|')})$`, 'u');

const isUnitOnly = (said: string) => IS_UNIT_ONLY_WORDS.test(said);

const NAMING = new RegExp(
  `${word('our|my|your|the|unsere?n?|meine?n?|die|den|das|notre|mon|ma|nuestr[oa]|mi|nostr[oa]|mi[oa]|noss[oa]|meu|minha|ons|onze|mijn')} [\\p{L}-]+(?: [\\p{L}-]+){0,2} ?(?::|(?=\\(?\\d)|$)`,
  'u',
);

/** `add our cost centre: …` under something: what the new line is called. */
const withoutNaming = (rest: string, isAnchored: boolean) => (isAnchored ? rest.replace(NAMING, ' ') : rest);

const INTO_OF_FOUND = new RegExp(`^(?:${INTO}) (?<place>.+)$`, 'u');

/** `to the list after Weigh paper`: both places. */
function intoOf(folded: Folded, part: Span, rest: string): { readonly place: Span; readonly said: string } | undefined {
  const said = rest.trim();
  const found = INTO_OF_FOUND.exec(said);
  const place = found?.groups?.['place'];
  const at = place === undefined ? -1 : folded.text.slice(part.start, part.end).indexOf(said);
  if (place === undefined || at < 0) return undefined;
  const end = part.start + at + said.length;
  return { place: trimmed(folded, { start: end - place.length, end }), said: rest };
}

/** `on page 3 under the heading …`: the page is said apart. */
export function readNewUnits(folded: Folded, part: Span): Intent[] {
  const paged = findPages(folded, part);
  if (!paged) return newUnits(folded, part);
  const { start, end } = paged.span;
  const apart = { ...folded, text: folded.text.slice(0, start) + ' '.repeat(end - start) + folded.text.slice(end) };
  const read = newUnits(apart, trimmed(apart, part));
  return [...newUnits(folded, part), ...read.map((intent) => ({ ...intent, where: { pages: paged.pages } }))];
}

const NEW_UNITS_IS_NEW = new RegExp(`${NEW_ONE}(?:${Object.values(UNITS).join('|')})`, 'u');
const NEW_UNITS_WORDS = new RegExp(verbsOf('insert'), 'u');
const NEW_UNITS_IS_UNIT_OF = new RegExp(ANY_VERB, 'u');

function newUnits(folded: Folded, part: Span): Intent[] {
  const text = folded.text.slice(part.start, part.end);
  const isNew = NEW_UNITS_IS_NEW.test(text);
  if (!isNew && !NEW_UNITS_WORDS.test(text)) return [];
  const value = valueOf(folded, part);
  if (!value) return [];
  const sides = [readSide(folded, { start: part.start, end: value.start }), readSide(folded, { start: value.end, end: part.end })];
  const named = (['row', 'list_item', 'paragraph', 'line'] as const).find((one) =>
    sides.some(({ rest }) => patternOf(UNITS[one], 'u').test(rest)),
  );
  // An entry of several texts, each in its quotation marks: cells, whatever the whole is called.
  const unit = named && VALUE_OF_CELLS.exec(folded.text.slice(value.start, value.end))?.index === 0 ? 'row' : named;
  const anchored = sides.find(({ joint, place }) => (joint === 'after' || joint === 'before') && place);
  // `at the end of the line … after "A"`: no line of its own.
  if (anchored && sides.some(({ isWithin }) => isWithin)) return [];
  const inside = anchored ? sides.flatMap(({ rest }) => intoOf(folded, part, rest) ?? [])[0] : undefined;
  let left = sides.map(({ rest }) => withoutNaming(rest === inside?.said ? '' : rest, anchored !== undefined)).join(' ');
  for (const words of [verbsOf('insert'), ...Object.values(UNITS), FILLER, PARTICLES]) left = left.replaceAll(patternOf(words, 'gu'), ' ');
  const others = left.split(/[\s,.:]+/u).filter((one) => one !== '');
  // `another vehicle`: what the rows of the table are.
  const isKindOfRow =
    !unit &&
    others.length === 1 &&
    new RegExp(`${ANOTHER} ${others[0]}`, 'u').test(text) &&
    /[,|;]/u.test(folded.text.slice(value.start, value.end));
  if (others.length > 0 && !isKindOfRow) return [];
  const ended = sides.find(({ joint }) => joint === 'end');
  const into = sides.find(({ joint, place }) => joint === 'into' && place);
  const of = inside?.place ?? into?.place ?? ended?.place;
  const isUnitOf = of && !NEW_UNITS_IS_UNIT_OF.test(folded.text.slice(of.start, of.end).replace(DETERMINER, ''));
  if (!anchored && !(ended ?? into)) return [];
  if (!anchored && !unit && !isUnitOf) return [];
  return [
    {
      kind: 'insert_unit',
      value,
      place: anchored?.joint === 'before' ? 'before' : 'after',
      ...(unit ? { unit } : isKindOfRow ? { unit: 'row' as const } : {}),
      ...(anchored?.place ? { anchor: anchored.place } : {}),
      ...(of ? { of } : {}),
    },
  ];
}
