// Traces of the processor: a span for each attempt at a job, and below it one for each stage, in the order in which the job told them. They go to the
// collector of the operator's choice, or into a file; where none is named there are none.

import { appendFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { RunJob } from '#contract/processor.ts';
import {
  childOf,
  makeSpanQueue,
  parseTraceparent,
  printTraceparent,
  readOtlpHeaders,
  type SpanAttributes,
  type SpanQueue,
  type TraceContext,
  tracesAddress,
} from '#contract/traces.ts';
import type { Log } from './log.ts';

const SEND_EVERY_MS = 2000;
const PATIENCE_MS = 5000;
/** A name of ours: what a child says is not believed. */
const STAGE = /^[a-z_]{1,32}$/;

export interface TraceSettings {
  /** `http://…` of a collector (OTLP over HTTP, JSON), or `file:///…`, which gets a request in each line. */
  readonly endpoint: string;
  readonly headers: string | undefined;
  readonly version: string;
}

export interface Traces {
  readonly queue: SpanQueue;
  /** Sends what is left. */
  readonly stop: () => Promise<void>;
}

export function startTraces({ endpoint, headers, version }: TraceSettings, log: Log): Traces {
  const post = async (body: string) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(tracesAddress(endpoint), { method: 'POST', headers: readOtlpHeaders(headers), body, signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector answered ${response.status}`);
  };
  const send = endpoint.startsWith('file:') ? async (body: string) => appendFile(fileURLToPath(endpoint), `${body}\n`) : post;
  const queue = makeSpanQueue({ name: 'pdf-api-processor', version }, send, (count) => log.info('spans_lost', { count }));
  const timer = setInterval(() => void queue.flush(), SEND_EVERY_MS);
  timer.unref();
  return {
    queue,
    stop: async () => {
      clearInterval(timer);
      await queue.flush();
    },
  };
}

/** Of one attempt. */
export interface JobTrace {
  /** What its requests to the Worker carry. */
  readonly traceparent: string | undefined;
  /** Ends the stage before, and begins this one, unless it is the same. */
  readonly stage: (name: string) => void;
  readonly end: (attributes: SpanAttributes, isError: boolean) => void;
}

const UNTRACED = (job: RunJob): JobTrace => ({ traceparent: job.traceparent, stage: () => undefined, end: () => undefined });

export function traceJob(traces: Traces | undefined, job: RunJob, now: () => number): JobTrace {
  const parent = parseTraceparent(job.traceparent);
  if (!traces || !parent?.isSampled) return UNTRACED(job);
  const { queue } = traces;
  const own = childOf(parent, randomBytes);
  const startMs = now();
  let open: { readonly name: string; readonly context: TraceContext; readonly startMs: number } | undefined;
  const close = () => {
    if (open) {
      const attributes = { 'job.id': job.job_id, 'job.stage': open.name };
      queue.add({
        name: `stage ${open.name}`,
        kind: 'internal',
        context: open.context,
        parentId: own.spanId,
        startMs: open.startMs,
        endMs: now(),
        attributes,
      });
    }
    open = undefined;
  };
  return {
    traceparent: printTraceparent(own),
    stage: (said) => {
      const name = STAGE.test(said) ? said : 'operation';
      if (open?.name === name) return;
      close();
      open = { name, context: childOf(own, randomBytes), startMs: now() };
    },
    end: (attributes, isError) => {
      close();
      const common = { 'job.id': job.job_id, 'job.type': job.type, 'job.attempt': job.attempt };
      queue.add({
        name: 'job run',
        kind: 'consumer',
        context: own,
        parentId: parent.spanId,
        startMs,
        endMs: now(),
        attributes: { ...common, ...attributes },
        isError,
      });
    },
  };
}
