// An agent's client: the official SDK of the Model Context Protocol, of either revision that the service speaks.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const REVISIONS = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
] as const;

export type Revision = (typeof REVISIONS)[number][1];

export interface Agent extends AsyncDisposable {
  readonly client: Client;
  /** The structured result. @throws Error with the text of a refusal */
  readonly call: <T = Record<string, unknown>>(tool: string, args: Record<string, unknown>) => Promise<T>;
  /** The text of a refusal. @throws Error when there is none */
  readonly refused: (tool: string, args: Record<string, unknown>) => Promise<string>;
}

export async function connectAgent(
  origin: string,
  key: string,
  mode: Revision = { pin: '2026-07-28' },
  headers: Record<string, string> = {},
): Promise<Agent> {
  const client = new Client({ name: 'an agent', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  const call = async (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  return {
    client,
    call: async <T>(tool: string, args: Record<string, unknown>) => {
      const { isError, content, structuredContent } = await call(tool, args);
      if (isError) throw new Error(JSON.stringify(content));
      return structuredContent as T;
    },
    refused: async (tool, args) => {
      const { isError, content } = await call(tool, args);
      const [first] = content;
      if (!isError || first?.type !== 'text') throw new Error(`not refused: ${JSON.stringify(content)}`);
      return first.text;
    },
    [Symbol.asyncDispose]: async () => client.close(),
  };
}
