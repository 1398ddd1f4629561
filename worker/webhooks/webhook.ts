// Endpoints and deliveries as seen from outside, pure.

import type { Delivery, DeliveryAttempt, WebhookObject } from '#contract/webhooks.ts';
import type { DeliveryRow } from './delivery-table.ts';
import type { WebhookRow } from './webhook-table.ts';

export function webhookObject(row: WebhookRow, nowMs: number): WebhookObject {
  return {
    webhook_id: row.id,
    url: row.url,
    events: JSON.parse(row.events) as WebhookObject['events'],
    ...(row.description === null ? {} : { description: row.description }),
    enabled: row.enabled === 1,
    ...(row.disabled_reason === null ? {} : { disabled_reason: row.disabled_reason }),
    ...(row.failing_since === null ? {} : { failing_since: isoTime(row.failing_since) }),
    ...(row.previous_secret_until !== null && row.previous_secret_until > nowMs
      ? { previous_secret_expires_at: isoTime(row.previous_secret_until) }
      : {}),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

export function deliveryObject(row: DeliveryRow): Delivery {
  return {
    delivery_id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event: row.event as Delivery['event'],
    status: row.state,
    created_at: isoTime(row.created_at),
    ...(row.next_attempt_at === null ? {} : { next_attempt_at: isoTime(row.next_attempt_at) }),
    ...(row.completed_at === null ? {} : { completed_at: isoTime(row.completed_at) }),
    attempt_count: row.attempts,
    attempts: JSON.parse(row.log) as DeliveryAttempt[],
  };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
