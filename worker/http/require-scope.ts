// A route's scope, read from the contract's route table.

import type { MiddlewareHandler } from 'hono';
import { allows, type Scope } from '#contract/scopes.ts';
import { answerRefusal } from './answer.ts';
import type { AppTypes } from './context.ts';

export function requireScope(needed: readonly Scope[]): MiddlewareHandler<AppTypes> {
  return async (c, next) => {
    if (!allows(c.get('caller').scopes, needed)) {
      return answerRefusal(c, {
        code: 'forbidden',
        message: `The API key needs the scope ${needed.join(' or ')}; it has ${c.get('caller').scopes.join(', ') || 'none'}.`,
      });
    }
    await next();
    return undefined;
  };
}
