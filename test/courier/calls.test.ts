// The courier's calls over TLS, its intake, and its start: certificates are judged by the name in the URL, messages by their signature.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COURIER_MESSAGE_BYTES_MAX } from '#contract/courier.ts';
import { ROOT } from '../../scripts/local/edge.ts';
import { findFreePort } from '../../scripts/local/processor.ts';
import { callBy, COURIER_SECRET, deliverMessage, openCourier, post } from '../support/service/courier-under-test.ts';
import { eventually } from '../support/expectations.ts';
import { Receiver } from '../support/service/receiver.ts';
import { onBusyMachine } from '../support/busy-machine.ts';

async function startProgram(env: Record<string, string>) {
  const child = spawn(process.execPath, ['courier/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', COURIER_SECRET, COURIER_PORT: String(await findFreePort()), ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, exited, output: () => output };
}

describe('TLS', () => {
  let dir: string;
  let server: Server;
  let port: number;
  let seenHosts: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'courier-tls-'));
    // A certificate for localhost alone, which is its own authority.
    const [keyFile, certFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const args =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
    await promisify(execFile)('openssl', [...args.split(' '), '-keyout', keyFile, '-out', certFile]);
    const [key, cert] = await Promise.all([readFile(keyFile), readFile(certFile)]);
    server = createTlsServer({ key, cert }, (request, response) => {
      seenHosts.push(`${request.headers.host} ${(request.socket as { servername?: string | false }).servername}`);
      response.writeHead(200).end('over TLS');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(dir, { recursive: true });
  });

  test('a certificate that no authority vouches for is not accepted', async () => {
    await using courier = await openCourier({ allowLoopback: true });
    const called = await callBy(courier.port, { url: `https://localhost:${port}/`, allow_loopback: true });
    expect(called).toMatchObject({ outcome: 'failed', error: 'tls_failed' });
    expect(seenHosts).toEqual([]);
  });

  test('a trusted certificate is accepted for its name, and for no other', async () => {
    const courierPort = await findFreePort();
    const program = await startProgram({
      COURIER_PORT: String(courierPort),
      COURIER_ALLOW_LOOPBACK: '1',
      NODE_EXTRA_CA_CERTS: join(dir, 'cert.pem'),
    });
    try {
      await eventually(program.output, (output) => output.includes('"listening"'));
      seenHosts = [];
      const right = await callBy(courierPort, { url: `https://localhost:${port}/`, allow_loopback: true });
      expect(right).toMatchObject({ outcome: 'answered', status: 200, excerpt: 'over TLS' });
      expect(seenHosts).toEqual([`localhost:${port} localhost`]);
      const wrong = await callBy(courierPort, { url: `https://127.0.0.1:${port}/`, allow_loopback: true });
      expect(wrong).toMatchObject({ outcome: 'failed', error: 'tls_failed' });
      expect(seenHosts).toHaveLength(1);
    } finally {
      program.child.kill('SIGTERM');
      expect(await program.exited).toBe(0);
    }
  });
});

describe('the intake', () => {
  test('takes nothing that the Worker did not sign, nor what it signed long ago', async () => {
    await using courier = await openCourier();
    const body = JSON.stringify(deliverMessage());
    expect((await post(courier.port, body, { secret: 'dev-another-secret-0000' })).status).toBe(401);
    expect((await post(courier.port, body, { timestampMs: Date.now() - 6 * 60_000 })).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${courier.port}/deliver`, { method: 'POST', body })).status).toBe(401);
  });

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"url":5}'],
    ['more time than a call may have', JSON.stringify(deliverMessage({ timeout_ms: 60_000 }))],
    ['a header that breaks lines', JSON.stringify(deliverMessage({ headers: { 'x-a\r\nhost': 'b' } }))],
  ])('refuses %s', async (_, body) => {
    await using courier = await openCourier();
    expect((await post(courier.port, body)).status).toBe(400);
  });

  test('refuses a body beyond the bound', async () => {
    await using courier = await openCourier();
    expect((await post(courier.port, 'x'.repeat(COURIER_MESSAGE_BYTES_MAX + 1))).status).toBe(413);
  });

  test('refuses calls beyond its bound, and takes them again when one has ended', async () => {
    const receiver = await Receiver.start();
    await using courier = await openCourier({ allowLoopback: true, callsMax: 1 });
    try {
      let release: () => void = () => undefined;
      receiver.react = (response) => void (release = () => void response.writeHead(200).end());
      const call = { url: receiver.url('/a'), allow_loopback: true, timeout_ms: 10_000 };
      const first = callBy(courier.port, call);
      await receiver.arrivals('/a', 1);
      expect((await post(courier.port, JSON.stringify(deliverMessage(call)))).status).toBe(503);
      release();
      expect(await first).toMatchObject({ status: 200 });
      receiver.react = (response) => void response.writeHead(201).end();
      expect(await callBy(courier.port, call)).toMatchObject({ status: 201 });
    } finally {
      await receiver.close();
    }
  });

  test('its log holds no URL, no body and no answer', async () => {
    const receiver = await Receiver.start();
    await using courier = await openCourier({ allowLoopback: true });
    try {
      receiver.react = (response) => void response.writeHead(500).end('a private answer');
      await callBy(courier.port, { url: receiver.url('/private-path?token=1'), allow_loopback: true, body: '{"private":"body"}' });
      expect(courier.log.join('\n')).toContain('"called"');
      expect(courier.log.join('\n')).not.toMatch(/private|token/);
    } finally {
      await receiver.close();
    }
  });

  test('answers its health and nothing else', async () => {
    await using courier = await openCourier();
    expect((await fetch(`http://127.0.0.1:${courier.port}/healthz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${courier.port}/deliver`)).status).toBe(404);
  });
});

describe('a call', () => {
  test('ends in its time whatever the receiver does, and keeps no connection', async () => {
    const receiver = await Receiver.start();
    await using courier = await openCourier({ allowLoopback: true });
    try {
      receiver.react = (response) => {
        const drip = setInterval(() => response.writeProcessing(), 20);
        response.on('close', () => clearInterval(drip));
      };
      const startedAt = performance.now();
      const called = await callBy(courier.port, { url: receiver.url('/a'), allow_loopback: true, timeout_ms: 300 });
      expect(called).toMatchObject({ outcome: 'failed', error: 'timeout' });
      expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(2000));
      receiver.react = (response) => void response.writeHead(200, { connection: 'keep-alive' }).end();
      await callBy(courier.port, { url: receiver.url('/b'), allow_loopback: true });
      await callBy(courier.port, { url: receiver.url('/b'), allow_loopback: true });
      expect(receiver.connections).toBe(3);
      expect(receiver.at('/b').map((one) => one.headers['connection'])).toEqual(['close', 'close']);
    } finally {
      await receiver.close();
    }
  });

  test('replaces what a log must not hold in the answer’s text', async () => {
    const receiver = await Receiver.start();
    await using courier = await openCourier({ allowLoopback: true });
    try {
      receiver.react = (response) => void response.writeHead(400).end(Buffer.from('a\u001b[31m\u0000b\nc\xff', 'latin1'));
      const called = await callBy(courier.port, { url: receiver.url('/a'), allow_loopback: true });
      expect(called).toMatchObject({ status: 400, excerpt: 'a\ufffd[31m\ufffdb\nc\ufffd' });
    } finally {
      await receiver.close();
    }
  });
});

describe('the program', () => {
  test.each([
    ['without a secret', { COURIER_SECRET: '' }, 'COURIER_SECRET'],
    ['with a development secret in production', { NODE_ENV: 'production' }, 'COURIER_SECRET'],
    [
      'with leave to call its own machine in production',
      { NODE_ENV: 'production', COURIER_SECRET: 'a-secret-of-production', COURIER_ALLOW_LOOPBACK: '1' },
      'COURIER_ALLOW_LOOPBACK',
    ],
  ])('does not start %s, and names the setting', async (_, env: Record<string, string>, name) => {
    const program = await startProgram(env);
    expect(await program.exited).toBe(1);
    expect(program.output()).toContain(name);
    expect(program.output()).not.toContain('a-secret-of-production');
  });
});
