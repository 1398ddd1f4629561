// Which addresses the service may call for a customer, and which URLs can name one. Read by the Worker when an endpoint is
// registered (what the text alone shows) and by the courier at every call (names resolved, each address judged). Pure.
//
// Sources: the IANA special-purpose registries of IPv4 and IPv6 addresses (RFC 6890 and its updates). Of IPv6 only 2000::/3, what IANA
// has given out as global unicast, can be public: so mapped addresses (::ffff:0:0/96), NAT64 (64:ff9b::/96, 64:ff9b:1::/48), unique
// local, link-local and multicast addresses need no row of their own.

import { LIMITS } from './limits.ts';

const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8',
  '168.63.129.16/32', // a cloud's own agent, on a public number
  '169.254.0.0/16', // link-local, metadata of clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
].map(parseRange);

const GLOBAL_IPV6 = parseRange('2000::/3');
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32',
  '2002::/16', // 6to4
  '3fff::/20',
].map(parseRange);

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseRange);

/** Names that never leave a machine, a site or the root zone (RFC 6761, 6762, 8375; ICANN for `internal`). */
const LOCAL_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa', 'invalid', 'test', 'onion', 'arpa'];

/** Ports that a receiver may listen on, so that nobody can make the service probe others. */
const WEBHOOK_PORTS: readonly number[] = [443, 8443];

interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

interface Range {
  readonly start: Address;
  readonly prefix: number;
}

/** @param text An address as resolvers and URL.hostname (without brackets) write it. False for anything else. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  if (address.bits === 32) return !SPECIAL_IPV4.some((range) => holds(range, address));
  return holds(GLOBAL_IPV6, address) && !SPECIAL_IPV6.some((range) => holds(range, address));
}

export function isLoopbackAddress(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && LOOPBACK.some((range) => holds(range, address));
}

export interface Target {
  readonly url: URL;
  /** Without brackets and without a final dot. */
  readonly host: string;
  readonly isLiteral: boolean;
  readonly port: number;
}

export type JudgedUrl = { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly reason: string };

/**
 * Judges what the parsed URL shows: scheme, credentials, port, and its host where that is an address. Decimal, octal, hexadecimal and
 * shortened spellings have become dotted ones in the parser (WHATWG URL, host parsing), so only the parsed host is judged.
 * @param allowLoopback For development: endpoints on this machine, also by http and on any port.
 */
export function judgeUrl(text: string, allowLoopback: boolean): JudgedUrl {
  const refused = (reason: string): JudgedUrl => ({ ok: false, reason });
  if (text.length > LIMITS.webhookUrlCharsMax) return refused(`is longer than ${LIMITS.webhookUrlCharsMax} characters`);
  const url = parseUrl(text);
  if (!url) return refused('is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('must begin with https://');
  if (url.username !== '' || url.password !== '') return refused('must not hold credentials');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLiteral = parseAddress(host) !== undefined;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const target: Target = { url, host, isLiteral, port };
  if (allowLoopback && (host === 'localhost' || isLoopbackAddress(host))) return { ok: true, target };
  if (url.protocol !== 'https:') return refused('must begin with https://');
  if (isLiteral && !isPublicAddress(host)) return refused('names an address that is not public');
  if (!isLiteral && !isPublicName(host)) return refused('names a host that is not public');
  if (!WEBHOOK_PORTS.includes(port)) return refused(`must have one of the ports ${WEBHOOK_PORTS.join(', ')}`);
  return { ok: true, target };
}

function isPublicName(host: string): boolean {
  return host.includes('.') && !LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function holds(range: Range, address: Address): boolean {
  if (range.start.bits !== address.bits) return false;
  const shift = BigInt(address.bits - range.prefix);
  return range.start.value >> shift === address.value >> shift;
}

function parseRange(text: string): Range {
  const [start = '', prefix = ''] = text.split('/');
  const address = parseAddress(start);
  if (!address) throw new Error(`${text} is not a range`);
  return { start: address, prefix: Number(prefix) };
}

function parseAddress(text: string): Address | undefined {
  if (!text.includes(':')) {
    const value = parseIpv4(text);
    return value === undefined ? undefined : { bits: 32, value };
  }
  const value = parseIpv6(text);
  return value === undefined ? undefined : { bits: 128, value };
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

/** RFC 4291, section 2.2; a zone (`%eth0`) makes the address unusable here, and so does anything that is not one of its forms. */
function parseIpv6(text: string): bigint | undefined {
  const embedded = /^(.*:)([^:]*\.[^:]*)$/.exec(text);
  let hexadecimal = text;
  if (embedded) {
    const ipv4 = parseIpv4(embedded[2] ?? '');
    if (ipv4 === undefined) return undefined;
    hexadecimal = `${embedded[1]}${(ipv4 >> 16n).toString(16)}:${(ipv4 & 0xffffn).toString(16)}`;
  }
  const halves = hexadecimal.split('::');
  if (halves.length > 2) return undefined;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const given = groups.flat();
  const missing = 8 - given.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  if (!given.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  const all = [...(groups[0] ?? []), ...Array.from({ length: halves.length === 1 ? 0 : missing }, () => '0'), ...(groups[1] ?? [])];
  return all.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
