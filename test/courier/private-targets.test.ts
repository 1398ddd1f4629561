// No spelling of a private target makes the courier open a connection: a listener on every family and port in question counts them.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Target } from '#contract/public-address.ts';
import { callReceiver } from '../../courier/call-receiver.ts';
import { resolveTarget } from '../../courier/resolve.ts';
import { callBy, type CourierUnderTest, fetchBy, openCourier, putBy } from '../support/service/courier-under-test.ts';
import { Receiver } from '../support/service/receiver.ts';
import { onBusyMachine } from '../support/busy-machine.ts';

let connections = 0;
const servers: Server[] = [];
let port = 0;
let courier: CourierUnderTest;
/** What the next look-ups of a name answer; each call takes one, the last one stays. */
let answers: string[][] = [];
let lookups = 0;

beforeAll(async () => {
  // All addresses of this machine, of both families where it has them: every connection is counted.
  for (const host of ['0.0.0.0', '::']) {
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    server.on('error', () => undefined);
    server.listen({ host, port, ipv6Only: host === '::' });
    const listening = await Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)]);
    if (!listening) continue;
    port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  courier = await openCourier({
    resolveName: async () => {
      lookups += 1;
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    },
  });
});
afterAll(async () => {
  await courier[Symbol.asyncDispose]();
  for (const server of servers) server.close();
});
beforeEach(() => {
  connections = 0;
  lookups = 0;
  answers = [];
});

const OWN = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((one) => one.address.replace(/%.*$/, '')));

/** Each replaces the host of a URL, with PORT after it, and once without it for 443. */
const HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0x7f.1',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0.0.0.0',
  '0',
  '0x0',
  '10.0.0.1',
  '012.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.0.1',
  '192.168.257',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[5f00::1]',
  '[100::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'anything.localhost',
  'printer',
  'router.local',
  'metadata.google.internal',
  'host.docker.internal',
];

describe('a URL with the host', () => {
  test.each(HOSTS)('%s is refused without a connection or a look-up', async (host) => {
    answers = [['127.0.0.1']];
    for (const url of [`https://${host}:${port}/`, `https://${host}/`, `http://${host}:${port}/`, `https://user@${host}:8443/`]) {
      expect(await callBy(courier.port, { url })).toMatchObject({ outcome: 'failed', error: 'url_refused' });
      // The message's own leave is nothing without the courier's.
      expect(await callBy(courier.port, { url, allow_loopback: true })).toMatchObject({ outcome: 'failed', error: 'url_refused' });
      expect(await fetchBy(courier.port, { url })).toEqual({ error: 'url_refused' });
      expect(await fetchBy(courier.port, { url, allow_loopback: true })).toEqual({ error: 'url_refused' });
      expect(await putBy(courier.port, { url })).toMatchObject({ outcome: 'failed', error: 'url_refused' });
      expect(await putBy(courier.port, { url, allow_loopback: true })).toMatchObject({ outcome: 'failed', error: 'url_refused' });
    }
    expect([connections, lookups]).toEqual([0, 0]);
  });

  test('of an address of this machine’s own that is private is refused too', async () => {
    for (const address of OWN.filter((one) => !one.startsWith('2'))) {
      const host = address.includes(':') ? `[${address}]` : address;
      expect(await callBy(courier.port, { url: `https://${host}/` })).toMatchObject({ error: 'url_refused' });
    }
    expect(connections).toBe(0);
  });
});

describe('a public name', () => {
  const PRIVATE_ANSWERS = [
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['0.0.0.0'],
    ['::1'],
    ['::'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['64:ff9b::7f00:1'],
    ['64:ff9b:1::1'],
    ['2002:7f00:1::'],
    ['2001::1'],
    ['fd00::1'],
    ['fe80::1'],
    ['fe80::1%eth0'],
    ['not an address'],
    ['93.184.215.14', '127.0.0.1'],
    ['2606:2800:21f:cb07::1', '::1'],
  ];
  test.each(PRIVATE_ANSWERS)('that resolves to %j is refused without a connection', async (...addresses) => {
    answers = [addresses];
    for (const url of [`https://rebind.example.com/`, `https://rebind.example.com:8443/`]) {
      expect(await callBy(courier.port, { url })).toMatchObject({ outcome: 'failed', error: 'address_refused' });
      expect(await fetchBy(courier.port, { url })).toEqual({ error: 'address_refused' });
      expect(await putBy(courier.port, { url })).toMatchObject({ outcome: 'failed', error: 'address_refused' });
    }
    expect([connections, lookups]).toEqual([0, 6]);
  });

  test('that changes its answer is looked up once, and only what was judged is called', async () => {
    answers = [['93.184.215.14'], ['127.0.0.1']];
    const changing = async () => {
      lookups += 1;
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    };
    const url = new URL(`http://rebind.example.com:${port}/`);
    const target: Target = { url, host: 'rebind.example.com', isLiteral: false, port };
    const signal = AbortSignal.timeout(2000);
    const judged = await resolveTarget(changing, target, false, signal);
    expect(judged).toEqual({ ok: true, addresses: ['93.184.215.14'] });
    // The next look-up would lead to the listener. The call makes none: it only goes to the addresses that it was given.
    const receiver = await Receiver.start();
    try {
      const own: Target = { ...target, url: new URL(`http://rebind.example.com:${receiver.port}/hook`), port: receiver.port };
      const called = await callReceiver({ target: own, addresses: ['127.0.0.1'], headers: {}, body: '{}' }, signal);
      expect(called).toMatchObject({ outcome: 'answered', status: 204 });
      expect(receiver.at('/hook').map((one) => one.headers['host'])).toEqual([`rebind.example.com:${receiver.port}`]);
    } finally {
      await receiver.close();
    }
    expect([connections, lookups]).toEqual([0, 1]);
  });

  test('that resolves to nothing is told so', async () => {
    expect(await callBy(courier.port, { url: 'https://nowhere.example.com/' })).toMatchObject({ error: 'name_not_resolved' });
  });

  test('whose name server never answers takes no longer than the call may', async () => {
    await using slow = await openCourier({ resolveName: async () => new Promise(() => undefined) });
    const startedAt = performance.now();
    expect(await callBy(slow.port, { url: 'https://slow.example.com/', timeout_ms: 200 })).toMatchObject({ error: 'timeout' });
    expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(2000));
  });

  test('on a port that is no receiver’s is refused', async () => {
    for (const other of [22, 25, 80, 6379, port]) {
      expect(await callBy(courier.port, { url: `https://example.com:${other}/` })).toMatchObject({ error: 'url_refused' });
    }
    expect(lookups).toBe(0);
  });
});

describe('a source that redirects', () => {
  /** Leave for this machine, so that the first address may be one of its own. */
  const fetchFrom = async (location: string, resolved: string[] = []) => {
    const receiver = await Receiver.start();
    receiver.react = (response) => void response.writeHead(302, { location }).end();
    await using open = await openCourier({
      allowLoopback: true,
      resolveName: async () => {
        lookups += 1;
        return resolved;
      },
    });
    try {
      return [await fetchBy(open.port, { url: receiver.url('/first'), allow_loopback: true }), receiver.received.length];
    } finally {
      await receiver.close();
    }
  };

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/',
    'https://10.0.0.1/',
    'https://[fe80::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://metadata.google.internal/',
    'http://example.com/',
    'https://user:password@example.com/',
    'https://example.com:22/',
    'file:///etc/passwd',
    '//10.0.0.1/',
  ])('to %s is not followed', async (location) => {
    expect(await fetchFrom(location, ['127.0.0.1'])).toEqual([{ error: 'url_refused' }, 1]);
    expect([connections, lookups]).toEqual([0, 0]);
  });

  test.each([[['10.0.0.1']], [['169.254.169.254']], [['93.184.215.14', 'fd00::1']], [['fe80::1']]])(
    'to a public name that resolves to %j is not followed',
    async (resolved) => {
      expect(await fetchFrom('https://rebind.example.com/', resolved)).toEqual([{ error: 'address_refused' }, 1]);
      expect([connections, lookups]).toEqual([0, 1]);
    },
  );

  test('to nowhere, or again and again, is given up', async () => {
    expect(await fetchFrom('https://[')).toEqual([{ error: 'redirects' }, 1]);
    expect(await fetchFrom('/first')).toEqual([{ error: 'redirects' }, 6]);
  });
});

test('the counting listener counts: with leave from both sides the same address is called', async () => {
  const receiver = await Receiver.start();
  await using open = await openCourier({ allowLoopback: true });
  try {
    const url = receiver.url('/hook');
    expect(await callBy(open.port, { url })).toMatchObject({ error: 'url_refused' });
    expect(await callBy(open.port, { url, allow_loopback: true })).toMatchObject({ outcome: 'answered', status: 204 });
    expect(await callBy(open.port, { url: `http://localhost:${receiver.port}/hook`, allow_loopback: true })).toMatchObject({ status: 204 });
    expect(receiver.connections).toBe(2);
    expect(await callBy(open.port, { url: `http://127.0.0.1:${port}/`, allow_loopback: true })).toMatchObject({
      error: 'connection_failed',
    });
    expect(connections).toBe(1);
    // Leave for this machine is no leave for the site.
    expect(await callBy(open.port, { url: 'http://10.0.0.1/', allow_loopback: true })).toMatchObject({ error: 'url_refused' });
  } finally {
    await receiver.close();
  }
});
