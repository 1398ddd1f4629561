// The Model Context Protocol, one server for each request: nothing is kept between two of them. Loaded when it is first asked for, since most
// requests of this Worker are others.

import { createMcpHandler, INTERNAL_ERROR, McpServer, METHOD_NOT_FOUND } from '@modelcontextprotocol/server';
import { LIMITS } from '#contract/limits.ts';
import { SERVICE_OFFER } from './offer.ts';
import type { Offer, ToolDeps } from './tool.ts';

export async function serveMcp(request: Request, deps: ToolDeps, offer: Offer = SERVICE_OFFER): Promise<Response> {
  const handler = createMcpHandler(() => makeServer(deps, offer), {
    maxRequestBodySize: LIMITS.mcpBodyBytesMax,
    maxSubscriptions: 0,
    onerror: (cause) => deps.log.info('mcp.refused', { cause: cause.message }),
  });
  return withoutListening(request, await handler.fetch(request));
}

/**
 * Nothing that is served changes while somebody listens, and the capabilities say so. The SDK takes no subscription then, in words that invite
 * to try again; a method that is not served is answered 404 (protocol revision 2026-07-28, streamable HTTP).
 */
async function withoutListening(request: Request, response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (request.headers.get('mcp-method') !== 'subscriptions/listen' || !response.ok || !isJson) return response;
  const { id, error } = await response.clone().json<{ id: unknown; error?: { code: number } }>();
  if (error?.code !== INTERNAL_ERROR) return response;
  return Response.json({ jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } }, { status: 404 });
}

function makeServer(deps: ToolDeps, { options, add }: Offer): McpServer {
  const server = new McpServer({ name: 'pdf-processing-api', title: 'PDF Processing API', version: '1.0.0' }, options);
  add(server, deps);
  return server;
}
