// The `ai-edit` operation: a plan is made, judged and carried out on a copy, and the result is judged before it is returned. A dry run ends
// after the plan. Nothing here decides what to change: the plan does.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EditPlan, PLAN_VERSION } from '#contract/params/edit-plan.ts';
import { RECORD_CLASS_NAMES } from '#contract/edit-policy.ts';
import type { Warning } from '#contract/processor.ts';
import type { OperationParams } from '#contract/operations.ts';
import { addDetails, JobFailure } from '../../failure.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { openSource, sourceOptions } from '../../open-source.ts';
import type { Operation, OperationContext, OperationResult, SourceFile } from '../operation.ts';
import { type CarriedOut, carryOut, type HeldPdf } from './carry-out.ts';
import { type CheckedPlan, type CheckOptions, checkPlan, checkRequest, judgeFailure } from './plan/check-plan.ts';
import { ModelUse } from './model/asker.ts';
import { type PlanningRequest, planWithModel } from './model/plan-with-model.ts';
import { readActs, type SaidAct } from './model/read-acts.ts';
import { readableDocument } from './model/readable-document.ts';
import { type DocumentModel, modelDocument } from '../../document/pages/model-document.ts';
import { leaveOut } from './plan/leave-out.ts';
import { makePlan, ownOperations, type PlannedDocument, planOfModel } from './plan/make-plan.ts';
import { type GroundDocument, openGround } from './plan/places/ground-document.ts';
import { readLabelledFields } from './facts/labelled-fields.ts';
import type { PlacedOperation } from './facts/placed-operation.ts';
import { type PdfFacts, readFacts } from './facts/read-facts.ts';
import { listMatches, reportDryRun } from './report-edit.ts';
import { tellPages } from './tell-pages.ts';

type Params = OperationParams<'ai_edit'>;

export const handleAiEdit: Operation<'ai_edit'> = async (context, sources, params) => {
  const use = new ModelUse();
  try {
    const result = await planAndEdit(context, sources, params, use);
    return use.requests === 0 ? result : { ...result, report: { ...result.report, model: use } };
  } catch (error) {
    throw error instanceof JobFailure && use.requests > 0 ? addDetails(error, { model: use }) : error;
  }
};

async function planAndEdit(...[context, sources, params, use]: [...Parameters<Operation<'ai_edit'>>, ModelUse]): Promise<OperationResult> {
  const [source, ...pictures] = sources;
  const file = fileSource(source.path);
  // A dry run breaks no signature and shows only what may be read.
  const open = () => openSource(file, params.dry_run ? 'read' : 'modify', sourceOptions(context, params));
  const held: HeldPdf = { opened: await open() };
  const planned = await checkedPlan(held, sources, params, context, use);
  if ('files' in planned) return planned;
  const edited = await editWhatCan({ held, open }, planned, pictures, params, context);
  return tellEdited(edited, source, context);
}

/** The plan, or the result of a dry run. What is read of the document for it is let go. */
async function checkedPlan(
  { opened }: HeldPdf,
  [source, ...pictures]: readonly [SourceFile, ...SourceFile[]],
  params: Params,
  context: OperationContext,
  use: ModelUse,
): Promise<CheckedPlan | OperationResult> {
  if (!opened) throw new JobFailure('internal', { cause: new Error('no document') });
  for (const note of opened.warnings) context.warn(note);
  context.progress({ percent: 10, stage: 'planning' });
  const facts = readFacts(opened, source.sha256, tellPages(context, 'checking', [10, 40]));
  using held = holdModel(opened, context.workDir);
  const document = { facts, fields: () => readLabelledFields(opened), model: held.model };
  let ground: Promise<GroundDocument> | undefined;
  const openOnce = async () => openGround(facts, document.fields, (await document.model()).page);
  const known = new Set<string>(context.limits.editable_records);
  const { askModel } = context;
  const { instruction } = params;
  let acts: Promise<readonly SaidAct[]> | undefined;
  const options = {
    instruction,
    allowPartial: params.allow_partial,
    pictures: pictures.length,
    allowedRecords: new Set(RECORD_CLASS_NAMES.filter((name) => known.has(name))),
    knownRecords: context.limits.source_records ?? [],
    ownOperations: () => (instruction === undefined ? Promise.resolve([]) : ownOperations(instruction, document)),
    ...(askModel &&
      instruction !== undefined && {
        saidActs: () => (acts ??= readActs(askModel, instruction, use, Math.min(context.limits.planning_ms ?? ACTS_MS, ACTS_MS))),
      }),
    ground: () => (ground ??= openOnce()),
  };
  const plan = await planJudged(params, { document, use }, options, context);
  context.progress({ percent: 10, stage: 'checking' });
  const checked = await checkPlan(plan, facts, options);
  for (const each of checked.inferred) context.warn(tellInferred(each));
  return params.dry_run ? writeDryRun(checked, facts, source, context) : checked;
}

const INFERRED_CHARS_MAX = 80;

function tellInferred({ operation, found }: PlacedOperation): Warning {
  const [first] = found;
  const place = first ? `“${first.text.slice(0, INFERRED_CHARS_MAX)}” on page ${first.page}` : 'its place';
  const message = `No word of the instruction stands where \`${operation.op}\` acts: a language model chose ${place}. Check it.`;
  return { code: 'place_inferred', message, ...(first && { page: first.page }) };
}

/** For reading an instruction without its document. */
const ACTS_MS = 10_000;

/** The model of a document, built when it is first asked for. */
function holdModel(opened: OpenedPdf, workDir: string): Disposable & { readonly model: () => Promise<DocumentModel> } {
  let built: DocumentModel | undefined;
  let building: Promise<DocumentModel> | undefined;
  const build = async () => (built = await modelDocument(opened, workDir));
  return { model: () => (building ??= build()), [Symbol.dispose]: () => built?.[Symbol.dispose]() };
}

/** Before there is a plan the request is judged, for every planner. */
async function planJudged(params: Params, planning: Planning, options: CheckOptions, context: OperationContext): Promise<unknown> {
  const { instruction } = params;
  if (instruction === undefined) return planFor(params, planning, options, context);
  await checkRequest(instruction, planning.document.facts, options);
  try {
    return await planFor(params, planning, options, context);
  } catch (error) {
    throw await judgeFailure(error, instruction, planning.document.facts, options);
  }
}

/** Each round opens, edits and judges the whole document. */
const ROUNDS_MAX = 6;

interface Planning {
  readonly document: PlannedDocument & { readonly facts: PdfFacts; readonly model: () => Promise<DocumentModel> };
  readonly use: ModelUse;
}

async function planFor(
  { plan, instruction }: Params,
  { document, use }: Planning,
  options: CheckOptions,
  context: OperationContext,
): Promise<unknown> {
  const { facts } = document;
  const source = { sha256: facts.sha256, pages: facts.pageCount };
  if (plan !== undefined) {
    if ('plan_version' in plan) return plan;
    return { plan_version: PLAN_VERSION, planner: { kind: 'caller', version: '1' }, source, ...plan } satisfies EditPlan;
  }
  if (instruction === undefined) throw new JobFailure('plan_invalid', { refused: { kind: 'edit', check: 'schema' } });
  const { askModel } = context;
  const askForPlan = async (ask: NonNullable<typeof askModel>) => {
    const check: PlanningRequest['check'] = async (edits, name, isLast) => {
      await checkPlan(planOfModel(name, facts, edits), facts, { ...options, allowPartial: options.allowPartial && isLast });
    };
    const readable = readableDocument(await document.model(), facts);
    const request = { instruction, document: readable, imageCount: options.pictures ?? 0, check };
    const edits = await planWithModel(ask, request, { deadlineMs: context.limits.planning_ms, use });
    return { edits, model: use.model };
  };
  return makePlan(instruction, document, askModel && (async () => askForPlan(askModel)));
}

async function writeDryRun(checked: CheckedPlan, facts: PdfFacts, source: SourceFile, context: OperationContext): Promise<OperationResult> {
  const { content, report } = reportDryRun(checked, listMatches(checked, facts), context.jobId);
  const path = join(context.workDir, 'plan.json');
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (Buffer.byteLength(text) > context.limits.output_bytes) throw new JobFailure('output_limit');
  await writeFile(path, text);
  const filename = `${source.filename.replace(/\.[^.]*$/, '')}.plan.json`;
  return { files: [{ path, filename, contentType: 'application/json' }], report, pages: facts.pageCount };
}

/** Where partial results are allowed, what the guard or the editor refuses is skipped, and the rest is carried out on a fresh copy. */
async function editWhatCan(
  { held, open }: { readonly held: HeldPdf; readonly open: () => Promise<OpenedPdf> },
  checked: CheckedPlan,
  pictures: readonly SourceFile[],
  params: Params,
  context: OperationContext,
): Promise<CarriedOut> {
  let left = checked;
  for (let round = 1; ; round++) {
    try {
      return await carryOut(held, left, pictures, context, params.allow_partial);
    } catch (error) {
      const smaller = params.allow_partial && round < ROUNDS_MAX ? leaveOut(left, error) : undefined;
      if (!smaller) throw error;
      left = smaller;
      held.opened = await open();
    }
  }
}

function tellEdited({ path, pages, report, warnings }: CarriedOut, source: SourceFile, context: OperationContext): OperationResult {
  for (const note of warnings) context.warn(note);
  return { files: [{ path, filename: source.filename, contentType: 'application/pdf' }], report, pages };
}
