// Lists the files of an account, uploads and results alike. A file past its end is listed as expired, whether or not the sweep has handled
// it; bytes that went straight to the bucket are looked for only when the file itself is asked for.

import type { z } from 'zod';
import type { FileListQuery } from '#contract/api.ts';
import type { FileState } from '#contract/files.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Condition, ListRequest } from '../http/list-statement.ts';

export function fileList(accountId: string, query: z.output<typeof FileListQuery>, nowMs: number): ListRequest {
  const where: Condition[] = [{ sql: 'account_id = ?', values: [accountId] }];
  if (query.status !== undefined) where.push(statusCondition(query.status, nowMs));
  // A file shown as expired can be in every state but one.
  const index = query.status === undefined || query.status === 'expired' ? 'files_account_created' : 'files_account_state';
  return { table: 'files', index, columns: '*', where, owner: [accountId], query };
}

/** As worker/files/file.ts shows a row. */
function statusCondition(status: FileState, nowMs: number): Condition {
  switch (status) {
    case 'deleted':
      return { sql: `state = 'deleted'`, values: [] };
    case 'expired':
      return { sql: `state <> 'deleted' AND expires_at <= ?`, values: [nowMs] };
    case 'awaiting_upload':
      // Such a record lives for an hour, so older ones need not be looked at.
      return { sql: `state = 'awaiting_upload' AND expires_at > ? AND created_at > ?`, values: [nowMs, nowMs - LIMITS.neverUploadedMs] };
    case 'uploaded':
      return { sql: `state = 'uploaded' AND expires_at > ?`, values: [nowMs] };
  }
}
