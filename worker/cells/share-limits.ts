// An account's limits over several cells. Each cell has a share of every limit and keeps to it by its own statements; the shares together are never
// more than the plan allows, so no race between cells can pass a limit. A cell that lacks room gets it from cells that have some to spare: there
// the share becomes smaller first, by a statement that asks what is used, and only then it becomes larger here. What is lost in between (a database
// that does not answer) is found when shares are next added up. The account's gate lets one such exchange happen at a time.

import { firstDayOfMonth } from '../calendar.ts';
import type { Deps } from '../deps.ts';
import { gateOf } from '../limits/gate.ts';
import { type Plan, planOf } from '../plan.ts';
import { cellsOf } from './find-cell.ts';

/** Columns of account_copies: jobs that wait, jobs that run, jobs of the month. */
export type SharedLimit = 'queued' | 'running' | 'month';
const SHARED_LIMITS: readonly SharedLimit[] = ['queued', 'running', 'month'];

interface Sql {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

export type ShareDeps = Pick<Deps, 'cell' | 'cells' | 'db' | 'gates' | 'now' | 'log'>;

/** What may be used of a limit in this cell, as an expression: all of it, or the cell's share. */
export function boundIn(deps: Pick<Deps, 'cells'>, accountId: string, limit: SharedLimit, max: number): Sql {
  if (!deps.cells.areSeveral) return { sql: '?', values: [max] };
  return { sql: `min(?, coalesce((SELECT ${limit} FROM account_copies WHERE account_id = ?), ?))`, values: [max, accountId, max] };
}

function maxOf(plan: Plan, limit: SharedLimit): number | undefined {
  return { queued: plan.queued_jobs, running: plan.running_jobs, month: plan.jobs_per_month }[limit];
}

interface Limited {
  readonly accountId: string;
  readonly plan: Plan;
}

const TURN_MS = 20_000;
const TRIES = 200;
const PAUSE_MS = 25;

/**
 * Brings room for `need` more under a limit into this cell, if the account has so much left anywhere.
 * @returns whether the cell has it now; false without asking anybody where the account works in one cell only
 */
export async function gatherShare(deps: ShareDeps, account: Limited, limit: SharedLimit, need: number): Promise<boolean> {
  if (!(await isShared(deps, account.accountId))) return false;
  return (await inTurn(deps, account.accountId, async () => exchange(deps, account, limit, need))) ?? false;
}

/** Whether it is the cell's share, and not the plan, that lets the account run no further job here. */
export async function isShort(deps: Pick<Deps, 'cells' | 'db'>, { accountId, plan }: Limited): Promise<boolean> {
  if (!deps.cells.areSeveral) return false;
  const row = await deps.db
    .prepare(`SELECT running AS share, ${usedSql('running', 0)} AS used FROM account_copies c WHERE account_id = ?`)
    .bind(accountId)
    .first<{ share: number; used: number }>();
  return row !== null && row.used >= row.share && row.share < plan.running_jobs;
}

/** For an account whose plan has changed, and for the sweep, which does it again: shares add up to what the plan allows. */
export async function evenShares(deps: ShareDeps, account: Limited): Promise<void> {
  try {
    if (!(await isShared(deps.cells.global, account.accountId))) return;
    await inTurn(deps, account.accountId, async () => {
      for (const limit of SHARED_LIMITS) await exchange(deps, account, limit, 0);
    });
  } catch (cause) {
    deps.log.error('cell.shares_not_evened', cause, { account_id: account.accountId });
  }
}

/** For the sweep: of some accounts of several cells, from a place drawn at random, so that each has its turn. @returns of how many */
export async function evenSome(deps: ShareDeps & Pick<Deps, 'config' | 'newId'>, accountsMax: number): Promise<number> {
  const from = deps.newId('account');
  const inRange = (condition: string) =>
    deps.db
      .prepare(
        `SELECT a.id, a.plan, a.plan_overrides FROM accounts a
         WHERE a.id ${condition} ? AND EXISTS (SELECT 1 FROM account_cells c WHERE c.account_id = a.id) ORDER BY a.id LIMIT ?`,
      )
      .bind(from, accountsMax);
  // Behind the last account comes the first.
  const parts = await deps.db.batch<{ id: string; plan: string; plan_overrides: string | null }>([inRange('>='), inRange('<')]);
  const rows = parts.flatMap(({ results }) => results).slice(0, accountsMax);
  for (const row of rows) await evenShares(deps, { accountId: row.id, plan: planOf(deps.config.plans, row) });
  return rows.length;
}

async function isShared(deps: Pick<Deps, 'cells' | 'db'>, accountId: string): Promise<boolean> {
  if (!deps.cells.areSeveral) return false;
  return (await deps.db.prepare('SELECT 1 FROM account_copies WHERE account_id = ?').bind(accountId).first()) !== null;
}

/** @returns undefined when nobody gave the turn in time */
async function inTurn<T>({ gates }: Pick<Deps, 'gates'>, accountId: string, run: () => Promise<T>): Promise<T | undefined> {
  const gate = gateOf(gates, accountId);
  const token = crypto.randomUUID();
  for (let tries = 0; tries < TRIES; tries++) {
    if (!(await gate.takeTurn(token, TURN_MS))) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      continue;
    }
    try {
      return await run();
    } finally {
      await gate.endTurn(token);
    }
  }
  return undefined;
}

interface Share {
  readonly cell: Deps;
  share: number;
  readonly used: number;
}

async function exchange(deps: ShareDeps, { accountId, plan }: Limited, limit: SharedLimit, need: number): Promise<boolean> {
  const max = maxOf(plan, limit);
  if (max === undefined) return true;
  const change = makeChange(accountId, limit, usedSql(limit, deps.now()));
  const { shares, isComplete } = await readShares(deps, accountId, change);
  if (isComplete) await toPlan(shares, max, change, deps);
  const here = shares.find(({ cell }) => cell.cell.name === deps.cell.name);
  if (!here) return false;
  for (const other of shares.filter((each) => each !== here && each.share > each.used)) {
    const lacking = need - (here.share - here.used);
    if (lacking <= 0) break;
    const spare = other.share - other.used;
    // More than is lacking now, so that not every job asks; but half of it stays, for a cell that does not answer gives nothing back.
    const given = Math.min(spare, Math.max(lacking, Math.floor(spare / 2)));
    if (await change.take(other, given)) await change.give(here, given);
  }
  return here.share - here.used >= need;
}

interface Change {
  readonly read: (cell: Deps) => Promise<Share | undefined>;
  /** @returns false when it is used by now */
  readonly take: (from: Share, count: number) => Promise<boolean>;
  /** Also what is used. */
  readonly cut: (from: Share, count: number) => Promise<void>;
  readonly give: (to: Share, count: number) => Promise<void>;
}

function makeChange(accountId: string, limit: SharedLimit, used: string): Change {
  const change = async ({ cell }: Share, by: number, condition: string) =>
    (
      await cell.db
        .prepare(`UPDATE account_copies AS c SET ${limit} = ${limit} + ? WHERE account_id = ? AND ${condition}`)
        .bind(by, accountId)
        .run()
    ).meta.changes === 1;
  return {
    read: async (cell) => {
      const [, , row] = await cell.db.batch<{ share: number; used: number }>([
        // A cell that knows of no shares, as the default one to whose account moved rows have given another cell, would take the whole plan. It begins with what is used.
        cell.db
          .prepare(
            `INSERT OR IGNORE INTO account_copies (account_id, version, queued, running)
             SELECT c.account_id, 0, ${usedSql('queued', 0)}, ${usedSql('running', 0)} FROM (SELECT ? AS account_id) AS c`,
          )
          .bind(accountId),
        // A quota that is new begins with what is used.
        cell.db.prepare(`UPDATE account_copies AS c SET ${limit} = ${used} WHERE account_id = ? AND ${limit} IS NULL`).bind(accountId),
        cell.db.prepare(`SELECT ${limit} AS share, ${used} AS used FROM account_copies c WHERE account_id = ?`).bind(accountId),
      ]);
      const read = row?.results[0];
      return read && { cell, ...read };
    },
    take: async (from, count) => {
      if (!(await change(from, -count, `${limit} - ${count} >= ${used}`))) return false;
      from.share -= count;
      return true;
    },
    cut: async (from, count) => {
      if (await change(from, -count, 'TRUE')) from.share -= count;
    },
    give: async (to, count) => {
      if (await change(to, count, 'TRUE')) to.share += count;
    },
  };
}

/** Of a cell's own rows; the statement calls the copy `c`. */
function usedSql(limit: SharedLimit, nowMs: number): string {
  const open = (what: string, state: string) => `(SELECT ${what} FROM jobs WHERE account_id = c.account_id AND state = '${state}')`;
  if (limit !== 'month') return open('count(*)', limit);
  const ended = `(SELECT coalesce(sum(jobs), 0) FROM usage_days WHERE account_id = c.account_id AND day >= '${firstDayOfMonth(nowMs)}')`;
  return `${ended} + ${open('coalesce(sum(steps), 0)', 'queued')} + ${open('coalesce(sum(steps), 0)', 'running')}`;
}

/** A database that does not answer keeps its share. */
async function readShares(
  deps: Pick<Deps, 'cells' | 'log'>,
  accountId: string,
  { read }: Change,
): Promise<{ readonly shares: Share[]; readonly isComplete: boolean }> {
  const answers = await Promise.allSettled((await cellsOf(deps, accountId)).map(read));
  for (const answer of answers) if (answer.status === 'rejected') deps.log.error('cell.share_not_read', answer.reason, {});
  return {
    shares: answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : [])),
    isComplete: answers.every(({ status }) => status === 'fulfilled'),
  };
}

/** Too much is taken where it is free, then, when the plan has become smaller than what is used, where it is used. What is missing is given. */
async function toPlan(shares: readonly Share[], max: number, { take, cut, give }: Change, { cell, log }: ShareDeps): Promise<void> {
  const sum = () => shares.reduce((total, { share }) => total + share, 0);
  for (const each of shares.toSorted((a, b) => b.share - b.used - (a.share - a.used))) {
    const free = Math.min(each.share - each.used, sum() - max);
    if (free > 0) await take(each, free);
  }
  for (const each of shares) {
    const excess = Math.min(each.share, sum() - max);
    if (excess > 0) await cut(each, excess);
  }
  const missing = max - sum();
  const to = shares.find((each) => each.cell.cell.name === cell.name) ?? shares[0];
  if (missing > 0 && to) {
    log.info('cell.share_given', { cell: to.cell.cell.name, count: missing });
    await give(to, missing);
  }
}
