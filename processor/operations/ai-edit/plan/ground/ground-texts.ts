// Texts that are removed, hidden, marked or made to look otherwise, and texts put beside others.

import { quotedIn, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { conceptsSaid } from '#instruction/reading/form-concepts.ts';
import type { Intent, Look } from '#instruction/reading/intents.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { readValue } from '#instruction/reading/read-value.ts';
import { takeWhere } from '#instruction/reading/scope-words.ts';
import { DETERMINER, IN_PLACE, thingOf, THINGS } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { luminanceOf } from '#instruction/warrant/named-text.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { findIn } from '../places/ground-document.ts';
import { valueBeside } from '../places/label-values.ts';
import { type Grounded, planAll, type PlannedEdit, unclear } from './outcome.ts';
import { type Place, placesOf, rowAt, wordsAt } from '../places/page-lines.ts';
import { isPlainValue } from './plain-value.ts';
import { placesOfKind } from './redact-kinds.ts';
import { LIST_JOINT, resolveTarget } from './resolve.ts';
import { isIn, missing, type Resolution, type Resolved, type Scene, textOf } from '../places/scene.ts';
import { wholesAround } from './quoted/quoted-units.ts';
import { followsAsSentence, isCellOfRow, isHeadOfRow, isWholeLine, leavesHole, type WholeUnit, wholeUnits } from './whole-lines.ts';

const LIST_JOINTS = new RegExp(LIST_JOINT, 'gu');

/** One target, or a list of them: `A, B and C`. */
function resolveList(scene: Scene, span: Span, resolve = resolveTarget): Resolution {
  const whole = resolve(scene, span);
  if (whole.ok) return whole;
  const text = scene.folded.text.slice(span.start, span.end);
  const joints = [...text.matchAll(LIST_JOINTS)];
  if (joints.length === 0) return whole;
  const targets: (readonly Place[])[] = [];
  let [start, kind] = [0, 'text' as Resolved['kind']];
  for (const joint of [...joints, undefined]) {
    const part = trimmed(scene.folded, { start: span.start + start, end: joint ? span.start + joint.index : span.end });
    start = joint ? joint.index + joint[0].length : start;
    if (part.start >= part.end) continue;
    const one = resolveOwn(scene, part, targets.at(-1)) ?? resolve(scene, part);
    if (!one.ok) return whole.why === 'ambiguous' ? whole : one;
    if (one.kind !== 'text') ({ kind } = one);
    targets.push(...one.targets);
  }
  return { ok: true, kind, targets };
}

const OWN = new RegExp(
  `^${word('its|their|his|her|seine?|ihre?|deren|son|sa|ses|leurs?|sus?|suo|sua|suoi|seus?|suas?|zijn|haar|hun')} (?:${word('numbers?|values?|figures?|amounts?|counts?|totals?|prices?|dates?|zahl|wert|betrag|nombre|valeur|montant|numero|valor|valore|getal|waarde')})$`,
  'u',
);

/** `Modoc and its number`: what stands behind it in its row, where that is one thing. */
function resolveOwn(scene: Scene, part: Span, before: readonly Place[] | undefined): Resolved | undefined {
  const [place] = before ?? [];
  if (!place || !OWN.test(scene.folded.text.slice(part.start, part.end))) return undefined;
  const lines = scene.ground.lines(place.page);
  const row = rowAt(lines, place) ?? [];
  const at = row.findIndex(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start));
  const next = row[at + 1];
  const isNumber = next !== undefined && /^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(next.text);
  // Further numbers of the row would be its own too.
  const others =
    row.slice(at + 2).some(({ text }) => /^[^\p{L}]*\p{N}/u.test(text)) && !row.slice(at + 2).some(({ text }) => /\p{L}/u.test(text));
  return isNumber && !others ? { ok: true, kind: 'value', targets: [placesOf(lines, next.words)] } : undefined;
}

export async function groundAll(
  given: Scene,
  span: Span,
  make: (match: Readonly<Record<string, unknown>>) => PlannedEdit,
): Promise<Grounded> {
  const scene = { ...given, isProper: true, isWhole: true };
  const found = resolveList(scene, span);
  return found.ok ? planAll(scene, found, make) : found;
}

/** By its kind too, where nothing of that name stands there. */
function resolveHidden(scene: Scene, span: Span): Resolution {
  const found = valueOfLabel(scene, resolveTarget(scene, span), span);
  if (found.ok || quotedIn(scene.folded, span)) return found;
  const { rest, where } = takeWhere(scene.folded, span);
  const pages = where.pages === undefined ? scene.pages : (choosePages(where.pages, scene.ground.pageCount) ?? []);
  const inner = { ...scene, pages };
  return placesOfKind(inner, rest) ?? placedKind(inner, rest) ?? found;
}

/** Of a label and its value, what is to be hidden is the value; a label alone hides nothing. */
function valueOfLabel(scene: Scene, found: Resolution, span: Span): Resolution {
  if (!found.ok || found.kind !== 'text' || quotedIn(scene.folded, span)) return found;
  const values = found.targets.map(([place]) => place && valueBeside(scene.ground, place));
  const named = values.flatMap((value) => (value ? [[value]] : []));
  const said = scene.folded.source.slice(span.start, span.end);
  if (named.length === values.length) return { ...found, kind: 'value', targets: named };
  const isLabel = conceptsSaid(scene.folded.text.slice(span.start, span.end).replace(DETERMINER, '')).length > 0;
  if (named.length > 0 || isLabel) return missing(said, isLabel && named.length === 0 ? [] : found.targets.flat());
  return found;
}

const PLACED_KIND_WORDS = new RegExp(` (?:${IN_PLACE})[ ']`, 'gu');

/** `the author block under the title`: the kind, then where. */
function placedKind(scene: Scene, span: Span): Resolution | undefined {
  const text = scene.folded.text.slice(span.start, span.end);
  for (const joint of text.matchAll(PLACED_KIND_WORDS)) {
    const place = { start: span.start + joint.index + joint[0].length, end: span.end };
    const kind = placesOfKind(scene, { start: span.start, end: span.start + joint.index });
    // What it stands under is no part of it.
    if (kind && /^ (?:under|below|beneath|unter|sous|debajo|bajo|sotto|abaixo|onder)/u.test(joint[0]))
      return resolveTarget(scene, trimmed(scene.folded, place)).ok || isTitle(scene, place) ? kind : undefined;
  }
  return undefined;
}

const isTitle = ({ folded }: Scene, { start, end }: Span) =>
  thingOf(folded.text.slice(start, end).replace(DETERMINER, '').trim()) === 'title';

export async function groundRedaction(given: Scene, span: Span): Promise<Grounded> {
  const scene = { ...given, isProper: true, isWhole: true };
  const found = resolveList(scene, span, resolveHidden);
  if (!found.ok) return found;
  return planAll(scene, found, (match) => ({ op: 'redact', ...match }));
}

/** @param isPlaceKept only the text goes: its row or line stays, empty */
export async function groundRemoval(given: Scene, span: Span, isEverywhere: boolean, isPlaceKept = false): Promise<Grounded> {
  const scene = { ...given, isProper: true, isWhole: true };
  const found = resolveList(scene, span);
  if (!found.ok) return found;
  const isEntry = ENTRY_OF.test(scene.folded.text.slice(span.start, span.end));
  // What was found by its label goes with that.
  if (isEntry && found.kind === 'value') return removeEntries(scene, found, scene.folded.source.slice(span.start, span.end));
  const entries = isEntry && found.kind === 'text' ? entriesOf(scene, found) : undefined;
  if (entries) return entries.ok ? removeUnits(scene, entries, scene.folded.source.slice(span.start, span.end)) : entries;
  // What stands there several times is taken away only where that is said.
  const texts = found.targets.map((places) => textOf(scene, places));
  const isRepeated = new Set(texts).size < texts.length;
  if (isRepeated && found.kind === 'text' && !isEverywhere && found.isEverywhere !== true) {
    return { ok: false, why: 'ambiguous', said: scene.folded.source.slice(span.start, span.end), candidates: found.targets.flat() };
  }
  const said = scene.folded.source.slice(span.start, span.end);
  const isNamed = found.kind === 'value' || quotedIn(scene.folded, span) !== undefined;
  const isCell = found.isRow !== true && isNamed && found.targets.every((places) => isCellOfRow(scene, places));
  // More than one text of a plan may hold goes by its units.
  const isLong = texts.some((text) => text.length > TEXT_CHARS_MAX);
  const isUnits = !isCell && (isLong || found.targets.some((places) => leavesHole(scene, places)));
  // A whole paragraph goes with its place, however far the next one stands below it.
  const isSaid = PARAGRAPH_SAID.test(scene.folded.text.slice(span.start, span.end));
  const isParagraph = !isUnits && isSaid && found.kind === 'block' && isParagraphAmongOthers(scene, found);
  const whole = isParagraph && !isPlaceKept ? await removeUnits(scene, found, said) : undefined;
  if (whole?.ok === true) return whole;
  // A row goes with its lines, also where nothing stands below it.
  const rows = !isUnits && found.isRow === true ? await removeUnits(scene, found, said) : undefined;
  if (rows?.ok === true) return rows;
  const units = isUnits && !isPlaceKept ? await removeUnits(scene, found, said) : undefined;
  // A part of a paragraph may fill whole lines: what is around it closes up.
  if (units && (units.ok || isLong || !found.targets.every((places) => isWithinParagraph(scene, places)))) return units;
  const isLabel = found.kind === 'text' && found.targets.some(([place]) => place && valueBeside(scene.ground, place) !== undefined);
  if (isLabel && !quotedIn(scene.folded, span)) return { ok: false, why: 'ambiguous', said, candidates: found.targets.flat() };
  return planAll(scene, found, (match) => ({ op: 'delete_text', ...match }));
}

/** A paragraph has words before or after it. */
function isWithinParagraph({ ground }: Scene, places: readonly Place[]): boolean {
  return places.every((place) => {
    const own = wordsAt(ground.lines(place.page), place);
    return ground
      .blocks(place.page)
      .some(({ kind, words }) => kind === 'paragraph' && words.length > own.length && own.every((word) => words.includes(word)));
  });
}

const PARAGRAPH_SAID = new RegExp(word(THINGS.paragraph), 'u');
const NEXT_BELOW_PT = 60;

/** Whole paragraphs, each with another one below it that can move up. */
function isParagraphAmongOthers(scene: Scene, { targets }: Resolved): boolean {
  return targets.every((places) => {
    const units = wholeUnits(scene, places);
    const page = places[0]?.page ?? 1;
    const blocks = scene.ground.blocks(page).filter(({ kind }) => kind !== 'picture');
    const own = wordsAt(scene.ground.lines(page), places[0] ?? { start: 0, end: 0 });
    const at = blocks.findIndex(({ words }) => own.some((one) => words.includes(one)));
    const [block, next] = [blocks[at], blocks[at + 1]];
    const isNext = block && next && ['paragraph', 'list_item', 'heading'].includes(next.kind) && next.top > block.top;
    return units?.length === 1 && units[0]?.[1] === 'paragraph' && isNext === true && next.top - block.bottom < NEXT_BELOW_PT;
  });
}

const TEXT_CHARS_MAX = 480;

/** `Halons from the table`: the entry that it heads. */
const ENTRY_OF = new RegExp(
  ` ${word('from|out of|off|in|aus|von|de|du|del|dal|dalla|da|do|uit|van')} (?:${word('the|our|my|der|dem|den|la|le|l|el|los|las|il|lo|o|a|de|het')} )?(?:[^\uE001]{1,30} )?(?:${THINGS.table}|${THINGS.list})(?: (?:of|for|with|der|von|des|de|del|di|do|van) .{1,40})?$`,
  'u',
);

/** The rows or items that begin with these texts; what stands further in one is only a part of it. */
function entriesOf(scene: Scene, found: Resolved): Resolution | undefined {
  const heads = found.targets.flat().filter((place) => isHeadOfRow(scene, place));
  return heads.length === found.targets.length
    ? wholesAround(scene, heads, { whole: 'entry', isWithAll: true, besides: [], nth: undefined })
    : undefined;
}

async function removeEntries(scene: Scene, { targets }: Resolved, said: string): Promise<Grounded> {
  const around = wholesAround(scene, targets.flat(), { whole: 'entry', isWithAll: true, besides: [], nth: undefined });
  return around.ok ? removeUnits(scene, around, said) : around;
}

/** Whole lines, items, rows and paragraphs go with their place: what follows them moves up. */
async function removeUnits(scene: Scene, { targets }: Resolved, said: string): Promise<Grounded> {
  const edits: PlannedEdit[] = [];
  for (const places of targets) {
    const units = wholeUnits(scene, places);
    if (!units) return unclear(said);
    const taken: Place[] = [];
    for (const [place, unit] of units) {
      const as = [unit, 'line' as const].find((one) => takesNoMore(scene, places, place, one));
      if (!as) return unclear(said);
      taken.push(...wholeAt(scene, place, as));
      const made = await planAll(scene, { ok: true, kind: 'block', targets: [[place]] }, (match) => ({ op: 'delete_text', ...match, as }));
      if (!made.ok) return made;
      edits.push(...made.edits);
    }
    if (scene.phrases && isLeft(scene, places, taken)) return unclear(said);
  }
  return { ok: true, edits };
}

/** What is set as one unit, with its pieces. */
function wholeAt({ ground }: Scene, place: Place, unit: WholeUnit): readonly Place[] {
  const text = ground.facts.pageText(place.page).slice(place.start, place.end);
  const whole = ground.facts.unitOf({ ...place, text }, unit);
  return whole ? [whole, ...(whole.pieces ?? [])].map(({ start, end }) => ({ page: place.page, start, end })) : [place];
}

/** A part of what was found is in none of the units that go: its next line is set apart from it. */
function isLeft({ ground }: Scene, places: readonly Place[], taken: readonly Place[]): boolean {
  return places.some(({ page, start, end }) => {
    const text = ground.facts.pageText(page);
    let left = '';
    for (let at = start; at < end; at++)
      if (!taken.some((one) => one.page === page && at >= one.start && at < one.end)) left += text.charAt(at);
    return /\p{L}{3}/u.test(left.replaceAll(/\s+/gu, ''));
  });
}

/** Letters of the mark of an item, at most. */
const MARK_LETTERS_MAX = 5;

/** What is set as one unit is what was found, with the mark before it and the leaders in it. */
function takesNoMore({ ground }: Scene, places: readonly Place[], place: Place, unit: WholeUnit): boolean {
  const text = ground.facts.pageText(place.page);
  const whole = ground.facts.unitOf({ ...place, text: text.slice(place.start, place.end) }, unit);
  if (!whole) return true;
  const taken = places.filter(({ page }) => page === place.page);
  let rest = '';
  for (const { start: from, end: to } of [whole, ...(whole.pieces ?? [])])
    for (let at = from; at < to; at++) if (!taken.some(({ start, end }) => at >= start && at < end)) rest += text.charAt(at);
  const more = rest.replaceAll(/\s+|[.·•_…]{3,}/gu, '');
  return more.length <= MARK_LETTERS_MAX && !/\p{L}{2}/u.test(more);
}

/** `de de`: the only place where the word stands twice in a row keeps one. */
export async function groundDoubled(scene: Scene, span: Span): Promise<Grounded> {
  const value = writtenAs(scene.folded, span).text.trim();
  if (!/^[\p{L}\p{N}'’-]+$/u.test(value)) return unclear(value);
  const twice = new RegExp(`(?<![\\p{L}\\p{N}])(${RegExp.escape(value)})\\s+\\1(?![\\p{L}\\p{N}])`, 'giu');
  const places = scene.pages.flatMap((page) =>
    [...scene.ground.facts.pageText(page).matchAll(twice)].map(({ index, 0: hit }) => ({ page, start: index, end: index + hit.length })),
  );
  const inside = places.filter((place) => isIn(place, scene.region));
  const [only, ...others] = inside;
  if (!only || others.length > 0) return missing(value, inside);
  const [kept = value] = textOf(scene, [only]).split(/\s+/u);
  return planAll(scene, { ok: true, kind: 'text', targets: [[only]] }, (match) => ({ op: 'replace_text', ...match, value: kept }));
}

/** What has a ground of its own beside its text; `the text of the second row` is the text. */
const GROUND_OWNER = new RegExp(
  `^(?!.*${word('texts?|letters?|words?|numbers?|figures?|font|writing|schrift|textes?|lettres?|texto|letras?|testo|lettere|tekst|letters')}).*${word('rows?|columns?|cells?|tables?|tabellenzeilen?|tabellenkopf|spalten?|zellen?|tabellen?|rangees?|colonnes?|cellules?|tableaux?|filas?|columnas?|celdas?|tablas?|colonn[ae]|cell[ae]|tabell[ae]|colunas?|celulas?|tabelas?|rij(?:en)?|kolom(?:men)?|cel(?:len)?|tabel')}`,
  'u',
);
const PALE_MIN = 0.5;
/** How a text looks is how its letters do. */
const TEXT_OF = new RegExp(
  `^(?:${word('the|der|die|das|den|le|la|les|el|los|il|lo|o|as|os|de|het')} )?${word('texts?|letters|words|writing|schrift|textes?|texto|letras|testo|lettere|tekst')} ${word('of|in|on|von|vom|der|des|im|in der|du|de la|de|dans|del|en|della|nel|nella|do|da|van|van de|in de')} `,
  'u',
);

export async function groundLook(given: Scene, span: Span, look: Look): Promise<Grounded> {
  const scene = { ...given, isProper: true, isWhole: true };
  const owner = TEXT_OF.exec(scene.folded.text.slice(span.start, span.end))?.[0].length ?? 0;
  const whole = resolveList(scene, span);
  const found = whole.ok || owner === 0 ? whole : resolveList(scene, { start: span.start + owner, end: span.end });
  if (!found.ok) return found;
  const { color, bold, italic, percent, points, upper } = look;
  if (color !== undefined && GROUND_OWNER.test(scene.folded.text.slice(span.start, span.end))) {
    // On a pale ground its text is read; pale text is not. Of other colours either may be meant.
    const isMarked = luminanceOf(color) > PALE_MIN && Object.keys(look).length === 1;
    return isMarked
      ? planAll(scene, found, (match) => ({ op: 'highlight', ...match, color }))
      : unclear(scene.folded.source.slice(span.start, span.end));
  }
  if (upper) {
    if (color ?? bold ?? italic ?? percent ?? points) return unclear(scene.folded.source.slice(span.start, span.end));
    const [first] = found.targets;
    const value = first ? textOf(scene, first).toUpperCase() : '';
    const isOne = new Set(found.targets.map((places) => textOf(scene, places))).size === 1;
    return isOne ? planAll(scene, found, (match) => ({ op: 'replace_text', ...match, value })) : unclear(value);
  }
  const size =
    points === undefined ? (percent === undefined ? {} : { size: { value: percent, unit: '%' } }) : { size: { value: points, unit: 'pt' } };
  return planAll(scene, found, (match) => ({
    op: 'restyle_text',
    ...match,
    ...(color === undefined ? {} : { color }),
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...size,
  }));
}

/** The only place of a text that another one follows directly. */
function beforeNext({ ground, folded, pages, region }: Scene, anchor: Span, until: Span): Resolution {
  const [first, next] = [writtenAs(folded, anchor).text, writtenAs(folded, until).text];
  const both = findIn(ground, `${first} ${next}`, pages);
  const starts = both?.isInside === false ? both.places.filter((place) => isIn(place, region)) : [];
  const places = (findIn(ground, first, pages)?.places ?? []).filter((place) =>
    starts.some(({ page, start }) => page === place.page && start === place.start),
  );
  const [only, ...others] = places;
  return only && others.length === 0 ? { ok: true, kind: 'text', targets: [[only]] } : missing(`${first} … ${next}`, places);
}

const PARAGRAPH = /^(?:[\p{L}]+ ){0,2}(?:paragraphs?|absatz|paragraphe|parrafo|paragrafo|alinea)\b/u;
const SENTENCE = /^(?:(?:the|an?|another|this|following|new) )*(?:sentences?|satz|phrases?|frases?|zin|words?|wort|text[eo]?)\b/u;

export async function groundInsertion(
  scene: Scene,
  { value, place: side, anchor, until, isRunOn, where }: Extract<Intent, { kind: 'insert' }>,
): Promise<Grounded> {
  const read = readValue(scene.folded, value);
  if (!read || read.tail) return unclear(scene.folded.source.slice(value.start, value.end));
  const { text, isQuoted } = writtenAs(scene.folded, read.value);
  if (!isQuoted && !isPlainValue(scene, read.value)) return unclear(text);
  const found = until ? beforeNext(scene, anchor, until) : resolveTarget(scene, anchor);
  if (!found.ok) return found;
  // `on both pages`: once on each of them.
  const isOnEach =
    where?.pages !== undefined &&
    found.targets.length === scene.pages.length &&
    new Set(found.targets.flat().map(({ page }) => page)).size === scene.pages.length;
  if (found.kind !== 'text' || (found.targets.length > 1 && found.isEverywhere !== true && !isOnEach)) {
    return {
      ok: false,
      why: found.kind === 'text' ? 'ambiguous' : 'unclear',
      said: scene.folded.source.slice(anchor.start, anchor.end),
      candidates: found.targets.flat(),
    };
  }
  // Beside a whole line a new line is meant, not more text on it.
  // Behind a label that ends with its colon stands its value.
  const isLabel = side === 'after' && found.targets.every((places) => /[:：]$/u.test(textOf(scene, places).trim()));
  // `a paragraph "…"`: not more text of the one that is there.
  const said = scene.folded.text.slice(value.start, value.end).replace(SENTENCE, '');
  if (PARAGRAPH.test(said) && side === 'after') return unclear(scene.folded.source.slice(value.start, value.end));
  const isUnit = /\p{L}/u.test(said);
  const goesOn =
    isRunOn || (!isUnit && side === 'after' && found.targets.every((places) => followsAsSentence(textOf(scene, places), text)));
  if (!until && !goesOn && !isLabel && found.targets.some(([place]) => place && isWholeLine(scene, place)))
    return unclear(scene.folded.source.slice(anchor.start, anchor.end));
  return planAll(scene, found, (match) => ({ op: 'insert_text', place: side, ...match, value: text }));
}
