// The Worker over a platform with faults, as Cloudflare's may have them: databases that refuse, and queues that deliver twice and late. `PUT /faults`
// says which.

import worker from '../../worker/index.ts';
import type { PlatformFaults } from './platform-faults.ts';

export { CourierContainer, Gate, ProcessorEu, ProcessorUs, Sweeper } from '../../worker/index.ts';

let faults: PlatformFaults = { refusing: [], twice: 0, late: 0, lateMs: 0 };

/** The platform's words. */
async function refuse(): Promise<never> {
  throw new Error('D1_ERROR: Network connection lost.');
}

const REFUSING: unknown = { bind: () => REFUSING, all: refuse, run: refuse, first: refuse, raw: refuse };

function faultyDatabase(name: string, database: D1Database): D1Database {
  const isRefusing = () => faults.refusing.includes(name);
  const faulty: unknown = {
    prepare: (sql: string) => (isRefusing() ? REFUSING : database.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) => (isRefusing() ? refuse() : database.batch(statements)),
  };
  return faulty as D1Database;
}

const made = new WeakMap<object, object>();

function faultyEnv<E extends object>(env: E): E {
  const known = made.get(env);
  if (known) return known as E;
  const wrapped = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      /^DB(_|$)/.test(name) ? faultyDatabase(name, value as D1Database) : (value as unknown),
    ]),
  ) as E;
  made.set(env, wrapped);
  return wrapped;
}

/** The same messages once more: what is said of them the platform has heard before. */
function again(batch: MessageBatch): MessageBatch {
  const silent = () => undefined;
  const messages = batch.messages.map(({ id, timestamp, body, attempts }) => ({
    id,
    timestamp,
    body,
    attempts,
    ack: silent,
    retry: silent,
  }));
  return { queue: batch.queue, messages, metadata: batch.metadata, ackAll: silent, retryAll: silent };
}

export default {
  fetch: async (request: Request, env: object, context: ExecutionContext) => {
    if (new URL(request.url).pathname !== '/faults') return worker.fetch(request, faultyEnv(env) as never, context);
    faults = await request.json();
    return new Response(null, { status: 204 });
  },
  queue: async (batch: MessageBatch, env: object) => {
    if (Math.random() < faults.late) await scheduler.wait(faults.lateMs);
    await worker.queue(batch as never, faultyEnv(env) as never);
    if (Math.random() >= faults.twice) return;
    await scheduler.wait(Math.random() * faults.lateMs);
    await worker.queue(again(batch) as never, faultyEnv(env) as never);
  },
  scheduled: async (controller: ScheduledController, env: object) => worker.scheduled(controller, faultyEnv(env) as never),
};
