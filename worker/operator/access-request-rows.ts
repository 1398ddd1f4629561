// SQL of access requests, and how one looks to the operator.

import type { AccessRequestState } from '#contract/access.ts';
import type { AccessRequest } from '#contract/operator.ts';
import type { Deps } from '../deps.ts';
import { isoTime } from '../files/file.ts';
import { ok, refuse, type Result } from '../result.ts';
import type { AccessRequestRow } from './access-request-table.ts';
import { type Listed, listed } from './listed.ts';

export async function findAccessRequest(deps: Pick<Deps, 'db'>, id: string): Promise<Result<AccessRequestRow>> {
  const row = await deps.db.prepare('SELECT * FROM access_requests WHERE id = ?').bind(id).first<AccessRequestRow>();
  return row ? ok(row) : refuse('not_found', 'There is no such access request.');
}

/** Oldest first: the longest wait is on top. */
export async function listAccessRequests(
  deps: Pick<Deps, 'db'>,
  query: { state?: AccessRequestState | undefined; limit: number },
): Promise<Listed<AccessRequest>> {
  const { results } = await deps.db
    .prepare('SELECT * FROM access_requests WHERE (?1 IS NULL OR state = ?1) ORDER BY created_at, id LIMIT ?2')
    .bind(query.state ?? null, query.limit + 1)
    .all<AccessRequestRow>();
  return listed(results.map(accessRequestObject), query.limit);
}

export function accessRequestObject(row: AccessRequestRow): AccessRequest {
  return {
    access_request_id: row.id,
    state: row.state,
    company_name: row.company_name,
    contact_email: row.contact_email,
    website: row.website,
    use_case: row.use_case,
    monthly_volume: row.monthly_volume,
    file_types: JSON.parse(row.file_types) as string[],
    average_file_bytes: row.average_file_bytes,
    ...(row.security_requirements === null ? {} : { security_requirements: row.security_requirements }),
    needs_dpa: row.needs_dpa === 1,
    preferred_region: row.preferred_region,
    needs_webhooks: row.needs_webhooks === 1,
    needs_batch: row.needs_batch === 1,
    ...(row.custom_limits === null ? {} : { custom_limits: row.custom_limits }),
    created_at: isoTime(row.created_at),
    ...(row.decided_at === null ? {} : { decided_at: isoTime(row.decided_at) }),
    ...(row.decision_note === null ? {} : { decision_note: row.decision_note }),
    ...(row.account_id === null ? {} : { account_id: row.account_id }),
  };
}
