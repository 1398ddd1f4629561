// What the Worker reads from its environment: names and shapes, no value. docs/operating.md names each (scripts/deploy-check.ts).

import { z } from 'zod';
import { CELL_CODE } from '#contract/ids.ts';
import { LIMITS } from '#contract/limits.ts';
import { Plans } from './plan.ts';

const RegionConfig = z.record(
  z.string().regex(/^[a-z]{2,8}$/),
  z.strictObject({
    /** How many containers it may have at once; processors with addresses are as many as their addresses. */
    instances: z.int().positive().default(1),
    bucket: z.string(),
    queue: z.string(),
    container: z.string().optional(),
    /** Where the objects of its containers are created (Durable Objects: a hint, kept from the first call on). */
    location_hint: z.enum(['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me']).optional(),
    continents: z.array(z.string().length(2)).default([]),
  }),
);
export type RegionConfig = z.infer<typeof RegionConfig>[string];

/** A database of a region, with what works on it. What is not named is that of the region. */
const CellConfig = z.strictObject({
  region: z.string(),
  /** In the identifiers of all that lives there. It stays as long as anything does. */
  code: z.string().regex(CELL_CODE, 'is not a letter of A-Z or g-z and a letter or digit'),
  database: z.string(),
  bucket: z.string().optional(),
  queue: z.string().optional(),
  container: z.string().optional(),
  instances: z.int().positive().default(1),
  /** No account begins to work there. */
  closed: z.boolean().default(false),
  /** From this size of its database on new files go to another cell of the region, if there is one (D1 holds 10 GB). */
  bytes_max: z.int().positive().default(8_000_000_000),
});
export type CellConfig = z.infer<typeof CellConfig>;
const CellsConfig = z.record(z.string().regex(/^[a-z]{2,8}-[0-9]{1,3}$/, 'is not the name of a cell, as `eu-1`'), CellConfig);

const Secret = z.string().min(16);

/** Region name → the language model that plans edits there; none in a region that is not named. */
const PlannersConfig = z.record(
  z.string(),
  z
    .strictObject({
      model: z.string().min(1).max(200),
      /** The binding of Workers AI. */
      binding: z.string().optional(),
      /** With the binding: the name of an AI Gateway. */
      gateway: z.string().optional(),
      /** Instead of the binding: an endpoint with the chat-completions protocol, up to and with its version segment. */
      base_url: z.url({ protocol: /^https?$/ }).optional(),
      requests_at_once: z.int().positive().max(1000).default(10),
    })
    .refine(({ binding, base_url }) => (binding === undefined) !== (base_url === undefined), 'needs either `binding` or `base_url`')
    .refine(({ binding, gateway }) => gateway === undefined || binding !== undefined, '`gateway` goes with `binding`'),
);
export type PlannerConfig = z.infer<typeof PlannersConfig>[string];

/** What is checked before the Worker starts. */
export const EnvConfig = z.object({
  ENVIRONMENT: z.enum(['development', 'production']),
  PLANS: Plans,
  REGIONS: RegionConfig,
  CELLS: CellsConfig.default({}),
  DEFAULT_REGION: z.string(),
  PLANNERS: PlannersConfig.default({}),
  INTERNAL_BASE_URL: z.url(),
  KEY_PEPPER: Secret,
  ADDRESS_SECRET: Secret,
  PROCESSOR_SECRET: Secret,
  SEALING_SECRET: Secret,
  COURIER_SECRET: Secret,
  OPERATOR_KEY: Secret,
  UNAUTHENTICATED_PER_MINUTE: z.coerce.number().int().positive(),
  LEASE_MS: z.coerce.number().int().min(500).default(LIMITS.leaseMs),
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(100).max(LIMITS.webhookTimeoutMs).default(LIMITS.webhookTimeoutMs),
  ALLOW_LOCAL_WEBHOOKS: z.boolean().default(false),
  /** Where traces go: a collector (OTLP over HTTP) or `log`; undefined: there are none. */
  OTLP_ENDPOINT: z.union([z.literal('log'), z.url({ protocol: /^https?$/ })]).optional(),
  /** `authorization=Bearer …`: for the collector. */
  OTLP_HEADERS: z.string().optional(),
  /** Of the requests whose callers do not say, how many are traced. */
  TRACE_RATIO: z.coerce.number().min(0).max(1).default(0),
  /** A file beyond this size may come in parts of it. */
  UPLOAD_PART_BYTES: z.coerce.number().int().min(1000).max(95_000_000).default(LIMITS.uploadPartBytes),
  /** Read replication is on for every database: what only shows is read near the caller. */
  READ_REPLICAS: z.boolean().default(false),
});

export const SECRET_NAMES = [
  'KEY_PEPPER',
  'ADDRESS_SECRET',
  'PROCESSOR_SECRET',
  'SEALING_SECRET',
  'COURIER_SECRET',
  'OPERATOR_KEY',
] as const;

/** Settings without which the Worker starts too. Those of a region end in its name, and those of a cell in its: `PROCESSOR_URL_EU`, `PROCESSOR_URL_EU_1`. */
export const OPTIONAL_SETTING_NAMES = ['COURIER_URL'] as const;
export const REGION_SETTING_NAMES = [
  'PROCESSOR_URL',
  'R2_BUCKET_URL',
  'R2_ACCESS_KEY_ID',
  'R2_SECRET_ACCESS_KEY',
  'PLANNER_KEY',
  'PLANNER_GATEWAY_TOKEN',
] as const;
