// One request of the second reading: what each way to read it leads to in the document.

import type { Folded } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { lookOf } from '#instruction/reading/looks.ts';
import { readPart } from '#instruction/reading/read-part.ts';
import { LINK_NOUN, PICTURE_NOUN, REMARK_NOUN } from '#instruction/reading/thing-words.ts';
import { isUnspaced } from '#instruction/mentions/unspaced-mention.ts';
import { readMention } from '#instruction/mentions/read-mention.ts';
import {
  joined,
  LOOK_WORDS,
  type ObjectAct,
  requestsFor,
  sliceOf,
  stripped,
  withoutAuxiliaries,
  withoutCourtesy,
} from '#instruction/requests/acts.ts';
import { type Change, elided, readChanges } from '#instruction/requests/read-change.ts';
import { groundInsertionSaid } from './ground-insertion-said.ts';
import { readInsertions } from '#instruction/requests/read-insertion.ts';
import { readLinkTargets } from '#instruction/requests/read-link-targets.ts';
import { readStamps } from '#instruction/requests/read-stamps.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { findPages } from '#instruction/reading/scope-words.ts';
import { groundIntent } from '../ground/ground-intent.ts';
import { type Grounded, planAll, type PlannedEdit } from '../ground/outcome.ts';
import { placeRegion } from '../ground/regions.ts';
import { resolveTarget } from '../ground/resolve.ts';
import type { Scene } from '../places/scene.ts';
import { composed } from './composed.ts';
import { groundChange } from './ground-change.ts';

type Edits = readonly PlannedEdit[];

/** @param before the pieces before it: what a pronoun speaks of. @returns undefined where no way to read it holds, or several do */
export async function planRequest(scene: Scene, part: Folded, before: readonly Folded[]): Promise<Edits | undefined> {
  const made = new Map<string, Edits>();
  for (const found of [
    await planActs(scene, part, before),
    await planInsertion(scene, part),
    await planLinks(scene, part, before),
    await planStamps(scene, part),
    await planOthers(scene, part),
    await planChanges(scene, part, false),
  ]) {
    if (found === 'several') return undefined;
    if (found && !made.has(effectOf(found))) made.set(effectOf(found), found);
  }
  const [only, ...others] = made.values();
  if (others.length > 0) return undefined;
  // What a colon or `is` alone would change, where nothing else is asked for.
  const bare = only ? undefined : await planChanges(scene, part, true);
  return only ?? (bare === 'several' ? undefined : bare);
}

/** What is touched, and how; whether its place goes with it is the same effect. */
const effectOf = (edits: Edits) => JSON.stringify(edits, (key, value: unknown) => (key === 'as' ? undefined : value));

async function planInsertion(scene: Scene, part: Folded): Promise<Found> {
  return several(await Promise.all(readInsertions(part).map((insertion) => groundInsertionSaid(scene, insertion))));
}

async function planLinks(scene: Scene, part: Folded, before: readonly Folded[]): Promise<Found> {
  const made: Grounded[] = [];
  for (const { target, url } of readLinkTargets(part)) {
    const spoken = PRONOUN.test(target.text) ? spokenOf(target, before) : [target];
    for (const one of spoken) {
      const { folded, spans } = composed([one, url]);
      const [at, to] = spans;
      if (at && to) made.push(await groundIntent({ ...scene, folded }, { kind: 'link', target: at, url: to }));
    }
  }
  return several(made);
}

async function planStamps(scene: Scene, part: Folded): Promise<Found> {
  const made: Grounded[] = [];
  for (const { value, position, color, pages } of readStamps(part)) {
    const { folded, spans } = composed([value]);
    const [at] = spans;
    if (!at || choosePages(pages, scene.ground.pageCount) === undefined) continue;
    made.push(
      await groundIntent(
        { ...scene, folded },
        { kind: 'mark', mark: 'stamp', value: at, position, where: { pages }, isBare: false, ...(color === undefined ? {} : { color }) },
      ),
    );
  }
  return several(made);
}

/** The only effect of all that hold. */
function several(all: readonly Grounded[]): Found {
  const made = new Map<string, Edits>();
  for (const found of all) if (found.ok) made.set(effectOf(found.edits), found.edits);
  const [only, ...others] = made.values();
  return others.length > 0 ? 'several' : only;
}

type Found = Edits | 'several' | undefined;

/** Read by the frames of the first reading; new texts without quotation marks are not taken from those. */
const TAKEN: ReadonlySet<Intent['kind']> = new Set([
  'picture', 'remarks', 'line', 'note', 'link', 'unlink', 'insert_unit', 'tick', 'mark', 'number', 'delete_pages', 'keep_pages', 'rotate', 'reverse', 'swap_pages',
  'move_pages', 'duplicate_pages', 'copy_pages', 'insert_blank', 'named_pages', 'redact', 'highlight', 'restyle', 'clear_fields', 'flatten', 'crop',
]); // prettier-ignore

async function planOthers(scene: Scene, given: Folded): Promise<Found> {
  const folded = withoutCourtesy(given);
  const own: Scene = { ...scene, folded };
  for (const readings of readPart(folded, { start: 0, end: folded.text.length })) {
    const made = new Map<string, Edits>();
    for (const intent of readings) {
      if (!TAKEN.has(intent.kind) && !(isUnspaced(folded.text) && intent.kind === 'replace')) continue;
      const found = await groundIntent(own, intent);
      if (found.ok) made.set(JSON.stringify(found.edits), found.edits);
    }
    const [only, ...others] = made.values();
    if (others.length > 0) return 'several';
    if (only) return only;
  }
  return undefined;
}

async function planChanges(scene: Scene, part: Folded, isBare: boolean): Promise<Found> {
  const made = new Map<string, Edits>();
  for (const change of readChanges(part).filter((one) => one.isBare === isBare)) {
    const found = (await planElided(scene, change)) ?? (await groundChange(scene, change));
    if (found.ok) made.set(JSON.stringify(found.edits), found.edits);
  }
  const [only, ...others] = made.values();
  return others.length > 0 ? 'several' : only;
}

/** Both of two requests of one verb, where each holds. */
async function planElided(scene: Scene, change: Change): Promise<Grounded | undefined> {
  const [one, two] = elided(change);
  if (!one || !two) return undefined;
  const [first, second] = [await groundChange(scene, { ...one, thing: change.thing }), await groundChange(scene, two)];
  return first.ok && second.ok ? { ok: true, edits: [...first.edits, ...second.edits] } : undefined;
}

const ACTS: readonly ObjectAct[] = ['delete', 'highlight', 'redact', 'underline', 'strike', 'style'];

async function planActs(scene: Scene, part: Folded, before: readonly Folded[]): Promise<Found> {
  const made = new Map<string, Edits>();
  for (const act of ACTS)
    for (const request of requestsFor(part, act)) {
      for (const object of PRONOUN.test(request.object.text) ? spokenOf(request.object, before) : [request.object]) {
        const found = await planAct(scene, act, object, request.place);
        if (found && !made.has(effectOf(found))) made.set(effectOf(found), found);
      }
    }
  const [only, ...others] = made.values();
  return others.length > 0 ? 'several' : only;
}

const PRONOUN =
  /^(?:it|this|that|them|these|those|es|das|sie|ihn|diese[ns]?|le|la|les|lo|los|las|li|il|o|a|os|as|het|ze|die|dat)(?=[ ,]|$)/u;
const VERB =
  /(?<![\p{L}])(?:is|are|was|were|has|have|had|looks?|ends?|stops?|need|needs|want|ist|sind|steht|hat|est|sont|a|es|esta|son|e|sono|sao|staat|won't need|don't need|do not need|no longer need|brauchen|stort)(?![\p{L}])/gu;

/** The things that the piece before speaks of: before or behind its verb. What else stands with the pronoun stays with it. */
function spokenOf(object: Folded, before: readonly Folded[]): readonly Folded[] {
  const last = before.at(-1);
  if (!last) return [];
  const rest = withoutAuxiliaries(sliceOf(object, PRONOUN.exec(object.text)?.[0].length ?? 0, object.text.length));
  const whole = withoutCourtesy(last);
  const verbs = [...whole.text.matchAll(VERB)];
  const parts = [
    whole,
    ...verbs.flatMap(({ index, 0: verb }) => [sliceOf(whole, 0, index), sliceOf(whole, index + verb.length, whole.text.length)]),
  ];
  return parts
    .map(withoutAuxiliaries)
    .filter(({ text }) => text.length > 2)
    .map((one) => joined([one, rest]));
}

const JOINT = new RegExp(
  `^${word('in|on|at|under|below|above|from|within|inside|im|in der|in dem|auf|unter|am|bei|aus|dans|sur|sous|au|de|du|en|nel|nella|nello|sul|sulla|del|della|no|na|nos|nas|op|bij|aan|onder|uit')}[ ']`,
  'u',
);

const RUNNING: ReadonlySet<unknown> = new Set(['header', 'footer', 'page_number']);

const WHOLES: ReadonlySet<unknown> = new Set(['item', 'row', 'any', 'sentence']);

/** What is taken for units of several kinds was not seen as what it is. */
const isOneUnit = (edits: Edits) => new Set(edits.flatMap(({ op, as }) => (op === 'delete_text' ? [as] : []))).size < 2;

const NO_TEXT = new RegExp(`${LINK_NOUN}|${REMARK_NOUN}`, 'u');
const PICTURE = new RegExp(PICTURE_NOUN, 'u');

async function planAct(scene: Scene, act: ObjectAct, given: Folded, place: Folded | undefined): Promise<Edits | undefined> {
  const styled = act === 'delete' || act === 'redact' ? { object: given, look: '' } : lookApart(given);
  const object = stripped(styled.object);
  if (object.text === '' || (act === 'style' && styled.look === '')) return undefined;
  const { folded, spans } = composed([object, ...(place ? [place] : [])]);
  const [target, within] = spans;
  if (!target) return undefined;
  const joint = within ? (JOINT.exec(folded.text.slice(within.start, within.end))?.[0] ?? '') : '';
  const region = within
    ? placeRegion({ ...scene, folded }, { start: within.start + joint.length, end: within.end }, ` ${joint}`)?.region
    : undefined;
  if (within && !region) return undefined;
  const inner: Scene = { ...scene, folded, ...(region ? { region } : {}) };
  const mention = readMention(folded, target);
  const pages = findPages(folded, target);
  // Pages, links and remarks are no texts.
  if (NO_TEXT.test(object.text) || (pages && pages.span.start <= target.start + 4 && pages.span.end >= target.end - 1)) return undefined;
  const isPicture = mention.noun === 'picture';
  if (!isPicture && mention.noun === undefined && PICTURE.test(object.text)) return undefined;
  const intent = intentOf(act, target, styled.look, isPicture);
  if (!intent) return undefined;
  const running = act === 'delete' && RUNNING.has(mention.noun) ? resolveTarget(inner, target) : undefined;
  // A running head goes from its page; nothing moves up.
  const found =
    running?.ok === true
      ? await planAll(inner, { ...running, targets: running.targets.flat().map((one) => [one]) }, (match) => ({
          op: 'delete_text',
          ...match,
        }))
      : await groundIntent(inner, intent);
  // A row or an item that is taken for a line may go on in the next.
  if (found.ok && WHOLES.has(mention.noun) && found.edits.some(({ as }) => as === 'line')) return undefined;
  return found.ok && isOneUnit(found.edits) ? found.edits : undefined;
}

function intentOf(
  act: ObjectAct,
  target: { readonly start: number; readonly end: number },
  said: string,
  isPicture: boolean,
): Intent | undefined {
  if (isPicture) return act === 'delete' ? { kind: 'picture', act: 'delete', target } : undefined;
  const look = said === '' ? undefined : lookOf(said);
  const color = look?.color === undefined ? {} : { color: look.color };
  const isColorOnly = look === undefined || Object.keys(look).every((key) => key === 'color');
  switch (act) {
    case 'delete':
      return { kind: 'delete', target };
    case 'redact':
      return { kind: 'redact', target };
    case 'highlight':
      return isColorOnly ? { kind: 'highlight', target, ...color } : undefined;
    case 'underline':
    case 'strike':
      return isColorOnly ? { kind: 'line', line: act, target, ...color } : undefined;
    default:
      return look ? { kind: 'restyle', target, look } : undefined;
  }
}

const LOOK_LAST = new RegExp(
  `(?:^|[ ,]+)(?:(?:in|into|all|both|auf|en|a|de|with|to|of|color|colou?r|farbe|couleur|color|colore|cor|kleur|the|a|reines|pure|very|also) )*(?:${LOOK_WORDS.source})(?:[ ,(]+(?:(?:and|und|et|y|e|en|in) )*(?:${LOOK_WORDS.source})\\)?)*$`,
  'u',
);
const LOOK_FIRST = new RegExp(`^(?:${LOOK_WORDS.source}) `, 'u');

/** `the title in red`: the thing and how it shall look. */
function lookApart(part: Folded): { readonly object: Folded; readonly look: string } {
  const last = LOOK_LAST.exec(part.text);
  if (last) return { object: withoutAuxiliaries(sliceOf(part, 0, last.index)), look: last[0] };
  const first = LOOK_FIRST.exec(part.text);
  return first ? { object: sliceOf(part, first[0].length, part.text.length), look: first[0] } : { object: part, look: '' };
}
