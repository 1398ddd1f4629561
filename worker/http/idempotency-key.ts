// The form of an Idempotency-Key, pure.

import { LIMITS } from '#contract/limits.ts';

/** @returns the key without its quotes (a structured string, RFC 9651) or as it is; undefined when it is not a key. */
export function parseKey(header: string): string | undefined {
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(header)?.[1];
  const key = quoted === undefined ? header : quoted.replace(/\\(["\\])/g, '$1');
  return /^[\x20-\x7e]+$/.test(key) && key.length <= LIMITS.idempotencyKeyCharsMax ? key : undefined;
}
