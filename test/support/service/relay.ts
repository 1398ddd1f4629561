// A server on this machine that stands between two others: what the faulty proxy and the faulty wire have in common.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Relay {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  /** Without those of the connection, which are not passed on. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** @param handle when it fails, the connection is closed */
export async function startRelay(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer) => Promise<void>,
): Promise<Relay> {
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse) => handle(incoming, outgoing, await bytesOf(incoming));
  const server = createServer((incoming, outgoing) => void take(incoming, outgoing).catch(() => outgoing.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends the request and reads its answer whole. */
export async function passOn(url: string, method: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<Answer> {
  const sent = request(url, { method, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { 'transfer-encoding': _, connection: _connection, ...kept } = answer.headers;
  return { status: answer.statusCode ?? 502, headers: kept, body: await bytesOf(answer) };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
