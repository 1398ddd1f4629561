// A request for access to the service: what the operator asks of a company (specification, "Availability and access").

import { z } from 'zod';
import { idPattern } from './ids.ts';

export const ACCESS_REQUEST_STATES = ['pending', 'approved', 'declined'] as const;
export type AccessRequestState = (typeof ACCESS_REQUEST_STATES)[number];

// What is printed on an operator's screen holds no control characters and no bidirectional overrides (UAX #9).
// oxlint-disable-next-line no-control-regex -- the control characters are what is refused
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function text(charsMax: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(charsMax)
    .refine((value) => !UNPRINTABLE.test(value), 'has a control character or a bidirectional override');
}

export const accessRequestId = z.string().regex(idPattern('accessRequest'), 'is not an identifier of an access request');

export const RequestAccess = z.strictObject({
  company_name: text(200).meta({ examples: ['Example Limited'] }),
  contact_email: z
    .email()
    .max(254)
    .meta({ description: 'Where the answer goes', examples: ['ada@example.com'] }),
  website: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .meta({ examples: ['https://example.com/'] }),
  use_case: text(4000).meta({
    description: 'What you intend to use the service for',
    examples: ['Removing metadata from what our customers send to courts.'],
  }),
  monthly_volume: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .meta({ description: 'Files in a month', examples: [20_000] }),
  file_types: z
    .array(text(100))
    .min(1)
    .max(20)
    .meta({ examples: [['application/pdf']] }),
  average_file_bytes: z
    .int()
    .min(1)
    .max(1_000_000_000_000)
    .meta({ examples: [800_000] }),
  security_requirements: text(4000).optional(),
  needs_dpa: z.boolean().describe('Whether a Data Processing Agreement is required'),
  preferred_region: text(64).default('auto'),
  needs_webhooks: z.boolean().default(false),
  needs_batch: z.boolean().default(false),
  custom_limits: text(2000).optional().describe('Limits beyond those of the plans, if they are needed'),
});
export type RequestAccess = z.output<typeof RequestAccess>;

export const RequestedAccess = z.object({
  access_request_id: accessRequestId,
  state: z.literal('pending'),
  created_at: z.iso.datetime(),
});
export type RequestedAccess = z.infer<typeof RequestedAccess>;
