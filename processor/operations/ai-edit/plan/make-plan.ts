// From an instruction to a plan bound to its document: the grammar first; what it cannot parse goes to the language model where one is
// configured. The grammar reads the instruction alone, so nothing in a document can change what it plans.

import { EditPlan, PLAN_VERSION, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { GRAMMAR_VERSION, type InstructionProblem, parseInstruction } from '#instruction/parse.ts';
import { JobFailure } from '../../../failure.ts';

export interface PlannedDocument {
  readonly sha256: string;
  readonly pageCount: number;
}

/** What a language model planned, and which. */
export type AskForPlan = () => Promise<{ readonly edits: PlannedEdits; readonly model: string }>;

/**
 * @param askModel undefined where there is no language model
 * @throws JobFailure plan_invalid (`details.problems`: spans and suggestions) when it is not understood, or as planWithModel does.
 */
export async function makePlan(instruction: string, document: PlannedDocument, askModel: AskForPlan | undefined): Promise<EditPlan> {
  const read = parseInstruction(instruction);
  if (read.ok) return boundPlan({ kind: 'grammar', version: GRAMMAR_VERSION }, document, read.edits);
  if (askModel === undefined) throw notUnderstood(read.problems);
  const { edits, model } = await askModel();
  return planOfModel(model, document, edits);
}

export function planOfModel(model: string, document: PlannedDocument, edits: PlannedEdits): EditPlan {
  return boundPlan({ kind: 'llm', version: model.slice(0, 64) || 'unnamed' }, document, edits);
}

function boundPlan(planner: EditPlan['planner'], document: PlannedDocument, edits: PlannedEdits): EditPlan {
  return EditPlan.parse({ plan_version: PLAN_VERSION, planner, source: { sha256: document.sha256, pages: document.pageCount }, ...edits });
}

function notUnderstood(problems: readonly InstructionProblem[]): JobFailure {
  const shown = problems.map(({ start, end, message, suggestions }) => ({ start, end, message, suggestions }));
  return new JobFailure('plan_invalid', {
    message: 'The instruction was not understood.',
    refused: { kind: 'edit', check: 'instruction' },
    details: { problems: shown },
  });
}
