// The Worker with bindings that write down what passes them: bodies of queue messages, and what Durable Objects are told. `GET /recorded` answers
// all of it as text.

import worker from '../../../worker/index.ts';

export { CourierContainer, Gate, ProcessorEu, ProcessorUs, Sweeper } from '../../../worker/index.ts';

const recorded: string[] = [];

function recording<T extends object>(target: T, name: string): T {
  return new Proxy(target, {
    get(inner, property) {
      const value: unknown = Reflect.get(inner, property, inner);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        recorded.push(`${name}.${String(property)} ${JSON.stringify(args)}`);
        const result = Reflect.apply(value, inner, args) as unknown;
        return property === 'get' ? recording(result as object, name) : result;
      };
    },
  });
}

type Bindings = Parameters<typeof worker.queue>[1];

const made = new WeakMap<object, Bindings>();

function recordingEnv(env: object): Bindings {
  const known = made.get(env);
  if (known) return known;
  const isRecorded = (name: string) => name.startsWith('QUEUE_') || ['DELIVERIES', 'GATES', 'SWEEPER'].includes(name);
  const wrapped = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, isRecorded(name) ? recording(value as object, name) : (value as unknown)]),
  );
  // Each binding has the type that it had.
  const bindings = wrapped as unknown as Bindings;
  made.set(env, bindings);
  return bindings;
}

export default {
  fetch: async (request: Request, env: object, context: ExecutionContext) => {
    if (new URL(request.url).pathname === '/recorded') return new Response(recorded.join('\n'));
    return worker.fetch(request, recordingEnv(env), context);
  },
  queue: async (batch: MessageBatch, env: object) => worker.queue(batch as never, recordingEnv(env)),
  scheduled: async (controller: ScheduledController, env: object) => worker.scheduled(controller, recordingEnv(env)),
};
