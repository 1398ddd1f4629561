// When the next attempt of a delivery is made, pure. Ten attempts over 75 h 35 min 5 s: a receiver that is away for a weekend misses
// nothing.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait before each attempt, counted from the previous one (the example schedule of Standard Webhooks 1.0.0). */
export const DELAYS_MS = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR] as const;
/** Spread, so that endpoints that failed together are not tried together again. */
export const JITTER = 0.1;

/**
 * @param failed How many attempts of the schedule have failed, at least 1.
 * @param random In [0, 1).
 * @returns milliseconds until the next attempt; undefined after the last one.
 */
export function nextDelayMs(failed: number, random: number): number | undefined {
  const delayMs = DELAYS_MS[failed];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + JITTER * (2 * random - 1)));
}
