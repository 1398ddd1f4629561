// The Worker with bindings that count what the platform bills: rows of D1 (as D1 itself says in `meta`), operations of R2 and queues, calls
// of Durable Objects, requests. `GET /counted?reset` answers the counts since the last time.

import worker from '../../../worker/index.ts';

export { CourierContainer, Gate, ProcessorEu, ProcessorUs, Sweeper } from '../../../worker/index.ts';

/** What → how often. */
export type Counts = Record<string, number>;

let counts: Counts = {};
/** Statement → rows written, for whoever looks for what is dear. */
let written: Counts = {};

function count(what: string, times = 1): void {
  counts[what] = (counts[what] ?? 0) + times;
}

interface Meta {
  readonly rows_read?: number;
  readonly rows_written?: number;
}

function countRows(sql: string, meta: Meta): void {
  count('d1 rows read', meta.rows_read ?? 0);
  count('d1 rows written', meta.rows_written ?? 0);
  const words = sql.replace(/\s+/g, ' ').trim().slice(0, 90);
  if (meta.rows_written) written[words] = (written[words] ?? 0) + meta.rows_written;
}

const STATEMENTS = new WeakMap<object, { readonly statement: D1PreparedStatement; readonly sql: string }>();

function countingStatement(statement: D1PreparedStatement, sql: string): D1PreparedStatement {
  const all = async () => {
    count('d1 queries');
    const answer = await statement.all();
    countRows(sql, answer.meta);
    return answer;
  };
  const counting = {
    bind: (...values: unknown[]) => countingStatement(statement.bind(...values), sql),
    all,
    run: all,
    first: async (column?: string) => {
      const row = (await all()).results[0];
      return row === undefined ? null : column === undefined ? row : row[column];
    },
    raw: async () => {
      count('d1 queries');
      return statement.raw();
    },
  } as unknown as D1PreparedStatement;
  STATEMENTS.set(counting, { statement, sql });
  return counting;
}

function countingDatabase(database: D1Database): D1Database {
  const counted: unknown = {
    prepare: (sql: string) => countingStatement(database.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const inner = statements.map((each) => STATEMENTS.get(each) ?? { statement: each, sql: '' });
      count('d1 queries', inner.length);
      count('d1 round trips saved by batches', inner.length - 1);
      const answers = await database.batch(inner.map(({ statement }) => statement));
      answers.forEach((answer, place) => countRows(inner[place]?.sql ?? '', answer.meta));
      return answers;
    },
  };
  return counted as D1Database;
}

/** Calls are counted by the method's name. */
function counting<T extends object>(target: T, nameOf: (method: string) => string | undefined): T {
  return new Proxy(target, {
    get(inner, property) {
      const value: unknown = Reflect.get(inner, property, inner);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const name = nameOf(String(property));
        if (name !== undefined) count(name);
        return Reflect.apply(value, inner, args) as unknown;
      };
    },
  });
}

const CLASS_A = new Set(['put', 'list', 'createMultipartUpload']);
const CLASS_B = new Set(['get', 'head']);

function countingBucket(bucket: R2Bucket): R2Bucket {
  return counting(bucket, (method) => (CLASS_A.has(method) ? 'r2 class A' : CLASS_B.has(method) ? 'r2 class B' : undefined));
}

function countingGates(namespace: DurableObjectNamespace): DurableObjectNamespace {
  return new Proxy(namespace, {
    get(inner, property) {
      const value: unknown = Reflect.get(inner, property, inner);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result = Reflect.apply(value, inner, args) as unknown;
        return property === 'get' ? counting(result as object, (method) => `durable object ${method}`) : result;
      };
    },
  });
}

/** A message is written, read and deleted: three operations. */
const QUEUE_OPERATIONS = 3;

function countingQueue(queue: Queue): Queue {
  const counted: unknown = {
    send: async (...args: Parameters<Queue['send']>) => {
      count('queue operations', QUEUE_OPERATIONS);
      return queue.send(...args);
    },
    sendBatch: async (...args: Parameters<Queue['sendBatch']>) => {
      count('queue operations', QUEUE_OPERATIONS * [...args[0]].length);
      return queue.sendBatch(...args);
    },
  };
  return counted as Queue;
}

const made = new WeakMap<object, object>();

function countingEnv<E extends object>(env: E): E {
  const known = made.get(env);
  if (known) return known as E;
  const wrapped = Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (name.startsWith('DB')) return [name, countingDatabase(value as D1Database)];
      if (name.startsWith('BUCKET_')) return [name, countingBucket(value as R2Bucket)];
      if (name.startsWith('QUEUE_') || name === 'DELIVERIES') return [name, countingQueue(value as Queue)];
      if (name === 'GATES' || name === 'SWEEPER') return [name, countingGates(value as DurableObjectNamespace)];
      return [name, value as unknown];
    }),
  ) as E;
  made.set(env, wrapped);
  return wrapped;
}

export default {
  fetch: async (request: Request, env: object, context: ExecutionContext) => {
    const url = new URL(request.url);
    if (url.pathname === '/counted') {
      const answer = Response.json({ counts, written });
      counts = {};
      written = {};
      return answer;
    }
    count(url.pathname.startsWith('/internal/') ? 'requests of processors' : 'requests of callers');
    return worker.fetch(request, countingEnv(env) as never, context);
  },
  queue: async (batch: MessageBatch, env: object) => {
    // A message that comes back is read once more.
    const again = batch.messages.filter((message) => message.attempts > 1).length;
    if (again > 0) count('queue operations', again);
    count('queue invocations');
    return worker.queue(batch as never, countingEnv(env) as never);
  },
  scheduled: async (controller: ScheduledController, env: object) => worker.scheduled(controller, countingEnv(env) as never),
};
