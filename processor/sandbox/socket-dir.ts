// Where the resident programs of one child have their sockets. The path of a UNIX socket has at most 107 bytes (unix(7)), so it is not below
// the child's own directory, and its name is derived from it: whoever removes one finds the other, even after a crash.

import { createHash } from 'node:crypto';

/** @param residentDir absolute, with a name that cannot be guessed. @returns absolute; below /tmp, 28 characters. */
export function socketDirOf(residentDir: string): string {
  return `/tmp/pdf-socket-${createHash('sha256').update(residentDir).digest('hex').slice(0, 16)}`;
}
