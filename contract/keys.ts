// API keys, usage and the audit log as a customer's administration sees them.

import { z } from 'zod';
import { idPattern, notAnId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { listQuery } from './lists.ts';
import { OPERATION_NAMES } from './operations.ts';
import { SCOPES } from './scopes.ts';

const timestamp = z.iso.datetime().describe('ISO 8601, UTC');
const keyId = z.string().regex(idPattern('key'), notAnId('key'));
const count = z.int().min(0);
const day = z.iso.date().describe('A day in UTC, YYYY-MM-DD');

const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export const CreateKey = z.strictObject({
  name: z.string().min(1).max(LIMITS.keyNameCharsMax),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'names a scope twice')
    .describe('Only scopes that the calling key has itself'),
  mode: z.enum(KEY_MODES).default('live').describe('Part of the key: `pdfk_<mode>_…`; keys of both modes do the same'),
  expires_at: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('The key is refused from then on. At most the end of the calling key, which is also the default'),
});
export type CreateKey = z.output<typeof CreateKey>;

export const RotateKey = z.strictObject({
  grace_seconds: z.int().min(0).max(LIMITS.keyGraceSecondsMax).default(0).describe('How long the old key stays valid beside the new one'),
});

export const KeyObject = z.object({
  key_id: keyId,
  name: z.string(),
  scopes: z.array(z.string()),
  mode: z.enum(KEY_MODES),
  last4: z.string(),
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: timestamp,
  expires_at: timestamp.optional(),
  revoked_at: timestamp.optional(),
  replaced_by: keyId.optional().describe('The key that took its place when it was rotated'),
  last_used_at: timestamp.optional().describe('Exact to five minutes'),
});
export type KeyObject = z.infer<typeof KeyObject>;

export const NewKey = KeyObject.extend({ key: z.string().describe('The key itself, in this answer only') });
export type NewKey = z.infer<typeof NewKey>;
export const RotatedKey = NewKey.extend({
  replaces: z.object({ key_id: keyId, expires_at: timestamp.describe('When the old key stops being valid') }),
});
export type RotatedKey = z.infer<typeof RotatedKey>;
export const RevokedKey = z.object({ key_id: keyId, revoked: z.literal(true) });

export const UsageQuery = z.strictObject({
  from: day.optional().describe('First day (UTC); by default the range is the 30 days up to `to`'),
  to: day.optional().describe('Last day (UTC); by default today'),
  group_by: z.enum(['key', 'type']).optional(),
});

const usageCounts = {
  jobs: count.describe('Jobs that reached their end on that day'),
  succeeded: count,
  failed: count,
  cancelled: count,
  expired: count.describe('Jobs that waited too long'),
  pages: count,
  input_bytes: count,
  output_bytes: count,
  processing_ms: count,
};
export const USAGE_COUNTS = Object.keys(usageCounts) as (keyof typeof usageCounts)[];

export const Usage = z.object({
  from: day,
  to: day,
  totals: z.object(usageCounts),
  data: z.array(z.object({ day, key_id: keyId.optional(), type: z.enum(OPERATION_NAMES).optional(), ...usageCounts })),
});
export type Usage = z.infer<typeof Usage>;
export type UsageCounts = Usage['totals'];

/** What the audit log records. A new kind of entry is a word here. */
const AUDIT_ACTIONS = [
  'account.created',
  'account.changed',
  'key.issued',
  'key.rotated',
  'key.revoked',
  'file.deleted',
  'policy.refused',
  'job.resent',
  'access.declined',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AuditQuery = z.strictObject({ action: z.enum(AUDIT_ACTIONS).optional(), ...listQuery });

export const AuditEntry = z.object({
  audit_id: z.string().regex(idPattern('audit')),
  action: openEnum(AUDIT_ACTIONS),
  actor: z.object({ type: z.enum(['key', 'operator']), key_id: keyId.optional() }).describe('Who did it'),
  subject_id: z.string().describe('What it was done to: an account, a key, a file'),
  details: z.record(z.string(), z.unknown()),
  request_id: z.string(),
  created_at: timestamp,
});
export type AuditEntry = z.infer<typeof AuditEntry>;
