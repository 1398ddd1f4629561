// Webhooks as the API shows them: endpoints, their deliveries, and the requests that change them.

import { z } from 'zod';
import { CALL_ERRORS, type CallError } from './courier.ts';
import { EVENT_NAMES, TEST_EVENT } from './events.ts';
import { idPattern, notAnId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { openEnum } from './open-enum.ts';

const timestamp = z.iso.datetime();
const webhookId = z.string().regex(idPattern('webhook'), notAnId('webhook'));
const deliveryId = z.string().regex(idPattern('delivery'), notAnId('delivery'));

const url = z
  .string()
  .min(1)
  .max(LIMITS.webhookUrlCharsMax)
  .meta({
    description: 'https://, a public host, port 443 or 8443; stored and shown in the form of the URL standard',
    examples: ['https://example.com/events'],
  });
const description = z.string().max(LIMITS.webhookDescriptionCharsMax);
const events = z
  .array(z.enum(['*', ...EVENT_NAMES]))
  .min(1)
  .max(EVENT_NAMES.length + 1)
  .refine((names) => new Set(names).size === names.length, 'names an event twice')
  .refine((names) => !names.includes('*') || names.length === 1, '`*` stands alone')
  .describe('The events to send; ["*"] is all of them');

export const CreateWebhook = z.strictObject({ url, events, description: description.optional() });
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const ChangeWebhook = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.nullable().optional(),
    enabled: z
      .boolean()
      .optional()
      .meta({ examples: [true] }),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), 'names nothing to change');
export type ChangeWebhook = z.infer<typeof ChangeWebhook>;

const DISABLED_REASONS = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const WebhookObject = z.object({
  webhook_id: webhookId,
  url: z.string(),
  events: z.array(openEnum(['*', ...EVENT_NAMES])),
  description: z.string().optional(),
  enabled: z.boolean(),
  disabled_reason: openEnum(DISABLED_REASONS)
    .optional()
    .describe('`requested`: by PATCH. `gone`: the receiver answered 410. `failing`: nothing but failures for 5 days.'),
  failing_since: timestamp.optional().describe('The first failure after the last success'),
  previous_secret_expires_at: timestamp.optional().describe('Until when deliveries are also signed with the previous secret'),
  created_at: timestamp,
  updated_at: timestamp,
});
export type WebhookObject = z.infer<typeof WebhookObject>;

const secret = z.string().describe('`whsec_` and base64: the signing secret of Standard Webhooks. Shown only in this answer.');
export const CreatedWebhook = WebhookObject.extend({ secret });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const WebhookList = z.object({ data: z.array(WebhookObject), has_more: z.boolean(), next_cursor: z.string().nullable() });
export type WebhookList = z.infer<typeof WebhookList>;

export const RotateSecret = z.strictObject({
  grace_seconds: z
    .int()
    .min(0)
    .max(LIMITS.webhookGraceSecondsMax)
    .default(LIMITS.webhookGraceSecondsDefault)
    .describe('How long deliveries are signed with both secrets'),
});

/** Why an attempt failed: no answer (CALL_ERRORS), or a status other than 2xx. */
const ATTEMPT_ERRORS = [...(Object.keys(CALL_ERRORS) as CallError[]), 'redirect', 'status', 'gone'] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DeliveryAttempt = z.object({
  attempt: z.int(),
  at: timestamp,
  duration_ms: z.int(),
  status: z.int().optional(),
  error: openEnum(ATTEMPT_ERRORS).optional(),
  answer: z.string().optional().describe('The beginning of the answer’s body'),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const Delivery = z.object({
  delivery_id: deliveryId,
  webhook_id: webhookId,
  event_id: z.string().regex(idPattern('event')),
  event: openEnum([...EVENT_NAMES, TEST_EVENT]),
  status: z.enum(DELIVERY_STATES),
  created_at: timestamp,
  next_attempt_at: timestamp.optional(),
  completed_at: timestamp.optional(),
  attempt_count: z.int(),
  attempts: z.array(DeliveryAttempt).describe(`The latest ${LIMITS.webhookAttemptsLogged}, oldest first`),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryList = z.object({ data: z.array(Delivery), has_more: z.boolean(), next_cursor: z.string().nullable() });
export type DeliveryList = z.infer<typeof DeliveryList>;

export const DeliveriesQuery = z.strictObject({
  status: z.enum(DELIVERY_STATES).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().min(1).max(200).optional(),
});

export const RecoverDeliveries = z.strictObject({
  since: z.iso
    .datetime()
    .describe('Send again the deliveries that failed since then, and the events missed while the endpoint was disabled'),
});
export const Recovered = z.object({
  recovered: z.int(),
  has_more: z.boolean().describe(`True when more remain: one call sends up to ${LIMITS.webhookRecoveredMax}; call again`),
});
