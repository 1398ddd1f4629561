// Several fields filled in one request: `first name Ada, last name Lovelace, female`. Each part is the name of a field and its value, or a choice
// to tick; what has no name of its own goes on with the value before it, where that can hold a comma.

import { quotedIn, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { conceptsIn, conceptsSaid, fitsConcept, isTyped, opensWithConcept } from '#instruction/reading/form-concepts.ts';
import { takeWhere } from '#instruction/reading/scope-words.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { DETERMINER } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import type { LabelledField } from '../../../facts/labelled-fields.ts';
import { findIn, plainName } from '../../places/ground-document.ts';
import type { Scene } from '../../places/scene.ts';
import { besideOthers, type Choice, fieldByWords, fieldNamed, isMark, isWritable, namesOf } from './choose-field.ts';
import { fieldsOn, pagesOf, tickOne, unclearField } from './fields-meant.ts';
import type { Grounded, PlannedEdit } from '../outcome.ts';
import { isPlainValue } from '../plain-value.ts';
import { splitAddress } from './split-address.ts';

export interface FilledPart {
  readonly said: string;
  readonly choice: Choice;
  /** As it is written. */
  readonly value: Span;
}

type Part = FilledPart | { readonly edits: readonly PlannedEdit[] };

const JOINTS = /,(?!\d)(?! ?\d{3}(?!\d))\s*(?:and |und |et |y |e |en )?| (?:and|und|et|y|e|en) |;|、|。(?=.)/gu;
const OWNER = word('my|mein[er]?|meinen?|mon|ma|mes|mi|mis|mio|mia|il mio|la mia|meus?|minhas?|mijn');

export async function fillList(scene: Scene, list: Span): Promise<Grounded> {
  const { rest, where } = takeWhere(scene.folded, list);
  const fields = await fieldsOn(scene, pagesOf(scene, where.pages));
  const said = scene.folded.source.slice(rest.start, rest.end);
  if (fields.length === 0) return unclearField(said);
  const parts: Part[] = [];
  for (const span of segmentsOf(scene, rest)) {
    const read = readNamed(scene, fields, span) ?? readTicked(scene, fields, span);
    const last = parts.at(-1);
    if (read && !(last && isOfAddress(last, read))) parts.push(read);
    else if (last && 'value' in last) parts[parts.length - 1] = { ...last, value: { start: last.value.start, end: span.end } };
    else return unclearField(said, 'missing');
  }
  return planParts(scene, fields, parts, said);
}

/** `12 Elm Street, apt 4`: the flat is a part of the address. */
function isOfAddress(last: Part, read: Part): boolean {
  if (!('value' in last) || !('value' in read)) return false;
  return conceptsSaid(plainName(last.said)).includes('street') && conceptsSaid(plainName(read.said)).includes('apartment');
}

function segmentsOf({ folded }: Scene, rest: Span): readonly Span[] {
  const text = folded.text.slice(rest.start, rest.end);
  const joints = [...text.matchAll(JOINTS)];
  const starts = [0, ...joints.map(({ index, 0: all }) => index + all.length)];
  return starts
    .map((start, at) =>
      trimmed(folded, { start: rest.start + start, end: rest.start + (joints[at]?.index ?? text.length) }, /[\s,;:、。]/u),
    )
    .filter(({ start, end }) => start < end);
}

function planParts(scene: Scene, fields: readonly LabelledField[], parts: readonly Part[], said: string): Grounded {
  const sure = parts.flatMap((part) => ('choice' in part && part.choice.length === 1 ? part.choice : []));
  const edits: PlannedEdit[] = [];
  const filled = new Set<string>();
  for (const part of parts) {
    if ('edits' in part) {
      edits.push(...part.edits);
      continue;
    }
    const [field, other] = besideOthers(part.choice, sure);
    if (!field || other) return unclearField(part.said, other ? 'ambiguous' : 'missing');
    const made = fillOne(scene, fields, { ...part, choice: [field] }, parts.length === 1);
    if (!made) return unclearField(said);
    for (const { field: name } of made) {
      if (filled.has(String(name))) return unclearField(part.said, 'ambiguous');
      filled.add(String(name));
    }
    edits.push(...made);
  }
  return edits.length > 0 ? { ok: true, edits } : unclearField(said);
}

/** One value in its field, an address in the fields that it has. @param isAlone only then may a comma be a part of any other text */
export function fillOne(
  scene: Scene,
  fields: readonly LabelledField[],
  { said, choice: [field], value }: FilledPart,
  isAlone: boolean,
): readonly PlannedEdit[] | undefined {
  if (!field) return undefined;
  const { text, isQuoted } = writtenAs(scene.folded, value);
  if (!isQuoted && !isPlainValue(scene, value)) return undefined;
  const asked = [...conceptsSaid(plainName(said)), ...conceptsIn(namesOf(field)[0] ?? '')];
  const [only] = new Set(asked);
  if (only !== undefined && new Set(asked).size === 1 && !fitsConcept(text, only)) return undefined;
  if (asked.includes('street') && !isQuoted) return splitAddress(fields, field, text);
  const further = isQuoted ? [] : segmentsOf(scene, value).slice(1);
  const isOpen = further.some((span) => opensWithConcept(scene.folded.text.slice(span.start, span.end)));
  if (further.length > 0 && (!isAlone || isOpen || asked.some(isTyped))) return undefined;
  return [{ op: 'fill_field', field: field.name, value: text }];
}

/** A name and its value. */
function readNamed(scene: Scene, fields: readonly LabelledField[], part: Span): FilledPart | undefined {
  const label = labelAt(scene, fields, part);
  if (!label) return undefined;
  const rest = trimmed(scene.folded, { start: label.end, end: part.end });
  const joint = IS.exec(scene.folded.text.slice(rest.start, rest.end))?.[0].length ?? 0;
  const value = withoutBrackets(scene, trimmed(scene.folded, { start: rest.start + joint, end: rest.end }));
  const bare = withoutGroup(scene, value);
  return bare.start < bare.end ? { said: label.said, choice: label.choice, value: bare } : undefined;
}

const IS = new RegExp(
  `^(?:[:=：] ?)?(?:${word(
    '(?:should|must|shall|has to|needs to) (?:be|contain|say|read|have|hold)|is|are|as|to|soll(?:te)? (?:sein|enthalten|lauten|heissen)|ist|lautet|mit|auf|est|doit (?:etre|contenir)|es|debe (?:ser|decir|contener)|e|deve (?:essere|contenere|ser|conter)|moet (?:zijn|bevatten)|with',
  )}(?: |$)|は ?)?`,
  'u',
);

/** `the date (01.12.2026)` */
function withoutBrackets({ folded }: Scene, value: Span): Span {
  const text = folded.text.slice(value.start, value.end);
  return /^\([^()]*\)$/u.test(text) ? trimmed(folded, { start: value.start + 1, end: value.end - 1 }) : value;
}

/** `37001 (current address)`: what stands in brackets behind a value says of what, where the form has these words. */
function withoutGroup(scene: Scene, value: Span): Span {
  const aside = / \((?<group>\p{L}[^()\d]*)\)$/u.exec(scene.folded.text.slice(value.start, value.end));
  const group = aside?.groups?.['group'];
  if (!aside || group === undefined) return value;
  const source = scene.folded.source.slice(value.start + aside.index + 2, value.end - 1);
  return findIn(scene.ground, source, scene.pages)?.isInside === false ? { start: value.start, end: value.start + aside.index } : value;
}

const FIELD_WORD = new RegExp(
  `^${word('field|box|feld|kastchen|champ|case|casilla|campo|casella|caixa|veld|vakje')}$|${word('field|box|feld|champ|campo|veld')}`,
  'u',
);

const LABEL_AT_LEAD = new RegExp(`^(?:${DETERMINER.source.slice(1)}|${OWNER} )+`, 'u');
const LABEL_AT_IS_MARKED = new RegExp(`^ (?:${IS.source.slice(1)})(?<=\\S )`, 'u');

/** The longest name of a field that a part begins with. */
function labelAt(
  { folded }: Scene,
  fields: readonly LabelledField[],
  part: Span,
): { readonly choice: Choice; readonly said: string; readonly end: number } | undefined {
  const text = folded.text.slice(part.start, part.end);
  const lead = LABEL_AT_LEAD.exec(text)?.[0].length ?? 0;
  const ends = [...text.slice(lead).matchAll(/(?<=[\p{L}\p{N}\p{M})])(?= ?[:=：]| |は|$)/gu)].map(({ index }) => lead + index).toReversed();
  for (const end of ends) {
    const said = text.slice(lead, end);
    if (end >= text.length || /[:=：]/u.test(said)) continue;
    const isMarked = /^ ?[:=：]/u.test(text.slice(end)) || LABEL_AT_IS_MARKED.test(text.slice(end));
    const choice = chooseNamed(fields, said, isMarked);
    if (choice.length > 0) return { choice, said, end: part.start + end };
  }
  return undefined;
}

const ABBREVIATED_MIN = 3;

function chooseNamed(fields: readonly LabelledField[], said: string, isMarked: boolean): Choice {
  const exact = fieldNamed(fields, said, isWritable, { isExact: true });
  if (exact.length > 0) return exact;
  const name = plainName(said);
  // `apt` for `Apt. no.`, where nothing else begins so.
  const begun =
    name.length >= ABBREVIATED_MIN
      ? fields.filter((field) => isWritable(field) && namesOf(field).some((one) => one.startsWith(`${name} `)))
      : [];
  const names = new Set(begun.map((field) => field.name));
  if (names.size === 1) return begun.slice(0, 1);
  const isDescribed = FIELD_WORD.test(name) || (isMarked && name.includes(' '));
  return isDescribed ? fieldByWords(fields, said, isWritable) : [];
}

/** A choice by its label, also behind the words for the group that it is one of: `filing status single`. */
function readTicked(scene: Scene, fields: readonly LabelledField[], part: Span): { readonly edits: readonly PlannedEdit[] } | undefined {
  if (quotedIn(scene.folded, part)) return undefined;
  const said = scene.folded.source.slice(part.start, part.end);
  const cuts = [0, ...[...said.matchAll(/[ :]+/gu)].map(({ index, 0: all }) => index + all.length)];
  for (const cut of cuts) {
    const [option, other] = fieldNamed(fields, said.slice(cut), isMark, { isExact: true });
    if (!option || other) continue;
    const group = said.slice(0, cut).replace(/[\s:]+$/u, '');
    const isThere = group === '' || !(findIn(scene.ground, group, [option.page])?.isInside ?? true);
    const made = isThere ? tickOne(fields, option, true) : undefined;
    if (made?.ok) return { edits: made.edits };
  }
  return undefined;
}
