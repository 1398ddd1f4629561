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
