// Lists: one statement, one cursor and one page for everything that is listed. Newest first by (created_at, id), so rows that are added
// while a customer turns pages move nothing. The cursor is signed and bound to the list, the account and the filters; it never expires.

import type { Page } from '#contract/lists.ts';
import { toHex } from '#contract/internal-signature.ts';
import type { Deps } from '../deps.ts';
import { ok, refuseField, type Result } from '../result.ts';
import { answer } from './answer.ts';
import type { AppContext } from './context.ts';
import { type ListRequest, listStatement, type Position } from './list-statement.ts';
import { signAddress, verifyAddress } from './signed-address.ts';

interface Listed {
  readonly id: string;
  readonly created_at: number;
}

/**
 * @param cells whose rows are one list: each is asked for what lies behind the same position
 * @returns invalid_request when the cursor is not one of this list with these filters.
 */
export async function readPage<R extends Listed>(
  cells: readonly Pick<Deps, 'db' | 'config'>[],
  request: ListRequest,
): Promise<Result<Page<R>>> {
  const [deps] = cells;
  if (!deps) throw new Error('a list has no cell');
  const binding = await bindingOf(request);
  const after = await openCursor(deps, request.query.cursor, binding);
  if (!after.ok) return after;
  const { sql, values } = listStatement(request, after.value);
  const parts = await Promise.all(
    cells.map(({ db }) =>
      db
        .prepare(sql)
        .bind(...values)
        .all<R>(),
    ),
  );
  const results = merge(parts.map((part) => part.results));
  const data = results.slice(0, request.query.limit);
  const last = data.at(-1);
  const has_more = results.length > data.length;
  const next_cursor = has_more && last ? await signCursor(deps, { createdAt: last.created_at, id: last.id }, binding) : null;
  return ok({ data, has_more, next_cursor });
}

/** A row that is on its way from one cell to another is in both. */
function merge<R extends Listed>(parts: readonly R[][]): R[] {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const byId = new Map(parts.flat().map((row) => [row.id, row]));
  return [...byId.values()].toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

/** Answers the page as it looks outside, with the address of the next one (RFC 8288). */
export function answerPage<R, T>(c: AppContext, page: Page<R>, toObject: (row: R) => T): Response {
  const headers: Record<string, string> = {};
  if (page.next_cursor !== null) {
    const url = new URL(c.req.url);
    url.searchParams.set('cursor', page.next_cursor);
    headers['Link'] = `<${url.href}>; rel="next"`;
  }
  return answer(c, 200, { ...page, data: page.data.map(toObject) }, headers);
}

const PURPOSE = 'cursor';
const BINDING_DIGITS = 32;

async function bindingOf(request: ListRequest): Promise<string> {
  const { cursor: _, limit: __, ...filters } = request.query;
  const text = JSON.stringify([request.table, ...request.owner, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).slice(0, BINDING_DIGITS);
}

export async function signCursor(deps: Pick<Deps, 'config'>, position: Position, binding: string): Promise<string> {
  const subject = `${binding}.${position.createdAt}.${position.id}`;
  return signAddress(await deps.config.addressSecret, { purpose: PURPOSE, subject, expiresAt: Number.MAX_SAFE_INTEGER });
}

export async function openCursor(
  deps: Pick<Deps, 'config'>,
  cursor: string | undefined,
  binding: string,
): Promise<Result<Position | undefined>> {
  if (cursor === undefined) return ok(undefined);
  const opened = await verifyAddress(await deps.config.addressSecret, PURPOSE, cursor, 0);
  if (!opened.ok) return refuseField('cursor', 'malformed', 'The cursor does not come from this API.');
  const [bound, createdAt, id = ''] = opened.value.subject.split('.');
  if (bound !== binding) return refuseField('cursor', 'mismatch', 'The cursor belongs to another list or to other filters.');
  return ok({ createdAt: Number(createdAt), id });
}
