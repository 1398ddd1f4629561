// Tools that answer by themselves. Where they can, they are added as the service adds its own.

import { fromJsonSchema, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { addTool, READS, type ToolDeps, ToolRefusal } from '../../../worker/mcp/tool.ts';
import { IMAGE, OF_SUITE, SOUND } from './samples.ts';

const NOTHING = z.strictObject({});
const PAUSE_MS = 50;

const pause = async () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
const text = (said: string) => ({ type: 'text' as const, text: said });
const embedded = (uri: string, mimeType: string, said: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: said },
});

export function addPlainTools(server: McpServer, deps: ToolDeps): void {
  addOwnTools(server, deps);
  const page = embedded('test://embedded-resource', 'text/plain', 'What is in it.');
  const record = embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}');
  const contents = {
    test_image_content: [IMAGE],
    test_audio_content: [SOUND],
    test_embedded_resource: [page],
    test_multiple_content_types: [text('Several kinds of content:'), IMAGE, record],
  };
  for (const [name, content] of Object.entries(contents)) server.registerTool(name, OF_SUITE, async () => ({ content }));
  server.registerTool('test_tool_with_progress', OF_SUITE, async (context) => tellProgress(context));
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    server.registerTool(name, OF_SUITE, async (context) => tellSteps(context));
  const place = z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) });
  server.registerTool('test_parameter_in_header', { ...OF_SUITE, inputSchema: place }, async ({ region }) => ({ content: [text(region)] }));
  server.registerTool('json_schema_2020_12_tool', { ...OF_SUITE, inputSchema: fromJsonSchema(CONTACT) }, async () => ({
    content: [text('taken')],
  }));
}

/** With the service's own words for results and refusals. */
function addOwnTools(server: McpServer, deps: ToolDeps): void {
  const tool = { input: NOTHING, annotations: READS, ...OF_SUITE };
  addTool(server, deps, 'test_simple_text', {
    ...tool,
    title: 'Answers a text',
    output: z.object({ said: z.string() }),
    run: async () => ({ said: 'This is a simple text response for testing.' }),
    text: ({ said }) => said,
  });
  addTool(server, deps, 'test_error_handling', {
    ...tool,
    title: 'Refuses',
    output: z.object({}),
    run: async () => {
      throw new ToolRefusal('This tool intentionally returns an error for testing');
    },
  });
}

async function tellProgress({ mcpReq }: ServerContext) {
  const { progressToken } = mcpReq._meta ?? {};
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    await pause();
  }
  return { content: [text('done')] };
}

async function tellSteps({ mcpReq }: ServerContext) {
  for (const step of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.log('info', step);
    await pause();
  }
  return { content: [text('done')] };
}

/** As the suite writes it, every keyword of it. */
const CONTACT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};
