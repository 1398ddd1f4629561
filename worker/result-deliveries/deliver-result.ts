// What the queue message of a job's results does: claims the attempt, has the courier put one result to the customer's address, and records the outcome. The
// courier reads them from a download address of ours; an attempt whose answer is lost is made again, so the same bytes may be put twice.

import type { DeliverTo } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import type { FileRow } from '../files/file-table.ts';
import { signAddress } from '../http/signed-address.ts';
import { unseal } from '../seal.ts';
import { nextDelayMs } from '../webhooks/retry-schedule.ts';
import { addressesOf, claimResultDelivery, type Consignment, settleResultDelivery, takeDueResults } from './result-delivery-rows.ts';

type DeliverDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'randomBytes' | 'config' | 'courier' | 'deliveryQueue' | 'log'>;

/** Longer than an attempt can take; after it the attempt counts as lost and is made again. */
const CLAIM_MS = LIMITS.sourceFetchMs + 60_000;
const COURIER_AWAY_MS = 10_000;
/** Signed addresses do not live for long. */
const ATTEMPTS_MAX = 5;
/** Waits up to this long are carried by a delayed message; the sweep takes the others. */
const CARRIED_MS_MAX = 15 * 60_000;
/** Of the refusals (4xx), those that can become something else. */
const PASSING: readonly number[] = [408, 425, 429];

export async function deliverResult(deps: DeliverDeps, jobId: string): Promise<void> {
  const nowMs = deps.now();
  const consignment = await claimResultDelivery(deps, jobId, { token: deps.newId('request'), nowMs, until: nowMs + CLAIM_MS });
  if (!consignment) return;
  const { files, delivered, address_sealed } = consignment;
  const addresses = JSON.parse(await unseal(deps.config.sealingSecret, 'delivery address', jobId, address_sealed ?? '')) as DeliverTo;
  const urls = addressesOf(addresses);
  if (files.length > urls.length) return settleResultDelivery(deps, consignment, { state: 'failed', nowMs, error: 'several_results' });
  const [file, url] = [files[delivered], urls[delivered]];
  if (!file || url === undefined || file.state !== 'uploaded' || file.expires_at <= nowMs)
    return settleResultDelivery(deps, consignment, { state: 'failed', nowMs, error: 'result_gone' });
  await attempt(deps, consignment, file, { url, headers: addresses.headers });
}

interface Address {
  readonly url: string;
  readonly headers: DeliverTo['headers'];
}

async function attempt(deps: DeliverDeps, consignment: Consignment, file: FileRow, address: Address): Promise<void> {
  const { job_id: jobId, account_id } = consignment;
  const token = await signAddress(await deps.config.addressSecret, {
    purpose: 'download',
    subject: file.id,
    expiresAt: deps.now() + CLAIM_MS,
  });
  const result = await deps.courier.putResult({
    url: address.url,
    headers: { 'content-type': file.content_type, ...address.headers },
    source_url: `${deps.config.internalBaseUrl.replace(/\/$/, '')}/v1/downloads/${token}`,
    size_bytes: file.size_bytes,
    account_id,
    timeout_ms: LIMITS.sourceFetchMs,
    ...(deps.config.allowLocalWebhooks ? { allow_loopback: true } : {}),
  });
  const nowMs = deps.now();
  if (result.outcome === 'unreachable' || result.outcome === 'busy') {
    if (result.outcome === 'unreachable') deps.log.error('courier.unreachable', result.cause, { job_id: jobId });
    await settleResultDelivery(deps, consignment, {
      state: 'pending',
      nowMs,
      nextAttemptAt: nowMs + COURIER_AWAY_MS,
      uncounted: true,
    });
    return carryResults(deps, [jobId], COURIER_AWAY_MS);
  }
  const status = result.outcome === 'answered' ? result.status : undefined;
  deps.log.info('result.delivery_attempted', { job_id: jobId, attempt: consignment.attempts, outcome: result.outcome, status });
  if (status !== undefined && status >= 200 && status < 300) return goOn(deps, consignment, nowMs);
  const error = result.outcome === 'failed' ? result.error : 'status';
  const delayMs = isPermanent(error, status) ? undefined : delayAfter(deps, consignment.attempts);
  const nextAttemptAt = delayMs === undefined ? undefined : nowMs + delayMs;
  await settleResultDelivery(deps, consignment, {
    state: delayMs === undefined ? 'failed' : 'pending',
    nowMs,
    nextAttemptAt,
    error,
    status,
  });
  if (delayMs !== undefined && delayMs <= CARRIED_MS_MAX) await carryResults(deps, [jobId], delayMs);
  return undefined;
}

/** Behind a result that has arrived: the next one, or the end. */
async function goOn(deps: DeliverDeps, consignment: Consignment, nowMs: number): Promise<void> {
  const isLast = consignment.delivered + 1 === consignment.files.length;
  const next = isLast ? ({ state: 'delivered' } as const) : ({ state: 'pending', nextAttemptAt: nowMs } as const);
  await settleResultDelivery(deps, consignment, { ...next, nowMs, arrived: true });
  if (!isLast) await carryResults(deps, [consignment.job_id]);
}

function isPermanent(error: string, status: number | undefined): boolean {
  if (error === 'url_refused' || error === 'address_refused') return true;
  return status !== undefined && status < 500 && !PASSING.includes(status);
}

function delayAfter(deps: DeliverDeps, attempts: number): number | undefined {
  const [random = 0] = deps.randomBytes(1);
  return attempts >= ATTEMPTS_MAX ? undefined : nextDelayMs(attempts, random / 256);
}

/** Sends a queue message for each; the sweep sends a lost one again. */
export async function carryResults(deps: Pick<Deps, 'deliveryQueue' | 'log'>, jobIds: readonly string[], delayMs = 0): Promise<void> {
  for (const result_of of jobIds) {
    try {
      await deps.deliveryQueue.send({ result_of }, delayMs > 0 ? { delaySeconds: Math.ceil(delayMs / 1000) } : {});
    } catch (cause) {
      deps.log.error('result.send_failed', cause, { job_id: result_of });
    }
  }
}

/** For the sweep. @returns how many got a message */
export async function carryDueResults(deps: Pick<Deps, 'db' | 'now' | 'deliveryQueue' | 'log'>, rowsMax: number): Promise<number> {
  const due = await takeDueResults(deps, deps.now(), rowsMax);
  await carryResults(deps, due);
  return due.length;
}
