// What a tool is, and how its result and its refusal are said: structured for programs, as text for models.

import type { CallToolResult, McpServer, ServerOptions, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Log } from '../log.ts';
import { type Api, ApiRefusal } from './api.ts';

export interface ToolDeps {
  readonly api: Api;
  readonly now: () => number;
  readonly log: Log;
}

/** What a server of the protocol has: tools, resources, prompts. */
export interface Offer {
  readonly options: ServerOptions;
  readonly add: (server: McpServer, deps: ToolDeps) => void;
}

interface Tool<I extends z.ZodObject, O extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly annotations: ToolAnnotations;
  readonly run: (input: z.output<I>, signal: AbortSignal) => Promise<z.input<O>>;
  /** The text of the result; absent: the result as JSON. */
  readonly text?: (output: z.output<O>) => string;
}

/** Looks at what is there. */
export const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
/** Makes a file; what was there stays. */
export const MAKES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
/** Makes a file from which content is gone for good; the source stays. */
export const REMOVES: ToolAnnotations = { ...MAKES, destructiveHint: true };

/** What cannot be done, in the words of a tool. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

export function addTool<I extends z.ZodObject, O extends z.ZodObject>(
  server: McpServer,
  deps: ToolDeps,
  name: string,
  tool: Tool<I, O>,
): void {
  const { title, description, annotations } = tool;
  server.registerTool<z.ZodObject, z.ZodObject>(
    name,
    { title, description, annotations, inputSchema: tool.input, outputSchema: tool.output },
    async (input, context) => {
      try {
        const output = tool.output.parse(await tool.run(input as z.output<I>, context.mcpReq.signal));
        const text = tool.text?.(output) ?? JSON.stringify(output);
        return { content: [{ type: 'text', text }], structuredContent: output };
      } catch (cause) {
        return sayWhyNot(deps, name, cause);
      }
    },
  );
}

function sayWhyNot({ log }: Pick<ToolDeps, 'log'>, tool: string, cause: unknown): CallToolResult {
  if (cause instanceof ApiRefusal) return { isError: true, content: [{ type: 'text', text: wordsOf(cause) }] };
  if (cause instanceof ToolRefusal) return { isError: true, content: [{ type: 'text', text: cause.message }] };
  log.error('mcp.tool_failed', cause, { tool });
  return { isError: true, content: [{ type: 'text', text: 'internal_error: An unexpected error happened on our side.' }] };
}

/** The refusal of the API with all that teaches in it. */
function wordsOf({ error }: ApiRefusal): string {
  const details = (error.details ?? []).map(({ field, message, suggestions = [] }) => {
    const meant = suggestions.length === 0 ? '' : ` Did you mean: ${suggestions.join(' / ')}?`;
    return `- ${field}: ${message}${meant}`;
  });
  const again = error.retryable ? ' The same call can succeed later.' : '';
  return [`${error.code}: ${error.message}${again}`, ...details, `(${error.request_id}; ${error.docs})`].join('\n');
}
