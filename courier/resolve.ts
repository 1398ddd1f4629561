// Finds the addresses behind a receiver's name and judges every one of them. The returned addresses are the ones connected to: nothing
// resolves the name a second time, so a name that changes its answer in between (DNS rebinding) gains nothing.

import { Resolver } from 'node:dns/promises';
import { isLoopbackAddress, isPublicAddress, type Target } from '#contract/public-address.ts';

/** Returns all addresses of a name, of both families; none when it does not resolve. */
export type ResolveName = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

type Resolved =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly error: 'address_refused' | 'name_not_resolved' };

export async function resolveTarget(
  resolveName: ResolveName,
  target: Target,
  allowLoopback: boolean,
  signal: AbortSignal,
): Promise<Resolved> {
  // Node calls no `lookup` for an IP address in the URL, so it is judged here like all others.
  const addresses = target.isLiteral ? [target.host] : await addressesOf(resolveName, target.host, allowLoopback, signal);
  if (addresses.length === 0) return { ok: false, error: 'name_not_resolved' };
  const allowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
  // One bad address rejects the name: an honest name has none.
  return addresses.every(allowed) ? { ok: true, addresses } : { ok: false, error: 'address_refused' };
}

async function addressesOf(
  resolveName: ResolveName,
  host: string,
  allowLoopback: boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return allowLoopback && host === 'localhost' ? ['127.0.0.1'] : resolveName(host, signal);
}

const TRY_MS = 2500;
const TRIES = 2;

/**
 * By DNS, not by getaddrinfo (dns.lookup): that would hold one of the process's few threads for as long as a slow name
 * server likes, and would read /etc/hosts and search domains, which hold only internal names.
 */
export const resolveByDns: ResolveName = async (host, signal) => {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
