// HTTP of the operator, behind its own credential: accounts, their plans, and their keys.

import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { isScope, SCOPES } from '#contract/scopes.ts';
import type { ApiKeyRow } from '../accounts/account-table.ts';
import type { Actor } from '../accounts/audit.ts';
import { changeAccount, createAccount } from '../accounts/change-account.ts';
import { issueKey, revokeKey } from '../accounts/change-keys.ts';
import { Plan } from '../accounts/plan.ts';
import { answer, answerRefusal } from '../http/answer.ts';
import { refuseUnknown } from '../http/authenticate.ts';
import type { AppContext, AppTypes } from '../http/context.ts';
import { readJson } from '../http/read-body.ts';

const NewAccount = z.strictObject({ name: z.string().min(1).max(200), plan: z.string().min(1).max(64) });
const AccountChange = z.strictObject({
  plan: z.string().optional(),
  plan_overrides: Plan.partial().nullable().optional(),
  suspended: z.boolean().optional(),
  default_region: z.string().max(16).nullable().optional(),
});
const NewKey = z.strictObject({
  name: z.string().min(1).max(200),
  scopes: z.array(z.string().refine(isScope, `must be one of ${SCOPES.join(', ')}`)).default([...SCOPES]),
  mode: z.enum(['live', 'test']).default('live'),
  expires_at: z.iso
    .datetime()
    .transform((text) => Date.parse(text))
    .optional(),
});

export function operatorRoutes(): Hono<AppTypes> {
  const app = new Hono<AppTypes>();
  app.use(requireOperator);

  app.post('/accounts', async (c) => {
    const fields = await readJson(c.req.raw, NewAccount);
    if (!fields.ok) return answerRefusal(c, fields.refusal);
    const created = await createAccount(c.get('deps'), operatorOf(c), fields.value);
    return created.ok ? answer(c, 201, { account_id: created.value.id, ...fields.value }) : answerRefusal(c, created.refusal);
  });

  app.patch('/accounts/:account_id', async (c) => {
    const fields = await readJson(c.req.raw, AccountChange);
    if (!fields.ok) return answerRefusal(c, fields.refusal);
    const overrides = fields.value.plan_overrides;
    const changed = await changeAccount(c.get('deps'), operatorOf(c), c.req.param('account_id'), {
      ...fields.value,
      plan_overrides: overrides ? (JSON.parse(JSON.stringify(overrides)) as Partial<Plan>) : overrides,
    });
    if (!changed.ok) return answerRefusal(c, changed.refusal);
    const { id, name, plan, suspended_at, default_region } = changed.value;
    return answer(c, 200, { account_id: id, name, plan, suspended: suspended_at !== null, default_region });
  });

  app.post('/accounts/:account_id/keys', async (c) => {
    const fields = await readJson(c.req.raw, NewKey);
    if (!fields.ok) return answerRefusal(c, fields.refusal);
    const { expires_at, ...rest } = fields.value;
    const issued = await issueKey(c.get('deps'), operatorOf(c), c.req.param('account_id'), { ...rest, expiresAt: expires_at });
    if (!issued.ok) return answerRefusal(c, issued.refusal);
    return answer(c, 201, { key_id: issued.value.row.id, key: issued.value.key });
  });

  app.delete('/keys/:key_id', async (c) => {
    const { db } = c.get('deps');
    const key = await db.prepare('SELECT * FROM api_keys WHERE id = ?').bind(c.req.param('key_id')).first<ApiKeyRow>();
    if (!key) return answerRefusal(c, { code: 'not_found' });
    await revokeKey(c.get('deps'), operatorOf(c), key);
    return answer(c, 200, { key_id: key.id });
  });

  return app;
}

function operatorOf(c: AppContext): Actor {
  return { keyId: null, requestId: c.get('requestId') };
}

const requireOperator: MiddlewareHandler<AppTypes> = async (c, next) => {
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
