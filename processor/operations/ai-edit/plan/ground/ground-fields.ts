// Form fields by the label that is printed beside them: filled, chosen, ticked.

import { quotedIn, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { isOneOff } from '#instruction/reading/parts.ts';
import { takeWhere } from '#instruction/reading/scope-words.ts';
import { DETERMINER } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import type { LabelledField } from '../../facts/labelled-fields.ts';
import { plainName } from '../places/ground-document.ts';
import { isPlainValue } from './plain-value.ts';
import type { Grounded, PlannedEdit } from './outcome.ts';
import type { Scene } from '../places/scene.ts';

const FIELD_NOUN = /(?:^| )(?:field|box|check ?box|option|feld|kastchen|ankreuzfeld|case|champ|casilla|campo|casella|veld|vakje)$/u;

const unclear = (said: string, why: 'unclear' | 'missing' | 'ambiguous' = 'unclear'): Grounded => ({
  ok: false,
  why,
  said,
  candidates: [],
});

/** All names by which a person may call a field, the printed label first. */
function namesOf({ label, tip, name }: LabelledField): readonly string[] {
  const own = name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/u, '');
  const spoken = own.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|[_-]+/gu, ' ');
  return [label, tip, spoken, name, ...shorter(label), ...shorter(tip)].flatMap((one) =>
    one === undefined || plainName(one) === '' ? [] : [plainName(one)],
  );
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

function holds(name: string | undefined, wanted: string): boolean {
  return name !== undefined && ` ${plainName(name)} `.includes(` ${wanted} `);
}

type Choice = LabelledField | 'several' | undefined;

/** The one field of a name: exactly, with one letter wrong, or whose label begins with or holds it. */
function fieldNamed(fields: readonly LabelledField[], said: string, isWanted: (field: LabelledField) => boolean, isExact = false): Choice {
  const wanted = plainName(said);
  if (wanted === '') return undefined;
  const usable = fields.filter(isWanted);
  const tests: readonly ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) =>
      name.replace(/^\d{1,3}[a-z]? /u, '') === wanted || name.replace(/ (?:if|as|see|mm|dd|yyyy|optional|required) .*$/u, '') === wanted,
    (name) => wanted.length > 4 && isOneOff(name, wanted),
    (name) => name.startsWith(`${wanted} `),
    (name) => wanted.length > 3 && ` ${name} `.includes(` ${wanted} `),
  ];
  for (const test of isExact ? tests.slice(0, 3) : tests) {
    for (const names of [0, 1] as const) {
      const found = usable.filter((field) => {
        const all = namesOf(field);
        return names === 0 ? all[0] !== undefined && test(all[0]) : all.some(test);
      });
      const distinct = new Set(found.map(({ name }) => name));
      if (distinct.size > 1) return 'several';
      const [only] = found;
      // A short name for one field must not be a part of the name of another.
      const isOther = (field: LabelledField) => field.name !== only?.name && [field.label, field.tip].some((name) => holds(name, wanted));
      if (only) return names === 1 && usable.some(isOther) ? 'several' : only;
    }
  }
  return undefined;
}

const isWritable = ({ kind }: LabelledField) => kind === 'text' || kind === 'choice';
const isMark = ({ kind }: LabelledField) => kind === 'check' || kind === 'radio';

function bareField(scene: Scene, span: Span): { readonly said: string; readonly pages: readonly number[] } {
  const { rest, where } = takeWhere(scene.folded, span);
  const quoted = quotedIn(scene.folded, rest);
  const said = quoted ? writtenAs(scene.folded, quoted).text : scene.folded.text.slice(rest.start, rest.end);
  const pages = where.pages === undefined ? scene.pages : (choosePages(where.pages, scene.ground.pageCount) ?? []);
  return {
    said: said
      .replace(quoted ? /^$/u : DETERMINER, '')
      .replace(FIELD_NOUN, '')
      .trim(),
    pages,
  };
}

async function fieldsOn(scene: Scene, pages: readonly number[]): Promise<readonly LabelledField[]> {
  return (await scene.ground.fields()).filter(({ page }) => pages.includes(page));
}

export async function fillFields(scene: Scene, { field, value }: Extract<Intent, { kind: 'fill' }>): Promise<Grounded> {
  const { said, pages } = bareField(scene, field);
  const fields = await fieldsOn(scene, pages);
  if (fields.length === 0) return unclear(said);
  const { rest } = takeWhere(scene.folded, value);
  const { text, isQuoted } = writtenAs(scene.folded, rest);
  if (!isQuoted && !isPlainValue(scene, rest)) return unclear(text);
  return fill(fields, said, text);
}

function fill(fields: readonly LabelledField[], said: string, value: string): Grounded {
  const chosen = fieldNamed(fields, said, isWritable);
  if (chosen === 'several') return unclear(said, 'ambiguous');
  if (chosen) return { ok: true, edits: [{ op: 'fill_field', field: chosen.name, value }] };
  // A group of buttons is named by its head or its name, and the value by the button's label.
  const group = fields.filter(
    (field) =>
      isMark(field) &&
      [field.row, field.column, ...namesOf(field).slice(-2)].some((name) => name !== undefined && plainName(name) === plainName(said)),
  );
  return group.length > 0 ? tick(group, value, true) : unclear(said, 'missing');
}

export async function tickField(scene: Scene, span: Span, checked: boolean): Promise<Grounded> {
  const fields = await fieldsOn(scene, scene.pages);
  if (fields.length === 0) return unclear(scene.folded.source.slice(span.start, span.end));
  const { said, pages } = bareField(scene, span);
  const grouped = tickInGroup(
    fields.filter(({ page }) => pages.includes(page)),
    said,
    checked,
  );
  if (grouped) return grouped;
  return tick(
    fields.filter(({ page }) => pages.includes(page)),
    said,
    checked,
  );
}

/** `Option 2 in the ordinary radio buttons`: the label of the choice, then of what. Several with that label are told apart by their names. */
function tickInGroup(fields: readonly LabelledField[], said: string, checked: boolean): Grounded | undefined {
  const found =
    /^(?<choice>.+?) (?:in|as|for|under|bei|als|unter|dans|comme|en|como|come|per|para|bij) (?:the |den |die |der |les |la |le |los |las |el |il |de |het )?(?<group>.+)$/u.exec(
      said,
    );
  const { choice, group } = found?.groups ?? {};
  if (choice === undefined || group === undefined) return undefined;
  const alike = fields.filter((field) => isMark(field) && plainName(field.label ?? '') === plainName(choice));
  const words = plainName(group).split(' ');
  const shared = ({ name, tip, row, column }: LabelledField) => {
    const own = plainName([name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '), tip, row, column].join(' ')).split(' ');
    return words.filter((word) => own.includes(word)).length;
  };
  const most = Math.max(0, ...alike.map(shared));
  const best = alike.length === 1 ? alike : alike.filter((field) => shared(field) === most && most > 0);
  const [only] = best;
  return only && best.length === 1 ? tickOne(fields, only, checked) : undefined;
}

function tick(fields: readonly LabelledField[], said: string, checked: boolean): Grounded {
  const chosen = fieldNamed(fields, said, isMark);
  if (chosen === 'several') return unclear(said, 'ambiguous');
  if (!chosen) return unclear(said, 'missing');
  return tickOne(fields, chosen, checked);
}

function tickOne(fields: readonly LabelledField[], chosen: LabelledField, checked: boolean): Grounded {
  const own = fields.filter(({ name }) => name === chosen.name);
  if (chosen.kind === 'check' && own.length === 1) return { ok: true, edits: [{ op: 'check_field', field: chosen.name, checked }] };
  const { state } = chosen;
  return checked && state !== undefined
    ? { ok: true, edits: [{ op: 'fill_field', field: chosen.name, value: state }] }
    : unclear(chosen.label ?? chosen.name);
}

/** `first name Ada, last name Lovelace, female`: the longest label that each part begins with, then its value. */
export async function fillList(scene: Scene, list: Span): Promise<Grounded> {
  const { rest, where } = takeWhere(scene.folded, list);
  const pages = where.pages === undefined ? scene.pages : (choosePages(where.pages, scene.ground.pageCount) ?? []);
  const fields = await fieldsOn(scene, pages);
  if (fields.length === 0) return unclear(scene.folded.source.slice(list.start, list.end));
  const text = scene.folded.text.slice(rest.start, rest.end);
  const joints = [...text.matchAll(/,(?! ?\d{3}(?!\d))\s*(?:and |und |et |y |e |en )?| (?:and|und|et|y|e|en) |;/gu)];
  const bounds = [
    { end: 0, next: 0 },
    ...joints.map(({ index, 0: all }) => ({ end: index, next: index + all.length })),
    { end: text.length, next: text.length },
  ];
  const edits: PlannedEdit[] = [];
  for (let at = 0; at + 1 < bounds.length;) {
    // The longest part that can be read: a value may hold a comma.
    let read: { readonly edits: readonly PlannedEdit[]; readonly next: number } | undefined;
    for (let to = at + 1; to < bounds.length; to++) {
      const isOpen = to > at + 1 && startsField(scene, fields, rest.start + (bounds[to - 1]?.next ?? 0), rest.end);
      // A comma inside a value is one only where there is a single field.
      if (isOpen || (to > at + 1 && (at > 0 || to + 1 < bounds.length))) {
        if (isOpen || at > 0) break;
        continue;
      }
      const part = trimmed(scene.folded, { start: rest.start + (bounds[at]?.next ?? 0), end: rest.start + (bounds[to]?.end ?? 0) });
      const made = fillPart(scene, fields, part);
      if (made) read = { edits: made, next: to };
    }
    if (!read) return unclear(scene.folded.source.slice(rest.start + (bounds[at]?.next ?? 0), rest.end), 'missing');
    edits.push(...read.edits);
    at = read.next;
  }
  return edits.length > 0 ? { ok: true, edits } : unclear(text);
}

function startsField(scene: Scene, fields: readonly LabelledField[], start: number, end: number): boolean {
  return labelAt(scene, fields, trimmed(scene.folded, { start, end })) !== undefined;
}

function labelAt(
  scene: Scene,
  fields: readonly LabelledField[],
  part: Span,
): { readonly field: LabelledField; readonly end: number } | undefined {
  const text = scene.folded.text.slice(part.start, part.end);
  const determiner = DETERMINER.exec(text)?.[0].length ?? 0;
  const ends = [...text.slice(determiner).matchAll(/(?<=[\p{L}\p{N}\p{M})])(?= ?[:=]| |$)/gu)]
    .map(({ index }) => determiner + index)
    .toReversed();
  for (const end of ends) {
    const field = fieldNamed(fields, text.slice(determiner, end), isWritable, true);
    if (field !== undefined && field !== 'several') return { field, end };
  }
  return undefined;
}

function fillPart(scene: Scene, fields: readonly LabelledField[], part: Span): readonly PlannedEdit[] | undefined {
  const label = labelAt(scene, fields, part);
  if (label) {
    const text = scene.folded.text.slice(part.start, part.end);
    const joint = /^ ?(?::|=)? ?(?:(?:is|as|ist|est|es|e|mit|with) )?/u.exec(text.slice(label.end))?.[0].length ?? 0;
    const value = trimmed(scene.folded, { start: part.start + label.end + joint, end: part.end });
    const { text: said, isQuoted } = writtenAs(scene.folded, value);
    return said === '' || (!isQuoted && !isPlainValue(scene, value))
      ? undefined
      : [{ op: 'fill_field', field: label.field.name, value: said }];
  }
  const ticked = tick(fields, scene.folded.source.slice(part.start, part.end), true);
  return ticked.ok ? ticked.edits : undefined;
}
