// The settings of one processor, read once from the environment. No other file reads the environment.
// It refuses to start without a secret, and with the development secret in production.

import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { DEVELOPMENT_SECRET_PREFIX } from '#contract/internal-signature.ts';
import { Isolation } from '#contract/processor-capabilities.ts';
import type { ModelEndpoint } from './ask-model.ts';
import type { TraceSettings } from './traces.ts';
import type { OperationSettings } from './sandbox/child-messages.ts';

export interface ProcessorConfig {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  /** Jobs at a time; each has one warm child process. */
  readonly slots: number;
  /** Holds the directories of running jobs and belongs to this processor alone: it is swept at start. */
  readonly workRoot: string;
  /** Resident memory of a job's whole process group. */
  readonly jobMemoryBytesMax: number;
  readonly jobsPerChildMax: number;
  /** Instead of a third of the lease. */
  readonly heartbeatMs: number | undefined;
  /** How long running jobs may still take after SIGTERM before they are handed back. */
  readonly drainMs: number;
  readonly region: string;
  readonly version: string;
  /** Where external programs are looked for (PATH). */
  readonly searchPath: string;
  readonly planner: ModelEndpoint | undefined;
  /** Where traces go; undefined: there are none. */
  readonly traces: TraceSettings | undefined;
  readonly ocrEngine: OperationSettings['ocrEngine'];
  /** How jobs are isolated; `auto` takes the first way that works on this machine. */
  readonly isolation: Isolation | 'auto';
  /** For a developer's machine: converters run even where no isolation works, with a loud warning. */
  readonly allowUnisolated: boolean;
}

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PATH: z.string().default('/usr/local/bin:/usr/bin:/bin'),
  PROCESSOR_SECRET: z.string().min(16),
  PROCESSOR_PORT: integer(0, 65_535).default(8788),
  PROCESSOR_HOST: z.string().min(1).default('127.0.0.1'),
  PROCESSOR_SLOTS: integer(1, 256).optional(),
  PROCESSOR_WORK_ROOT: z.string().startsWith('/').optional(),
  PROCESSOR_JOB_MEMORY_BYTES: integer(64 * MIB, 1024 * GIB).default(GIB),
  PROCESSOR_JOBS_PER_CHILD: integer(1, 1_000_000).default(300),
  PROCESSOR_HEARTBEAT_MS: integer(10, 600_000).optional(),
  PROCESSOR_DRAIN_MS: integer(0, 900_000).default(8000),
  PROCESSOR_REGION: z.string().max(64).default('local'),
  PROCESSOR_VERSION: z.string().max(64).default('development'),
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_API_KEY: z.string().min(1).optional(),
  AI_MODEL: z.string().min(1).max(200).optional(),
  PROCESSOR_ISOLATION: z.enum(['auto', ...Isolation.options]).default('auto'),
  ALLOW_UNISOLATED: z.enum(['0', '1']).default('0'),
  OTLP_ENDPOINT: z.url({ protocol: /^(https?|file)$/ }).optional(),
  OTLP_HEADERS: z.string().optional(),
  OCR_ENGINE: z.enum(['auto', 'native', 'wasm']).default('auto'),
});

/** The variables that are read; docs/operating.md names each (scripts/deploy-check.ts). */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

/** Names the invalid setting but not its value, which may be the secret. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
}

/** @throws InvalidConfig naming the invalid variables. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): ProcessorConfig {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    throw new InvalidConfig(`Missing or invalid: ${names.join(', ')}.`);
  }
  const values = parsed.data;
  if (values.NODE_ENV === 'production' && values.PROCESSOR_SECRET.startsWith(DEVELOPMENT_SECRET_PREFIX)) {
    throw new InvalidConfig('PROCESSOR_SECRET is a development secret; set your own.');
  }
  if (values.NODE_ENV === 'production' && values.ALLOW_UNISOLATED === '1') {
    throw new InvalidConfig('ALLOW_UNISOLATED is for a developer’s machine; in production jobs must be isolated.');
  }
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model } = values;
  if ((baseUrl === undefined) !== (model === undefined)) throw new InvalidConfig('AI_BASE_URL and AI_MODEL must be set together.');
  return {
    port: values.PROCESSOR_PORT,
    host: values.PROCESSOR_HOST,
    secret: values.PROCESSOR_SECRET,
    slots: values.PROCESSOR_SLOTS ?? slotsOfMachine(values.PROCESSOR_JOB_MEMORY_BYTES),
    workRoot: values.PROCESSOR_WORK_ROOT ?? join(tmpdir(), `pdf-processor-${values.PROCESSOR_PORT}`),
    jobMemoryBytesMax: values.PROCESSOR_JOB_MEMORY_BYTES,
    jobsPerChildMax: values.PROCESSOR_JOBS_PER_CHILD,
    heartbeatMs: values.PROCESSOR_HEARTBEAT_MS,
    drainMs: values.PROCESSOR_DRAIN_MS,
    region: values.PROCESSOR_REGION,
    version: values.PROCESSOR_VERSION,
    searchPath: values.PATH,
    planner: baseUrl === undefined || model === undefined ? undefined : { baseUrl, apiKey, model },
    traces:
      values.OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: values.OTLP_ENDPOINT, headers: values.OTLP_HEADERS, version: values.PROCESSOR_VERSION },
    ocrEngine: values.OCR_ENGINE,
    isolation: values.PROCESSOR_ISOLATION,
    allowUnisolated: values.ALLOW_UNISOLATED === '1',
  };
}

/** One slot per core, as long as memory allows each job its limit. A container's own memory limit counts, not the machine's memory. */
function slotsOfMachine(jobMemoryBytesMax: number): number {
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.max(1, Math.min(availableParallelism(), Math.floor(memoryBytes / jobMemoryBytesMax)));
}
