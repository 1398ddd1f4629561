// The table of a language model's answers: the same request of the same account is not sent twice within a day.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '../accounts/account-table.ts';

export const modelAnswers = sqliteTable(
  'model_answers',
  {
    /** HMAC-SHA-256 of account, file, model and request, hexadecimal: identifies them, reveals nothing. */
    key: text().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => accounts.id),
    /** Which job asked. */
    job_id: text().notNull(),
    /** Bound to the key. */
    answer_sealed: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [index('model_answers_created').on(table.created_at)],
);
