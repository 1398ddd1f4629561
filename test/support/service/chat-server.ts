// A local endpoint that speaks the chat-completions protocol and answers by script: the nth request gets the nth answer, the last one for
// all that follow.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatRequest {
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly temperature?: number;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: object; readonly strict?: boolean } };
  };
}

/** What the model says; or a status; or what to do with the answer by hand. */
export type ChatAnswer =
  | string
  | object
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
        body: JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest['body'],
      };
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? '';
      requests.push(seen);
      if (typeof answer === 'function') answer(response, seen);
      else if (typeof answer === 'object' && 'status' in answer) {
        const { status, headers } = answer as { status: number; headers?: Record<string, string> };
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"no"}}');
      } else say(response, typeof answer === 'string' ? answer : JSON.stringify(answer));
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
  const body = {
    id: 'chat-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
