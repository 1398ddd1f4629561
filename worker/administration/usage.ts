// HTTP of usage.

import { UsageQuery } from '#contract/keys.ts';
import { readUsage } from '../accounts/usage.ts';
import { answerRefusal, answerResult } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { validate } from '../http/read-body.ts';

export async function handleReadUsage(c: AppContext): Promise<Response> {
  const query = validate(UsageQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  return answerResult(c, 200, await readUsage(c.get('deps'), c.get('caller').accountId, query.value));
}
