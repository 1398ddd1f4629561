// Asks a region's language model for a job, or repeats what it said to the same request of the same account within a day. The key of an
// answer is made of the account too, so that no account ever gets another's. The log has numbers only.

import { toHex } from '#contract/internal-signature.ts';
import { LIMITS } from '#contract/limits.ts';
import { type ModelAnswer, ModelCompletion } from '#contract/planning/model-answer.ts';
import type { ModelRequest } from '#contract/planning/model-request.ts';
import type { Deps } from '../deps.ts';
import type { PlannerGateway } from '../gateways/planner-gateway.ts';
import { seal, unseal } from '../seal.ts';

type AskDeps = Pick<Deps, 'db' | 'now' | 'config' | 'log'>;

export interface AskingJob {
  readonly id: string;
  readonly account_id: string;
  readonly region: string;
  /** SHA-256 of the job's file. */
  readonly sha256: string;
}

export async function askPlanner(
  deps: AskDeps,
  planner: PlannerGateway,
  job: AskingJob,
  request: ModelRequest,
  withinMs: number,
): Promise<ModelAnswer> {
  const startedAt = deps.now();
  const key = await keyOf(deps, [job.account_id, job.sha256, planner.model, request]);
  const known = await findAnswer(deps, job, key);
  const answer: ModelAnswer = known
    ? { status: 200, completion: { ...known, cached: true, usage: { input_tokens: 0, output_tokens: 0 } } }
    : await planner.ask(request, Math.min(withinMs, LIMITS.modelRequestMsMax));
  const { status, completion } = answer;
  deps.log.info('planner.asked', {
    job_id: job.id,
    region: job.region,
    model: planner.model,
    status,
    cached: known !== undefined,
    input_tokens: completion?.usage.input_tokens,
    output_tokens: completion?.usage.output_tokens,
    ms: deps.now() - startedAt,
  });
  if (!known && completion && !completion.cut) await keepAnswer(deps, job, key, completion);
  return answer;
}

async function keyOf({ config }: AskDeps, parts: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(['model answer', ...parts]));
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', await config.keyPepper, bytes)));
}

/** What made a job fail because it was no plan is no answer. */
async function findAnswer(deps: AskDeps, job: AskingJob, key: string): Promise<ModelCompletion | undefined> {
  const row = await deps.db
    .prepare(
      `SELECT answer_sealed FROM model_answers a WHERE a.key = ? AND a.account_id = ? AND a.created_at > ?
         AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = a.job_id AND j.state = 'failed' AND json_extract(j.error, '$.details.check') = 'schema')`,
    )
    .bind(key, job.account_id, deps.now() - LIMITS.modelAnswersKeptMs)
    .first<{ answer_sealed: string }>();
  if (!row) return undefined;
  // Sealed under a secret that has changed since, it is lost, and asked for again.
  const text = await unseal(deps.config.sealingSecret, 'model answer', key, row.answer_sealed).catch(() => undefined);
  return text === undefined ? undefined : ModelCompletion.parse(JSON.parse(text));
}

async function keepAnswer(deps: AskDeps, job: AskingJob, key: string, completion: ModelCompletion): Promise<void> {
  const sealed = await seal(deps.config.sealingSecret, 'model answer', key, JSON.stringify(completion));
  await deps.db
    .prepare('INSERT OR REPLACE INTO model_answers (key, account_id, job_id, answer_sealed, created_at) VALUES (?, ?, ?, ?, ?)')
    .bind(key, job.account_id, job.id, sealed, deps.now())
    .run();
}
