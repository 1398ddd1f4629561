// Where something is said to be: in the header, at the bottom right, in the Denver row, under a heading, in the second table.

import { choosePages } from '#contract/params/edit-pages.ts';
import { fold, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { PLACE_WORDS, positionSaid } from '#instruction/reading/looks.ts';
import { findPages, takeWhere } from '#instruction/reading/scope-words.ts';
import { DETERMINER, IN_PLACE, thingOf } from '#instruction/reading/things.ts';
import { PICTURE_NOUN } from '#instruction/reading/thing-words.ts';
import type { Span } from '#instruction/tokens.ts';
import { rowsOfTable } from '../places/blocks.ts';
import { findIn, plainName } from '../places/ground-document.ts';
import { findPicture, textBelow } from './ground-pictures.ts';
import { cellsCrossing } from './cells.ts';
import { type Headed, headedLines } from './headed-lines.ts';
import { type NamedUnits, namedUnits } from './named-units.ts';
import { numberedTable } from './numbered-tables.ts';
import { resolveHeads } from './quoted/table-heads.ts';
import { type Place, placesOf, wordsAt } from '../places/page-lines.ts';
import { placesOfThing } from '../places/roles.ts';
import { isIn, type Scene } from '../places/scene.ts';
import { lineRows, type Unit, unitPlaces, unitsOf } from '../places/units.ts';

export interface Region {
  readonly region: readonly Place[];
}

/** Places that are no part of the document. */
const WHOLE =
  /^(?:pages?|document|letter|text|file|pdf|form|whole (?:page|document|text)|seite|dokument|brief|formular|documents?|lettre|texte|formulaire|pagina|documento|carta|texto|formulario|lettera|testo|modulo|brief|tekst|(?:both|all|two|three) (?:places|legends|spots|cases|positions)|beiden? stellen)$/u;

/** A place whose one thing is meant where there is only one, and the whole page where there is none: `the list`, `the table`. */
const LOOSE =
  /^(?:list|table|tabelle|tableau|tabla|tabella|tabela|tabel|liste|lista|elenco|lijst|caption|title|subtitle|heading|body|body text|running text|contents?|table of contents)$/u;

const UNDER = word(
  'under|below|beneath|underneath|after|behind|unter(?:halb)?|nach|sous|apres|en dessous|debajo|bajo|despues|sotto|dopo|abaixo|sob|depois|onder|na',
);

const PLACE_REGION_IS_UNDER = new RegExp(UNDER, 'u');

/**
 * @param joint the word between a thing and its place
 * @returns the lines that a place covers; undefined where nothing of that name is there
 */
export function placeRegion(scene: Scene, span: Span, joint = ''): Region | undefined {
  return regionSaid(scene, span, joint) ?? regionOfAside(scene, span, joint);
}

const WITH_ASIDE = /^(?<lead>[^()\uE001]*?)(?<noun>[\p{L}-]+) \((?<name>[^()\uE001]+)\)$/du;

/** `the Wednesday column (Onsdag)`: as the page has it. */
function regionOfAside(scene: Scene, span: Span, joint: string): Region | undefined {
  const { folded } = scene;
  const found = WITH_ASIDE.exec(folded.text.slice(span.start, span.end));
  const [from, to] = found?.indices?.groups?.['name'] ?? [0, 0];
  const noun = found?.groups?.['noun'] ?? '';
  if (to === 0 || thingOf(noun) === undefined) return undefined;
  const named = fold(`${folded.source.slice(span.start + from, span.start + to)} ${noun}`);
  return regionSaid({ ...scene, folded: named }, { start: 0, end: named.text.length }, joint);
}

function regionSaid(scene: Scene, span: Span, joint: string): Region | undefined {
  const { rest, where } = takeWhere(scene.folded, withoutThatPage(scene, span));
  const own = findPages(scene.folded, rest);
  const isPages = own !== undefined && own.span.start <= rest.start && own.span.end >= rest.end;
  const chosen = isPages ? own.pages : where.pages;
  const pages = chosen === undefined ? scene.pages : (choosePages(chosen, scene.ground.pageCount) ?? []);
  const inner = { ...scene, pages };
  const said = scene.folded.text.slice(rest.start, rest.end).replace(DETERMINER, '').trim();
  // `below the chart, and the page number to 299`: a place and another request.
  if (/[,;] ?(?:and|und|et|y|e|en) /u.test(said)) return undefined;
  const whole = pages.map((page) => ({ page, start: 0, end: Infinity }));
  if (isPages || said === '' || WHOLE.test(said) || WHOLE.test(scene.folded.text.slice(rest.start, rest.end))) return { region: whole };
  const cut = (region: readonly Place[]): Region | undefined => (region.length > 0 ? { region } : undefined);
  const opening = openingRegion(inner, said);
  if (opening) return opening;
  const corner = cornerRegion(inner, said);
  if (corner) return cut(corner);
  const numbered = numberedTable(inner, said);
  if (numbered) return cut(numbered);
  const heads = resolveHeads(inner, said);
  if (heads?.ok === true) return cut(heads.targets.flat());
  const named = namedUnits(inner, rest);
  // A note that was not seen as one stands at the foot of its page.
  if (thingOf(said) === 'note')
    return cut([...(named?.units ?? []).flatMap((unit) => unitPlaces(scene.ground, unit)), ...(cornerRegion(inner, 'bottom') ?? [])]);
  if (named && (named.units.length === 1 || named.name !== undefined || named.isPlural || isRunning(named.thing)))
    return cut([...named.units.flatMap((unit) => unitPlaces(scene.ground, unit)), ...unseenRows(inner, named)]);
  const running = thingOf(said);
  if (running === 'header' || running === 'footer') return cut(placesOfThing(inner, running).flat());
  const title = running === 'title' ? placesOfThing(inner, 'title').flat() : [];
  if (title.length > 0) return cut(title);
  const isUnder = PLACE_REGION_IS_UNDER.test(joint);
  return (
    // `the table` is no heading that speaks of one.
    (LOOSE.test(said) ? undefined : introRegion(inner, rest)) ??
    (LOOSE.test(said) ? undefined : sectionRegion(inner, rest, isUnder)) ??
    headedRegion(inner, rest) ??
    (isUnder ? belowRegion(inner, rest) : undefined) ??
    innerRegion(inner, rest) ??
    (LOOSE.test(said) ? { region: whole } : undefined) ??
    mentionRegion(inner, rest)
  );
}

/** What a phrase means as a thing is a place for others too. */
function mentionRegion(scene: Scene, span: Span): Region | undefined {
  const found = scene.phrases?.thing(scene, span);
  return found?.ok === true ? { region: found.targets.flat() } : undefined;
}

const THAT_PAGE =
  / (?:on (?:that|the same|this) page|there|auf (?:dieser|derselben|der gleichen) seite|(?:de|sur) (?:cette|la meme) page|(?:de|en) (?:esa|esta|la misma) pagina|(?:di|su) (?:questa|quella) pagina|op (?:die|deze|dezelfde) pagina)$/u;

/** `the last row on that page`, where pages were said before. */
function withoutThatPage({ folded, pages, ground, region }: Scene, span: Span): Span {
  const isOne = region !== undefined || pages.length < ground.pageCount || ground.pageCount === 1;
  const said = isOne ? THAT_PAGE.exec(folded.text.slice(span.start, span.end)) : null;
  return said ? { start: span.start, end: span.start + said.index } : span;
}

const OPENING =
  /^(?:(?:very )?(?:beginning|start)|anfang|beginn|debut|commencement|principio|comienzo|inicio|inizio|comeco|begin)(?: of (?:it|the (?:line|sentence|paragraph|question|item|row|title)))?$/u;
const OPENING_WORDS = 4;

/** `no início`, of a place that is said before it: its first words. */
function openingRegion({ ground, region }: Scene, said: string): Region | undefined {
  if (!region || !OPENING.test(said)) return undefined;
  const [first] = region.toSorted((one, two) => one.page - two.page || one.start - two.start);
  if (!first || first.end === Infinity) return undefined;
  const words = wordsAt(ground.lines(first.page), first).toSorted((one, two) => one.start - two.start);
  return { region: placesOf(ground.lines(first.page), words.slice(0, OPENING_WORDS)) };
}

/** `the table`, where others may not have been seen as such: every row of several pieces is one of a table too. */
function unseenRows({ ground, pages }: Scene, { thing, name, nth }: NamedUnits): readonly Place[] {
  if (thing !== 'table' || name !== undefined || nth !== undefined) return [];
  return pages.flatMap((page) => lineRows(ground.lines(page)).flatMap((unit) => unitPlaces(ground, unit)));
}

const isRunning = (thing: string) => thing === 'header' || thing === 'footer';

const CORNER_FILL = word(
  'the|of|in|at|on|a|page|pages|der|die|des|dem|im|am|la|le|de|du|el|los|del|in|il|lo|della|no|na|da|do|het|van|op|document|end|very|ende|fin|final|fine|fim|einde',
);

const CORNER_REGION_LEFT = new RegExp(PLACE_WORDS, 'gu');
const CORNER_REGION_LEFT_2 = new RegExp(CORNER_FILL, 'gu');

/** `top right`, `at the bottom of the page`. */
function cornerRegion({ ground, pages }: Scene, said: string): readonly Place[] | undefined {
  const left = said.replaceAll(CORNER_REGION_LEFT, ' ').replaceAll(CORNER_REGION_LEFT_2, ' ');
  if (left.trim() !== '') return undefined;
  const position = positionSaid(said);
  if (position === undefined) return undefined;
  const [vertical = '', horizontal = 'center'] = position.split('_');
  return pages.flatMap((page) => {
    const lines = ground.lines(page);
    const isThere = ({ box }: { readonly box: readonly [number, number, number, number] }) => {
      const [x, y] = [(box[0] + box[2]) / 2 / lines.width, (box[1] + box[3]) / 2 / lines.height];
      const fitsY = vertical === 'top' ? y > 0.66 : vertical === 'bottom' ? y < 0.34 : y > 0.2 && y < 0.8;
      const fitsX = horizontal === 'left' ? x < 0.5 : horizontal === 'right' ? x > 0.5 : true;
      return fitsY && fitsX;
    };
    return placesOf(lines, lines.words.filter(isThere));
  });
}

/** A heading of this name, and what follows it, or only that. */
function sectionRegion({ ground, pages, folded }: Scene, span: Span, isUnder: boolean): Region | undefined {
  const said = plainName(writtenAs(folded, span).text.replace(/^(?:the|der|die|das|den|dem|la|le|les|el|il|o|a|het|de) /iu, ''));
  if (said === '') return undefined;
  const sections = unitsOf(ground, pages, 'section');
  const headed = headedLines({ ground, pages, folded }, span);
  if (headed.length > 0) {
    // On further pages, where no other heading ends it on its own.
    const beyond = ({ page, isEnded }: Headed) =>
      isEnded ? [] : sections.filter((unit) => unit.page === page && unit.name === said).flatMap(({ more = [] }) => more);
    return {
      region: headed.flatMap((one) => [
        ...(isUnder ? [] : one.heading),
        ...one.places,
        ...beyond(one).flatMap((unit) => unitPlaces(ground, unit)),
      ]),
    };
  }
  for (const test of [(name: string) => name === said, (name: string) => ` ${name} `.includes(` ${said} `)]) {
    const found = sections.filter(({ name }) => test(name));
    const without = (unit: Unit) => (isUnder ? { ...unit, words: unit.words.filter((one) => !unit.heading?.includes(one)) } : unit);
    if (found.length > 0) return { region: found.flatMap((unit) => unitPlaces(ground, without(unit))) };
  }
  // `Abstract—We show …`: a paragraph that opens with its own name.
  const opening = unitsOf(ground, pages, 'paragraph').filter(({ name }) => name.startsWith(`${said} `) && said.length > 5);
  return opening.length === 1 ? { region: opening.flatMap((unit) => unitPlaces(ground, unit)) } : undefined;
}

const INTRO_WORDS_MAX = 6;

/** By all of its words, or by its number: `18.33.010 Purpose.` */
const isCalled = (name: string, said: string) => name === said || (/^\p{N}[\p{N} ]*$/u.test(said) && name.startsWith(`${said} `));

/** `Procedure:` on a line of its own: the items that follow it. */
function introRegion({ ground, pages, folded }: Scene, span: Span): Region | undefined {
  const said = plainName(writtenAs(folded, span).text.replace(/^(?:the|der|die|das|den|dem|la|le|les|el|il|o|a|het|de) /iu, ''));
  const found = pages.flatMap((page) => {
    const blocks = ground.blocks(page);
    return blocks.flatMap((block, at) => {
      const isIntro = block.kind === 'paragraph' && block.words.length <= INTRO_WORDS_MAX && isCalled(plainName(block.text), said);
      if (!isIntro) return [];
      // A sentence may lead from its heading to the list.
      const isLed = blocks[at + 1]?.kind === 'paragraph' && /[:：]$/u.test(blocks[at + 1]?.text.trim() ?? '');
      const rest = blocks.slice(at + (isLed ? 2 : 1));
      const end = rest.findIndex(({ kind }) => kind !== 'list_item');
      const items = rest.slice(0, end < 0 ? rest.length : end);
      return items.length > 0 ? [items.flatMap(({ words }) => placesOf(ground.lines(page), words))] : [];
    });
  });
  const [region] = found;
  return region && found.length === 1 ? { region } : undefined;
}

/** `Knowledge` heads a row of a table whose cell holds a list: the cells of that row. */
function headedRegion({ ground, pages, folded }: Scene, span: Span): Region | undefined {
  const said = plainName(writtenAs(folded, span).text);
  const rows = pages.flatMap((page) =>
    ground
      .blocks(page)
      .filter(({ kind }) => kind === 'table')
      .flatMap((table) => rowsOfTable(table))
      .map((row) => row.filter(({ words }) => words.length > 0))
      .filter(([head, ...others]) => others.length > 0 && plainName(head?.text ?? '') === said)
      .map((row) => ({ page, words: row.slice(1).flatMap(({ words }) => words) })),
  );
  const [only] = rows;
  if (!only || rows.length > 1) return undefined;
  const isList = ground
    .lines(only.page)
    .paragraphs.some(({ isItem, pieces }) => isItem && pieces[0]?.words.every((one) => only.words.includes(one)));
  return isList ? { region: placesOf(ground.lines(only.page), only.words) } : undefined;
}

const LINES_BELOW_MAX = 3;
const HEAD_WORDS_MAX = 10;

const BELOW_REGION_WORDS = new RegExp(`^${PICTURE_NOUN}`, 'u');

/** The lines right below a text, in its column. */
function belowRegion(scene: Scene, span: Span): Region | undefined {
  const { ground, folded, pages } = scene;
  const said = folded.text.slice(span.start, span.end).replace(DETERMINER, '');
  if (BELOW_REGION_WORDS.test(said)) return belowPicture(scene, span);
  const found = findIn(ground, writtenAs(folded, span).text.replace(/^(?:the|der|die|das|la|le|el|il|o|a) /iu, ''), pages);
  const thing = thingOf(said);
  const stands = found?.isInside === false ? found.places : thing ? placesOfThing(scene, thing).flat() : [];
  const places = stands.filter((one) => isIn(one, scene.region));
  // In a list of contents the same words stand too.
  const heads = places.flatMap((one) => {
    const blocks = ground.blocks(one.page).filter(({ kind }) => kind !== 'picture');
    const at = blocks.findIndex(({ words }) => words.some(({ start, end }) => start < one.end && end > one.start));
    const [own, next] = [blocks[at], blocks[at + 1]];
    return own && next && own.kind !== 'table' && own.words.length <= HEAD_WORDS_MAX ? [next] : [];
  });
  const [below] = heads;
  if (below && heads.length === 1) return { region: placesOf(ground.lines(below.page), below.words) };
  const [place] = places;
  if (!place || places.length > 1) return undefined;
  const lines = ground.lines(place.page);
  const [first] = wordsAt(lines, place);
  if (!first) return undefined;
  const height = first.box[3] - first.box[1];
  const following = lines.rows
    .flat()
    .filter(({ box }) => box[3] <= first.box[1] + height * 0.3 && box[0] < first.box[2] + height * 10 && box[2] > first.box[0] - height)
    .slice(0, LINES_BELOW_MAX);
  const region = placesOf(
    lines,
    following.flatMap(({ words }) => words),
  );
  return region.length > 0 ? { region } : undefined;
}

/** The paragraph under a picture, past its caption. */
function belowPicture(scene: Scene, span: Span): Region | undefined {
  const found = findPicture(scene, span);
  const below = found.ok ? textBelow(scene, found.picture, ({ kind }) => kind === 'paragraph') : undefined;
  return below && { region: placesOf(scene.ground.lines(below.page), below.words) };
}

const INNER_REGION_WORDS = new RegExp(` (?:${IN_PLACE})[ ']`, 'gu');

/** `the caption of the second table`: the inner place first. */
function innerRegion(scene: Scene, span: Span): Region | undefined {
  const text = scene.folded.text.slice(span.start, span.end);
  for (const joint of text.matchAll(INNER_REGION_WORDS)) {
    const place = trimmed(scene.folded, { start: span.start + joint.index + joint[0].length, end: span.end });
    const column = { start: span.start, end: span.start + joint.index };
    const [cell, ...others] = [...cellsCrossing(scene, place, column), ...cellsCrossing(scene, column, place)];
    if (cell && others.length === 0) return { region: cell };
    const outer = placeRegion(scene, place, joint[0]);
    const head = trimmed(scene.folded, { start: span.start, end: span.start + joint.index });
    const inner = outer && placeRegion({ ...scene, region: outer.region }, head);
    if (inner) return inner;
  }
  return undefined;
}
