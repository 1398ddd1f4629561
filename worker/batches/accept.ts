// Accepts a batch: judges each item as the job that it becomes, then writes batch, jobs and events in one batch of statements. The jobs wait in
// line from the start (`parked`), so they need no queue message: a free slot, or the sweep, wakes them.

import type { BatchItem, BatchObject, CreateBatch } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import type { OperationName } from '#contract/operations.ts';
import type { RefusedField } from '#contract/params/submission.ts';
import type { Deps, Region } from '../deps.ts';
import { type OwnFiles, ownFiles } from '../files/own-files.ts';
import type { Caller } from '../http/context.ts';
import { type AcceptDeps, type PreparedJob, prepareJob, refuseByPlan } from '../jobs/accept.ts';
import { insertWithRoom } from '../jobs/find-room.ts';
import { ok, refuse, refuseField, type Refusal, type Result } from '../result.ts';
import { batchObject } from './batch.ts';
import type { BatchRow } from './batch-table.ts';
import { type Item, insertBatch } from './insert-batch.ts';

export interface BatchRequest {
  readonly body: CreateBatch;
  readonly requestId: string;
  readonly traceparent: string | undefined;
}

/** A statement of the batch's own statements that keeps the answer for a repeated request. */
type KeepAnswer = (answer: BatchObject) => Promise<D1PreparedStatement | undefined>;

interface AcceptedBatch {
  readonly answer: BatchObject;
  readonly regions: ReadonlySet<Region>;
}

/** How often items are judged again because one of their files ended while they were. */
const ROUNDS_MAX = 3;

export async function acceptBatch(
  deps: AcceptDeps,
  caller: Caller,
  request: BatchRequest,
  keepAnswer: KeepAnswer,
): Promise<Result<AcceptedBatch>> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const judged = await judgeItems(deps, caller, request);
    if (!judged.ok) return judged;
    const jobs = judged.value.flatMap(({ job }) => (job ? [job] : []));
    const steps = jobs.reduce((sum, { row }) => sum + row.steps, 0);
    if (jobs.length > caller.plan.queued_jobs)
      return refuseField('items', 'too_many', `The plan allows ${caller.plan.queued_jobs} waiting jobs; the batch has ${jobs.length}.`);
    const row = newBatch(deps, caller, request, judged.value);
    const answer = batchObject({ ...row, ...COUNTED_NONE, queued: jobs.length });
    const kept = await keepAnswer(answer);
    const bounds = { queuedMax: caller.plan.queued_jobs, monthMax: caller.plan.jobs_per_month };
    const insert = async () => insertBatch(deps, row, judged.value, bounds, kept ? [kept] : []);
    const written = await insertWithRoom(deps, caller, { jobs: jobs.length, steps }, insert);
    if (written) return ok({ answer, regions: new Set(jobs.map(({ region }) => region)) });
    if (await filesAreThere(deps, caller, jobs)) return refuseByPlan(deps, caller, jobs.length, steps);
  }
  return refuse('unavailable', 'Files of the batch ended while it was accepted; send it again.');
}

const COUNTED_NONE = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0, expired: 0 };

/** Each item as a job or as a refusal. @returns the refusal of the whole batch, if its request or acceptable use says so */
async function judgeItems(deps: AcceptDeps, caller: Caller, request: BatchRequest): Promise<Result<readonly Item[]>> {
  const { items, on_error } = request.body;
  const files = ownFiles(deps, caller.accountId, LIMITS.batchConfirmedMax);
  await files.load(fileIdsIn([items, request.body.params]));
  const judged: Item[] = [];
  let [chars, sources] = [0, 0];
  for (const [position, item] of items.entries()) {
    const job = await judgeItem(deps, caller, request, item, files);
    if (job.ok) {
      chars += job.value.row.params.length;
      sources += 1 + job.value.further.length;
    }
    // Acceptable use forbids the request, not one item of it; and what is our own fault is not the item's.
    if (!job.ok && (job.refusal.code === 'policy_violation' || job.refusal.code === 'unavailable'))
      return refusedItems([{ position, refusal: job.refusal }]);
    if (chars > LIMITS.batchParamsCharsMax)
      return refuse('request_too_large', `The parameters of all items together hold at most ${LIMITS.batchParamsCharsMax} characters.`);
    if (sources > LIMITS.batchSourcesMax)
      return refuseField('items', 'too_many_files', `The items of a batch read at most ${LIMITS.batchSourcesMax} files together.`);
    judged.push(job.ok ? { position, job: job.value } : { position, refusal: job.refusal });
  }
  if (files.isExhausted())
    return refuse(
      'file_not_ready',
      `${LIMITS.batchConfirmedMax} uploads of the batch have been looked at now, and more have not: send the request again.`,
    );
  const refused = judged.flatMap(({ position, refusal }) => (refusal ? [{ position, refusal }] : []));
  return refused.length > 0 && (on_error === 'reject' || refused.length === items.length) ? refusedItems(refused) : ok(judged);
}

async function judgeItem(
  deps: AcceptDeps,
  caller: Caller,
  { body, requestId, traceparent }: BatchRequest,
  item: BatchItem,
  files: OwnFiles,
): Promise<Result<PreparedJob>> {
  const type: OperationName | undefined = item.operation ?? body.operation;
  if (type === undefined) return refuseField('operation', 'missing', 'Neither the item nor the batch names an operation.');
  const params = item.params ?? body.params ?? {};
  const foreign = ['file_id', 'metadata', 'deliver_to'].find((name) => name in params);
  if (foreign !== undefined) return refuseField(`params.${foreign}`, 'unknown', `\`${foreign}\` stands beside \`params\`.`);
  if (params['plan_id'] !== undefined)
    return refuseField('params.plan_id', 'unsupported', 'A plan belongs to one document: it is carried out by a job of its own.');
  if (JSON.stringify(params).length > LIMITS.jsonBodyBytesMax)
    return refuse('request_too_large', `The parameters of an item hold at most ${LIMITS.jsonBodyBytesMax} characters.`);
  const { file_id, metadata, deliver_to } = item;
  const beside = Object.entries({ file_id, metadata, deliver_to }).filter(([, value]) => value !== undefined);
  const fields = { ...params, ...Object.fromEntries(beside) };
  return prepareJob(deps, caller, { type, body: fields, requestId, traceparent }, files);
}

const DETAILS_MAX = 20;

/** The code of the first; details name the items. */
function refusedItems(refused: readonly { readonly position: number; readonly refusal: Refusal }[]): Result<never> {
  const [first] = refused;
  if (!first) throw new Error('no item was refused');
  const { code, message = '', headers } = first.refusal;
  const others = refused.length > 1 ? ` ${refused.length - 1} more of the items cannot be accepted.` : '';
  const details = refused.flatMap(({ position, refusal }): RefusedField[] =>
    (refusal.details ?? [{ field: '', issue: refusal.code, message: refusal.message ?? '' }]).map((detail) => ({
      ...detail,
      field: ['items', position, detail.field].filter((part) => part !== '').join('.'),
    })),
  );
  return refuse(code, `Item ${first.position}: ${message.replace(/[.]?$/, '.')}${others}`, {
    details: details.slice(0, DETAILS_MAX),
    ...(headers && { headers }),
  });
}

/** The values of every `file_id` at any depth. */
function fileIdsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fileIdsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'file_id' && typeof inner === 'string' ? [inner] : fileIdsIn(inner)));
}

/** Of the conditions of the insert, those about files. */
async function filesAreThere(deps: AcceptDeps, caller: Caller, jobs: readonly PreparedJob[]): Promise<boolean> {
  const ids = jobs.flatMap(({ row, further }) => [row.file_id, ...further]);
  const files = ownFiles(deps, caller.accountId);
  await files.load(ids);
  for (const id of ids) if (!(await files.find(id)).ok) return false;
  return true;
}

function newBatch(deps: Pick<Deps, 'newId' | 'now'>, caller: Caller, { body }: BatchRequest, items: readonly Item[]): BatchRow {
  return {
    id: deps.newId('batch'),
    account_id: caller.accountId,
    total: items.length,
    refused: items.filter(({ refusal }) => refusal).length,
    created_at: deps.now(),
    cancel_requested_at: null,
    completed_at: null,
    metadata: body.metadata ? JSON.stringify(body.metadata) : null,
  };
}
