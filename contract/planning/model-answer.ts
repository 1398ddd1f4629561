// What is read of a language model's answer, in whatever form an endpoint gives it: chat completions, or the older form of Workers AI
// (`response`, `tool_calls` without a choice). All else in it is dropped.

import { z } from 'zod';

export const ModelCompletion = z.object({
  /** As the operator's settings name it. */
  model: z.string().max(200),
  text: z.string(),
  calls: z.array(z.object({ id: z.string().max(128), name: z.string().max(64), arguments: z.string() })).max(64),
  /** The model stopped because it may not write more. */
  cut: z.boolean(),
  /** As the endpoint counts them; 0 where it does not. */
  usage: z.object({ input_tokens: z.int().nonnegative(), output_tokens: z.int().nonnegative() }),
  /** Given before, to the same request of the same account. */
  cached: z.boolean().optional(),
});
export type ModelCompletion = z.infer<typeof ModelCompletion>;

export const ModelAnswer = z.object({
  /** 200, or the endpoint's own; 502 for an answer that could not be read, 504 for none in time. */
  status: z.int().min(100).max(599),
  retry_after_ms: z.int().nonnegative().optional(),
  completion: ModelCompletion.optional(),
});
export type ModelAnswer = z.infer<typeof ModelAnswer>;

const Arguments = z.union([z.string(), z.record(z.string(), z.unknown()).transform((given) => JSON.stringify(given))]);
const ToolCall = z.union([
  z.object({ id: z.string().nullish(), function: z.object({ name: z.string(), arguments: Arguments.nullish() }) }),
  z.object({ id: z.string().nullish(), name: z.string(), arguments: Arguments.nullish() }),
]);
/** A text, the JSON that it would be, or the parts that it has. */
const Content = z.union([
  z.string(),
  z
    .array(z.object({ type: z.string(), text: z.string().optional() }))
    .transform((parts) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')),
  z.record(z.string(), z.unknown()).transform((given) => JSON.stringify(given)),
]);
const Usage = z.object({ prompt_tokens: z.int().nonnegative().catch(0), completion_tokens: z.int().nonnegative().catch(0) });
const tool_calls = z.array(ToolCall).nullish();

const Endpoint = z.union([
  z
    .object({
      choices: z
        .array(z.object({ message: z.object({ content: Content.nullish(), tool_calls }), finish_reason: z.string().nullish() }))
        .min(1),
    })
    .transform(({ choices: [choice] }) => ({ ...choice?.message, finish: choice?.finish_reason })),
  z
    .object({ response: Content.nullish(), tool_calls })
    .refine(({ response, tool_calls: calls }) => (response ?? calls ?? undefined) !== undefined)
    .transform(({ response, tool_calls: calls }) => ({ content: response, tool_calls: calls, finish: undefined })),
]);

const ARGUMENTS_CHARS_MAX = 4096;
const CALLS_MAX = 16;

/** @returns undefined for what is no answer of a model */
export function readCompletion(model: string, answer: unknown): ModelCompletion | undefined {
  const read = Endpoint.safeParse(answer).data;
  if (!read) return undefined;
  const usage = Usage.safeParse((answer as { usage?: unknown }).usage).data;
  const calls = (read.tool_calls ?? []).slice(0, CALLS_MAX).map((call, index) => {
    const said = 'function' in call ? call.function : call;
    return {
      id: call.id?.slice(0, 128) || `call_${index + 1}`,
      name: said.name.slice(0, 64),
      arguments: (said.arguments ?? '{}').slice(0, ARGUMENTS_CHARS_MAX),
    };
  });
  return {
    model,
    text: read.content ?? '',
    calls,
    cut: read.finish === 'length',
    usage: { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 },
  };
}

/** `Retry-After` (RFC 9110, 10.2.3) as milliseconds; a date counts as unknown. */
export function retryAfterMs(header: string | null): number | undefined {
  const seconds = header === null || !/^\d{1,6}$/.test(header.trim()) ? undefined : Number(header);
  return seconds === undefined ? undefined : seconds * 1000;
}
