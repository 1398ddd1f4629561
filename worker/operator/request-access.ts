// Takes a request for access from anyone, within two limits: requests from one network in a window, and waiting requests in all. The
// limits are conditions of the insert itself, so they survive any restart.

import type { RequestAccess, RequestedAccess } from '#contract/access.ts';
import { toHex } from '#contract/internal-signature.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { isoTime } from '../files/file.ts';
import { ok, refuse, type Result } from '../result.ts';
import { networkOf } from './network.ts';

const RETRY_SECONDS = '3600';

/** @param address The caller's, as Cloudflare saw it. */
export async function requestAccess(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'config'>,
  address: string,
  fields: RequestAccess,
): Promise<Result<RequestedAccess>> {
  const id = deps.newId('accessRequest');
  const nowMs = deps.now();
  const networkHash = toHex(
    await crypto.subtle.sign('HMAC', await deps.config.keyPepper, new TextEncoder().encode(`network ${networkOf(address)}`)),
  );
  const row = {
    id,
    state: 'pending',
    company_name: fields.company_name,
    contact_email: fields.contact_email,
    website: fields.website,
    use_case: fields.use_case,
    monthly_volume: fields.monthly_volume,
    file_types: JSON.stringify(fields.file_types),
    average_file_bytes: fields.average_file_bytes,
    security_requirements: fields.security_requirements ?? null,
    needs_dpa: Number(fields.needs_dpa),
    preferred_region: fields.preferred_region,
    needs_webhooks: Number(fields.needs_webhooks),
    needs_batch: Number(fields.needs_batch),
    custom_limits: fields.custom_limits ?? null,
    network_hash: networkHash,
    created_at: nowMs,
  };
  const columns = Object.keys(row);
  const inserted = await deps.db
    .prepare(
      `INSERT INTO access_requests (${columns.join(', ')}) SELECT ${columns.map(() => '?').join(', ')}
       WHERE (SELECT count(*) FROM access_requests WHERE network_hash = ? AND created_at > ?) < ?
         AND (SELECT count(*) FROM access_requests WHERE state = 'pending') < ?`,
    )
    .bind(
      ...Object.values(row),
      networkHash,
      nowMs - LIMITS.accessRequestsWindowMs,
      LIMITS.accessRequestsPerAddress,
      LIMITS.accessRequestsPendingMax,
    )
    .run();
  if (inserted.meta.changes === 1) return ok({ access_request_id: id, state: 'pending', created_at: isoTime(nowMs) });
  return refuse('rate_limited', 'Too many requests for access have come from here; try again later.', {
    headers: { 'Retry-After': RETRY_SECONDS },
  });
}
