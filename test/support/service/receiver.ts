// A customer's receiver that does what a test says: a real HTTP server on this machine that records what it gets and answers, rightly or
// wrongly.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../expectations.ts';

export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly json: Record<string, unknown>;
}

export type React = (response: ServerResponse, received: Received) => void;

/** Answers a status and no body. */
export function answering(status: number, headers: Record<string, string> = {}): React {
  return (response) => void response.writeHead(status, headers).end();
}

export class Receiver {
  readonly received: Received[] = [];
  connections = 0;
  react: React = answering(204);
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const json = body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
      const received = { path: request.url ?? '', headers: request.headers as Record<string, string>, body, json };
      this.received.push(received);
      this.react(response, received);
    });
  });

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.server.on('connection', () => (receiver.connections += 1));
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  /** Waits until that many requests have come to the path; answers them all. */
  async arrivals(path: string, count: number): Promise<Received[]> {
    return eventually(
      () => this.at(path),
      (arrived) => arrived.length >= count,
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
