// The third reading, where the others understood too little: the likeliest readings that were learned, and the document says which of them holds.
// An effect counts with the probability of all readings that lead to it; it is taken where no other comes near it.

import { EditOperation, PLAN_OPERATIONS_MAX, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { stayOf } from '#instruction/reading/clauses/stays.ts';
import { sliceOf, withoutCourtesy } from '#instruction/requests/acts.ts';
import type { PlannedEdit } from '../ground/outcome.ts';
import { ANY_VERB, patternOf } from '#instruction/reading/lexicon.ts';
import { isTalk } from '#instruction/requests/talk.ts';
import { touchesOne } from '../ground/touches-one.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import type { Scene } from '../places/scene.ts';
import { isUntouched } from '../requests/is-untouched.ts';
import { partsOfAct, planAct } from './plan-act.ts';
import { type ReadAct, readRoles, type RoleReading } from './read-roles.ts';
import { type ReaderModels, readerModels } from './weights.ts';

const READINGS = 12;
/** How much likelier one effect must be than all others together. */
const TIMES_MIN = 3;
const ACT_PROBABILITY_MIN = 0.15;
/** Of all readings that lead to the effect, and of its acts. Below it, readings that hold were wrong more often than right. */
const PROBABILITY_MIN = 0.5;

interface Effect {
  readonly groups: readonly { readonly because: string; readonly edits: readonly PlannedEdit[] }[];
  probability: number;
}

export async function planLearned(
  instruction: string,
  ground: GroundDocument,
  models: ReaderModels = readerModels(),
): Promise<PlannedEdits | undefined> {
  const readings = readRoles(instruction, ground, models, READINGS);
  let left = readings.reduce((sum, { probability }) => sum + probability, 0);
  const effects = new Map<string, Effect>();
  const known = new Map<string, readonly (readonly PlannedEdit[])[]>();
  for (const reading of readings) {
    // What is left can make no effect likely enough.
    if (left + Math.max(0, ...[...effects.values()].map(({ probability }) => probability)) < PROBABILITY_MIN) break;
    left -= reading.probability;
    for (const { groups, probability } of await effectsOf(reading, ground, known)) {
      const key = JSON.stringify(groups.flatMap(({ edits }) => edits));
      const effect = effects.get(key);
      if (effect) effect.probability += probability;
      else effects.set(key, { groups, probability });
    }
  }
  const ranked = [...effects.values()].toSorted((one, two) => two.probability - one.probability);
  const [first, ...others] = ranked;
  if (
    !first ||
    first.probability < PROBABILITY_MIN ||
    first.probability < TIMES_MIN * others.reduce((sum, { probability }) => sum + probability, 0)
  )
    return undefined;
  const operations = first.groups.flatMap(({ because, edits }) => edits.map((edit) => ({ ...edit, because })));
  const parsed = operations.map((operation, at) => EditOperation.safeParse({ ...operation, id: `op${at + 1}` }));
  if (parsed.length > PLAN_OPERATIONS_MAX || parsed.some(({ success }) => !success)) return undefined;
  return { operations: parsed.flatMap(({ data }) => data ?? []), unresolved: [] };
}

/** What a reading leads to, where every act of it holds. */
async function effectsOf(
  reading: RoleReading,
  ground: GroundDocument,
  known: Map<string, readonly (readonly PlannedEdit[])[]>,
): Promise<readonly { readonly groups: Effect['groups']; readonly probability: number }[]> {
  const { folded, acts, probability } = reading;
  if (acts.length === 0 || !isAllSaid(reading)) return [];
  const pages = Array.from({ length: ground.pageCount }, (_, index) => index + 1);
  const scene: Scene = { ground, folded, pages };
  const groups: { because: string; edits: readonly PlannedEdit[] }[] = [];
  let whole = probability;
  for (const act of acts) {
    const found = await effectOfAct(scene, act, known);
    if (!found) return [];
    groups.push({ because: folded.source.slice(act.span.start, act.span.end), edits: found.edits });
    whole *= found.probability;
  }
  return (await holdsKept(
    scene,
    reading,
    groups.flatMap(({ edits }) => edits),
  ))
    ? [{ groups, probability: whole }]
    : [];
}

const SAYS_MORE = patternOf(`[\\p{N}\uE001]|${ANY_VERB}`, 'u');

/** What has no role holds no number, no quoted text and no verb of a request; what is only told holds no quoted text, and a number only in what was done. */
function isAllSaid({ folded, acts, keep, talk }: RoleReading): boolean {
  const spans = [...acts.flatMap(({ parts }) => Object.values(parts).flat()), ...keep, ...talk];
  const rest = folded.text.replaceAll(/./gsu, (character, at: number) =>
    spans.some(({ start, end }) => at >= start && at < end) ? ' ' : character,
  );
  return (
    !SAYS_MORE.test(rest) &&
    talk.every(({ start, end }) => {
      const said = folded.text.slice(start, end);
      return !said.includes('\uE001') && (!/\p{N}/u.test(said) || isTalk(said));
    })
  );
}

async function effectOfAct(
  scene: Scene,
  { act, probability, others, parts }: ReadAct,
  known: Map<string, readonly (readonly PlannedEdit[])[]>,
): Promise<{ readonly edits: readonly PlannedEdit[]; readonly probability: number } | undefined> {
  const found: { edits: readonly PlannedEdit[]; probability: number }[] = [];
  for (const one of [{ name: act, probability }, ...others]) {
    if (one.probability < ACT_PROBABILITY_MIN) continue;
    const key = JSON.stringify([one.name, parts]);
    const made = known.get(key) ?? (await planAct(scene, { act: one.name, parts: partsOfAct(scene.folded, parts) }));
    known.set(key, made);
    // Two ways that lead elsewhere are none.
    if (made.length > 1) return undefined;
    const [edits] = made;
    if (edits) found.push({ edits, probability: one.probability });
  }
  return found.toSorted((one, two) => two.probability - one.probability)[0];
}

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
