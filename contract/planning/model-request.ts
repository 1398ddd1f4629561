// What a job asks of a language model, and what it hears: the part of the chat-completions protocol that planning needs, bounded. A job's
// process reads hostile documents, so it says neither which model answers nor what an answer may cost: whoever holds the key does.

import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { estimateTokens } from './estimate-tokens.ts';

const content = z.string().max(LIMITS.modelRequestBytesMax);
const name = z.string().regex(/^[a-z_]{1,64}$/);

const ModelMessage = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content }),
  z.strictObject({ role: z.literal('user'), content }),
  z.strictObject({
    role: z.literal('assistant'),
    content,
    tool_calls: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(128),
          type: z.literal('function'),
          function: z.strictObject({ name: z.string().max(64), arguments: content }),
        }),
      )
      .min(1)
      .max(16)
      .optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1).max(128), content }),
]);
export type ModelMessage = z.infer<typeof ModelMessage>;

const ModelTool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({ name, description: z.string().max(1000), parameters: z.record(z.string(), z.unknown()) }),
});
export type ModelTool = z.infer<typeof ModelTool>;

export const ModelRequest = z
  .strictObject({
    messages: z.array(ModelMessage).min(1).max(64),
    /** Without them the request has nothing that an endpoint may not know: neither tools nor settings. */
    tools: z.array(ModelTool).min(1).max(16).optional(),
  })
  .refine((request) => JSON.stringify(request).length <= LIMITS.modelRequestBytesMax, 'has too many bytes')
  .refine((request) => promptTokens(request) <= LIMITS.modelPromptTokensMax, 'has too many tokens');
export type ModelRequest = z.infer<typeof ModelRequest>;

/** What an endpoint adds around a message. */
const MESSAGE_TOKENS = 6;

/** An estimate that is too high rather than too low. */
export function promptTokens({ messages, tools }: { readonly messages: readonly ModelMessage[]; readonly tools?: unknown }): number {
  const tooled = tools === undefined ? 0 : estimateTokens(JSON.stringify(tools));
  return messages.reduce((sum, message) => sum + messageTokens(message), tooled);
}

export function messageTokens(message: ModelMessage): number {
  const calls = 'tool_calls' in message && message.tool_calls ? estimateTokens(JSON.stringify(message.tool_calls)) : 0;
  return estimateTokens(message.content) + calls + MESSAGE_TOKENS;
}

/** The body of a request to an endpoint with the chat-completions protocol. */
export function chatBody(model: string, { messages, tools }: ModelRequest): Record<string, unknown> {
  return { model, messages, ...(tools && { tools, temperature: 0, max_tokens: LIMITS.modelOutputTokensMax }) };
}
