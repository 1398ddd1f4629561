// What a delivery's queue message does: claims the attempt, signs the event, has the courier call the receiver, and records the outcome.
// Short waits go back into the queue; the sweep takes the long ones (deliveries.wake_at).

import type { Delivered } from '#contract/courier.ts';
import { LIMITS } from '#contract/limits.ts';
import { parseTraceparent, printTraceparent, type TraceContext } from '#contract/traces.ts';
import type { AttemptError, DeliveryAttempt } from '#contract/webhooks.ts';
import type { Deps } from '../deps.ts';
import { unseal } from '../seal.ts';
import { carry } from './announce.ts';
import { claimDelivery, type Consignment, releaseDelivery, settleDelivered, settleFailed, takeDueDeliveries } from './delivery-rows.ts';
import { spreadIfGivenUp } from './given-up.ts';
import { nextDelayMs } from './retry-schedule.ts';
import { webhookHeaders } from './signature.ts';
import { endWaiting } from './webhook-rows.ts';
import { isoTime } from './webhook.ts';

/** What to do with the queue message. */
type Verdict = { readonly kind: 'ack' } | { readonly kind: 'retry'; readonly delaySeconds: number };

const ACK: Verdict = { kind: 'ack' };
/** Longer than an attempt can take; after it the attempt counts as lost and is made again. */
const CLAIM_MS = 60_000;
const COURIER_AWAY_SECONDS = 10;
const ENDPOINT_BUSY_SECONDS = 5;
/** Waits up to this long are carried by a delayed message. */
const CARRIED_MS_MAX = 15 * 60_000;
const USER_AGENT = 'pdf-processing-api-webhooks/1';

type DeliverDeps = Pick<
  Deps,
  'cell' | 'cells' | 'db' | 'now' | 'newId' | 'randomBytes' | 'config' | 'courier' | 'deliveryQueue' | 'log' | 'traces'
>;

export async function deliver(deps: DeliverDeps, deliveryId: string): Promise<Verdict> {
  const nowMs = deps.now();
  const token = deps.newId('request');
  const { claimed, delivery } = await claimDelivery(deps, deliveryId, token, nowMs, nowMs + CLAIM_MS);
  if (!delivery) return ACK;
  if (!claimed) return leave(deps, delivery, nowMs);

  const trace = delivery.traceparent === null ? undefined : deps.traces?.begin(delivery.traceparent);
  const traceparent = trace ? printTraceparent(trace) : delivery.traceparent;
  const result = await deps.courier.deliver({
    url: delivery.url,
    headers: { ...(await headersOf(deps, delivery, nowMs)), ...(traceparent === null ? {} : { traceparent }) },
    body: delivery.body,
    timeout_ms: deps.config.webhookTimeoutMs,
    ...(deps.config.allowLocalWebhooks ? { allow_loopback: true } : {}),
  });
  if (trace) recordCall(deps, delivery, trace, nowMs, result);
  if (result.outcome === 'unreachable') {
    deps.log.error('courier.unreachable', result.cause, { delivery_id: deliveryId });
    const again = deps.now() + COURIER_AWAY_SECONDS * 1000;
    await releaseDelivery(deps, deliveryId, token, again, again + LIMITS.resendAfterMs);
    return { kind: 'retry', delaySeconds: COURIER_AWAY_SECONDS };
  }
  await record(deps, delivery, token, nowMs, result);
  return ACK;
}

function recordCall(deps: DeliverDeps, delivery: Consignment, context: TraceContext, startMs: number, result: { outcome: string }): void {
  deps.traces?.record({
    name: 'webhook delivered',
    kind: 'producer',
    context,
    parentId: parseTraceparent(delivery.traceparent)?.spanId,
    startMs,
    endMs: deps.now(),
    attributes: { 'delivery.id': delivery.id, 'delivery.attempt': delivery.attempts, 'delivery.outcome': result.outcome },
    isError: result.outcome !== 'answered',
  });
}

/** Why this message does not make the attempt. */
async function leave(deps: DeliverDeps, delivery: Consignment, nowMs: number): Promise<Verdict> {
  if (delivery.state !== 'pending') return ACK;
  if (delivery.enabled === 0) {
    await endWaiting(deps, delivery.webhook_id, nowMs).run();
    return ACK;
  }
  // Another message makes the attempt; if that one is lost, the sweep sends the next.
  if (delivery.claimed_until !== null && delivery.claimed_until > nowMs) return ACK;
  const waitMs = (delivery.next_attempt_at ?? nowMs) - nowMs;
  if (waitMs > CARRIED_MS_MAX) return ACK;
  return { kind: 'retry', delaySeconds: waitMs > 0 ? Math.ceil(waitMs / 1000) : ENDPOINT_BUSY_SECONDS };
}

async function headersOf(deps: DeliverDeps, delivery: Consignment, nowMs: number): Promise<Record<string, string>> {
  const sealed = [
    delivery.secret_sealed,
    ...(delivery.previous_secret_sealed !== null && (delivery.previous_secret_until ?? 0) > nowMs ? [delivery.previous_secret_sealed] : []),
  ];
  const open = async (text: string) => unseal(deps.config.sealingSecret, 'webhook secret', delivery.webhook_id, text);
  const content = { id: delivery.event_id, timestampSeconds: Math.floor(nowMs / 1000), body: delivery.body };
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...(await webhookHeaders(await Promise.all(sealed.map(open)), content)),
  };
}

async function record(deps: DeliverDeps, delivery: Consignment, token: string, startedAt: number, result: Delivered): Promise<void> {
  const nowMs = deps.now();
  const error = errorOf(result);
  const attempt: DeliveryAttempt = {
    attempt: delivery.attempts,
    at: isoTime(startedAt),
    duration_ms: result.duration_ms,
    ...(result.outcome === 'answered' ? { status: result.status } : {}),
    ...(error === undefined ? {} : { error }),
    ...(result.outcome === 'answered' && result.excerpt !== '' ? { answer: result.excerpt } : {}),
  };
  const [random = 0] = deps.randomBytes(1);
  const delayMs = error === undefined || error === 'gone' ? undefined : nextDelayMs(delivery.step + 1, random / 256);
  const isCarried = delayMs !== undefined && delayMs <= CARRIED_MS_MAX;
  const nextAttemptAt = delayMs === undefined ? undefined : nowMs + delayMs;
  const wakeAt = nextAttemptAt === undefined ? undefined : nextAttemptAt + (isCarried ? LIMITS.resendAfterMs : 0);
  const outcome = { attempt, nowMs, nextAttemptAt, wakeAt };
  const settled =
    error === undefined
      ? await settleDelivered(deps, delivery, token, outcome)
      : await settleFailed(deps, delivery, token, outcome, error === 'gone');
  if (error !== undefined && settled) await spreadIfGivenUp(deps, delivery.webhook_id);
  deps.log.info('delivery.attempted', {
    delivery_id: delivery.id,
    webhook_id: delivery.webhook_id,
    attempt: delivery.attempts,
    status: attempt.status,
    error,
    duration_ms: result.duration_ms,
    settled,
  });
  if (settled && isCarried) await carry(deps, [delivery.id], Math.ceil(delayMs / 1000));
}

/** Undefined for 2xx, which alone is success. */
function errorOf(result: Delivered): AttemptError | undefined {
  if (result.outcome === 'failed') return result.error;
  if (result.status >= 200 && result.status < 300) return undefined;
  if (result.status >= 300 && result.status < 400) return 'redirect';
  return result.status === 410 ? 'gone' : 'status';
}

/** For the sweep. @returns how many deliveries got a message, at most `deliveriesMax`. */
export async function carryDueDeliveries(deps: Pick<Deps, 'db' | 'now' | 'deliveryQueue' | 'log'>, deliveriesMax: number): Promise<number> {
  const ids = await takeDueDeliveries(deps, deps.now(), deliveriesMax);
  await carry(deps, ids);
  return ids.length;
}
