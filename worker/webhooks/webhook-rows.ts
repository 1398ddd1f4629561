// SQL of endpoints.

import { noSuch } from '#contract/ids.ts';
import { raiseVersions } from '../cells/copy-account.ts';
import { cellsOf } from '../cells/find-cell.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import type { WebhookRow } from './webhook-table.ts';

type Db = Pick<Deps, 'db'>;

/** not_found for an unknown id and for another account's alike. */
export async function findOwnWebhook(deps: Db, accountId: string, webhookId: string): Promise<Result<WebhookRow>> {
  const row = await deps.db
    .prepare('SELECT * FROM webhooks WHERE id = ? AND account_id = ?')
    .bind(webhookId, accountId)
    .first<WebhookRow>();
  return row ? ok(row) : refuse('not_found', noSuch('webhook', webhookId));
}

/** The same, for what only an enabled endpoint can do. */
export async function findEnabledWebhook(deps: Db, accountId: string, webhookId: string): Promise<Result<WebhookRow>> {
  const found = await findOwnWebhook(deps, accountId, webhookId);
  if (found.ok && found.value.enabled === 0) return refuse('invalid_request', 'The webhook is disabled; enable it first.');
  return found;
}

export async function listWebhooks(deps: Db, accountId: string): Promise<WebhookRow[]> {
  const rows = await deps.db
    .prepare('SELECT * FROM webhooks WHERE account_id = ? ORDER BY created_at DESC, id')
    .bind(accountId)
    .all<WebhookRow>();
  return rows.results;
}

/** With what the cells have seen of them: an endpoint fails since its first failure anywhere. */
export async function withHealth(
  deps: Db & Pick<Deps, 'cells'>,
  accountId: string,
  rows: readonly WebhookRow[],
): Promise<readonly WebhookRow[]> {
  if (!deps.cells.areSeveral || rows.length === 0) return rows;
  const seen = await Promise.all(
    (await cellsOf(deps, accountId)).map(async ({ db }) =>
      db
        .prepare('SELECT id, failing_since FROM webhooks WHERE account_id = ? AND failing_since IS NOT NULL')
        .bind(accountId)
        .all<{ id: string; failing_since: number }>(),
    ),
  );
  const failing = seen.flatMap(({ results }) => results);
  return rows.map((row) => {
    const times = failing.filter(({ id }) => id === row.id).map(({ failing_since }) => failing_since);
    return { ...row, failing_since: times.length > 0 ? Math.min(...times) : null };
  });
}

type ChangeDeps = Pick<Deps, 'cells' | 'db'>;

/** @returns false when the account has as many as it may. */
export async function insertWebhook(deps: ChangeDeps, row: WebhookRow, webhooksMax: number): Promise<boolean> {
  const columns = Object.keys(row);
  const [inserted] = await deps.db.batch([
    deps.db
      .prepare(
        `INSERT INTO webhooks (${columns.join(', ')}) SELECT ${columns.map(() => '?').join(', ')}
         WHERE (SELECT count(*) FROM webhooks WHERE account_id = ?) < ?`,
      )
      .bind(...Object.values(row), row.account_id, webhooksMax),
    ...raiseVersions(deps, row.account_id),
  ]);
  return inserted?.meta.changes === 1;
}

type WebhookChange = Partial<
  Pick<WebhookRow, 'url' | 'events' | 'description' | 'enabled' | 'disabled_reason' | 'failing_since' | 'updated_at'>
>;

/** @returns the row as it is now; undefined when it is gone. */
export async function updateWebhook(
  deps: ChangeDeps,
  { id: webhookId, account_id }: WebhookRow,
  change: WebhookChange,
): Promise<WebhookRow | undefined> {
  const names = Object.keys(change) as (keyof WebhookChange)[];
  const [updated] = await deps.db.batch<WebhookRow>([
    deps.db
      .prepare(`UPDATE webhooks SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ? RETURNING *`)
      .bind(...names.map((name) => change[name] ?? null), webhookId),
    endWaiting(deps, webhookId, change.updated_at ?? 0),
    ...raiseVersions(deps, account_id),
  ]);
  return updated?.results[0];
}

/** Deliveries that wait for a disabled endpoint have failed. An attempt that is under way is not touched: it settles by itself. */
export function endWaiting(deps: Db, webhookId: string, nowMs: number): D1PreparedStatement {
  return deps.db
    .prepare(
      `UPDATE deliveries SET state = 'failed', completed_at = ?, next_attempt_at = NULL, wake_at = NULL
       WHERE webhook_id = ? AND state = 'pending' AND claim_token IS NULL AND EXISTS (SELECT 1 FROM webhooks WHERE id = ? AND enabled = 0)`,
    )
    .bind(nowMs, webhookId, webhookId);
}

/** The current secret becomes the previous one in the same statement, so that no rotation loses a secret that still signs. */
export async function replaceSecret(
  deps: ChangeDeps,
  { id, account_id }: WebhookRow,
  sealed: string,
  previousUntil: number | null,
  nowMs: number,
): Promise<WebhookRow | undefined> {
  const [replaced] = await deps.db.batch<WebhookRow>([
    deps.db
      .prepare(
        `UPDATE webhooks SET previous_secret_sealed = CASE WHEN ?1 IS NULL THEN NULL ELSE secret_sealed END, previous_secret_until = ?1,
           secret_sealed = ?2, updated_at = ?3 WHERE id = ?4 RETURNING *`,
      )
      .bind(previousUntil, sealed, nowMs, id),
    ...raiseVersions(deps, account_id),
  ]);
  return replaced?.results[0];
}

export async function deleteWebhook(deps: ChangeDeps, accountId: string, webhookId: string): Promise<boolean> {
  const [, deleted] = await deps.db.batch([
    deps.db
      .prepare('DELETE FROM deliveries WHERE webhook_id = (SELECT id FROM webhooks WHERE id = ? AND account_id = ?)')
      .bind(webhookId, accountId),
    deps.db.prepare('DELETE FROM webhooks WHERE id = ? AND account_id = ?').bind(webhookId, accountId),
    ...raiseVersions(deps, accountId),
  ]);
  return deleted?.meta.changes === 1;
}
