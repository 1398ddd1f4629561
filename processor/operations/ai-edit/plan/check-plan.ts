// Judges a plan before anything is changed, the same for every planner, in this order: its form, the document it was written for, its
// pages, its targets, conflicts, acceptable use, and whether the instruction asked for it. It changes nothing and opens nothing.

import { choosePages } from '#contract/params/edit-pages.ts';
import { type EditName, EditOperation, EditPlan, type TextUnit } from '#contract/params/edit-plan.ts';
import type { PolicyRefusal, RecordClass } from '#contract/edit-policy.ts';
import type { FailureReason } from '#contract/failures.ts';
import { judgeInstruction } from '#instruction/judge.ts';
import { readStated } from '#instruction/policy/read-stated.ts';
import { shareObject, type Warrant, warrantOf } from '#instruction/warrant/warrant.ts';
import { type EditCheck, JobFailure } from '../../../failure.ts';
import { differenceOf, type Spelling } from '../facts/spellings.ts';
import { type PlacedOperation, anchorPage } from '../facts/placed-operation.ts';
import { deletedPages, findConflict } from './conflicts.ts';
import type { Skipped } from '../applied.ts';
import { judgePlan } from '../records/judge-plan.ts';
import { judgeRequest, judgeUnplanned } from '../records/judge-request.ts';
import { chooseOccurrence, type DocumentFacts, type LocatedText } from '../facts/locate.ts';
import { recogniseRecords } from '../records/recognise-record.ts';
import { missing, placeThings } from './place-things.ts';
import { describedWarrant } from './described/described-warrant.ts';
import { type LinesOfOne, linesOfOne } from './described/lines-of-one.ts';
import { restingOn, spellsOut } from './described/rests-on-act.ts';
import { isPaged, pagesWarrant } from './described/described-pages.ts';
import { type Along, alongOf } from './described/goes-along.ts';
import type { SaidAct } from '../model/read-acts.ts';
import { halfDone } from './requests/is-half-done.ts';
import type { GroundDocument } from './places/ground-document.ts';

export interface CheckOptions {
  /** The plan must follow from it; undefined when the caller of the API wrote the plan and is responsible for it. */
  readonly instruction: string | undefined;
  /** Skip what cannot be located or resolved instead of failing. */
  readonly allowPartial: boolean;
  /** How many pictures came with the job. */
  readonly pictures?: number;
  /** Classes of records that this account may edit, being their issuer. */
  readonly allowedRecords?: ReadonlySet<RecordClass>;
  /** Classes of the file that are known from earlier jobs. */
  readonly knownRecords?: readonly string[];
  /** What the instruction asks for as the embedded planner reads it: such operations rest on it. */
  readonly ownOperations?: () => Promise<readonly EditOperation[]>;
  /** What the instruction asks for as a language model reads it without the document; asked where the words themselves do not decide. */
  readonly saidActs?: () => Promise<readonly SaidAct[]>;
  /** Where what the instruction describes is looked up; without it targets must be quoted. */
  readonly ground?: () => Promise<GroundDocument>;
}

export interface CheckedPlan {
  readonly plan: EditPlan;
  /** In the order of the plan. */
  readonly operations: readonly PlacedOperation[];
  readonly skipped: readonly Skipped[];
  /** Operations whose places only a language model has chosen: no word of the instruction stands there. */
  readonly inferred: readonly PlacedOperation[];
  /** The classes of record that the document was found or known to be. */
  readonly records: readonly RecordClass[];
  readonly spellingsLeft: readonly SpellingLeft[];
}

/** Text that a redaction leaves at its places because it is spelled differently. */
interface SpellingLeft {
  readonly operation: string;
  readonly spelling: Spelling;
  readonly count: number;
}

/** @throws JobFailure plan_invalid, no_text_found, text_not_found, ambiguous_match, policy_violation or instruction_refused, with `refused`. */
export async function checkPlan(candidate: unknown, facts: DocumentFacts, options: CheckOptions): Promise<CheckedPlan> {
  const plan = readPlan(candidate, facts);
  if (plan.unresolved.length > 0 && !options.allowPartial) {
    throw invalid('unresolved', 'A part of the instruction is not covered by any operation of the plan.', { unresolved: plan.unresolved });
  }
  const placed: PlacedOperation[] = [];
  const skipped: { operation: string; reason: FailureReason; message: string }[] = [];
  for (const operation of plan.operations) {
    try {
      placed.push(await place(operation, facts, options.pictures ?? 0));
    } catch (error) {
      if (!options.allowPartial || !(error instanceof JobFailure) || !isUnlocated(error)) throw error;
      skipped.push({ operation: operation.id, reason: error.reason, message: error.message });
    }
  }
  if (placed.length === 0) throw invalid('unresolved', 'The plan has no operation that can be carried out.');
  const conflict = findConflict(placed, facts.pageCount);
  if (conflict) throw invalid('conflicts', conflict.message, { operations: conflict.operations });
  const records = await recogniseRecords(facts, touchedPages(placed), options.knownRecords);
  await judge(placed, facts, records, options);
  const { instruction } = options;
  const along =
    instruction === undefined || plan.planner.kind !== 'llm' || !options.ground
      ? undefined
      : alongOf(placed, instruction, await options.ground());
  if (along?.wrong) throw unwarranted(along.wrong.operation, 'along');
  const inferred =
    instruction === undefined ? [] : await requireWarrants(...withoutAlong(placed, { ...options, instruction }, along), facts);
  if (plan.planner.kind === 'llm' && options.ground) requireWholeParagraphs(placed, await options.ground());
  const half = instruction === undefined || plan.planner.kind !== 'llm' ? undefined : halfDone(instruction, plan.operations);
  if (half) throw unwarranted(half, 'rest');
  const deleted = deletedPages(placed, facts.pageCount);
  return {
    plan,
    operations: placed.map((each) => withoutDeleted(each, deleted)),
    skipped,
    inferred: placed.filter(({ operation }) => inferred.includes(operation.id)),
    records: [...records],
    spellingsLeft: await findSpellingsLeft(placed, facts),
  };
}

function readPlan(candidate: unknown, facts: DocumentFacts): EditPlan {
  const parsed = EditPlan.safeParse(candidate);
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, 20).map((issue) => ({ field: issue.path.join('.'), issue: issue.code }));
    throw invalid('schema', 'The plan does not match the schema of a plan.', { issues });
  }
  const { source } = parsed.data;
  if (source.sha256 !== facts.sha256 || source.pages !== facts.pageCount)
    throw invalid('source', 'The plan was written for another document.');
  return parsed.data;
}

/** Of a text that is not found, in a message. */
const SOUGHT_CHARS_MAX = 200;

async function place(operation: EditOperation, facts: DocumentFacts, pictures: number): Promise<PlacedOperation> {
  const pages = pagesOf(operation, facts);
  if ('match' in operation) return { operation, pages, found: await locate(operation, pages, facts) };
  return placeThings({ operation, pages, facts, pictures });
}

function pagesOf(operation: EditOperation, facts: DocumentFacts): readonly number[] {
  const chosen = 'pages' in operation ? choosePages(operation.pages, facts.pageCount) : [];
  const anchor = anchorPage(operation, facts.pageCount);
  const known = anchor === undefined || (anchor >= 1 && anchor <= facts.pageCount);
  if (chosen === undefined || !known || ('pages' in operation && chosen.length === 0)) {
    throw invalid('pages', `The document has ${facts.pageCount} pages; the operation names a page that does not exist.`, {
      operations: [operation.id],
    });
  }
  return chosen;
}

async function locate(operation: Extract<EditOperation, { match: unknown }>, pages: readonly number[], facts: DocumentFacts) {
  const { match } = operation;
  const all = await facts.locate(match, pages, operation.op === 'redact' && match.case === 'ignore');
  const { min, max } = match.expect;
  if (all.length === 0 && pages.every((page) => facts.pageText(page).trim() === '')) {
    throw missing(operation, 'no_text_found', 'The pages have no text; run OCR first.');
  }
  const found = chooseOccurrence(all, match.occurrence);
  const count = `${sought(match)} was found ${times(all.length)}.`;
  if (all.length < min || found.length === 0) throw missing(operation, 'text_not_found', count);
  if (max !== undefined && all.length > max) throw missing(operation, 'ambiguous_match', count);
  const column = operation.op === 'insert_text' ? operation.in_line_with : undefined;
  if (column !== undefined && !found.every(({ page }) => facts.pageText(page).includes(column)))
    throw missing(
      operation,
      'text_not_found',
      `The text “${column.slice(0, SOUGHT_CHARS_MAX)}”, which the new text shall stand in line with, was not found.`,
    );
  return operation.op === 'delete_text' && operation.as !== 'text' ? wholeUnits(operation, operation.as, found, facts) : found;
}

/**
 * What goes as a paragraph is what the page shows as one: where the editor ends in the middle of a sentence and the model of the page goes on, or takes
 * another paragraph along, neither is sure.
 */
function requireWholeParagraphs(placed: readonly PlacedOperation[], ground: GroundDocument): void {
  for (const { operation, found } of placed) {
    if (operation.op !== 'delete_text' || (operation.as !== 'paragraph' && operation.as !== 'list_item')) continue;
    for (const { page, start, end, text } of found) {
      const blocks = ground.blocks(page).filter(({ kind }) => kind === 'paragraph' || kind === 'heading');
      const isIn = (word: { readonly start: number; readonly end: number }) => word.start < end && word.end > start;
      const goesOn = blocks.some(
        ({ words }) => words.some(isIn) && words.some((word) => word.start >= end) && !/[.!?:;,)\]»”"’]\s*$/u.test(text),
      );
      const others = blocks.filter(({ words }) => words.length > 0 && words.every(isIn));
      if (goesOn || (operation.as === 'paragraph' && others.length > 1) || goesOnBelow({ page, start, end, text }, placed, ground))
        throw missing(
          operation,
          'unsupported_feature',
          `The ${operation.as.replace('_', ' ')} of the text on page ${page} cannot be told apart from what is around it.`,
        );
    }
  }
}

/** Of the height of a word: what stands nearer below is the next line, not the next paragraph. */
const LINE_SHARE = 1.5;

/** It ends within a sentence, and the next line goes on with a small letter. */
function goesOnBelow({ page, end, text }: LocatedText, placed: readonly PlacedOperation[], { facts }: GroundDocument): boolean {
  if (!/[\p{L},]\s*$/u.test(text) || !/^\s*\p{Ll}/u.test(facts.pageText(page).slice(end))) return false;
  const { words } = facts.layout(page);
  const [last, next] = [words.findLast((word) => word.start < end), words.find((word) => word.start >= end)];
  const isGone = (one: PlacedOperation) =>
    one.operation.op === 'delete_text' &&
    one.found.some((place) => place.page === page && place.start <= (next?.start ?? -1) && place.end > (next?.start ?? -1));
  if (!last || !next || placed.some(isGone)) return false;
  const drop = last.box[1] - next.box[1];
  return drop > 0 && drop < (last.box[3] - last.box[1]) * LINE_SHARE;
}

/** What goes with the matches, each once. */
function wholeUnits(
  operation: EditOperation,
  unit: Exclude<TextUnit, 'text'>,
  found: readonly LocatedText[],
  facts: DocumentFacts,
): readonly LocatedText[] {
  const whole = new Map<string, LocatedText>();
  for (const place of found) {
    const one = facts.unitOf(place, unit);
    if (!one)
      throw missing(
        operation,
        'unsupported_feature',
        `The ${unit.replace('_', ' ')} of the text on page ${place.page} cannot be told apart from what is around it.`,
      );
    for (const each of [one, ...(one.pieces ?? []).map((piece) => ({ ...piece, isPiece: true as const }))])
      whole.set(`${each.page} ${each.start}`, each);
  }
  return [...whole.values()];
}

/** What a match looks for, as a message says it. */
function sought({ text, pattern }: { readonly text?: string | undefined; readonly pattern?: string | undefined }): string {
  return text === undefined ? `Text of the class \`${pattern}\`` : `The text “${text.slice(0, SOUGHT_CHARS_MAX)}”`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

async function findSpellingsLeft(placed: readonly PlacedOperation[], facts: DocumentFacts): Promise<readonly SpellingLeft[]> {
  const redacted = placed.filter(({ operation }) => operation.op === 'redact').flatMap(({ found }) => found);
  const left: SpellingLeft[] = [];
  for (const { operation, pages } of placed) {
    if (operation.op !== 'redact' || operation.match.text === undefined) continue;
    const { text } = operation.match;
    const all = await facts.locate({ ...operation.match, whole_word: false }, pages, true);
    const others = all.filter((one) => !redacted.some(({ page, start, end }) => page === one.page && start < one.end && one.start < end));
    const counted = Map.groupBy(others, (one) => differenceOf(text, one.text));
    for (const [spelling, { length }] of counted) if (spelling) left.push({ operation: operation.id, spelling, count: length });
  }
  return left;
}

function touchedPages(placed: readonly PlacedOperation[]): readonly number[] {
  return placed.flatMap(({ pages, found }) => (found.length > 0 ? found.map(({ page }) => page) : pages));
}

async function judge(
  placed: readonly PlacedOperation[],
  facts: DocumentFacts,
  records: ReadonlySet<RecordClass>,
  options: CheckOptions,
): Promise<void> {
  // A plan of the caller says in its operations what it is for.
  const words = options.instruction ?? placed.map(({ operation }) => operation.because).join('\n');
  const said = judgeInstruction(words);
  const allowed = options.allowedRecords ?? new Set<RecordClass>();
  const isTheirs = said !== undefined && said.stated === undefined && allowed.has(said.record);
  const refusal =
    (isTheirs || said?.stated ? undefined : said) ?? (await judgePlan(placed, facts, { records, allowed, stated: readStated(words) }));
  if (refusal) throw refusedByPolicy(refusal);
}

/** Before there is a plan, for every planner. @throws JobFailure policy_violation */
export async function checkRequest(instruction: string, facts: DocumentFacts, options: CheckOptions): Promise<void> {
  const records = await recogniseRecords(facts, [], options.knownRecords);
  const refusal = await judgeRequest(instruction, facts, records, options.allowedRecords);
  if (refusal) throw refusedByPolicy(refusal);
}

const UNPLANNED: ReadonlySet<FailureReason> = new Set<FailureReason>(['plan_invalid', 'text_not_found', 'ambiguous_match']);

/** What cannot be planned is judged too: it would be forbidden in any other words. @returns the error to throw */
export async function judgeFailure(error: unknown, instruction: string, facts: DocumentFacts, options: CheckOptions): Promise<unknown> {
  if (!(error instanceof JobFailure) || !UNPLANNED.has(error.reason)) return error;
  const records = await recogniseRecords(facts, [], options.knownRecords);
  const refusal = await judgeUnplanned(instruction, facts, records, options.allowedRecords);
  return refusal ? refusedByPolicy(refusal) : error;
}

function refusedByPolicy({ message, record, kind, stated }: PolicyRefusal): JobFailure {
  return new JobFailure('policy_violation', {
    message,
    refused: { kind: 'edit', check: 'policy' },
    details: { record, kind, ...(stated ? { purpose: stated.purpose, words: stated.words } : {}) },
  });
}

type Asked = CheckOptions & { readonly instruction: string };

/** What goes along with a thing is asked for with it: what is left is judged by what is left of the words. */
function withoutAlong(placed: readonly PlacedOperation[], options: Asked, along: Along | undefined): [readonly PlacedOperation[], Asked] {
  if (!along || along.taken.length === 0) return [placed, options];
  const { taken, without } = along;
  const left = placed.filter((each) => !taken.includes(each));
  const bare = left.map((each) => ({ ...each, operation: { ...each.operation, because: without(each.operation.because) } }));
  const saidActs = async () =>
    ((await options.saidActs?.()) ?? []).map((act) => ({ ...act, words: without(act.words), target: without(act.target), where: without(act.where) })); // prettier-ignore
  return [bare, { ...options, instruction: without(options.instruction), saidActs }];
}

/**
 * The words that ask for an operation must be in the instruction, name what it acts on, and say what it writes.
 * @returns the operations of which nothing but a language model says where
 */
async function requireWarrants(
  placed: readonly PlacedOperation[],
  { instruction, ownOperations, saidActs, ground }: Asked,
  facts: DocumentFacts,
): Promise<readonly string[]> {
  const { pageCount } = facts;
  const before: { readonly operation: EditOperation; readonly warrant: Warrant }[] = [];
  let own: ReadonlySet<string> | undefined;
  const reasons = placed.map(({ operation }) => operation.because);
  // An act on one thing asks for one operation of a kind.
  const spent = new Map<SaidAct, PlacedOperation[]>();
  const inferred: string[] = [];
  for (const each of placed) {
    const { operation, found } = each;
    if (spellsOut(operation)) throw unwarranted(operation, 'figures');
    const quoted = warrantOf(operation, instruction, pageCount);
    const described =
      quoted.ok || !ground
        ? undefined
        : describedWarrant({ operation, found }, { instruction, reasons, field: quoted.field }, await ground());
    const warrant =
      described ?? (ground && isPaged(operation) ? pagesWarrant(each, { quoted, instruction, placed }, await ground()) : quoted);
    if (!warrant.ok) {
      own ??= new Set(((await ownOperations?.()) ?? []).map(withoutId));
      if (own.has(withoutId(operation))) continue;
      const opened = await ground?.();
      const lines = linesOfOne(each, placed, facts);
      const acts = (await saidActs?.())?.filter((act) => !isSpent(act, spent.get(act) ?? [], lines, operation)) ?? [];
      const resting = opened && (await restingOnActs(lines, instruction, acts, opened));
      if (!resting) throw unwarranted(operation, warrant.field);
      const { act, isInferred } = resting;
      if (isInferred) inferred.push(operation.id);
      if (act.reach === 'one' && act.unit !== 'section') spent.set(act, [...(spent.get(act) ?? []), each]);
      continue;
    }
    // A frame goes with its text, on the same words.
    const isApart = (op: EditName) => op !== operation.op && op !== 'restyle_box' && operation.op !== 'restyle_box';
    if (before.some((other) => isApart(other.operation.op) && shareObject(other.warrant, warrant))) throw unwarranted(operation, 'because');
    before.push({ operation, warrant });
  }
  return inferred;
}

function isSpent({ unit }: SaidAct, before: readonly PlacedOperation[], { others }: LinesOfOne, own: EditOperation): boolean {
  return before.some(
    (one) =>
      one.operation.op === own.op &&
      !((unit === 'paragraph' || own.op === 'set_link') && others.includes(one)) &&
      !isOtherField(one.operation, own),
  );
}

/** `Ann Brown` for two fields: each gets its own part of the value. */
function isOtherField(one: EditOperation, two: EditOperation): boolean {
  return one.op === 'fill_field' && two.op === 'fill_field' && one.field !== two.field && one.value !== two.value;
}

async function restingOnActs(each: LinesOfOne, instruction: string, acts: readonly SaidAct[], ground: GroundDocument) {
  return acts.length === 0 ? undefined : restingOn(each, { instruction, acts, ground, fields: await ground.fields() });
}

/** Two operations that do the same, whatever their number and words. */
function withoutId(operation: EditOperation): string {
  return JSON.stringify(EditOperation.parse({ ...operation, id: 'op1', because: '-' }));
}

const UNWARRANTED: Readonly<Record<string, string>> = {
  'match.text': 'The words of the operation neither quote nor describe what it acts on, or describe another place better.',
  as: 'The instruction does not ask for the whole line, list item, row or paragraph.',
  value: 'The plan would write something that is not in the instruction.',
  figures: 'A figure is replaced by a word; what the instruction says in words is written in figures there.',
  pages: 'The instruction does not name the pages that the plan acts on.',
  along:
    'What is to go along with a thing is beside it and goes with it: the caption of this picture, all of it, by an operation of its own. Where none is there, that goes into `unresolved`.',
  rest: 'The plan does a part of what is asked for in one: a drawing that goes with its text, or a text that stands in line with others. What no operation can do goes into `unresolved`.',
};

function unwarranted({ op, id }: EditOperation, field: string): JobFailure {
  const message =
    field === 'because'
      ? `The instruction does not ask for the operation \`${op}\`.`
      : (UNWARRANTED[field] ?? `The instruction does not name what the operation \`${op}\` acts on (\`${field}\`).`);
  return new JobFailure('instruction_refused', {
    message,
    refused: { kind: 'edit', check: 'derivation', operation: id },
    details: { field },
  });
}

function withoutDeleted(each: PlacedOperation, deleted: ReadonlyMap<number, EditOperation>): PlacedOperation {
  if (each.operation.op === 'delete_pages' || each.operation.op === 'keep_pages') return each;
  return {
    ...each,
    pages: each.pages.filter((page) => !deleted.has(page)),
    found: each.found.filter((place) => !deleted.has(place.page)),
    ...(each.images ? { images: each.images.filter((place) => !deleted.has(place.page)) } : {}),
  };
}

function invalid(check: EditCheck, message: string, details: Record<string, unknown> = {}): JobFailure {
  return new JobFailure('plan_invalid', { message, refused: { kind: 'edit', check }, details });
}

function isUnlocated({ refused }: JobFailure): boolean {
  return refused?.kind === 'edit' && refused.check === 'located';
}
