// The Worker far from its primary database, with a read replica beside it. Databases, Durable Objects, queues and buckets are miniflare's; made here are
// the distance, and that the replica (REPLICA, a second database) has what was written some time later. `PUT /far` sets both and answers how
// often each was asked since the last time; `DELETE /far?account=…` makes the account's gate forget.

import type { Asked, Far } from './far.ts';
import worker, { Gate as RealGate } from '../../../worker/index.ts';

export { CourierContainer, ProcessorEu, ProcessorUs, Sweeper } from '../../../worker/index.ts';

/** One that can be thrown out of memory, as the platform does when it likes. */
export class Gate extends RealGate {
  forget(): void {
    this.ctx.abort('thrown out of memory');
  }
}

interface Written {
  readonly bookmark: number;
  readonly at: number;
  readonly statements: readonly Statement[];
}

let far: Far = { distanceMs: 0, lagMs: 0 };
let asked: Asked = { primary: 0, replica: 0 };
let lastWritten = 0;
/** What the replica has. */
let replicated = 0;
let isReplicating = false;
const log: Written[] = [];

const textOf = (bookmark: number) => String(bookmark).padStart(12, '0');

type Run = (statements: readonly Statement[]) => Promise<D1Result[]>;

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** With the methods of D1PreparedStatement. */
function prepared(run: Run, sql: string, values: readonly unknown[] = []): Statement {
  const all = async () => {
    const [answer] = await run([{ sql, values }]);
    if (!answer) throw new Error('a statement has an answer');
    return answer;
  };
  const statement = {
    sql,
    values,
    bind: (...bound: unknown[]) => prepared(run, sql, bound),
    all,
    run: all,
    raw: async () => (await all()).results.map((row) => Object.values(row as object)),
    first: async (column?: string) => {
      const row = (await all()).results[0] as Record<string, unknown> | undefined;
      return row === undefined ? null : column === undefined ? row : row[column];
    },
  };
  return statement;
}

const on = (database: D1Database, statements: readonly Statement[]) =>
  database.batch(statements.map(({ sql, values }) => database.prepare(sql).bind(...values)));

async function askPrimary(primary: D1Database, statements: readonly Statement[]): Promise<D1Result[]> {
  asked = { ...asked, primary: asked.primary + 1 };
  await new Promise((resolve) => setTimeout(resolve, far.distanceMs));
  const answers = await on(primary, statements);
  if (answers.some(({ meta }) => meta.changes > 0 || meta.rows_written > 0)) {
    lastWritten += 1;
    log.push({ bookmark: lastWritten, at: Date.now(), statements });
  }
  return answers;
}

/** One request after the other brings what is due; who comes in between reads what is there. */
async function replicate(replica: D1Database): Promise<void> {
  if (isReplicating) return;
  const due = log.filter(({ at }) => at <= Date.now() - far.lagMs);
  const last = due.at(-1);
  if (!last) return;
  isReplicating = true;
  try {
    log.splice(0, due.length);
    for (const { statements } of due) await on(replica, statements);
    replicated = last.bookmark;
  } finally {
    isReplicating = false;
  }
}

function farDatabase(primary: D1Database, replica: D1Database): D1Database {
  const database = (run: Run, more: object) => ({
    prepare: (sql: string) => prepared(run, sql),
    batch: async (statements: Statement[]) => run(statements),
    ...more,
  });
  const withSession = (constraint: string) => {
    let seen = constraint.startsWith('first-') ? 0 : Number(constraint);
    let mayBeNear = constraint !== 'first-primary';
    const run: Run = async (statements) => {
      await replicate(replica);
      if (mayBeNear && replicated >= seen && statements.every(({ sql }) => /^\s*SELECT/i.test(sql))) {
        asked = { ...asked, replica: asked.replica + 1 };
        seen = Math.max(seen, replicated);
        return on(replica, statements);
      }
      const answers = await askPrimary(primary, statements);
      mayBeNear = true;
      seen = lastWritten;
      return answers;
    };
    return database(run, { getBookmark: () => textOf(seen) });
  };
  const faraway: unknown = database(async (statements) => askPrimary(primary, statements), { withSession });
  return faraway as D1Database;
}

const made = new WeakMap<object, object>();

function farEnv<E extends { readonly DB: D1Database; readonly REPLICA: D1Database }>(env: E): E {
  const known = made.get(env) ?? { ...env, DB: farDatabase(env.DB, env.REPLICA) };
  made.set(env, known);
  return known as E;
}

async function forget({ GATES }: { readonly GATES: DurableObjectNamespace<Gate> }, account: string): Promise<Response> {
  try {
    await GATES.get(GATES.idFromName(account)).forget();
  } catch {
    // The call ends with its object.
  }
  return new Response(null, { status: 204 });
}

export default {
  fetch: async (request: Request, env: never, context: ExecutionContext) => {
    const url = new URL(request.url);
    if (url.pathname !== '/far') return worker.fetch(request, farEnv(env), context);
    if (request.method === 'DELETE') return forget(env, url.searchParams.get('account') ?? '');
    const since = asked;
    far = await request.json();
    asked = { primary: 0, replica: 0 };
    return Response.json(since);
  },
  queue: async (batch: MessageBatch, env: never) => worker.queue(batch as never, farEnv(env)),
  scheduled: async (controller: ScheduledController, env: never) => worker.scheduled(controller, farEnv(env)),
};
