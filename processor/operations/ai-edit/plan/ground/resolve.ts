// From the words for a thing to its places in the document: a text that stands there, a role (`the date`), a label's value, a row, a paragraph.
// What fits several things is not chosen: the candidates are given back.

import { choosePages } from '#contract/params/edit-pages.ts';
import { quotedIn, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { ORDINAL, ordinalOf, takeWhere } from '#instruction/reading/scope-words.ts';
import { articleLength, DETERMINER, IN_PLACE, NAMING, thingOf, THINGS } from '#instruction/reading/things.ts';
import { ANY_VERB, LIMITS, word } from '#instruction/reading/lexicon.ts';
import { BIGGER, BOLD, COLOR, ITALIC, PLACE_WORDS, SMALLER } from '#instruction/reading/looks.ts';
import type { Span } from '#instruction/tokens.ts';
import { cellDescribed, cellOfSheet, cellsCrossing } from './cells.ts';
import { findIn, type FoundText, type GroundDocument, plainName } from '../places/ground-document.ts';
import { valuesOfLabel } from '../places/label-values.ts';
import { type Place, rowAt, wordsAt, placesOf } from '../places/page-lines.ts';
import { type NamedUnits, namedUnits } from './named-units.ts';
import { quotedBesides, resolveRange, resolveWithBelow, wholeSaid, wholesAround, withBelongings } from './quoted/quoted-units.ts';
import { resolveHeads } from './quoted/table-heads.ts';
import { placeRegion } from './regions.ts';
import { resolveContact } from './named/contacts.ts';
import { resolveFramed, resolveOwnName } from './named/own-names.ts';
import { resolveWithAside } from './quoted/asides.ts';
import { isIn, missing, type Resolution, type Resolved, type Scene, textOf, unclear } from '../places/scene.ts';
import { isWholeLine } from './whole-lines.ts';
import { unitPlaces } from '../places/units.ts';
import { placesOfThing } from '../places/roles.ts';

export function resolveTarget(scene: Scene, span: Span): Resolution {
  return scene.phrases?.target(scene, span, resolveWords) ?? resolveWords(scene, span);
}

function resolveWords(scene: Scene, span: Span): Resolution {
  const { rest, where } = takeWhere(scene.folded, span);
  const pages = where.pages === undefined ? scene.pages : (choosePages(where.pages, scene.ground.pageCount) ?? []);
  const inside: Scene = { ...scene, pages: pages.filter((page) => scene.pages.includes(page)) };
  const below = scene.isWhole === true ? resolveWithBelow(inside, withoutArticle(scene, rest)) : undefined;
  const apart = below ?? resolveWithAside(inside, rest, resolveTarget);
  if (apart) return apart;
  const quoted = quotedIn(scene.folded, rest) ? (resolveRange(inside, rest) ?? resolveQuoted(inside, rest)) : undefined;
  // `the sentence under "First section"`: the quoted text says where.
  const resolution = quoted?.ok === true ? quoted : quoted ? (resolvePlaced(inside, rest) ?? quoted) : resolveSaid(inside, rest);
  const count = countSaid(scene.folded.text.slice(rest.start, rest.end));
  // `the last two lines`, and another number was found.
  if (resolution.ok && count !== undefined && resolution.targets.length !== count)
    return missing(scene.folded.source.slice(span.start, span.end), resolution.targets.flat());
  return resolution.ok && where.isEverywhere === true ? { ...resolution, isEverywhere: true } : resolution;
}

const COUNTED = [
  /^(?:the |die |les |los |las |i |gli |le |os |as |de )?(?:(?:first|last|letzten|derniers|dernieres|ultim[oa]s|ultim[ie]|laatste) )?(?:two|both|zwei|beiden|deux|dos|due|dois|duas|twee|beide) /u,
  /^(?:the |die |les |los |las |i |gli |le |os |as |de )?(?:(?:first|last|letzten|derniers|dernieres|ultim[oa]s|ultim[ie]|laatste) )?(?:three|drei|trois|tres|tre|drie) /u,
];

/** How many things a phrase speaks of, where it says two or three of them, and none of them by name. */
function countSaid(said: string): number | undefined {
  const at = COUNTED.findIndex((words) => words.test(said));
  return at < 0 || !/\uE001/u.test(said) ? undefined : at + 2;
}

const withoutArticle = ({ folded }: Scene, { start, end }: Span): Span => ({
  start: start + articleLength(folded, { start, end }),
  end,
});

const QUOTED_ORDINAL = new RegExp(`^(?:${ORDINAL}) ?`, 'u');

/** `the word "A"`, `the second "A"`, `"A" in the footer`. */
function resolveQuoted(scene: Scene, span: Span): Resolution {
  const { folded } = scene;
  const quoted = quotedIn(folded, span);
  if (!quoted) return unclear('');
  // `「A B」の B`: a part of it.
  if (/^ ?(?:の|的|中的|里的)/u.test(folded.text.slice(quoted.end, span.end))) return unclear(folded.source.slice(span.start, span.end));
  const lead = trimmed(folded, { start: span.start, end: quoted.start });
  const tail = trimmed(folded, { start: quoted.end, end: span.end });
  const said = folded.text.slice(lead.start, lead.end).replace(DETERMINER, '');
  const ordinal = QUOTED_ORDINAL.exec(said)?.[0];
  const noun = said.slice(ordinal?.length ?? 0).trim();
  const source = folded.source.slice(span.start, span.end);
  const { text } = writtenAs(folded, quoted);
  const found = findIn(scene.ground, text, scene.pages);
  const whole = scene.isWhole === true ? wholeSaid(said) : undefined;
  const all = withBelongings(folded, tail);
  const rest = all ?? tail;
  const besides = quotedBesides(folded, rest);
  if (all ?? whole) {
    const kind = whole ?? 'entry';
    const region = besides || rest.start >= rest.end ? undefined : regionOf(scene, rest);
    const places = (found?.isInside === true ? [] : (found?.places ?? [])).filter((place) => isIn(place, region?.region ?? scene.region));
    const meant = wholesAround(scene, places, { whole: kind, isWithAll: all !== undefined, besides: besides ?? [], nth: nthOf(ordinal) });
    if (!LIMITING.test(besides ? '' : folded.text.slice(rest.start, rest.end)) && (meant.ok || places.length > 0)) return meant;
  }
  // What stands once needs no description: no other place can be meant.
  const isCell = CELL.test(noun) && (found?.places.every((place) => isWholePiece(scene, place)) ?? false);
  const described = `${isCell ? '' : noun.replace(NAMED_AS, ' ')} ${folded.text.slice(tail.start, tail.end)}`;
  const isOnly = found?.places.length === 1 && !found.isInside && !LIMITING.test(described) && !OF_ANOTHER.test(noun);
  // `Footer: "Unrestricted"`
  const before = NAMING.test(noun) ? undefined : placeRegion(scene, trimmed(folded, lead));
  const region = tail.start < tail.end ? regionOf(scene, tail) : (before ?? { region: scene.region });
  if (!region && !isOnly) return unclear(source);
  const places = (found?.places ?? []).filter((place) => isIn(place, isOnly && !region ? undefined : region?.region));
  if (!isOnly && !before && !NAMING.test(noun) && !places.some((place) => isNamedBefore(scene, place, noun))) return unclear(source);
  const nth = nthOf(ordinal);
  const chosen = nth === undefined ? places : places.slice(nth < 0 ? nth : nth - 1, nth === -1 ? undefined : nth < 0 ? nth + 1 : nth);
  if (chosen.length === 0) return missing(text);
  const meant = chosen.length > 1 && HEADING.test(noun) ? headingsOf(scene, chosen, TITLE_NOUN.test(noun)) : chosen;
  return { ok: true, kind: 'text', targets: meant.map((place) => [place]), isInside: found?.isInside ?? false };
}

const HEADING = new RegExp(
  `${word('headings?|headlines?|titles?|sub-?(?:headings?|titles?)|uberschrift(?:en)?|titel|zwischentitel|titres?|sous-titres?|titulos?|encabezados?|titol[oi]|sottotitol[oi]|koppen|kop')}$`,
  'u',
);

const TITLE_NOUN = new RegExp(`^(?:${THINGS.title})$`, 'u');

/** Of a text that stands in several places the title where one is spoken of; else those that are a heading, or a line of their own; all where none is. */
function headingsOf(scene: Scene, places: readonly Place[], isSingle: boolean): readonly Place[] {
  const isHeading = ({ page, start, end }: Place) =>
    scene.ground.blocks(page).some(({ kind, words }) => kind === 'heading' && words.some((one) => one.start < end && one.end > start));
  const own = places.filter((place) => isWholeLine(scene, place));
  const title = placesOfThing(scene, 'title').flat();
  const inTitle = isSingle ? places.filter((place) => isIn(place, title)) : [];
  if (inTitle.length === 1) return inTitle;
  const headings = places.filter(isHeading);
  return headings.length > 0 ? headings : own.length > 0 ? own : places;
}

const nthOf = (ordinal: string | undefined) => (ordinal === undefined ? undefined : ordinalOf(ordinal.trim()));

/** `the section heading "A"`: the last noun says that the text itself is meant. */
const NAMED_AS = new RegExp(
  `(?:${word('sections?|paragraph|table|row|column|line|list|chapter|abschnitts?|kapitel|tabellen|spalten|zeilen')})?[ -]?(?:${word(
    'headings?|headers?|titles?|labels?|names?|captions?|words?|texts?|phrases?|terms?|titel|uberschrift|beschriftung|wort|titre|mot|libelle|titulo|palabra|etiqueta|titolo|parola|etichetta|palavra|titel|kop|woord',
  )})$`,
  'u',
);

/** `the cell "A"`, where it holds that text alone. */
const CELL = new RegExp(`^${word('(?:table )?cells?|(?:tabellen)?zellen?|cellules?|celdas?|cell[ae]|celulas?|cel(?:len)?')}$`, 'u');

function isWholePiece({ ground }: Scene, place: Place): boolean {
  const lines = ground.lines(place.page);
  const own = new Set(wordsAt(lines, place));
  return rowAt(lines, place)?.some(({ words }) => words.length > 0 && words.every((one) => own.has(one))) ?? false;
}

/** More than a description: an exception, a second request, or a larger or smaller thing around the text. */
const LIMITING = new RegExp(
  `${LIMITS.source}|${word([THINGS.line, THINGS.paragraph, THINGS.row, THINGS.sentence, THINGS.section, THINGS.item].join('|'))}|${ANY_VERB}|${COLOR}|${BOLD}|${ITALIC}|${BIGGER}|${SMALLER}|\\uE001|${word('paragraphs?|rows?|lines?|sections?|sentences? (?:with|containing|starting|beginning)|starts?|starting|begins?|beginning|contain(?:s|ing)|with|together|everything|cells?|absatz|zeile|abschnitt|paragraphe|ligne|parrafo|fila|seccion|paragrafo|riga|linha|before|after|vor|nach|under|below|above|unter|next to')}`,
  'u',
);

/** Before a text these name something else that belongs to it: `the link of`, `the picture beside`. */
const OF_ANOTHER = new RegExp(
  `${word('of|for|from|behind|beside|near|by|at|on|in|von|vom|zu|bei|hinter|neben|de|du|des|del|della|di|da|do|van|bij|links?|liens?|enlaces?|collegament[oi]|colou?r|size|fonts?|style|comments?|annotations?|farbe|grosse|schrift')}$`,
  'u',
);

/** The words before a quoted text are its label in the document. */
function isNamedBefore({ ground }: Scene, { page, start }: Place, noun: string): boolean {
  const before = plainName(ground.facts.pageText(page).slice(Math.max(0, start - 120), start));
  return before.endsWith(plainName(noun));
}

const REGION_OF_JOINT = new RegExp(`^${IN_PLACE}[ ']?`, 'u');

/** What follows a target as its place: `in the footer`, `under Knowledge`. */
function regionOf(scene: Scene, tail: Span): { readonly region: readonly Place[] } | undefined {
  const { folded } = scene;
  const text = folded.text.slice(tail.start, tail.end);
  const joint = REGION_OF_JOINT.exec(text);
  if (!joint) return undefined;
  return placeRegion(scene, trimmed(folded, { start: tail.start + joint[0].length, end: tail.end }), joint[0]);
}

const SAID_EVERY = new RegExp(
  `^(?:everything|anything|all|every(?: text| place)?|each(?: text| place)?|alles|tout|todo|tutto|tudo)(?: (?:the )?(?:texts?|words?|places?))? (?:that|which|where it|was|wo|ce qui|qui|lo que|que|cio che|che|o que|wat|dat) (?:says?|reads?|contains?|sagt|steht|dit|dice|diz|zegt) `,
  'u',
);
const SAID_NAMED = new RegExp(
  `^(?<word>placeholders?|rooms?|codes?|platzhalter|raum|salle|sala|words?|text|phrase|term|expression|abbreviation|acronym|typo|wort|worter|begriff|ausdruck|abkurzung|mots?|terme|expression|sigle|abreviation|palabras?|termino|siglas|abreviatura|parol[ae]|termine|sigla|palavras?|termo|woord(?:en)?|begrip|afkorting)? ?(?<name>name|company|date|number|amount|price|(?:e-?)?mail(?: address)?|address|url|link|year|value|city|title|heading|headline|titel|uberschrift|datum|nummer|betrag|adresse|titre|numero|montant|titulo|fecha|direccion|titolo|data|indirizzo|endereco)? (?=.)`,
  'u',
);

function resolveSaid(scene: Scene, span: Span): Resolution {
  const { folded } = scene;
  const source = folded.source.slice(span.start, span.end);
  const bare = folded.text.slice(span.start, span.end);
  if (bare === '') return unclear(source);
  const determiner = articleLength(folded, span);
  const own = { start: span.start + determiner, end: span.end };
  const said = bare.slice(determiner).trim();
  if (said === '' || /^(?:it|them|this|that|everything|something|all|es|alles|tout|todo|tutto|tudo)$/u.test(said)) return unclear(source);
  // `everything that says A`
  const every = SAID_EVERY.exec(folded.text.slice(span.start, span.end));
  const all = every && resolveLiteral(scene, folded.source.slice(span.start + every[0].length, span.end));
  if (all) return { ...all, isEverywhere: true };
  // `Ann Smith's name`, `the name of Ann Smith`
  const whose =
    /^(?<own>.+?)(?:'s|(?<=s)') (?:full )?names?$|^(?:full )?(?:names?|namen?|noms?|nombres?|nom[ei]|naam) (?:of|von|d[eu]|del|di|do|da|van) (?<of>.+)$/du.exec(
      said,
    )?.indices?.groups;
  const name = whose?.['own'] ?? whose?.['of'];
  const at = own.start + folded.text.slice(own.start, own.end).indexOf(said);
  const person = name && resolveLiteral({ ...scene, isProper: true }, folded.source.slice(at + name[0], at + name[1]));
  if (person) return person;
  const thing = thingOf(said);
  if (thing === undefined) {
    const literal =
      resolveLiteral(scene, source) ?? (determiner > 0 ? resolveLiteral(scene, folded.source.slice(own.start, own.end)) : undefined);
    if (literal) return literal;
    const named = SAID_NAMED.exec(said);
    // `the word genius`: it is the text itself, whatever it is.
    const meant = named?.groups?.['word'] === undefined ? scene : { ...scene, isProper: false };
    const inner = named && resolveLiteral(meant, folded.source.slice(own.start + named[0].length, own.end));
    if (inner) return inner;
  }
  return (
    resolveRole(scene, own, said) ??
    resolveContact(scene, own) ??
    resolveFramed(scene, own) ??
    resolveLabel(scene, own) ??
    resolveOwnName(scene, own) ??
    resolveSplit(scene, own) ??
    resolveLookedUp(scene, own) ??
    resolveOwned(scene, own) ??
    resolveAside(scene, own) ??
    resolveDescribed(scene, source) ??
    missing(source)
  );
}

/** Between the parts of a list: `A, B and C`. */
export const LIST_JOINT = ' ?(?:,|;|&) ?(?:and |und |et |y |e |en )?| (?:and|und|et|y|e|en|sowie) |和|と|、';

/** `the Camry's tag`: the cell of a row in a column. */
function resolveOwned(scene: Scene, span: Span): Resolution | undefined {
  const text = scene.folded.text.slice(span.start, span.end);
  for (const joint of text.matchAll(/(?:'s|(?<=s)') /gu)) {
    const row = { start: span.start, end: span.start + joint.index };
    const cell = cellOf(scene, row, { start: row.end + joint[0].length, end: span.end });
    if (cell) return cell;
  }
  return undefined;
}

const ASIDE_WORDS = new RegExp(LIST_JOINT, 'u');

/** `our VAT number (NL001901308B01)`: what is described is given too. */
function resolveAside(scene: Scene, span: Span): Resolved | undefined {
  // One of several things would be taken for all of them.
  if (ASIDE_WORDS.test(scene.folded.text.slice(span.start, span.end))) return undefined;
  const aside = /\((?<text>[^()]*[\p{N}@][^()]*)\)$/u.exec(scene.folded.source.slice(span.start, span.end))?.groups?.['text'];
  const literal = aside === undefined ? undefined : resolveLiteral({ ...scene, isProper: false }, aside);
  return literal && new Set(literal.targets.map((places) => textOf(scene, places))).size === 1 ? { ...literal, kind: 'value' } : undefined;
}

/** `Iowa ethanol for this week`: the words lead to one cell. */
function resolveDescribed(scene: Scene, source: string): Resolution | undefined {
  const sheet = cellOfSheet(scene, source.toLowerCase().replace(DETERMINER, ''));
  const cells = sheet.length > 0 ? sheet : cellDescribed(scene, source);
  if (cells.length === 0) return undefined;
  return cells.length === 1 ? { ok: true, kind: 'value', targets: cells } : missing(source, cells.flat());
}

const PLACE_BEHIND = new RegExp(`^(?<what>.{3,}?),? (?<where>(?:(?:${PLACE_WORDS})(?: |$))+)$`, 'du');

/** `der Satz mit WICHTIG oben`: the place without a word before it. */
function resolveLookedUp(scene: Scene, span: Span): Resolution | undefined {
  const groups = PLACE_BEHIND.exec(scene.folded.text.slice(span.start, span.end))?.indices?.groups;
  const [what, where] = [groups?.['what'], groups?.['where']];
  if (!what || !where) return undefined;
  const region = placeRegion(scene, trimmed(scene.folded, { start: span.start + where[0], end: span.start + where[1] }));
  const inner = trimmed(scene.folded, { start: span.start + what[0], end: span.start + what[1] });
  const found = region ? resolveTarget({ ...scene, region: region.region }, inner) : undefined;
  return found?.ok === true || found?.why === 'ambiguous' ? found : undefined;
}

function resolvePlaced(scene: Scene, span: Span): Resolution | undefined {
  const named = resolveRole(scene, span, scene.folded.text.slice(span.start, span.end)) ?? resolveSplit(scene, span);
  return named?.ok === true || named?.why === 'ambiguous' ? named : undefined;
}

/** Words in lower case that stand once, with capitals, as a block of their own: `related work`. */
function isOpening(ground: GroundDocument, found: FoundText | undefined): boolean {
  const [place, ...others] = found?.places ?? [];
  if (!place || others.length > 0 || found?.isInside === true) return false;
  const text = ground.facts.pageText(place.page).slice(place.start, place.end);
  return (
    /^\p{Lu}/u.test(text) &&
    ground.blocks(place.page).some(({ words }) => words[0]?.start === place.start && (words.at(-1)?.end ?? 0) <= place.end + 1)
  );
}

function resolveLiteral({ ground, pages, region, isProper }: Scene, said: string): Resolved | undefined {
  if (!/[\p{L}\p{N}\p{Sc}]/u.test(said) || /^(?:this|these|that|those|dies\p{L}*|cett?e|est[ea]|quest[oa]) /iu.test(said)) return undefined;
  const found = findIn(ground, said, pages);
  if (isProper === true && !/[\p{Lu}\p{N}\p{Lo}]/u.test(said) && !isOpening(ground, found)) return undefined;
  // Without quotes, a part of a longer word is never meant.
  const places = found?.isInside === true ? [] : (found?.places ?? []).filter((place) => isIn(place, region));
  return places.length > 0 ? { ok: true, kind: 'text', targets: places.map((place) => [place]) } : undefined;
}

const IN_BRACKETS = new RegExp(
  `^${word('bit|part|text|words?|remark|note|addition|phrase|stuff|teil|text|zusatz|bemerkung|wort(?:e|er)?|partie|texte|mots?|mention|remarque|parte|texto|palabras?|nota|testo|parol[ae]|tekst|stuk|opmerking')} (?:${word(
    'in|inside|within|between|zwischen|entre|tra|entre|tussen',
  )} )?(?:${word('the|den|der|les|los|le|i|os|de')} )?${word('(?:round |square )?(?:brackets|parenthes[ie]s)|(?:eckigen |runden )?klammern|parentheses|crochets|parentesis|parentesi|parenteses|haakjes')}$`,
  'u',
);

/** `the bit in brackets`: the only one there, with its brackets. */
function resolveBracketed({ ground, pages, region }: Scene, said: string): Resolution | undefined {
  if (!IN_BRACKETS.test(said)) return undefined;
  const all = pages.flatMap((page) =>
    [...ground.facts.pageText(page).matchAll(/\([^()]{2,200}\)|\[[^[\]]{2,200}\]/gu)]
      .map(({ index, 0: hit }) => ({ page, start: index, end: index + hit.length }))
      .filter((place) => isIn(place, region)),
  );
  const [only, ...others] = all;
  return only && others.length === 0 ? { ok: true, kind: 'value', targets: [[only]] } : missing(said, all);
}

const ROLE_ORDINAL = new RegExp(`^(?:${ORDINAL}) `, 'u');
const ROLE_BEHIND = new RegExp(` (?:${ORDINAL})$`, 'u');

/** `the date`, `the second paragraph`, `third bullet`, `the Denver row`. */
function resolveRole(scene: Scene, span: Span, said: string): Resolution | undefined {
  const heads = resolveHeads(scene, said) ?? resolveBracketed(scene, said);
  if (heads) return heads;
  const named = namedUnits(scene, span);
  if (named) return unitsMeant(scene, named, said);
  const ordinal = ROLE_ORDINAL.exec(said)?.[0] ?? '';
  const behind = ROLE_BEHIND.exec(said)?.[0] ?? '';
  const whole = said.slice(ordinal.length, said.length - behind.length).trim();
  const owner = /^[\p{L} .]+(?:'s|s') /u.exec(whole)?.[0] ?? '';
  const noun = whole.slice(owner.length);
  const thing = thingOf(noun);
  if (thing === undefined) return undefined;
  const nth = ordinalOf((ordinal || behind).trim());
  const all = placesOfThing(scene, thing).filter((places) => places.every((place) => isIn(place, scene.region)));
  const isBlock = ['paragraph', 'line', 'item', 'row', 'sentence', 'header', 'footer', 'title'].includes(thing);
  const kind = isBlock ? 'block' : 'value';
  if (nth !== undefined) {
    // What the model of a page does not count is not counted by its lines.
    const isModelled = scene.pages.some((page) => scene.ground.blocks(page).length > 0);
    if (thing === 'paragraph' && isModelled && scene.region === undefined) return missing(said);
    const one = all.at(nth > 0 ? nth - 1 : nth);
    return one ? { ok: true, kind, targets: [one] } : missing(said);
  }
  // Of several, whose it is decides: `Mr Smith's e-mail`.
  if (owner !== '' && all.length > 1 && scene.region === undefined) return missing(said, all.flat());
  // Several are spoken of, and one is found: the others are written in a way that is not known.
  if (/(?:adresse[ns]?|addresses|mails|urls|numbers|nummern|numeros|numeri|indirizzi|ibans)$/u.test(noun) && all.length === 1)
    return missing(said, all.flat());
  if (['email', 'phone', 'url', 'iban', 'header', 'footer'].includes(thing))
    return all.length > 0 ? { ok: true, kind, targets: all } : missing(said);
  const labelled =
    isBlock && thing !== 'title' ? [] : valuesOfLabel(scene.ground, said, scene.pages).filter((place) => isIn(place, scene.region));
  if (labelled.length > 0 && thing !== 'title') return oneValue(scene, labelled, said);
  if (all.length === 0) return missing(said);
  const texts = new Set(all.map((places) => textOf(scene, places)));
  return texts.size === 1 ? { ok: true, kind, targets: all } : missing(said, all.flat());
}

/** The units of a name: all where several are spoken of, else the one. */
function unitsMeant(scene: Scene, { units, thing, isPlural, nth }: NamedUnits, said: string): Resolution {
  const targets = units.map((unit) => unitPlaces(scene.ground, unit));
  const isRunning = thing === 'header' || thing === 'footer' || thing === 'page_number';
  const texts = new Set(targets.map((places) => textOf(scene, places)));
  // On one page two of them are two, however alike they are.
  const isTwice = new Set(units.map(({ page }) => page)).size < units.length;
  if (nth === undefined && !isPlural && !isRunning && (texts.size > 1 || isTwice)) return missing(said, targets.flat());
  return { ok: true, kind: thing === 'page_number' ? 'value' : 'block', targets, ...(thing === 'row' ? { isRow: true } : {}) };
}

function oneValue(scene: Scene, places: readonly Place[], said: string): Resolution {
  const texts = new Set(places.map((place) => textOf(scene, [place])));
  return texts.size === 1 ? { ok: true, kind: 'value', targets: places.map((place) => [place]) } : missing(said, places);
}

function resolveLabel(scene: Scene, span: Span): Resolution | undefined {
  const source = scene.folded.source.slice(span.start, span.end);
  const values = valuesOfLabel(scene.ground, source, scene.pages).filter((place) => isIn(place, scene.region));
  return values.length > 0 ? oneValue(scene, values, source) : undefined;
}

const SPLIT_WORDS = new RegExp(` (?:${IN_PLACE})[ ']`, 'gu');

/** `the date in the header`, `threshold of Methane`: the thing, then where it is. */
function resolveSplit(scene: Scene, span: Span): Resolution | undefined {
  const text = scene.folded.text.slice(span.start, span.end);
  const found: Resolution[] = [];
  for (const joint of text.matchAll(SPLIT_WORDS)) {
    const head = trimmed(scene.folded, { start: span.start, end: span.start + joint.index });
    const place = trimmed(scene.folded, { start: span.start + joint.index + joint[0].length, end: span.end });
    const region = placeRegion(scene, place, joint[0]);
    if (region) {
      // The notes of a table stand beyond it.
      const isNote = thingOf(scene.folded.text.slice(head.start, head.end).replace(DETERMINER, '')) === 'note';
      const around = isNote ? region.region.map(({ page }) => ({ page, start: 0, end: Infinity })) : region.region;
      const inner = resolveTarget({ ...scene, region: around, pages: scene.pages }, head);
      const isOne = /(?:^| )(?:table|tabelle|tableau|tabla|tabella|tabela|tabel)$/u.test(scene.folded.text.slice(place.start, place.end));
      if (inner.ok && isOne && inner.targets.length > 1 && inner.isEverywhere !== true) return missing(text, inner.targets.flat());
      if (inner.ok || inner.why === 'ambiguous') return inner;
    }
    const cell = cellOf(scene, place, head) ?? cellOf(scene, head, place);
    if (cell) found.push(cell);
  }
  // `Description B, last column`, `50 / EANx 32%`
  for (const joint of text.matchAll(/, | \/ /gu)) {
    const [one, two] = [
      trimmed(scene.folded, { start: span.start, end: span.start + joint.index }),
      trimmed(scene.folded, { start: span.start + joint.index + joint[0].length, end: span.end }),
    ];
    const cell = cellOf(scene, one, two) ?? cellOf(scene, two, one);
    if (cell) found.push(cell);
  }
  return found.find(({ ok }) => ok) ?? found[0];
}

const CELL_WORDS_MAX = 7;

/** `this week` is not any week. */
const ARTICLE = /^(?:the|a|an|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|i|o|os|as|het|de) /iu;

/** Where the row of one name crosses the column of another. */
export function cellOf(scene: Scene, rowName: Span, columnName: Span): Resolution | undefined {
  const crossing = cellsCrossing(scene, rowName, columnName);
  if (crossing.length === 1) return { ok: true, kind: 'value', targets: crossing };
  if (crossing.length > 1) return missing(scene.folded.source.slice(rowName.start, columnName.end), crossing.flat());
  const { ground, folded } = scene;
  const name = (span: Span) => writtenAs(folded, span).text.replace(ARTICLE, '').trim();
  const [row, column] = [name(rowName), name(columnName)];
  if (row === '' || column === '') return undefined;
  const heads = findIn(ground, column, scene.pages)?.places ?? [];
  const cells: Place[][] = [];
  for (const place of findIn(ground, row, scene.pages)?.places ?? []) {
    const lines = ground.lines(place.page);
    const own = rowAt(lines, place);
    const [first] = wordsAt(lines, place);
    if (!own || own.length < 2 || !first) continue;
    for (const head of heads.filter(({ page }) => page === place.page)) {
      const words = wordsAt(lines, head);
      const [left, right] = [Math.min(...words.map(({ box }) => box[0])), Math.max(...words.map(({ box }) => box[2]))];
      if (!words[0] || words[0].box[1] < first.box[3]) continue;
      const under = own.filter(({ box, words: inside }) => !inside.includes(first) && Math.min(box[2], right) - Math.max(box[0], left) > 0);
      const [only] = under;
      // Lines of columns of prose are no cells.
      if (only && under.length === 1 && only.words.length <= CELL_WORDS_MAX) cells.push(placesOf(lines, only.words));
    }
  }
  if (cells.length === 0) return undefined;
  const distinct = new Map(cells.map((cell) => [JSON.stringify(cell), cell]));
  if (distinct.size > 1) return missing(`${row}, ${column}`, cells.flat());
  return { ok: true, kind: 'value', targets: [...distinct.values()] };
}
