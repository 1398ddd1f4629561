// The settings of the courier, read once from the environment. No other file reads the environment. It refuses to start without a
// secret, and in production with a development secret or with permission to call its own machine.

import { z } from 'zod';
import { DEVELOPMENT_SECRET_PREFIX } from '#contract/internal-signature.ts';

export interface CourierConfig {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  /** Calls at a time; beyond that the Worker is asked to try again later. */
  readonly callsMax: number;
  /** Development: allows receivers on this machine, also over http. */
  readonly allowLoopback: boolean;
  /** Of the collector that gets the spans of calls (OTLP over HTTP, JSON); undefined: there are none. */
  readonly traces?: { readonly endpoint: string; readonly headers: string | undefined } | undefined;
}

const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  COURIER_SECRET: z.string().min(16),
  COURIER_PORT: integer(0, 65_535).default(8789),
  COURIER_HOST: z.string().min(1).default('127.0.0.1'),
  COURIER_CALLS: integer(1, 10_000).default(500),
  COURIER_ALLOW_LOOPBACK: z.enum(['0', '1']).default('0'),
  OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTLP_HEADERS: z.string().optional(),
});

/** The variables that are read; docs/operating.md names each (scripts/deploy-check.ts). */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

/** Names the invalid setting but not its value, which may be the secret. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
}

/** @throws InvalidConfig naming the invalid variables. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): CourierConfig {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    throw new InvalidConfig(`Missing or invalid: ${names.join(', ')}.`);
  }
  const values = parsed.data;
  const allowLoopback = values.COURIER_ALLOW_LOOPBACK === '1';
  if (values.NODE_ENV === 'production') {
    if (values.COURIER_SECRET.startsWith(DEVELOPMENT_SECRET_PREFIX)) {
      throw new InvalidConfig('COURIER_SECRET is a development secret; set your own.');
    }
    if (allowLoopback) throw new InvalidConfig('COURIER_ALLOW_LOOPBACK is for development only.');
  }
  return {
    port: values.COURIER_PORT,
    host: values.COURIER_HOST,
    secret: values.COURIER_SECRET,
    callsMax: values.COURIER_CALLS,
    allowLoopback,
    traces: values.OTLP_ENDPOINT === undefined ? undefined : { endpoint: values.OTLP_ENDPOINT, headers: values.OTLP_HEADERS },
  };
}
