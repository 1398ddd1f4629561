// What a noun before a quoted text adds to it: `the row "A"`, `the entry "A" with its page number`, `the sentence from "A" to "B"` are the whole
// that the text stands in.

import { type Folded, QUOTED, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { patternOf, word } from '#instruction/reading/lexicon.ts';
import { type Thing, THINGS } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { findIn, type GroundDocument, plainName } from '../../places/ground-document.ts';
import { type Place, placesOf, rowAt, wordsAt } from '../../places/page-lines.ts';
import { isIn, missing, type Resolution, type Scene, textOf, unclear } from '../../places/scene.ts';
import { type Unit, unitPlaces, unitsOf } from '../../places/units.ts';

/** Nouns of wholes, the narrower first where a word has two meanings. */
const WHOLES = ['row', 'sentence', 'paragraph', 'item', 'section', 'note', 'caption', 'line'] as const satisfies readonly Thing[];
export type Whole = (typeof WHOLES)[number] | 'entry';

const ENTRY = word('(?:contents |toc |index |list )?entr(?:y|ies)|eintrag|eintrage|entrees?|entradas?|voc[ei]|items? in the contents');
const LINK = word(
  'with|containing|for|of|called|named|titled|beginning|starting|reading|saying|about|(?:that|which) (?:says|reads|contains|begins|starts|has)(?: with)?|(?:beginning|starting) with|' +
    'mit|fur|von|(?:der|die|das) mit .{1,20} beginnt|namens|avec|de|intitulee?|qui (?:dit|commence par)|con|llamad[oa]|que (?:dice|empieza con)|che (?:dice|inizia con)|com|que (?:diz|comeca com)|met|van|genaamd',
);

const WHOLE_SAID_NOUN = new RegExp(` ${LINK}$`, 'u');
const WHOLE_SAID_WORDS = new RegExp(`(?:^| )(?:${ENTRY})$`, 'u');

/** @param said the words between the article and the quoted text; folded */
export function wholeSaid(said: string): Whole | undefined {
  const noun = said.trim().replace(WHOLE_SAID_NOUN, '');
  if (WHOLE_SAID_WORDS.test(noun)) return 'entry';
  return WHOLES.find((thing) => patternOf(`(?:^|[ -])(?:${THINGS[thing]})$`, 'u').test(noun));
}

const ITS = word(
  'its|the|all|all its|their|both|seine[mnr]?|dem|den|der|die|das|son|sa|ses|le|la|les|su|sus|el|los|las|il suo|la sua|i suoi|i|o seu|a sua|o|a|os|zijn|haar|de|het|bijbehorende',
);
const BELONGING = word(
  'page numbers?|numbers?|values?|figures?|amounts?|prices?|dots?|dotted line|leaders?|dates?|cells?|data|contents?|details|everything in it|everything (?:on|in) (?:that|the) (?:line|row)|bullets?|marks?|' +
    'seitenzahl(?:en)?|zahl(?:en)?|werte?n?|punkten?|betrag|numeros? de page|numeros?|valeurs?|points|montant|numeros? de paginas?|valor(?:es)?|puntos|importe|numer[oi](?: di pagina)?|valor[ei]|punti|importo|pontos|paginanummers?|getal(?:len)?|waarden?|stippen',
);
/** `with its dots and page number 101` */
const WITH_ALL = new RegExp(
  `^[ ,]*(?:${word('(?:together |along )?with|and|plus|including|incl\\.?|samt|mitsamt|mit|und|inklusive|avec|et|ainsi que|y compris|con|y|junto con|incluid[oa]|e|compres[oa]|insieme a|com|junto com|met|en|inclusief')}) (?:${ITS} )*${BELONGING}(?:(?:,| and| und| et| y| e| en) (?:${ITS} )*${BELONGING})*(?: \\p{N}[\\p{N}.,]*)?`,
  'u',
);

/** What follows the quoted text and says that all that stands beside it is meant. */
export function withBelongings(folded: Folded, tail: Span): Span | undefined {
  const said = WITH_ALL.exec(folded.text.slice(tail.start, tail.end));
  return said ? trimmed(folded, { start: tail.start + said[0].length, end: tail.end }) : undefined;
}

const holdsPlace = (ground: GroundDocument, unit: Unit, { page, start, end }: Place) =>
  (unit.heading ? placesOf(ground.lines(unit.page), unit.heading) : unitPlaces(ground, unit)).some(
    (own) => own.page === page && own.start < end && own.end > start,
  );

/** The words of the line that a text stands in: its own piece, or all pieces of a row of a table or of a list of contents. */
function lineAround({ ground }: Scene, place: Place, isWholeRow: boolean): readonly Place[] | undefined {
  const lines = ground.lines(place.page);
  const row = rowAt(lines, place);
  const own = isWholeRow ? row : row?.filter(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start));
  return own && placesOf(lines, own.flatMap(({ words }) => words)); // prettier-ignore
}

/** The smallest unit of a kind around a text. */
function unitAround({ ground }: Scene, thing: Thing, place: Place): readonly Place[] | undefined {
  const around = unitsOf(ground, [place.page], thing).filter((unit) => holdsPlace(ground, unit, place));
  const [smallest] = around.toSorted((one, two) => one.words.length - two.words.length);
  return smallest && unitPlaces(ground, smallest);
}

/** The whole of a kind that a text stands in; undefined where it stands in none. */
function wholeAround(scene: Scene, whole: Whole, place: Place, isWithAll: boolean): readonly Place[] | undefined {
  const row = () => {
    // What was not seen as a table has its rows as lines.
    const unit = unitAround(scene, 'row', place);
    if (unit && isOneOfLines(scene, place, unit)) return undefined;
    return unit ?? lineAround(scene, place, true);
  };
  if (whole === 'row') return row();
  if (whole === 'line') return lineAround(scene, place, isWithAll);
  if (whole === 'sentence' && fillsBlock(scene, place)) return [place];
  if (whole === 'entry') return unitAround(scene, 'item', place) ?? row();
  if (whole === 'item')
    return unitAround(scene, 'item', place) ?? (isWithAll ? lineAround(scene, place, true) : unitAround(scene, 'paragraph', place));
  return unitAround(scene, whole, place);
}

/** A line of several cells that is quoted whole, in a row that has more such lines: whether they are one row cannot be seen. */
function isOneOfLines({ ground }: Scene, place: Place, unit: readonly Place[]): boolean {
  const lines = ground.lines(place.page);
  const own = new Set(unit.flatMap((one) => wordsAt(lines, one)));
  const quoted = new Set(wordsAt(lines, place));
  const inside = lines.rows.map((row) => row.filter(({ words }) => words.some((one) => own.has(one)))).filter((row) => row.length > 1);
  const isQuoted = (row: (typeof inside)[number]) => row.every(({ words }) => words.every((one) => quoted.has(one)));
  return inside.length > 1 && inside.some(isQuoted) && !inside.every(isQuoted);
}

/** All that a block of the page says. */
function fillsBlock({ ground }: Scene, place: Place): boolean {
  const own = new Set(wordsAt(ground.lines(place.page), place));
  return ground.blocks(place.page).some(({ words }) => words.length > 1 && words.every((one) => own.has(one)));
}

interface QuotedWhole {
  readonly whole: Whole;
  readonly isWithAll: boolean;
  /** Texts that stand in it besides. */
  readonly besides: readonly string[];
  /** Counted among those that it stands in, where a count is said. */
  readonly nth: number | undefined;
}

/** The wholes of a kind that these places stand in; each once. */
export function wholesAround(scene: Scene, places: readonly Place[], { whole, isWithAll, besides, nth }: QuotedWhole): Resolution {
  const found = places.flatMap((place) => {
    const around = wholeAround(scene, whole, place, isWithAll);
    const text = (around ?? []).map(({ page, start, end }) => scene.ground.facts.pageText(page).slice(start, end)).join(' ');
    const isAll = besides.every((one) => ` ${plainName(text)} `.includes(` ${plainName(one)} `));
    return around && around.length > 0 && isAll ? [around] : [];
  });
  const distinct = [...new Map(found.map((around) => [JSON.stringify(around), around])).values()];
  if (distinct.length === 0) return missing(textOf(scene, places));
  const counted = nth === undefined ? distinct : distinct.slice(nth < 0 ? nth : nth - 1).slice(0, 1);
  if (counted.length !== 1) return missing(whole, distinct.flat());
  return { ok: true, kind: 'block', targets: counted, ...(whole === 'row' ? { isRow: true } : {}) };
}

const QUOTED_BESIDES_WORDS = new RegExp(`^(?:[ ,;|/]*(?:and |und |et |y |e |en )?${QUOTED})+$`, 'u');
const QUOTED_BESIDES_WORDS_2 = new RegExp(QUOTED, 'gu');

/** Quoted texts that only follow: `the row "A", "B", "C"`. */
export function quotedBesides(folded: Folded, tail: Span): readonly string[] | undefined {
  const text = folded.text.slice(tail.start, tail.end);
  if (!QUOTED_BESIDES_WORDS.test(text)) return undefined;
  return [...text.matchAll(QUOTED_BESIDES_WORDS_2)].map(
    ({ index, 0: all }) => writtenAs(folded, { start: tail.start + index, end: tail.start + index + all.length }).text,
  );
}

const AND_BELOW = new RegExp(
  `^(?<what>.+?)(?: ${word('heading|title|section|uberschrift|titre|titulo|titolo|kop')})?,? (?:${word('and|with|including|plus|und|mit|samt|et|avec|y|con|e|com|en|met')}) (?:${word(
    'all|everything|the|its|whole|entire|rest|of|alles|allem|den|dem|ganzen?|tout|toute|le|la|todo|el|tutto|il|tudo|o|alle|de|het',
  )} )*(?:${word('texts?|contents?|lines?|paragraphs?|section|what|was|contenu|texte|ce qui|lo que|contenido|texto|cio che|testo|contenuto|conteudo|tekst|inhoud')} )?(?:${word(
    'below|under|beneath|underneath|that follows|following|after|in it|belonging to it|which belongs to it|darunter|danach|das folgt|en dessous|dessous|qui suit|debajo|que sigue|sotto|che segue|abaixo|que segue|eronder|daaronder|die volgt',
  )})(?: ${word('it|that|this')})?$`,
  'du',
);

/** `the heading A and everything below it`: its section. */
export function resolveWithBelow(scene: Scene, span: Span): Resolution | undefined {
  const { folded, ground } = scene;
  const what = AND_BELOW.exec(folded.text.slice(span.start, span.end))?.indices?.groups?.['what'];
  if (!what) return undefined;
  const own = trimmed(folded, { start: span.start + what[0], end: span.start + what[1] });
  const name = plainName(writtenAs(folded, own).text);
  const found = unitsOf(ground, scene.pages, 'section').filter((unit) => unit.name === name);
  const [only] = found;
  if (!only) return undefined;
  return found.length === 1 ? { ok: true, kind: 'block', targets: [unitPlaces(ground, only)] } : missing(name);
}

const PASSAGE = word(
  'sentences?|texts?|parts?|passages?|paragraphs?|lines?|section|block|piece|bit|words|clauses?|wording|everything|all|stretch|satz|satze|teil|abschnitt|absatz|stelle|passage|alles|text|phrases?|texte|partie|paragraphe|tout|' +
    'frases?|texto|parte|pasaje|parrafo|todo|frase|testo|brano|paragrafo|tutto|trecho|tudo|zin|tekst|deel|alinea|stuk|alles',
);
const FIRST = word(
  'the|that|this|whole|entire|last|first|second|third|long|short|der|den|die|das|ganze[nrs]?|le|la|les|l|el|los|las|il|lo|o|a|de|het|toute?|tod[oa]|tutt[oa]|hele',
);
const FROM_TO = `(?:${word('from|von|ab|de|depuis|desde|da|dal(?:la|le|lo)?|van|vanaf')}) (?<first>${QUOTED})[ ,]*(?:${word('(?:up )?to|until|till?|through|bis(?: zu)?|a|jusqu.?a|hasta|fino a|ate|tot(?: en met)?')}) (?<last>${QUOTED})`;
const BEGINS_ENDS = `(?:${word(
  'between|(?:that |which )?(?:begins?|starts?|beginning|starting)(?: with| at| from)?|zwischen|(?:der |die |das )?mit|entre|(?:qui )?commenc(?:e|ant) par|que (?:empieza|comienza)(?: con| por)?|tra|che (?:inizia|comincia) con|que comeca com|tussen|(?:die|dat) begint met',
)}) (?<first>${QUOTED})(?: ${word('beginnt|anfangt')})?[ ,]*(?:${word(
  '(?:and |, ?)?(?:that |which )?end(?:s|ing)?(?: with| in| at)?|and|to|up to|(?:und )?(?:mit|endet mit)|und|(?:et )?(?:finit|se termine|finissant) par|et|y|(?:y )?(?:termina|acaba)(?: con| en)?|e|(?:e )?(?:finisce|termina) (?:con|com)|en|(?:en )?eindigt met',
)}) (?<last>${QUOTED})(?: ${word('endet|aufhort')})?`;
const RANGES = [FROM_TO, BEGINS_ENDS].map(
  (range) => new RegExp(`^(?:(?:${FIRST}) )*(?:(?:${PASSAGE})[ ,]*)(?:of [^\uE001]{1,40}[ ,]+)?${range}[^\uE001]*$`, 'du'),
);
/** As much as one text of a plan may be. */
const RANGE_CHARS_MAX = 480;

/** `the sentence from "A" to "B"`, `everything that begins "A" and ends "B"`. */
export function resolveRange(scene: Scene, span: Span): Resolution | undefined {
  const { folded, ground } = scene;
  const text = folded.text.slice(span.start, span.end);
  const found = RANGES.map((range) => range.exec(text)).find((one) => one !== null);
  const [first, last] = [found?.indices?.groups?.['first'], found?.indices?.groups?.['last']];
  if (!found || !first || !last) return undefined;
  const textAt = ([start, end]: readonly [number, number]) => writtenAs(folded, { start: span.start + start, end: span.start + end }).text;
  const [from, to] = [textAt(first), textAt(last)];
  const starts = findIn(ground, from, scene.pages)?.places.filter((place) => isIn(place, scene.region)) ?? [];
  const [start, ...others] = starts;
  if (!start) return missing(from);
  if (others.length > 0) return missing(from, starts);
  const ends = findIn(ground, to, [start.page])?.places.filter((place) => place.end >= start.end) ?? [];
  const [end] = ends.toSorted((one, two) => one.start - two.start);
  if (!end) return missing(to);
  const range: Place = { page: start.page, start: start.start, end: end.end };
  const whole = folded.source.slice(span.start, span.end);
  if (range.end - range.start > RANGE_CHARS_MAX || !readsOn(scene, range)) return unclear(whole);
  return { ok: true, kind: 'block', targets: [[range]] };
}

/** In the order of the page's text nothing of another column stands between: every line begins below the one before, or beside it. */
export function readsOn({ ground }: Scene, range: Place): boolean {
  const words = wordsAt(ground.lines(range.page), range).toSorted((one, two) => one.start - two.start);
  return words.every((one, at) => {
    const before = words[at - 1];
    return !before || one.box[1] < before.box[3];
  });
}
