// The token bucket.

import { describe, expect, test } from 'vitest';
import { type Bucket, takeToken } from '../../../../worker/limits/token-bucket.ts';
import { makeRandom } from '../../../../support/documents/random.ts';

const policy = { capacity: 60, windowSeconds: 60 };

describe('a token bucket', () => {
  test('starts full, counts down, and refuses when it is empty', () => {
    let bucket: Bucket | undefined;
    for (let left = 59; left >= 0; left--) {
      const taken = takeToken(bucket, policy, 0);
      expect([taken.allowed, taken.remaining]).toEqual([true, left]);
      bucket = taken.bucket;
    }
    expect(takeToken(bucket, policy, 0)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 1 });
  });

  test('refills evenly: one token each second of sixty a minute', () => {
    const empty: Bucket = { tokens: 0, updatedAtMs: 1000 };
    expect(takeToken(empty, policy, 1999).allowed).toBe(false);
    expect(takeToken(empty, policy, 2000).allowed).toBe(true);
    expect(takeToken(empty, policy, 11_000).remaining).toBe(9);
    expect(takeToken(empty, policy, 10_000_000).remaining).toBe(59);
  });

  test('a refusal costs nothing and says how long to wait', () => {
    const slow = { capacity: 1, windowSeconds: 60 };
    const refused = takeToken({ tokens: 0, updatedAtMs: 0 }, slow, 15_000);
    expect([refused.allowed, refused.resetSeconds]).toEqual([false, 45]);
    expect(takeToken(refused.bucket, slow, 59_999).allowed).toBe(false);
    expect(takeToken(refused.bucket, slow, 60_000).allowed).toBe(true);
  });

  test('a clock that goes back gives no tokens', () => {
    expect(takeToken({ tokens: 0, updatedAtMs: 60_000 }, policy, 0).allowed).toBe(false);
  });

  test('a smaller plan shrinks what is left, a larger one is filled from then on', () => {
    expect(takeToken({ tokens: 1000, updatedAtMs: 0 }, policy, 0).remaining).toBe(59);
    expect(takeToken({ tokens: 1, updatedAtMs: 0 }, { capacity: 1000, windowSeconds: 60 }, 0).remaining).toBe(0);
  });

  test('never allows more than its capacity and one window’s refill, whatever the order of requests', () => {
    const random = makeRandom('token bucket');
    for (let round = 0; round < 200; round++) {
      const rule = { capacity: 1 + random.below(50), windowSeconds: 1 + random.below(90) };
      let bucket: Bucket | undefined;
      let nowMs = 0;
      const allowedAt: number[] = [];
      for (let i = 0; i < 200; i++) {
        nowMs += random.below(2) ? 0 : random.below(3000);
        const taken = takeToken(bucket, rule, nowMs);
        bucket = taken.bucket;
        expect(taken.remaining).toBeGreaterThanOrEqual(0);
        if (taken.allowed) allowedAt.push(nowMs);
      }
      for (const from of allowedAt) {
        const within = allowedAt.filter((at) => at >= from && at < from + rule.windowSeconds * 1000).length;
        expect(within).toBeLessThanOrEqual(2 * rule.capacity);
      }
    }
  });
});
