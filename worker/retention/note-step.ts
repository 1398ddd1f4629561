// Records how a step of the sweep went, for the operator.

import type { Deps } from '../deps.ts';

const ERROR_CHARS_MAX = 300;

interface StepRun {
  readonly startedAt: number;
  readonly count: number;
  /** Undefined: it did not fail. */
  readonly failure: unknown;
}

export async function noteStep(deps: Pick<Deps, 'db' | 'now'>, name: string, run: StepRun): Promise<void> {
  const failed = run.failure !== undefined;
  await deps.db
    .prepare(
      `INSERT INTO sweep_steps (name, ran_at, took_ms, count, failed_at, error) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (name) DO UPDATE SET ran_at = ?2, took_ms = ?3, count = ?4, failed_at = coalesce(?5, failed_at), error = coalesce(?6, error)`,
    )
    .bind(
      name,
      run.startedAt,
      deps.now() - run.startedAt,
      run.count,
      failed ? run.startedAt : null,
      failed ? describe(run.failure).slice(0, ERROR_CHARS_MAX) : null,
    )
    .run();
}

/** Our own sentence and that of its cause; after this line the query builder's errors hold the values of the statement. */
function describe(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const own = failure.message.replace(/\nparams: [\s\S]*$/, '');
  return failure.cause instanceof Error ? `${own}: ${failure.cause.message}` : own;
}
