// Requests that name every text in quotation marks, with the row or the place that it stands in: `delete the row "A € 50"`, `replace "A" in Table 1 by
// "B"`. A place that is said and not found refuses them, as does a text that stands there several times.

import { choosePages } from '#contract/params/edit-pages.ts';
import { EditOperation, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { type Folded, fold, writtenAs } from '#instruction/reading/folded.ts';
import type { NewUnit } from '#instruction/reading/intents.ts';
import { patternOf, word } from '#instruction/reading/lexicon.ts';
import { asEnglish } from '#instruction/reading/quoted/as-english.ts';
import { NOUNS } from '#instruction/reading/quoted/quoted-words.ts';
import { PLACE_WORDS } from '#instruction/reading/looks.ts';
import { type QuotedMention, type QuotedRequest, type QuotedScope, readQuoted } from '#instruction/reading/quoted/read-quoted.ts';
import { readSole, type SoleRequest } from '#instruction/reading/quoted/read-sole.ts';
import { THINGS } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { findIn, type GroundDocument, plainName } from '../../places/ground-document.ts';
import { type Place, wordsAt } from '../../places/page-lines.ts';
import { isIn, missing, type PhraseReader, type Resolution, type Scene, type Unresolved } from '../../places/scene.ts';
import { groundNewUnit } from '../ground-new-units.ts';
import { groundReplace } from '../ground-replace.ts';
import { groundInsertion, groundRemoval } from '../ground-texts.ts';
import { type Grounded, planAll, type PlannedEdit, unclear } from '../outcome.ts';
import { wholeSaid, wholesAround } from './quoted-units.ts';
import { gridOf } from './grid-of.ts';
import { cellsLike, type ReadRow, rowsReading } from './quoted-rows.ts';
import { scopeRegion } from './quoted-scopes.ts';

/** @property isPlaceNamed a place is named, and what is spoken of does not stand there, or several times */
export type QuotedPlan =
  | { readonly ok: true; readonly edits: PlannedEdits }
  | { readonly ok: false; readonly refusal: Unresolved; readonly isPlaceNamed: boolean };

/** @returns undefined where it is read otherwise, or not */
export async function planQuoted(instruction: string, ground: GroundDocument): Promise<QuotedPlan | undefined> {
  const folded = asEnglish(instruction) ?? fold(instruction);
  const request = readQuoted(folded);
  if (!request) return undefined;
  const pages = choosePages(request.pages ?? 'all', ground.pageCount) ?? [];
  const found = await groundQuoted({ ground, folded, pages }, request);
  if (!found) return undefined;
  const isPlaceNamed = request.scopes.some((scope) => isName(folded, scope));
  // What was not found, or not understood, may be read in another way where no place is named.
  if (!found.ok) return isPlaceNamed || found.why === 'ambiguous' ? { ok: false, refusal: found, isPlaceNamed } : undefined;
  const edits = boundEdits(instruction, found.edits);
  return edits && { ok: true, edits };
}

/** The same, where a quoted text stands once, and no other word is needed to find it. @returns undefined where that is not so */
export async function planSole(instruction: string, ground: GroundDocument): Promise<PlannedEdits | undefined> {
  const folded = asEnglish(instruction) ?? fold(instruction);
  const request = readSole(folded);
  if (!request) return undefined;
  const pages = choosePages(request.pages ?? 'all', ground.pageCount) ?? [];
  const scene: Scene = { ground, folded, pages };
  const chosen = chosenOf(scene, request);
  if (!chosen) return undefined;
  const found = await groundQuoted({ ...scene, ...chosen }, request);
  return found?.ok === true ? boundEdits(instruction, found.edits) : undefined;
}

/**
 * What is counted, or stands beside another text, is that one place; what a removal leaves reads as it was said.
 * @returns undefined where there is no such place
 */
function chosenOf(scene: Scene, request: SoleRequest): Pick<Scene, 'region'> | undefined {
  const { act, target, nth, near, result, row, column } = request;
  const { ground, folded, pages } = scene;
  const places = findIn(ground, writtenAs(folded, target.text).text, pages)?.places ?? [];
  const isGrid = places.length > 1 && row !== undefined && column !== undefined;
  if (nth === undefined && !near && !result && !isGrid) return {};
  const chosen = [
    ...(nth === undefined ? [] : [places.at(indexOf(nth))]),
    ...(near ? [nextTo(scene, places, near)] : []),
    ...(isGrid ? [gridOf(ground, places)?.at(indexOf(row))?.at(indexOf(column))] : []),
  ];
  const [place, ...others] = chosen.length > 0 ? chosen : places;
  // All that is said of it leads to one place.
  if (!place || others.some((other) => other !== place)) return undefined;
  return !result || (act === 'delete' && readsWithout(scene, place, result)) ? { region: [place] } : undefined;
}

const indexOf = (nth: number): number => (nth < 0 ? nth : nth - 1);

/** The next one on that side of a text that stands once. */
function nextTo({ ground, folded, pages }: Scene, places: readonly Place[], near: NonNullable<SoleRequest['near']>): Place | undefined {
  const [beside, ...others] = findIn(ground, writtenAs(folded, near.text).text, pages)?.places ?? [];
  if (!beside || others.length > 0) return undefined;
  const isBefore = near.side === 'before';
  const there = places.filter(
    (one) =>
      beside.page === one.page && (isBefore ? one.end <= beside.start : one.start >= beside.end) && standsBeside(ground, one, beside),
  );
  return there.at(isBefore ? -1 : 0);
}

function readsWithout({ ground, folded }: Scene, { page, start, end }: Place, result: Span): boolean {
  const text = ground.facts.pageText(page);
  return plainName(`${text.slice(0, start)} ${text.slice(end)}`).includes(plainName(writtenAs(folded, result).text));
}

/** In its column or in its line. */
function standsBeside(ground: GroundDocument, one: Place, other: Place): boolean {
  const lines = ground.lines(one.page);
  const boxes = (place: Place) => wordsAt(lines, place).map(({ box }) => box);
  return boxes(one).some((own) => boxes(other).some((box) => (own[0] < box[2] && own[2] > box[0]) || (own[1] < box[3] && own[3] > box[1])));
}

function boundEdits(instruction: string, edits: readonly PlannedEdit[]): PlannedEdits | undefined {
  const operations = edits.map((edit, at) => EditOperation.safeParse({ ...edit, id: `op${at + 1}`, because: instruction }));
  const made = operations.flatMap(({ data }) => data ?? []);
  return made.length === operations.length && made.length > 0 ? { operations: made, unresolved: [] } : undefined;
}

async function groundQuoted(base: Scene, request: QuotedRequest): Promise<Grounded | undefined> {
  let scene = base;
  for (const scope of request.scopes) {
    const region = scopeRegion(scene, scope);
    if (region === undefined && isLoose(base.folded, scope)) continue;
    // A place that only describes may say what the page does not.
    if (region === undefined) return isName(base.folded, scope) ? { ...unclear(saidOf(base, scope.name)), why: 'missing' } : undefined;
    scene = { ...scene, region };
  }
  const inside = meantBy(scene, request);
  // `from the price list`: what stands once needs no description.
  const meant =
    !inside.ok && inside.why === 'missing' && request.scopes.every((scope) => isLoose(base.folded, scope))
      ? meantBy(base, request)
      : inside;
  if (!meant.ok) return meant;
  const { row, target } = meant;
  const inner: Scene = { ...scene, phrases: pointingTo(request.target.text, target) };
  if (request.act === 'delete') return groundRemoval(inner, request.target.text, false);
  if (!request.value) return undefined;
  if (request.act === 'replace') return row ? replaceRow(inner, row, request.value) : replaceText(inner, request, target);
  return insert(inner, request, row);
}

const saidOf = ({ folded }: Scene, { start, end }: Span) => folded.source.slice(start, end);

/** Quoted, numbered, or written as a name; `the end of the caption of Table 2` is none. */
function isName({ source, text }: Folded, { name }: QuotedScope): boolean {
  const said = text.slice(name.start, name.end);
  return said.includes('\uE001') || /^\p{Lu}/u.test(source.slice(name.start, name.end)) || NUMBERED.test(said);
}

const NUMBERED = patternOf(`^(?:${NOUNS} ?)?\\p{N}[\\p{N}.]*$`, 'u');

/** A word for the whole, or for nothing that the page shows as one: no noun of a place, and none of its sides. */
const isLoose = (folded: Folded, scope: QuotedScope): boolean =>
  !isName(folded, scope) && !STRUCTURAL.test(folded.text.slice(scope.name.start, scope.name.end));

const STRUCTURAL = patternOf(`${NOUNS}|${PLACE_WORDS}|${word([THINGS.header, THINGS.footer, THINGS.note, THINGS.title].join('|'))}`, 'u');

/** Only the target of the request is looked for, and it is found already. */
const pointingTo = (text: Span, target: Resolution): PhraseReader => ({
  target: (scene, span, byWords) => (span.start === text.start && span.end === text.end ? target : byWords(scene, span)),
  thing: () => undefined,
});

type Meant = { readonly ok: true; readonly row: ReadRow | undefined; readonly target: Resolution } | Unresolved;

const ROW_NOUN = patternOf(
  `(?:${[THINGS.row, THINGS.line, THINGS.item].join('|')}|${word('entr(?:y|ies)|eintrag|entree|entrada|voce|wiersz(?:a|em|u)?|pozycj[aei]|rzad|rzedu')})$`,
  'u',
);

const SENTENCE_END = /[.!?…。！？][\])}»”’"']*$/u;

/** The only text, or the only row of these cells, in the place that was said. */
function meantBy(scene: Scene, { act, target: { text: span, noun, isDescribed } }: QuotedRequest): Meant {
  const { text } = writtenAs(scene.folded, span);
  const rows = noun === '' || ROW_NOUN.test(noun) ? rowsReading(scene, text) : [];
  const [row, ...others] = rows.filter(({ places }) => places.every((place) => isIn(place, scene.region)));
  if (others.length > 0)
    return missing(
      text,
      [row, ...others].flatMap((one) => one?.places ?? []),
    );
  if (row) return { ok: true, row, target: { ok: true, kind: 'block', targets: [row.places], isRow: true } };
  const found = findIn(scene.ground, text, scene.pages);
  const all = found?.isInside === false ? found.places : [];
  const inside = all.filter((place) => isIn(place, scene.region));
  const alone = inside.filter((place) => standsAlone(scene, place));
  const places = alone.length > 0 ? alone : inside;
  const whole = wholeSaid(noun);
  const [place] = places;
  if (!place) return missing(text);
  if (places.length > 1 || (isDescribed && all.length > 1 && scene.region === undefined)) return missing(text, places);
  const target: Resolution = { ok: true, kind: 'text', targets: [[place]] };
  // A sentence that is quoted to its end is that text.
  if (whole === 'sentence' && SENTENCE_END.test(text)) return { ok: true, row: undefined, target };
  // What is put beside a text stands beside the whole that it is in.
  if (whole === undefined || whole === 'caption' || act !== 'delete') return { ok: true, row: undefined, target };
  const around = wholesAround(scene, [place], { whole, isWithAll: false, besides: [], nth: undefined });
  return { ok: true, row: undefined, target: around };
}

/** No part of a longer address, code or number. */
function standsAlone({ ground }: Scene, { page, start, end }: Place): boolean {
  const text = ground.facts.pageText(page);
  return (
    /(?:^|[\s\p{Ps}\p{Pi}"'])$/u.test(text.slice(Math.max(0, start - 1), start)) &&
    /^(?:$|[\s\p{Pe}\p{Pf}"']|[.,;:!?](?:\s|$))/u.test(text.slice(end, end + 2))
  );
}

/** Each cell that changes gets its new text. */
async function replaceRow(scene: Scene, row: ReadRow, value: QuotedMention): Promise<Grounded> {
  const { text } = writtenAs(scene.folded, value.text);
  const cells = cellsLike(
    text,
    row.cells.map((cell) => cell.text),
  );
  if (!cells) return unclear(text);
  const edits: PlannedEdit[] = [];
  for (const [at, cell] of row.cells.entries()) {
    const fresh = cells[at] ?? '';
    if (fresh === cell.text) continue;
    if (fresh === '' || cell.places.length !== 1) return unclear(text);
    const made = await planAll(scene, { ok: true, kind: 'text', targets: [cell.places] }, (match) => ({
      op: 'replace_text',
      ...match,
      value: fresh,
    }));
    if (!made.ok) return made;
    edits.push(...made.edits);
  }
  return edits.length > 0 ? { ok: true, edits } : unclear(text);
}

/** A noun before the old text says what it is; it gives way itself, and never more than it. */
function replaceText(scene: Scene, { target: { text, noun }, value }: QuotedRequest, target: Resolution): Promise<Grounded> | Grounded {
  const [place] = target.ok ? target.targets.flat() : [];
  const own = saidOf(scene, text);
  if (!place || !value) return unclear(own);
  // `replace the row "A"`: of the row only a part is said.
  if (wholeSaid(noun) === 'row') return { ...unclear(own), why: 'ambiguous', candidates: [place] };
  return groundReplace(scene, { kind: 'replace', old: text, fresh: value.text, says: 'text' });
}

/** As many cells as the row beside it has. */
function insertRow(scene: Scene, { places, cells }: ReadRow, value: QuotedMention, side: 'before' | 'after'): Promise<Grounded> | Grounded {
  const { text } = writtenAs(scene.folded, value.text);
  const written = cellsLike(text, cells.map((cell) => cell.text)); // prettier-ignore
  const anchor = side === 'before' ? places[0] : places.at(-1);
  if (!written || !anchor) return unclear(text);
  return planAll(scene, { ok: true, kind: 'text', targets: [[anchor]] }, (match) => {
    return { op: 'insert_text', place: side, ...match, value: written.join(' | '), as: 'row' };
  });
}

const UNIT_OF: Readonly<Partial<Record<NonNullable<ReturnType<typeof wholeSaid>>, NewUnit>>> = {
  row: 'row',
  entry: 'row',
  item: 'list_item',
  line: 'line',
  paragraph: 'paragraph',
};

async function insert(scene: Scene, { target, value, side }: QuotedRequest, row: ReadRow | undefined): Promise<Grounded | undefined> {
  if (!value || !side) return undefined;
  const said = wholeSaid(value.noun);
  const own = said ?? wholeSaid(target.noun);
  const unit = row ? 'row' : own === undefined ? undefined : UNIT_OF[own];
  if (unit === undefined || said === 'sentence') {
    const noun = wholeSaid(target.noun);
    // Beside a whole that is no sentence a text is no part of it.
    if (noun !== undefined && noun !== 'sentence') return undefined;
    return groundInsertion(scene, { kind: 'insert', value: value.text, place: side, anchor: target.text });
  }
  if (row) return insertRow(scene, row, value, side);
  return groundNewUnit(scene, { kind: 'insert_unit', value: value.text, unit, place: side, anchor: target.text });
}
