// The tools, resources and prompts that the conformance suite (npm, @modelcontextprotocol/conformance) describes in its scenarios and calls by name.

import { completable, createRequestStateCodec, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Offer } from '../../../worker/mcp/tool.ts';
import { addInputTools, askForContext } from './input-tools.ts';
import { addPlainTools } from './plain-tools.ts';
import { IMAGE, OF_SUITE, PNG } from './samples.ts';

/** Rounds of one call come to the same isolate here; a service would keep the key in its settings. */
const STATE = createRequestStateCodec({ key: 'a key of the tests, long enough for the codec' });

export const SUITE_OFFER: Offer = {
  options: {
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
      logging: {},
      completions: {},
    },
    // A question to the client within a request would need the answer to come back to it, by another one.
    inputRequired: { legacyShim: false },
    requestState: { verify: async (...args) => STATE.verify(...args) },
  },
  add: (server, deps) => {
    addPlainTools(server, deps);
    addInputTools(server, STATE);
    addResources(server);
    addPrompts(server);
  },
};

function addResources(server: McpServer): void {
  server.registerResource('text', 'test://static-text', { mimeType: 'text/plain' }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'A text that stays as it is.' }],
  }));
  server.registerResource('picture', 'test://static-binary', { mimeType: PNG }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: PNG, blob: IMAGE.data }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('by id', template, { mimeType: 'application/json' }, async ({ href }, { id }) => ({
    contents: [
      { uri: href, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }) },
    ],
  }));
}

function addPrompts(server: McpServer): void {
  const user = (content: object) => ({ role: 'user' as const, content: content as { type: 'text'; text: string } });
  const say = (text: string) => user({ type: 'text', text });
  server.registerPrompt('test_simple_prompt', OF_SUITE, async () => ({ messages: [say('A simple prompt.')] }));
  server.registerPrompt('test_prompt_with_image', OF_SUITE, async () => ({ messages: [user(IMAGE), say('What does the picture show?')] }));
  const two = z.object({
    arg1: completable(z.string(), (begun) => ['paris', 'park', 'party'].filter((word) => word.startsWith(begun))),
    arg2: z.string(),
  });
  server.registerPrompt('test_prompt_with_arguments', { ...OF_SUITE, argsSchema: two }, async ({ arg1, arg2 }) => ({
    messages: [say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }));
  const one = z.object({ resourceUri: z.string() });
  server.registerPrompt('test_prompt_with_embedded_resource', { ...OF_SUITE, argsSchema: one }, async ({ resourceUri }) => ({
    messages: [user({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'What is in it.' } }), say('Read it.')],
  }));
  server.registerPrompt('test_input_required_result_prompt', OF_SUITE, askForContext);
}
