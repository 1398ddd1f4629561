// The span of a request. For customers it runs behind whatever decides who is asking: a stranger causes none.

import type { MiddlewareHandler, Next } from 'hono';
import { parseTraceparent } from '#contract/traces.ts';
import type { AppContext, AppTypes } from './context.ts';

export const traced: MiddlewareHandler<AppTypes> = async (c, next) => trace(c, next, () => true);

/** The same for what processors send: a part of the trace that their job came with, and nothing else. Whose signature is wrong causes none. */
export const tracedInternal: MiddlewareHandler<AppTypes> = async (c, next) =>
  c.req.header('traceparent') === undefined ? next() : trace(c, next, (status) => status !== 401);

async function trace(c: AppContext, next: Next, isKnown: (status: number) => boolean): Promise<undefined> {
  const { traces, now } = c.get('deps');
  const traceparent = c.req.header('traceparent');
  const context = traces?.begin(traceparent);
  if (!traces || !context) {
    await next();
    return undefined;
  }
  c.set('trace', context);
  const startMs = now();
  await next();
  const { status } = c.res;
  if (!isKnown(status)) return undefined;
  traces.record({
    name: `${c.req.method} ${c.req.routePath}`,
    kind: 'server',
    context,
    parentId: parseTraceparent(traceparent)?.spanId,
    startMs,
    endMs: now(),
    attributes: { 'http.request.method': c.req.method, 'http.route': c.req.routePath, 'http.response.status_code': status },
    isError: status >= 500,
  });
  c.executionCtx.waitUntil(traces.flush());
  return undefined;
}
