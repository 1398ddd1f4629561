// The route table of the operator: every method and path under /v1/operator, what it takes and what it answers. It requires the
// operator's own credential and is not in the public document; the Worker mounts it, the tests exhaust it, the command line calls it.

import { z } from 'zod';
import { Isolation } from './processor-capabilities.ts';
import { ACCESS_REQUEST_STATES, accessRequestId, RequestAccess } from './access.ts';
import type { ErrorCode } from './errors.ts';
import { Activity, ActivityQuery } from './activity.ts';
import { idPattern } from './ids.ts';
import { JOB_STATES } from './jobs.ts';
import { isScope, SCOPES } from './scopes.ts';

export const OPERATOR_PATH = '/operator';

const timestamp = z.iso.datetime();
const accountId = z.string().regex(idPattern('account'));
const keyId = z.string().regex(idPattern('key'));
const name = z.string().min(1).max(200);
const planName = z.string().min(1).max(64);
const regionName = z.string().min(1).max(16);
/** Which values there are is the plan's own schema in the Worker. */
const overrides = z.record(z.string().max(64), z.unknown());
const scopes = z.array(z.string().refine(isScope, `must be one of ${SCOPES.join(', ')}`));

const limit = z.coerce.number().int().min(1).max(200).default(50);

export const NewAccount = z.strictObject({
  name,
  plan: planName,
  plan_overrides: overrides.nullable().optional(),
  default_region: regionName.nullable().optional(),
});
export const AccountChange = z.strictObject({
  plan: planName.optional(),
  plan_overrides: overrides.nullable().optional(),
  suspended: z.boolean().optional(),
  default_region: regionName.nullable().optional(),
});
export const NewKey = z.strictObject({
  name,
  scopes: scopes.min(1).default([...SCOPES]),
  mode: z.enum(['live', 'test']).default('live'),
  expires_at: z.iso.datetime().optional(),
});
export const ApproveAccess = z.strictObject({
  plan: planName.default('private_beta'),
  plan_overrides: overrides.nullable().optional(),
  default_region: regionName.nullable().optional(),
  key_name: name.default('First key'),
});
export const DeclineAccess = z.strictObject({ note: z.string().min(1).max(2000).optional() });

export const AccessRequestQuery = z.strictObject({ state: z.enum(ACCESS_REQUEST_STATES).optional(), limit });
export const AccountQuery = z.strictObject({ name: z.string().min(1).max(200).optional().describe('A part of the name'), limit });
export const StuckQuery = z.strictObject({ queued_minutes: z.coerce.number().int().min(0).max(1440).default(10), limit });
export const DeadLetterQuery = z.strictObject({ replayed: z.enum(['yes', 'no', 'all']).default('no'), limit });

export const AccessRequest = z.object({
  access_request_id: accessRequestId,
  state: z.enum(ACCESS_REQUEST_STATES),
  ...RequestAccess.shape,
  created_at: timestamp,
  decided_at: timestamp.optional(),
  decision_note: z.string().optional(),
  account_id: accountId.optional(),
});
export type AccessRequest = z.output<typeof AccessRequest>;

export const Account = z.object({
  account_id: accountId,
  name: z.string(),
  plan: z.string(),
  plan_overrides: z.record(z.string(), z.unknown()).nullable(),
  default_region: z.string().nullable(),
  suspended: z.boolean(),
  created_at: timestamp,
});
export type Account = z.output<typeof Account>;

const KeySummary = z.object({
  key_id: keyId,
  name: z.string(),
  last4: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(['active', 'expired', 'revoked']),
  created_at: timestamp,
  expires_at: timestamp.optional(),
});

export const AccountDetails = Account.extend({
  /** The plan with the overrides on top. */
  limits: z.record(z.string(), z.number()),
  keys: z.array(KeySummary),
  running_jobs: z.int(),
  queued_jobs: z.int(),
  stored_files: z.int(),
  stored_bytes: z.int(),
});
export type AccountDetails = z.output<typeof AccountDetails>;

const IssuedKey = z.object({ key_id: keyId, key: z.string().describe('Shown once') });
const RevokedKey = z.object({ key_id: keyId });
const ApprovedAccess = IssuedKey.extend({ access_request_id: accessRequestId, account_id: accountId, plan: z.string() });

/** Everything about a job except its secrets: no password, no token. */
export const OperatorJob = z.object({
  job_id: z.string().regex(idPattern('job')),
  account_id: accountId,
  key_id: z.string().nullable(),
  type: z.string(),
  status: z.enum(JOB_STATES),
  region: z.string(),
  file_id: z.string(),
  params: z.record(z.string(), z.unknown()),
  has_password: z.boolean(),
  attempt: z.int(),
  attempts: z.int(),
  /** The processor that has the job, or had it last. */
  instance: z.string().optional(),
  parked: z.enum(['no', 'waits', 'woken']),
  created_at: timestamp,
  started_at: timestamp.optional(),
  completed_at: timestamp.optional(),
  expires_at: timestamp.optional(),
  lease_until: timestamp.optional(),
  wake_at: timestamp.optional(),
  cancel_requested_at: timestamp.optional(),
  progress: z.record(z.string(), z.unknown()).optional(),
  error: z.record(z.string(), z.unknown()).optional(),
  warnings: z.array(z.unknown()),
  report: z.record(z.string(), z.unknown()).optional(),
  metrics: z.record(z.string(), z.unknown()).optional(),
  result_file_id: z.string().optional(),
  request_id: z.string().optional(),
  traceparent: z.string().optional(),
});
export type OperatorJob = z.output<typeof OperatorJob>;

const STUCK_REASONS = ['lease_lapsed', 'queued_long', 'parked'] as const;
export const StuckJob = OperatorJob.pick({
  job_id: true,
  account_id: true,
  type: true,
  status: true,
  region: true,
  attempts: true,
  created_at: true,
  lease_until: true,
  wake_at: true,
}).extend({ reason: z.enum(STUCK_REASONS), account_name: z.string() });
export type StuckJob = z.output<typeof StuckJob>;

export const DeadLetter = z.object({
  dead_letter_id: z.string().regex(idPattern('deadLetter')),
  queue: z.string(),
  job_id: z.string().optional(),
  job_status: z.enum(JOB_STATES).optional(),
  body: z.string(),
  received_at: timestamp,
  replayed_at: timestamp.optional(),
});
export type DeadLetter = z.output<typeof DeadLetter>;

/** Moves what has ended of a region into one of its cells, a page of files at a time. */
export const MoveToCell = z.strictObject({
  /** Only counts. */
  dry_run: z.boolean().default(false),
  /** `next` of the page before; 0: from the beginning. */
  after: z.int().min(0).default(0),
  /** Accounts that come to the cell for the first time take a dozen queries each, and one request of the platform may make a thousand. */
  files_max: z.int().min(1).max(2000).default(50),
});
const MovedToCell = z.object({
  cell: z.string(),
  files: z.int(),
  jobs: z.int(),
  events: z.int(),
  deliveries: z.int(),
  batches: z.int(),
  /** Files that stay for now, since they, or what belongs to them, have not ended. */
  left: z.int(),
  /** Null: this was the last page. */
  next: z.int().nullable(),
});

const Resent = z.object({ job_id: z.string(), status: z.enum(JOB_STATES), sent: z.boolean() });
const Replayed = Resent.extend({ dead_letter_id: z.string() });

const INSTANCE_STATES = ['ready', 'asleep', 'down'] as const;
export type InstanceState = (typeof INSTANCE_STATES)[number];

export const Overview = z.object({
  now: timestamp,
  database: z.literal(true),
  regions: z.array(
    z.object({
      region: z.string(),
      processor: z.boolean(),
      storage: z.boolean(),
      /** Each processor of the configuration. `asleep`: nothing to do, it starts when a job comes; `down`: it does not answer. */
      instances: z.array(
        z.object({
          instance: z.string(),
          state: z.enum(INSTANCE_STATES),
          slots: z.int(),
          running: z.int(),
          seen_at: timestamp.optional(),
          /** Absent while it does not answer. */
          isolation: Isolation.optional(),
          version: z.string().optional(),
        }),
      ),
      /** Of all instances, as they report. */
      slots: z.int(),
      running: z.int(),
      queued: z.int(),
      /** Of the queued ones, those that wait behind a limit. */
      parked: z.int(),
      oldest_queued_at: timestamp.optional(),
      lapsed_leases: z.int(),
      /** Terminal within the last hour. */
      succeeded: z.int(),
      failed: z.int(),
      /** The walk over the bucket: when it last came to the end, and what the one under way has seen. */
      walk: z
        .object({ finished_at: timestamp.optional(), position: z.string(), objects: z.int(), removed: z.int(), lost: z.int() })
        .optional(),
    }),
  ),
  /** Where there are several: the database of each, and whether new files go there. */
  cells: z
    .array(
      z.object({
        cell: z.string(),
        /** Absent: of every region. */
        region: z.string().optional(),
        database: z.boolean(),
        bytes: z.int().optional(),
        closed: z.boolean(),
      }),
    )
    .optional(),
  sweep: z.array(
    z.object({
      /** With the cell's name before it, where it is not the default one. */
      step: z.string(),
      ran_at: timestamp,
      took_ms: z.int(),
      count: z.int(),
      failed_at: timestamp.optional(),
      error: z.string().optional(),
    }),
  ),
  accounts: z.int(),
  suspended_accounts: z.int(),
  pending_access_requests: z.int(),
  oldest_access_request_at: timestamp.optional(),
  open_dead_letters: z.int(),
});
export type Overview = z.output<typeof Overview>;

function listOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), has_more: z.boolean() });
}

export interface OperatorRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below OPERATOR_PATH, parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly success: { readonly status: 200 | 201; readonly body: z.ZodType };
  /** Beside those that every route of the operator has. */
  readonly errors: readonly ErrorCode[];
}

/** Errors of every route: each guess at the credential uses the budget of its address. */
export const OPERATOR_ERRORS = ['unauthorized', 'rate_limited', 'internal_error', 'unavailable'] as const satisfies readonly ErrorCode[];
const JSON_ERRORS = ['invalid_request', 'request_too_large', 'unsupported_media_type'] as const satisfies readonly ErrorCode[];

export const OPERATOR_ROUTES = {
  overview: {
    method: 'GET',
    path: '/overview',
    summary: 'The state of the whole service.',
    success: { status: 200, body: Overview },
    errors: [],
  },
  activity: {
    method: 'GET',
    path: '/activity',
    summary: 'What the service has done in the last hours: jobs, times, failures, failing endpoints, accounts by use.',
    query: ActivityQuery,
    success: { status: 200, body: Activity },
    errors: ['invalid_request'],
  },
  listAccessRequests: {
    method: 'GET',
    path: '/access-requests',
    summary: 'Requests for access, oldest first.',
    query: AccessRequestQuery,
    success: { status: 200, body: listOf(AccessRequest) },
    errors: ['invalid_request'],
  },
  readAccessRequest: {
    method: 'GET',
    path: '/access-requests/{access_request_id}',
    summary: 'One request for access.',
    success: { status: 200, body: AccessRequest },
    errors: ['not_found'],
  },
  approveAccess: {
    method: 'POST',
    path: '/access-requests/{access_request_id}/approve',
    summary: 'Makes the account and its first key, which is shown once.',
    body: ApproveAccess,
    success: { status: 201, body: ApprovedAccess },
    errors: [...JSON_ERRORS, 'not_found'],
  },
  declineAccess: {
    method: 'POST',
    path: '/access-requests/{access_request_id}/decline',
    summary: 'Declines a pending request.',
    body: DeclineAccess,
    success: { status: 200, body: AccessRequest },
    errors: [...JSON_ERRORS, 'not_found'],
  },
  listAccounts: {
    method: 'GET',
    path: '/accounts',
    summary: 'Accounts, newest first.',
    query: AccountQuery,
    success: { status: 200, body: listOf(Account) },
    errors: ['invalid_request'],
  },
  createAccount: {
    method: 'POST',
    path: '/accounts',
    summary: 'Makes an account without a key.',
    body: NewAccount,
    success: { status: 201, body: Account },
    errors: [...JSON_ERRORS],
  },
  readAccount: {
    method: 'GET',
    path: '/accounts/{account_id}',
    summary: 'An account with its limits, its keys and what it uses now.',
    success: { status: 200, body: AccountDetails },
    errors: ['not_found'],
  },
  changeAccount: {
    method: 'PATCH',
    path: '/accounts/{account_id}',
    summary: 'Changes plan, overrides, default region or suspension, from the next request on.',
    body: AccountChange,
    success: { status: 200, body: Account },
    errors: [...JSON_ERRORS, 'not_found'],
  },
  issueKey: {
    method: 'POST',
    path: '/accounts/{account_id}/keys',
    summary: 'Issues a key, which is shown once.',
    body: NewKey,
    success: { status: 201, body: IssuedKey },
    errors: [...JSON_ERRORS, 'not_found'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/{key_id}',
    summary: 'Revokes a key, from the next request on.',
    success: { status: 200, body: RevokedKey },
    errors: ['not_found'],
  },
  stuckJobs: {
    method: 'GET',
    path: '/jobs/stuck',
    summary: 'Jobs with a lapsed lease, a long wait, or a limit that they wait behind.',
    query: StuckQuery,
    success: { status: 200, body: listOf(StuckJob) },
    errors: ['invalid_request'],
  },
  readJob: {
    method: 'GET',
    path: '/jobs/{job_id}',
    summary: 'Any job, with the fields that customers do not see.',
    success: { status: 200, body: OperatorJob },
    errors: ['not_found'],
  },
  resendJob: {
    method: 'POST',
    path: '/jobs/{job_id}/resend',
    summary: 'Sends the queue message of a job again.',
    success: { status: 200, body: Resent },
    errors: ['not_found'],
  },
  moveToCell: {
    method: 'POST',
    path: '/cells/{cell}/move',
    summary: 'Moves rows that have ended from the default database into a cell of their region, a page at a time.',
    body: MoveToCell,
    success: { status: 200, body: MovedToCell },
    errors: [...JSON_ERRORS, 'not_found'],
  },
  listDeadLetters: {
    method: 'GET',
    path: '/dead-letters',
    summary: 'Queue messages that could not be taken, newest first.',
    query: DeadLetterQuery,
    success: { status: 200, body: listOf(DeadLetter) },
    errors: ['invalid_request'],
  },
  replayDeadLetter: {
    method: 'POST',
    path: '/dead-letters/{dead_letter_id}/replay',
    summary: 'Sends the message of its job again.',
    success: { status: 200, body: Replayed },
    errors: ['invalid_request', 'not_found'],
  },
} as const satisfies Record<string, OperatorRoute>;

export type OperatorRouteName = keyof typeof OPERATOR_ROUTES;
