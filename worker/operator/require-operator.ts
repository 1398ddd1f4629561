// Who may call the operator's routes: the holder of OPERATOR_KEY, compared in constant time. Each guess uses its address's budget.

import type { MiddlewareHandler } from 'hono';
import { refuseUnknown } from '../http/authenticate.ts';
import type { AppTypes } from '../http/context.ts';

export const requireOperator: MiddlewareHandler<AppTypes> = async (c, next) => {
  const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
  if (!(await equalInConstantTime(given, c.get('deps').config.operatorKey))) return refuseUnknown(c, c.get('deps'));
  await next();
  return undefined;
};

/** Compares digests, so that neither content nor length shows in the time taken. */
async function equalInConstantTime(a: string, b: string): Promise<boolean> {
  const digest = async (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b));
}
