// Tools that need something of the client before they answer: the call is answered with what is needed, and made again with it.

import {
  acceptedContent,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { OF_SUITE } from './samples.ts';

interface Envelope {
  readonly 'io.modelcontextprotocol/clientCapabilities'?: ClientCapabilities;
}

type Inputs = Readonly<Record<string, unknown>>;

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });

const ask = (message: string, name: string, type = 'string') =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: { [name]: { type } }, required: [name] } as never });
const complete = (prompt: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens });

const NAME = ask('What is your name?', 'name');
const CONFIRM = ask('Please confirm', 'ok', 'boolean');

function nameIn(inputs: Inputs | undefined): string | undefined {
  const name = acceptedContent(inputs, 'user_name')?.['name'];
  return typeof name === 'string' ? name : undefined;
}

export function addInputTools(server: McpServer, state: RequestStateCodec): void {
  const askName = async ({ mcpReq }: ServerContext) => {
    const name = nameIn(mcpReq.inputResponses);
    return name === undefined ? inputRequired({ inputRequests: { user_name: NAME } }) : text(`Hello, ${name}!`);
  };
  for (const tool of ['test_input_required_result_elicitation', 'test_streaming_elicitation']) server.registerTool(tool, OF_SUITE, askName);
  server.registerTool('test_input_required_result_sampling', OF_SUITE, async ({ mcpReq }) =>
    answerOf(mcpReq.inputResponses, 'capital_question', complete('What is the capital of France?', 100)),
  );
  server.registerTool('test_input_required_result_list_roots', OF_SUITE, async ({ mcpReq }) =>
    answerOf(mcpReq.inputResponses, 'client_roots', inputRequired.listRoots()),
  );
  server.registerTool('test_input_required_result_capabilities', OF_SUITE, async ({ mcpReq }) => {
    const envelope: Envelope = mcpReq.envelope ?? {};
    const able = envelope['io.modelcontextprotocol/clientCapabilities'] ?? {};
    const inputRequests = {
      ...(able.elicitation ? { name: NAME } : {}),
      ...(able.sampling ? { greeting: complete('A greeting', 50) } : {}),
    };
    return Object.keys(inputRequests).length === 0 ? text('nothing to ask for') : inputRequired({ inputRequests });
  });
  // The SDK refuses to ask a client for what it has not declared.
  server.registerTool('test_missing_capability', OF_SUITE, async ({ mcpReq }) =>
    answerOf(mcpReq.inputResponses, 'greeting', complete('A greeting', 50)),
  );
  addStateTools(server, state);
}

/** What the client gave under the key, or the request for it. */
function answerOf(inputs: Inputs | undefined, key: string, request: ReturnType<typeof inputRequired.listRoots>) {
  const given = inputs?.[key];
  return given === undefined ? inputRequired({ inputRequests: { [key]: request } }) : text(JSON.stringify(given));
}

interface Round {
  readonly round: number;
}

/** Between their rounds they know only what the client brings back, which is signed. */
function addStateTools(server: McpServer, state: RequestStateCodec): void {
  for (const tool of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state'])
    server.registerTool(tool, OF_SUITE, async (context) => {
      if (context.mcpReq.requestState<Round>()?.round === 1) return text('state-ok');
      return inputRequired({ inputRequests: { confirm: CONFIRM }, requestState: await state.mint({ round: 1 }) });
    });
  server.registerTool('test_input_required_result_multiple_inputs', OF_SUITE, async ({ mcpReq }) => {
    const wanted = { user_name: NAME, greeting: complete('Generate a greeting', 50), client_roots: inputRequired.listRoots() };
    const given = mcpReq.inputResponses ?? {};
    if (mcpReq.requestState<Round>() && Object.keys(wanted).every((key) => key in given)) return text(`Hello, ${nameIn(given)}!`);
    return inputRequired({ inputRequests: wanted, requestState: await state.mint({ round: 1 }) });
  });
  server.registerTool('test_input_required_result_multi_round', OF_SUITE, async ({ mcpReq }) => {
    const { round = 0 } = mcpReq.requestState<Round>() ?? {};
    if (round === 2) return text('All steps are done.');
    const inputRequests: Record<string, typeof NAME> =
      round === 0 ? { step1: ask('Step 1: What is your name?', 'name') } : { step2: ask('Step 2: What is your favorite color?', 'color') };
    return inputRequired({ inputRequests, requestState: await state.mint({ round: round + 1 }) });
  });
}

/** A prompt can ask as well. */
export async function askForContext({
  mcpReq,
}: ServerContext): Promise<InputRequiredResult | { messages: { role: 'user'; content: { type: 'text'; text: string } }[] }> {
  const context = acceptedContent(mcpReq.inputResponses, 'user_context')?.['context'];
  if (typeof context !== 'string')
    return inputRequired({ inputRequests: { user_context: ask('What context should the prompt use?', 'context') } });
  return { messages: [{ role: 'user', content: { type: 'text', text: `In the context: ${context}` } }] };
}
