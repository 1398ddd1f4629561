// Requests of a job's process to the processor, since it has no network of its own. Only the child uses this file.

import type { ChildMessage, ModelAnswer, ToChild } from './child-messages.ts';

const waiting = new Map<number, (answer: ModelAnswer) => void>();
let lastId = 0;

/** Takes the processor's message; false when it is not an answer. */
export function takeAnswer(message: ToChild): boolean {
  if (!('kind' in message)) return false;
  waiting.get(message.id)?.(message.answer);
  waiting.delete(message.id);
  return true;
}

/** The processor sends the body to its configured language model, with its key; address and other headers are not passed on. */
export const fetchThroughProcessor: typeof fetch = async (_input, init) => {
  const { signal } = init ?? {};
  signal?.throwIfAborted();
  const id = ++lastId;
  const { promise, resolve, reject } = Promise.withResolvers<ModelAnswer>();
  waiting.set(id, resolve);
  const onAbort = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    process.send?.({ kind: 'ask_model', id, body: typeof init?.body === 'string' ? init.body : '' } satisfies ChildMessage);
    const { status, body } = await promise;
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  } finally {
    waiting.delete(id);
    signal?.removeEventListener('abort', onAbort);
  }
};
