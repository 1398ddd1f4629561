// The files that a job reads beside its first one (`jobs.file_id`), in the order in which they were named. They live
// and end with the job, as the first one does.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { files } from '../files/file-table.ts';
import { jobs } from './job-table.ts';

export const jobSources = sqliteTable(
  'job_sources',
  {
    job_id: text()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** From 1; 0 is the job's first file. */
    position: integer().notNull(),
    file_id: text()
      .notNull()
      .references(() => files.id),
  },
  (table) => [primaryKey({ columns: [table.job_id, table.position] }), index('job_sources_file').on(table.file_id)],
);
