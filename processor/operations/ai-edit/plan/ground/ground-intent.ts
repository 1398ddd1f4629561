// One reading of a request → operations of a plan, where the document has what it speaks of, and only one such thing.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { EditName } from '#contract/params/edit-plan.ts';
import { quotedIn, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import type { Intent, Look } from '#instruction/reading/intents.ts';
import { ANY_VERB, INSTEAD_OF, LIMITS, NOT, word } from '#instruction/reading/lexicon.ts';
import { readValue } from '#instruction/reading/read-part.ts';
import { DETERMINER, IN_PLACE } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { findIn } from './ground-document.ts';
import { fillFields, fillList, tickField } from './ground-fields.ts';
import { valueBeside } from './label-values.ts';
import { matchesOf } from './matches.ts';
import { type Place, placesOf, rowAt, wordsAt } from './page-lines.ts';
import {
  cellOf,
  isIn,
  placeRegion,
  type Resolution,
  type Resolved,
  resolveTarget,
  type Scene,
  textOf,
  type Unresolved,
} from './resolve.ts';

export type PlannedEdit = { readonly op: EditName } & Readonly<Record<string, unknown>>;
export type Grounded = { readonly ok: true; readonly edits: readonly PlannedEdit[] } | Unresolved;

export const unclear = (said: string): Unresolved => ({ ok: false, why: 'unclear', said, candidates: [] });

export async function groundIntent(scene: Scene, intent: Intent): Promise<Grounded> {
  const said = (span: Span) => scene.folded.source.slice(span.start, span.end);
  let inner = scene;
  if (intent.where?.pages !== undefined) {
    inner = { ...inner, pages: choosePages(intent.where.pages, scene.ground.pageCount) ?? [] };
    if (inner.pages.length === 0) return unclear(intent.where.pages);
  }
  if (intent.within && intent.kind !== 'replace') {
    for (const place of intent.within) {
      const region = placeRegion(inner, place);
      if (!region) return { ...unclear(said(place)), why: 'missing' };
      inner = { ...inner, region: region.region };
    }
  }
  switch (intent.kind) {
    case 'replace':
      return groundReplace(inner, intent);
    case 'set_cell':
      return groundCell(inner, intent);
    case 'replace_pairs':
      return groundPairs(inner, intent.pairs);
    case 'delete':
      return groundRemoval(inner, intent.target, intent.where?.isEverywhere ?? false);
    case 'redact':
      return groundRedaction(inner, intent.target);
    case 'highlight':
      return groundAll(inner, intent.target, (match) => ({
        op: 'highlight',
        ...match,
        ...(intent.color === undefined ? {} : { color: intent.color }),
      }));
    case 'restyle':
      return groundLook(inner, intent.target, intent.look);
    case 'insert':
      return groundInsertion(inner, intent);
    case 'fill':
      return fillFields(inner, intent);
    case 'fill_list':
      return fillList(inner, intent.list);
    case 'tick':
      return tickField(inner, intent.field, intent.checked);
    default:
      return groundPages(inner, intent);
  }
}

function groundPages(
  scene: Scene,
  intent: Exclude<
    Intent,
    {
      kind:
        | 'replace'
        | 'replace_pairs'
        | 'set_cell'
        | 'delete'
        | 'redact'
        | 'highlight'
        | 'restyle'
        | 'insert'
        | 'fill'
        | 'fill_list'
        | 'tick';
    }
  >,
): Grounded {
  const pages = intent.where?.pages === undefined ? {} : { pages: intent.where.pages };
  const one = (edit: PlannedEdit): Grounded => ({ ok: true, edits: [edit] });
  switch (intent.kind) {
    case 'mark': {
      if (intent.isBare && findIn(scene.ground, writtenAs(scene.folded, intent.value).text, scene.pages))
        return unclear(writtenAs(scene.folded, intent.value).text);
      const { text: value } = writtenAs(scene.folded, intent.value);
      const color = intent.color === undefined ? {} : { color: intent.color };
      const free = intent.position ?? (intent.mark === 'stamp' ? freePosition(scene, value, intent.where?.pages) : undefined);
      const position = free === undefined ? {} : { position: free };
      if (intent.mark === 'watermark') return one({ op: 'watermark_text', value, ...pages, ...color });
      if (intent.mark === 'stamp') return one({ op: 'stamp', value, ...pages, ...color, ...position });
      if (intent.color !== undefined && intent.color !== '#000000')
        return one({
          op: 'stamp',
          value,
          ...pages,
          ...color,
          position: `${intent.mark === 'header' ? 'top' : 'bottom'}_${alignOf(intent.position)}`,
        });
      return one({
        op: 'header_footer',
        area: intent.mark,
        value,
        ...pages,
        ...(intent.position === undefined ? {} : { align: alignOf(intent.position) }),
      });
    }
    case 'number':
      return one({
        op: 'page_numbers',
        ...pages,
        ...(intent.position === undefined ? {} : { position: intent.position }),
        ...(intent.format === undefined ? {} : { format: intent.format }),
      });
    case 'delete_pages':
    case 'keep_pages':
      return one({ op: intent.kind, pages: intent.pages });
    case 'rotate':
      return one({ op: 'rotate_pages', pages: intent.pages, degrees: intent.degrees });
    case 'replace_image': {
      const where = intent.pages === undefined ? scene.pages : (choosePages(intent.pages, scene.ground.pageCount) ?? []);
      const pictures = scene.ground.facts.images(where);
      return pictures.length === 1
        ? one({ op: 'replace_image', pages: intent.pages ?? 'all' })
        : { ...unclear('the picture'), why: pictures.length === 0 ? 'missing' : 'ambiguous' };
    }
    case 'reverse': {
      const reversed = Array.from({ length: scene.ground.pageCount }, (_, index) => scene.ground.pageCount - index).join(',');
      return reversed.length > 1000 ? unclear('the order of so many pages') : one({ op: 'keep_pages', pages: reversed });
    }
    case 'flatten':
      return one({ op: 'flatten_forms' });
    case 'set_property':
      return one({ op: 'set_metadata', field: intent.field, value: writtenAs(scene.folded, intent.value).text });
    case 'swap_pages': {
      const { pageCount } = scene.ground;
      return intent.pages === 'all' && pageCount !== 2
        ? unclear('two pages')
        : one({ op: 'move_pages', pages: '2', place: 'before', page: 1 });
    }
  }
}

function alignOf(position: string | undefined): 'left' | 'center' | 'right' {
  return position?.endsWith('left') === true ? 'left' : position?.endsWith('right') === true ? 'right' : 'center';
}

async function groundReplace(scene: Scene, intent: Extract<Intent, { kind: 'replace' }>): Promise<Grounded> {
  const said = (span: Span) => scene.folded.source.slice(span.start, span.end);
  const read = readValue(scene.folded, intent.fresh);
  if (!read) return unclear(said(intent.fresh));
  const { text: value, isQuoted } = writtenAs(scene.folded, read.value);
  if (!isQuoted && !isPlainValue(scene, read.value)) return unclear(value);
  let inner: Scene = scene;
  if (read.where.pages !== undefined) {
    inner = { ...inner, pages: choosePages(read.where.pages, scene.ground.pageCount) ?? [] };
  }
  let not = intent.not;
  if (read.tail) {
    const tail = scene.folded.text.slice(read.tail.start, read.tail.end);
    const [place, denied] = [new RegExp(`^${IN_PLACE} ?`, 'u').exec(tail), new RegExp(`^${NOT} `, 'u').exec(tail)];
    if (denied) not = trimmed(scene.folded, { start: read.tail.start + denied[0].length, end: read.tail.end });
    else {
      const region = place && placeRegion(inner, trimmed(scene.folded, { start: read.tail.start + place[0].length, end: read.tail.end }));
      if (!region) return unclear(said(read.tail));
      inner = { ...inner, region: region.region };
    }
  }
  const targets = resolveOld(inner, intent, not);
  if (!targets.ok) return targets;
  // `280 volunteers, not 260`: the words that differ are not the same number of words.
  const wordsOf = (span: Span) => writtenAs(scene.folded, span).text.trim().split(/\s+/u).length;
  if (not && wordsOf(not) !== wordsOf(read.value) && !isQuoted) return unclear(said(intent.fresh));
  const checked = not || intent.within ? targets : labelOrText(inner, targets, intent, value);
  if (!checked.ok) return checked;
  if (checked.targets.length > 1 && checked.kind !== 'text' && !checked.isEverywhere) {
    const texts = new Set(checked.targets.map((places) => textOf(inner, places)));
    if (texts.size > 1) return { ok: false, why: 'ambiguous', said: said(intent.old), candidates: checked.targets.flat() };
  }
  if (checked.targets.some((places) => places.length !== 1)) return unclear(said(intent.old));
  const narrowed = checked.kind === 'text' ? onlyChanged(inner, checked, writtenAs(scene.folded, intent.old).text, value) : undefined;
  if (narrowed)
    return planAll(inner, { ...checked, targets: narrowed.targets }, (match) => ({ op: 'replace_text', ...match, value: narrowed.value }));
  return planAll(inner, checked, (match) => ({ op: 'replace_text', ...match, value }));
}

/** Where the document writes an unchanged word in its own way, it stays: only the words that differ are replaced. */
function onlyChanged(
  { ground }: Scene,
  { targets }: Resolved,
  old: string,
  value: string,
): { readonly targets: readonly (readonly Place[])[]; readonly value: string } | undefined {
  const [olds, news] = [old.split(/\s+/u), value.split(/\s+/u)];
  let [first, last] = [0, 0];
  while (first < Math.min(olds.length, news.length) - 1 && olds[first] === news[first]) first++;
  while (last < Math.min(olds.length, news.length) - first - 1 && olds.at(-1 - last) === news.at(-1 - last)) last++;
  if (first + last === 0) return undefined;
  const cut: (readonly Place[])[] = [];
  for (const [place] of targets) {
    const text = place && ground.facts.pageText(place.page).slice(place.start, place.end);
    if (!place || text === undefined || text.replaceAll(/\s+/gu, ' ') === old) return undefined;
    const words = [...text.matchAll(/\S+/gu)];
    const [from, to] = [words[first], words[words.length - 1 - last]];
    if (words.length !== olds.length || !from || !to) return undefined;
    cut.push([{ page: place.page, start: place.start + from.index, end: place.start + to.index + to[0].length }]);
  }
  return { targets: cut, value: news.slice(first, news.length - last).join(' ') };
}

async function groundPairs(scene: Scene, pairs: readonly (readonly [Span, Span])[]): Promise<Grounded> {
  const edits: PlannedEdit[] = [];
  for (const [old, fresh] of pairs) {
    const made = await groundReplace(scene, { kind: 'replace', old, fresh, says: 'text' });
    if (!made.ok) return made;
    edits.push(...made.edits);
  }
  return { ok: true, edits };
}

async function groundCell(scene: Scene, { row, column, value }: Extract<Intent, { kind: 'set_cell' }>): Promise<Grounded> {
  const cell = cellOf(scene, row, column);
  if (!cell) return { ok: false, why: 'missing', said: scene.folded.source.slice(row.start, column.end), candidates: [] };
  const { text, isQuoted } = writtenAs(scene.folded, value);
  if (!isQuoted && !isPlainValue(scene, value)) return unclear(text);
  return cell.ok ? planAll(scene, cell, (match) => ({ op: 'replace_text', ...match, value: text })) : cell;
}

/** A clause that says more than a new text. */
const GOES_ON =
  /[,;-] ?(?:so|and|but|because|which|please|kindly|then|as|since|when|where|while|i|we|it|he|she|they|that|this|otherwise|or|weil|da|damit|denn|und|parce|car|et|afin|porque|para|y|perche|pois|want|omdat|en) /u;

/** Words to write that could be words of the request are not taken without quotation marks. */
function isPlainValue({ folded }: Scene, span: Span): boolean {
  const text = folded.text.slice(span.start, span.end);
  if (
    text === '' ||
    text.length > 400 ||
    /\uE001/u.test(text) ||
    new RegExp(`(?:^|[ ,(])(?:${LIMITS.source}|${INSTEAD_OF})`, 'u').test(text)
  )
    return false;
  if (GOES_ON.test(text)) return false;
  // Another request, or something that only its author knows: `my name`.
  return !new RegExp(
    `^(?:${ANY_VERB}) |, (?:and )?(?:${ANY_VERB}) |^${word('my|mine|our|ours|your|mein|unser|mon|notre|mi|nuestro|mio|nostro|meu|nosso|mijn|ons')} `,
    'u',
  ).test(text);
}

function resolveOld(scene: Scene, intent: Extract<Intent, { kind: 'replace' }>, not: Span | undefined): Resolution {
  if (not) {
    const { text } = writtenAs(scene.folded, trimmed(scene.folded, not));
    const all = findIn(scene.ground, text, scene.pages);
    // What stood there is said, and stands nowhere else: no other place can be meant.
    if (all?.places.length === 1 && !all.isInside) return { ok: true, kind: 'value', targets: [all.places] };
    const context = resolveTarget(scene, intent.old);
    if (!context.ok) return context;
    const region = context.targets.flatMap((places) => around(scene, context, places));
    const found = (all?.places ?? []).filter((place) => isIn(place, region));
    if (found.length !== 1) return { ok: false, why: found.length > 1 ? 'ambiguous' : 'missing', said: text, candidates: found };
    return { ok: true, kind: 'value', targets: [found] };
  }
  if (!intent.within) return resolveTarget(scene, intent.old);
  let inner = scene;
  for (const place of intent.within) {
    const cell = cellOf(inner, nameOfRow(scene, place), intent.old);
    if (cell?.ok) return cell;
    const region = placeRegion(inner, place);
    if (!region) return { ok: false, why: 'missing', said: scene.folded.source.slice(place.start, place.end), candidates: [] };
    inner = { ...inner, region: region.region };
  }
  return resolveTarget(inner, intent.old);
}

const ROW_WORD = /^(?:row|zeile|ligne|fila|riga|linha|rij) (?:of |for |with )?| (?:row|zeile|ligne|fila|riga|linha|rij)$/u;

function nameOfRow({ folded }: Scene, span: Span): Span {
  const text = folded.text.slice(span.start, span.end);
  const determiner = DETERMINER.exec(text)?.[0].length ?? 0;
  const bare = text.slice(determiner);
  const found = ROW_WORD.exec(bare);
  if (!found) return { start: span.start + determiner, end: span.end };
  return found.index === 0
    ? { start: span.start + determiner + found[0].length, end: span.end }
    : { start: span.start + determiner, end: span.start + determiner + found.index };
}

/** The row or the value that a text stands in. */
function around({ ground }: Scene, context: Resolved, places: readonly Place[]): readonly Place[] {
  if (context.kind !== 'text') return places;
  return places.flatMap((place) => {
    const lines = ground.lines(place.page);
    const row = rowAt(lines, place);
    const paragraph = lines.paragraphs.find(({ pieces }) =>
      pieces.some(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start)),
    );
    if (row && row.length > 1)
      return placesOf(
        lines,
        row.flatMap(({ words }) => words),
      );
    return paragraph
      ? placesOf(
          lines,
          paragraph.pieces.flatMap(({ words }) => words),
        )
      : [place];
  });
}

/** `Version 1.17`: the number right behind a name. */
function numberBehind({ ground }: Scene, { page, end }: Place): Place | undefined {
  const found = /^(?:[ :#\n]|\bno\.? ?)*(?<number>\p{N}[\p{N}.,:/-]*(?<![.,:/-]))(?![\p{L}\p{N}])/u.exec(
    ground.facts.pageText(page).slice(end, end + 40),
  );
  const number = found?.groups?.['number'];
  return found && number !== undefined ? { page, start: end + found[0].length - number.length, end: end + found[0].length } : undefined;
}

/** Nothing else stands in its line: a heading, an item, a line of its own. */
function isWholeLine({ ground }: Scene, place: Place): boolean {
  const lines = ground.lines(place.page);
  const own = rowAt(lines, place)?.find(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start));
  const rest = own?.words.filter(({ start, end }) => end <= place.start || start >= place.end) ?? [];
  return own !== undefined && rest.every(({ start, end }) => !/[\p{L}\p{N}]{2}/u.test(lines.text.slice(start, end)));
}

/** What is taken away whole leaves a hole above the lines that follow. */
function leavesHole(scene: Scene, places: readonly Place[]): boolean {
  return places.some((place) => {
    const lines = scene.ground.lines(place.page);
    const words = wordsAt(lines, place);
    const inside = lines.rows.flat().filter((piece) => piece.words.some((word) => words.includes(word)));
    const isWhole =
      inside.length > 0 &&
      inside.every(({ words: own }) =>
        own.every((word) => words.includes(word) || !/[\p{L}\p{N}]{2}/u.test(lines.text.slice(word.start, word.end))),
      );
    if (!isWhole) return false;
    const [bottom, height] = [Math.min(...inside.map(({ box }) => box[1])), Math.max(...inside.map(({ box }) => box[3] - box[1]))];
    const [left, right] = [Math.min(...inside.map(({ box }) => box[0])), Math.max(...inside.map(({ box }) => box[2]))];
    return lines.rows
      .flat()
      .some(
        ({ box }) => box[3] < bottom + height * 0.5 && bottom - box[3] < height * 2 && Math.min(box[2], right) > Math.max(box[0], left),
      );
  });
}

const POSITIONS_TRIED = ['top_right', 'top_left', 'bottom_right', 'bottom_left', 'top_center', 'bottom_center'] as const;
const MARGIN_PT = 36;
const SIZE_PT = 12;

/** The first corner where nothing stands on any of the pages; undefined where there is none. */
function freePosition({ ground }: Scene, value: string, choice: string | undefined): (typeof POSITIONS_TRIED)[number] | undefined {
  const pages = (choosePages(choice ?? 'all', ground.pageCount) ?? []).slice(0, 20);
  const width = value.length * SIZE_PT * 0.75;
  return POSITIONS_TRIED.find((position) =>
    pages.every((page) => {
      const { width: wide, height, words } = ground.lines(page);
      const left = position.endsWith('left') ? MARGIN_PT : position.endsWith('right') ? wide - MARGIN_PT - width : (wide - width) / 2;
      const bottom = position.startsWith('top') ? height - MARGIN_PT - SIZE_PT : MARGIN_PT;
      const boxes = [...words.map(({ box }) => box), ...ground.facts.images([page]).map(({ box }) => box)];
      return !boxes.some((box) => box[0] < left + width && box[2] > left && box[1] < bottom + SIZE_PT && box[3] > bottom);
    }),
  );
}

type Kind = 'number' | 'words';

function kindOf(text: string): Kind {
  const [digits, letters] = [text.match(/\p{N}/gu)?.length ?? 0, text.match(/\p{L}/gu)?.length ?? 0];
  return digits > letters ? 'number' : 'words';
}

/** `Version No. should be 2.0` means what stands for the label, `rename A to B` the text itself. */
function labelOrText(scene: Scene, found: Resolved, intent: Extract<Intent, { kind: 'replace' }>, value: string): Resolution {
  const isQuoted = writtenAs(scene.folded, intent.old).isQuoted;
  if (found.kind !== 'text' || isQuoted || intent.says === 'text') return found;
  const old = scene.folded.source.slice(intent.old.start, intent.old.end);
  const values = found.targets.flatMap(([place]) => (place ? (valueBeside(scene.ground, place) ?? []) : []));
  const [kind, fresh] = [kindOf(old), kindOf(value)];
  const isSeveral = found.targets.length > 1 && found.isEverywhere !== true;
  const several: Resolution = { ok: false, why: 'ambiguous', said: old, candidates: found.targets.flat() };
  if (isSeveral && (kind === 'number' || DETERMINER.test(scene.folded.text.slice(intent.old.start, intent.old.end)))) return several;
  if (intent.says === 'label' && values.length === 0 && found.targets.some(([place]) => place && isWholeLine(scene, place))) return several;
  const following =
    fresh === 'number' || /\p{N}/u.test(value) ? found.targets.flatMap(([place]) => (place ? (numberBehind(scene, place) ?? []) : [])) : [];
  if (following.length > 0 && !/\p{N}/u.test(old) && !value.includes(' ')) {
    const numbers = new Set(following.map((place) => textOf(scene, [place])));
    return numbers.size === 1
      ? { ok: true, kind: 'value', targets: following.map((place) => [place]) }
      : { ok: false, why: 'ambiguous', said: old, candidates: following };
  }
  if (values.length > 0) {
    const texts = new Set(values.map((place) => textOf(scene, [place])));
    const [only] = texts;
    if (texts.size > 1 || values.length < found.targets.length) return { ok: false, why: 'ambiguous', said: old, candidates: values };
    const isLabelMeant = kind === fresh && only !== undefined && kindOf(only) !== fresh;
    return isLabelMeant ? found : { ok: true, kind: 'value', targets: values.map((place) => [place]) };
  }
  // A name for a number is the head of a row: which of its cells is meant is not said.
  const isHead = found.targets.some(([place]) => place && (rowAt(scene.ground.lines(place.page), place)?.length ?? 0) > 1);
  if (kind === 'words' && fresh === 'number' && isHead) return { ok: false, why: 'ambiguous', said: old, candidates: found.targets.flat() };
  if (/\p{N}/u.test(value) && !/\p{N}/u.test(old) && intent.says === 'either' && !value.includes(old)) return several;
  return found;
}

async function planAll(
  scene: Scene,
  { targets }: Resolved,
  make: (match: Readonly<Record<string, unknown>>) => PlannedEdit,
): Promise<Grounded> {
  const matches = await matchesOf(scene.ground.facts, targets.flat());
  if (!matches) return unclear(targets.map((places) => textOf(scene, places)).join(' … '));
  return { ok: true, edits: matches.map(({ pages, match }) => make({ pages, match })) };
}

/** One target, or a list of them: `A, B and C`. */
function resolveList(scene: Scene, span: Span): Resolution {
  const whole = resolveTarget(scene, span);
  if (whole.ok) return whole;
  const text = scene.folded.text.slice(span.start, span.end);
  const joints = [...text.matchAll(/ ?(?:,|;|&) ?(?:and |und |et |y |e |en )?| (?:and|und|et|y|e|en|sowie) |和|と|、/gu)];
  if (joints.length === 0) return whole;
  const targets: (readonly Place[])[] = [];
  let [start, kind] = [0, 'text' as Resolved['kind']];
  for (const joint of [...joints, undefined]) {
    const part = trimmed(scene.folded, { start: span.start + start, end: joint ? span.start + joint.index : span.end });
    start = joint ? joint.index + joint[0].length : start;
    if (part.start >= part.end) continue;
    const one = resolveTarget(scene, part);
    if (!one.ok) return whole.why === 'ambiguous' ? whole : one;
    if (one.kind !== 'text') ({ kind } = one);
    targets.push(...one.targets);
  }
  return { ok: true, kind, targets };
}

async function groundAll(given: Scene, span: Span, make: (match: Readonly<Record<string, unknown>>) => PlannedEdit): Promise<Grounded> {
  const scene = { ...given, isProper: true };
  const found = resolveList(scene, span);
  return found.ok ? planAll(scene, found, make) : found;
}

/** Of a label and its value, what is to be hidden is the value. */
async function groundRedaction(given: Scene, span: Span): Promise<Grounded> {
  const scene = { ...given, isProper: true };
  const found = resolveList(scene, span);
  if (!found.ok) return found;
  const make = (match: Readonly<Record<string, unknown>>): PlannedEdit => ({ op: 'redact', ...match });
  if (found.kind !== 'text' || quotedIn(scene.folded, span)) return planAll(scene, found, make);
  const values = found.targets.map(([place]) => place && valueBeside(scene.ground, place));
  if (values.every((value) => value === undefined)) return planAll(scene, found, make);
  const named = values.flatMap((value) => (value ? [[value]] : []));
  if (named.length < values.length)
    return { ok: false, why: 'ambiguous', said: scene.folded.source.slice(span.start, span.end), candidates: found.targets.flat() };
  return planAll(scene, { ...found, kind: 'value', targets: named }, make);
}

async function groundRemoval(given: Scene, span: Span, isEverywhere: boolean): Promise<Grounded> {
  const scene = { ...given, isProper: true };
  const found = resolveList(scene, span);
  if (!found.ok) return found;
  // What stands there several times is taken away only where that is said.
  const texts = found.targets.map((places) => textOf(scene, places));
  const isRepeated = new Set(texts).size < texts.length;
  if (isRepeated && found.kind === 'text' && !isEverywhere && found.isEverywhere !== true) {
    return { ok: false, why: 'ambiguous', said: scene.folded.source.slice(span.start, span.end), candidates: found.targets.flat() };
  }
  const said = scene.folded.source.slice(span.start, span.end);
  if (found.targets.some((places) => leavesHole(scene, places))) return unclear(said);
  const isLabel = found.kind === 'text' && found.targets.some(([place]) => place && valueBeside(scene.ground, place) !== undefined);
  if (isLabel && !quotedIn(scene.folded, span)) return { ok: false, why: 'ambiguous', said, candidates: found.targets.flat() };
  return planAll(scene, found, (match) => ({ op: 'delete_text', ...match }));
}

async function groundLook(given: Scene, span: Span, look: Look): Promise<Grounded> {
  const scene = { ...given, isProper: true };
  const found = resolveList(scene, span);
  if (!found.ok) return found;
  const { color, bold, italic, percent, points, upper } = look;
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

async function groundInsertion(scene: Scene, { value, place: side, anchor }: Extract<Intent, { kind: 'insert' }>): Promise<Grounded> {
  const read = readValue(scene.folded, value);
  if (!read || read.tail) return unclear(scene.folded.source.slice(value.start, value.end));
  const { text, isQuoted } = writtenAs(scene.folded, read.value);
  if (!isQuoted && !isPlainValue(scene, read.value)) return unclear(text);
  const found = resolveTarget(scene, anchor);
  if (!found.ok) return found;
  if (found.kind !== 'text' || (found.targets.length > 1 && found.isEverywhere !== true)) {
    return {
      ok: false,
      why: found.kind === 'text' ? 'ambiguous' : 'unclear',
      said: scene.folded.source.slice(anchor.start, anchor.end),
      candidates: found.targets.flat(),
    };
  }
  // Beside a whole line a new line is meant, not more text on it.
  if (found.targets.some(([place]) => place && isWholeLine(scene, place)))
    return unclear(scene.folded.source.slice(anchor.start, anchor.end));
  return planAll(scene, found, (match) => ({ op: 'insert_text', place: side, ...match, value: text }));
}
