// Plans an edit of a document of text with the model behind an endpoint, as a job does it: only what the grammar does not read is asked.

import type { EditPlan, PlannedEdits } from '#contract/params/edit-plan.ts';
import { askEndpoint, type ModelEndpoint } from '../../processor/ask-model.ts';
import { ModelUse } from '../../processor/operations/ai-edit/model/asker.ts';
import { planWithModel, type PlanningRequest } from '../../processor/operations/ai-edit/model/plan-with-model.ts';
import { readableDocument } from '../../processor/operations/ai-edit/model/readable-document.ts';
import { checkPlan } from '../../processor/operations/ai-edit/plan/check-plan.ts';
import { readActs } from '../../processor/operations/ai-edit/model/read-acts.ts';
import { openGround } from '../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { makePlan, planOfModel } from '../../processor/operations/ai-edit/plan/make-plan.ts';
import { factsOfText, modelOfText, type TextDocument } from './text-document.ts';

const ACTS_MS = 20_000;

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

/** As a job does it: what the words do not decide is asked without the document. @throws JobFailure as a job fails */
export async function planByModel(
  server: Pick<ModelEndpoint, 'baseUrl'> | undefined,
  instruction: string,
  document: TextDocument,
): Promise<EditPlan> {
  const facts = factsOfText(document);
  const fields = () => Promise.resolve([]);
  const { page } = modelOfText(document);
  const endpoint = server && askEndpoint({ baseUrl: server.baseUrl, apiKey: 'key-1', model: 'm' }, new AbortController().signal);
  const options = {
    instruction,
    allowPartial: false,
    ground: () => Promise.resolve(openGround(facts, fields, page)),
    ...(endpoint && { saidActs: () => readActs(endpoint, instruction, new ModelUse(), ACTS_MS) }),
  };
  const check: PlanningRequest['check'] = async (edits, model) => {
    await checkPlan(planOfModel(model, facts, edits), facts, options);
  };
  const ask = async (endpoint: Pick<ModelEndpoint, 'baseUrl'>) => {
    const { edits, use } = await askForPlan(endpoint, instruction, document, { check });
    return { edits, model: use.model };
  };
  return makePlan(instruction, { facts, fields }, server && (async () => ask(server)));
}
