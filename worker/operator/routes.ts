// HTTP of the operator, behind its own credential: a handler for each row of contract/operator.ts. And the one route by which anyone may
// ask the operator for something: a request for access.

import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { RequestAccess } from '#contract/access.ts';
import { ActivityQuery } from '#contract/activity.ts';
import {
  AccessRequestQuery,
  AccountChange,
  AccountQuery,
  ApproveAccess,
  DeadLetterQuery,
  DeclineAccess,
  MoveToCell,
  NewAccount,
  NewKey,
  OPERATOR_ROUTES,
  type OperatorRoute,
  type OperatorRouteName,
  StuckQuery,
} from '#contract/operator.ts';
import type { Actor } from '../accounts/audit.ts';
import { changeAccount, createAccount } from '../accounts/change-account.ts';
import { issueKey, revokeKey } from '../accounts/change-keys.ts';
import { cellOf } from '../cells/find-cell.ts';
import { moveEnded } from '../cells/move-ended.ts';
import { answer, answerResult } from '../http/answer.ts';
import type { AppContext, AppTypes } from '../http/context.ts';
import { readJson, validate } from '../http/read-body.ts';
import { replayDeadLetter, resendJob } from '../jobs/dead-letter.ts';
import { ok, refuse, type Result } from '../result.ts';
import { readActivity } from './activity.ts';
import { accessRequestObject, findAccessRequest, listAccessRequests } from './access-request-rows.ts';
import { checkTerms } from './check-terms.ts';
import { approveAccess, declineAccess } from './decide-access.ts';
import { readOverview } from './overview.ts';
import { accountObject, findAnyKey, listAccounts, readAccount } from './read-accounts.ts';
import { listDeadLetters, listStuckJobs, readJob } from './read-jobs.ts';
import { requestAccess } from './request-access.ts';
import { requireOperator } from './require-operator.ts';

type Handler = (c: AppContext) => Promise<Result<object>>;

/** The compiler refuses a route of the contract that has no handler. */
const HANDLERS: { readonly [N in OperatorRouteName]: Handler } = {
  overview: async (c) => ok(await readOverview(c.get('deps'))),

  activity: withQuery(ActivityQuery, async (c, query) => ok(await readActivity(c.get('deps'), query))),

  listAccessRequests: withQuery(AccessRequestQuery, async (c, query) => ok(await listAccessRequests(c.get('deps'), query))),
  readAccessRequest: async (c) => {
    const found = await findAccessRequest(c.get('deps'), param(c, 'access_request_id'));
    return found.ok ? ok(accessRequestObject(found.value)) : found;
  },
  approveAccess: withBody(ApproveAccess, async (c, fields) => {
    const terms = checkTerms(c.get('deps'), fields);
    if (!terms.ok) return terms;
    return approveAccess(
      c.get('deps'),
      operatorOf(c),
      param(c, 'access_request_id'),
      { ...terms.value, plan: fields.plan },
      fields.key_name,
    );
  }),
  declineAccess: withBody(DeclineAccess, async (c, { note }) => {
    const declined = await declineAccess(c.get('deps'), operatorOf(c), param(c, 'access_request_id'), note);
    return declined.ok ? ok(accessRequestObject(declined.value)) : declined;
  }),

  listAccounts: withQuery(AccountQuery, async (c, query) => ok(await listAccounts(c.get('deps'), query))),
  readAccount: async (c) => readAccount(c.get('deps'), param(c, 'account_id')),
  createAccount: withBody(NewAccount, async (c, { name, plan, ...rest }) => {
    const deps = c.get('deps');
    const terms = checkTerms(deps, { plan, ...rest });
    if (!terms.ok) return terms;
    const created = await createAccount(deps, operatorOf(c), { name, plan });
    if (!created.ok) return created;
    if (Object.keys(terms.value).length === 0) return ok(accountObject(created.value));
    const changed = await changeAccount(deps, operatorOf(c), created.value.id, terms.value);
    return changed.ok ? ok(accountObject(changed.value)) : changed;
  }),
  changeAccount: withBody(AccountChange, async (c, { plan, suspended, ...rest }) => {
    const deps = c.get('deps');
    const terms = checkTerms(deps, { plan, ...rest });
    if (!terms.ok) return terms;
    const changed = await changeAccount(deps, operatorOf(c), param(c, 'account_id'), { plan, suspended, ...terms.value });
    return changed.ok ? ok(accountObject(changed.value)) : changed;
  }),

  issueKey: withBody(NewKey, async (c, { expires_at, ...rest }) => {
    const expiresAt = expires_at === undefined ? undefined : Date.parse(expires_at);
    const issued = await issueKey(c.get('deps'), operatorOf(c), param(c, 'account_id'), { ...rest, expiresAt });
    return issued.ok ? ok({ key_id: issued.value.row.id, key: issued.value.key }) : issued;
  }),
  revokeKey: async (c) => {
    const found = await findAnyKey(c.get('deps'), param(c, 'key_id'));
    if (!found.ok) return found;
    await revokeKey(c.get('deps'), operatorOf(c), found.value);
    return ok({ key_id: found.value.id });
  },

  stuckJobs: withQuery(StuckQuery, async (c, query) => ok(await listStuckJobs(c.get('deps'), query))),
  readJob: async (c) => readJob(c.get('deps'), param(c, 'job_id')),
  resendJob: async (c) => resendJob(await cellOf(c.get('deps'), 'job', param(c, 'job_id')), operatorOf(c), param(c, 'job_id')),
  moveToCell: withBody(MoveToCell, async (c, { dry_run, after, files_max }) => {
    const cell = param(c, 'cell');
    const moved = await moveEnded(c.get('deps'), cell, { dryRun: dry_run, after, filesMax: files_max });
    return moved ? ok({ cell, ...moved }) : refuse('not_found', 'There is no such cell of a region.');
  }),
  listDeadLetters: withQuery(DeadLetterQuery, async (c, query) => ok(await listDeadLetters(c.get('deps'), query))),
  replayDeadLetter: async (c) =>
    replayDeadLetter(await cellOf(c.get('deps'), 'deadLetter', param(c, 'dead_letter_id')), operatorOf(c), param(c, 'dead_letter_id')),
};

export function operatorRoutes(): Hono<AppTypes> {
  const app = new Hono<AppTypes>();
  app.use(requireOperator);
  for (const [name, route] of Object.entries(OPERATOR_ROUTES) as [OperatorRouteName, OperatorRoute][]) {
    app.on([route.method], [route.path.replace(/\{(\w+)\}/g, ':$1')], async (c) =>
      answerResult(c, route.success.status, await HANDLERS[name](c)),
    );
  }
  return app;
}

export async function handleRequestAccess(c: AppContext): Promise<Response> {
  const fields = await readJson(c.req.raw, RequestAccess);
  if (!fields.ok) return answerResult(c, 201, fields);
  const address = c.req.header('cf-connecting-ip') ?? 'unknown';
  const requested = await requestAccess(c.get('deps'), address, fields.value);
  return requested.ok ? answer(c, 201, requested.value) : answerResult(c, 201, requested);
}

function withBody<S extends z.ZodType>(schema: S, run: (c: AppContext, fields: z.output<S>) => Promise<Result<object>>): Handler {
  return async (c) => {
    const fields = await readJson(c.req.raw, schema);
    return fields.ok ? run(c, fields.value) : fields;
  };
}

function withQuery<S extends z.ZodType>(schema: S, run: (c: AppContext, query: z.output<S>) => Promise<Result<object>>): Handler {
  return async (c) => {
    const query = validate(schema, c.req.query());
    return query.ok ? run(c, query.value) : query;
  };
}

/** Every change by the operator is in the audit log, in the batch of the change. */
function operatorOf(c: AppContext): Actor {
  return { keyId: null, requestId: c.get('requestId') };
}

function param(c: Context<AppTypes>, name: string): string {
  return c.req.param(name) ?? '';
}
