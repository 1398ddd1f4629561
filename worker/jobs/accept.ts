// Accepts a job: checks the request against the operation's row of the contract, writes job and event in one batch, then sends the
// queue message. The message may be lost: the row's wake_at makes the sweep send it again.

import { type AcceptedJob, type DeliverTo, jobRequestCommon } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { OPERATIONS, type OperationName, type OperationRow } from '#contract/operations.ts';
import { acceptedBy, bytesMaxOf, rowOf, type Step, stepsOf, typeAfter, withSteps } from '#contract/steps.ts';
import type { RefusedField } from '#contract/params/submission.ts';
import { allows } from '#contract/scopes.ts';
import { auditFact, refusedByPolicy } from '../accounts/audit.ts';
import { secondsUntilNextMonth } from '../calendar.ts';
import type { Deps, Region } from '../deps.ts';
import { findOwnFile, requireBytes } from '../files/file-rows.ts';
import type { FileRow } from '../files/file-table.ts';
import { isoTime } from '../files/file.ts';
import { type OwnFiles, ownFiles } from '../files/own-files.ts';
import type { Caller } from '../http/context.ts';
import { refuseFields, validate } from '../http/read-body.ts';
import { ok, type Refusal, refuse, refuseField, type Result } from '../result.ts';
import { addressesOf, insertResultDelivery, newResultDelivery, type NewResultDelivery } from '../result-deliveries/result-delivery-rows.ts';
import { seal } from '../seal.ts';
import { normaliseUrl } from '../webhooks/register.ts';
import { findFurtherSources, firstNamed, insertFurtherSources } from './further-sources.ts';
import { insertWithRoom } from './find-room.ts';
import { insertJob, isWithinQuota } from './job-rows.ts';
import type { JobRow } from './job-table.ts';
import { takeSecrets } from './job-secrets.ts';
import { refusalOf, resolveParams } from './submissions.ts';

/** The requested job, and the request that asks for it. */
export interface JobRequest {
  readonly type: OperationName;
  readonly body: Record<string, unknown>;
  readonly requestId: string;
  readonly traceparent: string | undefined;
}

/** A statement of the job's own batch that keeps the answer for a repeated request, so that neither exists without the other. */
type KeepAnswer = (answer: AcceptedJob) => Promise<D1PreparedStatement | undefined>;

interface Accepted {
  readonly answer: AcceptedJob;
  readonly region: Region;
}

export type AcceptDeps = Pick<
  Deps,
  'cell' | 'cells' | 'gates' | 'replicas' | 'db' | 'orm' | 'now' | 'newId' | 'config' | 'regions' | 'deliveryQueue' | 'log'
>;

/** A job that is not written yet: what it reads, where it runs, and its request. */
interface Draft {
  readonly file: FileRow;
  readonly region: Region;
  readonly params: Record<string, unknown>;
  readonly metadata: Record<string, string> | undefined;
  readonly deliverTo: DeliverTo | undefined;
}

/** A job that may be written. */
export interface PreparedJob {
  readonly row: NewJobRow;
  /** What it reads beside its first file. */
  readonly further: readonly string[];
  readonly region: Region;
  /** Of a job whose result is to be delivered. */
  readonly delivery: NewResultDelivery | undefined;
}

type NewJobRow = Omit<JobRow, 'seq'>;

export async function acceptJob(deps: AcceptDeps, caller: Caller, request: JobRequest, keepAnswer: KeepAnswer): Promise<Result<Accepted>> {
  const prepared = await prepareJob(deps, caller, request, ownFiles(deps, caller.accountId));
  if (!prepared.ok) return prepared;
  const { row, further, region, delivery } = prepared.value;
  const answer: AcceptedJob = {
    job_id: row.id,
    status: 'queued',
    type: request.type,
    file_id: row.file_id,
    created_at: isoTime(row.created_at),
  };
  const kept = await keepAnswer(answer);
  const bounds = { queuedMax: caller.plan.queued_jobs, monthMax: caller.plan.jobs_per_month };
  const also = [...insertFurtherSources(deps, row.id, further), ...(delivery ? [insertResultDelivery(deps, delivery)] : [])];
  const insert = async () => insertJob(deps, row, further, bounds, [...also, ...(kept ? [kept] : [])]);
  if (!(await insertWithRoom(deps, caller, { jobs: 1, steps: row.steps }, insert)))
    return refuseInsert(deps, caller, [row.file_id, ...further], row.steps);
  return ok({ answer, region });
}

/** Everything that is judged before a job is written. */
export async function prepareJob(deps: AcceptDeps, caller: Caller, request: JobRequest, files: OwnFiles): Promise<Result<PreparedJob>> {
  const drafted = await draftJob(deps, caller, request, files);
  if (!drafted.ok) return drafted;
  const allowed = await checkSubmission(deps, caller, request, drafted.value);
  if (!allowed.ok) return allowed;
  const draft = { ...drafted.value, params: allowed.value };
  const further = await findFurtherSources(files, caller, request.type, draft);
  if (!further.ok) return further;
  const row = await newRow(deps, caller, request, draft);
  const delivery = draft.deliverTo && (await newResultDelivery(deps, row, draft.deliverTo));
  return ok({ row, further: further.value, region: draft.region, delivery });
}

/** The request in the contract's form, with the file that it names. */
async function draftJob(deps: AcceptDeps, caller: Caller, { type, body }: JobRequest, files: OwnFiles): Promise<Result<Draft>> {
  const { file_id, metadata, deliver_to, ...rest } = body;
  const common = validate(jobRequestCommon(type), {
    ...(file_id === undefined ? {} : { file_id }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(deliver_to === undefined ? {} : { deliver_to }),
  });
  const params = readParams(type, rest);
  const misnamed = misnamedFile(type, body);
  if (misnamed) return refuseFields([misnamed]);
  if (!common.ok) return refuseFields([common, params].flatMap((read) => (read.ok ? [] : (read.refusal.details ?? []))));
  const deliverTo = judgeDeliverTo(deps, caller, common.value.deliver_to);
  if (!deliverTo.ok) return deliverTo;
  if (!params.ok) return params;

  const file = await files.find(common.value.file_id ?? firstNamed(type, params.value));
  if (!file.ok) return file;
  const elsewhere = files.refuseElsewhere('file_id', file.value);
  if (elsewhere) return elsewhere;
  const accepts: readonly string[] = acceptedBy(type, params.value);
  if (!accepts.includes(file.value.content_type)) {
    return refuse(
      'unsupported_file_type',
      `${type} does not accept files of the type ${file.value.content_type}; it accepts ${accepts.join(', ')}.`,
    );
  }
  const bytesMax = bytesMaxOf(type, params.value);
  if (bytesMax !== undefined && file.value.size_bytes > bytesMax) {
    return refuse('file_too_large', `This operation takes files of up to ${bytesMax} bytes; the file has ${file.value.size_bytes}.`);
  }
  const region = deps.regions.get(file.value.region);
  if (!region) return refuse('unavailable', 'The region of the file is not configured.');
  return ok({ file: file.value, region, params: params.value, metadata: common.value.metadata, deliverTo: deliverTo.value });
}

/** The name of one file, where a parameter lists all of them. */
function misnamedFile(type: OperationName, body: Record<string, unknown>): RefusedField | undefined {
  const { furtherSources }: OperationRow = OPERATIONS[type];
  const field = ['file_id', 'file_ids', 'file'].find((name) => name in body);
  if (!furtherSources?.withFirst || field === undefined) return undefined;
  const { param } = furtherSources;
  const message = `${type} reads several files, and lists all of them in \`${param}\`, in their order: \`"${param}": [{"file_id": "…"}, {"file_id": "…"}]\`.`;
  return { field, issue: 'unknown', message, suggestions: [param] };
}

function judgeDeliverTo(deps: AcceptDeps, caller: Caller, deliverTo: DeliverTo | undefined): Result<DeliverTo | undefined> {
  if (!deliverTo) return ok(undefined);
  if (caller.plan.deliver_to !== true) return refuseField('deliver_to', 'not_in_plan', 'The plan does not have results sent to addresses.');
  const urls: string[] = [];
  for (const [i, given] of addressesOf(deliverTo).entries()) {
    const url = normaliseUrl(deps, deliverTo.urls ? `deliver_to.urls.${i}` : 'deliver_to.url', given);
    if (!url.ok) return url;
    urls.push(url.value);
  }
  return ok({ ...deliverTo, ...(deliverTo.urls ? { urls } : { url: urls[0] }) });
}

/** @returns invalid_request, or the code that the operation's row has for faults of one parameter. */
function readParams(type: OperationName, body: Record<string, unknown>): Result<Record<string, unknown>> {
  const { params, fault }: OperationRow = OPERATIONS[type];
  const read = validate(params, body, Object.keys(jobRequestCommon(type).shape));
  if (read.ok || !fault || !read.refusal.details?.every(({ field }) => field === fault.param)) return read;
  return { ok: false, refusal: { ...read.refusal, code: fault.code } };
}

/** Whether the operation takes the job in this region, each of its steps. @returns the parameters that the job runs with. */
async function checkSubmission(
  deps: AcceptDeps,
  caller: Caller,
  request: JobRequest,
  draft: Draft,
): Promise<Result<Record<string, unknown>>> {
  const { type } = request;
  const checked: Step[] = [];
  let source: string | undefined = draft.file.content_type;
  for (const [i, step] of stepsOf(type, draft.params).entries()) {
    const allowed = type === 'pipeline' ? checkPlace(caller, step, i, source) : ok(undefined);
    if (!allowed.ok) return allowed;
    const params = await checkStep(deps, caller, request, { ...draft, step, source: source ?? 'application/pdf' });
    if (!params.ok) return type === 'pipeline' ? refusedInStep(params.refusal, step, i) : params;
    checked.push({ ...step, params: params.value });
    source = typeAfter(step, source);
  }
  return ok(withSteps(type, draft.params, checked));
}

/** Whether an operation may be a step at this place. */
function checkPlace(caller: Caller, step: Step, i: number, source: string | undefined): Result<undefined> {
  const { operation, params } = step;
  if (!allows(caller.scopes, ['jobs:write', `jobs:${operation}`]))
    return refuse('forbidden', `The API key has neither the scope jobs:write nor jobs:${operation}, which step ${i + 1} needs.`);
  if (params['plan_id'] !== undefined || params['plan'] !== undefined)
    return refuseField(`steps.${i}.params`, 'unsupported', 'A plan belongs to one document: it is carried out by a job of its own.');
  const accepts: readonly string[] = rowOf(step).accepts;
  if (source === undefined || accepts.includes(source)) return ok(undefined);
  return refuse('unsupported_file_type', `Step ${i + 1}: ${operation} does not accept ${source}; it accepts ${accepts.join(', ')}.`);
}

function refusedInStep(refusal: Refusal, { operation }: Step, i: number): Result<never> {
  const { code, message, details, headers } = refusal;
  const named = details?.map((detail) => ({ ...detail, field: `steps.${i}.params.${detail.field}` }));
  return refuse(code, `Step ${i + 1} (${operation}): ${message ?? ''}`, { ...(named && { details: named }), ...(headers && { headers }) });
}

async function checkStep(
  deps: AcceptDeps,
  caller: Caller,
  { requestId }: JobRequest,
  { file, region, step, source }: Draft & { readonly step: Step; readonly source: string },
): Promise<Result<Record<string, unknown>>> {
  const resolved = await resolveParams(deps, caller.accountId, step.operation, file, step.params);
  const refuses = refusalOf(step.operation);
  if (!resolved.ok || !refuses) return resolved;
  const editableRecords = caller.plan.editable_records ?? [];
  const capabilities = await region.capabilities();
  const refusal = refuses({ source, params: resolved.value, capabilities, editableRecords });
  if (!refusal) return resolved;
  if (refusal.code === 'policy_violation') {
    await auditFact(deps, { keyId: caller.keyId, requestId }, refusedByPolicy(caller.accountId, file.id, refusal.message)).run();
  }
  const { code, message, details } = refusal;
  return refuse(code, message, details ? { details } : {});
}

async function newRow(
  deps: AcceptDeps,
  caller: Caller,
  request: JobRequest,
  { file, region, params, metadata, deliverTo }: Draft,
): Promise<NewJobRow> {
  const { open, secrets } = takeSecrets(request.type, params);
  const id = deps.newId('job');
  const nowMs = deps.now();
  return {
    id,
    account_id: caller.accountId,
    key_id: caller.keyId,
    type: request.type,
    file_id: file.id,
    region: region.name,
    params: JSON.stringify(open),
    password_sealed: secrets === undefined ? null : await seal(deps.config.sealingSecret, 'job password', id, secrets),
    state: 'queued',
    batch_id: null,
    delivers: deliverTo ? 1 : 0,
    steps: stepsOf(request.type, params).length,
    attempt: 0,
    attempts: 0,
    attempt_token: null,
    instance: null,
    lease_until: null,
    wake_at: nowMs + LIMITS.resendAfterMs,
    model_requests: 0,
    asking_until: null,
    parked: 0,
    cancel_requested_at: null,
    created_at: nowMs,
    started_at: null,
    completed_at: null,
    expires_at: null,
    progress: null,
    error: null,
    warnings: null,
    report: null,
    metrics: null,
    result_file_id: null,
    metadata: metadata ? JSON.stringify(metadata) : null,
    request_id: request.requestId,
    traceparent: request.traceparent ?? null,
  };
}

/** The insert was refused by one of its own conditions: finds out which. */
async function refuseInsert(deps: AcceptDeps, caller: Caller, fileIds: readonly string[], steps: number): Promise<Result<never>> {
  for (const fileId of fileIds) {
    const found = await findOwnFile(deps, caller.accountId, fileId);
    if (!found.ok) return found;
    const file = requireBytes(found.value, deps.now());
    if (!file.ok) return file;
  }
  return refuseByPlan(deps, caller, 1, steps);
}

/** Which limit of the plan refuses so many more jobs, which count as `steps`. */
export async function refuseByPlan(deps: AcceptDeps, caller: Caller, jobs: number, steps: number): Promise<Result<never>> {
  const monthMax = caller.plan.jobs_per_month;
  if (monthMax !== undefined && !(await isWithinQuota(deps, { account_id: caller.accountId, created_at: deps.now(), steps }, monthMax))) {
    const headers = { 'Retry-After': String(secondsUntilNextMonth(deps.now())) };
    return refuse('quota_exceeded', `The plan allows ${monthMax} jobs per month (UTC).`, { headers });
  }
  const when = jobs === 1 ? 'one has' : 'some have';
  return refuse('rate_limited', `The plan allows ${caller.plan.queued_jobs} waiting jobs; try again when ${when} ended.`);
}
