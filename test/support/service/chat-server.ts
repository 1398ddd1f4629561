// A local endpoint that speaks the chat-completions protocol and answers by script: the nth request gets the nth answer, the last one for
// all that follow.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatRequest {
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly temperature?: number;
    readonly max_tokens?: number;
    readonly messages: readonly {
      readonly role: string;
      readonly content: string;
      readonly tool_call_id?: string;
      readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[];
    }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  };
  /** All of them. */
  readonly headers: IncomingHttpHeaders;
}

/** What the model says; or a status; or tools that it calls; or what to do with the answer by hand. */
export type ChatAnswer =
  | string
  | object
  | { readonly tools: readonly (readonly [name: string, given: object])[] }
  | { readonly status: number; readonly headers?: Record<string, string> }
  | ((response: ServerResponse, request: ChatRequest) => void);

export interface ChatServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly ChatRequest[];
}

export async function startChatServer(...answers: readonly [ChatAnswer, ...ChatAnswer[]]): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const seen = {
        authorization: request.headers.authorization,
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest['body'],
      };
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? '';
      requests.push(seen);
      if (typeof answer === 'function') answer(response, seen);
      else if (typeof answer === 'object' && 'status' in answer) {
        const { status, headers } = answer as { status: number; headers?: Record<string, string> };
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"no"}}');
      } else if (typeof answer === 'object' && 'tools' in answer) callTools(response, answer.tools);
      else say(response, typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function say(response: ServerResponse, content: string): void {
  complete(response, { role: 'assistant', content }, 'stop');
}

function callTools(response: ServerResponse, tools: readonly (readonly [string, object])[]): void {
  const tool_calls = tools.map(([name, given], index) => ({
    id: `call-${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  complete(response, { role: 'assistant', content: null, tool_calls }, 'tool_calls');
}

export function complete(response: ServerResponse, message: object, finish_reason: string): void {
  const body = {
    id: 'chat-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
