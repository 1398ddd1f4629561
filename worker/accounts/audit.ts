// Adds to the audit log. An entry is a statement for the batch of the change that it records, directly behind it: it is written if and
// only if that change changed a row.

import type { AuditAction } from '#contract/keys.ts';
import type { Deps } from '../deps.ts';

/** Who does something, in which request. */
export interface Actor {
  /** Null: the operator. */
  readonly keyId: string | null;
  readonly requestId: string;
}

interface AuditFact {
  readonly accountId: string;
  readonly action: AuditAction;
  readonly subjectId: string;
  /** Never a key, an address or content. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Acceptable use forbids the request. @param message The sentence of the policy: nothing of the document, of the instruction only the words of its purpose. */
export function refusedByPolicy(accountId: string, subjectId: string, message: string): AuditFact {
  return { accountId, action: 'policy.refused', subjectId, details: { message } };
}

/** For a fact that changes no other row. */
export function auditFact(deps: Pick<Deps, 'db' | 'newId' | 'now'>, actor: Actor, fact: AuditFact): D1PreparedStatement {
  return insertAudit(deps, actor, fact, '');
}

/** For the place directly behind the statement of the change: `changes()` is about the statement before. */
export function auditChange(deps: Pick<Deps, 'db' | 'newId' | 'now'>, actor: Actor, fact: AuditFact): D1PreparedStatement {
  return insertAudit(deps, actor, fact, ' WHERE changes() > 0');
}

function insertAudit(deps: Pick<Deps, 'db' | 'newId' | 'now'>, actor: Actor, fact: AuditFact, condition: string): D1PreparedStatement {
  return deps.db
    .prepare(
      `INSERT INTO audit (id, account_id, action, actor_key_id, subject_id, details, request_id, created_at)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?${condition}`,
    )
    .bind(
      deps.newId('audit'),
      fact.accountId,
      fact.action,
      actor.keyId,
      fact.subjectId,
      JSON.stringify(fact.details ?? {}),
      actor.requestId,
      deps.now(),
    );
}
