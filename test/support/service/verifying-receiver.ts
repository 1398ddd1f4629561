// A receiver as a customer would write one, with nothing but the `standardwebhooks` package: it verifies before it trusts, answers, and
// takes each event once however often it comes.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from '#contract/events.ts';

export async function startVerifyingReceiver() {
  const events = new Map<string, WebhookEvent>();
  const counts = { arrived: 0, refused: 0 };
  let secret = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      counts.arrived += 1;
      try {
        const event = new Webhook(secret).verify(Buffer.concat(chunks), request.headers as Record<string, string>) as WebhookEvent;
        events.set(event.event_id, event);
        response.writeHead(204).end();
      } catch {
        counts.refused += 1;
        response.writeHead(401).end();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  return { url, events, counts, close, useSecret: (given: string) => void (secret = given) };
}
