// Which addresses are public: the edges of every special range, and a random comparison with Node's own lists.

import { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import { isLoopbackAddress, isPublicAddress, judgeUrl } from '#contract/public-address.ts';
import { makeRandom } from '../../../support/documents/random.ts';

const PUBLIC = `
  1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255
  198.20.0.0 203.0.112.255 203.0.114.0 223.255.255.255 93.184.215.14 2000:: 2001:200:: 2001:db7:ffff:: 2001:db9:: 2003::
  2606:4700::1111 3ffe:ffff:: 3fff:1000:: 2a00::1`
  .trim()
  .split(/\s+/);
const SPECIAL = `
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255 168.63.129.16
  169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.0 192.88.99.1 192.168.0.0
  192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.0 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255
  :: ::1 ::ffff:8.8.8.8 ::8.8.8.8 64:ff9b::808:808 64:ff9b:1:: 100:: 1fff:ffff:: 2001:: 2001:1ff:ffff:: 2001:db8::
  2001:db8:ffff:: 2002:: 2002:ffff:: 3fff:: 3fff:fff:ffff:: 4000:: 5f00:: fc00:: fdff:: fe80:: febf:: fec0:: ff00:: ffff::`
  .trim()
  .split(/\s+/);
const NONE = [
  '',
  '1',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '1.2.3.a',
  ' 1.2.3.4',
  '2000:::',
  '2000::1::',
  '2000:1:2:3:4:5:6',
  '2000:1:2:3:4:5:6:7:8',
];

test.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
test.each(SPECIAL)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
test.each([...NONE, '2000::12345', '2000::g', 'fe80::1%eth0', '2000::1%1', '::1.2.3', 'example.com'])(
  '%j is no address, so not public',
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
    expect(isLoopbackAddress(text)).toBe(false);
  },
);

test('random addresses are judged as Node judges them, in every spelling of them', () => {
  const random = makeRandom('addresses');
  const list = new BlockList();
  for (const [start, prefix] of [
    ['10.0.0.0', 8],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ] as const) {
    list.addSubnet(start, prefix, 'ipv4');
  }
  list.addSubnet('2000::', 3, 'ipv6');
  for (let i = 0; i < 20_000; i++) {
    const first = random.pick([10, 127, 169, 172, 192, random.below(256)]);
    const second = random.pick([254, 16, 31, 168, random.below(256)]);
    const ipv4 = `${first}.${second}.${random.below(256)}.${random.below(256)}`;
    if (list.check(ipv4, 'ipv4')) expect(isPublicAddress(ipv4), ipv4).toBe(false);
    const groups = Array.from({ length: 8 }, () => random.pick([0, 0, random.below(65_536)]));
    const spelled = groups.map((group) => group.toString(16)).join(':');
    const short = new URL(`https://[${spelled}]/`).hostname.slice(1, -1);
    expect(isPublicAddress(short), short).toBe(isPublicAddress(spelled));
    if (isPublicAddress(spelled)) expect(list.check(spelled, 'ipv6'), spelled).toBe(true);
  }
});

describe('judgeUrl', () => {
  test('without leave nothing on this machine is a target, with it only this machine is more', () => {
    for (const url of ['http://127.0.0.1:3000/x', 'http://localhost:3000', 'https://[::1]:1/', 'http://127.9.9.9']) {
      expect(judgeUrl(url, false).ok).toBe(false);
      expect(judgeUrl(url, true).ok).toBe(true);
    }
    for (const url of [
      'http://10.0.0.1/',
      'http://example.com/',
      'https://example.com:3000/',
      'http://x.localhost/',
      'http://user@127.0.0.1/',
    ]) {
      expect(judgeUrl(url, true).ok).toBe(false);
    }
  });

  test('says what is wrong in words that finish the sentence', () => {
    const reasonOf = (url: string) => {
      const judged = judgeUrl(url, false);
      return judged.ok ? '' : judged.reason;
    };
    expect(reasonOf('http://example.com')).toBe('must begin with https://');
    expect(reasonOf('https://0x7f.1')).toBe('names an address that is not public');
    expect(reasonOf('https://intranet')).toBe('names a host that is not public');
    expect(reasonOf('https://example.com:25')).toBe('must have one of the ports 443, 8443');
  });
});
