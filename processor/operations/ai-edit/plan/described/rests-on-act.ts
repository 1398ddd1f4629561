// Whether an operation does what the instruction asks for as it was read without the document (model/read-acts.ts): in its kind, in what it writes,
// in how much it takes, and at a place that the words for it do not lead away from. So words in any language can ask for it, and no word of the
// document can.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { EditName, EditOperation } from '#contract/params/edit-plan.ts';
import { isMadeFrom, saidInPieces } from '#instruction/derived.ts';
import { fold } from '#instruction/reading/folded.ts';
import { findFragment, mentionsOf, pagesNamed, plain, type Said } from '#instruction/said.ts';
import { wholeNumber } from '#instruction/words.ts';
import { PICTURE } from '#instruction/warrant/named-things.ts';
import { isFaint, luminanceOf } from '#instruction/warrant/named-text.ts';
import type { LabelledField } from '../../facts/labelled-fields.ts';
import type { SaidAct } from '../../model/read-acts.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import { describedAt } from './described-places.ts';
import type { LinesOfOne } from './lines-of-one.ts';
import { entrySaid } from './said-entry.ts';
import { termsOf } from './read-description.ts';

interface Asked {
  readonly instruction: string;
  readonly acts: readonly SaidAct[];
  readonly ground: GroundDocument;
  readonly fields: readonly LabelledField[];
}

/** Kinds whose other properties can hide or change nothing that the act does not say. */
const KINDS: ReadonlySet<EditName> = new Set<EditName>([
  'replace_text',
  'delete_text',
  'insert_text',
  'restyle_text',
  'restyle_box',
  'redact',
  'highlight',
  'underline',
  'strike',
  'add_note',
  'set_link',
  'delete_image',
  'delete_drawing',
  'fill_field',
  'check_field',
  'clear_fields',
]);
/** Marks of a darker or a lighter colour can hide what is under them. */
const MARK_LUMINANCE = { min: 0.2, max: 0.95 } as const;

export interface Resting {
  readonly act: SaidAct;
  /** No word for the place stands there, nor anywhere else. */
  readonly isInferred: boolean;
}

/** @returns the act that asks for it */
export function restingOn(lines: LinesOfOne, asked: Asked): Resting | undefined {
  const { operation } = lines.placed;
  const [because] = findFragment(asked.instruction, operation.because);
  if (!KINDS.has(operation.op) || hides(operation) || !because) return undefined;
  for (const act of asked.acts) {
    const words = findFragment(asked.instruction, act.words);
    const entry = entrySaid(lines.placed, asked);
    const isEntry = entry === 'whole';
    if (!act.ops.includes(operation.op) || !meets(because, words) || entry === 'part') continue;
    if (!isEntry && !isWritten(operation, act, asked.instruction)) continue;
    const parts = [because, ...words, ...(act.where === '' ? [] : findFragment(asked.instruction, act.where))];
    // The page of an entry is a part of its text.
    const named = isEntry ? undefined : pagesIn(parts, asked.ground.pageCount);
    const meant = areOnPages(operation, named, asked.ground.pageCount) ? meantBy(act, lines, named, asked) : undefined;
    if (meant) return { act, isInferred: meant === 'inferred' };
  }
  return undefined;
}

/** @param pages that its words name; undefined where they name none */
function meantBy(
  act: SaidAct,
  { placed: { operation, found, images = [], drawings = [] }, found: lines }: LinesOfOne,
  pages: ReadonlySet<number> | undefined,
  asked: Asked,
): 'described' | 'inferred' | undefined {
  const when = (isMeant: boolean) => (isMeant ? 'described' : undefined);
  if ('drawing' in operation) return when(act.reach !== 'one' || drawings.length <= 1);
  if ('image' in operation) return when(act.reach !== 'one' || images.length <= 1);
  if ('field' in operation) return when(isFieldMeant(operation.field, act, asked.fields));
  if (operation.op === 'clear_fields') return when(operation.fields === 'all' ? act.reach === 'all' : act.reach !== 'all');
  if (!('match' in operation) || (operation.op === 'delete_text' && operation.as !== 'text' && act.unit === 'words')) return undefined;
  const [whole] = findFragment(asked.instruction, asked.instruction);
  const { text } = operation.match;
  if (text === undefined || !whole) return undefined;
  // Several places of a text that is named are meant unless one of them is spoken of.
  if (mentionsOf(whole, text).length > 0) return when(act.reach !== 'one' || found.length === 1 || act.where === '');
  // What is to be unreadable is so only where all of its places are.
  if (act.reach === 'one' && found.length > 1 && operation.op !== 'redact') return undefined;
  // `, Training`: the sign that joins it to what is there is not said.
  const value = 'value' in operation ? operation.value.replaceAll(/^[\s,;·•|/-]+|[\s,;·•|/-]+$/gu, '') : undefined;
  const isSeveral = act.reach !== 'one' || act.unit === 'section';
  const described = describedAt(
    {
      target: act.target,
      where: act.where,
      value,
      found: act.unit === 'paragraph' ? lines : found,
      pages,
      isPlace: operation.op === 'insert_text',
      isSeveral,
    },
    asked.ground,
  );
  return described === 'inferred' && plain(act.target).match(PICTURE) ? undefined : described;
}

function hides(operation: EditOperation): boolean {
  if (operation.op === 'restyle_text') return isFaint(operation.color, operation.size);
  if (operation.op === 'restyle_box') return operation.ground !== undefined && isExtreme(operation.ground);
  return operation.op === 'highlight' && isExtreme(operation.color);
}

function isExtreme(color: string): boolean {
  const luminance = luminanceOf(color);
  return luminance < MARK_LUMINANCE.min || luminance > MARK_LUMINANCE.max;
}

const meets = (one: Said, others: readonly Said[]): boolean => others.some(({ start, end }) => one.start < end && start < one.end);

/** The pages that are named in its own words or for its place. */
function pagesIn(parts: readonly Said[], pageCount: number): ReadonlySet<number> | undefined {
  const [first] = parts;
  const named = first
    ? pagesNamed(first, pageCount).filter((one) => parts.some(({ start, end }) => one.start >= start && one.end <= end))
    : [];
  return named.length === 0 ? undefined : new Set(named.flatMap(({ pages }) => pages));
}

/** Only these, where there are any; a redaction leaves none of them out. */
function areOnPages(operation: EditOperation, named: ReadonlySet<number> | undefined, pageCount: number): boolean {
  if (!('pages' in operation) || !named) return true;
  const chosen = choosePages(operation.pages, pageCount) ?? [];
  return chosen.every((page) => named.has(page)) && (operation.op !== 'redact' || chosen.length === named.size);
}

/** `two words`, `a space is missing`: the same letters with other spaces. */
const SPACE =
  /(?<!\p{L})(?:spaces?|spacing|two words|one word|apart|together|leerzeichen|leerschl[aä]ge?|zwei wörter|ein wort|zusammen|getrennt|espaces?|deux mots|espacios?|dos palabras|spazio|spazi|due parole|espaços?|duas palavras|spaties?|twee woorden)(?!\p{L})|空格|スペース|空白|띄어쓰기/iu;

function isSpacing(operation: EditOperation): boolean {
  if (operation.op === 'insert_text') return operation.as === 'text' && operation.value.trim() === '';
  if (operation.op !== 'replace_text' || operation.match.text === undefined) return false;
  const [old, fresh] = [operation.match.text, operation.value].map((text) => text.replaceAll(/\s+/gu, ''));
  return old === fresh;
}

/** `one woman` in a table of figures. */
function isFigureOf(value: string, said: string): boolean {
  return /^\d{1,2}$/u.test(value) && wholeNumber(plain(said)) === Number(value);
}

/** A figure becomes a word: what is said in words is written as what stood there. */
export function spellsOut(operation: EditOperation): boolean {
  if (operation.op !== 'replace_text' || operation.match.text === undefined) return false;
  return /^\d+$/u.test(operation.match.text) && /^\p{L}/u.test(operation.value) && wholeNumber(plain(operation.value)) !== undefined;
}

function isWritten(operation: EditOperation, act: SaidAct, instruction: string): boolean {
  if (operation.op === 'set_link' && operation.url !== undefined && !plain(instruction).includes(plain(operation.url))) return false;
  if (!('value' in operation)) return true;
  const { value } = operation;
  const cells =
    operation.op === 'insert_text' && operation.as === 'row' ? value.split(' | ').filter((cell) => cell.trim() !== '') : [value];
  const isSaid = cells.every(
    (cell) => (plain(cell) === plain(act.value) || saidInPieces(cell, act.value)) && saidInPieces(cell, instruction),
  );
  // `tick no` names the choice.
  if (isSaid || (operation.op === 'fill_field' && plain(value) === plain(act.target))) return true;
  if (isSpacing(operation) && SPACE.test(act.words)) return true;
  if (isFigureOf(value, act.value)) return true;
  return act.from_old && operation.op === 'replace_text' && operation.match.text !== undefined && isMadeFrom(operation.match.text, value);
}

/** No other field is called by more of the words. */
function isFieldMeant(name: string, { target }: SaidAct, fields: readonly LabelledField[]): boolean {
  const terms = termsOf(fold(target).text).map(({ text }) => text);
  const scoreOf = ({ name, label }: LabelledField): number => {
    const said = termsOf(fold(`${label ?? ''} ${name.replaceAll(/[._[\]]/g, ' ')}`).text).map(({ text }) => text);
    const words = new Set([...said, ...initialsOf(said)]);
    return terms.filter((term) => words.has(term)).length;
  };
  const own = fields.filter((field) => field.name === name);
  const best = Math.max(0, ...fields.map(scoreOf));
  return own.some((field) => scoreOf(field) === best || best < terms.length);
}

/** Of three words or more that follow each other: `ssn` of a social security number. */
function initialsOf(words: readonly string[]): readonly string[] {
  const letters = words.map((word) => word.charAt(0)).join('');
  return words.flatMap((_, from) =>
    Array.from({ length: Math.max(0, letters.length - from - 2) }, (__, more) => letters.slice(from, from + more + 3)),
  );
}
