// From an instruction to a plan bound to its document. The grammar reads what names every text in quotation marks; what people write otherwise is
// read with the document beside it; what neither understands goes to the language model where one is configured. What to do comes from the
// instruction alone: the document only says where the things are that it names.

import { type EditOperation, EditPlan, PLAN_VERSION, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { GRAMMAR_VERSION, type InstructionProblem, parseInstruction } from '#instruction/parse.ts';
import type { LabelledField } from '../facts/labelled-fields.ts';
import type { DocumentFacts } from '../facts/locate.ts';
import { openGround } from './ground/ground-document.ts';
import { type GroundedPlan, isSaidExactly, planGrounded } from './ground/plan-grounded.ts';
import { refuseOpen } from './ground/refuse-open.ts';
import { wholeWords } from './ground/whole-words.ts';
import { type ModelSettings, planWithModel } from './plan-with-model.ts';

export interface PlannedDocument {
  readonly facts: DocumentFacts;
  readonly fields: () => Promise<readonly LabelledField[]>;
  readonly pageTexts: () => readonly string[] | Promise<readonly string[]>;
  /** How many pictures came with the job. */
  readonly imageCount?: number;
}

/** @throws JobFailure plan_invalid (`details.problems`: spans and suggestions), text_not_found, ambiguous_match, or as planWithModel does. */
export async function makePlan(
  instruction: string,
  document: PlannedDocument,
  model: ModelSettings | undefined,
  options: { readonly deadlineMs?: number | undefined } = {},
): Promise<EditPlan> {
  const { problems, planned } = await planEmbedded(instruction, document);
  if (planned.ok) return boundPlan({ kind: 'grammar', version: GRAMMAR_VERSION }, document.facts, planned.edits);
  if (model === undefined) throw refuseOpen(instruction, planned.open, problems, document.facts);
  const pageTexts = await document.pageTexts();
  const { pageCount } = document.facts;
  const edits = await planWithModel(model, { instruction, pageCount, pageTexts, imageCount: document.imageCount ?? 0 }, options);
  return boundPlan({ kind: 'llm', version: model.model.slice(0, 64) }, document.facts, edits);
}

/** What this instruction asks for as it is read here, without any model: no other plan for it needs to be argued about. */
export async function ownOperations(instruction: string, document: PlannedDocument): Promise<readonly EditOperation[]> {
  const { planned } = await planEmbedded(instruction, document);
  return planned.ok ? planned.edits.operations : [];
}

interface Embedded {
  readonly planned: GroundedPlan;
  /** What the grammar did not read. */
  readonly problems: readonly InstructionProblem[];
}

async function planEmbedded(instruction: string, { facts, fields }: PlannedDocument): Promise<Embedded> {
  const read = parseInstruction(instruction);
  const isExact = read.ok && read.edits.operations.every((operation) => isSaidExactly(operation, instruction));
  const exact = isExact ? { ok: true as const, edits: await wholeWords(read.edits, facts) } : undefined;
  // A field is called by the label printed beside it, which only the document knows.
  const namesField = read.ok && read.edits.operations.some(({ op }) => op === 'fill_field' || op === 'check_field');
  if (exact && !namesField) return { planned: exact, problems: [] };
  const grounded = await planGrounded(instruction, openGround(facts, fields));
  const planned = grounded.ok ? grounded : (exact ?? grounded);
  return {
    planned: planned.ok ? { ok: true, edits: await wholeWords(planned.edits, facts) } : planned,
    problems: read.ok ? [] : read.problems,
  };
}

function boundPlan(planner: EditPlan['planner'], { sha256, pageCount }: DocumentFacts, edits: PlannedEdits): EditPlan {
  return EditPlan.parse({ plan_version: PLAN_VERSION, planner, source: { sha256, pages: pageCount }, ...edits });
}
