// From an instruction to a plan bound to its document. The grammar reads what names every text in quotation marks; what people write otherwise is
// read with the document beside it; what neither understands goes to the language model where one is configured. What to do comes from the
// instruction alone: the document only says where the things are that it names.

import { type EditOperation, EditPlan, PLAN_VERSION, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { GRAMMAR_VERSION, type InstructionProblem, parseInstruction } from '#instruction/parse.ts';
import { addDetails, JobFailure } from '../../../failure.ts';
import type { DocumentModel } from '../../../document/pages/model-document.ts';
import type { LabelledField } from '../facts/labelled-fields.ts';
import type { DocumentFacts } from '../facts/locate.ts';
import { type GroundDocument, openGround } from './places/ground-document.ts';
import { type GroundedPlan, isSaidExactly, planGrounded } from './ground/plan-grounded.ts';
import { refuseOpen } from './ground/refuse-open.ts';
import { planQuoted, planSole } from './ground/quoted/plan-quoted.ts';
import { planQuotedRange } from './ground/quoted/quoted-range.ts';
import { isDecidedByPage } from './ground/quoted/page-decides.ts';
import { keptLabels } from './ground/kept-labels.ts';
import { wholeWords } from './ground/whole-words.ts';
import { hasAllQuotes, isAccounted, isUndisputed } from './requests/is-accounted.ts';
import { isLikely, RIVAL_MIN } from './learned/is-likely.ts';
import { chanceOf, type Learned, once, planLearned } from './learned/plan-learned.ts';
import { takesOneAlone } from './described/goes-along.ts';
import { planRequests, type Stopped } from './requests/plan-requests.ts';

export interface PlannedDocument {
  readonly facts: DocumentFacts;
  readonly fields: () => Promise<readonly LabelledField[]>;
  /** Its blocks as readers see them, built when they are first asked for; undefined where only its text is known. */
  readonly model?: () => Promise<Pick<DocumentModel, 'page'>>;
}

/** What a language model planned, and which. */
export type AskForPlan = () => Promise<{ readonly edits: PlannedEdits; readonly model: string }>;

/**
 * @param askModel undefined where there is no language model
 * @throws JobFailure plan_invalid (`details.problems`: spans and suggestions), text_not_found, ambiguous_match, or as planWithModel does.
 */
export async function makePlan(instruction: string, document: PlannedDocument, askModel: AskForPlan | undefined): Promise<EditPlan> {
  const { problems, planned } = await planEmbedded(instruction, document);
  if (planned.ok) return boundPlan({ kind: 'grammar', version: GRAMMAR_VERSION }, document.facts, planned.edits);
  if (askModel === undefined) throw refuseOpen(instruction, planned.open, problems, document.facts);
  try {
    const { edits, model } = await askModel();
    return planOfModel(model, document.facts, edits);
  } catch (error) {
    throw withPlaces(error, refuseOpen(instruction, planned.open, problems, document.facts));
  }
}

/** Where the model could not plan it either, the places that were looked at here say more than that a part is left. */
function withPlaces(error: unknown, own: JobFailure): unknown {
  const isLeft = error instanceof JobFailure && error.refused?.kind === 'edit' && error.refused.check === 'unresolved';
  return isLeft && own.reason !== 'plan_invalid' ? addDetails(own, { unresolved: error.details?.['unresolved'] }) : error;
}

export function planOfModel(model: string, document: Pick<DocumentFacts, 'sha256' | 'pageCount'>, edits: PlannedEdits): EditPlan {
  return boundPlan({ kind: 'llm', version: model.slice(0, 64) || 'unnamed' }, document, edits);
}

/** What this instruction asks for as it is read here, without any model: no other plan for it needs to be argued about. */
export async function ownOperations(instruction: string, document: PlannedDocument): Promise<readonly EditOperation[]> {
  const { planned } = await planEmbedded(instruction, document);
  return planned.ok ? planned.edits.operations : [];
}

/** A document of more pages is read by its lines alone: its model costs about 20 ms a page. */
const MODEL_PAGES_MAX = 500;

interface Embedded {
  readonly planned: GroundedPlan;
  /** What the grammar did not read. */
  readonly problems: readonly InstructionProblem[];
}

/** A plan is made once for a document; whoever judges it asks for it again. */
const MADE = new WeakMap<PlannedDocument, Map<string, Promise<Embedded>>>();

function planEmbedded(instruction: string, document: PlannedDocument): Promise<Embedded> {
  const known = MADE.get(document) ?? new Map<string, Promise<Embedded>>();
  MADE.set(document, known);
  const made = known.get(instruction) ?? readEmbedded(instruction, document).then((read) => unlessHalf(instruction, read));
  known.set(instruction, made);
  return made;
}

/** What takes a thing and leaves what is to go along with it does half of what was asked for. */
function unlessHalf(instruction: string, { planned, problems }: Embedded): Embedded {
  const isHalf = planned.ok && takesOneAlone(instruction, planned.edits.operations);
  return { planned: isHalf ? unaccounted(instruction) : planned, problems };
}

async function readEmbedded(instruction: string, { facts, fields, model }: PlannedDocument): Promise<Embedded> {
  const parsed = parseInstruction(instruction);
  const isExact =
    parsed.ok &&
    parsed.edits.operations.every((operation) => isSaidExactly(operation, instruction)) &&
    !(await isDecidedByPage(parsed.edits.operations, instruction, openGround(facts, fields)));
  const exact = isExact ? { ok: true as const, edits: await wholeWords(parsed.edits, facts) } : undefined;
  // A field is called by the label printed beside it, which only the document knows.
  const namesField = parsed.ok && parsed.edits.operations.some(({ op }) => op === 'fill_field' || op === 'check_field');
  if (exact && !namesField) return { planned: exact, problems: [] };
  const modelled = facts.pageCount > MODEL_PAGES_MAX ? undefined : await model?.();
  const ground = openGround(facts, fields, modelled?.page);
  const range = exact ? undefined : planQuotedRange(instruction, ground);
  if (range) return { planned: { ok: true, edits: range }, problems: [] };
  const learn = once(() => planLearned(instruction, ground, RIVAL_MIN));
  const read = await planGrounded(instruction, ground);
  const believe = (operations: readonly EditOperation[]) => isBelieved(instruction, operations, ground, learn);
  const grounded = read.ok && !(await believe(read.edits.operations)) ? unaccounted(instruction) : read;
  const quoted = exact ? undefined : await readQuotes(instruction, ground);
  // What does not stand in the place that is named, or not once, is not looked for otherwise: who names a place means one thing in it.
  const isElsewhere = quoted?.ok === false && quoted.isPlaceNamed;
  if (quoted && (!grounded.ok || isElsewhere))
    return { planned: quoted.ok ? { ok: true, edits: await wholeWords(quoted.edits, facts) } : quoted, problems: [] };
  const stopped: Stopped = {};
  const requests = grounded.ok || exact ? undefined : await planRequests(instruction, ground, stopped);
  const second = requests && (await believe(requests.operations)) ? requests : undefined;
  const third = grounded.ok || exact || second || isAmbiguous(grounded) ? undefined : takenOf(instruction, await learn());
  const other = second ?? third ?? (grounded.ok || exact ? undefined : await readSoleQuotes(instruction, ground));
  const planned = grounded.ok
    ? grounded
    : other
      ? { ok: true as const, edits: other }
      : (exact ?? (await withCandidates(withStop(grounded, instruction, stopped), learn)));
  return {
    planned: planned.ok ? { ok: true, edits: await wholeWords(await keptLabels(planned.edits, instruction, facts), facts) } : planned,
    problems: parsed.ok ? [] : parsed.problems,
  };
}

type ReadQuotes =
  | { readonly ok: true; readonly edits: PlannedEdits }
  | (Extract<GroundedPlan, { ok: false }> & { readonly isPlaceNamed: boolean });

/** Where every text is quoted, and every other word has its part, this reading is the last one. */
async function readQuotes(instruction: string, ground: GroundDocument): Promise<ReadQuotes | undefined> {
  const planned = await planQuoted(instruction, ground);
  if (planned?.ok === true) return isUndisputed(instruction, planned.edits.operations, ground) ? planned : undefined;
  if (!planned) return undefined;
  const { refusal, isPlaceNamed } = planned;
  return { ok: false, open: [{ start: 0, end: instruction.length, intent: undefined, refusal }], isPlaceNamed };
}

/** What the quoted texts say alone, where they stand once each. */
async function readSoleQuotes(instruction: string, ground: GroundDocument): Promise<PlannedEdits | undefined> {
  const edits = await planSole(instruction, ground);
  return edits && isUndisputed(instruction, edits.operations, ground) ? edits : undefined;
}

/** Several things fit: what is likelier of them was not said. */
const isAmbiguous = (planned: GroundedPlan): boolean => !planned.ok && planned.open.some(({ refusal }) => refusal.why === 'ambiguous');

/** As much as a plan must have that nothing but what was learned speaks for. */
const LEARNED_MIN = 0.6;

/** Nothing of the instruction speaks against it, by what was written down and by what was learned. */
const isBelieved = async (
  instruction: string,
  operations: readonly EditOperation[],
  ground: GroundDocument,
  learn: () => Promise<Learned>,
): Promise<boolean> =>
  isAccounted(instruction, operations, ground) && (hasAllQuotes(instruction, operations) || (await isLikely(operations, await learn())));

/** What was learned, where it is sure enough of the roles, the acts and the things together. */
function takenOf(instruction: string, { plan, scene }: Learned): PlannedEdits | undefined {
  if (plan.edits === undefined || chanceOf(plan) < LEARNED_MIN) return undefined;
  return isAccounted(instruction, plan.edits.operations, scene.ground) ? plan.edits : undefined;
}

/** Where nothing was found that could be meant, the piece at which reading stopped is what is not understood. */
function withStop(planned: GroundedPlan, instruction: string, { left }: Stopped): GroundedPlan {
  if (planned.ok || left === undefined || left.start === 0 || planned.open.some(({ refusal }) => refusal.why !== 'unclear')) return planned;
  const said = instruction.slice(left.start, left.end).trim();
  const start = instruction.indexOf(said, left.start);
  return {
    ok: false,
    open: [{ start, end: start + said.length, intent: undefined, refusal: { ok: false, why: 'unclear', said, candidates: [] } }],
  };
}

/** A request that is not understood is told with the things that it may mean. */
async function withCandidates(planned: GroundedPlan, learn: () => Promise<Learned>): Promise<GroundedPlan> {
  if (planned.ok || planned.open.some(({ refusal }) => refusal.why !== 'unclear')) return planned;
  const { plan, readings, scene } = await learn();
  const acts = readings[0]?.acts() ?? [];
  const at = plan.edits === undefined && plan.span ? acts.findIndex(({ read }) => read.span.start === plan.span?.start) : 0;
  const act = acts[at < 0 ? 0 : at];
  const located = (act?.located ?? []).filter(({ thing, probability }) => thing !== undefined && probability > CANDIDATE_MIN);
  const candidates = located.flatMap(({ thing }) => thing?.places.slice(0, 1) ?? []);
  if (!act || (located[0]?.probability ?? 0) < NEAREST_MIN) return planned;
  const { start, end } = act.read.span;
  const refusal = {
    ok: false as const,
    why: 'ambiguous' as const,
    said: scene.folded.source.slice(start, end),
    candidates: candidates.slice(0, CANDIDATES_MAX),
  };
  return { ok: false, open: [{ start, end, intent: undefined, refusal }] };
}

const CANDIDATE_MIN = 0.03;
/** Of the first of them: below it they are no more than words that stand in both. */
const NEAREST_MIN = 0.2;
const CANDIDATES_MAX = 5;

/** What was read does not hold of all that was said. */
const unaccounted = (instruction: string): GroundedPlan => ({
  ok: false,
  open: [
    { start: 0, end: instruction.length, intent: undefined, refusal: { ok: false, why: 'unclear', said: instruction, candidates: [] } },
  ],
});

function boundPlan(
  planner: EditPlan['planner'],
  { sha256, pageCount }: Pick<DocumentFacts, 'sha256' | 'pageCount'>,
  edits: PlannedEdits,
): EditPlan {
  return EditPlan.parse({ plan_version: PLAN_VERSION, planner, source: { sha256, pages: pageCount }, ...edits });
}
