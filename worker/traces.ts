// Traces of the Worker: its spans go to the collector of the operator's choice, or into the log. Where none is named there are none, and nothing
// is measured.

import {
  childOf,
  makeSpanQueue,
  parseTraceparent,
  readOtlpHeaders,
  type Span,
  type TraceContext,
  tracesAddress,
} from '#contract/traces.ts';
import type { Log } from './log.ts';

export interface Traces {
  /** @returns the context of a span of ours below the caller's; undefined: this request is not traced */
  readonly begin: (traceparent: string | undefined) => TraceContext | undefined;
  readonly record: (span: Span) => void;
  /** For the end of a request or a batch; never fails. */
  readonly flush: () => Promise<void>;
}

interface Settings {
  /** Of a collector (OTLP over HTTP, JSON), or `log`. */
  readonly endpoint: string;
  readonly headers: string | undefined;
  /** Of the requests whose callers do not say whether they are traced: 0 none, 1 all. */
  readonly ratio: number;
}

const PATIENCE_MS = 5000;

export function makeTraces({ endpoint, headers, ratio }: Settings, log: Log): Traces {
  const post = async (body: string) => {
    const init = { method: 'POST', headers: readOtlpHeaders(headers), body, signal: AbortSignal.timeout(PATIENCE_MS) };
    const response = await fetch(tracesAddress(endpoint), init);
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector answered ${response.status}`);
  };
  const send = endpoint === 'log' ? async (body: string) => log.info('spans', { otlp: body }) : post;
  const queue = makeSpanQueue({ name: 'pdf-api-worker' }, send, (count) => log.info('spans.lost', { count }));
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  return {
    begin: (traceparent) => {
      const parent = parseTraceparent(traceparent);
      const isTraced = parent ? parent.isSampled : Math.random() < ratio;
      return isTraced ? childOf(parent, randomBytes) : undefined;
    },
    record: queue.add,
    flush: queue.flush,
  };
}
