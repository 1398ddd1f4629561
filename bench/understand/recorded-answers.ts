// A language model that answers what it answered before: an OpenAI-compatible endpoint on this machine. Each answer was written by a model that saw
// exactly the body of the request, whose hash finds it; a prompt that changes asks anew. What has no answer is written down, for a model to answer.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ModelEndpoint } from '../../processor/ask-model.ts';

export interface RecordedModel extends AsyncDisposable {
  readonly endpoint: ModelEndpoint;
  /** Requests without an answer, by the row that made them. */
  readonly unanswered: ReadonlyMap<number, string>;
  /** Before each row. */
  readonly begin: (no: number) => void;
}

/**
 * @param folder `<hash>.answer.txt`: what the model said, JSON as it was asked for. Unanswered ones are written as `<hash>.request.json`.
 */
export async function startRecordedModel(folder: string): Promise<RecordedModel> {
  mkdirSync(folder, { recursive: true });
  const unanswered = new Map<number, string>();
  let row = 0;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const name = createHash('sha256').update(body).digest('hex').slice(0, 24);
      const answer = join(folder, `${name}.answer.txt`);
      if (!existsSync(answer)) {
        unanswered.set(row, name);
        writeFileSync(join(folder, `${name}.request.json`), JSON.stringify(JSON.parse(body), null, 1));
        return response.writeHead(401).end();
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ choices: [{ message: messageOf(readFileSync(answer, 'utf8')) }] }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: undefined, model: 'recorded' },
    unanswered,
    begin: (no) => (row = no),
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** `{"calls":[{"tool":…,"arguments":…}]}` are calls as the protocol has them; anything else is said. */
function messageOf(text: string): object {
  const calls = (parse(text) as { calls?: { tool: string; arguments?: object }[] } | undefined)?.calls;
  if (!Array.isArray(calls)) return { content: text };
  return {
    content: '',
    tool_calls: calls.map(({ tool, arguments: given = {} }, index) => ({
      id: `call_${index + 1}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(given) },
    })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
