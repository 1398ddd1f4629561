// Approves or declines a request for access, once. Approval makes the account in the batch of the decision; the key follows, and can be
// issued again if this is interrupted between the two.

import { SCOPES } from '#contract/scopes.ts';
import { type Actor, auditChange } from '../accounts/audit.ts';
import { issueKey } from '../accounts/change-keys.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import { findAccessRequest } from './access-request-rows.ts';
import type { AccessRequestRow } from './access-request-table.ts';
import type { CheckedTerms } from './check-terms.ts';

interface Approved {
  readonly access_request_id: string;
  readonly account_id: string;
  readonly plan: string;
  readonly key_id: string;
  readonly key: string;
}

export async function approveAccess(
  deps: Pick<Deps, 'db' | 'orm' | 'now' | 'newId' | 'randomBytes' | 'config'>,
  actor: Actor,
  requestId: string,
  terms: CheckedTerms & { plan: string },
  keyName: string,
): Promise<Result<Approved>> {
  const found = await findAccessRequest(deps, requestId);
  if (!found.ok) return found;
  const accountId = deps.newId('account');
  const nowMs = deps.now();
  const [decided] = await deps.db.batch([
    deps.db
      .prepare(`UPDATE access_requests SET state = 'approved', account_id = ?, decided_at = ? WHERE id = ? AND state = 'pending'`)
      .bind(accountId, nowMs, requestId),
    deps.db
      .prepare(
        `INSERT INTO accounts (id, name, plan, plan_overrides, default_region, epoch, created_at)
         SELECT ?, company_name, ?, ?, ?, 0, ? FROM access_requests WHERE id = ? AND account_id = ?`,
      )
      .bind(
        accountId,
        terms.plan,
        terms.plan_overrides ? JSON.stringify(terms.plan_overrides) : null,
        terms.default_region ?? null,
        nowMs,
        requestId,
        accountId,
      ),
    auditChange(deps, actor, {
      accountId,
      action: 'account.created',
      subjectId: accountId,
      details: { plan: terms.plan, access_request_id: requestId },
    }),
  ]);
  if (decided?.meta.changes !== 1) return refuseDecided(deps, requestId);
  const issued = await issueKey(deps, actor, accountId, { name: keyName, scopes: SCOPES, mode: 'live' });
  if (!issued.ok) return issued;
  return ok({ access_request_id: requestId, account_id: accountId, plan: terms.plan, key_id: issued.value.row.id, key: issued.value.key });
}

export async function declineAccess(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  actor: Actor,
  requestId: string,
  note: string | undefined,
): Promise<Result<AccessRequestRow>> {
  const found = await findAccessRequest(deps, requestId);
  if (!found.ok) return found;
  const [decided] = await deps.db.batch([
    deps.db
      .prepare(`UPDATE access_requests SET state = 'declined', decision_note = ?, decided_at = ? WHERE id = ? AND state = 'pending'`)
      .bind(note ?? null, deps.now(), requestId),
    // There is no account for this entry: it is recorded under the request itself, where no customer reads it.
    auditChange(deps, actor, { accountId: requestId, action: 'access.declined', subjectId: requestId }),
  ]);
  return decided?.meta.changes === 1 ? findAccessRequest(deps, requestId) : refuseDecided(deps, requestId);
}

async function refuseDecided(deps: Pick<Deps, 'db'>, requestId: string): Promise<Result<never>> {
  const now = await findAccessRequest(deps, requestId);
  if (!now.ok) return now;
  const { state, account_id } = now.value;
  return refuse('invalid_request', `The request is already ${state}${account_id === null ? '' : `: its account is ${account_id}`}.`);
}
