// The reading that is learned: the likeliest roles of the words, the likeliest thing of the document for each act, and edits from both. Each step has
// a probability; what is left of them is how far the plan is to be trusted.

import { choosePages } from '#contract/params/edit-pages.ts';
import { EditOperation, PLAN_OPERATIONS_MAX, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { type Folded, trimmed } from '#instruction/reading/folded.ts';
import { findPages } from '#instruction/reading/scope-words.ts';
import { stayOf } from '#instruction/reading/clauses/stays.ts';
import { sliceOf, withoutCourtesy } from '#instruction/requests/acts.ts';
import type { Span } from '#instruction/tokens.ts';
import type { PlannedEdit } from '../ground/outcome.ts';
import { touchesOne } from '../ground/touches-one.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import type { Place } from '../places/page-lines.ts';
import type { Scene } from '../places/scene.ts';
import { isUntouched } from '../requests/is-untouched.ts';
import { type ActRead, editsElsewhere, editsOnText, isEvery, ON_TEXTS } from './act-edits.ts';
import type { ReadAct, ReadThings } from './judge-plan.ts';
import { type Located, locate } from './locate.ts';
import { readRoles, type RoleReading } from './read-roles.ts';
import { saidThing } from './said-thing.ts';
import { type ReaderModels, readerModels } from './weights.ts';

const READINGS = 16;

interface LearnedPlan {
  readonly edits: PlannedEdits;
  /** Of the roles, of the acts, and of the things, each over all acts. */
  readonly sure: { readonly roles: number; readonly acts: number; readonly things: number };
}

interface LearnedOpen {
  readonly edits: undefined;
  /** Why it ended, at which part, and what could be meant there. */
  readonly because: string;
  readonly span: Span | undefined;
  readonly candidates: readonly Place[];
}

export interface Learned {
  readonly plan: LearnedPlan | LearnedOpen;
  readonly readings: readonly ReadThings[];
  readonly scene: Scene;
}

const open = (because: string, span?: Span, candidates: readonly Place[] = []): LearnedOpen => ({
  edits: undefined,
  because,
  span,
  candidates,
});

/** Readings whose things are looked up. */
const JUDGED = 5;

/** @param least readings that together cannot make a plan as likely as this are not tried */
export async function planLearned(instruction: string, ground: GroundDocument, least = 0): Promise<Learned> {
  const models = readerModels();
  const all = readRoles(instruction, ground, models, { wanted: READINGS, kept: JUDGED });
  const folded = all[0]?.folded ?? { source: instruction, text: instruction };
  const scene: Scene = { ground, folded, pages: Array.from({ length: ground.pageCount }, (_, at) => at + 1) };
  const hasFields = (await ground.fields()).length > 0;
  const known = new Map<string, readonly Located[]>();
  const readings = all
    .map((reading) => withoutFields(reading, hasFields))
    .map((reading) => ({ reading, acts: once(() => reading.acts.map((_, at) => thingsOfAct(scene, reading, at, models, known))) }));
  return { plan: await likeliestPlan(scene, readings, least), readings, scene };
}

export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The reading that the document fits best: a plan counts with all readings that lead to it. */
async function likeliestPlan(scene: Scene, readings: readonly ReadThings[], least: number): Promise<LearnedPlan | LearnedOpen> {
  const plans: LearnedPlan[] = [];
  let first: LearnedOpen | undefined;
  // Of the readings that may lead to a plan.
  let possible = readings.reduce((sum, { reading }) => sum + reading.probability, 0);
  const isOneAct = (readings[0]?.reading.acts.length ?? 0) < 2;
  for (const one of readings) {
    // Later readings cannot change which plan is the likeliest, nor much how likely it is.
    if (one !== readings[0] && (one.reading.probability < REST_MIN || plans.some((plan) => chanceOf(plan) > SURE_ENOUGH))) break;
    const plan = await planOf(scene, one);
    if (plan.edits !== undefined) plans.push(plan);
    else {
      first ??= plan;
      possible -= one.reading.probability;
      // Of several acts the one that is refused is told, unless a later reading has a plan, however unlikely.
      if (possible < least && isOneAct) break;
    }
  }
  const told = ({ edits }: LearnedPlan) => JSON.stringify(edits.operations.map((operation) => ({ ...operation, because: '' })));
  const groups = [...Map.groupBy(plans, told).values()].map((own) => {
    const best = own.toSorted((one, two) => chanceOf(two) - chanceOf(one))[0];
    return best && { ...best, sure: { ...best.sure, roles: own.reduce((sum, { sure }) => sum + sure.roles, 0) } };
  });
  const ranked = groups.filter((one) => one !== undefined).toSorted((one, two) => chanceOf(two) - chanceOf(one));
  return ranked[0] ?? first ?? open('no act');
}

/** Of a reading, and of a plan. */
const REST_MIN = 0.03;
const SURE_ENOUGH = 0.8;

/** How likely it is the plan that is asked for. */
export const chanceOf = ({ sure }: LearnedPlan) => sure.roles * sure.acts * sure.things;

const OF_FIELDS: ReadonlySet<string> = new Set(['fill-field', 'tick', 'untick', 'clear-field']);
/** Acts with one effect. */
const SAME: Readonly<Record<string, string>> = { 'correct-spelling': 'replace' };

/** Acts of one effect are one; where there is no form, none is asked for its fields. */
function withoutFields(reading: RoleReading, hasFields: boolean): RoleReading {
  const acts = reading.acts.map((act) => {
    const left = act.kinds.filter(({ name }) => hasFields || !OF_FIELDS.has(name));
    const total = left.reduce((sum, { probability }) => sum + probability, 0) || 1;
    const kinds = [...Map.groupBy(left, ({ name }) => SAME[name] ?? name)]
      .map(([name, own]) => ({ name, probability: own.reduce((sum, { probability }) => sum + probability, 0) / total }))
      .toSorted((one, two) => two.probability - one.probability);
    return { ...act, kinds };
  });
  return { ...reading, acts };
}

function thingsOfAct(
  scene: Scene,
  reading: RoleReading,
  at: number,
  models: ReaderModels,
  known: Map<string, readonly Located[]>,
): ReadAct {
  const act = reading.acts[at];
  const kinds = act?.kinds ?? [];
  const span = act?.span ?? { start: 0, end: 0 };
  const read: ActRead = { act: kinds[0]?.name ?? '', folded: reading.folded, parts: sharedParts(reading, at), span };
  const said = saidThing(read.folded, read.act, read.parts);
  const pages = pagesSaid(read.folded, read.parts.pages, scene.ground.pageCount);
  if (!ON_TEXTS.has(read.act) || (!said.target && !said.where && said.old === undefined)) return { read, kinds, located: [] };
  const key = JSON.stringify([read.act, said.target?.source, said.where?.source, said.old, said.fresh, pages]);
  const located = known.get(key) ?? locate(pages && pages !== 'unclear' ? { ...scene, pages } : scene, said, models.things);
  known.set(key, located);
  return { read, kinds, located };
}

async function planOf(scene: Scene, best: ReadThings): Promise<LearnedPlan | LearnedOpen> {
  if (best.reading.acts.length === 0) return open('no act');
  const left = leftOut(best.reading);
  if (left) return open('left out', left);
  const groups: { because: string; edits: readonly PlannedEdit[] }[] = [];
  let [acts, things] = [1, 1];
  for (const { read, kinds, located } of best.acts()) {
    const found = await effectOf(scene, read, located);
    if (found.edits === undefined) return found;
    groups.push({ because: read.folded.source.slice(read.span.start, read.span.end), edits: found.edits });
    acts *= kinds[0]?.probability ?? 0;
    things *= found.probability;
  }
  if (
    !(await holdsKept(
      scene,
      best.reading,
      groups.flatMap(({ edits }) => edits),
    ))
  )
    return open('kept');
  const operations = groups.flatMap((group) => group.edits.map((edit) => ({ ...edit, because: group.because })));
  // Beside values for a form, a colour is more likely a value too: `eyes grey`.
  const [fills, restyles] = (['fill_field', 'restyle_text'] as const).map((op) => operations.some((operation) => operation.op === op));
  if (fills && restyles) return open('not a plan');
  const parsed = operations.map((operation, at) => EditOperation.safeParse({ ...operation, id: `op${at + 1}` }));
  if (parsed.length > PLAN_OPERATIONS_MAX || parsed.some(({ success }) => !success)) return open('not a plan');
  return {
    edits: { operations: parsed.flatMap(({ data }) => data ?? []), unresolved: [] },
    sure: { roles: best.reading.probability, acts, things },
  };
}

/** Said before the first act for all of them: a place, pages. An act without a thing of its own is asked for that of the act before it. */
function sharedParts({ acts }: RoleReading, at: number): ActRead['parts'] {
  const own = acts[at]?.parts ?? {};
  const first = acts[0];
  if (at === 0 || !first) return own;
  const firstVerb = Math.min(
    ...(first.parts.verb ?? []).map(({ start }) => start),
    ...(first.parts.target ?? []).map(({ start }) => start),
  );
  const before = (role: 'where' | 'pages') => (first.parts[role] ?? []).filter(({ end }) => end <= firstVerb);
  const [where, pages] = [before('where'), before('pages')];
  const isAlone = !own.target && !own.old && !own.where;
  const last = acts[at - 1]?.parts;
  return {
    ...own,
    ...(isAlone && last?.target ? { target: last.target } : {}),
    ...(isAlone && last?.old ? { old: last.old } : {}),
    ...(!own.where && where.length > 0 ? { where } : {}),
    ...(!own.pages && pages.length > 0 ? { pages } : {}),
  };
}

const SAYS_MORE = /[\p{N}\uE001]|\p{L}{5}/u;
const JOINS =
  /^(?:and|then|also|with|into|from|that|this|it|should|would|please|instead|of|to|as|und|dann|auch|bitte|statt|durch|soll|et|puis|aussi|y|e|luego|tambien|por|poi|anche|depois|en|dan|ook|door|naar|gegen|anstelle|plutot|lugar|invece|plaats|rather|than|replaced|changed|must|needs?|wird|werden|muss|sollte|heisst|lautet|pasa|debe|deve|moet|wordt)$/u;

/** What has no role and says more than to join. */
function leftOut({ folded, tokens, acts, keep, talk }: RoleReading): Span | undefined {
  const spans = [...acts.flatMap(({ parts }) => Object.values(parts).flat()), ...keep, ...talk];
  return tokens.find(
    ({ start, end, text }) =>
      !spans.some((span) => start < span.end && span.start < end) && SAYS_MORE.test(folded.text.slice(start, end)) && !JOINS.test(text),
  );
}

interface Effect {
  readonly edits: readonly PlannedEdit[];
  readonly probability: number;
}

function pagesSaid(folded: Folded, spans: readonly Span[] | undefined, pageCount: number): readonly number[] | undefined | 'unclear' {
  for (const span of spans ?? []) {
    const found = findPages(folded, trimmed(folded, span));
    const pages = found && choosePages(found.pages, pageCount);
    return pages && pages.length > 0 ? pages : 'unclear';
  }
  return undefined;
}

async function effectOf(scene: Scene, read: ActRead, located: readonly Located[]): Promise<Effect | LearnedOpen> {
  if (!ON_TEXTS.has(read.act)) {
    const found = await editsElsewhere(scene, read);
    return found.ok ? { edits: found.edits, probability: 1 } : open(`${read.act}: ${found.why} ${found.said}`, read.span, found.candidates);
  }
  const pages = pagesSaid(read.folded, read.parts.pages, scene.ground.pageCount);
  if (pages === 'unclear') return open('pages', read.span);
  const candidates = located.flatMap(({ thing }) => thing?.places.slice(0, 1) ?? []).slice(0, CANDIDATES);
  const [first] = located;
  if (!first?.thing) return open(first ? 'none of the things' : 'no thing', read.span, candidates);
  const found = await editsOnText(pages ? { ...scene, pages } : scene, read, first.thing);
  if (!found.ok) return open(`${read.act} ${first.thing.thing}: ${found.why} ${found.said}`, read.span, candidates);
  const { text } = first.thing;
  // Of a text that is meant everywhere, all places are one thing.
  const probability = isEvery(read)
    ? located.reduce((sum, { thing, probability: own }) => sum + (thing?.text === text ? own : 0), 0)
    : first.probability;
  return { edits: found.edits, probability };
}

const CANDIDATES = 5;

/** What is said to stay is not touched; where it is not known, one place is touched. */
async function holdsKept(scene: Scene, { folded, keep }: RoleReading, edits: readonly PlannedEdit[]): Promise<boolean> {
  for (const { start, end } of keep) {
    const said = sliceOf(folded, start, end);
    const stay = stayOf(withoutCourtesy(said).text);
    if (stay !== undefined && stay !== 'single') continue;
    if ((await touchesOne(scene.ground, edits)) || (await isUntouched(scene, said, edits))) continue;
    return false;
  }
  return true;
}
