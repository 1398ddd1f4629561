// Requests of a job's process to the processor, since it has no network of its own. Only the child uses this file.

import type { ModelAnswer } from '#contract/planning/model-answer.ts';
import type { AskModel, ChildMessage, ToChild } from './child-messages.ts';

const waiting = new Map<number, (answer: ModelAnswer) => void>();
let lastId = 0;

/** Takes the processor's message; false when it is not an answer. */
export function takeAnswer(message: ToChild): boolean {
  if (!('kind' in message)) return false;
  waiting.get(message.id)?.(message.answer);
  waiting.delete(message.id);
  return true;
}

export const askThroughProcessor: AskModel = (request, withinMs) => {
  const id = ++lastId;
  const { promise, resolve } = Promise.withResolvers<ModelAnswer>();
  waiting.set(id, resolve);
  process.send?.({ kind: 'ask_model', id, request, withinMs } satisfies ChildMessage);
  return promise;
};
