// Lines, items, rows and paragraphs that are added: beside what they are said to stand beside, in the unit that stands there.

import { writtenAs } from '#instruction/reading/folded.ts';
import type { Intent, NewUnit } from '#instruction/reading/intents.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { ORDINAL, ordinalOf } from '#instruction/reading/scope-words.ts';
import { DETERMINER, type Thing, THINGS, thingOf } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { type PlacedBlock, rowsOfTable } from '../places/blocks.ts';
import { type Place, placesOf, rowAt, wordsAt } from '../places/page-lines.ts';
import { isIn, missing, type Resolution, type Scene, type Unresolved } from '../places/scene.ts';
import { unitPlaces, unitsOf } from '../places/units.ts';
import { type Grounded, planAll, unclear } from './outcome.ts';
import { isPlainValue, isRowValue } from './plain-value.ts';
import { placeRegion } from './regions.ts';
import { resolveTarget } from './resolve.ts';

type NewUnitIntent = Extract<Intent, { kind: 'insert_unit' }>;

interface Spot {
  readonly anchor: Place;
  readonly unit: NewUnit;
  readonly block: PlacedBlock | undefined;
}

export async function groundNewUnit(scene: Scene, intent: NewUnitIntent): Promise<Grounded> {
  const { text, isQuoted } = writtenAs(scene.folded, intent.value);
  const spot = intent.anchor ? besideAnchor(scene, intent, intent.anchor) : atEnd(scene, intent);
  if ('ok' in spot) return spot;
  const isRow = spot.unit === 'row';
  if (!isQuoted && !(isRow ? isRowValue : isPlainValue)(scene, intent.value)) return unclear(text);
  // The full stop of an unquoted sentence belongs to it where its neighbours have theirs.
  const isSentence = !isQuoted && scene.folded.source.charAt(intent.value.end) === '.' && /[.!?]$/u.test(spot.block?.text.trim() ?? '');
  const written = isSentence ? `${text}.` : text;
  const isCell = isRow && !/[|,;]/u.test(text) && spot.block?.kind !== 'table';
  const value = isCell
    ? text
    : isRow
      ? (cellsOf(text, spot.block) ?? cellsBeside(scene, text, spot.anchor))
      : spot.unit === 'list_item'
        ? withoutMark(written, spot.block)
        : written;
  if (value === undefined) return unclear(text);
  return planAll(scene, { ok: true, kind: 'text', targets: [[spot.anchor]] }, (match) => {
    return { op: 'insert_text', place: intent.place, ...match, value, as: spot.unit };
  });
}

/** A letter, a number, or a Roman one, with its stop. */
const MARK = /^(?:\p{L}|\p{N}{1,3}|[ivxlc]{1,6}|[IVXLC]{1,6})[.)]/u;

/** `d. Gloves` in a list of letters: the mark is set anew. */
function withoutMark(text: string, item: PlacedBlock | undefined): string {
  const [mark] = new RegExp(`${MARK.source}(?= )`, 'u').exec(text) ?? [];
  const label = item?.label?.trim() ?? '';
  const isAlike = mark !== undefined && MARK.exec(label)?.[0] === label && /\p{N}/u.test(mark) === /\p{N}/u.test(label);
  return isAlike ? text.slice(mark.length).trim() : text;
}

/** A value for each column of the table; where one is missing, the one that can be cut so that all are like those above them. */
function cellsOf(text: string, table: PlacedBlock | undefined): string | undefined {
  const cells = text.split(/ ?\| ?|[,;] /u).map((one) => one.trim().replaceAll(/^["'“”„«»「」]|["'“”„«»「」]$/gu, ''));
  const columns = table ? Math.max(...table.cells.map(({ column, columnSpan }) => column + columnSpan)) : cells.length;
  // Some cells may be empty, as long as each is named.
  const isFull = (cells.length > 1 || columns === 1) && cells[0] !== '' && cells.filter((one) => one !== '').length * 2 >= cells.length;
  const fitted = table && isFull && cells.length === columns - 1 ? cutToFit(cells, table) : cells;
  return isFull && fitted?.length === columns ? fitted.join(' | ') : undefined;
}

/** As many as stand in the row of the anchor: columns may have been seen as one. */
function cellsBeside({ ground }: Scene, text: string, anchor: Place): string | undefined {
  const cells = cellsOf(text, undefined);
  const pieces = rowAt(ground.lines(anchor.page), anchor)?.length ?? 0;
  return cells !== undefined && cells.split(' | ').length === pieces ? cells : undefined;
}

/** How a cell is written: its words as letters, digits, or both. */
const shapeOf = (text: string) =>
  text
    .trim()
    .split(/\s+/u)
    .map((one) => (/\p{L}/u.test(one) ? (/\p{N}/u.test(one) ? 'x' : 'a') : 'n'))
    .join(' ');

/** `Honda Civic, Black` for make, model and colour: the only cut after which every cell has the form of its column. */
function cutToFit(cells: readonly string[], table: PlacedBlock): readonly string[] | undefined {
  const rows = rowsOfTable(table).slice(1);
  const shapes = cells
    .concat('')
    .map((_, column) => new Set(rows.flatMap((row) => row.filter((cell) => cell.column === column).map(({ text }) => shapeOf(text)))));
  const cuts = cells.flatMap((cell, at) =>
    [...cell.matchAll(/ /gu)].map(({ index }) => [
      ...cells.slice(0, at),
      cell.slice(0, index),
      cell.slice(index + 1),
      ...cells.slice(at + 1),
    ]),
  );
  const fitting = cuts.filter((cut) => cut.every((cell, column) => shapes[column]?.has(shapeOf(cell)) === true));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Without its article; folded. */
const saidAt = ({ folded }: Scene, { start, end }: Span) => folded.text.slice(start, end).replace(DETERMINER, '').trim();

const said = (scene: Scene, span: Span) => scene.folded.source.slice(span.start, span.end);

function blockAt({ ground }: Scene, { page, start, end }: Place): PlacedBlock | undefined {
  return ground.blocks(page).find(({ words }) => words.some((word) => word.start < end && word.end > start));
}

const UNIT_OF: Readonly<Partial<Record<PlacedBlock['kind'], NewUnit>>> = { list_item: 'list_item', table: 'row' };

function besideAnchor(scene: Scene, intent: NewUnitIntent, anchor: Span): Spot | Unresolved {
  const list = intent.of ? placeRegion(scene, intent.of) : undefined;
  // `below the text on the last page`: at its end.
  const isWhole =
    thingOf(saidAt(scene, anchor)) === undefined && (placeRegion(scene, anchor)?.region.every(({ end }) => end === Infinity) ?? false);
  if (isWhole && intent.place === 'after') return atEnd(scene, { ...intent, of: anchor });
  const whole = { ...scene, isProper: true, isWhole: true };
  const inner = { ...whole, ...(list ? { region: list.region } : {}) };
  const inside = nthOfUnit(inner, anchor, intent.unit) ?? resolveTarget(inner, anchor);
  // A table or list that was seen as something else: what it is to stand beside is named, too.
  const found = !inside.ok && inside.why === 'missing' && list ? resolveTarget(whole, anchor) : inside;
  if (!found.ok) return found;
  const [first] = found.targets;
  const place = intent.place === 'before' ? first?.[0] : first?.at(-1);
  if (!place || found.targets.length > 1) return missing(said(scene, anchor), found.targets.flat());
  const block = blockAt(scene, place);
  // `Under Knowledge add one more bullet`: the last of the items that follow.
  if (intent.unit === 'list_item' && block?.kind !== 'list_item' && intent.place === 'after' && !beginsWithMark(scene, place)) {
    const below = placeRegion(scene, anchor, 'under');
    const items = below ? itemsIn(scene, below.region) : [];
    const last = items.at(-1);
    return last ? spotOf(scene, last, 'list_item') : missing(said(scene, anchor));
  }
  // A single text is no row of a wide table where nobody says so.
  const isSingle = !/[|,;]/u.test(said(scene, intent.value));
  const isLine = isSingle && !intent.unit && isWide(block);
  return {
    anchor: shortened(scene, place, intent.place),
    unit: isLine ? 'line' : (intent.unit ?? (block ? (UNIT_OF[block.kind] ?? 'line') : 'line')),
    block,
  };
}

/** A table of several columns. */
const isWide = (block: PlacedBlock | undefined) => block?.kind === 'table' && block.cells.some(({ column }) => column > 0);

const ANCHOR_CHARS_MAX = 400;

/** Of a long place the words next to what is added. */
function shortened({ ground }: Scene, place: Place, side: 'before' | 'after'): Place {
  if (place.end - place.start <= ANCHOR_CHARS_MAX) return place;
  const lines = ground.lines(place.page);
  const words = wordsAt(lines, place).toSorted((one, two) => one.start - two.start);
  const near = side === 'after' ? words.slice(-ANCHOR_WORDS_MAX) : words.slice(0, ANCHOR_WORDS_MAX);
  const found = placesOf(lines, near);
  return (side === 'after' ? found.at(-1) : found[0]) ?? place;
}

const BULLET = /^(?:[•◦▪▸►‣●○■□–—*·\uf0b7-]|\(?(?:\p{N}{1,3}|\p{L})[.)])\s*$/u;

/** An item that was not seen as one: its line begins with a mark, and then the text. */
function beginsWithMark({ ground }: Scene, place: Place): boolean {
  const lines = ground.lines(place.page);
  const words = rowAt(lines, place)?.flatMap((piece) => piece.words) ?? [];
  const first = words.findIndex(({ start, end }) => start < place.end && end > place.start);
  const mark = words.slice(0, first).map(({ start, end }) => lines.text.slice(start, end));
  // Behind other text a number is no mark.
  return BULLET.test(mark.at(-1) ?? '') && (mark.length === 1 || !/[\p{L}\p{N}]/u.test(mark.at(-1) ?? ''));
}

const NTH_ONE = new RegExp(
  `^(?:the |der |den |die |das |dem |le |la |el |il |o |a |de |het )?(?<nth>${ORDINAL})(?: ${word('one|of them|of these|davon|d.entre eux|de ellos|di essi')})?$`,
  'u',
);
const THING_OF: Readonly<Record<NewUnit, Thing>> = { list_item: 'item', row: 'row', paragraph: 'paragraph', line: 'line' };

/** `add a bullet after the first one`: counted among what is added. */
function nthOfUnit(scene: Scene, anchor: Span, unit: NewUnit | undefined): Resolution | undefined {
  const nth = ordinalOf(NTH_ONE.exec(scene.folded.text.slice(anchor.start, anchor.end))?.groups?.['nth'] ?? '');
  if (nth === undefined || unit === undefined) return undefined;
  const all = unitsOf(scene.ground, scene.pages, THING_OF[unit]).map((one) => unitPlaces(scene.ground, one));
  const one = all.filter((places) => places.every((place) => isIn(place, scene.region))).at(nth > 0 ? nth - 1 : nth);
  return one ? { ok: true, kind: 'block', targets: [one] } : missing(said(scene, anchor));
}

function itemsIn(scene: Scene, region: readonly Place[]): readonly PlacedBlock[] {
  return scene.pages.flatMap((page) => {
    const lines = scene.ground.lines(page);
    const isInside = ({ words }: PlacedBlock) => placesOf(lines, words).every((place) => isIn(place, region));
    const items = scene.ground.blocks(page).filter((block) => block.kind === 'list_item' && isInside(block));
    return items.length > 0
      ? items
      : lines.paragraphs
          .filter(({ isItem }) => isItem)
          .map((item) => itemOf(page, item))
          .filter(isInside);
  });
}

/** Lines that open with a mark, in a cell of a table. */
function itemOf(page: number, { pieces, text }: ReturnType<Scene['ground']['lines']>['paragraphs'][number]): PlacedBlock {
  const words = pieces.flatMap((piece) => piece.words);
  return { page, kind: 'list_item', level: 1, label: text.split(' ')[0], text, words, cells: [], top: 0, bottom: 0 };
}

/** Words that point to a unit are enough of it. */
const ANCHOR_WORDS_MAX = 8;

function spotOf({ ground }: Scene, block: PlacedBlock, unit: NewUnit): Spot | Unresolved {
  const words =
    block.kind === 'table'
      ? (rowsOfTable(block)
          .at(-1)
          ?.flatMap((cell) => cell.words) ?? [])
      : block.words;
  const [anchor] = placesOf(ground.lines(block.page), words.slice(-ANCHOR_WORDS_MAX));
  return anchor ? { anchor, unit, block } : unclear('');
}

const TABLE_SAID_IS_TABLE = new RegExp(`(?:${THINGS.table})(?: .{1,40})?$`, 'u');

/** `in der Fahrzeugtabelle`: a table by a name that is not found; which of them is meant, its columns say. */
function tableSaid(scene: Scene, of: Span): { readonly region: readonly Place[] } | undefined {
  const isTable = TABLE_SAID_IS_TABLE.test(saidAt(scene, of));
  if (!isTable) return undefined;
  const tables = scene.pages.flatMap((page) => scene.ground.blocks(page).filter(({ kind }) => kind === 'table'));
  return { region: tables.flatMap((table) => placesOf(scene.ground.lines(table.page), table.words)) };
}

const CONTENTS =
  /^(?:table of )?contents?$|^toc$|^inhalts?(?:verzeichnis|ubersicht)?$|^(?:table des matieres|sommaire|indice(?: de contenidos)?|indice|sommario|sumario|inhoud(?:sopgave)?)$/u;

/** At the end of the only list, the only table, a section, or the text. */
function atEnd(scene: Scene, { unit, of, value }: NewUnitIntent): Spot | Unresolved {
  const table = of && unit !== 'paragraph' && unit !== 'list_item' ? tableSaid(scene, of) : undefined;
  const region = of ? (placeRegion(scene, of) ?? table) : undefined;
  if (of && !region) return missing(said(scene, of));
  // A list of contents ends where its pages begin, which its heading does not say.
  if (of && CONTENTS.test(saidAt(scene, of))) return missing(said(scene, of));
  const all = scene.pages.flatMap((page) => scene.ground.blocks(page));
  const isInside = (block: PlacedBlock) =>
    placesOf(scene.ground.lines(block.page), block.words).every((place) => isIn(place, region?.region));
  const inside = region ? all.filter((block) => block.words.length > 0 && isInside(block)) : all;
  const isTable =
    unit === 'row' ||
    table !== undefined ||
    (of !== undefined && inside.some(({ kind }) => kind === 'table') && inside.every(({ kind }) => kind === 'table'));
  if (isTable) {
    const all = inside.filter(({ kind }) => kind === 'table');
    // Of several tables the one that has as many columns as there are values.
    const fitting = all.length > 1 ? all.filter((table) => cellsOf(writtenAs(scene.folded, value).text, table) !== undefined) : all;
    const tables = fitting.length === 1 ? fitting : all;
    const [only] = tables;
    return only && tables.length === 1 ? spotOf(scene, only, 'row') : missing(said(scene, of ?? value));
  }
  const isList =
    unit === 'list_item' ||
    (of !== undefined && unit === undefined && inside.length > 0 && inside.every(({ kind }) => kind === 'list_item'));
  if (isList) {
    const items = inside.filter(({ kind }) => kind === 'list_item');
    const lists = items.filter((item) => all[all.indexOf(item) + 1]?.kind !== 'list_item');
    const [only] = lists;
    return only && lists.length === 1 ? spotOf(scene, only, 'list_item') : missing(said(scene, of ?? value));
  }
  const last = inside.findLast(({ kind }) => kind === 'paragraph' || kind === 'list_item' || kind === 'heading');
  return last ? spotOf(scene, last, unit ?? 'line') : missing(said(scene, of ?? value));
}
