// What a request carries through the middleware: its id, its dependencies and, once authenticated, its caller.

import type { Context, Handler } from 'hono';
import type { Scope } from '#contract/scopes.ts';
import type { Plan } from '../accounts/plan.ts';
import type { Deps, Env } from '../deps.ts';

export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
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
  };
}

export type AppContext = Context<AppTypes>;
export type AppHandler = Handler<AppTypes>;

export interface ScopedRoute {
  readonly scopes: readonly Scope[];
}
