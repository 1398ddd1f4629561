// The courier's spans: one for each call of a receiver, below the delivery that it belongs to.

import { randomBytes } from 'node:crypto';
import type { Deliver, Delivered } from '#contract/courier.ts';
import { childOf, makeSpanQueue, parseTraceparent, readOtlpHeaders, tracesAddress } from '#contract/traces.ts';
import type { CourierConfig } from './config.ts';

const PATIENCE_MS = 5000;

/** @returns what records a call and sends it, without waiting */
export function makeRecordCall(
  traces: CourierConfig['traces'],
  onLost: (count: number) => void,
): (message: Deliver, delivered: Delivered, startMs: number, endMs: number) => void {
  if (!traces) return () => undefined;
  const queue = makeSpanQueue(
    { name: 'pdf-api-courier' },
    async (body) => {
      const init = { method: 'POST', headers: readOtlpHeaders(traces.headers), body, signal: AbortSignal.timeout(PATIENCE_MS) };
      const { ok } = await fetch(tracesAddress(traces.endpoint), init);
      if (!ok) throw new Error('the collector refused');
    },
    onLost,
  );
  return ({ headers }, delivered, startMs, endMs) => {
    const parent = parseTraceparent(headers['traceparent']);
    if (!parent?.isSampled) return;
    queue.add({
      name: 'receiver called',
      kind: 'client',
      context: childOf(parent, randomBytes),
      parentId: parent.spanId,
      startMs,
      endMs,
      attributes:
        delivered.outcome === 'answered'
          ? { 'delivery.outcome': delivered.outcome, 'http.response.status_code': delivered.status }
          : { 'delivery.outcome': delivered.outcome },
      isError: delivered.outcome !== 'answered',
    });
    void queue.flush();
  };
}
