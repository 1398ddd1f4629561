// The network that an address belongs to, pure: what a limit by address counts.

/** The owner of one IPv6 address has 2^64 of them, so the network is counted. */
export function networkOf(address: string): string {
  if (!address.includes(':') || /^::ffff:\d+\./i.test(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
