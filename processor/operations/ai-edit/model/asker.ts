// Asks a language model within a deadline, waits where its endpoint says for how long, and counts what it costs.

import type { ModelCompletion } from '#contract/planning/model-answer.ts';
import { JobFailure } from '../../../failure.ts';
import type { AskModel } from '../../../sandbox/child-messages.ts';
import type { Conversation } from './conversation.ts';

/** What a plan cost; numbers of the endpoint. */
export class ModelUse {
  model = '';
  requests = 0;
  cached_requests = 0;
  input_tokens = 0;
  output_tokens = 0;
}

const WAITS_MAX = 2;
/** Statuses from endpoints that do not know tools, or a setting. */
const NO_TOOLS = new Set([400, 404, 415, 422, 501]);
/** Asks within the deadline, and waits where the endpoint says for how long. */
export class Asker {
  readonly #ask: AskModel;
  readonly #use: ModelUse;
  readonly #until: number;
  #waits = 0;

  constructor(ask: AskModel, use: ModelUse, until: number) {
    this.#ask = ask;
    this.#use = use;
    this.#until = until;
  }

  async ask(conversation: Conversation): Promise<ModelCompletion | 'no_tools'> {
    for (;;) {
      const leftMs = this.#leftMs();
      if (leftMs <= 0) throw new JobFailure('ai_unavailable');
      const answer = await Promise.race([
        this.#ask(conversation.request, Math.ceil(leftMs)),
        after(leftMs).then(() => ({ status: 504 }) as const),
      ]);
      const first = this.#use.requests === 0;
      const { completion, retry_after_ms: waitMs } = { completion: undefined, retry_after_ms: undefined, ...answer };
      if (answer.status === 200 && completion) {
        this.#count(completion);
        return completion;
      }
      if (first && conversation.hasTools && NO_TOOLS.has(answer.status)) return 'no_tools';
      const isShort = waitMs !== undefined && waitMs < this.#leftMs() / 2;
      if (!isShort || ++this.#waits > WAITS_MAX) throw new JobFailure('ai_unavailable', { cause: new Error(`status ${answer.status}`) });
      await after(waitMs);
    }
  }

  #leftMs(): number {
    return this.#until - performance.now();
  }

  #count({ model, usage, cached }: ModelCompletion): void {
    this.#use.model = model;
    this.#use.requests += 1;
    if (cached) this.#use.cached_requests += 1;
    this.#use.input_tokens += usage.input_tokens;
    this.#use.output_tokens += usage.output_tokens;
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
