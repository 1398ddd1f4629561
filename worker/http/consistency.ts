// Where a request reads: one that only shows, near its caller, and no less than the account has written; any other one of the primary, and what it has
// written is known to the account's gate before it is answered. Runs behind authentication. Does nothing where there are no replicas.

import type { MiddlewareHandler } from 'hono';
import { nearReads, noteWritten } from '../cells/near-reads.ts';
import { gateOf } from '../limits/gate.ts';
import type { AppTypes } from './context.ts';

export const consistency: MiddlewareHandler<AppTypes> = async (c, next) => {
  const deps = c.get('deps');
  if (!deps.config.readReplicas) return next();
  const { bookmarks, memory } = c.get('known');
  const { accountId } = c.get('caller');
  if (c.req.method === 'GET') {
    const near = nearReads(deps, bookmarks);
    c.set('deps', near.deps);
    await next();
    const learned = near.learned();
    if (Object.keys(learned).length > 0)
      // Whether it is noted or not, reads are right; the next one is nearer if it is.
      c.executionCtx.waitUntil(gateOf(deps.gates, accountId).noteBookmarks(learned, memory));
    return undefined;
  }
  const before = new Map(deps.cells.all.map((each) => [each, each.replicas?.newest()]));
  await next();
  // Also what was refused may have written: a file that is too large, a key of idempotency.
  await Promise.all(
    [...before].map(async ([each, mark]) => (each.replicas?.newest() === mark ? undefined : noteWritten(each, [accountId], memory))),
  );
  return undefined;
};
