// Programs that read hostile documents run without any network: in a network namespace of their own (network_namespaces(7)) where the machine
// allows one. Where it does not, the caller's own settings have to do, and that is said.

import { runProgram } from './run-program.ts';

/** With privileges; as a user with a user namespace. */
const WAYS = [
  ['unshare', '--net', '--'],
  ['unshare', '--user', '--map-current-user', '--net', '--'],
] as const;

let found: Promise<readonly string[]> | undefined;

/** What to put before a command; empty where no namespace can be had. Looked for once. */
export function networkPrefix(): Promise<readonly string[]> {
  found ??= findWay();
  return found;
}

async function findWay(): Promise<readonly string[]> {
  for (const [name, ...args] of WAYS) {
    const run = await runProgram(name, [...args, 'true'], { timeMsMax: 5000 });
    if (run.exitCode === 0) return [name, ...args];
  }
  return [];
}

/** For the case without a namespace: every proxy variable leads to a port where nobody listens (discard, RFC 863). */
export const NOWHERE = {
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  ftp_proxy: 'http://127.0.0.1:9',
  all_proxy: 'http://127.0.0.1:9',
  no_proxy: '',
} as const;
