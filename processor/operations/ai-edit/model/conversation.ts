// The messages between a job and a language model, never more than the prompt may have: what would be too much is cut, and the oldest answers of
// tools make room for a correction. Models whose endpoint knows no tools get the same as text.

import { LIMITS } from '#contract/limits.ts';
import { estimateTokens } from '#contract/planning/estimate-tokens.ts';
import type { ModelCompletion } from '#contract/planning/model-answer.ts';
import { messageTokens, type ModelMessage, type ModelRequest, type ModelTool, promptTokens } from '#contract/planning/model-request.ts';

/** For a correction: the reason, and the beginning of the answer. */
const RESERVE_TOKENS = 1800;
const REASON_TOKENS_MAX = 900;
const SAID_TOKENS_MAX = 700;
/** Longer arguments of a call are not repeated to the model. */
const ARGUMENTS_TOKENS_MAX = 150;
/** Below it nothing useful can be said any more. */
const ROOM_TOKENS_MIN = 300;
const DROPPED = '{"dropped":"no room; ask again if it is needed"}';
const NOTHING = '(nothing)';

export interface ToolAnswer {
  /** Of the call that it answers. */
  readonly id: string;
  readonly content: string;
}

export class Conversation {
  readonly #messages: ModelMessage[];
  readonly #tools: readonly ModelTool[] | undefined;

  /** @param tools undefined for an endpoint that does not know them */
  constructor(system: string, user: string, tools: readonly ModelTool[] | undefined) {
    this.#messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    this.#tools = tools;
  }

  get hasTools(): boolean {
    return this.#tools !== undefined;
  }

  get request(): ModelRequest {
    return { messages: [...this.#messages], ...(this.#tools && { tools: [...this.#tools] }) };
  }

  /** Whether answers of tools still have room. */
  get hasRoom(): boolean {
    return this.tokensLeft >= ROOM_TOKENS_MIN;
  }

  /** What the next answers of tools may have together. */
  get tokensLeft(): number {
    return Math.max(0, this.#left - RESERVE_TOKENS);
  }

  get #left(): number {
    return LIMITS.modelPromptTokensMax - promptTokens(this.request);
  }

  addAnswers({ text, calls }: ModelCompletion, answers: readonly ToolAnswer[]): void {
    if (calls.length === 0 || !this.#tools) {
      this.#messages.push({ role: 'assistant', content: cutToTokens(text, SAID_TOKENS_MAX / 2) || NOTHING });
      this.#messages.push({ role: 'user', content: `{"answers":[${answers.map(({ content }) => content).join(',')}]}` });
      return;
    }
    const asked = answers.flatMap(({ id }) => calls.find((call) => call.id === id) ?? []);
    const tool_calls = asked.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: estimateTokens(given) > ARGUMENTS_TOKENS_MAX ? '{}' : given },
    }));
    this.#messages.push({ role: 'assistant', content: cutToTokens(text, SAID_TOKENS_MAX / 2), tool_calls });
    this.#messages.push(...answers.map(({ id, content }) => ({ role: 'tool' as const, tool_call_id: id, content })));
  }

  /** Sends an answer back. @param reason as JSON */
  addCorrection(text: string, reason: string): void {
    const sent = cutToTokens(text, SAID_TOKENS_MAX) || NOTHING;
    const added: ModelMessage[] = [
      { role: 'assistant', content: sent },
      { role: 'user', content: cutToTokens(reason, REASON_TOKENS_MAX) },
    ];
    this.#makeRoom(added.reduce((sum, message) => sum + messageTokens(message), 0));
    this.#messages.push(...added);
  }

  #makeRoom(tokens: number): void {
    for (const [index, message] of this.#messages.entries()) {
      if (this.#left >= tokens) return;
      // What every request begins with: the rules, and the instruction with the outline.
      if (index < 2) continue;
      this.#messages[index] = { ...message, content: message.role === 'assistant' ? NOTHING : DROPPED };
    }
  }
}

/** The beginning of a text, at most so many tokens. */
export function cutToTokens(text: string, tokensMax: number): string {
  if (estimateTokens(text) <= tokensMax) return text;
  let [from, to] = [0, text.length];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (estimateTokens(text.slice(0, middle)) <= tokensMax) from = middle;
    else to = middle - 1;
  }
  return text.slice(0, from).toWellFormed();
}
