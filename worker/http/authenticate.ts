// Who is calling: bearer key → account, plan, scopes; and one token of the account's request budget.
//
// Keys are cached in the isolate for CACHE_MS. That is safe because every request asks the account's gate, whose epoch is raised
// before any change of the account or its keys: an entry read before the change is older than the epoch and is read again.
// Callers without a valid key use the budget of their address.

import type { MiddlewareHandler } from 'hono';
import { hashApiKey, isApiKey } from '../accounts/api-key.ts';
import { findKey, type KeyHolder, noteUse } from '../accounts/find-key.ts';
import { planOf } from '../plan.ts';
import type { Deps } from '../deps.ts';
import { gateOf } from '../limits/gate.ts';
import type { Refusal } from '../result.ts';
import { answerRefusal } from './answer.ts';
import type { AppContext, AppTypes } from './context.ts';
import { rateLimitHeaders, WINDOW_SECONDS } from './rate-limit.ts';

const CACHE_MS = 30_000;
const CACHE_ENTRIES_MAX = 10_000;
const cache = new Map<string, { holder: KeyHolder; readAt: number }>();
/** How exact `last_used_at` is: a key in use costs one write in this time, not one per request. */
const NOTE_USE_MS = 5 * 60_000;
const noted = new Map<string, number>();

export const authenticate: MiddlewareHandler<AppTypes> = async (c, next) => {
  const deps = c.get('deps');
  const holder = await findHolder(deps, c.req.header('authorization'));
  if (!holder) return refuseUnknown(c, deps);

  const plan = planOf(deps.config.plans, holder);
  const budget = { capacity: plan.requests_per_minute, windowSeconds: WINDOW_SECONDS };
  const asked = await gateOf(deps.gates, holder.account_id).take(budget);
  const current = asked.epoch > holder.epoch ? await findHolder(deps, c.req.header('authorization'), true) : holder;
  if (!current || !isLive(current, deps.now())) return refuseUnknown(c, deps);

  const currentPlan = current === holder ? plan : planOf(deps.config.plans, current);
  const hasNewBudget = currentPlan.requests_per_minute !== plan.requests_per_minute;
  const currentBudget = hasNewBudget ? { ...budget, capacity: currentPlan.requests_per_minute } : budget;
  const gate = hasNewBudget ? await gateOf(deps.gates, current.account_id).take(currentBudget) : asked;

  const headers = rateLimitHeaders(currentBudget, gate);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  if (!gate.allowed) {
    const message = `The plan allows ${currentPlan.requests_per_minute} requests per minute; try again in ${gate.resetSeconds} seconds.`;
    return answerRefusal(c, { code: 'rate_limited', message, headers: { ...headers, 'Retry-After': String(gate.resetSeconds) } });
  }
  if (current.suspended_at !== null) return answerRefusal(c, { code: 'forbidden', message: 'The account is suspended.' });

  if (isUseToNote(current, deps.now())) c.executionCtx.waitUntil(noteUseOf(deps, current));
  c.set('caller', {
    accountId: current.account_id,
    keyId: current.key_id,
    keyEndsAt: current.expires_at,
    scopes: current.scopes,
    plan: currentPlan,
    defaultRegion: current.default_region,
    continent: (c.req.raw.cf as { continent?: string } | undefined)?.continent,
  });
  c.set('known', gate.known);
  await next();
  return undefined;
};

async function findHolder(deps: Deps, authorization: string | undefined, fresh = false): Promise<KeyHolder | undefined> {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!key || !isApiKey(key)) return undefined;
  const hash = await hashApiKey(await deps.config.keyPepper, key);
  const known = cache.get(hash);
  if (known && !fresh && deps.now() - known.readAt < CACHE_MS) return known.holder;
  const holder = await findKey(deps, hash);
  cache.delete(hash);
  if (!holder) return undefined;
  if (cache.size >= CACHE_ENTRIES_MAX) cache.delete(cache.keys().next().value as string);
  cache.set(hash, { holder, readAt: deps.now() });
  return holder;
}

function isUseToNote(holder: KeyHolder, nowMs: number): boolean {
  return nowMs - Math.max(holder.last_used_at ?? 0, noted.get(holder.key_id) ?? 0) >= NOTE_USE_MS;
}

async function noteUseOf(deps: Deps, holder: KeyHolder): Promise<void> {
  if (noted.size >= CACHE_ENTRIES_MAX) noted.clear();
  noted.set(holder.key_id, deps.now());
  await noteUse(deps, holder.key_id, deps.now(), NOTE_USE_MS).catch((cause: unknown) => {
    deps.log.error('key.use_not_noted', cause, { key_id: holder.key_id });
  });
}

function isLive(holder: KeyHolder, nowMs: number): boolean {
  return holder.revoked_at === null && (holder.expires_at === null || holder.expires_at > nowMs);
}

const HOW_TO_AUTHENTICATE =
  'Send the header `Authorization: Bearer pdfk_live_…` with an API key that has neither been revoked nor expired. Keys are read from no other header, not from the address, and not as a user name.';

/** The same answer for missing, malformed, unknown, revoked and expired keys, so that nobody can distinguish them. */
export async function refuseUnknown(c: AppContext, deps: Deps): Promise<Response> {
  const budget = { capacity: deps.config.unauthenticatedPerMinute, windowSeconds: WINDOW_SECONDS };
  const address = c.req.header('cf-connecting-ip') ?? 'unknown';
  const gate = await gateOf(deps.gates, `address:${address}`).take(budget);
  const refusal: Refusal = gate.allowed
    ? { code: 'unauthorized', message: HOW_TO_AUTHENTICATE }
    : { code: 'rate_limited', headers: { 'Retry-After': String(gate.resetSeconds) } };
  return answerRefusal(c, refusal);
}
