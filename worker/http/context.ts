// What a request carries through the middleware: its id, its dependencies and, once authenticated, its caller.

import type { Context, Handler } from 'hono';
import type { TraceContext } from '#contract/traces.ts';
import type { Actor } from '../accounts/audit.ts';
import type { Plan } from '../plan.ts';
import type { Deps, Env } from '../deps.ts';
import type { KnownBookmarks } from '../limits/gate.ts';
import type { RequestRef } from './idempotency-rows.ts';

export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  /** When the key itself ends, in epoch milliseconds; null: it has no end. */
  readonly keyEndsAt: number | null;
  readonly scopes: readonly string[];
  readonly plan: Plan;
  /** The account's own choice for files whose region is `auto`. */
  readonly defaultRegion: string | null;
  /** Cloudflare's code of the continent that the request came from: AF, AN, AS, EU, NA, OC, SA. */
  readonly continent: string | undefined;
}

export interface AppTypes {
  Bindings: Env;
  Variables: {
    requestId: string;
    clientRequestId: string | undefined;
    deps: Deps;
    caller: Caller;
    /** The span of this request, where it is traced. */
    trace: TraceContext | undefined;
    /** What the account's gate knows of its databases. */
    known: KnownBookmarks;
    /** The row of the request's Idempotency-Key, while its answer is still to be kept. */
    idempotentRequest: RequestRef | undefined;
  };
}

export type AppContext = Context<AppTypes>;
export type AppHandler = Handler<AppTypes>;

/** The caller as the audit log names it. */
export function actorOf(c: AppContext): Actor {
  return { keyId: c.get('caller').keyId, requestId: c.get('requestId') };
}
