// A server on loopback that nobody may ask: it counts what arrives.

import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface Listener extends AsyncDisposable {
  /** http://127.0.0.1:port */
  readonly url: string;
  readonly hits: () => number;
}

export async function startListener(): Promise<Listener> {
  let hits = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    hits++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: () => hits,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
