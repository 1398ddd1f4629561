// Plans an edit of a document of text with the model behind an endpoint, as a job does it: only what the grammar does not read is asked.

import type { EditPlan, PlannedEdits } from '#contract/params/edit-plan.ts';
import { askEndpoint, type ModelEndpoint } from '../../processor/ask-model.ts';
import { ModelUse, planWithModel, type PlanningRequest } from '../../processor/operations/ai-edit/model/plan-with-model.ts';
import { readableDocument } from '../../processor/operations/ai-edit/model/readable-document.ts';
import { checkPlan } from '../../processor/operations/ai-edit/plan/check-plan.ts';
import { makePlan, planOfModel } from '../../processor/operations/ai-edit/plan/make-plan.ts';
import { factsOfText, modelOfText, type TextDocument } from './text-document.ts';

export interface ModelRun extends Partial<PlanningRequest> {
  readonly deadlineMs?: number;
}

/** The model alone, without any check unless one is given. */
export async function askForPlan(
  { baseUrl }: { readonly baseUrl: string },
  instruction: string,
  document: TextDocument,
  { deadlineMs, ...changes }: ModelRun = {},
): Promise<{ readonly edits: PlannedEdits; readonly use: ModelUse }> {
  const { signal } = new AbortController();
  const ask = askEndpoint({ baseUrl, apiKey: 'key-1', model: 'm' }, signal);
  const readable = readableDocument(modelOfText(document), factsOfText(document));
  const use = new ModelUse();
  const request = { instruction, imageCount: 0, document: readable, check: async () => {}, ...changes };
  return { edits: await planWithModel(ask, request, { deadlineMs, use }), use };
}

/** @throws JobFailure as a job fails */
export async function planByModel(
  server: Pick<ModelEndpoint, 'baseUrl'> | undefined,
  instruction: string,
  document: TextDocument,
): Promise<EditPlan> {
  const facts = factsOfText(document);
  const check: PlanningRequest['check'] = async (edits, model) => {
    await checkPlan(planOfModel(model, facts, edits), facts, { instruction, allowPartial: false });
  };
  const ask = async (endpoint: Pick<ModelEndpoint, 'baseUrl'>) => {
    const { edits, use } = await askForPlan(endpoint, instruction, document, { check });
    return { edits, model: use.model };
  };
  return makePlan(instruction, { facts, fields: () => Promise.resolve([]) }, server && (async () => ask(server)));
}
