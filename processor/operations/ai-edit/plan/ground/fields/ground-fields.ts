// Form fields by the label that is printed beside them: filled, chosen, ticked, emptied.

import { quotedIn, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { PARTICLES, word } from '#instruction/reading/lexicon.ts';
import { takeWhere } from '#instruction/reading/scope-words.ts';
import { DETERMINER } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import type { LabelledField } from '../../../facts/labelled-fields.ts';
import { plainName } from '../../places/ground-document.ts';
import type { Scene } from '../../places/scene.ts';
import { ABOUT_FIELDS, type Choice, distinct, fieldByWords, fieldNamed, isMark, isWritable, namesOf } from './choose-field.ts';
import { fieldsOn, pagesOf, tickOne, unclearField } from './fields-meant.ts';
import { fillOne } from './fill-list.ts';
import type { Grounded, PlannedEdit } from '../outcome.ts';
import { isPlainValue } from '../plain-value.ts';

const FIELD_NOUN =
  /(?:^| )(?:field|box|check ?box|radio ?button|option|feld|kastchen|ankreuzfeld|case|champ|casilla|campo|casella|caixa|opcao|veld|vakje)$/u;
/** `the field Name`, `la casilla A` */
const NOUN_BEFORE =
  /^(?:field|box|check ?box|feld|kastchen|ankreuzfeld|case|champ|casilla|campo|casella|caixa|veld|vakje|called|named|labell?ed) /u;

/** A box without a label of its own by what stands in its line: in reach, and of no other box. */
function boxByText({ ground }: Scene, fields: readonly LabelledField[], said: string): Choice {
  const words = plainName(said)
    .split(' ')
    .filter((one) => (one.length > 2 || /^\d/u.test(one)) && !ABOUT_FIELDS.test(one));
  if (words.length === 0) return [];
  const found = fields.filter((field) => {
    if (!isMark(field)) return false;
    const { paragraphs, height } = ground.lines(field.page);
    const [top, bottom] = [height - field.box.top, height - field.box.bottom];
    const beside = paragraphs.filter(({ box }) => box[1] < top + LINE_REACH_PT && box[3] > bottom - LINE_REACH_PT);
    return beside.some(({ text }) => {
      const own = plainName(text).split(' ');
      return words.every((one) => own.includes(one));
    });
  });
  return distinct(found);
}

const LINE_REACH_PT = 4;

function bareField(scene: Scene, span: Span): { readonly said: string; readonly pages: readonly number[] } {
  const { rest, where } = takeWhere(scene.folded, span);
  const quoted = quotedIn(scene.folded, rest);
  const said = quoted ? writtenAs(scene.folded, quoted).text : scene.folded.text.slice(rest.start, rest.end);
  const bare = quoted ? said : said.replace(DETERMINER, '').replace(NOUN_BEFORE, '').replace(FIELD_NOUN, '');
  return { said: bare.trim(), pages: pagesOf(scene, where.pages) };
}

export async function fillFields(scene: Scene, { field, value }: Extract<Intent, { kind: 'fill' }>): Promise<Grounded> {
  const { said, pages } = bareField(scene, field);
  const fields = await fieldsOn(scene, pages);
  if (fields.length === 0) return unclearField(said);
  const { rest } = takeWhere(scene.folded, value);
  const { text, isQuoted } = writtenAs(scene.folded, rest);
  if (!isQuoted && !isPlainValue(scene, rest)) return unclearField(text);
  const named = fieldNamed(fields, said, isWritable, { isQuoted: quotedIn(scene.folded, field) !== undefined });
  const choice = named.length > 0 ? named : fieldByWords(fields, said, isWritable);
  if (choice.length > 1) return unclearField(said, 'ambiguous');
  if (choice.length === 1) {
    const edits = fillOne(scene, fields, { said, choice, value: rest }, true);
    return edits ? { ok: true, edits } : unclearField(text);
  }
  // A group of buttons is named by its head or its name, and the value by the button's label.
  const group = fields.filter(
    (one) =>
      isMark(one) &&
      [one.row, one.column, ...namesOf(one).slice(-2)].some((name) => name !== undefined && plainName(name) === plainName(said)),
  );
  return group.length > 0 ? tick(group, text, true) : unclearField(said, 'missing');
}

/** `bei Haar "schwarz" und bei Haut "blass"`: each with its own value. */
export async function fillPairs(scene: Scene, pairs: readonly (readonly [Span, Span])[]): Promise<Grounded> {
  const edits: PlannedEdit[] = [];
  for (const [field, value] of pairs) {
    const made = await fillFields(scene, { kind: 'fill', field, value });
    if (!made.ok) return made;
    edits.push(...made.edits);
  }
  return { ok: true, edits };
}

/** `box 2`: the one whose label ends so. */
function boxNumbered({ folded }: Scene, fields: readonly LabelledField[], span: Span): LabelledField | undefined {
  const said = plainName(folded.text.slice(span.start, span.end).replace(DETERMINER, ''));
  if (!/^(?:check ?)?(?:box|kastchen|case|casilla|casella|caixa|vakje) \p{N}{1,3}$/u.test(said)) return undefined;
  const called = fields.filter((field) => isMark(field) && namesOf(field).some((name) => name === said || name.endsWith(` ${said}`)));
  const [only, other] = distinct(called);
  return other ? undefined : only;
}

export async function tickField(scene: Scene, span: Span, checked: boolean): Promise<Grounded> {
  const { said, pages } = bareField(scene, span);
  const fields = await fieldsOn(scene, pages);
  if (fields.length === 0) return unclearField(scene.folded.source.slice(span.start, span.end));
  const numbered = boxNumbered(scene, fields, span);
  if (numbered) return tickOne(fields, numbered, checked);
  const one = tickSaid(scene, fields, said, checked);
  if (one.ok || one.why === 'ambiguous' || quotedIn(scene.folded, span)) return one;
  return tickSeveral(scene, fields, span, checked) ?? one;
}

function tickSaid(scene: Scene, fields: readonly LabelledField[], said: string, checked: boolean): Grounded {
  const grouped = tickInGroup(fields, said, checked);
  if (grouped) return grouped;
  const named = tick(fields, said, checked);
  if (named.ok || named.why === 'ambiguous') return named;
  const described = fieldByWords(fields, said, isMark);
  const choice = described.length > 0 ? described : boxByText(scene, fields, said);
  const [only] = choice;
  if (choice.length > 1) return unclearField(said, 'ambiguous');
  return only ? tickOne(fields, only, checked) : named;
}

const TICK_JOINT = /,? (?:and|und|et|y|e|en|sowie|as well as)(?: also| auch| aussi| tambien| anche| tambem| ook)? |, /gu;
const TICK_FILL = new RegExp(
  `^(?:${word('also|of course|naturally|that|as well|the one|auch|naturlich|dass|noch|aussi|bien sur|que|tambien|claro|anche|che|tambem|ook|natuurlijk|dat')}[ ']*)+`,
  'u',
);

const TICK_SEVERAL_SAID = new RegExp(` ${PARTICLES}$`, 'u');

/** `A and B`, each a box of its own. */
function tickSeveral(scene: Scene, fields: readonly LabelledField[], span: Span, checked: boolean): Grounded | undefined {
  const text = scene.folded.text.slice(span.start, span.end);
  const joints = [...text.matchAll(TICK_JOINT)];
  if (joints.length === 0) return undefined;
  const edits: PlannedEdit[] = [];
  let start = 0;
  for (const joint of [...joints, undefined]) {
    const part = trimmed(scene.folded, { start: span.start + start, end: span.start + (joint?.index ?? text.length) });
    start = joint ? joint.index + joint[0].length : start;
    const own = scene.folded.text.slice(part.start, part.end);
    const said = own.replace(TICK_SEVERAL_SAID, '').replace(TICK_FILL, '').replace(DETERMINER, '').replace(FIELD_NOUN, '');
    const made = tickSaid(scene, fields, said.trim(), checked);
    if (!made.ok) return made;
    edits.push(...made.edits);
  }
  return new Set(edits.map(({ field }) => field)).size === edits.length ? { ok: true, edits } : unclearField(text, 'ambiguous');
}

/** `Option 2 in the ordinary radio buttons`: the label of the choice, then of what. Several with that label are told apart by their names. */
function tickInGroup(fields: readonly LabelledField[], said: string, checked: boolean): Grounded | undefined {
  const found =
    /^(?<choice>.+?) (?:of|in|as|for|under|bei|von|als|unter|dans|comme|en|como|come|per|para|bij) (?:the |den |die |der |les |la |le |los |las |el |il |de |het )?(?<group>.+)$/u.exec(
      said,
    );
  const { choice, group } = found?.groups ?? {};
  if (choice === undefined || group === undefined) return undefined;
  const alike = fields.filter((field) => isMark(field) && plainName(field.label ?? '') === plainName(choice));
  const words = plainName(group).split(' ');
  const shared = ({ name, tip, row, column }: LabelledField) => {
    const own = plainName([name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '), tip, row, column].join(' ')).split(' ');
    return words.filter((one) => own.includes(one)).length;
  };
  const most = Math.max(0, ...alike.map(shared));
  const best = alike.length === 1 ? alike : alike.filter((field) => shared(field) === most && most > 0);
  const [only] = best;
  return only && best.length === 1 ? tickOne(fields, only, checked) : undefined;
}

function tick(fields: readonly LabelledField[], said: string, checked: boolean): Grounded {
  const [only, other] = fieldNamed(fields, said, isMark);
  if (!only || other) return unclearField(said, other ? 'ambiguous' : 'missing');
  return tickOne(fields, only, checked);
}

/** All fields, or the one that is named. */
export async function clearFields(scene: Scene, target: Span | undefined): Promise<Grounded> {
  const all = await fieldsOn(scene, scene.pages);
  if (all.length === 0) return unclearField('the form', 'missing');
  if (!target) return { ok: true, edits: [{ op: 'clear_fields' }] };
  const { said, pages } = bareField(scene, target);
  const [only, other] = fieldNamed(
    all.filter(({ page }) => pages.includes(page)),
    said,
    (field) => isWritable(field) || isMark(field),
  );
  if (!only || other) return unclearField(said, other ? 'ambiguous' : 'missing');
  return { ok: true, edits: [{ op: 'clear_fields', fields: [only.name] }] };
}
