// The planner that reads people: each request of an instruction is read in the ways that its words allow, and what it speaks of is looked up in
// the document. It carries nothing out that it had to guess: a request that fits nothing, or several things, is refused with what was understood.

import { EditOperation, PLAN_OPERATIONS_MAX, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { parseInstruction } from '#instruction/parse.ts';
import { isLookOf, isTreatment } from '#instruction/reading/clauses/passive.ts';
import { fold, type Folded } from '#instruction/reading/folded.ts';
import type { Intent, Readings } from '#instruction/reading/intents.ts';
import { verbsOf, word } from '#instruction/reading/lexicon.ts';
import { mendVerbs, type Part, splitParts, withoutReason } from '#instruction/reading/parts.ts';
import { readPart } from '#instruction/reading/read-part.ts';
import { readElided } from '#instruction/reading/texts/read-elided.ts';
import type { Span } from '#instruction/tokens.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import { groundIntent } from './ground-intent.ts';
import { isDecidedByPage } from './quoted/page-decides.ts';
import { type Nearest, nearestTo } from '../places/nearest.ts';
import type { PlannedEdit } from './outcome.ts';
import type { Scene, Unresolved } from '../places/scene.ts';
import { touchesOne } from './touches-one.ts';

/** A request that was not planned. */
export interface OpenRequest {
  readonly start: number;
  readonly end: number;
  /** What it was read as, where it was. */
  readonly intent: Intent['kind'] | undefined;
  readonly refusal: Unresolved;
  /** What the document has that comes nearest to it. */
  readonly nearest?: readonly Nearest[];
}

export type GroundedPlan =
  | { readonly ok: true; readonly edits: PlannedEdits }
  | { readonly ok: false; readonly open: readonly OpenRequest[] };

export async function planGrounded(instruction: string, ground: GroundDocument): Promise<GroundedPlan> {
  const folded = mendVerbs(fold(instruction));
  const pages = Array.from({ length: ground.pageCount }, (_, index) => index + 1);
  const scene: Scene = { ground, folded, pages };
  const operations: EditOperation[] = [];
  const open: OpenRequest[] = [];
  for (const part of splitParts(folded)) {
    const planned = await withStays(scene, part, await planPart(scene, part, instruction));
    if ('edits' in planned) {
      for (const edit of planned.edits) {
        const because = instruction.slice(part.said.start, part.said.end);
        const parsed = EditOperation.safeParse({ ...edit, id: `op${operations.length + 1}`, because });
        if (parsed.success) operations.push(parsed.data);
        else open.push({ ...part.said, intent: undefined, refusal: { ok: false, why: 'unclear', said: because, candidates: [] } });
      }
    } else open.push({ ...planned, nearest: nearestOf(scene, planned) });
  }
  if (open.length > 0 || operations.length === 0 || operations.length > PLAN_OPERATIONS_MAX) return { ok: false, open };
  return { ok: true, edits: { operations, unresolved: [] } };
}

type Planned = { readonly edits: readonly PlannedEdit[] } | OpenRequest;

/** `the other one stays` holds where one place is touched, `close the gap` where whole units go; else nothing is done. */
async function withStays({ ground, folded }: Scene, { said, stays = [] }: Part, planned: Planned): Promise<Planned> {
  if (!('edits' in planned)) return planned;
  const isLeftOpen = ({ op, as }: PlannedEdit) => op === 'delete_text' && (as === undefined || as === 'text');
  const isClosed = !stays.includes('closed') || !planned.edits.some(isLeftOpen);
  const isSingle = !stays.includes('single') || (await touchesOne(ground, planned.edits));
  const source = folded.source.slice(said.start, said.end);
  return isClosed && isSingle
    ? planned
    : { ...said, intent: undefined, refusal: { ok: false, why: 'ambiguous', said: source, candidates: [] } };
}

/** For what was not found; what was found several times has its candidates. */
function nearestOf({ ground, pages }: Scene, { refusal, intent }: OpenRequest): readonly Nearest[] {
  return refusal.why === 'missing' || (refusal.why === 'unclear' && intent !== undefined) ? nearestTo(ground, refusal.said, pages) : [];
}

async function planPart(scene: Scene, part: Part, instruction: string): Promise<Planned> {
  const shorter = withoutReason(scene.folded, part);
  let refused: OpenRequest | undefined;
  for (const tried of [part, ...(shorter ? [shorter] : [])]) {
    const read = tried.isPlaceKept ? undefined : planExact(scene.folded, tried, instruction);
    const exact = read && (await isDecidedByPage(read, instruction, scene.ground)) ? undefined : read;
    const namesField = exact?.some(({ op }) => op === 'fill_field' || op === 'check_field') ?? false;
    if (exact && !namesField) return { edits: exact };
    const planned = await planReadings(scene, tried.said, readingsOf(scene.folded, tried));
    if ('edits' in planned) return planned;
    if (exact) return { edits: exact };
    refused = better(refused, planned);
    const several = await planElided(scene, tried);
    if (several) return several;
  }
  return refused ?? { ...part.said, intent: undefined, refusal: { ok: false, why: 'unclear', said: '', candidates: [] } };
}

/** What the grammar reads with every text in quotation marks, or without any, needs no document to be understood. */
function planExact({ source }: Folded, { span }: Part, instruction: string): readonly PlannedEdit[] | undefined {
  const said = source.slice(span.start, span.end);
  const parsed = parseInstruction(said);
  if (!parsed.ok || !parsed.edits.operations.every((operation) => isSaidExactly(operation, instruction))) return undefined;
  return parsed.edits.operations.map((operation) => {
    // Both are given anew when the operations of all parts are counted.
    const edit: PlannedEdit = { ...operation };
    return edit;
  });
}

/** The texts that an operation looks for stand in quotation marks in the instruction. */
export function isSaidExactly(operation: EditOperation, instruction: string): boolean {
  // `"A" should be underlined` asks for no text.
  // A title stands on the first page.
  if (operation.op === 'stamp' && operation.pages === 'all' && ADDED_TITLE.test(fold(instruction).text)) return false;
  if (operation.op === 'replace_text' && isUnquotedTreatment(operation.value, instruction)) return false;
  const sought =
    'match' in operation ? operation.match.text : 'field' in operation && operation.op !== 'set_metadata' ? operation.field : undefined;
  if (sought === undefined) return true;
  const at = instruction.indexOf(sought);
  return at > 0 && /["'`“”„«»‘’‚「『]/u.test(instruction.charAt(at - 1)) && /["'`“”«»‘’」』]/u.test(instruction.charAt(at + sought.length));
}

/** What keeps its place is a text that goes. */
function readingsOf(folded: Folded, { span, isPlaceKept }: Part): Readings {
  const readings = readPart(folded, span);
  if (!isPlaceKept) return readings;
  return readings.map((list) => list.flatMap((intent) => (intent.kind === 'delete' ? [{ ...intent, isPlaceKept }] : [])));
}

const ADDED_TITLE = new RegExp(
  `(?:${verbsOf('insert')}) (?:${word('an?|the|ein|eine|einen|die|den|une?|le|un|el|il|uno|una|um|o|een|de')} )?(?:${word('new|neue[nrs]?')} )?(?:${word('titles?|headings?|headlines?|titel|uberschrift|titre|titulo|titolo|kop')})(?![\\p{L}])`,
  'u',
);

function isUnquotedTreatment(value: string, instruction: string): boolean {
  const said = fold(value).text;
  const at = instruction.lastIndexOf(value);
  const isQuoted = at > 0 && /["'`“”„«»‘’‚「『]/u.test(instruction.charAt(at - 1));
  return !isQuoted && (isTreatment(said) || isLookOf(said, ''));
}

/** Several requests behind one verb: each must hold. */
async function planElided(scene: Scene, part: Part): Promise<{ readonly edits: readonly PlannedEdit[] } | undefined> {
  const edits: PlannedEdit[] = [];
  for (const { span, readings } of readElided(scene.folded, part.span) ?? []) {
    const planned = await planReadings(scene, span, [readings]);
    if (!('edits' in planned)) return undefined;
    edits.push(...planned.edits);
  }
  return edits.length > 0 ? { edits } : undefined;
}

async function planReadings(scene: Scene, said: Span, all: Readings): Promise<{ readonly edits: readonly PlannedEdit[] } | OpenRequest> {
  let refused: OpenRequest | undefined;
  for (const readings of all) {
    const made = new Map<string, readonly PlannedEdit[]>();
    for (const intent of readings) {
      // What only describes them counts where nothing that they say or lie over does.
      if (intent.kind === 'remarks' && intent.isDescribed && made.size > 0) continue;
      const grounded = await groundIntent(scene, intent);
      if (grounded.ok) made.set(JSON.stringify(grounded.edits), grounded.edits);
      else refused = better(refused, { ...said, intent: intent.kind, refusal: grounded });
    }
    const [first] = made.values();
    if (made.size === 1 && first) return { edits: first };
    if (made.size > 1) {
      const whole = scene.folded.source.slice(said.start, said.end);
      return { ...said, intent: readings[0]?.kind, refusal: { ok: false, why: 'ambiguous', said: whole, candidates: [] } };
    }
    // What fits several things is not read in another way until it fits one.
    if (refused?.refusal.why === 'ambiguous') return refused;
  }
  return (
    refused ?? {
      ...said,
      intent: undefined,
      refusal: { ok: false, why: 'unclear', said: scene.folded.source.slice(said.start, said.end), candidates: [] },
    }
  );
}

const WEIGHT = { ambiguous: 2, missing: 1, unclear: 0 } as const;

/** The refusal that says most: of the reading that came furthest. */
function better(one: OpenRequest | undefined, two: OpenRequest): OpenRequest {
  return one && WEIGHT[one.refusal.why] >= WEIGHT[two.refusal.why] ? one : two;
}
