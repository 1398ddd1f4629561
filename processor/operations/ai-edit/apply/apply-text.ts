// Carries out what a plan does to the text of pages. On each page from the last place to the first, so that text before an edit is
// found again at its place; highlights come last, on what the page then shows. A refusal of the editor becomes a reason of the closed list.

import type { PDFDict } from 'pdf-lib';
import type { EditOf } from '#contract/params/edit-plan.ts';
import type { FailureReason } from '#contract/failures.ts';
import { JobFailure } from '../../../failure.ts';
import { type Box, unite } from '../../../pdf/geometry/box.ts';
import { boxesOf, describeMatch, type TextMatch } from '../../../pdf/edit/find.ts';
import { type Area, inkAreas } from '../../../pdf/edit/glyph-areas.ts';
import { type PageText, readPageTextEvents } from '../../../pdf/edit/page-text.ts';
import { type EditRefusal, REFUSAL_SENTENCES } from '../../../pdf/edit/refusal.ts';
import type { TextStyle } from '../../../pdf/edit/place-text.ts';
import type { Paint } from '../../../pdf/content/state.ts';
import { alignParagraph } from '../../../pdf/edit/align-paragraph.ts';
import { insertInColumn } from '../../../pdf/edit/insert-in-column.ts';
import { deleteLines, deleteUnit, insertUnit, lineOfParagraph } from '../../../pdf/edit/edit-units.ts';
import {
  type EditedPage,
  type EditOutcome,
  inexactRest,
  replaceMatch,
  type ReplaceOptions,
  type TextChange,
} from '../../../pdf/edit/replace-text.ts';
import { fontsOfDocument } from '../../../pdf/edit/faces/family-face.ts';
import { isVisible, linesOfPage } from '../../../pdf/edit/layout/lines.ts';
import { isInParagraph } from '../../../pdf/edit/layout/paragraph.ts';
import { makeEncoder } from '../../../pdf/edit/new-text.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { type Applied, expectOn, type PageExpectation } from '../applied.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';
import type { LocatedText } from '../facts/locate.ts';
import { ownText } from '../facts/own-text.ts';
import { asksForLink } from './text-or-link.ts';

type Rewriting = EditOf<'replace_text'> | EditOf<'delete_text'> | EditOf<'delete_drawing'> | EditOf<'insert_text'> | EditOf<'restyle_text'>;

interface Place<O> {
  readonly operation: O;
  readonly found: LocatedText;
}

/** A text that changed its length: everything from `from` on moves `by` letters; white space and hyphens, which lines gain and lose, do not count. */
interface Shift {
  readonly from: number;
  readonly by: number;
  /** Where a text that was replaced began. */
  readonly of?: number;
}

/** The text of a page before its edits, and how they move what follows. */
export interface MovedText {
  readonly before: string;
  readonly shifts: readonly Shift[];
}

const REASONS: Partial<Record<EditRefusal, FailureReason>> = {
  does_not_fit: 'text_does_not_fit',
  glyph_missing: 'glyph_missing',
  text_or_link: 'ambiguous_match',
};

/**
 * @returns how far the text moved on each page where something else has its place, for checks afterwards
 * @throws JobFailure text_does_not_fit, glyph_missing, unsupported_feature, with `refused`
 */
export async function rewriteTexts(
  opened: OpenedPdf,
  placed: readonly PlacedOperation[],
  applied: Applied,
  { allowPartial, onPage }: { readonly allowPartial: boolean; readonly onPage?: (done: number, total: number) => Promise<void> },
): Promise<ReadonlyMap<number, MovedText>> {
  const shifts = new Map<number, MovedText>();
  const settling = new Set(byPage(placed, isSettling).keys());
  const pages = byPage(placed, isRewriting);
  let done = 0;
  for (const [page, places] of pages) {
    await onPage?.(done++, pages.size);
    const dict = opened.pages[page - 1]?.dict;
    if (!dict) continue;
    const moved: Shift[] = [];
    const text = new CurrentText(dict);
    const source = text.now().text;
    const first = applied.changes.length;
    for (const { operation, found } of places.toSorted((one, two) => two.found.start - one.found.start)) {
      const asOne = await deleteAsOne({ document: opened, pageIndex: page - 1, text: text.now() }, operation, found);
      for (const [start, end] of asOne ? [[found.start, found.end] as const] : partsOf(operation, found, text.now())) {
        const before = text.now();
        const outcome = asOne ?? (await rewriteOne({ document: opened, pageIndex: page - 1, text: before }, operation, [start, end]));
        if (!outcome.ok) {
          refuse(operation.id, page, outcome, applied, allowPartial);
          continue;
        }
        text.forget();
        if (settling.has(page)) {
          const pieces = (found.pieces ?? []).map((piece) => ({ from: lettersIn(source, piece.end), by: -bareOf(piece.text).length }));
          const apart = pieces.reduce((sum, { by }) => sum + by, 0);
          moved.push(
            {
              from: lettersIn(source, end),
              by: bareOf(text.now().text).length - bareOf(before.text).length - apart,
              ...(operation.op === 'replace_text' ? { of: lettersIn(source, start) } : {}),
            },
            ...pieces,
          );
        }
        tell(applied, { operation, found }, outcome, start === found.start && end === found.end);
      }
    }
    // Reported in the order of the page.
    applied.changes.push(...applied.changes.splice(first).toReversed());
    if (settling.has(page)) shifts.set(page, { before: source, shifts: moved });
  }
  return shifts;
}

/** The text of a page, read again after each change when somebody asks for it. */
class CurrentText {
  private readonly page: PDFDict;
  private read: PageText | undefined;

  constructor(page: PDFDict) {
    this.page = page;
  }

  now(): PageText {
    this.read ??= readPageTextEvents(this.page);
    return this.read;
  }

  forget(): void {
    this.read = undefined;
  }
}

function isRewriting(operation: PlacedOperation['operation']): operation is Rewriting {
  return ['replace_text', 'delete_text', 'delete_drawing', 'insert_text', 'restyle_text'].includes(operation.op);
}

function byPage<O extends PlacedOperation['operation']>(
  placed: readonly PlacedOperation[],
  wanted: (operation: PlacedOperation['operation']) => operation is O,
): ReadonlyMap<number, readonly Place<O>[]> {
  const places = placed.flatMap(({ operation, found }) =>
    wanted(operation) ? found.filter(({ isPiece }) => isPiece !== true).map((one) => ({ operation, found: one })) : [],
  );
  return Map.groupBy(places, ({ found }) => found.page);
}

/** Removals and changes of look can be done line by line, from the last line to the first. */
function partsOf(operation: Rewriting, { start, end }: LocatedText, page: PageText): readonly (readonly [number, number])[] {
  if (operation.op === 'replace_text') return [[start, end]];
  if ('as' in operation && operation.as !== 'text') return [[start, end]];
  // The glyph at the edge is enough for writing beside it.
  if (operation.op === 'insert_text') return operation.place === 'after' ? [[lastGlyph(page, start, end), end]] : [[start, start + 1]];
  if (operation.op === 'restyle_text' && operation.align) return [[start, end]];
  const parts: [number, number][] = [];
  for (let from = start, at = start; at <= end; at++) {
    const isBroken = page.text.charAt(at) === '\n' && page.glyphOf[at] === -1;
    const isOffset = operation.op === 'restyle_text' && at > from && isRaised(page, at);
    if (at < end && !isBroken && !isOffset) continue;
    if (at > from) parts.unshift([from, at]);
    from = isOffset && at < end ? at : at + 1;
  }
  return parts;
}

/** Ems by which a raised sign and its text differ at least. */
const RAISED_EMS = 0.1;

/** A letter stands higher or lower than the one before it on its line: another look moves neither. */
function isRaised({ glyphs, glyphOf, text }: PageText, at: number): boolean {
  let last = at - 1;
  while (last > 0 && glyphOf[last] === -1 && text.charAt(last) !== '\n') last--;
  const [before, own] = [glyphs[glyphOf[last] ?? -1], glyphs[glyphOf[at] ?? -1]];
  return (
    before !== undefined && own !== undefined && Math.abs(before.baseline - own.baseline) > Math.max(before.size, own.size) * RAISED_EMS
  );
}

function lastGlyph(page: PageText, start: number, end: number): number {
  let at = end - 1;
  while (at > start && page.glyphOf[at] === -1) at--;
  return at;
}

async function rewriteOne(on: EditedPage, operation: Rewriting, [start, end]: readonly [number, number]): Promise<EditOutcome> {
  const match = describeMatch(on.text, start, end);
  if (!match) throw new JobFailure('internal', { cause: new Error('a located text has no glyphs') });
  const edit = (value: string | undefined, options: ReplaceOptions) => replaceMatch(on, match, value, options);
  switch (operation.op) {
    case 'replace_text':
      return asksForLink(operation) ? { ok: false, refusal: 'text_or_link', match } : replaceChanged(on, match, operation);
    case 'delete_text':
      return deleteAs(on, match, operation.as);
    case 'delete_drawing':
      return replaceMatch(on, match, '', {});
    case 'insert_text':
      if (operation.in_line_with !== undefined) return insertInColumn(on, match, operation.in_line_with, operation.value);
      return operation.as === 'text'
        ? edit(beside(operation, match, on.text), { keeps: operation.place === 'after' ? 'begin' : 'end' })
        : insertUnit(on, match, { unit: operation.as, place: operation.place, value: operation.value });
    case 'restyle_text': {
      const style = styleOf(operation);
      if (operation.align) return alignParagraph(on, match, operation.align);
      const outcome = await edit(undefined, { fit: 'loose', style });
      // A bold face is a little wider: where there is no room, the text is set a little smaller. A requested size is kept or refused.
      const mayShrink = style.size === undefined && !outcome.ok && outcome.refusal === 'does_not_fit';
      return mayShrink ? edit(undefined, { fit: 'shrink', style }) : outcome;
    }
  }
}

function deleteAs(on: EditedPage, match: TextMatch, as: EditOf<'delete_text'>['as']): Promise<EditOutcome> {
  const line = as === 'line' ? lineOfParagraph(on, match) : undefined;
  return line || as === 'text' ? deleteOne(on, line ?? match) : deleteUnit(on, match, as);
}

/**
 * Words that the old and the new text begin and end with stay as they are: their look, and their distances.
 * @param asked the old text as the plan has it
 */
async function replaceChanged(
  on: EditedPage,
  match: TextMatch,
  { value, fit, match: { text: asked } }: EditOf<'replace_text'>,
): Promise<EditOutcome> {
  const options: ReplaceOptions = { fit };
  const common = commonWords(match.text, asked ?? match.text, value);
  const part = await changedPart(on, match, common);
  if (!part) {
    const whole = await replaceMatch(on, match, value, options);
    // Its words may be in several fonts, none of which has all of their letters.
    const inner = !whole.ok && LACKS_LETTERS.has(whole.refusal) ? innerOf(on, match, common) : undefined;
    const outcome = inner && (await replaceMatch(on, inner, common.fresh, options));
    return outcome?.ok ? asWhole(outcome.change, match, value) : whole;
  }
  // Words of two sizes would stand side by side: what has to be made smaller is so as a whole.
  const outcome = await replaceMatch(on, part.match, part.fresh, {
    ...options,
    ...(fit === 'shrink' ? { fit: 'reflow', isPart: true } : {}),
  });
  return outcome.ok ? asWhole(outcome.change, match, value) : replaceMatch(on, match, value, options);
}

const LACKS_LETTERS: ReadonlySet<EditRefusal> = new Set(['type3_font', 'glyph_missing']);

function asWhole(change: TextChange, match: TextMatch, value: string): EditOutcome {
  const boxes = [...change.boxes, ...match.boxes];
  return { ok: true, change: { ...change, before: match.text, after: value, boxes, bbox: boxes.reduce(unite) } };
}

/** What is between the words that both texts begin and end with. */
function innerOf({ text }: EditedPage, match: TextMatch, { before, after }: CommonWords): TextMatch | undefined {
  return before + after > 0 ? describeMatch(text, match.start + before, match.end - after) : undefined;
}

/** Undefined where the text is set as a whole. */
async function changedPart(
  on: EditedPage,
  match: TextMatch,
  common: CommonWords,
): Promise<{ readonly match: TextMatch; readonly fresh: string } | undefined> {
  const { before, after, fresh } = common;
  const inner = innerOf(on, match, common);
  // Several lines are shared out as a whole, and what runs from right to left is ordered as a whole.
  const { of } = linesOfPage(on.text);
  const isOneLine = new Set(inner?.glyphs.filter(isVisible).map(of)).size === 1;
  const isOnOneLine = inner !== undefined && isOneLine && match.boxes.length === 1 && inner.leadingRest === '' && inner.trailingRest === '';
  if (!isOnOneLine || on.text.directed.length > 0) return undefined;
  // A text that is mostly new and in another face is so as a whole, but for the number that it begins with.
  if (fresh.length <= before + after || !(await isInOtherFace(on, inner, fresh))) return { match: inner, fresh };
  const number = commonNumber(match.text, common);
  const rest = number && describeMatch(on.text, match.start + number.before, match.end);
  return rest && { match: rest, fresh: number.fresh };
}

async function isInOtherFace({ text, document, pageIndex }: EditedPage, match: TextMatch, value: string): Promise<boolean> {
  const encode = await makeEncoder(text, match, value, {}, () => fontsOfDocument(document, pageIndex));
  return encode(value, 1)?.fonts.some(({ isSubstitute }) => isSubstitute) ?? false;
}

interface CommonWords {
  /** Characters of the old text, with the spaces between its words. */
  readonly before: number;
  readonly after: number;
  /** What the new text has between them. */
  readonly fresh: string;
}

/** Whole words that both texts begin and end with; a word of each is left. Spaces count as they were asked for: a page may have more between two words. */
function commonWords(old: string, asked: string, value: string): CommonWords {
  const [was = [], said = [], is = []] = [old, asked, value].map((text) => text.split(/(?<=\s)(?=\S)/u));
  const most = Math.min(was.length, is.length) - 1;
  const words = said.length === was.length ? said : was;
  let [first, last] = [0, 0];
  while (first < most && words[first] === is[first]) first++;
  while (last < most - first && words.at(-1 - last) === is.at(-1 - last)) last++;
  const lengthOf = (words: readonly string[]) => words.join('').length;
  const end = last === 0 ? undefined : -last;
  // The gap before the words that stay does too: it may be a space, or a place.
  const gap = last === 0 ? 0 : (/\s+$/u.exec(was.slice(0, end).join(''))?.[0].length ?? 0);
  const fresh = is.slice(first, end).join('');
  return {
    before: lengthOf(was.slice(0, first)),
    after: last === 0 ? 0 : lengthOf(was.slice(-last)) + gap,
    fresh: last === 0 ? fresh : fresh.trimEnd(),
  };
}

/** The number of a heading or an item, with the space behind it, of what both texts begin with. */
function commonNumber(old: string, { before, after, fresh }: CommonWords): CommonWords | undefined {
  const number = /^[\p{N}.()]*\p{N}[\p{N}.()]*\s+/u.exec(old.slice(0, before))?.[0].length ?? 0;
  if (number === 0) return undefined;
  return { before: number, after: 0, fresh: old.slice(number, before) + fresh + old.slice(old.length - after) };
}

/** A text that is all of its lines goes with them, one of several lines with what follows it in its paragraph; undefined where that does not go well. */
async function deleteAsOne(on: EditedPage, operation: Rewriting, { start, end }: LocatedText): Promise<EditOutcome | undefined> {
  const match = operation.op === 'delete_text' && operation.as === 'text' ? describeMatch(on.text, start, end) : undefined;
  if (!match) return undefined;
  const lines = await deleteLines(on, match);
  const outcome = lines?.ok || match.boxes.length < 2 || !isInParagraph(on.text, match.glyphs) ? lines : await deleteOne(on, match);
  return outcome?.ok ? outcome : undefined;
}

/** One of the two spaces that would remain side by side goes too. */
async function deleteOne(on: EditedPage, match: TextMatch): Promise<EditOutcome> {
  const { text } = on;
  const { start, end } = match;
  const isAfterSpace = start === 0 || /\s/u.test(text.text.charAt(start - 1));
  const isBeforeSpace = text.text.charAt(end) === ' ' && text.glyphOf[end] !== -1;
  // A mark that follows closes up to the word before.
  const isBeforeMark =
    start > 1 && text.text.charAt(start - 1) === ' ' && text.glyphOf[start - 1] !== -1 && /[,.;:!?)\]]/u.test(text.text.charAt(end));
  const wider =
    isAfterSpace && isBeforeSpace ? describeMatch(text, start, end + 1) : isBeforeMark ? describeMatch(text, start - 1, end) : undefined;
  const outcome = await replaceMatch(on, wider ?? match, '', {});
  return outcome.ok ? { ok: true, change: { ...outcome.change, before: match.text } } : outcome;
}

function styleOf({ color, size, bold, italic, family }: EditOf<'restyle_text'>): TextStyle {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(color?.slice(at, at + 2) ?? '0', 16) / 255);
  return {
    ...(color === undefined ? {} : { color: { red, green, blue } }),
    ...(size === undefined ? {} : { size: size.unit === 'pt' ? { points: size.value } : { factor: size.value / 100 } }),
    ...(bold === undefined ? {} : { bold }),
    ...(italic === undefined ? {} : { italic }),
    ...(family === undefined ? {} : { family }),
  };
}

/** What a new word does not follow at once: a word, a mark that closes a sentence or a part of one. */
const ENDS_APART = /[\p{L}\p{N}.,;:!?…)\]}»”’"'%]$/u;

/** New words are separated from their neighbours; a mark such as a comma, or a text with its own space, is put as it is. */
function beside({ place, value }: EditOf<'insert_text'>, { text, start, end }: TextMatch, page: PageText): string {
  const isWord = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '');
  if (place === 'after') {
    const isInsideWord = isWord(page.text.charAt(end)) && page.glyphOf[end] !== -1;
    const apart = !isInsideWord && ENDS_APART.test(text) && /^[\p{L}\p{N}([{«“‘"']/u.test(value);
    return `${text}${apart ? ' ' : ''}${value}`;
  }
  const isInsideWord = isWord(page.text.charAt(start - 1)) && page.glyphOf[start - 1] !== -1;
  const apart = !isInsideWord && isWord(text.at(0)) && /[\p{L}\p{N})\]}»”.,;:!?]$/u.test(value);
  return `${value}${apart ? ' ' : ''}${text}`;
}

function refuse(
  operation: string,
  page: number,
  { refusal, match, excess }: Extract<EditOutcome, { ok: false }>,
  applied: Applied,
  allowPartial: boolean,
): void {
  const reason = REASONS[refusal] ?? 'unsupported_feature';
  const message = excess === undefined ? REFUSAL_SENTENCES[refusal] : refusal === 'no_room_below' ? noRoom(excess) : tooLong(match, excess);
  if (!allowPartial)
    throw new JobFailure(reason, { message, page, refused: { kind: 'edit', check: 'edit', operation }, details: { refusal } });
  applied.skipped.push({ operation, reason, message, page });
}

function noRoom(excess: number): string {
  return `There is no room: what is below cannot move down by the ${Math.ceil(excess)} pt that the new text takes on its page. A shorter text, or one in another place, may fit.`;
}

function tooLong({ boxes }: TextMatch, excess: number): string {
  const width = boxes.reduce((sum, [left, , right]) => sum + right - left, 0);
  const share = width > 0 ? `, ${Math.ceil((excess / width) * 100)} % of the old text` : '';
  return `The new text is ${Math.ceil(excess)} pt too long for its place${share}: neither other line breaks nor tighter spacing nor a size of 90 % make it fit.`;
}

function tell(
  applied: Applied,
  { operation, found }: Place<Rewriting>,
  { change }: Extract<EditOutcome, { ok: true }>,
  isWhole: boolean,
): void {
  const { page } = found;
  const { bbox, boxes, fidelity, renumbered } = change;
  const isInsertion = operation.op === 'insert_text';
  if (isInsertion && operation.as !== 'text') {
    tellUnit(applied, operation, page, change);
    return;
  }
  const before = isInsertion ? found.text : change.before;
  const after = isInsertion
    ? operation.place === 'after'
      ? found.text + change.after.slice(change.before.length)
      : change.after.slice(0, change.after.length - change.before.length) + found.text
    : change.after;
  applied.changes.push({
    operation: operation.id,
    op: operation.op,
    page,
    bbox,
    before: ownText(before),
    after: ownText(after),
    fidelity,
    ...(renumbered ? { renumbered } : {}),
  });
  const expected = expectOn(applied, page);
  expected.boxes.push(...boxes);
  if (change.isRow) expected.hasRows = true;
  if (operation.op === 'restyle_text') expected.texts.push({ old: undefined, new: undefined });
  else if (isInsertion) {
    expected.texts.push({ operation: operation.id, old: undefined, new: operation.value, box: bbox });
    expectGone(expected, change);
  } else {
    const [old, fresh] = [isWhole ? found.text : ownText(change.before), change.after === '' ? undefined : ownText(change.after)];
    expected.texts.push({ operation: operation.id, old, new: fresh, box: bbox });
    for (const { text } of found.pieces ?? []) expected.texts.push({ operation: operation.id, old: text, new: undefined, box: bbox });
    expectGone(expected, change);
  }
}

/** Leaders, hyphens at the ends of lines, and spaces. */
const MAY_GO = /[\s.·•_…‥\u2024\u00ad\u2010-]/u;

/** Beside what was asked for, only these letters and the numbers of items may be gone: any other is missed when the result is judged. */
function expectGone(expected: PageExpectation, { removed, renumbered = [] }: TextChange): void {
  const also = `${Array.from(removed)
    .filter((letter) => MAY_GO.test(letter))
    .join('')}${renumbered.map(({ before }) => before).join('')}`;
  if (also !== '') expected.texts.push({ old: undefined, new: undefined, also });
}

/** Engines read the cells of a row in the order of their places or of the content. */
function tellUnit(applied: Applied, { id, op, value }: EditOf<'insert_text'>, page: number, change: TextChange): void {
  const { bbox, boxes, fidelity, isRow, renumbered } = change;
  applied.changes.push({ operation: id, op, page, bbox, after: ownText(value), fidelity, ...(renumbered ? { renumbered } : {}) });
  const expected = expectOn(applied, page);
  expected.boxes.push(...boxes);
  expectGone(expected, change);
  if (isRow) expected.hasRows = true;
  if (change.newRow) expected.newRows.push(change.newRow);
  for (const part of change.newRow?.cells ?? [value]) expected.texts.push({ operation: id, old: undefined, new: part, box: bbox });
}

/** The place of a located text after the edits. */
function movedTo(found: LocatedText, moved: MovedText | undefined, text: PageText): TextMatch {
  const { before, shifts } = moved ?? { before: text.text, shifts: [] };
  const [from, to] = [lettersIn(before, found.start), lettersIn(before, found.end)];
  const by = shifts.reduce((sum, shift) => sum + (shift.from <= from ? shift.by : 0), 0);
  const isItself = (shift: Shift) => shift.of === from && shift.from === to;
  const grown = shifts.reduce((sum, shift) => sum + (shift.from > from && (shift.from < to || isItself(shift)) ? shift.by : 0), 0);
  const isReplaced = shifts.some(isItself);
  const [start, end] = [placeOfLetter(text.text, from + by), placeOfLetter(text.text, to + by + grown - 1) + 1];
  const match = describeMatch(text, start, end);
  if (!match || (grown === 0 && !isReplaced && bareOf(match.text) !== bareOf(found.text)))
    throw new JobFailure('internal', { cause: new Error('a located text is not found again') });
  return match;
}

const NO_LETTER = /[\s\u00ad\u2010-]/u;

function bareOf(text: string): string {
  return text.replaceAll(/[\s\u00ad\u2010-]+/gu, '');
}

function lettersIn(text: string, end: number): number {
  return bareOf(text.slice(0, end)).length;
}

/** The code unit of the nth letter, from 0. */
function placeOfLetter(text: string, nth: number): number {
  let left = nth;
  for (let at = 0; at < text.length; at++) if (!NO_LETTER.test(text.charAt(at)) && left-- === 0) return at;
  return text.length;
}

/** The new position of a place that stays while others are rewritten. */
export interface SettledPlace<O> extends Place<O> {
  /** Default user space, a box for each line. */
  readonly boxes: readonly Box[];
  /** The area of the glyphs themselves, line by line. */
  readonly inked: readonly Area[];
  /** The area that may look slightly different when the text is removed. */
  readonly inexact: readonly Box[];
  /** How its first letter is drawn, and turned, counterclockwise. */
  readonly paint: Paint | undefined;
  readonly quarterTurns: number;
  /** Its marked content in the page's own stream. */
  readonly mcid: number | undefined;
}

/** Looked up before the rest: redacted text is no longer text. */
export function settlePlaces<O extends PlacedOperation['operation']>(
  opened: OpenedPdf,
  placed: readonly PlacedOperation[],
  shifts: ReadonlyMap<number, MovedText>,
  wanted: (operation: PlacedOperation['operation']) => operation is O,
): ReadonlyMap<number, readonly SettledPlace<O>[]> {
  const settled = new Map<number, readonly SettledPlace<O>[]>();
  for (const [page, places] of byPage(placed, wanted)) {
    const dict = opened.pages[page - 1]?.dict;
    if (!dict) continue;
    const text = readPageTextEvents(dict);
    settled.set(
      page,
      places.map((place) => {
        const match = movedTo(place.found, shifts.get(page), text);
        const [glyph] = match.glyphs;
        return {
          ...place,
          boxes: match.boxes,
          inked: inkAreas(match.glyphs),
          inexact: boxesOf(inexactRest(text, match.glyphs)),
          paint: glyph?.event.state.fill,
          mcid: glyph?.event.marks.findLast((mark) => mark.mcid !== undefined && mark.source.kind === 'page')?.mcid,
          quarterTurns: ((Math.round((glyph?.angle ?? 0) / (Math.PI / 2)) % 4) + 4) % 4,
        };
      }),
    );
  }
  return settled;
}

/** Marks beside the content: the page's own content does not change. */
export type Marking = EditOf<'highlight'> | EditOf<'underline'> | EditOf<'strike'> | EditOf<'set_link'> | EditOf<'add_note'>;

function isSettling(operation: PlacedOperation['operation']): operation is Marking | EditOf<'redact'> {
  return isMarked(operation) || isRedaction(operation);
}

export function isMarked(operation: PlacedOperation['operation']): operation is Marking {
  return ['highlight', 'underline', 'strike', 'set_link', 'add_note'].includes(operation.op);
}

export function isRedaction(operation: PlacedOperation['operation']): operation is EditOf<'redact'> {
  return operation.op === 'redact';
}
