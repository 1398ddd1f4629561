// The table of jobs. The row is the truth; the queue only carries its id. The columns that make this work:
//   attempt, attempt_token   fence: a message of an older attempt changes nothing
//   lease_until              until when the processor that holds the attempt counts as alive
//   wake_at                  when the sweep sends a queue message again if nothing has happened (this is the outbox: it is
//                            written in the same statement that makes the job wait, and moved by every step)
//   instance                 which processor instance the attempt was given to (instance-table.ts); null while the job waits
//   parked                   1: waits for a free running slot and needs no message; 2: woken, its message is on the way

import type { JobState } from '#contract/jobs.ts';
import type { OperationName } from '#contract/operations.ts';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '../accounts/account-table.ts';
import { files } from '../files/file-table.ts';

export const jobs = sqliteTable(
  'jobs',
  {
    /** Order of acceptance: first in, first out. */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    account_id: text()
      .notNull()
      .references(() => accounts.id),
    key_id: text(),
    type: text().$type<OperationName>().notNull(),
    file_id: text()
      .notNull()
      .references(() => files.id),
    region: text().notNull(),
    /** JSON: the checked parameters without the password. */
    params: text().notNull(),
    /** AES-GCM sealed password; null once the job is terminal. */
    password_sealed: text(),
    /** The batch that it is an item of (batch-table.ts). */
    batch_id: text(),
    /** 1: its result is to be delivered (result-delivery-table.ts). */
    delivers: integer().notNull().default(0),
    /** How many jobs it counts as: the steps of a pipeline, else one. */
    steps: integer().notNull().default(1),
    state: text().$type<JobState>().notNull(),
    attempt: integer().notNull().default(0),
    /** Attempts that a processor has taken: what `attempts` says outside and what LIMITS.jobAttemptsMax bounds. */
    attempts: integer().notNull().default(0),
    attempt_token: text(),
    instance: text(),
    lease_until: integer(),
    wake_at: integer(),
    /** Requests to the language model, by all attempts. */
    model_requests: integer().notNull().default(0),
    /** Until when the attempt's request to the language model counts as under way. */
    asking_until: integer(),
    parked: integer().notNull().default(0),
    cancel_requested_at: integer(),
    created_at: integer().notNull(),
    started_at: integer(),
    completed_at: integer(),
    expires_at: integer(),
    progress: text(),
    error: text(),
    warnings: text(),
    report: text(),
    metrics: text(),
    result_file_id: text(),
    metadata: text(),
    request_id: text(),
    traceparent: text(),
  },
  (table) => [
    index('jobs_account_created').on(table.account_id, table.created_at, table.id),
    // For lists of the rare ends. The other states need no index: few jobs wait or run, and nearly all have succeeded or expired.
    index('jobs_failed')
      .on(table.account_id, table.created_at, table.id)
      .where(sql`state = 'failed'`),
    index('jobs_cancelled')
      .on(table.account_id, table.created_at, table.id)
      .where(sql`state = 'cancelled'`),
    index('jobs_batch')
      .on(table.batch_id, table.state)
      .where(sql`batch_id IS NOT NULL`),
    index('jobs_file').on(table.file_id, table.created_at, table.id),
    index('jobs_over')
      .on(table.completed_at)
      .where(sql`state IN ('failed', 'cancelled', 'expired')`),
    index('jobs_wake')
      .on(table.wake_at)
      .where(sql`wake_at IS NOT NULL`),
    index('jobs_running')
      .on(table.account_id, table.region)
      .where(sql`state = 'running'`),
    index('jobs_on_instance')
      .on(table.region, table.instance)
      .where(sql`state = 'running'`),
    index('jobs_queued')
      .on(table.account_id, table.seq)
      .where(sql`state = 'queued'`),
    index('jobs_expiring')
      .on(table.expires_at)
      .where(sql`state = 'succeeded'`),
    index('jobs_completed')
      .on(table.completed_at)
      .where(sql`completed_at IS NOT NULL`),
    index('jobs_parked')
      .on(table.region, table.account_id, table.seq)
      .where(sql`parked > 0`),
  ],
);

export type JobRow = typeof jobs.$inferSelect;
