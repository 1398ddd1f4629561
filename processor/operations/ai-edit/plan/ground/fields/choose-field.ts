// Which field of a form a person means: by its printed label, its tip or its own name; by what it asks for in other words or another language; by
// words that describe it. Of several the one in the row of another field that is filled with it.

import { isOneOff } from '#instruction/reading/parts.ts';
import { type Concept, conceptsIn, conceptsSaid, OF_OTHERS, OWN } from '#instruction/reading/form-concepts.ts';
import type { LabelledField } from '../../../facts/labelled-fields.ts';
import { plainName } from '../../places/ground-document.ts';

/** Fields of different names that fit; one entry is the field that is meant. */
export type Choice = readonly LabelledField[];

/** Numbers are not misspelled: `Address 1` is not `Address 12`. */
const isMisspelled = (name: string, wanted: string) =>
  wanted.length > 4 && isOneOff(name, wanted) && name.replaceAll(/\D/gu, '') === wanted.replaceAll(/\D/gu, '');

type IsWanted = (field: LabelledField) => boolean;

export const isWritable: IsWanted = ({ kind }) => kind === 'text' || kind === 'choice';
export const isMark: IsWanted = ({ kind }) => kind === 'check' || kind === 'radio';

/** The last part of a field's name, as words. */
function spokenName({ name }: LabelledField): string {
  const own = name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/u, '');
  return own.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|[_-]+/gu, ' ');
}

const NAMES = new WeakMap<LabelledField, readonly string[]>();

/** All names by which a person may call a field, folded, the printed label first. */
export function namesOf(field: LabelledField): readonly string[] {
  const known = NAMES.get(field);
  if (known) return known;
  const { label, tip, name } = field;
  const names = [label, tip, spokenName(field), name, ...shorter(label), ...shorter(tip)]
    .map((one) => plainName(one ?? ''))
    .filter((one) => one !== '');
  NAMES.set(field, names);
  return names;
}

/** `Vorname(n)`, `Stadt/Ort`, `Name, as shown`: the parts by which it is called too. */
function shorter(label: string | undefined): readonly string[] {
  if (label === undefined) return [];
  const bare = label.replaceAll(/\([^)]*\)/gu, '');
  const own = bare.replace(/^(?:your|ihre?|votre|vos|su|tu|uw|vostro|seu|sua) /iu, '');
  const cut = own.replace(/ (?:and|und|et|y|e|en|if|as) .*$/iu, '');
  const short = cut.replace(/ (?:no|number|nr|nummer|address)\.?$/iu, '');
  return [bare, own, cut, short, ...bare.split(/[/,]| - /u)].map((one) => one.trim()).filter((one) => one !== label && one.length > 1);
}

const PRINTED = new WeakMap<LabelledField, readonly string[]>();

/** A part of its label, or of its tip. */
function holds(field: LabelledField, wanted: string): boolean {
  const printed = PRINTED.get(field) ?? [field.label, field.tip].flatMap((one) => (one === undefined ? [] : ` ${plainName(one)} `));
  PRINTED.set(field, printed);
  return printed.some((one) => one.includes(` ${wanted} `));
}

/** A field may be shown in several places; the buttons of a group are choices of their own. */
export function distinct(fields: readonly LabelledField[]): Choice {
  const keyOf = (field: LabelledField) => (isMark(field) ? `${field.name} ${field.state}` : field.name);
  return [...new Map(fields.map((field) => [keyOf(field), field])).values()];
}

/** A name in quotation marks stands there as it is said. Exactly, with one letter wrong, by what it asks for, or whose label begins with it or holds it. */
export function fieldNamed(
  fields: readonly LabelledField[],
  said: string,
  isWanted: IsWanted,
  { isExact = false, isQuoted = false }: { readonly isExact?: boolean; readonly isQuoted?: boolean } = {},
): Choice {
  const wanted = plainName(said);
  if (wanted === '') return [];
  const usable = fields.filter(isWanted);
  const exact: readonly ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) =>
      name.replace(/^\d{1,3}[a-z]? /u, '') === wanted || name.replace(/ (?:if|as|see|mm|dd|yyyy|optional|required) .*$/u, '') === wanted,
    (name) => isMisspelled(name, wanted),
  ];
  const loose: typeof exact = [(name) => name.startsWith(`${wanted} `), (name) => wanted.length > 3 && ` ${name} `.includes(` ${wanted} `)];
  const own = bySaid(usable, wanted, exact);
  if (own.length === 1) return own;
  const asked = isWanted === isWritable && !isQuoted ? byConcept(usable, wanted) : [];
  if (asked.length > 0 && (own.length === 0 || asked.length < own.length)) return asked;
  if (own.length > 0 || isExact) return own;
  return bySaid(usable, wanted, loose);
}

function bySaid(usable: readonly LabelledField[], wanted: string, tests: readonly ((name: string) => boolean)[]): Choice {
  for (const test of tests) {
    for (const names of [0, 1] as const) {
      const found = usable.filter((field) => {
        const all = namesOf(field);
        return names === 0 ? all[0] !== undefined && test(all[0]) : all.some(test);
      });
      const several = distinct([...found, ...usable.filter((field) => found.length > 0 && isNumbered(field, wanted))]);
      if (several.length > 1) return ownName(several, wanted);
      const [only] = several;
      // A short name for one field must not be a part of the name of another.
      const others = usable.filter((field) => field.name !== only?.name && holds(field, wanted));
      if (only) return names === 1 ? distinct([only, ...others]) : [only];
    }
  }
  return [];
}

/** `Phone no.` is called `phone` as much as what has this label alone. */
function isNumbered({ label }: LabelledField, wanted: string): boolean {
  return plainName(label ?? '').replace(/ (?:no|number|nr|nummer|numero)$/u, '') === wanted;
}

/** Of fields that share a printed label the one whose own name it is: labels may stand above or below their field. */
function ownName(found: Choice, wanted: string): Choice {
  const own = found.filter((field) => {
    const last = plainName(spokenName(field));
    return last === wanted || isMisspelled(last, wanted);
  });
  if (own.length === 1) return own;
  // A field whose own name asks for something else has the label of its neighbour.
  const meant = conceptsSaid(wanted);
  const fitting = meant.length > 0 ? found.filter((field) => !isOfAnother(field, meant)) : found;
  return firstLine(fitting.length > 0 ? fitting : found);
}

function isOfAnother(field: LabelledField, meant: readonly Concept[]): boolean {
  const own = conceptsIn(plainName(spokenName(field)));
  return own.size > 0 && !meant.some((concept) => own.has(concept));
}

/** `Address 1`, `Address 2` under one label: the text begins in the first. */
function firstLine(found: Choice): Choice {
  const numbered = found.map((field) => /^(?<stem>.*?)[ _]?(?<number>\d+)(?:\[\d+\])?$/u.exec(field.name)?.groups);
  const isOne = numbered.every((groups) => groups !== undefined && groups['stem'] === numbered[0]?.['stem']);
  const [first, second] = found;
  if (!isOne || !first || !second || found.length > 3 || first.box.bottom > second.box.top + 4) return found;
  return numbered[0]?.['number'] === '1' ? [first] : found;
}

const HEAD_WORDS_MAX = 9;

/** What a field asks for: of a long label what stands before its remarks. */
function conceptsOf(field: LabelledField): { readonly asked: ReadonlySet<Concept>; readonly said: string } {
  const label = (field.label ?? field.tip ?? '').replaceAll(/\([^)]*\)/gu, '').replace(/[.:;] .*$/u, '');
  const said = label.split(' ').length > HEAD_WORDS_MAX ? '' : plainName(label);
  const own = plainName(spokenName(field));
  const [printed, named] = [conceptsIn(said), conceptsIn(own)];
  const isMislabelled = printed.size > 0 && named.size > 0 && ![...named].some((one) => printed.has(one)) && !/\d$/u.test(own);
  return printed.size > 0 && !isMislabelled ? { asked: printed, said } : { asked: named, said: `${said} ${own}` };
}

const BY_CONCEPT_BARE = new RegExp(`^(?:${OWN}) `, 'u');
const BY_CONCEPT_IS_OTHER = new RegExp(OF_OTHERS, 'u');
const BY_CONCEPT_IS_OTHER_2 = new RegExp(OF_OTHERS, 'u');
const BY_CONCEPT_WORDS = new RegExp(`^(?:${OWN}) `, 'u');

/** Fields that ask for what is said; what is somebody else's is only meant where that is said. */
function byConcept(usable: readonly LabelledField[], wanted: string): Choice {
  const bare = wanted.replace(BY_CONCEPT_BARE, '');
  const meant = conceptsSaid(bare);
  if (meant.length === 0) return [];
  const fitting = usable.flatMap((field) => {
    const { asked, said } = conceptsOf(field);
    const isAsked = meant.some((concept) => asked.has(concept));
    const isOther = BY_CONCEPT_IS_OTHER.test(said.replaceAll("'", ' ')) && !BY_CONCEPT_IS_OTHER_2.test(wanted);
    return isAsked && !isOther ? [{ field, asked, said }] : [];
  });
  // What has no label of its own is not meant beside what has one.
  const printed = fitting.filter(({ field }) => field.label !== undefined);
  for (const test of [
    ({ asked, said }: (typeof fitting)[number]) => asked.size === 1 && BY_CONCEPT_WORDS.test(said),
    ({ asked }: (typeof fitting)[number]) => asked.size === 1,
    () => true,
  ]) {
    const found = distinct((printed.length > 0 ? printed : fitting).filter(test).map(({ field }) => field));
    if (found.length > 0) return firstLine(found);
  }
  return [];
}

/** Of several fields the one that stands in the row of another that is filled with it. */
export function besideOthers(choice: Choice, others: readonly LabelledField[]): Choice {
  if (choice.length < 2) return choice;
  const isLevel = (one: LabelledField, two: LabelledField) =>
    one.page === two.page &&
    Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top) > Math.min(heightOf(one), heightOf(two)) * 0.6;
  const level = choice.filter((one) => others.some((two) => one.name !== two.name && isLevel(one, two)));
  return level.length === 1 ? level : choice;
}

const heightOf = ({ box }: LabelledField) => box.bottom - box.top;

export const ABOUT_FIELDS =
  /^(?:the|a|an|of|for|in|on|to|with|der|die|das|den|dem|des|mit|le|la|les|l|d|de|du|avec|el|los|las|del|con|il|lo|gli|di|o|os|as|do|da|com|het|van|met|field|box|form|text|line|one)$/u;

const isForm = (one: string, two: string) => one === two || (Math.min(one.length, two.length) >= 5 && one.slice(0, 6) === two.slice(0, 6));

/** `the centered field`: fields whose label has all of these words, also in another form. */
export function fieldByWords(fields: readonly LabelledField[], said: string, isWanted: IsWanted): Choice {
  const words = plainName(said)
    .split(' ')
    .filter((one) => (one.length > 2 || /^\d/u.test(one)) && !ABOUT_FIELDS.test(one));
  if (!words.some((one) => /\p{L}/u.test(one))) return [];
  return distinct(
    fields.filter((field) => {
      const own = plainName(`${field.label ?? ''} ${field.tip ?? ''}`).split(' ');
      return isWanted(field) && words.every((one) => own.some((two) => isForm(one, two)));
    }),
  );
}
