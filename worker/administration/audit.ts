// HTTP of the audit log.

import { type AuditEntry, AuditQuery } from '#contract/keys.ts';
import type { AuditRow } from '../accounts/audit-table.ts';
import { cellsOf } from '../cells/find-cell.ts';
import { answerRefusal } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { answerPage, readPage } from '../http/list.ts';
import { validate } from '../http/read-body.ts';

export async function handleListAudit(c: AppContext): Promise<Response> {
  const { accountId } = c.get('caller');
  const query = validate(AuditQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  const { action } = query.value;
  const page = await readPage<AuditRow>(await cellsOf(c.get('deps'), accountId), {
    table: 'audit',
    index: action === undefined ? 'audit_account_created' : 'audit_account_action',
    columns: '*',
    where: [{ sql: 'account_id = ?', values: [accountId] }, ...(action === undefined ? [] : [{ sql: 'action = ?', values: [action] }])],
    owner: [accountId],
    query: query.value,
  });
  return page.ok ? answerPage(c, page.value, auditEntry) : answerRefusal(c, page.refusal);
}

function auditEntry(row: AuditRow): AuditEntry {
  return {
    audit_id: row.id,
    action: row.action,
    actor: row.actor_key_id === null ? { type: 'operator' } : { type: 'key', key_id: row.actor_key_id },
    subject_id: row.subject_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
    request_id: row.request_id,
    created_at: new Date(row.created_at).toISOString(),
  };
}
